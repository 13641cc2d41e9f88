"""
Image reads and writes on the CPU device: calls of the image library
(`libraries/image.c`), which the runtime links in.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func, llvm
from xdsl.dialects.builtin import (
    Float16Type,
    Float32Type,
    ModuleOp,
    SymbolRefAttr,
    VectorType,
    f32,
    i32,
)
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.abi.cpu.host_launch import IMAGE_PREFIX
from xdsl_opencl.abi.enums import ElementKind, ImageKind
from xdsl_opencl.dialects.opencl.image import ReadImageOp, WriteImageOp
from xdsl_opencl.dialects.opencl.interop.llvm_handles import CONSTANT_POINTER
from xdsl_opencl.dialects.opencl.types import ImageType
from xdsl_opencl.ir.build import ArithBuilder, known_integer
from xdsl_opencl.ir.diagnostics import fail

NO_SAMPLER = 0
"""Sampler bits of a read without sampler: every literal has a filter bit."""


def _kind(image: SSAValue) -> ImageKind:
    assert isinstance(image.type, ImageType)
    return image.type.image_kind


def _element(e: ArithBuilder, vector: SSAValue, index: int) -> SSAValue:
    """Element `index` of `vector`; if known, the scalar that it was made of."""
    made = vector.owner
    while isinstance(made, llvm.InsertElementOp):
        place = known_integer(made.index)
        if place is None:
            break
        if place == index:
            return made.value
        vector = made.vector
        made = vector.owner
    return e.extract(vector, index)


def _kind_bits(kind: ImageKind) -> int:
    """`kind` of `image.c`: dimensions, plus 4 for an array."""
    return kind.dimensions | (4 if kind.is_array else 0)


class HostImages:
    """Lowers the image accesses of one module."""

    def __init__(self, module: ModuleOp):
        self.module = module
        self.declared: set[str] = set()
        self.taken: list[SSAValue] = []
        """Vectors of coordinates with extracted elements."""

    def call(
        self,
        e: ArithBuilder,
        name: str,
        operands: Sequence[SSAValue],
        result: Attribute | None,
    ) -> Sequence[SSAValue]:
        symbol = IMAGE_PREFIX + name
        results = () if result is None else (result,)
        if symbol not in self.declared:
            self.declared.add(symbol)
            types = [o.type for o in operands]
            self.module.body.block.add_op(
                func.FuncOp.external(symbol, types, list(results))
            )
        op = func.CallOp.create(
            operands=operands,
            result_types=results,
            properties={"callee": SymbolRefAttr(symbol)},
        )
        e.insert(op)
        return op.results

    def coordinates(
        self, e: ArithBuilder, coordinate: SSAValue, count: int
    ) -> list[SSAValue]:
        """`count` components, and zeros up to three."""
        if isinstance(coordinate.type, VectorType):
            self.taken.append(coordinate)
            parts = [_element(e, coordinate, i) for i in range(count)]
        else:
            parts = [coordinate]
        if count < 3:
            if isinstance(parts[0].type, Float32Type):
                zero = e.float_constant(0.0, f32)
            else:
                zero = e.constant(0)
            parts += [zero] * (3 - count)
        return parts

    def erase_vectors(self) -> None:
        """Erases the vectors of coordinates whose elements are used now."""
        for vector in dict.fromkeys(self.taken):
            made = vector.owner
            while isinstance(made, llvm.InsertElementOp) and made.res.first_use is None:
                vector = made.vector
                made.detach()
                made.erase()
                made = vector.owner

    def read(self, e: ArithBuilder, op: ReadImageOp) -> Sequence[SSAValue]:
        """The value of a read; its mip level is 0, its single sample sample 0."""
        kind = _kind(op.image)
        if kind.is_msaa:
            fail(op, "ABI host has no multi-sample images; use image2d_t")
        integer = op.element.data in (ElementKind.I, ElementKind.UI)
        at = self.coordinates(e, op.coordinate, kind.coordinates)
        image = e.cast(op.image, CONSTANT_POINTER)
        sampler = (
            e.constant(NO_SAMPLER) if op.sampler is None else e.cast(op.sampler, i32)
        )
        base = "sample" if isinstance(at[0].type, Float32Type) else "fetch"
        (result,) = self.call(
            e,
            f"{base}_{'i' if integer else 'f'}",
            (image, sampler, e.constant(_kind_bits(kind)), *at),
            VectorType(i32 if integer else f32, [4]),
        )
        if kind.is_depth:
            result = e.extract(result, 0)
        if op.element.data is ElementKind.H:
            result = e.op(arith.TruncFOp, result, type=op.result.type)
        return (result,)

    def write(self, e: ArithBuilder, op: WriteImageOp) -> Sequence[SSAValue]:
        kind = _kind(op.image)
        if kind.is_msaa:
            fail(op, "ABI host has no multi-sample images; use image2d_t")
        at = self.coordinates(e, op.coordinate, kind.coordinates)
        image = e.cast(op.image, CONSTANT_POINTER)
        value = op.value
        if isinstance(value.type, VectorType):
            parts = [e.extract(value, i) for i in range(4)]
        else:
            parts = [value] * 4
        if isinstance(parts[0].type, Float16Type):
            parts = [e.op(arith.ExtFOp, p, type=f32) for p in parts]
        element = op.element.data
        suffix = "f" if element is ElementKind.H else element.value
        return self.call(
            e,
            f"write_{suffix}",
            (image, e.constant(_kind_bits(kind)), *at, *parts),
            None,
        )
