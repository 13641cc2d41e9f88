"""
Reads the description of its kernels that a code object contains: metadata and descriptors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from typing_extensions import TypeVar

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace
from xdsl_opencl.abi.gpu.kernel_descriptor import DESCRIPTOR_SIZE, parse_descriptor
from xdsl_opencl.abi.gpu.processors import PROCESSORS
from xdsl_opencl.abi.model import (
    AbiError,
    ArgumentType,
    KernelArgumentLayout,
    PlacedArgument,
    PointerType,
    ValueType,
    align_to,
)
from xdsl_opencl.abi.reflection import (
    TYPE_QUALIFIERS,
    Answer,
    ArgumentDescription,
    ArgumentInfo,
    KernelDescription,
)
from xdsl_opencl.abi.target import target_name
from xdsl_opencl.backend.objects.code_object_metadata import (
    HIDDEN_PREFIX,
    MetadataError,
    read_metadata,
)
from xdsl_opencl.backend.objects.elf import (
    ELFOSABI_AMDGPU_HSA,
    EM_AMDGPU,
    Elf,
    ElfError,
    Symbol,
    read_elf,
)

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class KernelInfo(KernelDescription):
    """
    A kernel as its metadata and its descriptor describe it: without base types and
    alignments of arguments. Sizes are in bytes. Registers are counted as in LLVM: per
    work-item (VGPR, AGPR) or per wave (SGPR). `user_sgprs` is the number of scalar registers
    that are filled at entry.
    """

    symbol: str
    group_segment_size: int
    private_segment_size: int
    wavefront_size: int
    sgprs: int
    vgprs: int
    agprs: int
    sgpr_spills: int
    vgpr_spills: int
    user_sgprs: int
    max_flat_work_group_size: int
    language: str
    language_version: tuple[int, ...]
    uses_dynamic_stack: bool
    uniform_work_group_size: bool
    work_group_processor_mode: bool

    def answers(self) -> dict[str, Answer]:
        """
        Returns the answers to `KERNEL_QUERIES`. Memory in `local` arguments has no size yet
        and is not counted.
        """
        return super().answers() | {
            "CL_KERNEL_WORK_GROUP_SIZE": self.max_flat_work_group_size,
            "CL_KERNEL_LOCAL_MEM_SIZE": self.group_segment_size,
            "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE": self.wavefront_size,
            "CL_KERNEL_PRIVATE_MEM_SIZE": self.private_segment_size,
        }

    def with_source(self, source: KernelDescription) -> KernelInfo:
        """Returns the machine code of the kernel that `source` describes."""
        return replace(self, **vars(source))


@dataclass(frozen=True)
class CodeObjectInfo:
    """
    The description that a code object contains. `target_id` is LLVM's target ID, with
    signed features (`amdgcn-amd-amdhsa--gfx90a:xnack+`).
    """

    target_id: str
    processor: str
    code_object_version: int
    relocatable: bool
    kernels: tuple[KernelInfo, ...]
    printf: tuple[str, ...] = ()


class InspectError(AbiError):
    """The bytes are not a code object of ABI amdhsa that can be described."""


_CODE_OBJECT_VERSIONS = {1: 3, 2: 4, 3: 5, 4: 6}
"""Maps the ELF ABI version byte to the code object version (AMDGPUUsage, "ELF Header")."""


def inspect(code: bytes) -> CodeObjectInfo:
    """
    Describes a relocatable (`.o`) or linked (`.hsaco`) code object of `amdhsa`.

    Raises `InspectError` when `code` is not such a code object, or is damaged.
    """
    try:
        elf = read_elf(code)
        if elf.machine != EM_AMDGPU:
            raise InspectError(f"not AMDGPU code (ELF machine {elf.machine:#x})")
        metadata = read_metadata(code)
        if metadata is None or elf.os_abi != ELFOSABI_AMDGPU_HSA:
            raise InspectError(
                "the file has no HSA metadata; give a code object of ABI amdhsa"
            )
        version = _CODE_OBJECT_VERSIONS.get(elf.abi_version)
        if version is None:
            raise InspectError(f"unknown code object version (byte {elf.abi_version})")
        table = _Table(metadata, "the module")
        target_id = table.text("amdhsa.target")
        processor = target_name(target_id).partition(":")[0]
        check_processor(elf, processor)
        symbols = symbols_of(elf)
        return CodeObjectInfo(
            target_id=target_id,
            processor=processor,
            code_object_version=version,
            relocatable=elf.type == 1,
            kernels=tuple(
                _kernel_info(kernel, elf, symbols)
                for kernel in table.tables("amdhsa.kernels", "kernel")
            ),
            printf=table.texts("amdhsa.printf"),
        )
    except (ElfError, MetadataError) as error:
        raise InspectError(f"not a readable code object: {error}") from error


_MAX_NUMBER = (1 << 32) - 1
"""Sizes, offsets and counts of the metadata are 32-bit numbers in LLVM."""


@dataclass(frozen=True)
class _Table:
    """
    A map of the metadata that checks each value as it is read; `owner` is its name in
    messages.

    Every method raises `MetadataError` if the value has another type than the method
    returns.
    """

    values: Mapping[Any, Any]
    owner: str

    def _wrong(self, key: str, expected: str) -> MetadataError:
        if key not in self.values:
            return MetadataError(f"the metadata of {self.owner} has no {key}")
        return MetadataError(f"{key} of {self.owner} in the metadata is not {expected}")

    def number(self, key: str, default: int | None = None) -> int:
        value = self.values.get(key, default)
        if type(value) is not int or not 0 <= value <= _MAX_NUMBER:
            raise self._wrong(key, "a 32-bit number")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self._wrong(key, "text")
        return value

    def flag(self, key: str) -> bool:
        value = self.values.get(key, False)
        if value not in (False, True):
            raise self._wrong(key, "true or false")
        return bool(value)

    def _list(self, key: str, kind: type[_Item]) -> tuple[_Item, ...]:
        values: Any = self.values.get(key, ())
        if not isinstance(values, list | tuple):
            raise self._wrong(key, "a list")
        items = tuple(cast(Sequence[Any], values))
        if not all(isinstance(item, kind) for item in items):
            raise self._wrong(key, f"a list of {kind.__name__}")
        return items

    def texts(self, key: str) -> tuple[str, ...]:
        return self._list(key, str)

    def numbers(self, key: str, count: int) -> tuple[int, ...]:
        """A list of `count` numbers, or an empty list."""
        numbers = self._list(key, int)
        if len(numbers) not in (0, count) or not all(
            0 <= number <= _MAX_NUMBER for number in numbers
        ):
            raise self._wrong(key, f"{count} numbers")
        return numbers

    def tables(self, key: str, item: str) -> Iterator[_Table]:
        if key not in self.values:
            raise self._wrong(key, "")
        tables = cast(tuple[Mapping[Any, Any], ...], self._list(key, dict))
        for index, values in enumerate(tables):
            yield _Table(values, f"{item} '{values.get('.name', index)}'")


def _address_space(argument: _Table, kind: str) -> AddressSpace:
    """Metadata lists address spaces only for pointers."""
    space = argument.text(".address_space", "")
    if space in tuple(AddressSpace):
        return AddressSpace(space)
    return AddressSpace.GLOBAL if kind == "image" else AddressSpace.PRIVATE


def _argument(argument: _Table, index: int) -> ArgumentDescription:
    access = argument.text(".access", "")
    if access and access not in tuple(AccessQualifier):
        raise MetadataError(
            f".access of {argument.owner} in the metadata is '{access}'; one of "
            f"{', '.join(AccessQualifier)}"
        )
    kind = argument.text(".value_kind")
    name, type_name = argument.text(".name", ""), argument.text(".type_name", "")
    offset, size = argument.number(".offset"), argument.number(".size")
    align = argument.number(".pointee_align", 0)
    # The type as far as it decides the bytes: metadata has no other types.
    type_: ArgumentType | None = None
    if kind == "dynamic_shared_pointer":
        type_ = PointerType(AddressSpace.LOCAL, align or None)
    elif kind == "by_value" and (value := ValueType.named(type_name)) is not None:
        type_ = value if value.size == size else None
    words = [word for word in TYPE_QUALIFIERS if argument.flag(f".is_{word}")]
    return ArgumentDescription(
        ArgumentInfo(
            name=name,
            type_name=type_name,
            base_type_name="",
            type_qualifiers=" ".join(words),
            access=access or AccessQualifier.NONE,
            address_space=_address_space(argument, kind),
        ),
        PlacedArgument(name, kind, offset, size, 0, index, type=type_),
        index,
        argument.text(".actual_access", ""),
    )


def _kernel_info(kernel: _Table, elf: Elf, symbols: Mapping[str, Symbol]) -> KernelInfo:
    explicit: list[ArgumentDescription] = []
    hidden: list[PlacedArgument] = []
    if ".args" in kernel.values:
        for table in kernel.tables(".args", "argument"):
            argument = _argument(table, len(explicit))
            if (place := argument.place).kind.startswith(HIDDEN_PREFIX):
                # It takes its kind as its name.
                hidden.append(replace(place, name=place.kind, index=None))
            else:
                explicit.append(argument)
    places = [argument.place for argument in explicit]
    end = max((place.offset + place.size for place in places), default=0)
    implicit_offset = align_to(end, 8)
    name, symbol = kernel.text(".name"), kernel.text(".symbol")
    content = elf.symbol_contents(descriptor_symbol(symbols, name, symbol))
    segment_size = kernel.number(".kernarg_segment_size")
    return KernelInfo(
        name=name,
        defined=True,
        symbol=symbol,
        reqd_work_group_size=kernel.numbers(".reqd_workgroup_size", 3) or None,
        work_group_size_hint=kernel.numbers(".workgroup_size_hint", 3) or None,
        reqd_sub_group_size=None,
        vec_type_hint=kernel.text(".vec_type_hint", "") or None,
        arguments=tuple(explicit),
        layout=KernelArgumentLayout(
            kernel=name,
            arguments=(*places, *hidden),
            explicit_end=end,
            implicit_offset=implicit_offset,
            implicit_bytes=max(0, segment_size - implicit_offset),
            kernarg_segment_size=segment_size,
            kernarg_segment_align=kernel.number(".kernarg_segment_align"),
        ),
        group_segment_size=kernel.number(".group_segment_fixed_size"),
        private_segment_size=kernel.number(".private_segment_fixed_size"),
        wavefront_size=kernel.number(".wavefront_size"),
        sgprs=kernel.number(".sgpr_count"),
        vgprs=kernel.number(".vgpr_count"),
        agprs=kernel.number(".agpr_count", 0),
        sgpr_spills=kernel.number(".sgpr_spill_count", 0),
        vgpr_spills=kernel.number(".vgpr_spill_count", 0),
        user_sgprs=parse_descriptor(content).user_sgpr_count,
        max_flat_work_group_size=kernel.number(".max_flat_workgroup_size"),
        language=kernel.text(".language", ""),
        language_version=kernel.numbers(".language_version", 2),
        uses_dynamic_stack=kernel.flag(".uses_dynamic_stack"),
        uniform_work_group_size=kernel.flag(".uniform_work_group_size"),
        work_group_processor_mode=kernel.flag(".workgroup_processor_mode"),
    )


def symbols_of(elf: Elf) -> dict[str, Symbol]:
    """The symbols of `elf` by name; a stripped file has only dynamic ones."""
    return {s.name: s for s in (*elf.dynamic_symbols(), *elf.symbols())}


def descriptor_symbol(
    symbols: Mapping[str, Symbol], kernel: str, symbol: str
) -> Symbol:
    """
    The symbol of the descriptor of `kernel`, which the metadata calls `symbol`.

    Raises `ElfError` if there is none, or one of another size.
    """
    found = symbols.get(symbol)
    if found is None or found.size != DESCRIPTOR_SIZE:
        raise ElfError(f"kernel '{kernel}' has no descriptor '{symbol}'")
    return found


_MACHINE = 0xFF
"""The bits of the ELF header's flags with the processor (AMDGPUUsage, "Header")."""


def header_processor(elf: Elf) -> str | None:
    """The processor that the header of `elf` names; `None` if we do not know it."""
    number = elf.flags & _MACHINE
    # Smaller numbers are of the R600 family.
    known = (name for name, row in PROCESSORS.items() if row.machine == number >= 0x20)
    return next(known, None)


def check_processor(elf: Elf, processor: str) -> None:
    """Raises `InspectError` if the header of `elf` names another one than `processor`."""
    named, row = header_processor(elf), PROCESSORS.get(processor)
    if (row.machine if row else None) != (PROCESSORS[named].machine if named else None):
        raise InspectError(
            f"the ELF header names {named or hex(elf.flags & _MACHINE)}, the metadata "
            f"{processor}; one of them was changed: compile the program again"
        )
