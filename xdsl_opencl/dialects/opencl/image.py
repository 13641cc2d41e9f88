"""
The image families: attribute queries, the low-level getters behind them, and access.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import (
    IndexType,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    EqAttrConstraint,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure

from xdsl_opencl.abi.enums import ElementKind
from xdsl_opencl.dialects.opencl.attrs import ElementKindAttr
from xdsl_opencl.dialects.opencl.types import ImageType, SamplerType

size_value = (
    EqAttrConstraint(i32) | EqAttrConstraint(i64) | EqAttrConstraint(IndexType())
)
"""Result types of OpenCL's `size_t` functions: the user chooses the width."""


class ImageQueryOp(IRDLOperation):
    """
    Base of the attribute queries: one image in, one value out.
    """

    image = operand_def(ImageType)
    result = result_def()

    assembly_format = "$image attr-dict `:` type($image) `->` type($result)"

    traits = traits_def(Pure())

    RESULT: ClassVar[Attribute] = i32

    def __init__(
        self, image: SSAValue | Operation, result_type: Attribute | None = None
    ):
        super().__init__(operands=[image], result_types=[result_type or self.RESULT])


@irdl_op_definition
class GetImageWidthOp(ImageQueryOp):
    name = "opencl.get_image_width"
    result = result_def(i32)


@irdl_op_definition
class GetImageHeightOp(ImageQueryOp):
    name = "opencl.get_image_height"
    result = result_def(i32)


@irdl_op_definition
class GetImageDepthOp(ImageQueryOp):
    name = "opencl.get_image_depth"
    result = result_def(i32)


@irdl_op_definition
class GetImageDimOp(ImageQueryOp):
    """
    `vector<2xi32>` (width, height) of a 2D image, `vector<4xi32>` (width, height, depth,
    0) of a 3D image.
    """

    name = "opencl.get_image_dim"
    result = result_def(VectorType)


@irdl_op_definition
class GetImageArraySizeOp(ImageQueryOp):
    name = "opencl.get_image_array_size"
    result = result_def(size_value)


@irdl_op_definition
class GetImageChannelDataTypeOp(ImageQueryOp):
    name = "opencl.get_image_channel_data_type"
    result = result_def(i32)


@irdl_op_definition
class GetImageChannelOrderOp(ImageQueryOp):
    name = "opencl.get_image_channel_order"
    result = result_def(i32)


@irdl_op_definition
class GetImageNumSamplesOp(ImageQueryOp):
    name = "opencl.get_image_num_samples"
    result = result_def(i32)


@irdl_op_definition
class GetImageNumMipLevelsOp(ImageQueryOp):
    name = "opencl.get_image_num_mip_levels"
    result = result_def(i32)


@irdl_op_definition
class ImageSizeOp(ImageQueryOp):
    """
    Low level: width, height and depth as `vector<3xi32>` (clover's `image.get.size`).
    """

    name = "opencl.image_size"
    result = result_def(VectorType.constr(i32))
    RESULT: ClassVar[Attribute] = VectorType(i32, [3])


@irdl_op_definition
class ImageFormatOp(ImageQueryOp):
    """
    Low level: channel data type and channel order as `vector<2xi32>` of CL constants
    (clover's `image.get.format`).
    """

    name = "opencl.image_format"
    result = result_def(VectorType.constr(i32))
    RESULT: ClassVar[Attribute] = VectorType(i32, [2])


@irdl_op_definition
class ImageResourceIdOp(ImageQueryOp):
    """
    Low level: index of the image among those of its access kind.
    """

    name = "opencl.image_resource_id"
    result = result_def(i32)


@irdl_op_definition
class ReadImageOp(IRDLOperation):
    """
    `read_image{f,h,i,ui}`: with or without sampler, level of detail, gradients, sample.

    Example:
    ```mlir
    %v = opencl.read_image f %img[%at] sampler %s
        : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
    ```
    """

    name = "opencl.read_image"

    element = prop_def(ElementKindAttr)
    image = operand_def(ImageType)
    coordinate = operand_def()
    sampler = opt_operand_def(SamplerType)
    lod = opt_operand_def()
    gradient_x = opt_operand_def()
    gradient_y = opt_operand_def()
    sample = opt_operand_def(i32)
    """Index of the sample of a multi-sample image."""
    result = result_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    assembly_format = (
        "$element $image `[` $coordinate `]` (`sampler` $sampler^)? "
        "(`lod` $lod^ `:` type($lod))? "
        "(`gradients` $gradient_x^ `,` $gradient_y `:` type($gradient_x) `,` "
        "type($gradient_y))? (`sample` $sample^)? attr-dict `:` type($image) `,` "
        "type($coordinate) `->` type($result)"
    )

    def __init__(
        self,
        element: ElementKind,
        image: SSAValue | Operation,
        coordinate: SSAValue | Operation,
        result_type: Attribute,
        *,
        sampler: SSAValue | Operation | None = None,
        lod: SSAValue | Operation | None = None,
        gradients: tuple[SSAValue, SSAValue] | None = None,
        sample: SSAValue | Operation | None = None,
    ):
        x, y = gradients if gradients is not None else (None, None)
        super().__init__(
            operands=[image, coordinate, sampler, lod, x, y, sample],
            properties={"element": ElementKindAttr(element)},
            result_types=[result_type],
        )


@irdl_op_definition
class WriteImageOp(IRDLOperation):
    """
    `write_image{f,h,i,ui}`, with or without level of detail.

    Example:
    ```mlir
    opencl.write_image f %v, %img[%at]
        : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
    ```
    """

    name = "opencl.write_image"

    element = prop_def(ElementKindAttr)
    value = operand_def()
    image = operand_def(ImageType)
    coordinate = operand_def()
    lod = opt_operand_def(i32)

    assembly_format = (
        "$element $value `,` $image `[` $coordinate `]` (`lod` $lod^)? attr-dict `:` "
        "type($value) `,` type($image) `,` type($coordinate)"
    )

    def __init__(
        self,
        element: ElementKind,
        value: SSAValue | Operation,
        image: SSAValue | Operation,
        coordinate: SSAValue | Operation,
        *,
        lod: SSAValue | Operation | None = None,
    ):
        super().__init__(
            operands=[value, image, coordinate, lod],
            properties={"element": ElementKindAttr(element)},
        )
