"""
Image reads and writes for hardware that addresses images and samplers by slot numbers: LLVM's
`r600` target.

A read becomes `llvm.r600.tex` (`TEX_SAMPLE`) of texture *resource id + 2*, a write
`llvm.r600.rat.store.typed` (`MEM_RAT STORE_TYPED`) to target *resource id + 1*. The numbers are
constants in the instructions. Where an image or a sampler comes from more than one argument, every
number it can have gets its own instruction, and the number that follows the value
(`opencl-assign-resource-ids`) selects one.

Coordinates are four floats (reads) or integers (writes): x, y and z, zero where the image has no
such dimension. The layer of an array is z, also that of a one-dimensional array, and never
normalised. Integer coordinates are texels (OpenCL C 3.0, section 6.15.15.3); other coordinates are
normalised if bit 0 of the sampler's word is set, which is known only at launch.

Sources: libclc, `r600/lib/image` (`read_image_impl.ll`, `write_image_impl.ll`); Mesa,
`evergreen_compute.c` (the numbers), `r600_shader.c` and `RatInstr::emit_image_store`
(layers). libclc reads texture 2 in its branch of normalised coordinates, whatever the
image; here it is the image's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import cast

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerType,
    ModuleOp,
    VectorType,
    f32,
    i32,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue

from xdsl_opencl.abi.enums import AccessQualifier, ElementKind, ImageKind
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.call_graph import CallGraph
from xdsl_opencl.dialects.opencl.image import ReadImageOp, WriteImageOp
from xdsl_opencl.dialects.opencl.types import ImageType
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of
from xdsl_opencl.transforms.images.flow import lower_carriers
from xdsl_opencl.transforms.images.opencl_assign_resource_ids import ResourceIdFlow

_FLOATS = VectorType(f32, [4])
_INTEGERS = VectorType(i32, [4])
_ZEROS: Mapping[VectorType, Attribute] = {
    _FLOATS: DenseIntOrFPElementsAttr.from_list(_FLOATS, [0.0] * 4),
    _INTEGERS: DenseIntOrFPElementsAttr.from_list(_INTEGERS, [0] * 4),
}
_LAYER = 2
"""The component that holds the layer of an array."""
_NORMALIZED = 1
"""The bit of a sampler's word, in clover's coding and in clang's."""
_OUTSIDE = -1
"""
A coordinate outside every image; all outer coordinates become this one. LLVM 19 and 22 would widen
a vector of two coordinates to four by an operation that their r600 target cannot select; the
maximum is not an element of that vector.
"""

Make = Callable[[ArithBuilder, int], SSAValue | None]
"""Makes the access to one slot; the value of a read, nothing for a write."""


