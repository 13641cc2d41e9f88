"""
`pack` fills the argument buffer of a launch, `unpack` reads one.

A value goes to the place that the layout has for it, in the size that it has there: the
layouts are the only truth about offsets. A value that does not fit is an error that names
kernel and argument; nothing is cut.

Sources of what the host writes: AMDGPUUsage, "Code Object V5 Metadata" (amdhsa); CLRX,
`doc/AmdCl2Abi.md` (amdcl2); Mesa clover, `core/kernel.cpp` (mesa3d, r600: extension to the
size of the place, byte order of the device, image attributes, running offsets in local
memory); LLVM, `R600ISelLowering.cpp` (the header of r600 and `amdgcn--`).
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from xdsl_opencl.abi.model import (
    AbiError,
    ArgumentType,
    CompanionKind,
    CompanionType,
    HandleKind,
    HandleType,
    ImageArgument,
    KernelArgumentLayout,
    PlacedArgument,
    PointerType,
    ScalarKind,
    StructType,
    ValueType,
    align_to,
)

ByteOrder = Literal["little", "big"]

LARGEST_ALIGN = 128
"""Alignment of local memory whose element type is not known: that of `long16`."""

_FLOATS: Mapping[ScalarKind, str] = {
    ScalarKind.HALF: "e",
    ScalarKind.FLOAT: "f",
    ScalarKind.DOUBLE: "d",
}
"""Format letters of `struct`."""

_SIGNED = (ScalarKind.CHAR, ScalarKind.SHORT, ScalarKind.INT, ScalarKind.LONG)

_AXES = {axis: i for i, name in enumerate("xyz") for axis in (name, str(i))}
"""The dimension that the last letter of a hidden argument's name stands for."""


def _whole(value: object) -> int:
    """
    The whole number `value`.

    Raises `AbiError` for anything else, also for a float without a fraction.
    """
    try:
        return operator.index(cast(Any, value))
    except TypeError:
        raise AbiError(f"takes a whole number, not {value!r}") from None


def _integer(value: object, size: int, *, signed: bool, bits: int = 0) -> int:
    """
    `value` as a number of `bits` bits (0: of all of `size` bytes).

    Raises `AbiError` when it is not in range.
    """
    number = _whole(value)
    bits = bits or 8 * size
    low, high = (-(1 << bits - 1), 1 << bits - 1) if signed else (0, 1 << bits)
    if not low <= number < high:
        raise AbiError(f"takes whole numbers from {low} to {high - 1}, not {number}")
    return number


def group_fault(
    size: tuple[int, ...],
    local: tuple[int, ...],
    *,
    required: tuple[int, ...] | None,
    uniform: bool,
    largest: int,
) -> str | None:
    """
    Returns the reason why a kernel cannot run on `size` work items in work-groups of `local`, of
    as many dimensions; `None` if it can. `required` is its `reqd_work_group_size`, `largest` the
    work items that a work-group may have; `uniform`: the kernel was built for work-groups of one
    size (`-cl-uniform-work-group-size`, `.uniform_work_group_size` of a code object).
    """
    items, as_required = math.prod(local), (*local, 1, 1)[:3] == required
    if items > largest and as_required:
        return (
            f"the kernel requires work-groups of {required} (reqd_work_group_size), {items} "
            f"work items; this device has at most {largest}: build it for a smaller size, or "
            "choose another device"
        )
    if items > largest:
        return (
            f"local size {local} has {items} work items; at most {largest}; make it smaller or "
            "leave it out; a kernel that states reqd_work_group_size is built for that size"
        )
    if required is not None and not as_required:
        return (
            f"local size {local}, and the kernel requires work-groups of {required} "
            "(reqd_work_group_size); give that size"
        )
    if uniform and any(g % n for g, n in zip(size, local, strict=True)):
        return (
            f"global size {size} is not a multiple of local size {local}, and the kernel "
            "is built for work-groups of one size; round it up, or build without "
            "-cl-uniform-work-group-size, for OpenCL C 2.0 or later"
        )
    return None


