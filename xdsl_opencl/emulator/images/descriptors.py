"""
Image and sampler descriptors, read from their bits.

The positions of the fields are those of `abi.images.image_descriptors`; their meanings are from AMD's
ISA documents ("RDNA3 Instruction Set Architecture" tables 54 and 55, "Vega Instruction Set
Architecture" section 8.2.4 and 8.2.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from xdsl_opencl.abi.gpu.processors import Processor
from xdsl_opencl.abi.images.image_descriptors import (
    BASE_ALIGNMENT,
    DATA_FORMATS,
    FORMATS,
    IMAGE_RESOURCE,
    NUM_FORMATS,
    ROW_ALIGNMENT,
    SAMPLER_FIELDS,
)
from xdsl_opencl.emulator.errors import MachineFault
from xdsl_opencl.emulator.images.formats import TexelFormat

_TYPES = {8: (1, False), 9: (2, False), 10: (3, False), 12: (1, True), 13: (2, True)}
"""Dimensions and layers of the TYPEs 1D, 2D, 3D, 1D array, 2D array."""

Selects = tuple[int, ...]

_DATA_NAMES = {code: name for name, code in DATA_FORMATS.items()}
_NUM_NAMES = {code: name for name, code in NUM_FORMATS.items()}


@dataclass(frozen=True)
class ImageResource:
    """
    A decoded T#: `row` and `slice` are the bytes from one row to the next and from one
    slice or layer to the next; `depth` counts slices or layers, `first_layer` is the first
    visible one.
    """

    address: int
    format: TexelFormat
    selects: Selects
    dimensions: int
    layered: bool
    width: int
    height: int
    depth: int
    first_layer: int
    row: int
    slice: int

    @property
    def sizes(self) -> tuple[int, ...]:
        """Width, height and depth if the image has them, then the layers."""
        sizes = (self.width, self.height, self.depth)[: self.dimensions]
        return (*sizes, self.depth) if self.layered else sizes


@dataclass(frozen=True)
class Sampler:
    """
    A decoded S#: clamp modes of the axes (`SQ_TEX_*`), filters, border colour (0
    transparent black, 1 opaque black, 2 opaque white). `truncates`: coordinates are
    truncated to a texel without rounding to 1/256 of a texel first.
    """

    clamps: tuple[int, int, int]
    normalized: bool
    linear: bool
    border: int
    truncates: bool


def texel_format(data: int, number: int) -> TexelFormat | None:
    """The format for a pair of gfx8's and gfx9's codes; `None` if no image has it."""
    if data not in _DATA_NAMES or number not in _NUM_NAMES:
        return None
    return TexelFormat(_DATA_NAMES[data], _NUM_NAMES[number])


@cache
def unified_formats(generation: int) -> dict[int, TexelFormat]:
    """The formats by their code from gfx10 on."""
    return {code: TexelFormat(*names) for names, code in FORMATS[generation].items()}


def format_of(fields: Mapping[str, int], generation: int) -> TexelFormat | None:
    """The format that the fields of a resource name; `None` if no image has it."""
    if generation <= 9:
        return texel_format(fields["data_format"], fields["num_format"])
    return unified_formats(generation).get(fields["format"])


def selects_of(fields: Mapping[str, int]) -> Selects:
    """The channels that the fields of a resource select: `DST_SEL_X` to `DST_SEL_W`."""
    return tuple(fields[f"dst_sel_{axis}"] for axis in "xyzw")


@cache
def decode_image(words: tuple[int, ...], processor: Processor) -> ImageResource:
    """
    Decodes the eight dwords of an image resource.

    Raises `MachineFault` unless the bits describe a linear image of one level.
    """
    generation = processor.generation
    fields = IMAGE_RESOURCE[generation]
    value = {name: field.value(words) for name, field in fields.items()}
    shown = " ".join(f"{word:08x}" for word in words)
    if value["type"] not in _TYPES:
        raise MachineFault(
            f"image descriptor {shown} has type {value['type']}, which is not an image of "
            "OpenCL; pass the address of a descriptor"
        )
    dimensions, layered = _TYPES[value["type"]]
    format = format_of(value, generation)
    if format is None:
        raise MachineFault(
            f"image descriptor {shown} has a format that images of OpenCL do not have; "
            "pass the address of a descriptor"
        )
    # gfx8 has a table of tilings; entry 8 is linear.
    if value["tiling"] != (8 if generation == 8 else 0):
        raise MachineFault(
            f"image descriptor {shown} is of a tiled image (mode {value['tiling']}), "
            "which the emulator does not have; make it linear"
        )
    if value["last_level"] or value["base_level"]:
        raise MachineFault(
            f"image descriptor {shown} is of an image with levels, which the emulator "
            "does not have; make one image of each level"
        )
    width = value["width"] + 1
    if generation >= 10:
        width += value["width_high"] << 2
    volume = layered or dimensions == 3
    if generation <= 9 or (processor.isa[:2] >= (10, 3) and not volume):
        row = (value["pitch"] + 1) * format.size
    else:
        row = -(-width * format.size // ROW_ALIGNMENT) * ROW_ALIGNMENT
    height = value["height"] + 1 if dimensions > 1 else 1
    return ImageResource(
        address=(value["base"] | value["base_high"] << 32) * BASE_ALIGNMENT,
        format=format,
        selects=selects_of(value),
        dimensions=dimensions,
        layered=layered,
        width=width,
        height=height,
        depth=value["depth"] + 1 if volume else 1,
        first_layer=value["base_array"] if layered else 0,
        row=row,
        slice=row * height,
    )


@cache
def decode_sampler(words: tuple[int, ...]) -> Sampler:
    """
    Decodes the four dwords of a sampler.

    Raises `MachineFault` for filters and borders that OpenCL's samplers do not have.
    """
    value = {name: field.value(words) for name, field in SAMPLER_FIELDS.items()}
    shown = " ".join(f"{word:08x}" for word in words)
    if (
        value["magnify"] != value["minify"]
        or value["magnify"] > 1
        or value["border"] > 2
    ):
        raise MachineFault(
            f"sampler descriptor {shown} has filters or a border that samplers of OpenCL "
            "do not have; pass the address of a descriptor"
        )
    return Sampler(
        clamps=(value["clamp_x"], value["clamp_y"], value["clamp_z"]),
        normalized=not value["unnormalized"],
        linear=value["magnify"] == 1,
        border=value["border"],
        truncates=bool(value["truncate"]),
    )
