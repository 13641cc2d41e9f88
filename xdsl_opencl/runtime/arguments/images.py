"""Images over NumPy arrays, and the record through which kernels see them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from xdsl_opencl.abi.enums import ImageKind
from xdsl_opencl.abi.images.images import (
    CHANNEL_DATA_TYPES,
    CHANNEL_ORDERS,
    HOST_IMAGE_BYTES,
    HOST_IMAGE_FIELDS,
    HOST_IMAGE_FORMATS,
)
from xdsl_opencl.runtime.errors import RuntimeFailure

STORAGE: dict[str, str] = {
    "SNORM_INT8": "i1",
    "SNORM_INT16": "i2",
    "UNORM_INT8": "u1",
    "UNORM_INT16": "u2",
    "SIGNED_INT8": "i1",
    "SIGNED_INT16": "i2",
    "SIGNED_INT32": "i4",
    "UNSIGNED_INT8": "u1",
    "UNSIGNED_INT16": "u2",
    "UNSIGNED_INT32": "u4",
    "HALF_FLOAT": "f2",
    "FLOAT": "f4",
}
"""Channel data types with an element for each channel, and NumPy's type for it."""
_PACKED: dict[str, str] = {
    "UNORM_SHORT_565": "u2",
    "UNORM_SHORT_555": "u2",
    "UNORM_INT_101010": "u4",
    "UNORM_INT_101010_2": "u4",
    "UNORM_INT24": "u4",
}
_CHANNELS: dict[str, int] = {
    **dict.fromkeys(("R", "A", "INTENSITY", "LUMINANCE", "Rx", "DEPTH"), 1),
    **dict.fromkeys(("RG", "RA", "RGx"), 2),
    **dict.fromkeys(("RGB", "sRGB"), 3),
    **dict.fromkeys(
        ("RGBA", "BGRA", "ARGB", "ABGR", "RGBx", "sRGBx", "sRGBA", "sBGRA"), 4
    ),
}

_DATA_TYPES = {**CHANNEL_DATA_TYPES, "CL_UNORM_INT_101010_2": 0x10E0}
"""These, and the one of OpenCL 2.1 that has no code in AMD's descriptors (CL/cl.h)."""

_BYTES = ("UNORM_INT8", "SNORM_INT8", "SIGNED_INT8", "UNSIGNED_INT8")
_NORMALIZED = ("UNORM_INT8", "UNORM_INT16", "SNORM_INT8", "SNORM_INT16")
_TYPES_OF_ORDER: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("INTENSITY", "LUMINANCE"), (*_NORMALIZED, "HALF_FLOAT", "FLOAT")),
    **dict.fromkeys(("BGRA", "ARGB", "ABGR"), _BYTES),
    **dict.fromkeys(("sRGB", "sRGBx", "sRGBA", "sBGRA"), ("UNORM_INT8",)),
    "DEPTH": ("UNORM_INT16", "FLOAT"),
}
_ORDERS_OF_TYPE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("UNORM_SHORT_565", "UNORM_SHORT_555", "UNORM_INT_101010"), ("RGB", "RGBx")
    ),
    "UNORM_INT_101010_2": ("RGBA",),
    "UNORM_INT24": (),
}
"""The legal combinations: OpenCL 3.0 API, section 5.3.1.1, tables 16 and 17."""


def texel_bytes(order: str, data_type: str) -> int:
    """The bytes of a texel."""
    if (packed := _PACKED.get(data_type)) is not None:
        return np.dtype(packed).itemsize
    return np.dtype(STORAGE[data_type]).itemsize * _CHANNELS[order]


def check_format(kind: ImageKind, order: str, data_type: str) -> None:
    """
    Raises `RuntimeFailure` when no image of `kind` can have this order and data type.
    """
    types = _TYPES_OF_ORDER.get(order)
    if types is not None and data_type not in types:
        raise RuntimeFailure(
            f"channel order {order} takes {', '.join(types)}, not {data_type}"
        )
    orders = _ORDERS_OF_TYPE.get(data_type)
    if orders is not None and order not in orders:
        raise RuntimeFailure(
            f"channel data type {data_type} takes order {' or '.join(orders) or 'none'} "
            f"on the CPU device, not {order}"
        )
    if kind.is_depth != (order == "DEPTH"):
        raise RuntimeFailure(
            f"channel order DEPTH is for depth images, and they have no other; got "
            f"{order} for {kind}"
        )


_IMAGE_FIELDS = ("pixels", "kind", "channel_order", "channel_data_type")


