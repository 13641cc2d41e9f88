"""
Images in the API: their formats, the checks of `clCreateImage`, and where their texels are.

Pure functions on numbers: no objects of the API, no handles. Specification: OpenCL 3.0
API, sections 5.3.1 (formats, descriptors, pitches).
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.images.formats import (
    CHANNEL_ORDERS,
    CHANNEL_TYPES,
    ELEMENT_TYPES,
    ORDER_NAMES,
    TYPE_NAMES,
    texel_bytes,
)
from xdsl_opencl.abi.images.images import host_image_record
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.objects.platform import (
    MAX_BUFFER_TEXELS,
    MAX_IMAGE_DEPTH,
    MAX_IMAGE_LAYERS,
    MAX_IMAGE_WIDTH,
)
from xdsl_opencl.runtime.arguments.images import check_format
from xdsl_opencl.runtime.errors import RuntimeFailure

_SUPPORTED: tuple[tuple[str, str], ...] = (
    *product(("RGBA", "R", "RG"), ELEMENT_TYPES),
    # mutant: formats are listed in any order
    *product(("BGRA", "ARGB", "ABGR"), CHANNEL_ORDERS["BGRA"].types or ()),
    *product(("A",), ("UNORM_INT8", "UNORM_INT16", "FLOAT", "HALF_FLOAT")),
    *product(("INTENSITY", "LUMINANCE"), CHANNEL_ORDERS["INTENSITY"].types or ()),
    *product(("RGB",), ("UNORM_SHORT_565", "UNORM_SHORT_555", "UNORM_INT_101010")),
    ("RGBA", "UNORM_INT_101010_2"),
)
_READ_ONLY = (("sRGBA", "UNORM_INT8"), ("sBGRA", "UNORM_INT8"))
_DEPTH = (("DEPTH", "UNORM_INT16"), ("DEPTH", "FLOAT"))
"""Channel orders and data types that images can have, the required ones first."""


@dataclass(frozen=True)
class _Kind:
    """
    The shape of a type of image: its name in OpenCL C, its spatial dimensions, and whether
    it has layers.
    """

    name: str
    dimensions: int
    layered: bool = False


_KINDS: Mapping[int, _Kind] = {
    cl.MEM_OBJECT_IMAGE1D: _Kind("image1d", 1),
    cl.MEM_OBJECT_IMAGE1D_BUFFER: _Kind("image1d_buffer", 1),
    cl.MEM_OBJECT_IMAGE1D_ARRAY: _Kind("image1d_array", 1, True),
    cl.MEM_OBJECT_IMAGE2D: _Kind("image2d", 2),
    cl.MEM_OBJECT_IMAGE2D_ARRAY: _Kind("image2d_array", 2, True),
    cl.MEM_OBJECT_IMAGE3D: _Kind("image3d", 3),
}


def formats(object_type: int, flags: int) -> Iterator[tuple[int, int]]:
    """
    The channel orders and data types of `clGetSupportedImageFormats`.

    Raises `ApiError` for a type that is not an image's.
    """
    if object_type not in _KINDS:
        raise ApiError(cl.INVALID_VALUE, f"{object_type:#x} is not a type of an image")
    found = _SUPPORTED
    writes = cl.MEM_WRITE_ONLY | cl.MEM_READ_WRITE | cl.MEM_KERNEL_READ_AND_WRITE
    buffer = object_type == cl.MEM_OBJECT_IMAGE1D_BUFFER
    if not flags & writes and not buffer:
        found = (*found, *_READ_ONLY)
    if object_type in (cl.MEM_OBJECT_IMAGE2D, cl.MEM_OBJECT_IMAGE2D_ARRAY):
        found = (*found, *_DEPTH)
    for order, data_type in found:
        yield CHANNEL_ORDERS[order].number, CHANNEL_TYPES[data_type].number


@dataclass(frozen=True)
class Geometry:
    """
    An image without its memory. Pitches are in bytes; sizes that its type lacks are 1.
    The layers of a 1D array are `slice_pitch` apart, as the layers of other arrays.
    """

    object_type: int
    order: int
    data_type: int
    texel_bytes: int
    width: int
    height: int
    depth: int
    array_size: int
    row_pitch: int
    slice_pitch: int

    @property
    def kind(self) -> str:
        """The name of the type of its kernel arguments."""
        name = _KINDS[self.object_type].name
        if self.order != cl.DEPTH:
            return f"{name}_t"
        return f"{name}_depth_t"

    @property
    def shape(self) -> tuple[int, int, int]:
        """
        The size in the order of origins and regions: width; height, or the layers of a 1D
        array; depth or layers.
        """
        kind = _KINDS[self.object_type]
        if kind.dimensions == 1:
            return self.width, self.array_size, 1
        return self.width, self.height, max(self.depth, self.array_size)

    @property
    def pitches(self) -> tuple[int, ...]:
        """
        The bytes from one texel to the next along each of the axes of a kernel's coordinates.
        """
        kind = _KINDS[self.object_type]
        if kind.dimensions == 1:
            rows = (self.slice_pitch,) if kind.layered else ()
        elif len(self.axes) == 2:
            rows = (self.row_pitch,)
        else:
            rows = (self.row_pitch, self.slice_pitch)
        return (self.texel_bytes, *rows)

    @property
    def element(self) -> np.dtype[Any]:
        """The type of a channel, that of bytes where texels are packed."""
        row = CHANNEL_TYPES[TYPE_NAMES[self.data_type]]
        return np.dtype(row.storage if row.packed is None else np.uint8)

    @property
    def axes(self) -> tuple[int, ...]:
        """The sizes along the axes of a kernel's coordinates."""
        kind = _KINDS[self.object_type]
        return self.shape[: kind.dimensions + kind.layered]

    @property
    def strides(self) -> tuple[int, int, int]:
        """
        Bytes between neighbours along each of the three axes of origins and regions.
        """
        if _KINDS[self.object_type].dimensions == 1:
            return self.texel_bytes, self.slice_pitch, self.slice_pitch
        return self.texel_bytes, self.row_pitch, self.slice_pitch

    @property
    def nbytes(self) -> int:
        """Bytes from the first texel to the end of the last row."""
        _, rows, slices = self.shape
        _, row, plane = self.strides
        if _KINDS[self.object_type].dimensions == 1:
            return (rows - 1) * row + self.row_pitch
        return (slices - 1) * plane + rows * row

    def without_gaps(self) -> Geometry:
        """The same image with its rows and slices one after the other."""
        row = self.width * self.texel_bytes
        return replace(self, row_pitch=row, slice_pitch=row * self.height)

    @property
    def reported_slice_pitch(self) -> int:
        """The answer to `CL_IMAGE_SLICE_PITCH`: 0 for images of one slice."""
        kind = _KINDS[self.object_type]
        return self.slice_pitch if kind.layered or kind.dimensions == 3 else 0


