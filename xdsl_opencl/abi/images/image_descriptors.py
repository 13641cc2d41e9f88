"""
Image resource descriptors of gfx8 to gfx12, bit by bit, and how a driver fills them.

An image's descriptor has eight dwords (T#), one of a 1D buffer four (V#); the OpenCL runtime
adds dwords 8 to 10 (`abi.images.images`). Images lie in rows, linear, as in a buffer of the host;
rows begin at multiples of `ROW_ALIGNMENT` bytes.

Sources: ROCR, `image/resource_kv.h`, `resource_ai.h`, `resource_nv.h`, `resource_gfx11.h`,
`resource_gfx12.h` (fields, formats), `image_manager_*.cpp` (`PopulateImageSrd`,
`PopulateSamplerSrd`), `image_lut_kv.cpp` (formats and channel selects of OpenCL's orders);
Mesa, `src/amd/registers/*.json` (`SQ_IMG_RSRC_WORD*`, `SQ_IMG_SAMP_WORD*`); AMD, "RDNA3
Instruction Set Architecture" tables 54 and 55.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl_opencl.abi.enums import AddressingMode, FilterMode, ImageKind
from xdsl_opencl.abi.gpu.processors import ByGeneration, Processor
from xdsl_opencl.abi.images.formats import (
    CHANNEL_ORDERS,
    CHANNEL_TYPES,
    ORDER_CODES,
    TYPE_CODES,
)
from xdsl_opencl.abi.images.image_fields import DescriptorField
from xdsl_opencl.abi.images.samplers import LINEAR_BIT, UNNORMALIZED_BIT
from xdsl_opencl.abi.model import AbiError

ROW_ALIGNMENT = 256
"""
Bytes to whose multiple rows of a linear image are filled up (ROCR's addrlib: gfx9 and later
need 256, gfx8 slices that are multiples of 256).
"""
BASE_ALIGNMENT = 256
"""The address of an image is counted in these units."""
EXTENDED_DWORDS = 12
"""
Dwords that an image argument points to: descriptor, runtime's dwords 8 to 10, one unused.
"""

Fields = Mapping[str, DescriptorField]


def _fields(**places: tuple[int, int, int]) -> Fields:
    """Fields by name, each a dword, its first bit there, and the number of bits."""
    return {
        name: DescriptorField(32 * dword + bit, bits)
        for name, (dword, bit, bits) in places.items()
    }


_SELECTS = {
    "dst_sel_x": (3, 0, 3),
    "dst_sel_y": (3, 3, 3),
    "dst_sel_z": (3, 6, 3),
    "dst_sel_w": (3, 9, 3),
}
_IMAGE_COMMON = {
    "base": (0, 0, 32),
    "base_high": (1, 0, 8),
    "tiling": (3, 20, 5),
    "type": (3, 28, 4),
    **_SELECTS,
}
_IMAGE_8_TO_11 = {
    **_IMAGE_COMMON,
    "height": (2, 14, 14),
    "base_level": (3, 12, 4),
    "last_level": (3, 16, 4),
    "depth": (4, 0, 13),
}
_IMAGE_8_AND_9 = {
    **_IMAGE_8_TO_11,
    "data_format": (1, 20, 6),
    "num_format": (1, 26, 4),
    "width": (2, 0, 14),
    "base_array": (5, 0, 13),
}
_IMAGE_10_AND_11 = {
    **_IMAGE_8_TO_11,
    "width": (1, 30, 2),
    "width_high": (2, 0, 12),
    "border_swizzle": (3, 25, 3),
    "pitch": (4, 0, 14),
    "base_array": (4, 16, 13),
}
_IMAGE_8 = _fields(**_IMAGE_8_AND_9, pitch=(4, 13, 14), last_array=(5, 13, 13))
_IMAGE_9 = _fields(**_IMAGE_8_AND_9, pitch=(4, 13, 16), border_swizzle=(4, 29, 3))
_IMAGE_10 = _fields(**_IMAGE_10_AND_11, format=(1, 20, 9), resource_level=(2, 31, 1))
_IMAGE_11 = _fields(**_IMAGE_10_AND_11, format=(1, 20, 8))
_IMAGE_12 = _fields(
    **_IMAGE_COMMON,
    format=(1, 17, 8),
    base_level=(1, 25, 5),
    width=(1, 30, 2),
    width_high=(2, 0, 14),
    height=(2, 14, 16),
    last_level=(3, 15, 5),
    border_swizzle=(3, 25, 3),
    depth=(4, 0, 14),
    pitch=(4, 0, 16),
    base_array=(4, 16, 14),
)
IMAGE_RESOURCE = ByGeneration(
    "IMAGE_RESOURCE in abi/images/image_descriptors.py",
    {8: _IMAGE_8, 9: _IMAGE_9, 10: _IMAGE_10, 11: _IMAGE_11, 12: _IMAGE_12},
)
"""
The fields of T#. Sizes, `pitch` (texels in a row) and `depth` (or layers) are one less than
what they say; `depth` and `pitch` are one place from gfx10.3 on: the pitch of images
without layers and slices. `tiling` 0 is linear, on gfx8 `LINEAR_ALIGNED`.
"""

_BUFFER_COMMON = {
    "base": (0, 0, 32),
    "base_high": (1, 0, 16),
    "stride": (1, 16, 14),
    "records": (2, 0, 32),
    "type": (3, 30, 2),
    "index_stride": (3, 21, 2),
    **_SELECTS,
}
_BUFFER_8_AND_9 = {
    **_BUFFER_COMMON,
    "num_format": (3, 12, 3),
    "data_format": (3, 15, 4),
}
_BUFFER_8 = _fields(**_BUFFER_8_AND_9, element_size=(3, 19, 2))
_BUFFER_9 = _fields(**_BUFFER_8_AND_9)
_BUFFER_10 = _fields(**_BUFFER_COMMON, format=(3, 12, 7), resource_level=(3, 24, 1))
_BUFFER_11 = _fields(**_BUFFER_COMMON, format=(3, 12, 6))
BUFFER_RESOURCE = ByGeneration(
    "BUFFER_RESOURCE in abi/images/image_descriptors.py",
    {8: _BUFFER_8, 9: _BUFFER_9, 10: _BUFFER_10, 11: _BUFFER_11, 12: _BUFFER_11},
)
"""The fields of V# that an image of a buffer needs."""

