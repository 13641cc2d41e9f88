"""
`opencl-lower-images`: image reads and writes become the GPU's image instructions.

Needs: a module with a target. Leaves: no `opencl.read_image` and `opencl.write_image`; of GCN's
ABIs (`slots` has r600's form, `host` the CPU device's) `llvm.call_intrinsic` of `llvm.amdgcn.image.*` (of
`llvm.amdgcn.struct.buffer.*` for a 1D buffer image), `arith`, `vector`, and a cast of each
image to the address of its descriptor, which is loaded once per block. A sampler known at
compile time is a constant vector, other descriptors are loaded from their address.

Rules, from ROCm-Device-Libs `ockl/src/image.cl` and `opencl/src/image/imwrap.cl`:
* Pixels are four f32 (integers: their bits), four f16 for `h` (converted from f32 before
  gfx8, which has no 16-bit data), one f32 for a depth image.
* With a sampler, integer coordinates are converted to f32; the layer of an array is
  rounded to even.
* Hardware nearest filtering is not exact at texel borders. So a floating-point coordinate
  is first moved to the beginning of its texel, floor(c * size) / size, when the sampler
  filters nearest; not with an explicit level. Integer coordinates are exact.
* Gradients go before the coordinates; a multi-sample read names its sample last.
* Processors without `sample.lz` (gfx90a) use `sample`, whose level is 0 in a kernel.

Errors: a processor without image instructions, or without those for levels and gradients;
an ABI for which image access is not available.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn, cast

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    DenseIntElementsAttr,
    IntegerType,
    LocationAttr,
    ModuleOp,
    VectorType,
    f16,
    f32,
    i1,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.enums import ElementKind, FilterMode, ImageKind
from xdsl_opencl.abi.gpu.processors import ImageSupport
from xdsl_opencl.abi.images.image_fields import DescriptorField, ImageQuery
from xdsl_opencl.abi.images.samplers import (
    LINEAR_BIT,
    UNNORMALIZED_BIT,
    descriptor_words,
)
from xdsl_opencl.abi.interface import ImageAccess, SamplerForm
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.attrs import SamplerAttr
from xdsl_opencl.dialects.opencl.image import ReadImageOp, WriteImageOp
from xdsl_opencl.dialects.opencl.interop.llvm_handles import CONSTANT_POINTER
from xdsl_opencl.dialects.opencl.types import ImageType
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.patterns import B, Handler, lower, one_per_block
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.transforms.images.host import HostImages
from xdsl_opencl.transforms.images.known_samplers import KnownSamplers
from xdsl_opencl.transforms.images.resource_info import (
    IMAGE_WORDS,
    SHAPES,
    has_resource_info,
    resource_info,
)

_BUFFER_WORDS = VectorType(i32, [4])
_SAMPLER_WORDS = VectorType(i32, [4])
_FLOATS = VectorType(f32, [4])
_HALVES = VectorType(f16, [4])

_SIZES = (ImageQuery.WIDTH, ImageQuery.HEIGHT, ImageQuery.DEPTH)
_DESCRIPTOR_DWORDS = 8
"""The other dwords of the record belong to the runtime."""


def _data(kind: ImageKind, half: bool) -> tuple[str, Attribute, int]:
    """Name in intrinsics, type and channel mask of a pixel in the hardware."""
    if kind.is_depth:
        return "f32", f32, 1
    return ("v4f16", _HALVES, 15) if half else ("v4f32", _FLOATS, 15)


class _Site(ArithBuilder):
    """
    A builder for one block, with the descriptors and sizes that it has loaded already.
    """

    __slots__ = ("known",)

    def __init__(
        self,
        block: Block,
        anchor: Operation | None = None,
        location: LocationAttr | None = None,
    ):
        super().__init__(block, anchor, location)
        self.known: dict[tuple[SSAValue, str], SSAValue] = {}

    def pointer(self, handle: SSAValue) -> SSAValue:
        key = handle, "pointer"
        value = self.known.get(key)
        if value is None:
            value = self.known[key] = self.cast(handle, CONSTANT_POINTER)
            value.name_hint = handle.name_hint
        return value

    def descriptor(self, image: SSAValue, type_: Attribute, align: int) -> SSAValue:
        key = image, "descriptor"
        value = self.known.get(key)
        if value is None:
            value = self.load(self.pointer(image), type_, align, invariant=True)
            self.known[key] = value
        return value

    def size(
        self, image: SSAValue, dimension: int, field: DescriptorField | None
    ) -> SSAValue:
        """
        Width, height or depth of an image as f32: from `field`, or from the hardware if no field
        has it.
        """
        key = image, "whd"[dimension]
        value = self.known.get(key)
        if value is not None:
            return value
        if field is None:
            info = self.known.get((image, "info"))
            if info is None:
                words = self.descriptor(image, IMAGE_WORDS, 32)
                kind = cast("ImageType", image.type).image_kind
                info = self.known[image, "info"] = resource_info(self, words, kind)
            size = self.extract(info, dimension)
            value = self.known[key] = self.op(arith.UIToFPOp, size, type=f32)
            return value
        if field.dword < _DESCRIPTOR_DWORDS:
            size = self.extract(self.descriptor(image, IMAGE_WORDS, 32), field.dword)
        else:
            address = self.offset(self.pointer(image), 4 * field.dword)
            size = self.load(address, i32, 4, invariant=True)
        if field.shift:
            size = self.op(arith.ShRUIOp, size, self.constant(field.shift))
        if field.bits < 32:
            size = self.op(arith.AndIOp, size, self.constant(field.mask))
        if field.plus:
            size = self.op(arith.AddiOp, size, self.constant(field.plus))
        value = self.known[key] = self.op(arith.UIToFPOp, size, type=f32)
        return value

    def sampler_bit(self, sampler: SSAValue, bit: int) -> SSAValue:
        """One bit of a sampler descriptor, as i1."""
        key = sampler, str(bit)
        value = self.known.get(key)
        if value is None:
            words = self.descriptor(sampler, _SAMPLER_WORDS, 16)
            word = self.extract(words, bit // 32)
            mask = self.constant(1 << bit % 32)
            masked = self.op(arith.AndIOp, word, mask)
            value = self.compare("ne", masked, self.constant(0))
            self.known[key] = value
        return value


class _Lowering:
    def __init__(self, module: ModuleOp, target: Target):
        self.target = target
        self.samplers = KnownSamplers(module)
        self.support = target.processor.images
        self.facts = target.processor.capabilities
        self.asks_hardware = has_resource_info(target)

    def check(self, op: ReadImageOp | WriteImageOp) -> ImageKind:
        """The kind of the image; an error where the hardware cannot reach it."""
        kind = cast("ImageType", op.image.type).image_kind
        if self.support is ImageSupport.NONE and not kind.is_buffer:
            fail(
                op,
                f"processor {self.target.mcpu} has no image instructions; only the "
                "attributes of an image can be queried",
            )
        return kind

    def numbers(self, site: _Site, values: Sequence[int]) -> list[SSAValue]:
        return [site.constant(value) for value in values]

    def resource(self, site: _Site, image: SSAValue, kind: ImageKind) -> SSAValue:
        if kind.is_buffer:
            return site.descriptor(image, _BUFFER_WORDS, 16)
        return site.descriptor(image, IMAGE_WORDS, 32)

    def components(self, site: _Site, value: SSAValue, count: int) -> list[SSAValue]:
        """The first `count` elements of a coordinate, which may be a scalar."""
        if not isinstance(value.type, VectorType):
            return [value]
        return [site.extract(value, index) for index in range(count)]

    def has_half(self, element: ElementKind) -> bool:
        return element is ElementKind.H and self.facts.half_images

    # Reads.

    def read(self, site: _Site, op: ReadImageOp) -> Sequence[SSAValue]:
        kind = self.check(op)
        element = op.element.data
        name, type_, mask = _data(kind, self.has_half(element))
        at = self.components(site, op.coordinate, kind.coordinates)
        resource = self.resource(site, op.image, kind)
        if kind.is_buffer:
            zeros = self.numbers(site, (0, 0, 0))
            pixel = site.intrinsic(
                f"llvm.amdgcn.struct.buffer.load.format.{name}",
                (resource, at[0], *zeros),
                type_,
            )
        elif op.sampler is not None:
            pixel = self.sample(site, op, kind, at, resource)
        else:
            if op.sample is not None:
                at.append(op.sample)
            pixel = site.intrinsic(
                f"llvm.amdgcn.image.load.{SHAPES[kind]}.{name}.i32.v8i32",
                (site.constant(mask), *at, resource, *self.numbers(site, (0, 0))),
                type_,
            )
        result = op.result.type
        if pixel.type == result:
            return (pixel,)
        narrow = element is ElementKind.H
        conversion = arith.TruncFOp if narrow else arith.BitcastOp
        return (site.op(conversion, pixel, type=result),)

    def sample(
        self,
        site: _Site,
        op: ReadImageOp,
        kind: ImageKind,
        at: list[SSAValue],
        resource: SSAValue,
    ) -> SSAValue:
        assert op.sampler is not None
        known = self.samplers.value(op.sampler)
        words = self.sampler_words(site, op.sampler, known)
        if isinstance(at[0].type, IntegerType):
            at = [site.op(arith.SIToFPOp, c, type=f32) for c in at]
        else:
            if op.lod is None:
                self.quantise(site, op, kind, at, known)
            if kind.is_array:
                at[-1] = site.intrinsic("llvm.rint.f32", (at[-1],), f32)
        name, type_, mask = _data(kind, self.has_half(op.element.data))
        extended = self.support is ImageSupport.FULL
        before: list[SSAValue] = []
        types = f"{name}.f32"
        if op.lod is not None:
            variant = "sample.l"
            at = [*at, op.lod]
        elif op.gradient_x is not None and op.gradient_y is not None:
            variant = "sample.d"
            types = f"{name}.f32.f32"
            for gradient in (op.gradient_x, op.gradient_y):
                before += self.components(site, gradient, kind.dimensions)
        else:
            variant = "sample.lz" if extended else "sample"
        if not extended and variant != "sample":
            fail(
                op,
                f"processor {self.target.mcpu} has no image instructions with levels "
                "or gradients; read level 0, or use another processor",
            )
        return site.intrinsic(
            f"llvm.amdgcn.image.{variant}.{SHAPES[kind]}.{types}.v8i32.v4i32",
            (
                site.constant(mask),
                *before,
                *at,
                resource,
                words,
                site.constant(0, i1),
                *self.numbers(site, (0, 0)),
            ),
            type_,
        )

    def sampler_words(
        self, site: _Site, sampler: SSAValue, known: SamplerAttr | None
    ) -> SSAValue:
        if known is None or self.target.interface.samplers is SamplerForm.SLOT:
            return site.descriptor(sampler, _SAMPLER_WORDS, 16)
        words = descriptor_words(
            known.is_normalized,
            known.addressing.data,
            known.filter.data,
            self.target.processor.generation,
        )
        signed = [w - (1 << 32) if w >> 31 else w for w in words]
        value = DenseIntElementsAttr.from_list(_SAMPLER_WORDS, signed)
        return site.literal(value, _SAMPLER_WORDS)

    def quantise(
        self,
        site: _Site,
        op: ReadImageOp,
        kind: ImageKind,
        at: list[SSAValue],
        known: SamplerAttr | None,
    ) -> None:
        """
        Moves spatial coordinates to the beginning of their texel for nearest filtering.
        """
        if known is not None and known.filter.data is FilterMode.LINEAR:
            return
        assert op.sampler is not None
        one = unnormalized = linear = None
        if known is None:
            unnormalized = site.sampler_bit(op.sampler, UNNORMALIZED_BIT)
            linear = site.sampler_bit(op.sampler, LINEAR_BIT)
            one = site.float_constant(1.0, f32)
        axes = range(kind.dimensions)
        if known is not None and not known.is_normalized:
            for index in axes:
                at[index] = site.intrinsic("llvm.floor.f32", (at[index],), f32)
            return
        # The last axis first, as in ROCm's code: LLVM's scheduler keeps the order, and the
        # first axis needs one load more.
        for index in reversed(axes):
            field = None
            if not self.asks_hardware:
                field = self.target.image_field(_SIZES[index])
            size = site.size(op.image, index, field)
            if unnormalized is not None and one is not None:
                size = site.select(unnormalized, one, size)
            step = site.intrinsic("llvm.amdgcn.rcp.f32", (size,), f32)
            texel = site.op(arith.MulfOp, at[index], size)
            texel = site.intrinsic("llvm.floor.f32", (texel,), f32)
            exact = site.op(arith.MulfOp, texel, step)
            at[index] = (
                exact if linear is None else site.select(linear, at[index], exact)
            )

    # Writes.

    def write(self, site: _Site, op: WriteImageOp) -> Sequence[SSAValue]:
        kind = self.check(op)
        element = op.element.data
        name, type_, mask = _data(kind, self.has_half(element))
        value = op.value
        if value.type != type_:
            widen = element is ElementKind.H
            conversion = arith.ExtFOp if widen else arith.BitcastOp
            value = site.op(conversion, value, type=type_)
        at = self.components(site, op.coordinate, kind.coordinates)
        resource = self.resource(site, op.image, kind)
        if kind.is_buffer:
            site.run_intrinsic(
                f"llvm.amdgcn.struct.buffer.store.format.{name}",
                (value, resource, at[0], *self.numbers(site, (0, 0, 0))),
            )
            return ()
        variant = "store"
        if op.lod is not None:
            if self.support is not ImageSupport.FULL:
                fail(
                    op,
                    f"processor {self.target.mcpu} has no image instructions with levels",
                )
            variant = "store.mip"
            at.append(op.lod)
        site.run_intrinsic(
            f"llvm.amdgcn.image.{variant}.{SHAPES[kind]}.{name}.i32.v8i32",
            (value, site.constant(mask), *at, resource, *self.numbers(site, (0, 0))),
        )
        return ()


class OpenCLLowerImagesPass(ModulePass):
    """Lowers image reads and writes for the attached target."""

    name = "opencl-lower-images"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        form = target.interface.image_access
        lowering: _Lowering | HostImages
        if form is ImageAccess.RUNTIME:
            lowering = HostImages(op)
            _lower(op, lowering.read, lowering.write, ArithBuilder.before)
            lowering.erase_vectors()
        elif form is ImageAccess.INSTRUCTIONS:
            lowering = _Lowering(op, target)
            _lower(op, lowering.read, lowering.write, one_per_block(_Site.before))
        elif form is ImageAccess.SLOTS:
            from xdsl_opencl.transforms.images.slots import SlotImages

            slots = SlotImages(op, target)
            _lower(op, slots.read, slots.write, ArithBuilder.before)
        else:

            def refuse(build: ArithBuilder, access: Operation) -> NoReturn:
                fail(
                    access,
                    "image reads and writes are not available on ABI "
                    f"{target.abi} yet; use amdhsa",
                )

            _lower(op, refuse, refuse, ArithBuilder.before)


def _lower(
    module: ModuleOp,
    read: Handler[B],
    write: Handler[B],
    builder: Callable[[Operation], B],
) -> None:
    lower(operations(module), {ReadImageOp: read, WriteImageOp: write}, builder)