def _format_names(order: int, data_type: int) -> tuple[str, str]:
    names = ORDER_NAMES.get(order), TYPE_NAMES.get(data_type)
    if names[0] is None or names[1] is None:
        raise ApiError(
            cl.INVALID_IMAGE_FORMAT_DESCRIPTOR,
            f"channel order {order:#x} with data type {data_type:#x}",
        )
    return names[0], names[1]


def check_image_format(object_type: int, order: int, data_type: int, flags: int) -> int:
    """
    The bytes of a texel.

    Raises `ApiError` for a format that does not exist or that no such image can have.
    """
    names = _format_names(order, data_type)
    kind = _KINDS[object_type]
    depth = names[0] == "DEPTH" and kind.dimensions == 2
    try:
        from xdsl_opencl.abi.enums import ImageKind

        suffix = "_depth_t" if depth else "_t"
        check_format(ImageKind(kind.name + suffix), *names)
    except RuntimeFailure as error:
        if names[0] == "DEPTH":
            raise ApiError(cl.IMAGE_FORMAT_NOT_SUPPORTED, str(error)) from None
        raise ApiError(cl.INVALID_IMAGE_FORMAT_DESCRIPTOR, str(error)) from None
    if (order, data_type) not in formats(object_type, flags):
        raise ApiError(
            cl.IMAGE_FORMAT_NOT_SUPPORTED, f"{' '.join(names)}: see the list"
        )
    return texel_bytes(*names)


_DESCRIPTION = "<I4x6Q2I"
"""A `cl_image_desc` up to its memory object (`CL/cl.h`)."""


@dataclass(frozen=True)
class Description:
    """A `cl_image_desc` without the memory object that it names."""

    object_type: int
    width: int
    height: int
    depth: int
    array_size: int
    row_pitch: int
    slice_pitch: int
    mip_levels: int
    samples: int

    def with_row_pitch(self, pitch: int) -> Description:
        """The same description with another row pitch."""
        return replace(self, row_pitch=pitch)

    @staticmethod
    def read(address: int) -> tuple[Description, int]:
        """The `cl_image_desc` at `address`, and the handle in it (`CL/cl.h`)."""
        size = struct.calcsize(_DESCRIPTION)
        data = ctypes.string_at(address, size + 8)
        values = struct.unpack_from(_DESCRIPTION, data)
        (handle,) = struct.unpack_from("<Q", data, size)
        return Description(*values), handle


