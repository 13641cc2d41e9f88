"""
Kernel arguments: checked against reflection, packed into the argument block.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi.enums import AddressingMode, FilterMode
from xdsl_opencl.abi.model import KernelArgumentLayout, PlacedArgument
from xdsl_opencl.dialects.opencl.kernel import ArgumentInfo
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.images import Image


@dataclass(frozen=True)
class Local:
    """
    Memory of `size` bytes for each work-group: the value of a `local` pointer argument.
    """

    size: int


@dataclass(frozen=True)
class Sampler:
    """
    A sampler argument, as `clCreateSampler` makes it.
    """

    normalized: bool
    addressing: AddressingMode
    filter: FilterMode

    @property
    def bits(self) -> int:
        """
        The value of OpenCL C's sampler literal (clang `opencl-c-base.h`).
        """
        addressing = list(AddressingMode).index(AddressingMode(self.addressing))
        linear = FilterMode(self.filter) is FilterMode.LINEAR
        return int(self.normalized) | addressing << 1 | (0x20 if linear else 0x10)


Value = Any
"""NumPy arrays for buffers, numbers and NumPy scalars, `Local`, `Image`, `Sampler`, bytes."""

_DTYPES: dict[str, str] = {
    "char": "i1",
    "uchar": "u1",
    "short": "i2",
    "ushort": "u2",
    "int": "i4",
    "uint": "u4",
    "long": "i8",
    "ulong": "u8",
    "half": "f2",
    "float": "f4",
    "double": "f8",
    "bool": "i1",
    "size_t": "u8",
}


def _split(type_name: str) -> tuple[str, int] | None:
    """
    `float4` as `("f4", 4)`; `None` for what is no scalar or vector of OpenCL C.
    """
    name = type_name.rstrip("0123456789")
    dtype = _DTYPES.get(name)
    if dtype is None:
        return None
    return dtype, int(type_name[len(name) :] or 1)


class Packer:
    """
    Fills argument blocks of one kernel.
    """

    def __init__(
        self,
        kernel: str,
        layout: KernelArgumentLayout,
        infos: Sequence[ArgumentInfo],
    ):
        self.kernel = kernel
        self.layout = layout
        self.infos = infos
        self.placed = sorted(layout.explicit, key=lambda a: a.index or 0)

    def fail(self, index: int, message: str) -> RuntimeFailure:
        info = self.infos[index]
        name = f" '{info.name}'" if info.name else ""
        return RuntimeFailure(
            f"kernel '{self.kernel}', argument {index}{name} of type "
            f"{info.type_name}: {message}"
        )

    def pack(self, values: Sequence[Value]) -> tuple[npt.NDArray[np.uint8], list[Any]]:
        """
        The argument block for `values`, and what must live while the kernel runs.

        Raises `RuntimeFailure` naming the kernel and the argument.
        """
        if len(values) != len(self.placed):
            raise RuntimeFailure(
                f"kernel '{self.kernel}' takes {len(self.placed)} arguments, "
                f"{len(values)} given"
            )
        block = np.zeros(max(self.layout.kernarg_segment_size, 8), np.uint8)
        keep: list[Any] = []
        for placed, value in zip(self.placed, values, strict=True):
            data = self.encode(placed, value, keep)
            block[placed.offset : placed.offset + len(data)] = np.frombuffer(
                data, np.uint8
            )
        return block, keep

    def encode(self, placed: PlacedArgument, value: Value, keep: list[Any]) -> bytes:
        assert placed.index is not None
        match placed.kind:
            case "global_pointer" | "constant_pointer":
                return self.pointer(placed.index, value, keep)
            case "local_pointer":
                if not isinstance(value, Local):
                    raise self.fail(placed.index, "expected Local(size in bytes)")
                if value.size <= 0:
                    raise self.fail(placed.index, "local memory needs a size above 0")
                return value.size.to_bytes(8, "little")
            case "image":
                return self.image(placed.index, value, keep)
            case "sampler":
                if not isinstance(value, Sampler):
                    raise self.fail(placed.index, "expected a Sampler")
                return value.bits.to_bytes(8, "little")
            case _:
                return self.by_value(placed, value)

    def pointer(self, index: int, value: Value, keep: list[Any]) -> bytes:
        if value is None:
            return bytes(8)
        if not isinstance(value, np.ndarray):
            raise self.fail(
                index, f"expected a NumPy array, got {type(value).__name__}"
            )
        array: npt.NDArray[Any] = value
        if not array.flags.c_contiguous:
            raise self.fail(index, "the array is not contiguous")
        constant = "const" in self.infos[index].type_qualifiers.split()
        if not array.flags.writeable and not constant:
            raise self.fail(index, "the array is read-only")
        keep.append(array)
        return int(array.ctypes.data).to_bytes(8, "little")

    def image(self, index: int, value: Value, keep: list[Any]) -> bytes:
        if not isinstance(value, Image):
            raise self.fail(index, f"expected an Image, got {type(value).__name__}")
        wanted = self.infos[index].base_type_name
        if value.kind != wanted:
            raise self.fail(index, f"got an image of type {value.kind}")
        keep.append(value)
        return int(value.record.ctypes.data).to_bytes(8, "little")

    def by_value(self, placed: PlacedArgument, value: Value) -> bytes:
        assert placed.index is not None
        if isinstance(value, bytes | bytearray | ctypes.Structure):
            data = bytes(value)
        else:
            data = self.number(placed, value)
        if len(data) != placed.size:
            raise self.fail(
                placed.index, f"expected {placed.size} bytes, got {len(data)}"
            )
        return data

    def number(self, placed: PlacedArgument, value: Value) -> bytes:
        assert placed.index is not None
        scalar = _split(self.infos[placed.index].base_type_name)
        array = np.asarray(value)
        if scalar is None:
            # A structure: its bytes as a NumPy record or array.
            return array.tobytes()
        dtype, width = scalar
        if array.dtype.kind not in "biuf":
            raise self.fail(
                placed.index, f"expected a number, got {type(value).__name__}"
            )
        if array.size != width:
            raise self.fail(placed.index, f"expected {width} numbers, got {array.size}")
        wanted = np.dtype(dtype)
        if wanted.kind in "iu" and array.dtype.kind == "f":
            raise self.fail(placed.index, "expected an integer")
        with np.errstate(over="ignore"):
            exact = array.astype(wanted)
        if wanted.kind in "iu" and isinstance(value, int) and int(exact) != value:
            raise self.fail(placed.index, f"{value} is out of range")
        data = exact.tobytes()
        # A 3-element vector takes the room of four.
        return data + bytes(placed.size - len(data)) if width == 3 else data
