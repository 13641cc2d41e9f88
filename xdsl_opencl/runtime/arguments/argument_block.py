"""
Kernel arguments: checked against reflection, packed into the argument block.

A launch should cost microseconds, so each argument has an encoder of its own, made once.
"""

from __future__ import annotations

import ctypes
import operator
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol, cast

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi.arguments.array_elements import elements_fault, scalar_type
from xdsl_opencl.abi.enums import AddressingMode, FilterMode
from xdsl_opencl.abi.model import KernelArgumentLayout, PlacedArgument, PointerType
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.runtime.arguments.buffers import Buffer
from xdsl_opencl.runtime.arguments.images import Image
from xdsl_opencl.runtime.arguments.pipes import Pipe
from xdsl_opencl.runtime.errors import RuntimeFailure

BLOCK_ALIGN = 128
"""Alignment of an argument block, that of the largest vector."""


@dataclass(frozen=True)
class Local:
    """
    Memory of `size` bytes for each work-group: the value of a `local` pointer argument.

    Raises `RuntimeFailure` for a size that is not a whole number.
    """

    size: int

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "size", operator.index(self.size))
        except TypeError:
            raise RuntimeFailure(
                f"Local({self.size!r}): give the size as a whole number of bytes"
            ) from None


@dataclass(frozen=True)
class Sampler:
    """
    A sampler argument, as `clCreateSampler` makes it. `addressing` is `none`,
    `clamp_to_edge`, `clamp`, `repeat` or `mirrored_repeat`; `filter` `nearest` or `linear`.

    Raises `RuntimeFailure` for other words, and for a repeating mode without normalised
    coordinates (OpenCL 3.0 API, section 5.8.1: `CL_INVALID_VALUE`).
    """

    normalized: bool
    addressing: AddressingMode | str
    filter: FilterMode | str

    def __post_init__(self) -> None:
        if self.normalized not in (True, False):
            raise RuntimeFailure(
                f"sampler: normalized is {self.normalized!r}, not True or False"
            )
        for word, allowed in (
            (self.addressing, AddressingMode),
            (self.filter, FilterMode),
        ):
            if word not in tuple(allowed):
                raise RuntimeFailure(
                    f"sampler: '{word}' is none of {', '.join(allowed)}"
                )
        if not self.normalized and "repeat" in self.addressing:
            raise RuntimeFailure(
                f"sampler: addressing {self.addressing} needs normalised coordinates; "
                "give normalized=True"
            )

    @property
    def bits(self) -> int:
        """The value of OpenCL C's sampler literal (clang `opencl-c-base.h`)."""
        addressing = list(AddressingMode).index(AddressingMode(self.addressing))
        linear = self.filter == FilterMode.LINEAR
        return int(self.normalized) | addressing << 1 | (0x20 if linear else 0x10)


Value = Any
"""
NumPy arrays or `Buffer` for buffers, numbers and NumPy scalars, `Local`, `Image`, `Sampler`,
`Pipe`, bytes.
"""


class Memory(Protocol):
    """
    The memory of a device, during one launch: each method places a value where kernels
    reach it and returns the number that stands for it in the argument segment.
    """

    def buffer(self, array: npt.NDArray[Any], name: str, writable: bool) -> int: ...

    def local(self, size: int, align: int) -> int: ...

    def image(self, image: Image, access: str) -> int: ...

    def sampler(self, sampler: Sampler) -> int: ...

    def pipe(self, pipe: Pipe) -> int: ...


class HostMemory:
    """
    This process's memory; everything in it has its place already. `keep` must live
    while the kernel runs; `local_bytes` is the local memory of a work-group.
    """

    __slots__ = ("keep", "local_bytes")

    def __init__(self) -> None:
        self.keep: list[Any] = []
        self.local_bytes = 0

    def buffer(self, array: npt.NDArray[Any], name: str, writable: bool) -> int:
        self.keep.append(array)
        return array.__array_interface__["data"][0]

    def local(self, size: int, align: int) -> int:
        self.local_bytes += size
        return size

    def image(self, image: Image, access: str) -> int:
        # The image may get other pixels while the kernel runs.
        self.keep.append((image.pixels, image.record))
        return image.address

    def sampler(self, sampler: Sampler) -> int:
        return sampler.bits

    def pipe(self, pipe: Pipe) -> int:
        self.keep.append(pipe)
        return pipe.address


_Encoder = Callable[[Value, Any, int, Memory], None]
"""
Writes a value into a block whose byte 0 is at the offset; an array or image is put into
the memory.
"""

_NUMBERS: dict[int, struct.Struct] = {
    2: struct.Struct("<H"),
    4: struct.Struct("<I"),
    8: struct.Struct("<Q"),
}
"""Addresses, offsets and handles by their size in bytes."""

_LARGEST_ALIGN = 128
"""Alignment of local memory whose element type is not known: that of `long16`."""


