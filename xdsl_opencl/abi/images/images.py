"""
Image descriptors: where each attribute is.

On amdhsa and amdcl2 an image argument points to dwords 0-7, the hardware's descriptor (an
image1d_buffer: 0-3), and more that the runtime adds: dword 8 the channel data type, 9 the
channel order, 10 the width (amdhsa).

Sources: ROCm-Device-Libs, `ockl/src/image.cl`; CLRX, `doc/AmdCl2Abi.md`; Mesa,
`ac_descriptors.c` (samples), `ac_nir_to_llvm.c` (`get_image_size`).
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_opencl.abi.gpu.processors import ByGeneration
from xdsl_opencl.abi.images.formats import (
    DATA_TYPE_OF_CODE,
    ORDER_NAMES,
    ORDER_OF_CODE,
    TYPE_NAMES,
)
from xdsl_opencl.abi.images.image_fields import DescriptorField, ImageField, ImageQuery

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
"""Channel order and data type that kernels access without a call; the rest are 0."""


def host_image_record(
    *,
    data: int,
    texel_bytes: int,
    row_pitch: int,
    slice_pitch: int,
    width: int,
    height: int,
    depth: int,
    array_size: int,
    channel_data_type: int,
    channel_order: int,
) -> bytes:
    """The record of `HOST_IMAGE_FIELDS` for texels at address `data`."""
    names = ORDER_NAMES[channel_order], TYPE_NAMES[channel_data_type]
    values = {
        **locals(),
        "num_mip_levels": 1,
        "num_samples": 1,
        "format": HOST_IMAGE_FORMATS.get(names, 0),
    }
    record = bytearray(HOST_IMAGE_BYTES)
    for name, (offset, size) in HOST_IMAGE_FIELDS.items():
        record[offset : offset + size] = values[name].to_bytes(size, "little")
    return bytes(record)
