"""
The form of an ABI: one frozen object with all differences between ABIs.

Each ABI is one object of `Interface` in a file of its own; `interfaces.py` lists them. All
other code asks the object of its target (`Target.interface`, or a property of `Target`
that delegates to it) and never compares the name of an ABI.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from xdsl_opencl.abi.arguments.placing import ArgumentSegment, HiddenBlock
from xdsl_opencl.abi.enums import AddressSpace, ImageKind, MemoryScope, Segment
from xdsl_opencl.abi.gpu.processors import ByGeneration, Processor, ProcessorFamily
from xdsl_opencl.abi.images.image_fields import DescriptorField, ImageField, ImageQuery
from xdsl_opencl.abi.model import AbiError, Argument
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.abi.str_enum import StrEnum


class Abi(StrEnum):
    """How a driver starts a kernel and hands over its arguments."""

    AMDHSA = "amdhsa"
    AMDCL2 = "amdcl2"
    MESA3D = "mesa3d"
    AMDGCN_UNKNOWN = "amdgcn-unknown"
    R600 = "r600"
    HOST = "host"
    SPIRV = "spirv"


class ImageQuerySource(StrEnum):
    """
    The place from which `get_image_*` reads an image's attributes: companion operands
    after the image, dwords of the implicit argument block, or the descriptor that the
    argument points to.
    """

    OPERANDS = "operands"
    ARGUMENT_BUFFER = "argument_buffer"
    DESCRIPTOR = "descriptor"


class ImageAccess(StrEnum):
    """
    Reads and writes of images: not available, by instructions that take a descriptor, by
    instructions that name the slot of an image, or by calls of the CPU device's runtime.
    """

    NONE = "none"
    INSTRUCTIONS = "instructions"
    SLOTS = "slots"
    RUNTIME = "runtime"


class SamplerForm(StrEnum):
    """
    A sampler in a kernel: the address of its descriptor in constant memory, that address
    from a slot that the loader fills, clang's literal, or clover's literal.
    """

    DESCRIPTOR = "descriptor"
    SLOT = "slot"
    LITERAL = "literal"
    CLOVER_LITERAL = "clover_literal"


class MathLibrary(StrEnum):
    """
    The library of mathematical functions: none, ROCm's device library, or the host's C
    library.
    """

    NONE = "none"
    DEVICE = "device"
    C = "c"


class ArgumentForm(StrEnum):
    """
    Explicit arguments of a kernel in LLVM IR: parameters, which LLVM turns into loads;
    loads from the argument segment; or neither, because the pass that forms work-groups
    makes the loads.
    """

    NATIVE = "native"
    LOADS = "loads"
    OF_WORK_GROUPS = "of_work_groups"


class PrintfForm(StrEnum):
    """
    `printf`: not available, records in a buffer that a hidden argument points to, or a
    call of the C library.
    """

    NONE = "none"
    BUFFER = "buffer"
    C = "c"


@dataclass(frozen=True)
class Intrinsic:
    """
    A number that an LLVM intrinsic returns as `i32`; `{axis}` in its name stands for x, y
    or z. LLVM takes a range of the result when it is `bounded`.
    """

    name: str
    bounded: bool = False


@dataclass(frozen=True)
class Slot:
    """A number in a slot of a block; `{axis}` in its name stands for x, y or z."""

    segment: Segment
    name: str


Source = Intrinsic | Slot


@dataclass(frozen=True)
class WorkItems:
    """
    The sources of ids and sizes of the index space (OpenCL C 3.0, section 6.15.1).

    `group_size` is the enqueued size. Either `global_size` is given or `block_count` (the
    number of complete groups) with `remainder` (the size of the partial group, 0 without
    one); what is not given is computed. `partial_groups`: the last group of a dimension
    may be smaller.
    """

    local_id: Source
    group_id: Source
    group_size: Source
    global_offset: Source
    work_dim: Source
    global_size: Source | None = None
    num_groups: Source | None = None
    block_count: Source | None = None
    remainder: Source | None = None
    partial_groups: bool = True
    sub_groups: bool = False


@dataclass(frozen=True)
class SegmentAccess:
    """
    The way to a block: LLVM's intrinsic that returns its address as a pointer to LLVM's
    `address_space`, aligned to `align` bytes; or, per slot, an intrinsic that reads it.
    Without either the block begins at address 0 of `address_space`. `widest` is the
    longest load in bytes for which LLVM has code; 0: there is no limit.
    """

    pointer: str = ""
    address_space: int = 0
    align: int = 4
    widest: int = 0
    intrinsics: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class ImageSlots:
    """
    Slots of images and samplers in hardware: the texture of the read-only image with
    resource id 0, the target of the write-only one, and how many of each there are for
    kernels, with the samplers.
    """

    first_texture: int
    textures: int
    first_target: int
    targets: int
    samplers: int


@dataclass(frozen=True)
class UserRegisters:
    """
    User SGPRs of a kernel: how many, and the first register of each pair, `None` when
    absent; s[0:3] is the scratch buffer descriptor.
    """

    count: int
    setup: int | None = None
    queue: int | None = None
    arguments: int | None = None
    flat_scratch_init: int | None = None

    @property
    def group_id(self) -> int:
        """The first register after the user SGPRs."""
        return self.count

    @property
    def properties(self) -> int:
        """
        The kernel code properties word: bit 0 scratch buffer, 1 dispatch, 2 queue, 3
        kernarg pointer, 5 flat scratch.
        """
        bits = (
            (1, self.setup),
            (2, self.queue),
            (3, self.arguments),
            (5, self.flat_scratch_init),
        )
        return 1 | sum(1 << bit for bit, first in bits if first is not None)


@dataclass(frozen=True)
class NativeMachine:
    """
    The computer that we run on: triple, data layout, and processor in LLVM's words.
    """

    triple: str
    data_layout: str
    processor: str


class TargetFacts(Protocol):
    """The fields of a target that an ABI's rules depend on."""

    @property
    def code_object_version(self) -> int: ...

    @property
    def pointer_bits(self) -> int: ...

    @property
    def processor(self) -> Processor: ...