_LINEAR_ALIGNED = 8
"""The index of linear surfaces in gfx8's table of tilings (Mesa, `ac_gpu_info.c`)."""

IMAGE_TYPES: Mapping[ImageKind, int] = {
    ImageKind.IMAGE1D: 8,
    ImageKind.IMAGE2D: 9,
    ImageKind.IMAGE2D_DEPTH: 9,
    ImageKind.IMAGE3D: 10,
    ImageKind.IMAGE1D_ARRAY: 12,
    ImageKind.IMAGE2D_ARRAY: 13,
    ImageKind.IMAGE2D_ARRAY_DEPTH: 13,
}
"""TYPE of a kind: `SQ_RSRC_IMG_*`."""

# Formats: names of components from the highest bits down, as AMD writes them.

DATA_FORMATS: Mapping[str, int] = {
    "8": 1,
    "16": 2,
    "8_8": 3,
    "32": 4,
    "16_16": 5,
    "10_11_11": 6,
    "11_11_10": 7,
    "10_10_10_2": 8,
    "2_10_10_10": 9,
    "8_8_8_8": 10,
    "32_32": 11,
    "16_16_16_16": 12,
    "32_32_32": 13,
    "32_32_32_32": 14,
    "5_6_5": 16,
    "1_5_5_5": 17,
    "5_5_5_1": 18,
}
"""DATA_FORMAT of gfx8 and gfx9 (`FMT_*`)."""

NUM_FORMATS: Mapping[str, int] = {
    "UNORM": 0,
    "SNORM": 1,
    "USCALED": 2,
    "SSCALED": 3,
    "UINT": 4,
    "SINT": 5,
    "FLOAT": 7,
    "SRGB": 9,
}
"""NUM_FORMAT of gfx8 and gfx9 (`TYPE_*`)."""

_ALL_KINDS = ("UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT")
_WHOLE = ("UINT", "SINT", "FLOAT")


def _numbered(first: int, data: str, *kinds: str) -> dict[tuple[str, str], int]:
    return {(data, kind): first + k for k, kind in enumerate(kinds)}