class SlotImages:
    """The handlers of image reads and writes of one module."""

    def __init__(self, module: ModuleOp, target: Target) -> None:
        self.target = target
        graph = CallGraph(module, (ReadImageOp, WriteImageOp))
        if graph.found:
            lower_carriers(module)
        self.flow = ResourceIdFlow(graph)
        slots = target.interface.image_slots
        assert slots is not None
        self.slots = slots

    def read(self, build: ArithBuilder, op: ReadImageOp) -> Sequence[SSAValue]:
        kind = self._kind(op)
        sampler = op.sampler
        if sampler is None:
            fail(
                op,
                "LLVM's r600 target has no reads without a sampler; give the kernel a "
                "sampler_t argument, and read with it",
            )
        if op.lod is not None or op.gradient_x is not None:
            fail(
                op,
                "LLVM's r600 target has no reads with levels or gradients; read level 0",
            )
        self._check_access(op, AccessQualifier.READ_ONLY, "read")
        image_ids, image_id = self._ids(op.image, op, "images", self.slots.textures)
        sampler_ids, sampler_id = self._ids(
            sampler, op, "samplers", self.slots.samplers
        )
        texels = isinstance(element_of(op.coordinate.type), IntegerType)
        at = self._components(build, op.coordinate, kind.coordinates)
        if texels:
            at = [build.op(arith.SIToFPOp, c, type=f32) for c in at]
        else:
            if kind.is_array:
                at[-1] = build.intrinsic("llvm.rint.f32", (at[-1],), f32)
            # See `_OUTSIDE`; a sum with zero is not an element of a vector either.
            nothing = build.float_constant(0.0, f32)
            at = [build.op(arith.AddfOp, c, nothing) for c in at]
        coordinate = _vector(build, _placed(at, kind), _FLOATS)
        spatial = [axis < kind.dimensions for axis in range(4)]
        if not kind.is_array:
            # As in libclc, where the remaining coordinates have the kind of the first.
            spatial = [True] * 4

        def sample(normalized: bool, texture: int, b: ArithBuilder, n: int) -> SSAValue:
            types = [b.constant(int(normalized and each)) for each in spatial]
            offsets = [b.constant(0)] * 3
            return b.intrinsic(
                "llvm.r600.tex",
                (
                    coordinate,
                    *offsets,
                    b.constant(texture + self.slots.first_texture),
                    b.constant(n),
                    *types,
                ),
                _FLOATS,
            )

        def by_sampler(normalized: bool, b: ArithBuilder, texture: int) -> SSAValue:
            make = partial(sample, normalized, texture)
            return _value(_choose(b, sampler_ids, sampler_id, make, _FLOATS))

        def by_image(b: ArithBuilder, normalized: bool) -> SSAValue:
            make = partial(by_sampler, normalized)
            return _value(_choose(b, image_ids, image_id, make, _FLOATS))

        if texels:
            pixel = by_image(build, False)
        else:
            word = build.cast(sampler, i32)
            bit = build.op(arith.AndIOp, word, build.constant(_NORMALIZED))
            normalized = build.compare("ne", bit, build.constant(0))
            yes, no = build.fresh(), build.fresh()
            yes.insert(scf.YieldOp(by_image(yes, True)))
            no.insert(scf.YieldOp(by_image(no, False)))
            regions = Region(yes.block), Region(no.block)
            pixel = build.add(scf.IfOp(normalized, (_FLOATS,), *regions))
        return (_of_pixel(build, pixel, op.element.data, op.result.type),)

    def write(self, build: ArithBuilder, op: WriteImageOp) -> Sequence[SSAValue]:
        kind = self._kind(op)
        if op.lod is not None:
            fail(op, "LLVM's r600 target has no writes with levels; write level 0")
        self._check_access(op, AccessQualifier.WRITE_ONLY, "written")
        ids, number = self._ids(op.image, op, "images", self.slots.targets)
        value = _pixel(build, op.value, op.element.data)
        at = self._components(build, op.coordinate, kind.coordinates)
        outside = build.constant(_OUTSIDE)
        at = [build.op(arith.MaxSIOp, c, outside) for c in at]
        coordinate = _vector(build, _placed(at, kind), _INTEGERS)

        def store(b: ArithBuilder, target: int) -> None:
            slot = b.constant(target + self.slots.first_target)
            b.run_intrinsic("llvm.r600.rat.store.typed", (value, coordinate, slot))

        _choose(build, ids, number, store, None)
        return ()

    def _kind(self, op: ReadImageOp | WriteImageOp) -> ImageKind:
        kind = cast("ImageType", op.image.type).image_kind
        if kind.is_buffer or kind.is_msaa:
            fail(
                op,
                f"LLVM's r600 target has no access to an {kind}; use a buffer, or an "
                "image with texels of one sample",
            )
        return kind

    def _check_access(
        self, op: ReadImageOp | WriteImageOp, wanted: AccessQualifier, done: str
    ) -> None:
        access = cast("ImageType", op.image.type).access_qualifier
        if access is not wanted:
            fail(
                op,
                f"an image that is {access} cannot be {done} on ABI {self.target.abi}: "
                "it has textures for reading and targets for writing, and no image is "
                f"both; pass it as {wanted}",
            )

    def _ids(
        self, value: SSAValue, op: Operation, what: str, most: int
    ) -> tuple[list[int], SSAValue | None]:
        """
        Returns the possible resource ids of `value`, in order, and the actual one; `None` instead
        of the latter if only one is possible.
        """
        self.flow.user = op
        known = self.flow.known_ids(value)
        if known is None:
            # Reports the unknown origin.
            self.flow.companion(value, op)
            known = set[int]()
        if not known:
            self.flow.unknown(value, "no kernel of the module passes one")
        if max(known) >= most:
            fail(
                op,
                f"resource id {max(known)}: ABI {self.target.abi} has {most} {what} of "
                "this kind; pass fewer to the kernel",
            )
        if len(known) == 1:
            return [*known], None
        return sorted(known), self.flow.companion(value, op)

    def _components(
        self, build: ArithBuilder, value: SSAValue, count: int
    ) -> list[SSAValue]:
        if not isinstance(value.type, VectorType):
            return [value]
        return [build.extract(value, index) for index in range(count)]