@dataclass(frozen=True)
class Interface:
    """
    Everything that one ABI fixes.

    Identity: `triple` and `data_layout` are LLVM's; `native` gives both for code that runs
    on this machine. `clang_triple` is the target that Clang reads OpenCL C for; where it is
    empty, C is read for SPIR. `family` and `generations` say which processors the ABI is for, none
    for the host. `default_processor` is set where a target can be meant without one;
    messages name `example_processor`. `pointer_bits` are the allowed widths, the default
    first; `space_bits` are the widths of spaces that differ from it. `other_spaces` are
    LLVM's spaces that OpenCL does not have, with the same numbers at the opencl level.
    `code_object_versions` is empty for an ABI without code objects. `emits_code` is false
    while only layouts are known. `named_widths` are the devices that are no processors, with
    the widths of their pointers. `keeps_operations`: the consumer knows OpenCL's operations, which
    stay, and the code is SPIR-V. `devices` are the processors for which the ABI's own
    assembler has names; empty where LLVM's assembler is the ABI's.

    Arguments: `arguments` holds the argument segment of each code object version, or of
    each pointer width for an ABI without code objects; `work_items` has the same keys,
    and none where nothing lowers the work-item functions alone. `packet` is the
    dispatch packet. `access` says how a kernel reaches a segment.
    `states_implicit_bytes`: LLVM has to be told the size of the implicit block.
    `interim_images`: clover's interim form of image attributes exists. `argument_form` is
    the default of `opencl-lower-arguments`, and the only form unless it is `native`.
    `image_handle_sizes` are the sizes between which a caller may choose. `register_sets`
    are the user SGPRs by generation and name of the set; `choose_registers` names the set
    for a generation, the inputs that a kernel needs (LLVM's names) and the set that it
    asks for, if any. `argument_words` says of an argument what the ABI's own assembler is
    told of it.

    Code: `kernel_convention` is LLVM's calling convention; `sync_scopes` are LLVM's
    synchronisation scopes and `one_address_space` the suffix for operations that order
    one address space only; `barrier` is the intrinsic of the work-group barrier.
    `handles_are_numbers`: images and the like are indices and not pointers. `no_printf`
    is the reason why there is none, where there is one.

    Passes, by name, of the pipeline (`transforms/pipeline.py`) that not every ABI has:
    `work_item_passes` lower work-item functions, `library_passes` bring the functions of a
    library. `group_passes`, or `checked_group_passes` for kernels that report their faults,
    follow once the standard dialects are LLVM's, and `code_passes` come last. The passes of
    `left_out` would lower what its consumer knows.
    """

    abi: Abi
    address_spaces: Mapping[AddressSpace, int]
    pointer_bits: tuple[int, ...]
    arguments: Mapping[int, ArgumentSegment]

    triple: str = ""
    clang_triple: str = ""
    data_layout: str = ""
    native: Callable[[], NativeMachine] | None = None
    native_features: Callable[[], Mapping[str, bool]] = dict[str, bool]
    default_processor: str | None = None
    example_processor: str = ""
    named_widths: Mapping[str, int] = field(default_factory=dict[str, int])
    family: ProcessorFamily | None = None
    generations: range | None = None
    advice: str = ""
    space_bits: Mapping[AddressSpace, int] = field(
        default_factory=dict[AddressSpace, int]
    )
    other_spaces: tuple[int, ...] = ()
    code_object_versions: tuple[int, ...] = ()
    devices: Mapping[str, str] = field(default_factory=dict[str, str])
    emits_code: bool = True
    keeps_operations: bool = False

    packet: HiddenBlock | None = None
    access: Mapping[Segment, SegmentAccess] = field(
        default_factory=dict[Segment, SegmentAccess]
    )
    states_implicit_bytes: bool = False
    interim_images: bool = False
    argument_form: ArgumentForm = ArgumentForm.NATIVE
    image_handle_sizes: tuple[int, ...] = ()
    register_sets: ByGeneration[Mapping[str, UserRegisters]] | None = None
    choose_registers: Callable[[int, Collection[str], str], str] | None = None
    argument_words: Callable[[Argument, ArgumentInfo], str] | None = None

    work_items: Mapping[int, WorkItems] = field(default_factory=dict[int, WorkItems])
    work_groups_are_loops: bool = False

    image_query_source: ImageQuerySource = ImageQuerySource.DESCRIPTOR
    image_fields: Mapping[ImageQuery, ImageField] = field(
        default_factory=dict[ImageQuery, ImageField]
    )
    no_image_fields: frozenset[tuple[ImageQuery, ImageKind]] = frozenset()
    image_access: ImageAccess = ImageAccess.NONE
    image_slots: ImageSlots | None = None
    samplers: SamplerForm = SamplerForm.DESCRIPTOR
    handles_are_numbers: bool = False
    structures_by_value: bool = True

    kernel_convention: str = "amdgpu_kernelcc"
    barrier: str = ""
    fences: bool = True
    sync_scopes: Mapping[MemoryScope, str] = field(
        default_factory=dict[MemoryScope, str]
    )
    one_address_space: str = ""
    pipes: bool = False
    printf: PrintfForm = PrintfForm.NONE
    no_printf: str = ""
    math_library: MathLibrary = MathLibrary.NONE

    work_item_passes: tuple[str, ...] = ("opencl-lower-work-items",)
    library_passes: tuple[str, ...] = ()
    group_passes: tuple[str, ...] = ()
    checked_group_passes: tuple[str, ...] = ()
    code_passes: tuple[str, ...] = ()
    left_out: frozenset[str] = frozenset()

    @property
    def is_one_function(self) -> bool:
        """
        Returns whether a kernel must be one function: its work items are loops in it, or only it
        has the arguments.
        """
        return self.argument_form is not ArgumentForm.NATIVE

    @property
    def is_gpu(self) -> bool:
        """Returns whether kernels run on an AMD GPU, in waves."""
        return self.family is not None

    @property
    def has_code_object(self) -> bool:
        """Returns whether a loader takes the code with LLVM's metadata: `.hsaco`."""
        return bool(self.code_object_versions)

    @cached_property
    def flat_memory(self) -> bool:
        """Returns whether all address spaces are one, whose null pointer is zero."""
        return len(set(self.address_spaces.values())) == 1

    @property
    def written_as(self) -> str:
        """The endings of files with code, for messages."""
        if self.keeps_operations:
            return ".spv"
        return ".clrx" if self.devices else ".s or .o"

    def variant(self, target: TargetFacts) -> int:
        """The key of `target` in `arguments` and `work_items`."""
        return (
            target.code_object_version if self.has_code_object else target.pointer_bits
        )

    def segment(self, target: TargetFacts) -> ArgumentSegment:
        return self.arguments[self.variant(target)]

    def block(self, segment: Segment, target: TargetFacts) -> HiddenBlock:
        """The block of `segment`; an empty one where `target` has none."""
        if segment is Segment.DISPATCH:
            return self.packet or NO_BLOCK
        return self.segment(target).blocks.get(segment, NO_BLOCK)

    def image_field(
        self, query: ImageQuery, generation: int, kind: ImageKind | None = None
    ) -> DescriptorField:
        """
        The place of `query` in the descriptor that an image argument points to.

        Raises `AbiError` when images have no descriptor, or none with such a field.
        """
        found = self.image_fields.get(query)
        if found is None:
            raise AbiError(f"an image of ABI {self.abi} has no descriptor")
        if kind is not None and (query, kind) in self.no_image_fields:
            raise AbiError(f"ABI {self.abi} has no place for the {query} of an {kind}")
        return found if isinstance(found, DescriptorField) else found[generation]


NO_BLOCK = HiddenBlock()
"""The block of an ABI that has none."""
