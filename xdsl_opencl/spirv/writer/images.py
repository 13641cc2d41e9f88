"""Images and samplers in SPIR-V."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i1, i32
from xdsl.ir import SSAValue

from xdsl_opencl.abi.enums import ElementKind
from xdsl_opencl.dialects.opencl import image
from xdsl_opencl.dialects.opencl.attrs import SamplerAttr
from xdsl_opencl.dialects.opencl.sampler import (
    GetProgramSamplerOp,
    SamplerConstantOp,
)
from xdsl_opencl.dialects.opencl.types import SamplerType
from xdsl_opencl.ir.element_types import vector_of
from xdsl_opencl.spirv.names import ADDRESSING, FILTERS, IMAGE_QUERIES
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.declarations import Declarations, Form

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


def _read(b: Body, op: image.ReadImageOp) -> int:
    d = b.d
    mask = _SIGNS.get(op.element.data, 0)
    source, coordinate = b.value(op.image), b.value(op.coordinate)
    if op.sampler is None:
        form = d.form(op.result.type)
        extra = [mask] if mask else []
        if op.sample is not None:
            extra = [mask | _SAMPLE, b.value(op.sample)]
        return b.emit("OpImageRead", form, source, coordinate, *extra)
    # Of a depth image, too, four elements are sampled.
    depth = op.image_type.image_kind.is_depth
    form = d.form(vector_of(f32, 4) if depth else op.result.type)
    kind = d.unique("OpTypeSampledImage", 0, b.form(op.image).id)
    if op.gradient_x is not None and op.gradient_y is not None:
        extra = [mask | _GRADIENTS, b.value(op.gradient_x), b.value(op.gradient_y)]
    else:
        level = d.null(d.form(f32)) if op.lod is None else b.value(op.lod)
        extra = [mask | _LOD, level]
    choice = b.choices.get(op.sampler)
    made = 0
    for each in choice[0] if choice else [b.value(op.sampler)]:
        sampled, before = b.emit("OpSampledImage", kind, source, each), made
        made = b.emit("OpImageSampleExplicitLod", form, sampled, coordinate, *extra)
        if choice and before:
            truth = b.emit("OpIEqual", d.bool, choice[1], d.word(each))
            made = b.emit(
                "OpSelect", form, b.splat(truth, d.like(form, i1)), made, before
            )
    return b.emit("OpCompositeExtract", form.scalar, made, 0) if depth else made


def _write(b: Body, op: image.WriteImageOp) -> None:
    mask = _SIGNS.get(op.element.data, 0)
    extra = [mask] if mask else []
    if op.lod is not None:
        extra = [mask | _LOD, b.value(op.lod)]
    values = b.values((op.image, op.coordinate, op.value))
    b.run("OpImageWrite", *values, *extra)


# Queries --------------------------------------------------------------------------------------


def _size(b: Body, op: image.ImageQueryOp) -> tuple[int, Form]:
    """The extents of an image, with the number of layers last."""
    kind = op.image_type.image_kind
    width = kind.coordinates
    form = b.d.form(i32 if width == 1 else vector_of(i32, width))
    if kind.is_buffer or kind.is_msaa:
        return b.emit("OpImageQuerySize", form, b.value(op.image)), form
    level = b.d.word(0)
    return b.emit("OpImageQuerySizeLod", form, b.value(op.image), level), form


_PLACES: dict[type[image.ImageQueryOp], int] = {
    image.GetImageWidthOp: 0,
    image.GetImageHeightOp: 1,
    image.GetImageDepthOp: 2,
    image.GetImageArraySizeOp: -1,
}


def _query_extent(b: Body, op: image.ImageQueryOp) -> int:
    (made, form), result = _size(b, op), b.form(op.result)
    if form.width > 1:
        place = _PLACES[type(op)] % form.width
        made = b.emit("OpCompositeExtract", form.scalar, made, place)
    return made if result.bits == 32 else b.emit("OpUConvert", result, made)


def _query_dimensions(b: Body, op: image.ImageQueryOp) -> int:
    """
    Width, height and depth as a vector, and zeros; clover's form gives the layers as the next
    extent.
    """
    parts, form = b.parts(*_size(b, op)), b.form(op.result)
    if isinstance(op, image.GetImageDimOp):
        parts = parts[: op.image_type.image_kind.dimensions]
    parts += [b.d.word(0)] * (form.width - len(parts))
    return b.composed(form, parts)


_WORDS: dict[type[image.ImageQueryOp], tuple[str, int]] = {
    kind: (f"OpImageQuery{name}", first)
    for name, (kind, first) in IMAGE_QUERIES.items()
}


def _word(b: Body, value: SSAValue, opcode: str, first: int) -> int:
    word = b.d.form(i32)
    made = b.emit(opcode, word, b.value(value))
    return b.emit("OpIAdd", word, made, b.d.word(first)) if first else made


def _query_format(b: Body, op: image.ImageQueryOp) -> int:
    kinds = image.GetImageChannelDataTypeOp, image.GetImageChannelOrderOp
    parts = (_word(b, op.image, *_WORDS[kind]) for kind in kinds)
    return b.emit("OpCompositeConstruct", b.form(op.result), *parts)


IMAGES: dict[str, Handler] = {
    SamplerConstantOp.name: lambda b, op: sampler(b.d, op.value),
    GetProgramSamplerOp.name: lambda b, op: b.symbols[op.sampler.root_reference.data],
    image.ReadImageOp.name: _read,
    image.WriteImageOp.name: _write,
    **{kind.name: _query_extent for kind in _PLACES},
    image.GetImageDimOp.name: _query_dimensions,
    image.ImageSizeOp.name: _query_dimensions,
    image.ImageFormatOp.name: _query_format,
    **{
        kind.name: lambda b, op: _word(b, op.image, *_WORDS[type(op)])
        for kind in _WORDS
    },
}
"""Handlers by the name of the operation."""