_LIMITS: Mapping[int, Callable[[Description], tuple[tuple[int, int], ...]]] = {
    cl.MEM_OBJECT_IMAGE1D: lambda d: ((d.width, MAX_IMAGE_WIDTH),),
    cl.MEM_OBJECT_IMAGE1D_BUFFER: lambda d: ((d.width, MAX_BUFFER_TEXELS),),
    cl.MEM_OBJECT_IMAGE1D_ARRAY: lambda d: (
        (d.width, MAX_IMAGE_WIDTH),
        (d.array_size, MAX_IMAGE_LAYERS),
    ),
    cl.MEM_OBJECT_IMAGE2D: lambda d: (
        (d.width, MAX_IMAGE_WIDTH),
        (d.height, MAX_IMAGE_WIDTH),
    ),
    cl.MEM_OBJECT_IMAGE2D_ARRAY: lambda d: (
        (d.width, MAX_IMAGE_WIDTH),
        (d.height, MAX_IMAGE_WIDTH),
        (d.array_size, MAX_IMAGE_LAYERS),
    ),
    cl.MEM_OBJECT_IMAGE3D: lambda d: (
        (d.width, MAX_IMAGE_DEPTH),
        (d.height, MAX_IMAGE_DEPTH),
        (d.depth, MAX_IMAGE_DEPTH),
    ),
}
"""The sizes that an image has, with their limits."""


def describe(
    description: Description,
    order: int,
    data_type: int,
    flags: int,
    *,
    has_memory: bool,
    buffer_bytes: int | None = None,
) -> Geometry:
    """
    The image that `clCreateImage` makes of a description. `has_memory`: its texels come
    from a host pointer; `buffer_bytes`: the size of the buffer they lie in.

    Raises `ApiError` with the code that the specification names.
    """
    given = description
    if given.object_type not in _KINDS:
        raise ApiError(
            cl.INVALID_IMAGE_DESCRIPTOR, f"image type {given.object_type:#x}"
        )
    if given.mip_levels or given.samples:
        raise ApiError(cl.INVALID_IMAGE_DESCRIPTOR, "mip levels and samples must be 0")
    texel = check_image_format(given.object_type, order, data_type, flags)
    for size, limit in _LIMITS[given.object_type](given):
        if not size:
            raise ApiError(cl.INVALID_IMAGE_SIZE, "a size of 0")
        if size > limit:
            raise ApiError(cl.INVALID_IMAGE_SIZE, f"a size of {size}, above {limit}")
    kind = _KINDS[given.object_type]
    height = given.height if kind.dimensions > 1 else 1
    row, plane = given.row_pitch, given.slice_pitch
    if (row or plane) and not has_memory and buffer_bytes is None:
        raise ApiError(cl.INVALID_IMAGE_DESCRIPTOR, "pitches without a host pointer")
    if row and (row < given.width * texel or row % texel):
        raise ApiError(cl.INVALID_IMAGE_DESCRIPTOR, f"row pitch {row}")
    row = row or given.width * texel
    if not (kind.layered or kind.dimensions == 3):
        plane = 0
    if plane and (plane < row * height or plane % row):
        raise ApiError(cl.INVALID_IMAGE_DESCRIPTOR, f"slice pitch {plane}")
    found = Geometry(
        given.object_type,
        order,
        data_type,
        texel,
        given.width,
        height,
        given.depth if kind.dimensions > 2 else 1,
        given.array_size if kind.layered else 1,
        row,
        plane or row * height,
    )
    if buffer_bytes is not None and found.nbytes > buffer_bytes:
        code = cl.INVALID_IMAGE_SIZE
        if given.object_type == cl.MEM_OBJECT_IMAGE2D:
            code = cl.INVALID_IMAGE_FORMAT_DESCRIPTOR
        raise ApiError(code, f"{found.nbytes} bytes in a buffer of {buffer_bytes}")
    return found