@dataclass(frozen=True)
class Launch:
    """
    The index space of a launch, one to three dimensions, in work items: the arguments of
    `clEnqueueNDRangeKernel`. No `global_offset` is an offset of 0.

    Raises `AbiError` for sizes that no launch has.
    """

    global_size: Sequence[int]
    local_size: Sequence[int]
    global_offset: Sequence[int] = ()

    def __post_init__(self) -> None:
        for name, least in (
            ("global_size", 0),
            ("local_size", 1),
            ("global_offset", 0),
        ):
            given = getattr(self, name)
            try:
                sizes = tuple(_whole(size) for size in given)
            except (AbiError, TypeError):
                raise AbiError(
                    f"{name} is {given!r}; give a whole number for each dimension"
                ) from None
            if any(size < least for size in sizes):
                raise AbiError(
                    f"{name} is {sizes}; give numbers that are not less than {least}"
                )
            object.__setattr__(self, name, sizes)
        if not 1 <= len(self.global_size) <= 3:
            raise AbiError(
                f"global_size has {len(self.global_size)} dimensions; give 1 to 3"
            )
        if not self.global_offset:
            object.__setattr__(self, "global_offset", (0,) * len(self.global_size))
        for name in ("local_size", "global_offset"):
            if len(getattr(self, name)) != len(self.global_size):
                raise AbiError(
                    f"{name} has {len(getattr(self, name))} dimensions and global_size "
                    f"{len(self.global_size)}; give as many"
                )

    def hidden(self, kind: str) -> int | None:
        """
        The value of hidden argument `kind`, `None` when it does not depend on the index
        space. A dimension that the launch does not have has size 1 and offset 0.

        Raises `AbiError` when the place is for launches without partial work-groups only
        and this one has some.
        """
        if kind in ("hidden_grid_dims", "hidden_work_dim"):
            return len(self.global_size)
        word, _, axis = kind.removeprefix("hidden_").rpartition("_")
        if word not in _INDEX_SPACE or axis not in _AXES:
            return None
        dimension = _AXES[axis]
        there = dimension < len(self.global_size)
        size = self.global_size[dimension] if there else 1
        group = self.local_size[dimension] if there else 1
        match word:
            case "global_offset":
                return self.global_offset[dimension] if there else 0
            case "global_size":
                return size
            case "local_size" | "group_size":
                return group
            case "block_count":
                return size // group
            case "remainder":
                return size % group
            case _:
                if size % group:
                    raise AbiError(
                        f"has no partial work-groups, and local size {group} does not "
                        f"divide global size {size}; give one that does"
                    )
                return size // group


_INDEX_SPACE = frozenset(
    (
        *("global_offset", "global_size", "local_size", "group_size"),
        *("block_count", "remainder", "ngroups"),
    )
)
"""Hidden arguments that the index space fixes, without `hidden_` and axis."""


@dataclass(frozen=True)
class LocalMemory:
    """
    The value of a local pointer on a GPU: `size` bytes, which `pack` places after the
    local memory before them. On the CPU device such an argument is an address.
    """

    size: int


@dataclass(frozen=True)
class ImageValue:
    """
    The value of an image argument with the attributes that companions and clover's
    interim form hand over: sizes in pixels, CL's numbers of the channel data type and
    order (`0x10D2`). `handle` is the address of the descriptor; without it the image is
    its resource id, where the ABI has those.
    """

    width: int = 1
    height: int = 1
    depth: int = 1
    channel_data_type: int = 0
    channel_order: int = 0
    handle: int | None = None

    def companion(self, kind: CompanionKind) -> tuple[int, ...]:
        """The dwords of the companion `kind`."""
        if kind is CompanionKind.IMAGE_SIZE:
            return self.width, self.height, self.depth
        return self.channel_data_type, self.channel_order


@dataclass(frozen=True)
class Unpacked:
    """
    The content of an argument buffer: a value for each explicit argument, companions
    included, and the hidden arguments by name.

    Vectors and companions are tuples, structures `bytes`, pointers, images and other
    handles numbers. `pack(layout, unpacked.values, hidden=unpacked.hidden)` gives the
    buffer again, but for padding.
    """

    values: tuple[object, ...]
    hidden: Mapping[str, int]


def hidden_name(place: PlacedArgument) -> str:
    """
    The name by which `pack` and `unpack` know a hidden argument: its kind
    (`hidden_heap_v1`), or for the dwords of clover's interim form image and attribute
    (`source.width`).
    """
    return place.kind if place.kind.startswith("hidden_") else place.name


def _type_name(type: ArgumentType | None, kind: str) -> str:
    match type:
        case ValueType():
            return str(type)
        case StructType(size):
            return f"structure of {size} bytes"
        case _:
            return kind.replace("_", " ")


