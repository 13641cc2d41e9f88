"""Builds the results of image queries from single attributes of images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    VectorType,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_opencl.abi.enums import ImageKind
from xdsl_opencl.abi.images.image_fields import ImageQuery
from xdsl_opencl.dialects.opencl import image
from xdsl_opencl.dialects.opencl.types import ImageType
from xdsl_opencl.ir.build import ArithBuilder, positions

_ATTRIBUTES: Mapping[type[Operation], ImageQuery] = {
    image.GetImageWidthOp: ImageQuery.WIDTH,
    image.GetImageHeightOp: ImageQuery.HEIGHT,
    image.GetImageDepthOp: ImageQuery.DEPTH,
    image.GetImageArraySizeOp: ImageQuery.ARRAY_SIZE,
    image.GetImageNumMipLevelsOp: ImageQuery.NUM_MIP_LEVELS,
    image.GetImageNumSamplesOp: ImageQuery.NUM_SAMPLES,
    image.GetImageChannelDataTypeOp: ImageQuery.CHANNEL_DATA_TYPE,
    image.GetImageChannelOrderOp: ImageQuery.CHANNEL_ORDER,
}
"""Queries of one attribute."""

_SIZES = (ImageQuery.WIDTH, ImageQuery.HEIGHT, ImageQuery.DEPTH)
_FORMATS = (ImageQuery.CHANNEL_DATA_TYPE, ImageQuery.CHANNEL_ORDER)


def image_kind(query: Operation) -> ImageKind:
    """The kind of the queried image."""
    type = query.operands[0].type
    assert isinstance(type, ImageType)
    return type.image_kind


def _to_size(emitter: ArithBuilder, value: SSAValue, type: Attribute) -> SSAValue:
    """`value` as the `size_t` that a query returns."""
    if isinstance(type, IndexType):
        return emitter.op(arith.IndexCastOp, value, type=type)
    if type == i64:
        return emitter.op(arith.ExtUIOp, value, type=i64)
    return value


class AttributeReader:
    """Reads single attributes of images, and builds the results of queries from them."""

    def read(
        self, emitter: ArithBuilder, attribute: ImageQuery, query: Operation
    ) -> SSAValue:
        """
        Returns the `i32` value of `attribute` of the image of `query`. Its operations go to
        `emitter`, or to a place where queries can share them.
        """
        raise NotImplementedError

    def lower(self, emitter: ArithBuilder, query: Operation) -> Sequence[SSAValue]:
        kind = image_kind(query)
        result_type = query.results[0].type
        if (attribute := _ATTRIBUTES.get(type(query))) is not None:
            value = self.read(emitter, attribute, query)
            value = _to_size(emitter, value, result_type)
        elif isinstance(query, image.ImageFormatOp):
            value = self._vector(emitter, query, _FORMATS)
        else:
            # A size of 3 elements has 1 where the image has no such dimension, the 4
            # elements of get_image_dim end with 0.
            sizes = _SIZES[: kind.dimensions]
            value = self._vector(emitter, query, sizes)
        return (value,)

    def _vector(
        self, emitter: ArithBuilder, query: Operation, attributes: Sequence[ImageQuery]
    ) -> SSAValue:
        result_type = query.results[0].type
        assert isa(result_type, VectorType[IntegerType])
        from xdsl.dialects import vector

        (length,) = result_type.get_shape()
        missing = 1 if isinstance(query, image.ImageSizeOp) else 0
        start = [0] * len(attributes) + [missing] * (length - len(attributes))
        constant = DenseIntOrFPElementsAttr.from_list(result_type, start)
        value = emitter.literal(constant, result_type)
        for position, attribute in enumerate(attributes):
            element = self.read(emitter, attribute, query)
            value = emitter.op(
                vector.InsertOp,
                element,
                value,
                type=result_type,
                properties={"static_position": positions(position)},
            )
        return value