def image_record(image: Geometry, address: int) -> ctypes.Array[ctypes.c_char]:
    """
    The record that the kernel argument of an image points to, whose texels begin at `address`
    (`abi/images/images.py`).
    """
    record = host_image_record(
        data=address,
        texel_bytes=image.texel_bytes,
        row_pitch=image.row_pitch,
        slice_pitch=image.slice_pitch,
        width=image.width,
        height=image.height,
        depth=image.depth,
        array_size=image.array_size,
        channel_data_type=image.data_type,
        channel_order=image.order,
    )
    return (ctypes.c_char * len(record)).from_buffer_copy(record)


# --- colours ---------------------------------------------------------------------------


def _normalized(value: float, low: int, high: int) -> int:
    """`convert_T_sat_rte(value * high)`, as section 8.3.1.1 demands; 0 for NaN."""
    scaled = float(np.float32(value) * np.float32(high))
    if scaled != scaled:
        return 0
    return round(min(max(scaled, low), high))


def _srgb(value: float) -> float:
    """A linear component as sRGB (section 8.3.1.3)."""
    if not value > 0:
        return 0.0
    if value > 1:
        return 1.0
    return 12.92 * value if value < 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def color_texel(image: Geometry, color: bytes) -> bytes:
    """
    The texel of the fill colour of `clEnqueueFillImage`: four floats, or four integers for
    images of integers; one float for a depth image.
    """
    order, data_type = ORDER_NAMES[image.order], TYPE_NAMES[image.data_type]
    row, stored = CHANNEL_TYPES[data_type], CHANNEL_ORDERS[order].stored
    if row.kind in ("SINT", "UINT"):
        numbers = struct.unpack("<4i" if row.kind == "SINT" else "<4I", color)
        limits = np.iinfo(row.storage)
        clamped = [min(max(numbers[i], limits.min), limits.max) for i in stored]
        return np.array(clamped, row.storage).tobytes()
    if order == "DEPTH":
        color = color[:4] + bytes(12)
    values = struct.unpack("<4f", color)
    if order[0] == "s":
        values = (*(_srgb(v) for v in values[:3]), values[3])
    if row.packed is not None:
        bits = 0
        for value, (largest, shift) in zip(values, row.packed, strict=False):
            bits |= _normalized(value, 0, largest) << shift
        return bits.to_bytes(row.bits // 8, "little")
    chosen = [values[i] for i in stored]
    if row.kind == "FLOAT":
        with np.errstate(over="ignore", invalid="ignore"):
            return np.array(chosen, np.float32).astype(row.storage).tobytes()
    limits = np.iinfo(row.storage)
    normalized = [_normalized(v, limits.min, limits.max) for v in chosen]
    return np.array(normalized, row.storage).tobytes()


# --- origins and regions ---------------------------------------------------------------


def check_region(
    image: Geometry, origin: tuple[int, int, int], region: tuple[int, int, int]
) -> None:
    """
    Raises `ApiError` when a region is empty or goes beyond the image, or when an axis that
    the image lacks has an origin other than 0 or an extent other than 1.
    """
    if not all(region):
        raise ApiError(cl.INVALID_VALUE, f"region {region} is empty")
    for axis, (first, extent, size) in enumerate(
        # mutant: they are added; the words of the error alone tell them apart
        zip(origin, region, image.shape, strict=True)
    ):
        if first + extent > size:
            raise ApiError(
                cl.INVALID_VALUE, f"axis {axis}: {first} + {extent} goes beyond {size}"
            )


def texel_offset(image: Geometry, origin: tuple[int, int, int]) -> int:
    """Bytes from the first texel to the one at `origin`."""
    return sum(o * s for o, s in zip(origin, image.strides, strict=True))


def host_pitches(
    image: Geometry, region: tuple[int, int, int], row: int, plane: int
) -> tuple[int, int]:
    """
    The row and slice pitch of memory that a region is read to or written from, where 0
    means without gaps.

    Raises `ApiError` for pitches that are too small.
    """
    width, rows, _ = region
    least = width * image.texel_bytes
    kind = _KINDS[image.object_type]
    if row and row < least:
        raise ApiError(cl.INVALID_VALUE, f"row pitch {row}, at least {least}")
    row = row or least
    if kind.dimensions == 1 and kind.layered:
        if plane and plane < row:
            raise ApiError(cl.INVALID_VALUE, f"slice pitch {plane}, at least {row}")
        # The layers of a 1D array are its second axis.
        return plane or row, 0
    if plane and not (kind.layered or kind.dimensions == 3):
        raise ApiError(cl.INVALID_VALUE, "a slice pitch for an image of one slice")
    if plane and plane < row * rows:
        raise ApiError(cl.INVALID_VALUE, f"slice pitch {plane}, at least {row * rows}")
    return row, plane or row * rows