def _error(layout: KernelArgumentLayout, place: PlacedArgument, text: str) -> AbiError:
    if place.index is None:
        name = hidden_name(place)
        message = f"hidden argument {name} {text}"
        where = ""
    else:
        name = place.name or str(place.index)
        kind = _type_name(place.type, place.kind)
        message = f"argument '{name}' ({kind}) {text}"
        where = f", argument {place.index}"
    return AbiError(
        f"kernel @{layout.kernel}{where}: {message}",
        message=message,
        kernel=layout.kernel,
        argument=name,
    )


def _scalar(value: object, scalar: ScalarKind, size: int, order: ByteOrder) -> bytes:
    """`value` in `size` bytes: an integer type is extended by its sign or by zeros."""
    letter = _FLOATS.get(scalar)
    if letter is None:
        signed = scalar in _SIGNED
        number = _integer(value, size, signed=signed, bits=8 * scalar.size)
        return number.to_bytes(size, order, signed=signed)
    if isinstance(value, str | bytes | bytearray):
        raise AbiError(f"takes a number, not {value!r}")
    try:
        number = float(cast(Any, value))
        content = struct.pack(("<" if order == "little" else ">") + letter, number)
    except OverflowError:
        raise AbiError(
            f"takes numbers in the range of {scalar}, not {value!r}"
        ) from None
    except (TypeError, ValueError):
        raise AbiError(f"takes a number, not {value!r}") from None
    if len(content) != size:
        raise AbiError(f"has a place of {size} bytes, and {scalar} has {len(content)}")
    return content


def _elements(value: object, count: int) -> Sequence[object]:
    if isinstance(value, str | bytes | bytearray):
        raise AbiError(f"takes {count} numbers, not {value!r}")
    try:
        elements = list(cast(Iterable[object], value))
    except TypeError:
        raise AbiError(f"takes {count} numbers, not {value!r}") from None
    if len(elements) != count:
        raise AbiError(f"takes {count} numbers, not {len(elements)}")
    return elements


def _raw(value: object, size: int) -> bytes:
    """The bytes of `value`: `bytes`, a structure of `ctypes`, an item of an array."""
    try:
        content = memoryview(cast(Any, value)).tobytes()
    except TypeError:
        raise AbiError(f"takes {size} bytes, not {value!r}") from None
    if len(content) != size:
        raise AbiError(f"takes {size} bytes, not {len(content)}")
    return content


class _Packer:
    """The state of one call of `pack`."""

    def __init__(
        self, layout: KernelArgumentLayout, order: ByteOrder, local_base: int
    ) -> None:
        self.layout = layout
        self.order: ByteOrder = order
        self.buffer = bytearray(layout.kernarg_segment_size)
        self.local_base = local_base
        self.local_end = local_base

    def put(self, place: PlacedArgument, content: bytes) -> None:
        end = place.offset + place.size
        if len(content) != place.size or end > len(self.buffer):
            raise AbiError(
                f"ends at byte {place.offset + len(content)} and its place at {end} of "
                f"{len(self.buffer)}"
            )
        self.buffer[place.offset : end] = content

    def number(self, value: object, size: int) -> bytes:
        return _integer(value, size, signed=False).to_bytes(size, self.order)

    def local(self, memory: LocalMemory, align: int | None) -> int:
        """The offset of `memory` from the start of local memory."""
        start = align_to(self.local_end, align or LARGEST_ALIGN)
        self.local_end = start + _integer(memory.size, 4, signed=False)
        return start

    def content(self, place: PlacedArgument, value: object) -> bytes:
        """
        The bytes of `value` as explicit argument `place`.

        Raises `AbiError` when it does not fit.
        """
        size = place.size
        pointer = place.kind.endswith(("_pointer", "_buffer"))
        match place.type:
            case ValueType(scalar, width):
                if isinstance(value, bytes | bytearray | memoryview):
                    return _raw(cast(object, value), size)
                if width == 1:
                    return _scalar(value, scalar, size, self.order)
                each = size // (4 if width == 3 else width)
                content = b"".join(
                    _scalar(element, scalar, each, self.order)
                    for element in _elements(value, width)
                )
                # The fourth element of a vector of three is padding.
                return content.ljust(size, b"\0")
            case CompanionType(kind):
                words = (self.number(v, 4) for v in _elements(value, kind.dwords))
                return b"".join(words)
            case ImageArgument() | HandleType(HandleKind.SAMPLER):
                handle = value.handle if isinstance(value, ImageValue) else value
                if handle is None:
                    handle = place.resource_id
                if handle is None:
                    raise AbiError("has no resource id here; give its handle")
                return self.number(handle, size)
            case StructType() if place.kind == "by_value":
                return _raw(value, size)
            case None if place.kind == "by_value":
                return _raw(value, size)
            case _:
                if isinstance(value, LocalMemory):
                    known = place.type
                    align = (
                        known.pointee_align if isinstance(known, PointerType) else None
                    )
                    if place.kind not in ("local_pointer", "dynamic_shared_pointer"):
                        raise AbiError("is not a local pointer; give an address")
                    return self.number(self.local(value, align), size)
                return self.number(0 if value is None and pointer else value, size)