_FORMATS_COMMON = {
    **_numbered(1, "8", *_ALL_KINDS),
    **_numbered(7, "16", *_ALL_KINDS, "FLOAT"),
    **_numbered(14, "8_8", *_ALL_KINDS),
    **_numbered(20, "32", *_WHOLE),
    **_numbered(23, "16_16", *_ALL_KINDS, "FLOAT"),
}
_FORMATS_10 = {
    **_FORMATS_COMMON,
    **_numbered(30, "10_11_11", *_ALL_KINDS, "FLOAT"),
    **_numbered(37, "11_11_10", *_ALL_KINDS, "FLOAT"),
    **_numbered(44, "10_10_10_2", *_ALL_KINDS),
    **_numbered(50, "2_10_10_10", *_ALL_KINDS),
    **_numbered(56, "8_8_8_8", *_ALL_KINDS),
    **_numbered(62, "32_32", *_WHOLE),
    **_numbered(65, "16_16_16_16", *_ALL_KINDS, "FLOAT"),
    **_numbered(72, "32_32_32", *_WHOLE),
    **_numbered(75, "32_32_32_32", *_WHOLE),
    ("8", "SRGB"): 128,
    ("8_8", "SRGB"): 129,
    ("8_8_8_8", "SRGB"): 130,
    ("5_6_5", "UNORM"): 133,
    ("1_5_5_5", "UNORM"): 134,
    ("5_5_5_1", "UNORM"): 135,
}
_FORMATS_11 = {
    **_FORMATS_COMMON,
    **_numbered(30, "10_11_11", "FLOAT"),
    **_numbered(31, "11_11_10", "FLOAT"),
    **_numbered(32, "10_10_10_2", "UNORM", "SNORM", "UINT", "SINT"),
    **_numbered(36, "2_10_10_10", *_ALL_KINDS),
    **_numbered(42, "8_8_8_8", *_ALL_KINDS),
    **_numbered(48, "32_32", *_WHOLE),
    **_numbered(51, "16_16_16_16", *_ALL_KINDS, "FLOAT"),
    **_numbered(58, "32_32_32", *_WHOLE),
    **_numbered(61, "32_32_32_32", *_WHOLE),
    ("8", "SRGB"): 64,
    ("8_8", "SRGB"): 65,
    ("8_8_8_8", "SRGB"): 66,
    ("5_6_5", "UNORM"): 68,
    ("1_5_5_5", "UNORM"): 69,
    ("5_5_5_1", "UNORM"): 70,
}
FORMATS = ByGeneration(
    "FORMATS in abi/images/image_descriptors.py",
    {10: _FORMATS_10, 11: _FORMATS_11, 12: _FORMATS_11},
)
"""FORMAT of gfx10 and later by data and number format (`CFMT_*`)."""

SELECT_0, SELECT_1, SELECT_X, SELECT_Y, SELECT_Z, SELECT_W = 0, 1, 4, 5, 6, 7

_SELECT_LETTERS = dict(
    zip("01XYZW", (SELECT_0, SELECT_1, SELECT_X, SELECT_Y, SELECT_Z, SELECT_W))
)


def _channel_selects(order: str) -> tuple[int, ...]:
    """DST_SEL of red, green, blue, alpha."""
    return tuple(_SELECT_LETTERS[letter] for letter in CHANNEL_ORDERS[order].selects)


_NO_FORMAT = ("RGB", "RGBx", "sRGB", "DEPTH_STENCIL")
"""Channel orders without a format of an element for each channel."""


def channel_format(order: str, data_type: str) -> tuple[str, str]:
    """
    The data format and the number format of OpenCL's channel order and data type, names
    without prefix.

    Raises `AbiError` for a combination that the hardware does not have.
    """
    type_ = CHANNEL_TYPES.get(data_type)
    if type_ is not None and type_.data_format and order in (type_.orders or ()):
        return type_.data_format, type_.kind
    row = None if order in _NO_FORMAT else CHANNEL_ORDERS.get(order)
    if row is None or type_ is None or type_.packed is not None:
        raise AbiError(
            f"AMD GPUs have no image format for channel order {order} with "
            f"{data_type}; use another order, such as RGBA"
        )
    kind = "SRGB" if order.startswith("s") else type_.kind
    return "_".join([str(type_.bits)] * row.channels), kind


def texel_bytes(data_format: str) -> int:
    """The bytes of a texel of a data format."""
    return sum(int(bits) for bits in data_format.split("_")) // 8


