"""
The argument segment as data: rules for explicit arguments, blocks of hidden arguments whose
slots have names, and the one function that places both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, Segment
from xdsl_opencl.abi.model import (
    AbiError,
    Argument,
    CompanionType,
    HandleKind,
    HandleType,
    HiddenUse,
    ImageArgument,
    KernelArgumentLayout,
    KernelSignature,
    PlacedArgument,
    PointerType,
    StructType,
    ValueType,
    align_to,
)
from xdsl_opencl.abi.str_enum import StrEnum


class Needed(StrEnum):
    """
    The kernels for which a hidden argument is listed: all; those that name it in
    `HiddenUse.entries`; those and all with local memory of a size known at launch only;
    all on processors without registers for the bases of local and private memory.
    """

    ALWAYS = "always"
    ON_USE = "on_use"
    WITH_DYNAMIC_LOCAL_MEMORY = "with_dynamic_local_memory"
    WITHOUT_APERTURE_REGISTERS = "without_aperture_registers"


@dataclass(frozen=True)
class HiddenSlot:
    """
    A hidden argument of `size` bytes at byte `offset` from the start of its block.

    A slot without a name of its own is called as its kind, less `hidden_`. `aliases` are
    other kinds that the same place can have. `input` is LLVM's name of the kernel input
    (`amdgpu-no-<input>`) that takes the slot out of the metadata.
    """

    kind: str
    offset: int
    size: int
    name: str = ""
    needed: Needed = Needed.ALWAYS
    aliases: tuple[str, ...] = ()
    input: str = ""

    @property
    def end(self) -> int:
        """The first byte after the slot."""
        return self.offset + self.size


def slots_of(
    size: int, *kinds: str, start: int = 0, needed: Needed = Needed.ALWAYS
) -> tuple[HiddenSlot, ...]:
    """Slots of `size` bytes, one after the other from offset `start`."""
    return tuple(
        HiddenSlot(kind, start + size * i, size, needed=needed)
        for i, kind in enumerate(kinds)
    )


@dataclass(frozen=True)
class HiddenBlock:
    """
    A block of `size` bytes whose slots are found by name: `block["hidden_heap_v1"]`.

    The block starts at a multiple of `align`. A block that is `trimmed` ends after the
    last byte that a kernel reads, rounded up to `granule`, and lists only what the kernel
    needs; with `lists_all` a slot that the kernel does not need is listed as
    `hidden_none`.

    Raises `AbiError` when a slot lies outside of the block, overlaps another or has its
    name.
    """

    slots: tuple[HiddenSlot, ...] = ()
    size: int = 0
    align: int = 4
    granule: int = 4
    trimmed: bool = False
    lists_all: bool = False

    def __post_init__(self) -> None:
        end = 0
        for slot in sorted(self.slots, key=lambda slot: slot.offset):
            if slot.offset < end:
                raise AbiError(f"slot {slot.kind} overlaps the slot before it")
            end = slot.end
        if end > self.size:
            raise AbiError(f"the slots end at byte {end} of {self.size}")
        if len(self.by_name) != sum(1 + len(slot.aliases) for slot in self.slots):
            raise AbiError("two slots of a block have one name")

    @cached_property
    def by_name(self) -> Mapping[str, HiddenSlot]:
        """Kinds and aliases to slots."""
        return {kind: s for s in self.slots for kind in (s.kind, *s.aliases)}

    @cached_property
    def optional(self) -> frozenset[str]:
        """The names that `HiddenUse.entries` may hold."""
        kinds = (Needed.ON_USE, Needed.WITH_DYNAMIC_LOCAL_MEMORY)
        return frozenset(k for k, s in self.by_name.items() if s.needed in kinds)

    def __contains__(self, kind: object) -> bool:
        return kind in self.by_name

    def __getitem__(self, kind: str) -> HiddenSlot:
        """
        The slot called `kind`.

        Raises `AbiError` when the block has none.
        """
        slot = self.by_name.get(kind)
        if slot is None:
            raise AbiError(
                f"no hidden argument is called {kind}; the block has "
                f"{', '.join(self.by_name) or 'none'}"
            )
        return slot

    def calling(self, kind: str) -> HiddenBlock:
        """
        The block with the slot that can be called `kind` called so, its other names as
        aliases; the same block when that is its name, or no slot's.
        """
        slot = self.by_name.get(kind)
        if slot is None or slot.kind == kind:
            return self
        names = (slot.kind, *slot.aliases)
        renamed = replace(
            slot, kind=kind, aliases=tuple(name for name in names if name != kind)
        )
        slots = tuple(renamed if s is slot else s for s in self.slots)
        return replace(self, slots=slots)

    def touched(self, offset: int, size: int) -> tuple[HiddenSlot, ...]:
        """The slots that a load of `size` bytes at `offset` reads."""
        return tuple(
            s for s in self.slots if s.offset < offset + size and offset < s.end
        )

    def listed(
        self, use: HiddenUse, *, dynamic_local_memory: bool, aperture_registers: bool
    ) -> tuple[tuple[HiddenSlot, ...], int]:
        """The listed slots and the size in bytes, 0 for no block."""
        if not self.trimmed:
            return self.slots, self.size
        size = self.size
        if use.bytes_read is not None:
            size = min(size, align_to(use.bytes_read, self.granule))
        unknown = use.bytes_read is None and not use.entries
        listed: list[HiddenSlot] = []
        for slot in self.slots:
            if slot.offset >= size:
                continue
            used = slot.kind in use.entries
            match slot.needed:
                case Needed.ALWAYS:
                    needed = True
                case Needed.ON_USE:
                    needed = unknown or used
                case Needed.WITH_DYNAMIC_LOCAL_MEMORY:
                    needed = unknown or used or dynamic_local_memory
                case Needed.WITHOUT_APERTURE_REGISTERS:
                    needed = not aperture_registers
            alias = next((name for name in slot.aliases if name in use.entries), None)
            if alias is not None:
                listed.append(replace(slot, kind=alias))
            elif needed:
                listed.append(slot)
            elif self.lists_all:
                listed.append(replace(slot, kind="hidden_none"))
        return tuple(listed), size


_HSA_POINTER_KINDS = {AddressSpace.LOCAL: "dynamic_shared_pointer"}
_CL2_POINTER_KINDS = {
    AddressSpace.GLOBAL: "global_pointer",
    AddressSpace.CONSTANT: "constant_pointer",
    AddressSpace.LOCAL: "local_pointer",
}


@dataclass(frozen=True)
class ArgumentRules:
    """
    Sizes (which are also alignments) of arguments and what else differs between ABIs.

    `element_aligned_vectors`: a vector has its element's alignment, not its whole size.
    `struct_pointer`: a structure argument is a pointer of this size; 0: it is in place.
    `base` is the first explicit byte; `align_from_base` counts alignment from there
    instead of from the segment's start. `hsa_kinds` selects the words of LLVM's metadata
    for pointers instead of OpenCL's. `resource_ids`: images and samplers are numbered.
    `sampler`: the size of samplers; 0: as other handles.
    """

    pointer: int
    local_pointer: int
    handle: int
    image_handle: int
    element_aligned_vectors: bool = False
    struct_pointer: int = 0
    base: int = 0
    align_from_base: bool = False
    hsa_kinds: bool = True
    resource_ids: bool = False
    sampler: int = 0

    def size_align_kind(self, argument: Argument) -> tuple[int, int, str]:
        """Size and alignment of `argument` and the word for its kind."""
        match argument.type:
            case ValueType(scalar) as value:
                size = value.size
                align = scalar.size if self.element_aligned_vectors else size
                return size, align, "by_value"
            case PointerType(space):
                if space is AddressSpace.PRIVATE:
                    raise AbiError(
                        f"argument '{argument.name}' is a private pointer; a kernel's "
                        "pointers are global, constant or local (OpenCL C 3.0, "
                        "section 6.11)"
                    )
                local = space is AddressSpace.LOCAL
                size = self.local_pointer if local else self.pointer
                if self.hsa_kinds:
                    kind = _HSA_POINTER_KINDS.get(space, "global_buffer")
                else:
                    kind = _CL2_POINTER_KINDS.get(space, "global_pointer")
                return size, size, kind
            case StructType(size, align):
                if self.struct_pointer:
                    return self.struct_pointer, self.struct_pointer, "struct_pointer"
                return size, align, "by_value"
            case ImageArgument():
                return self.image_handle, self.image_handle, "image"
            case HandleType(kind):
                named = kind in (HandleKind.SAMPLER, HandleKind.QUEUE, HandleKind.PIPE)
                # LLVM's metadata has no word for events and reservation ids.
                word = "global_buffer" if self.hsa_kinds and not named else str(kind)
                size = self.handle
                if kind is HandleKind.SAMPLER and self.sampler:
                    size = self.sampler
                return size, size, word
            case CompanionType(kind):
                return 4 * kind.dwords, 4, str(kind)

    def place(self, signature: KernelSignature) -> tuple[PlacedArgument, ...]:
        """
        The explicit arguments of `signature`, one after the other from `base`.

        Raises `AbiError` for an argument without a place, naming kernel and argument.
        """
        ids = ResourceIds()
        origin = self.base if self.align_from_base else 0
        end = self.base
        placed: list[PlacedArgument] = []
        for index, argument in enumerate(signature.arguments):
            try:
                size, align, kind = self.size_align_kind(argument)
            except AbiError as error:
                raise AbiError(
                    f"kernel @{signature.name}, argument {index}: {error}",
                    message=str(error),
                    kernel=signature.name,
                    argument=argument.name or str(index),
                ) from None
            offset = origin + align_to(end - origin, align)
            resource_id = ids.next(argument) if self.resource_ids else None
            placed.append(
                PlacedArgument(
                    argument.name,
                    kind,
                    offset,
                    size,
                    align,
                    index,
                    resource_id,
                    argument.type,
                )
            )
            end = offset + size
        return tuple(placed)

    def end(self, placed: Sequence[PlacedArgument]) -> int:
        """The first byte after explicit arguments `placed`."""
        return placed[-1].offset + placed[-1].size if placed else self.base


class ResourceIds:
    """
    Numbers a kernel's images and samplers in argument order: images by access qualifier,
    each with a counter of its own, samplers by another (LLVM,
    `R600OpenCLImageTypeLoweringPass.cpp`).
    """

    def __init__(self) -> None:
        self._next: dict[AccessQualifier | HandleKind, int] = {}

    def next(self, argument: Argument) -> int | None:
        """The index of `argument`, `None` when it is neither image nor sampler."""
        match argument.type:
            case ImageArgument(_, access):
                counter = access
            case HandleType(HandleKind.SAMPLER):
                counter = HandleKind.SAMPLER
            case _:
                return None
        number = self._next.get(counter, 0)
        self._next[counter] = number + 1
        return number


def place_hidden(slots: Sequence[HiddenSlot], start: int) -> tuple[PlacedArgument, ...]:
    """`slots` of a block that starts at byte `start`."""
    return tuple(
        PlacedArgument(
            slot.name or slot.kind.removeprefix("hidden_"),
            slot.kind,
            start + slot.offset,
            slot.size,
            slot.size,
        )
        for slot in slots
    )


def _no_blocks() -> Mapping[Segment, HiddenBlock]:
    return {}


@dataclass(frozen=True)
class ArgumentSegment:
    """
    The memory with a kernel's arguments: the `leading` block, the explicit arguments by
    `rules`, then the other block.

    `blocks` has the hidden arguments (`implicit`) and r600's header. The size is rounded
    up to `rounding` bytes, 0: to the segment's alignment. The alignment is at least
    `align` and, with `argument_align`, that of every explicit argument. `limit` is the
    most bytes of explicit arguments that a kernel can be given; 0: none is known.

    Raises `AbiError` when the explicit arguments do not begin where the leading block
    ends, or when that has a gap.
    """

    rules: ArgumentRules
    blocks: Mapping[Segment, HiddenBlock] = field(default_factory=_no_blocks)
    leading: Segment | None = None
    rounding: int = 1
    align: int = 4
    argument_align: bool = True
    limit: int = 0

    def __post_init__(self) -> None:
        if self.leading is None:
            return
        block = self.blocks[self.leading]
        # No block with a gap stands before arguments: hardware fills all of it.
        if sum(slot.size for slot in block.slots) != block.size:
            raise AbiError(f"the {self.leading} block before the arguments has a gap")
        if block.size != self.rules.base:
            raise AbiError(
                f"the {self.leading} block ends at byte {block.size}, the arguments "
                f"begin at {self.rules.base}"
            )

    def layout(
        self,
        signature: KernelSignature,
        *,
        hidden: HiddenUse,
        aperture_registers: bool,
        more: Sequence[HiddenSlot] = (),
    ) -> KernelArgumentLayout:
        """
        The places of all arguments. `more` slots stand after the hidden block, with
        offsets from its start.
        """
        explicit = self.rules.place(signature)
        end = self.rules.end(explicit)
        local_pointers = any(
            isinstance(argument.type, PointerType)
            and argument.type.address_space is AddressSpace.LOCAL
            for argument in signature.arguments
        )
        before: tuple[PlacedArgument, ...] = ()
        after: tuple[PlacedArgument, ...] = ()
        # Where there is no hidden block, an empty one ends the arguments.
        start, size, last, aligns = end, 0, end, [self.align]
        for segment, block in self.blocks.items():
            if segment is self.leading:
                before = place_hidden(block.slots, 0)
                if segment is Segment.IMPLICIT:
                    start, size = 0, block.size
                continue
            slots, size = block.listed(
                hidden,
                dynamic_local_memory=local_pointers,
                aperture_registers=aperture_registers,
            )
            if more:
                slots += tuple(more)
                size = max(slot.end for slot in more)
            start = align_to(end, block.align) if size else end
            if size:
                aligns.append(block.align)
            after = place_hidden(slots, start)
            last = start + size
        if self.argument_align:
            aligns += (argument.align for argument in explicit)
        align = max(aligns)
        return KernelArgumentLayout(
            kernel=signature.name,
            arguments=before + explicit + after,
            explicit_end=end,
            implicit_offset=start,
            implicit_bytes=size,
            kernarg_segment_size=align_to(last, self.rounding or align),
            kernarg_segment_align=align,
        )
