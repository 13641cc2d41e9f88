"""
What the ABIs' layouts share: the rules that differ, as data, and placing by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace
from xdsl_opencl.abi.model import (
    AbiError,
    Argument,
    CompanionType,
    HandleKind,
    HandleType,
    ImageArgument,
    KernelSignature,
    PlacedArgument,
    PointerType,
    StructType,
    ValueType,
    align_to,
)


@dataclass(frozen=True)
class HiddenSlot:
    """
    A hidden argument at `offset` from the start of its block; without a name of its own
    it is called as its kind, less `hidden_`.
    """

    kind: str
    offset: int
    size: int
    name: str = ""


def slots_of(size: int, *kinds: str, start: int = 0) -> tuple[HiddenSlot, ...]:
    """
    Slots of `size` bytes, one after the other from offset `start`.
    """
    return tuple(
        HiddenSlot(kind, start + size * i, size) for i, kind in enumerate(kinds)
    )


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
    for pointers instead of OpenCL's.
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

    def size_align_kind(self, argument: Argument) -> tuple[int, int, str]:
        """
        Size and alignment of `argument` and the word for its kind.
        """
        match argument.type:
            case ValueType(scalar, width):
                size = scalar.size * (4 if width == 3 else width)
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
                return self.handle, self.handle, word
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
                    f"kernel @{signature.name}, argument {index}: {error}"
                ) from None
            offset = origin + align_to(end - origin, align)
            resource_id = ids.next(argument) if self.resource_ids else None
            placed.append(
                PlacedArgument(
                    argument.name, kind, offset, size, align, index, resource_id
                )
            )
            end = offset + size
        return tuple(placed)

    def end(self, placed: Sequence[PlacedArgument]) -> int:
        """
        The first byte after explicit arguments `placed`.
        """
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
        """
        The index of `argument`, `None` when it is neither image nor sampler.
        """
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
    """
    `slots` of a block that starts at byte `start`.
    """
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