def _value(value: SSAValue | None) -> SSAValue:
    assert value is not None
    return value


def _placed(at: Sequence[SSAValue], kind: ImageKind) -> dict[int, SSAValue]:
    """The coordinates `at` of an image of `kind`, by component."""
    result = dict(enumerate(at[: kind.dimensions]))
    if kind.is_array:
        result[_LAYER] = at[-1]
    return result


def _vector(
    build: ArithBuilder, elements: Mapping[int, SSAValue], type: VectorType
) -> SSAValue:
    """The vector with `elements` at their indices, zero elsewhere."""
    value = build.literal(_ZEROS[type], type)
    for index, element in elements.items():
        value = build.insert_element(value, element, index)
    return value


def _of_pixel(
    build: ArithBuilder, pixel: SSAValue, element: ElementKind, result: Attribute
) -> SSAValue:
    """Four floats that the hardware returns as the `result` of a read."""
    if result == f32:
        return build.extract(pixel, 0)
    if pixel.type == result:
        return pixel
    conversion = arith.TruncFOp if element is ElementKind.H else arith.BitcastOp
    return build.op(conversion, pixel, type=result)


def _pixel(build: ArithBuilder, value: SSAValue, element: ElementKind) -> SSAValue:
    """The `value` of a write as the four dwords that the hardware takes."""
    if value.type == f32:
        value = _vector(build, {0: value}, _FLOATS)
    elif element is ElementKind.H:
        value = build.op(arith.ExtFOp, value, type=_FLOATS)
    if value.type == _INTEGERS:
        return value
    return build.op(arith.BitcastOp, value, type=_INTEGERS)


def _choose(
    build: ArithBuilder,
    numbers: Sequence[int],
    number: SSAValue | None,
    make: Make,
    result: Attribute | None,
) -> SSAValue | None:
    """
    Runs `make` for the one of `numbers` that equals `number`, or emits code for each if `number`
    is known only at run time. The last one is the default.
    """
    first, *others = numbers
    if not others or number is None:
        return make(build, first)
    types = () if result is None else (result,)
    outermost: scf.IfOp | None = None
    # Nested `if`s, from the outside in.
    while others:
        yes, no = build.fresh(), build.fresh()
        made = make(yes, first)
        yes.insert(scf.YieldOp(*(() if made is None else (made,))))
        same = build.compare("eq", number, build.constant(first))
        op = scf.IfOp(same, types, Region(yes.block), Region(no.block))
        build.insert(op)
        if outermost is None:
            outermost = op
        else:
            build.insert(scf.YieldOp(*op.results))
        build, (first, *others) = no, others
    made = make(build, first)
    build.insert(scf.YieldOp(*(() if made is None else (made,))))
    return None if result is None or outermost is None else outermost.results[0]