@dataclass(frozen=True)
class ImageLayout:
    """
    The bytes of an image on the device: those of a texel, from row to row, from slice (or
    layer) to slice, and all.
    """

    texel: int
    row: int
    slice: int
    size: int


@dataclass(frozen=True)
class ImageShape:
    """An image: its kind, format, and sizes in texels; `depth` slices or layers."""

    kind: ImageKind
    order: str
    data_type: str
    width: int
    height: int = 1
    depth: int = 1


def image_layout(shape: ImageShape) -> ImageLayout:
    """
    The layout that the descriptors of this module describe; an image of a buffer has no
    space between its texels.

    Raises `AbiError` for a format that the hardware does not have.
    """
    texel = texel_bytes(channel_format(shape.order, shape.data_type)[0])
    row = texel * shape.width
    if not shape.kind.is_buffer:
        row = -(-row // ROW_ALIGNMENT) * ROW_ALIGNMENT
    slice_ = row * shape.height
    return ImageLayout(texel, row, slice_, slice_ * shape.depth)


def pitch_is_free(kind: ImageKind, processor: Processor) -> bool:
    """
    Returns whether the descriptor says the length of a row; else the hardware knows the one of
    `image_layout`.
    """
    if processor.generation <= 9:
        return True
    has_field = processor.isa[:2] >= (10, 3)
    return has_field and not kind.is_array and kind.dimensions < 3


def _put(words: list[int], fields: Fields, **values: int) -> None:
    """
    Writes fields.

    Raises `AbiError` for a value that has too many bits.
    """
    for name, value in values.items():
        field = fields[name]
        if value & ~field.mask:
            raise AbiError(
                f"{value} is too large for the field {name} of an image descriptor, "
                f"which has {field.bits} bits; make the image smaller"
            )
        words[field.dword] |= value << field.shift


def _format_fields(data: str, number: str, generation: int) -> dict[str, int]:
    if generation <= 9:
        return {"data_format": DATA_FORMATS[data], "num_format": NUM_FORMATS[number]}
    return {"format": FORMATS[generation][data, number]}


def _select_fields(order: str) -> dict[str, int]:
    names = ("dst_sel_x", "dst_sel_y", "dst_sel_z", "dst_sel_w")
    return dict(zip(names, _channel_selects(order), strict=True))


def _buffer_words(shape: ImageShape, processor: Processor, address: int) -> list[int]:
    data, number = channel_format(shape.order, shape.data_type)
    if number == "SRGB" or data in ("5_6_5", "1_5_5_5"):
        raise AbiError(
            f"AMD GPUs have no images of buffers with {shape.order} and "
            f"{shape.data_type}; use an image1d_t, or RGBA"
        )
    generation = processor.generation
    fields = BUFFER_RESOURCE[generation]
    element = texel_bytes(data)
    words = [0] * 8
    _put(
        words,
        fields,
        base=address & 0xFFFFFFFF,
        base_high=address >> 32,
        stride=element,
        records=shape.width * element,
        **_format_fields(data, number, generation),
        **_select_fields(shape.order),
    )
    if generation == 10:
        _put(words, fields, resource_level=1)
    # ROCR writes the size of an element; the field holds its low two bits.
    name = "element_size" if generation <= 8 else "index_stride"
    _put(words, fields, **{name: element & 3})
    return words


def _border_swizzle(order: str) -> int:
    """
    The order of the components of a border colour (ROCR, `GetBcSwizzle`): XYZW, WZYX, WXYZ
    or ZYXW.
    """
    red, _, blue, alpha = _channel_selects(order)
    if alpha == SELECT_X:
        if blue == SELECT_Y:
            return 2
        return 0 if red == SELECT_X else 3
    return 4 if blue == SELECT_X and red != SELECT_X else 0


def image_descriptor(
    shape: ImageShape, processor: Processor, address: int
) -> tuple[int, ...]:
    """
    The dwords that an image argument points to, for texels at `address` in the layout of
    `image_layout`: `EXTENDED_DWORDS` of them.

    Raises `AbiError` for a format or a size that the hardware does not have.
    """
    if processor.generation not in IMAGE_RESOURCE.rows:
        known = sorted(IMAGE_RESOURCE.rows)
        raise AbiError(
            f"there are no image descriptors for {processor.name}; build for a "
            f"processor of gfx{known[0]} to gfx{known[-1]}"
        )
    if shape.kind.is_buffer:
        words = _buffer_words(shape, processor, address)
    else:
        words = _image_words(shape, processor, address)
    words += [TYPE_CODES[shape.data_type], ORDER_CODES[shape.order], shape.width]
    return tuple(words + [0] * (EXTENDED_DWORDS - len(words)))


def _image_words(shape: ImageShape, processor: Processor, address: int) -> list[int]:
    if shape.kind not in IMAGE_TYPES:
        raise AbiError(f"AMD GPUs have no {shape.kind} for OpenCL; use an image2d_t")
    if address % BASE_ALIGNMENT:
        raise AbiError(
            f"an image at {address:#x} is not at a multiple of {BASE_ALIGNMENT}; align it"
        )
    generation = processor.generation
    fields = IMAGE_RESOURCE[generation]
    data, number = channel_format(shape.order, shape.data_type)
    layout = image_layout(shape)
    words = [0] * 8
    _put(
        words,
        fields,
        base=address >> 8 & 0xFFFFFFFF,
        base_high=address >> 40,
        height=shape.height - 1,
        type=IMAGE_TYPES[shape.kind],
        **_format_fields(data, number, generation),
        **_select_fields(shape.order),
    )
    if generation >= 9:
        _put(words, fields, border_swizzle=_border_swizzle(shape.order))
    if generation == 8:
        _put(words, fields, tiling=_LINEAR_ALIGNED)
        if shape.kind.is_array:
            _put(words, fields, last_array=shape.depth - 1)
    if generation == 10:
        _put(words, fields, resource_level=1)
    if generation >= 10:
        width = shape.width - 1
        _put(words, fields, width=width & 3, width_high=width >> 2)
    else:
        _put(words, fields, width=shape.width - 1)
    if shape.kind.is_array or shape.kind.dimensions == 3:
        _put(words, fields, depth=shape.depth - 1)
    if pitch_is_free(shape.kind, processor):
        _put(words, fields, pitch=layout.row // layout.texel - 1)
    return words


# Samplers

SAMPLER_FIELDS: Fields = _fields(
    clamp_x=(0, 0, 3),
    clamp_y=(0, 3, 3),
    clamp_z=(0, 6, 3),
    unnormalized=(0, UNNORMALIZED_BIT, 1),
    truncate=(0, 27, 1),
    magnify=(LINEAR_BIT // 32, LINEAR_BIT % 32, 2),
    minify=(2, 22, 2),
    filter_z=(2, 24, 2),
    filter_level=(2, 26, 2),
    border=(3, 30, 2),
)
"""
The fields of a sampler descriptor (S#) that OpenCL needs, in one place on all generations.
`filter_z` 0 is the filter of X and Y.
"""
MAX_LOD = ByGeneration(
    "MAX_LOD in abi/images/image_descriptors.py",
    {
        **dict.fromkeys((8, 9, 10, 11), DescriptorField(32 + 12, 12)),
        12: DescriptorField(32 + 13, 13),
    },
)

CLAMP_CODES: Mapping[AddressingMode, int] = {
    AddressingMode.NONE: 0,
    AddressingMode.REPEAT: 0,
    AddressingMode.MIRRORED_REPEAT: 1,
    AddressingMode.CLAMP_TO_EDGE: 2,
    AddressingMode.CLAMP: 6,
}
"""CLAMP_X, CLAMP_Y, CLAMP_Z that ROCR writes: wrap, mirror, last texel, border."""


def sampler_descriptor(
    normalized: bool, addressing: AddressingMode, filter: FilterMode, generation: int
) -> tuple[int, int, int, int]:
    """
    The descriptor that a sampler argument points to, as ROCR writes it: transparent black
    border, the largest level 4095/256. The literal samplers of kernels are `abi.images.samplers`'.

    Raises `AbiError` for a generation without sampler words.
    """
    words = [0] * 4
    clamp = CLAMP_CODES[addressing]
    linear = int(filter is FilterMode.LINEAR)
    _put(
        words,
        SAMPLER_FIELDS,
        clamp_x=clamp,
        clamp_y=clamp,
        clamp_z=clamp,
        unnormalized=int(not normalized),
        magnify=linear,
        minify=linear,
    )
    _put(words, {"level": MAX_LOD[generation]}, level=4095)
    return words[0], words[1], words[2], words[3]
