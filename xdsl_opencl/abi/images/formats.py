"""
The formats of images: OpenCL's channel orders and channel data types, by their names without
`CL_`, with what every reader of texels knows of them.

Sources: `CL/cl.h` (numbers); OpenCL 3.0 API, section 5.3.1.1, tables 16 and 17 (legal
combinations); ROCR, `image_lut_kv.cpp` (selects and number formats of AMD's GPUs).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from xdsl_opencl.abi import opencl_api as cl


@dataclass(frozen=True)
class ChannelOrder:
    """
    `number` is CL's constant. `selects` has, for red, green, blue and alpha, the component in
    memory (`X` the first, red the highest of the packed RGB and RGBx), or `0` or `1`.
    `channels` are the elements of a texel, `types` the legal data types if not all are.
    """

    number: int
    selects: str
    channels: int
    types: tuple[str, ...] | None = None

    @cached_property
    def stored(self) -> tuple[int, ...]:
        """The components of a colour in memory order, red 0."""
        return tuple(self.selects.index(c) for c in "XYZW" if c in self.selects)


@dataclass(frozen=True)
class ChannelType:
    """
    `number` is CL's constant, `storage` NumPy's type of an element: of one channel, or of the
    whole texel of a packed type, whose channels have a largest value and a first bit each in
    `packed`. `kind` is AMD's number format, `data_format` AMD's data format of a packed type.
    `orders` are the legal ones if not all are.
    """

    number: int
    storage: str
    kind: str
    packed: tuple[tuple[int, int], ...] | None = None
    data_format: str = ""
    orders: tuple[str, ...] | None = None

    @property
    def bits(self) -> int:
        """The size of an element."""
        return 8 * int(self.storage[1])


_RGB = ("RGB", "RGBx")
CHANNEL_TYPES: Mapping[str, ChannelType] = {
    "SNORM_INT8": ChannelType(cl.SNORM_INT8, "i1", "SNORM"),
    "SNORM_INT16": ChannelType(cl.SNORM_INT16, "i2", "SNORM"),
    "UNORM_INT8": ChannelType(cl.UNORM_INT8, "u1", "UNORM"),
    "UNORM_INT16": ChannelType(cl.UNORM_INT16, "u2", "UNORM"),
    "UNORM_INT24": ChannelType(cl.UNORM_INT24, "u4", "", (), "", ()),
    "UNORM_SHORT_555": ChannelType(
        cl.UNORM_SHORT_555, "u2", "UNORM", ((31, 10), (31, 5), (31, 0)), "1_5_5_5", _RGB
    ),
    "UNORM_SHORT_565": ChannelType(
        cl.UNORM_SHORT_565, "u2", "UNORM", ((31, 11), (63, 5), (31, 0)), "5_6_5", _RGB
    ),
    "UNORM_INT_101010": ChannelType(
        cl.UNORM_INT_101010,
        "u4",
        "UNORM",
        ((1023, 20), (1023, 10), (1023, 0)),
        "2_10_10_10",
        _RGB,
    ),
    "SIGNED_INT8": ChannelType(cl.SIGNED_INT8, "i1", "SINT"),
    "SIGNED_INT16": ChannelType(cl.SIGNED_INT16, "i2", "SINT"),
    "SIGNED_INT32": ChannelType(cl.SIGNED_INT32, "i4", "SINT"),
    "UNSIGNED_INT8": ChannelType(cl.UNSIGNED_INT8, "u1", "UINT"),
    "UNSIGNED_INT16": ChannelType(cl.UNSIGNED_INT16, "u2", "UINT"),
    "UNSIGNED_INT32": ChannelType(cl.UNSIGNED_INT32, "u4", "UINT"),
    "HALF_FLOAT": ChannelType(cl.HALF_FLOAT, "f2", "FLOAT"),
    "FLOAT": ChannelType(cl.FLOAT, "f4", "FLOAT"),
    "UNORM_INT_101010_2": ChannelType(
        cl.UNORM_INT_101010_2,
        "u4",
        "",
        ((1023, 22), (1023, 12), (1023, 2), (3, 0)),
        "",
        ("RGBA",),
    ),
}
"""In order of AMD's codes, 0 to 15; the last, of OpenCL 2.1, has none."""