def packet_bytes(type_name: str) -> int | None:
    """
    The bytes of a packet of a pipe whose packets have this type; `None` for structures.
    """
    packet = scalar_type(type_name)
    if packet is None:
        return None
    dtype, width = packet
    return dtype.itemsize * (4 if width == 3 else width)


class Packer:
    """Fills argument blocks of one kernel."""

    def __init__(
        self,
        kernel: str,
        layout: KernelArgumentLayout,
        infos: Sequence[ArgumentInfo],
    ):
        self.kernel = kernel
        self.infos = infos
        placed = sorted(layout.explicit, key=lambda a: a.index or 0)
        self._encoders = tuple(self._encoder(p) for p in placed)
        size = max(layout.kernarg_segment_size, 8) + BLOCK_ALIGN
        self._block: Any = ctypes.c_char * size

    def fail(self, index: int, message: str) -> NoReturn:
        info = self.infos[index]
        name = f" '{info.name}'" if info.name else ""
        raise RuntimeFailure(
            f"kernel '{self.kernel}', argument {index}{name} of type "
            f"{info.type_name}: {message}"
        )

    def pack(self, values: Sequence[Value], memory: Memory) -> tuple[Any, int]:
        """
        Returns a block of bytes, and the aligned offset of the argument segment with
        `values` in it. `memory` gets the arguments' arrays and images.

        Raises `RuntimeFailure` naming the kernel and the argument.
        """
        if len(values) != len(self._encoders):
            names = ", ".join(f"{i.type_name} {i.name}".strip() for i in self.infos)
            raise RuntimeFailure(
                f"kernel '{self.kernel}' takes {len(self._encoders)} arguments"
                f"{f' ({names})' if names else ''}, {len(values)} given"
            )
        block = self._block()
        start = -ctypes.addressof(block) % BLOCK_ALIGN
        for encode, value in zip(self._encoders, values, strict=True):
            encode(value, block, start, memory)
        return block, start

    # --- encoders --------------------------------------------------------------------

    def _encoder(self, placed: PlacedArgument) -> _Encoder:
        assert placed.index is not None
        match placed.kind:
            case "global_pointer" | "constant_pointer" | "global_buffer":
                return self._pointer(placed.index, placed)
            case "local_pointer" | "dynamic_shared_pointer":
                return self._local(placed.index, placed)
            case "image":
                return self._image(placed.index, placed)
            case "sampler":
                return self._sampler(placed.index, placed)
            case "pipe":
                return self._pipe(placed.index, placed)
            case "by_value":
                return self._by_value(placed.index, placed.offset, placed.size)
            case kind:
                return self._missing(placed.index, kind)

    def _missing(self, index: int, kind: str) -> _Encoder:
        def encode(value: Value, block: Any, start: int, memory: Memory) -> None:
            self.fail(index, f"the device has no {kind} arguments")

        return encode

    def _pointer(self, index: int, placed: PlacedArgument) -> _Encoder:
        info = self.infos[index]
        read_only = "const" in info.type_qualifiers.split()
        name = info.name or str(index)
        put, offset = _NUMBERS[placed.size].pack_into, placed.offset
        pointee = info.base_type_name.removesuffix("*")
        accepted: set[np.dtype[Any]] = set()
        """Types that have passed the test."""

        def encode(value: Value, block: Any, start: int, memory: Memory) -> None:
            if value is None:
                put(block, start + offset, 0)
                return
            # A checked program reports accesses that a buffer forbids.
            told = isinstance(value, Buffer)
            if told:
                value = value.array
            if not isinstance(value, np.ndarray):
                self.fail(
                    index,
                    f"expected a NumPy array (or None), got {type(value).__name__}",
                )
            array = cast("npt.NDArray[Any]", value)
            if array.dtype not in accepted:
                if fault := elements_fault(array.dtype, pointee):
                    self.fail(index, fault)
                accepted.add(array.dtype)
            flags = array.flags
            if not flags.c_contiguous:
                self.fail(
                    index, "the array is not contiguous; see numpy.ascontiguousarray"
                )
            if not read_only and not flags.writeable and not told:
                self.fail(
                    index,
                    "the array is read-only, the pointer not to const; give it a copy",
                )
            put(block, start + offset, memory.buffer(array, name, not read_only))

        return encode

    def _local(self, index: int, placed: PlacedArgument) -> _Encoder:
        put, offset = _NUMBERS[placed.size].pack_into, placed.offset
        known = placed.type.pointee_align if isinstance(placed.type, PointerType) else 0
        align = known or _LARGEST_ALIGN

        def encode(value: Value, block: Any, start: int, memory: Memory) -> None:
            if not isinstance(value, Local):
                self.fail(
                    index,
                    f"expected Local(size in bytes), got {type(value).__name__}",
                )
            if value.size <= 0:
                self.fail(
                    index,
                    f"Local({value.size}): local memory needs a size; give 1 or more",
                )
            put(block, start + offset, memory.local(value.size, align))

        return encode

    def _sampler(self, index: int, placed: PlacedArgument) -> _Encoder:
        put, offset = _NUMBERS[placed.size].pack_into, placed.offset

        def encode(value: Value, block: Any, start: int, memory: Memory) -> None:
            if not isinstance(value, Sampler):
                self.fail(index, f"expected a Sampler, got {type(value).__name__}")
            put(block, start + offset, memory.sampler(value))

        return encode

    def _pipe(self, index: int, placed: PlacedArgument) -> _Encoder:
        put, offset = _NUMBERS[placed.size].pack_into, placed.offset
        wanted = packet_bytes(self.infos[index].base_type_name)

        def encode(value: Value, block: Any, start: int, memory: Memory) -> None:
            if not isinstance(value, Pipe):
                self.fail(index, f"expected a Pipe, got {type(value).__name__}")
            if wanted is not None and value.packet_size != wanted:
                self.fail(
                    index,
                    f"a pipe of packets of {value.packet_size} bytes; expected {wanted}",
                )
            put(block, start + offset, memory.pipe(value))

        return encode

    def _image(self, index: int, placed: PlacedArgument) -> _Encoder:
        put, offset = _NUMBERS[placed.size].pack_into, placed.offset
        info = self.infos[index]
        writes = info.access in ("write_only", "read_write")

        def encode(value: Value, block: Any, start: int, memory: Memory) -> None:
            if not isinstance(value, Image):
                self.fail(index, f"expected an Image, got {type(value).__name__}")
            if value.kind != info.base_type_name:
                self.fail(index, f"got an image of type {value.kind}")
            if writes and not value.pixels.flags.writeable:
                self.fail(index, f"{info.access}, but the image's pixels are read-only")
            put(block, start + offset, memory.image(value, info.access))

        return encode

    def _by_value(self, index: int, offset: int, size: int) -> _Encoder:
        scalar = scalar_type(self.infos[index].base_type_name)
        if scalar is None:
            return self._structure(index, offset, size)
        dtype, width = scalar
        letter = dtype.char
        integer = dtype.kind in "iu"
        put = struct.Struct("<" + letter).pack_into

        def encode(value: Value, block: Any, start: int, memory: Memory) -> None:
            if width == 1 and isinstance(value, int | float | np.number):
                try:
                    put(block, start + offset, value)
                    return
                except (struct.error, OverflowError, TypeError):
                    # The lines below raise the error, or round as NumPy does.
                    pass
            data = self._numbers(index, value, dtype, width, integer=integer)
            block[start + offset : start + offset + len(data)] = data

        return encode

    def _numbers(
        self,
        index: int,
        value: Value,
        dtype: np.dtype[Any],
        width: int,
        *,
        integer: bool,
    ) -> bytes:
        if isinstance(value, bytes | bytearray):
            given: npt.NDArray[Any] = np.frombuffer(value, np.uint8)
            # A vector of 3 has the size of 4, in memory and as an argument.
            if len(value) != dtype.itemsize * (4 if width == 3 else width):
                self.fail(index, f"{len(value)} bytes are not a value of this type")
            return given.tobytes()
        try:
            given = np.asarray(value)
        except ValueError as error:
            self.fail(index, str(error))
        if given.dtype.kind not in "biuf":
            wanted = "a number" if width == 1 else f"{width} numbers"
            self.fail(index, f"expected {wanted}, got {type(value).__name__}")
        if given.size != width and not (width == 3 and given.size == 4):
            expected = "a number" if width == 1 else f"{width} numbers"
            self.fail(index, f"expected {expected}, got {given.size}")
        if integer:
            if given.dtype.kind == "f":
                self.fail(index, f"expected an integer, got {value}")
            least, most = self._range(index, dtype)
            for number in given.reshape(-1).tolist():
                if not least <= number <= most:
                    self.fail(index, f"{number} is out of range ({least} to {most})")
        with np.errstate(over="ignore"):
            return given.astype(dtype).tobytes()

    def _range(self, index: int, dtype: np.dtype[Any]) -> tuple[int, int]:
        limits = np.iinfo(dtype)
        if self.infos[index].base_type_name == "size_t":
            # Only an `index` is passed as one, which has no sign of its own.
            return np.iinfo(np.int64).min, limits.max
        return limits.min, limits.max

    def _structure(self, index: int, offset: int, size: int) -> _Encoder:
        def encode(value: Value, block: Any, start: int, memory: Memory) -> None:
            if isinstance(value, bytes | bytearray | ctypes.Structure):
                data = bytes(value)
            elif isinstance(value, np.void | np.ndarray):
                record = cast("npt.NDArray[Any]", value)
                if record.dtype.hasobject:
                    self.fail(
                        index, f"the record holds Python objects ({record.dtype})"
                    )
                data = record.tobytes()
            else:
                self.fail(
                    index,
                    "expected bytes, a ctypes structure or a NumPy record, got "
                    f"{type(value).__name__}",
                )
            if len(data) != size:
                self.fail(index, f"expected {size} bytes, got {len(data)}")
            block[start + offset : start + offset + size] = data

        return encode