@dataclass
class Image:
    """
    An image: `pixels` is `[width, channels]`, `[height, width, channels]` or
    `[depth or layers, height, width, channels]` (a 1D array: `[layers, width,
    channels]`), in storage order and type, and is shared with the kernel, not copied.
    `kind` is OpenCL C's type name; order and data type are CL's names without prefix.

    Raises `RuntimeFailure` when these do not fit together.
    """

    pixels: npt.NDArray[Any]
    kind: str = "image2d_t"
    channel_order: str = "RGBA"
    channel_data_type: str = "UNORM_INT8"
    record: npt.NDArray[np.uint8] = field(init=False, repr=False)
    address: int = field(init=False, repr=False)

    def __setattr__(self, name: str, value: object) -> None:
        """
        Sets a field; the image becomes the one that the constructor would make with
        this value.
        """
        if "address" not in self.__dict__:
            object.__setattr__(self, name, value)
            return
        if name in ("record", "address"):
            raise RuntimeFailure(f"'{name}' of an image follows from its other fields")
        fields: dict[str, Any] = {n: getattr(self, n) for n in _IMAGE_FIELDS}
        if name not in fields:
            raise AttributeError(f"an image has no field '{name}'")
        fields[name] = value
        other = Image(**fields)
        self.__dict__.update(other.__dict__)

    def __post_init__(self) -> None:
        given = type(cast("object", self.pixels))
        if not issubclass(given, np.ndarray):
            raise RuntimeFailure(
                f"the pixels of an image are a NumPy array, not {given.__name__}"
            )
        try:
            kind = ImageKind(self.kind)
        except ValueError:
            raise RuntimeFailure(
                f"unknown image type '{self.kind}'; one of {', '.join(ImageKind)}"
            ) from None
        if kind.is_msaa:
            raise RuntimeFailure(f"the CPU device has no {kind} images")
        if self.channel_order not in _CHANNELS:
            raise RuntimeFailure(f"unknown channel order '{self.channel_order}'")
        dtype = STORAGE.get(self.channel_data_type) or _PACKED.get(
            self.channel_data_type
        )
        if dtype is None:
            raise RuntimeFailure(
                f"unknown channel data type '{self.channel_data_type}'"
            )
        check_format(kind, self.channel_order, self.channel_data_type)
        packed = self.channel_data_type in _PACKED
        channels = 1 if packed else _CHANNELS[self.channel_order]
        if self.pixels.dtype != np.dtype(dtype):
            raise RuntimeFailure(
                f"pixels of {self.channel_data_type} have type {np.dtype(dtype)}, not "
                f"{self.pixels.dtype}"
            )
        if not self.pixels.size:
            raise RuntimeFailure(
                f"an image without pixels: shape {self.pixels.shape}; give it one or more"
            )
        axes = kind.coordinates + 1
        if self.pixels.ndim != axes or self.pixels.shape[-1] != channels:
            raise RuntimeFailure(
                f"pixels of a {self.channel_order} {kind} need {axes} axes, the last of "
                f"length {channels}; got shape {self.pixels.shape}"
            )
        if not self.pixels.flags.c_contiguous:
            raise RuntimeFailure(
                "the pixels are not contiguous; see numpy.ascontiguousarray"
            )
        self.record = self._record(kind)
        # The last field: from here on the image is whole.
        self.address = int(self.record.ctypes.data)

    @property
    def axes(self) -> tuple[int, ...]:
        """The sizes in the order of coordinates, the width first."""
        return self.pixels.shape[-2::-1]

    def _record(self, kind: ImageKind) -> npt.NDArray[np.uint8]:
        pixels = self.pixels
        *sizes, width = pixels.shape[:-1]
        texel = pixels.itemsize * pixels.shape[-1]
        row = texel * width
        layers = sizes[0] if kind.is_array else 1
        height = sizes[-1] if kind.dimensions > 1 else 1
        values = {
            "data": int(pixels.ctypes.data),
            "row_pitch": row,
            "slice_pitch": row * height,
            "width": width,
            "height": height,
            "depth": sizes[0] if kind.dimensions > 2 else 1,
            "array_size": layers,
            "channel_data_type": _DATA_TYPES[f"CL_{self.channel_data_type}"],
            "channel_order": CHANNEL_ORDERS[f"CL_{self.channel_order}"],
            "num_mip_levels": 1,
            "num_samples": 1,
            "texel_bytes": texel,
            "format": HOST_IMAGE_FORMATS.get(
                (self.channel_order, self.channel_data_type), 0
            ),
        }
        record = np.zeros(HOST_IMAGE_BYTES, np.uint8)
        for name, value in values.items():
            offset, size = HOST_IMAGE_FIELDS[name]
            data = value.to_bytes(size, "little")
            record[offset : offset + size] = np.frombuffer(data, np.uint8)
        return record
