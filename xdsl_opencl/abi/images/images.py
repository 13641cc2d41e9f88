"""
Image descriptors: where each attribute is, and the codes of channel types and orders.

On amdhsa and amdcl2 an image argument points to dwords 0-7, the hardware's descriptor (an
image1d_buffer: 0-3), and more that the runtime adds: dword 8 the channel data type, 9 the
channel order, 10 the width (amdhsa).

Sources: ROCm-Device-Libs, `ockl/src/image.cl`; CLRX, `doc/AmdCl2Abi.md`; Mesa,
`ac_descriptors.c` (samples), `ac_nir_to_llvm.c` (`get_image_size`). The constants are those of `CL/cl.h`.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_opencl.abi.gpu.processors import ByGeneration
from xdsl_opencl.abi.images.image_fields import DescriptorField, ImageField, ImageQuery

CHANNEL_DATA_TYPES: Mapping[str, int] = {
    "CL_SNORM_INT8": 0x10D0,
    "CL_SNORM_INT16": 0x10D1,
    "CL_UNORM_INT8": 0x10D2,
    "CL_UNORM_INT16": 0x10D3,
    "CL_UNORM_INT24": 0x10DF,
    "CL_UNORM_SHORT_555": 0x10D5,
    "CL_UNORM_SHORT_565": 0x10D4,
    "CL_UNORM_INT_101010": 0x10D6,
    "CL_SIGNED_INT8": 0x10D7,
    "CL_SIGNED_INT16": 0x10D8,
    "CL_SIGNED_INT32": 0x10D9,
    "CL_UNSIGNED_INT8": 0x10DA,
    "CL_UNSIGNED_INT16": 0x10DB,
    "CL_UNSIGNED_INT32": 0x10DC,
    "CL_HALF_FLOAT": 0x10DD,
    "CL_FLOAT": 0x10DE,
}
"""In order of AMD's codes (0 to 15), which is not the constants' order."""

CHANNEL_ORDERS: Mapping[str, int] = {
    "CL_A": 0x10B1,
    "CL_R": 0x10B0,
    "CL_Rx": 0x10BA,
    "CL_RG": 0x10B2,
    "CL_RGx": 0x10BB,
    "CL_RA": 0x10B3,
    "CL_RGB": 0x10B4,
    "CL_RGBx": 0x10BC,
    "CL_RGBA": 0x10B5,
    "CL_BGRA": 0x10B6,
    "CL_ARGB": 0x10B7,
    "CL_ABGR": 0x10C3,
    "CL_sRGB": 0x10BF,
    "CL_sRGBx": 0x10C0,
    "CL_sRGBA": 0x10C1,
    "CL_sBGRA": 0x10C2,
    "CL_INTENSITY": 0x10B8,
    "CL_LUMINANCE": 0x10B9,
    "CL_DEPTH": 0x10BD,
    "CL_DEPTH_STENCIL": 0x10BE,
}
"""In order of AMD's codes (0 to 19)."""

DATA_TYPE_OF_CODE: tuple[int, ...] = tuple(CHANNEL_DATA_TYPES.values())
ORDER_OF_CODE: tuple[int, ...] = tuple(CHANNEL_ORDERS.values())
"""CL constants, indexed by AMD's codes."""

_OLD_ARRAY_SIZE = DescriptorField(173, 13, plus=1)
_ARRAY_SIZE = DescriptorField(128, 13, plus=1)
ARRAY_SIZE = ByGeneration(
    "ARRAY_SIZE in abi/images/images.py",
    {
        6: _OLD_ARRAY_SIZE,
        7: _OLD_ARRAY_SIZE,
        8: _OLD_ARRAY_SIZE,
        9: _ARRAY_SIZE,
        10: _ARRAY_SIZE,
        11: _ARRAY_SIZE,
        12: _ARRAY_SIZE,
    },
)

IMAGE_FIELDS: Mapping[ImageQuery, ImageField] = {
    ImageQuery.WIDTH: DescriptorField(10 * 32),
    ImageQuery.HEIGHT: DescriptorField(78, 14, plus=1),
    ImageQuery.DEPTH: DescriptorField(128, 13, plus=1),
    ImageQuery.ARRAY_SIZE: ARRAY_SIZE,
    ImageQuery.CHANNEL_DATA_TYPE: DescriptorField(8 * 32, table=DATA_TYPE_OF_CODE),
    ImageQuery.CHANNEL_ORDER: DescriptorField(9 * 32, table=ORDER_OF_CODE),
    ImageQuery.NUM_MIP_LEVELS: DescriptorField(112, 4),
    ImageQuery.NUM_SAMPLES: DescriptorField(112, 4, power_of_two=True),
}
"""The fields on amdhsa."""

RESOURCE_INFO: Mapping[ImageQuery, int] = {
    ImageQuery.WIDTH: 0,
    ImageQuery.HEIGHT: 1,
    ImageQuery.DEPTH: 2,
    ImageQuery.ARRAY_SIZE: 2,
    ImageQuery.NUM_MIP_LEVELS: 3,
}
"""The numbers that `image_get_resinfo` answers, in order."""
LAYERS_OF_1D_ARRAY = ByGeneration(
    "LAYERS_OF_1D_ARRAY in abi/images/images.py",
    {6: 1, 7: 1, 8: 1, 9: 2, 10: 1, 11: 1, 12: 1},
)
"""
The place of the layers of a one-dimensional array among them: gfx9 keeps it as a
two-dimensional one.
"""

HOST_IMAGE_FIELDS: Mapping[str, tuple[int, int]] = {
    "data": (0, 8),
    "row_pitch": (8, 8),
    "slice_pitch": (16, 8),
    "width": (24, 4),
    "height": (28, 4),
    "depth": (32, 4),
    "array_size": (36, 4),
    "channel_data_type": (40, 4),
    "channel_order": (44, 4),
    "num_mip_levels": (48, 4),
    "num_samples": (52, 4),
    "texel_bytes": (56, 4),
    "format": (60, 4),
}
"""
The record that an image argument of ABI host points to: name to offset and size in bytes.
Pitches are in bytes; attributes that a kind of image lacks are 1, channel type and order
are CL constants, the format is of `HOST_IMAGE_FORMATS`.
"""
HOST_IMAGE_BYTES = 64
HOST_IMAGE_FORMATS: Mapping[tuple[str, str], int] = {
    ("RGBA", "UNORM_INT8"): 1,
    ("RGBA", "FLOAT"): 2,
}
"""Channel order and data type that kernels access without a call; others are 0."""
