"""
The image families: attribute queries, the low-level getters they become, and access.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, cast

from xdsl.dialects.builtin import DenseArrayBase, VectorType, f16, f32, i32
from xdsl.interfaces import HasCanonicalizationPatternsInterface
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.traits import (
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    MemoryWriteEffect,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import AccessQualifier, ElementKind, ImageKind
from xdsl_opencl.dialects.definition import (
    PureOp,
    Value,
    fill,
    irdl_op_definition,
    named,
)
from xdsl_opencl.dialects.opencl.attrs import ElementKindAttr
from xdsl_opencl.dialects.opencl.folding.constants import constant_op
from xdsl_opencl.dialects.opencl.types import ImageType, SamplerType
from xdsl_opencl.dialects.opencl.verification.constraints import size_value

_COLOUR: dict[ElementKind, Attribute] = {
    ElementKind.F: VectorType(f32, [4]),
    ElementKind.H: VectorType(f16, [4]),
    ElementKind.I: VectorType(i32, [4]),
    ElementKind.UI: VectorType(i32, [4]),
}
"""Type of a pixel of an image that is not a depth image."""

_INTEGER_COORDINATES: dict[int, Attribute] = {
    1: i32,
    2: VectorType(i32, [2]),
    4: VectorType(i32, [4]),
}
_FLOAT_COORDINATES: dict[int, Attribute] = {
    1: f32,
    2: VectorType(f32, [2]),
    4: VectorType(f32, [4]),
}
"""Coordinates by `ImageKind.coordinate_width`."""

_GRADIENTS: dict[int, Attribute] = {
    1: f32,
    2: _FLOAT_COORDINATES[2],
    3: _FLOAT_COORDINATES[4],
}
"""Gradients by spatial dimensions (OpenCL C 3.0, section 6.15.15.5)."""


def _kinds(test: Callable[[ImageKind], bool]) -> frozenset[ImageKind]:
    return frozenset(filter(test, ImageKind))


_MIPMAPPED = _kinds(lambda kind: not kind.is_buffer and not kind.is_msaa)
"""Images that may have levels of detail (cl_khr_mipmap_image)."""


def verify_pixel(
    op: Operation, operand: str, type: Attribute, image: ImageType, element: ElementKind
) -> None:
    """
    Raises `VerifyException` unless `type` is the type of a read or write of `element` on `image`:
    a float for a depth image, otherwise a vector of four.
    """
    if image.image_kind.is_depth:
        if element is not ElementKind.F:
            raise VerifyException(
                f"{op.name}: {image.image_kind} holds floats; element kind '{element}' "
                "does not apply, use 'f'"
            )
        expected = f32
    else:
        expected = _COLOUR[element]
    if type != expected:
        raise VerifyException(
            f"{op.name}: {operand} has type {type}; element kind '{element}' of "
            f"{image.image_kind} takes {expected}"
        )


class ImageQueryOp(PureOp):
    """Base of the attribute queries: one image in, one value out."""

    image = operand_def(ImageType)
    result = result_def()

    assembly_format = "$image attr-dict `:` type($image) `->` type($result)"

    RESULT: ClassVar[Attribute | None] = i32
    """The type of the result, where it is always the same."""
    KINDS: ClassVar[frozenset[ImageKind]] = frozenset(ImageKind)
    """Images that have the attribute."""

    def __init__(self, image: Value, result_type: Attribute | None = None):
        fill(self, image, results=[result_type or self.RESULT or i32])

    @property
    def image_type(self) -> ImageType:
        return cast(ImageType, self.image.type)

    def verify_(self) -> None:
        kind = self.image_type.image_kind
        if kind not in self.KINDS:
            raise VerifyException(
                f"{self.name}: {kind} has no such attribute; expected one of "
                + ", ".join(k for k in ImageKind if k in self.KINDS)
            )
        if self.RESULT is not None and self.result.type != self.RESULT:
            raise VerifyException(
                f"{self.name}: result has type {self.result.type}; "
                f"expected {self.RESULT}"
            )


_DIM_RESULTS: dict[int, Attribute] = {2: VectorType(i32, [2]), 3: VectorType(i32, [4])}
"""`int2` and `int4` of `get_image_dim`, by spatial dimensions."""

GetImageWidthOp = named("opencl.get_image_width", ImageQueryOp)
"""Width in pixels, `i32`."""
GetImageHeightOp = named(
    "opencl.get_image_height", ImageQueryOp, KINDS=_kinds(lambda k: k.dimensions >= 2)
)
"""Height in pixels, `i32`; not of 1D images."""
GetImageDepthOp = named(
    "opencl.get_image_depth", ImageQueryOp, KINDS=_kinds(lambda k: k.dimensions == 3)
)
"""Depth in pixels of a 3D image, `i32`."""


@irdl_op_definition
class GetImageDimOp(ImageQueryOp, HasCanonicalizationPatternsInterface):
    """
    `vector<2xi32>` (width, height) of a 2D image, `vector<4xi32>` (width, height, depth,
    0) of a 3D image.
    """

    name = "opencl.get_image_dim"
    RESULT: ClassVar[Attribute | None] = None
    KINDS: ClassVar[frozenset[ImageKind]] = _kinds(lambda k: k.dimensions >= 2)

    def __init__(self, image: Value, result_type: Attribute | None = None):
        if result_type is None:
            kind = cast(ImageType, SSAValue.get(image).type).image_kind
            result_type = _DIM_RESULTS.get(kind.dimensions, i32)
        super().__init__(image, result_type)

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (SplitImageDim(),)

    def verify_(self) -> None:
        super().verify_()
        kind = self.image_type.image_kind
        expected = _DIM_RESULTS[kind.dimensions]
        if self.result.type != expected:
            raise VerifyException(
                f"{self.name}: result has type {self.result.type}; "
                f"{kind} gives {expected}"
            )


@irdl_op_definition
class GetImageArraySizeOp(ImageQueryOp):
    """Number of layers of an array image, as `size_t`: `i32`, `i64` or `index`."""

    name = "opencl.get_image_array_size"
    RESULT: ClassVar[Attribute | None] = None
    KINDS: ClassVar[frozenset[ImageKind]] = _kinds(lambda k: k.is_array)
    result = result_def(size_value)


GetImageChannelDataTypeOp = named("opencl.get_image_channel_data_type", ImageQueryOp)
"""The `CLK_*` number of the channel data type (`CLK_UNORM_INT8`, ...), `i32`."""
GetImageChannelOrderOp = named("opencl.get_image_channel_order", ImageQueryOp)
"""The `CLK_*` number of the channel order (`CLK_RGBA`, ...), `i32`."""
GetImageNumSamplesOp = named(
    "opencl.get_image_num_samples", ImageQueryOp, KINDS=_kinds(lambda k: k.is_msaa)
)
"""Samples a pixel of a multi-sample image, `i32`."""
GetImageNumMipLevelsOp = named(
    "opencl.get_image_num_mip_levels", ImageQueryOp, KINDS=_MIPMAPPED
)
"""Levels of detail (cl_khr_mipmap_image), `i32`."""
ImageSizeOp = named("opencl.image_size", ImageQueryOp, RESULT=VectorType(i32, [3]))
"""Low level: width, height and depth as `vector<3xi32>` (clover's `image.get.size`)."""
ImageFormatOp = named("opencl.image_format", ImageQueryOp, RESULT=VectorType(i32, [2]))
"""
Low level: channel data type and channel order as `vector<2xi32>` of CL constants
(clover's `image.get.format`).
"""
ImageResourceIdOp = named("opencl.image_resource_id", ImageQueryOp)
"""Low level: index of the image among those of its access kind."""

GET_IMAGE_QUERIES: tuple[type[ImageQueryOp], ...] = (
    *(GetImageWidthOp, GetImageHeightOp, GetImageDepthOp, GetImageDimOp),
    *(GetImageArraySizeOp, GetImageChannelDataTypeOp, GetImageChannelOrderOp),
    *(GetImageNumSamplesOp, GetImageNumMipLevelsOp),
)
"""The queries that are functions of OpenCL C."""

ATTRIBUTE_QUERIES: tuple[type[Operation], ...] = (
    *GET_IMAGE_QUERIES,
    ImageSizeOp,
    ImageFormatOp,
)
"""All operations that query facts of an image that the host knows."""


class _ReadEffect(MemoryEffect):
    """A read of a read_only image does not depend on the program's side effects."""

    @classmethod
    def get_effects(cls, op: Operation) -> frozenset[EffectInstance]:
        image = cast(ImageType, op.operands[0].type)
        if image.access_qualifier is AccessQualifier.READ_ONLY:
            return _NO_EFFECT
        return _READ_EFFECT


_NO_EFFECT: frozenset[EffectInstance] = frozenset()
_READ_EFFECT = frozenset((EffectInstance(MemoryEffectKind.READ),))


@irdl_op_definition
class ReadImageOp(IRDLOperation):
    """
    `read_image{f,h,i,ui}`: with or without sampler, level of detail, gradients, sample.

    Coordinates are i32, or f32 with a sampler: a scalar in one dimension, a vector of 2, or a
    vector of 4 for arrays of 2D images and 3D images. Level of detail and gradients need a sampler
    and f32 coordinates; multi-sample images need `sample`. The result is f32 for a depth image,
    otherwise a vector of four f32, f16 (`h`) or i32 (`i`, `ui`).

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

    traits = traits_def(_ReadEffect())

    @property
    def image_type(self) -> ImageType:
        return cast(ImageType, self.image.type)

    def verify_(self) -> None:
        name = self.name
        image = self.image_type
        kind = image.image_kind
        access = image.access_qualifier
        if not access.readable:
            raise VerifyException(
                f"{name}: image of type {image} is write_only; "
                "make it read_only or read_write"
            )
        sampled = self.sampler is not None
        if sampled:
            # Clang declares reads with a level of read_write images (cl_khr_mipmap_image).
            level = self.lod is not None or self.gradient_x is not None
            if access is not AccessQualifier.READ_ONLY and not level:
                raise VerifyException(
                    f"{name}: image of type {image} with a sampler; only a read_only "
                    "image is read with one"
                )
            if kind not in _MIPMAPPED:
                raise VerifyException(
                    f"{name}: {kind} is read without a sampler; remove the sampler"
                )
        coordinate = self.coordinate.type
        width = kind.coordinate_width
        floating = coordinate == _FLOAT_COORDINATES[width]
        if floating and not sampled:
            raise VerifyException(
                f"{name}: coordinate of type {coordinate} without a sampler; expected "
                f"{_INTEGER_COORDINATES[width]}"
            )
        if not floating and coordinate != _INTEGER_COORDINATES[width]:
            expected = str(_INTEGER_COORDINATES[width])
            if sampled:
                expected += f" or {_FLOAT_COORDINATES[width]}"
            raise VerifyException(
                f"{name}: coordinate has type {coordinate}; {kind} takes {expected}"
            )
        if (self.sample is not None) != kind.is_msaa:
            raise VerifyException(
                f"{name}: {kind} needs the index of a sample"
                if kind.is_msaa
                else f"{name}: {kind} has no samples"
            )
        verify_pixel(self, "result", self.result.type, image, self.element.data)
        if (
            self.lod is not None
            or self.gradient_x is not None
            or self.gradient_y is not None
        ):
            self._verify_level(kind, floating)

    def _verify_level(self, kind: ImageKind, floating: bool) -> None:
        """The level of detail and the gradients (cl_khr_mipmap_image)."""
        name = self.name
        x, y = self.gradient_x, self.gradient_y
        what = "a level of detail" if self.lod is not None else "gradients"
        if kind not in _MIPMAPPED:
            raise VerifyException(
                f"{name}: {kind} has no levels of detail; remove lod and gradients"
            )
        if self.sampler is None or not floating:
            raise VerifyException(
                f"{name}: {what} without a sampler and floating-point coordinates; "
                "give it both"
            )
        if self.lod is not None:
            if x is not None or y is not None:
                raise VerifyException(
                    f"{name}: a level of detail and gradients exclude each other; "
                    "remove one"
                )
            if self.lod.type != f32:
                raise VerifyException(
                    f"{name}: lod has type {self.lod.type}; expected f32"
                )
            return
        if x is None or y is None:
            raise VerifyException(f"{name}: one gradient is missing; give both")
        expected = _GRADIENTS[kind.dimensions]
        if x.type != expected or y.type != expected:
            raise VerifyException(
                f"{name}: gradients have types {x.type}, {y.type}; "
                f"{kind} takes {expected}"
            )

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
        image: Value,
        coordinate: Value,
        result_type: Attribute,
        *,
        sampler: Value | None = None,
        lod: Value | None = None,
        gradients: tuple[SSAValue, SSAValue] | None = None,
        sample: Value | None = None,
    ):
        x, y = gradients if gradients is not None else (None, None)
        optional = (sampler, lod, x, y, sample)
        fill(
            self,
            image,
            coordinate,
            *(o for o in optional if o is not None),
            results=[result_type],
            element=ElementKindAttr(element),
            **{
                AttrSizedOperandSegments.attribute_name: DenseArrayBase.from_list(
                    i32, [1, 1, *(int(o is not None) for o in optional)]
                )
            },
        )


@irdl_op_definition
class WriteImageOp(IRDLOperation):
    """
    `write_image{f,h,i,ui}`, with or without level of detail. Coordinates are i32; the value is f32
    for a depth image, otherwise a vector of four f32, f16 (`h`) or i32.

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

    traits = traits_def(MemoryWriteEffect())

    @property
    def image_type(self) -> ImageType:
        return cast(ImageType, self.image.type)

    def verify_(self) -> None:
        name = self.name
        image = self.image_type
        kind = image.image_kind
        if not image.access_qualifier.writable:
            raise VerifyException(
                f"{name}: image of type {image} is read_only; "
                "make it write_only or read_write"
            )
        if kind.is_msaa:
            raise VerifyException(
                f"{name}: {kind} cannot be written; write another kind of image"
            )
        expected = _INTEGER_COORDINATES[kind.coordinate_width]
        if self.coordinate.type != expected:
            raise VerifyException(
                f"{name}: coordinate has type {self.coordinate.type}; {kind} takes "
                f"{expected}"
            )
        verify_pixel(self, "value", self.value.type, image, self.element.data)
        if self.lod is not None and kind not in _MIPMAPPED:
            raise VerifyException(
                f"{name}: {kind} has no levels of detail; remove lod and gradients"
            )

    assembly_format = (
        "$element $value `,` $image `[` $coordinate `]` (`lod` $lod^)? attr-dict `:` "
        "type($value) `,` type($image) `,` type($coordinate)"
    )

    def __init__(
        self,
        element: ElementKind,
        value: Value,
        image: Value,
        coordinate: Value,
        *,
        lod: Value | None = None,
    ):
        operands = (value, image, coordinate, lod)
        fill(
            self,
            *(o for o in operands if o is not None),
            element=ElementKindAttr(element),
        )


class SplitImageDim(RewritePattern):
    """Replaces an element of `get_image_dim` by the width, height or depth."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GetImageDimOp, rewriter: PatternRewriter):
        from xdsl_opencl.dialects.opencl.folding.known_values import extracted_element

        dimensions = op.image_type.image_kind.dimensions
        for use in tuple(op.result.uses):
            user = use.operation
            if use.index != 0 or (element := extracted_element(user)) is None:
                continue
            if 0 <= element < dimensions:
                # Width, height and depth are the first three.
                query = GET_IMAGE_QUERIES[element](op.image)
            elif element == dimensions == 3:
                # The fourth element for a 3D image is 0 (OpenCL C 3.0, section 6.15.15.7).
                query = constant_op(user.results[0].type, [0])
            else:
                continue
            rewriter.replace(user, query)