ELEMENT_TYPES = tuple(name for name, row in CHANNEL_TYPES.items() if row.packed is None)
"""The data types with an element for each channel."""

_BYTES = ("UNORM_INT8", "SNORM_INT8", "SIGNED_INT8", "UNSIGNED_INT8")
_LIGHT = (
    *("UNORM_INT8", "UNORM_INT16", "SNORM_INT8", "SNORM_INT16"),
    *("HALF_FLOAT", "FLOAT"),
)
_SRGB = ("UNORM_INT8",)
CHANNEL_ORDERS: Mapping[str, ChannelOrder] = {
    "A": ChannelOrder(cl.A, "000X", 1),
    "R": ChannelOrder(cl.R, "X001", 1),
    "Rx": ChannelOrder(cl.Rx, "X001", 1),
    "RG": ChannelOrder(cl.RG, "XY01", 2),
    "RGx": ChannelOrder(cl.RGx, "XY01", 2),
    "RA": ChannelOrder(cl.RA, "X00Y", 2),
    "RGB": ChannelOrder(cl.RGB, "ZYX1", 3),
    "RGBx": ChannelOrder(cl.RGBx, "ZYX1", 4),
    "RGBA": ChannelOrder(cl.RGBA, "XYZW", 4),
    "BGRA": ChannelOrder(cl.BGRA, "ZYXW", 4, _BYTES),
    "ARGB": ChannelOrder(cl.ARGB, "YZWX", 4, _BYTES),
    # ROCR's table has it in an order that is not OpenCL's, for no format.
    "ABGR": ChannelOrder(cl.ABGR, "WZYX", 4, _BYTES),
    "sRGB": ChannelOrder(cl.sRGB, "XYZ1", 3, _SRGB),
    "sRGBx": ChannelOrder(cl.sRGBx, "XYZ1", 4, _SRGB),
    "sRGBA": ChannelOrder(cl.sRGBA, "XYZW", 4, _SRGB),
    "sBGRA": ChannelOrder(cl.sBGRA, "ZYXW", 4, _SRGB),
    "INTENSITY": ChannelOrder(cl.INTENSITY, "XXXX", 1, _LIGHT),
    "LUMINANCE": ChannelOrder(cl.LUMINANCE, "XXX1", 1, _LIGHT),
    "DEPTH": ChannelOrder(cl.DEPTH, "X000", 1, ("UNORM_INT16", "FLOAT")),
    "DEPTH_STENCIL": ChannelOrder(cl.DEPTH_STENCIL, "", 0),
}
"""In order of AMD's codes, 0 to 19."""

TYPE_CODES = {name: code for code, name in enumerate(CHANNEL_TYPES) if code < 16}
ORDER_CODES = {name: code for code, name in enumerate(CHANNEL_ORDERS)}
"""AMD's codes by name."""
DATA_TYPE_OF_CODE = tuple(CHANNEL_TYPES[name].number for name in TYPE_CODES)
ORDER_OF_CODE = tuple(CHANNEL_ORDERS[name].number for name in ORDER_CODES)
"""CL's constants by AMD's code."""
TYPE_NAMES = {row.number: name for name, row in CHANNEL_TYPES.items()}
ORDER_NAMES = {row.number: name for name, row in CHANNEL_ORDERS.items()}
"""Names by CL's constant."""


def texel_bytes(order: str, data_type: str) -> int:
    """The bytes of a texel."""
    row = CHANNEL_TYPES[data_type]
    return row.bits // 8 * (CHANNEL_ORDERS[order].channels if row.packed is None else 1)