def _by_position(
    layout: KernelArgumentLayout, values: Sequence[object] | Mapping[str, object]
) -> dict[int, object]:
    """
    The given values by the index of their argument. Those of companions may be absent.

    Raises `AbiError` when a value is missing or is for no argument.
    """
    explicit = layout.explicit
    needed = [a for a in explicit if not isinstance(a.type, CompanionType)]
    if isinstance(values, Mapping):
        places: dict[str, PlacedArgument] = {}
        for place in explicit:
            if place.name in values and place.name in places:
                raise _error(layout, place, "has another's name; give values in order")
            places[place.name] = place
        unknown = [name for name in values if name not in places]
        if unknown:
            raise AbiError(
                f"kernel @{layout.kernel}: no argument is called '{unknown[0]}'; it has "
                f"{', '.join(places) or 'none'}",
                kernel=layout.kernel,
                argument=str(unknown[0]),
            )
        for place in needed:
            if place.name not in values:
                raise _error(layout, place, "has no value; give one")
        return {cast(int, places[n].index): v for n, v in values.items()}
    if len(values) not in (len(needed), len(explicit)):
        raise AbiError(
            f"kernel @{layout.kernel}: {len(values)} values for {len(needed)} "
            "arguments; give one for each",
            kernel=layout.kernel,
        )
    taken = explicit if len(values) == len(explicit) else needed
    return {
        cast(int, place.index): value
        for place, value in zip(taken, values, strict=True)
    }


def _companion(
    layout: KernelArgumentLayout, place: PlacedArgument, given: Mapping[int, object]
) -> object:
    """
    The dwords of companion `place`, taken from its image: the companions of each kind are
    in the order of the images (Mesa clover takes the image before them).
    """
    explicit = layout.explicit
    images = [a for a in explicit if isinstance(a.type, ImageArgument)]
    alike = [a for a in explicit if a.type == place.type]
    if len(alike) != len(images):
        raise AbiError("belongs to an image that is not known; give its dwords")
    image = images[alike.index(place)]
    value = given[cast(int, image.index)]
    if not isinstance(value, ImageValue):
        raise AbiError(f"needs an ImageValue for image '{image.name}'; give one")
    return value.companion(cast(CompanionType, place.type).kind)


