"""Images and samplers in SPIR-V."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from xdsl_opencl.abi.enums import ElementKind
from xdsl_opencl.dialects.opencl import image
from xdsl_opencl.dialects.opencl.attrs import SamplerAttr
from xdsl_opencl.dialects.opencl.sampler import (
    GetProgramSamplerOp,
    SamplerConstantOp,
)
from xdsl_opencl.dialects.opencl.types import ImageType, SamplerType
from xdsl_opencl.ir.element_types import vector_of
from xdsl_opencl.spirv.names import ADDRESSING, FILTERS, IMAGE_QUERIES
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.declarations import Declarations

_ADDRESSING = {mode: name for name, mode in ADDRESSING.items()}
_FILTERS = {mode: name for name, mode in FILTERS.items()}

_LOD, _GRADIENTS, _SAMPLE = 0x2, 0x4, 0x40
_SIGNS = {ElementKind.I: 0x1000, ElementKind.UI: 0x2000}
"""`ImageOperands`; those for signs are of SPIR-V 1.4."""


def sampler(d: Declarations, value: SamplerAttr) -> int:
    """The constant of a sampler."""
    d.capability("LiteralSampler")
    return d.unique(
        "OpConstantSampler",
        d.form(SamplerType()).id,
        _ADDRESSING[value.addressing.data],
        int(value.is_normalized),
        _FILTERS[value.filter.data],
    )


def _sampler_constant(b: Body, op: SamplerConstantOp) -> None:
    b.set(op.result, sampler(b.d, op.value))


def _program_sampler(b: Body, op: GetProgramSamplerOp) -> None:
    b.set(op.result, b.symbols[op.sampler.root_reference.data])


def _read(b: Body, op: image.ReadImageOp) -> None:
    d = b.d
    mask = _SIGNS.get(op.element.data, 0)
    operands: list[int] = []
    source, coordinate = b.value(op.image), b.value(op.coordinate)
    depth = op.image_type.image_kind.is_depth
    if op.sampler is None:
        form = d.form(op.result.type)
        if op.sample is not None:
            mask |= _SAMPLE
            operands.append(b.value(op.sample))
        extra = (mask, *operands) if mask else ()
        b.set(op.result, b.emit("OpImageRead", form.id, source, coordinate, *extra))
        return
    # Of a depth image, too, four elements are sampled.
    form = d.form(vector_of(f32, 4) if depth else op.result.type)
    kind = d.unique("OpTypeSampledImage", 0, b.form(op.image).id)
    sampled = b.emit("OpSampledImage", kind, source, b.value(op.sampler))
    if op.gradient_x is not None and op.gradient_y is not None:
        mask |= _GRADIENTS
        operands += b.value(op.gradient_x), b.value(op.gradient_y)
    else:
        mask |= _LOD
        level = d.null(d.form(f32)) if op.lod is None else b.value(op.lod)
        operands.append(level)
    made = b.emit(
        "OpImageSampleExplicitLod", form.id, sampled, coordinate, mask, *operands
    )
    if depth:
        made = b.emit("OpCompositeExtract", form.scalar.id, made, 0)
    b.set(op.result, made)


def _write(b: Body, op: image.WriteImageOp) -> None:
    mask = _SIGNS.get(op.element.data, 0)
    operands: list[int] = []
    if op.lod is not None:
        mask |= _LOD
        operands.append(b.value(op.lod))
    extra = (mask, *operands) if mask else ()
    values = (b.value(v) for v in (op.image, op.coordinate, op.value))
    b.run("OpImageWrite", *values, *extra)


# Queries --------------------------------------------------------------------------------------


def _size(b: Body, value: SSAValue) -> tuple[int, int]:
    """The extents of an image, with the number of layers last, and their number."""
    kind = _type(value).image_kind
    width = kind.coordinates
    form = b.d.form(i32 if width == 1 else vector_of(i32, width))
    if kind.is_buffer or kind.is_msaa:
        return b.emit("OpImageQuerySize", form.id, b.value(value)), width
    level = b.d.integer(0, i32)
    return b.emit("OpImageQuerySizeLod", form.id, b.value(value), level), width


def _type(value: SSAValue) -> ImageType:
    assert isinstance(value.type, ImageType)
    return value.type


def _extent(b: Body, value: SSAValue, place: int) -> int:
    """One of the extents of an image, as i32."""
    size, width = _size(b, value)
    if width == 1:
        return size
    return b.emit("OpCompositeExtract", b.d.form(i32).id, size, place % width)


_PLACES: dict[type[image.ImageQueryOp], int] = {
    image.GetImageWidthOp: 0,
    image.GetImageHeightOp: 1,
    image.GetImageDepthOp: 2,
    image.GetImageArraySizeOp: -1,
}


def _query_extent(b: Body, op: image.ImageQueryOp) -> None:
    made = _extent(b, op.image, _PLACES[type(op)])
    result = b.form(op.result)
    if result.bits != 32:
        made = b.emit("OpUConvert", result.id, made)
    b.set(op.result, made)


def _query_dimensions(b: Body, op: image.GetImageDimOp) -> None:
    size, width = _size(b, op.image)
    _dimensions(b, op.result, size, width, op.image_type.image_kind.dimensions)


def _dimensions(b: Body, result: SSAValue, size: int, width: int, used: int) -> None:
    """The first `used` of `width` extents, and zeros, as the vector `result`."""
    d = b.d
    form = b.form(result)
    if width == 1:
        zero = d.integer(0, i32)
        parts = [size, *[zero] * (form.width - 1)]
        b.set(result, b.emit("OpCompositeConstruct", form.id, *parts))
        return
    source = d.form(vector_of(i32, width))
    places = [n if n < used else width for n in range(form.width)]
    b.set(result, b.emit("OpVectorShuffle", form.id, size, d.null(source), *places))


def _query_size(b: Body, op: image.ImageQueryOp) -> None:
    """Width, height and depth; clover's form gives the layers as the next extent."""
    size, width = _size(b, op.image)
    _dimensions(b, op.result, size, width, width)


_WORDS: dict[type[image.ImageQueryOp], tuple[str, int]] = {
    kind: (f"OpImageQuery{name}", first)
    for name, (kind, first) in IMAGE_QUERIES.items()
}


def _word(b: Body, value: SSAValue, opcode: str, first: int) -> int:
    word = b.d.form(i32)
    made = b.emit(opcode, word.id, b.value(value))
    return b.emit("OpIAdd", word.id, made, b.d.integer(first, i32)) if first else made


def _query_word(b: Body, op: image.ImageQueryOp) -> None:
    b.set(op.result, _word(b, op.image, *_WORDS[type(op)]))


def _query_format(b: Body, op: image.ImageQueryOp) -> None:
    kinds = image.GetImageChannelDataTypeOp, image.GetImageChannelOrderOp
    parts = (_word(b, op.image, *_WORDS[kind]) for kind in kinds)
    b.set(op.result, b.emit("OpCompositeConstruct", b.form(op.result).id, *parts))


IMAGES: dict[str, Handler] = {
    SamplerConstantOp.name: _sampler_constant,
    GetProgramSamplerOp.name: _program_sampler,
    image.ReadImageOp.name: _read,
    image.WriteImageOp.name: _write,
    **{kind.name: _query_extent for kind in _PLACES},
    image.GetImageDimOp.name: _query_dimensions,
    image.ImageSizeOp.name: _query_size,
    image.ImageFormatOp.name: _query_format,
    **{kind.name: _query_word for kind in _WORDS},
}
"""Handlers by the name of the operation."""
