"""Images and samplers of SPIR-V."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from xdsl.dialects import llvm
from xdsl.dialects.builtin import Float16Type, i32
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.abi.enums import ElementKind
from xdsl_opencl.dialects.opencl import image
from xdsl_opencl.dialects.opencl.types import ImageType, SamplerType
from xdsl_opencl.ir.element_types import element_of, is_float, width_of
from xdsl_opencl.spirv.names import IMAGE_QUERIES
from xdsl_opencl.spirv.reader.arithmetic import widened
from xdsl_opencl.spirv.reader.site import Handler, Site


def _image(f: Site, value: SSAValue) -> ImageType:
    if not isinstance(value.type, ImageType):
        raise f.fault(f"its image is of type {value.type}")
    return value.type


def _sampled(f: Site) -> None:
    source, sampler = f.operand(0), f.operand(1)
    _image(f, source)
    if not isinstance(sampler.type, SamplerType):
        raise f.fault(f"its sampler is of type {sampler.type}")
    f.images[f.instruction.result] = source, sampler


def _pair(f: Site) -> tuple[SSAValue, SSAValue]:
    """The image and the sampler of the first operand."""
    if f.id(0) not in f.images:
        raise f.fault("its first operand is no image with a sampler")
    return f.images[f.id(0)]


def _coordinate(f: Site, value: SSAValue, wanted: int) -> SSAValue:
    """`value` with `wanted` components: producers leave out the last, or give more."""
    width = width_of(value.type) or 1
    if width == wanted:
        return value
    if wanted == 1:
        return f.build.extract(value, 0)
    if width == 1:
        raise f.fault(f"a coordinate of one component; its image takes {wanted}")
    return widened(f, value, wanted, 0)


_BIAS, _LOD, _GRADIENTS, _OFFSETS, _SAMPLE = 1, 2, 4, 0x38, 0x40
_SIGNED, _UNSIGNED = 0x1000, 0x2000


def _operands(
    f: Site, at: int
) -> tuple[int, SSAValue | None, list[SSAValue], SSAValue | None]:
    """
    The mask of image operands at `at`, the level of detail, the two gradients and the sample.
    """
    if at >= len(f.instruction.operands):
        return 0, None, [], None
    mask = f.id(at)
    if mask & (_BIAS | _OFFSETS):
        raise f.fault("biases and offsets are no operands of kernels")
    ids = f.ids(at + 1)
    lod = f.value(ids.pop(0)) if mask & _LOD else None
    gradients = [f.value(ids.pop(0)) for _ in range(2 if mask & _GRADIENTS else 0)]
    return mask, lod, gradients, f.value(ids[0]) if mask & _SAMPLE else None


def _element_kind(type: Attribute, mask: int) -> ElementKind:
    element = element_of(type)
    if isinstance(element, Float16Type):
        return ElementKind.H
    if is_float(element):
        return ElementKind.F
    # Without a sign (Clang 22) the image's format decides how it is read.
    return ElementKind.UI if mask & _UNSIGNED else ElementKind.I


def _read(f: Site, source: SSAValue, sampler: SSAValue | None) -> SSAValue:
    type = _image(f, source)
    kind = type.image_kind
    mask, lod, gradients, sample = _operands(f, 2)
    if lod is not None and (sampler is None or _is_zero(f)):
        lod = None
    result = f.result_type
    element = element_of(result)
    own = element if kind.is_depth else result
    coordinate = _coordinate(f, f.operand(1), kind.coordinate_width)
    found = f.add(
        image.ReadImageOp(
            _element_kind(result, mask),
            source,
            coordinate,
            own,
            sampler=sampler,
            lod=lod,
            gradients=(gradients[0], gradients[1]) if gradients else None,
            sample=sample,
        )
    )
    width = width_of(result)
    return f.vector(result, [found] * width) if own is not result and width else found


def _is_zero(f: Site) -> bool:
    """Whether the level of detail is the constant 0."""
    constant = f.constants.values.get(f.id(3))
    return constant is not None and (constant.kind == "zero" or constant.value == 0)


def _write(f: Site) -> None:
    target, value = f.operand(0), f.operand(2)
    kind = _image(f, target).image_kind
    mask, lod, _, _ = _operands(f, 3)
    coordinate = _coordinate(f, f.operand(1), kind.coordinate_width)
    if kind.is_depth and width_of(value.type):
        value = f.build.extract(value, 0)
    element = _element_kind(value.type, mask)
    f.emit(image.WriteImageOp(element, value, target, coordinate, lod=lod))
    if element is ElementKind.I and not mask & _SIGNED:
        # Without a sign the format decides: of the two writes that fits it counts.
        element = ElementKind.UI
        f.emit(image.WriteImageOp(element, value, target, coordinate, lod=lod))


def _size(f: Site) -> SSAValue:
    """The sizes in each dimension, then the number of images of an array."""
    source = f.operand(0)
    kind = _image(f, source).image_kind
    result = f.result_type
    queries = (image.GetImageWidthOp, image.GetImageHeightOp, image.GetImageDepthOp)
    sizes = [f.add(query(source)) for query in queries[: kind.dimensions]]
    if kind.is_array:
        sizes.append(f.add(image.GetImageArraySizeOp(source, i32)))
    if len(sizes) != (width_of(result) or 1):
        raise f.fault(f"{kind} has {len(sizes)} sizes")
    sizes = [f.build.resize(size, element_of(result)) for size in sizes]
    return f.vector(result, sizes) if len(sizes) > 1 else sizes[0]


def _query(cls: type[image.ImageQueryOp], first: int, f: Site) -> SSAValue:
    """A query whose answers begin with `first` in OpenCL C, and with 0 in SPIR-V."""
    source = f.operand(0)
    _image(f, source)
    found = f.add(cls(source))
    if first:
        found = f.build.op(llvm.SubOp, found, f.integer(first))
    return f.build.resize(found, f.result_type)


ROWS: Mapping[str, Handler] = {
    "SampledImage": _sampled,
    "Image": lambda f: _pair(f)[0],
    "ImageSampleExplicitLod": lambda f: _read(f, *_pair(f)),
    "ImageRead": lambda f: _read(f, f.operand(0), None),
    "ImageWrite": _write,
    "ImageQuerySizeLod": _size,
    "ImageQuerySize": _size,
    **{
        f"ImageQuery{name}": partial(_query, *row)
        for name, row in IMAGE_QUERIES.items()
    },
}