def pack(
    layout: KernelArgumentLayout,
    values: Sequence[object] | Mapping[str, object],
    launch: Launch | None = None,
    *,
    hidden: Mapping[str, int] | None = None,
    local_base: int = 0,
    byte_order: ByteOrder = "little",
) -> bytes:
    """
    The argument buffer of one launch, `kernarg_segment_size` bytes; padding is zero.

    `values` holds one value for each explicit argument, in order or by name: numbers;
    sequences of numbers for vectors; `bytes` (or a `ctypes` structure) for structures;
    device addresses for pointers, `None` for the null pointer; `LocalMemory`, or an
    address, for local pointers; handles for the rest, `None` for an image's or sampler's
    resource id, `ImageValue` for an image with attributes. Companions are filled from
    that, unless their dwords are given, too. A by-value argument also takes its bytes as
    they are, and takes nothing else when its type is not known.

    Hidden arguments that the index space fixes come from `launch`; `hidden` gives
    hidden arguments by name (`hidden_name`) and goes first; what is in neither is 0.
    `local_base` is the size of the local memory that the kernel has of its own
    (`group_segment_size`), after which `LocalMemory` begins. `byte_order` is the
    device's; bytes that are given are in its order.

    Raises `AbiError`, with kernel and argument, for a value that does not fit, a value too
    many or too few, and for an index space that is needed and not given.
    """
    packer = _Packer(layout, byte_order, local_base)
    given = _by_position(layout, values)
    for place in layout.explicit:
        index = cast(int, place.index)
        try:
            value = given[index] if index in given else _companion(layout, place, given)
            packer.put(place, packer.content(place, value))
        except AbiError as error:
            raise _error(layout, place, str(error)) from None
    names = {hidden_name(a) for a in layout.hidden if a.kind != "hidden_none"}
    for name in hidden or ():
        if name not in names:
            raise AbiError(
                f"kernel @{layout.kernel}: no hidden argument is called {name}; it has "
                f"{', '.join(sorted(names)) or 'none'}",
                kernel=layout.kernel,
                argument=name,
            )
    attributes = [a for a in layout.hidden if not a.kind.startswith("hidden_")]
    images = [a for a in layout.explicit if isinstance(a.type, ImageArgument)]
    # Clover's interim form has the attributes of all images, in the images' order.
    of_image = {
        place.offset: images[i * len(images) // len(attributes)]
        for i, place in enumerate(attributes)
    }
    for place in layout.hidden:
        try:
            if hidden is not None and hidden_name(place) in hidden:
                value = hidden[hidden_name(place)]
            elif place.offset in of_image:
                image = of_image[place.offset]
                value = _attribute(place, image, given[cast(int, image.index)])
            else:
                value = _hidden_value(place, packer, launch)
            packer.put(place, packer.number(value, place.size))
        except AbiError as error:
            raise _error(layout, place, str(error)) from None
    return bytes(packer.buffer)


_ANY_LAUNCH = Launch((1,), (1,))


def _attribute(place: PlacedArgument, image: PlacedArgument, value: object) -> int:
    """The attribute of image argument `image` that `place` of the interim form has."""
    if not isinstance(value, ImageValue):
        raise AbiError(f"needs an ImageValue for image '{image.name}'; give one")
    return getattr(value, place.kind.removeprefix("image_"))


def _hidden_value(place: PlacedArgument, packer: _Packer, launch: Launch | None) -> int:
    """The value of hidden argument `place` where the caller gives none."""
    if place.kind == "hidden_dynamic_lds_size":
        return packer.local_end - packer.local_base
    if launch is not None:
        return launch.hidden(place.kind) or 0
    if _ANY_LAUNCH.hidden(place.kind) is not None:
        raise AbiError("depends on the index space; give a Launch, or its value")
    return 0


def unpack(
    layout: KernelArgumentLayout, data: bytes, *, byte_order: ByteOrder = "little"
) -> Unpacked:
    """
    The values in argument buffer `data`, for which `byte_order` is the device's.

    Raises `AbiError` when it does not have the size of the layout.
    """
    if len(data) != layout.kernarg_segment_size:
        raise AbiError(
            f"kernel @{layout.kernel}: the buffer has {len(data)} bytes, and the "
            f"arguments {layout.kernarg_segment_size}; give all of them",
            kernel=layout.kernel,
        )

    def number(content: bytes) -> int:
        return int.from_bytes(content, byte_order)

    def scalar(content: bytes, kind: ScalarKind) -> object:
        letter = _FLOATS.get(kind)
        if letter is None:
            return int.from_bytes(content, byte_order, signed=kind in _SIGNED)
        return struct.unpack(
            ("<" if byte_order == "little" else ">") + letter, content
        )[0]

    values: list[object] = []
    hidden: dict[str, int] = {}
    for place in layout.arguments:
        content = data[place.offset : place.offset + place.size]
        if place.index is None:
            if place.kind != "hidden_none":
                hidden[hidden_name(place)] = number(content)
            continue
        match place.type:
            case ValueType(kind, 1):
                values.append(scalar(content, kind))
            case ValueType(kind, width):
                each = place.size // (4 if width == 3 else width)
                parts = (content[each * i : each * (i + 1)] for i in range(width))
                values.append(tuple(scalar(part, kind) for part in parts))
            case CompanionType(kind):
                parts = (content[4 * i : 4 * (i + 1)] for i in range(kind.dwords))
                values.append(tuple(number(part) for part in parts))
            case _ if place.kind == "by_value":
                values.append(content)
            case _:
                values.append(number(content))
    return Unpacked(tuple(values), hidden)
