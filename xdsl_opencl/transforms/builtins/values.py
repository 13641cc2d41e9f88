"""
The builder for the expansions of builtins: element-wise operations on scalars and vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    BoolAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    LocationAttr,
    SymbolRefAttr,
    f32,
    i1,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.abi.gpu.processors import Capabilities
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.llvm_ext import instructions as ins
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import METADATA, NO_FAST_MATH, Builder, flags_off
from xdsl_opencl.ir.element_types import (
    bits_of,
    float_like,
    integer_like,
    is_float,
    like,
    width_of,
)


class Values(Builder):
    """Makes each constant only once, and combinations of operations."""

    __slots__ = ("_constants", "_entry", "gpu", "on_call")

    count_type = i32

    def __init__(
        self,
        block: Block,
        anchor: Operation | None = None,
        location: LocationAttr | None = None,
        fast_math: llvm.FastMathAttr = NO_FAST_MATH,
    ):
        super().__init__(block, anchor, location, fast_math)
        self.gpu: Capabilities | None = None
        """The facts of an amdgcn GPU; its instructions may be used."""
        self.on_call: Callable[[func.CallOp], None] | None = None
        """Called for each call, to declare the function."""
        self._constants: dict[int, SSAValue] = {}
        self._entry: Builder | None = None

    # --- constants -------------------------------------------------------------------

    def literal(self, attribute: Attribute, type: Attribute) -> SSAValue:
        """Makes the constant `attribute` of `type`, or returns the existing one."""
        # The operation keeps the attribute alive, so that its `id` is not reused.
        key = id(attribute)
        if (known := self._constants.get(key)) is None:
            known = self._constants[key] = super().literal(attribute, type)
        return known

    def zero(self, type: Attribute) -> SSAValue:
        if is_float(type):
            return self.float_constant(0.0, type)
        return self.constant(0, type)

    # --- arithmetic ------------------------------------------------------------------

    def iadd(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.AddOp, a, b)

    def isub(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.SubOp, a, b)

    def imul(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.MulOp, a, b)

    def and_(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.AndOp, a, b)

    def or_(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.OrOp, a, b)

    def xor(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.XOrOp, a, b)

    def not_(self, a: SSAValue) -> SSAValue:
        return self.xor(a, self.constant(-1, a.type))

    def shl(self, a: SSAValue, amount: int) -> SSAValue:
        return self.op(llvm.ShlOp, a, self.constant(amount, a.type))

    def lshr(self, a: SSAValue, amount: int) -> SSAValue:
        return self.op(llvm.LShrOp, a, self.constant(amount, a.type))

    def ashr(self, a: SSAValue, amount: int) -> SSAValue:
        return self.op(llvm.AShrOp, a, self.constant(amount, a.type))

    def shr(self, a: SSAValue, amount: int, *, unsigned: bool) -> SSAValue:
        return self.lshr(a, amount) if unsigned else self.ashr(a, amount)

    def fadd(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.FAddOp, a, b)

    def fsub(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.FSubOp, a, b)

    def fmul(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.FMulOp, a, b)

    def fdiv(self, a: SSAValue, b: SSAValue, ulp: float | None = None) -> SSAValue:
        """`a / b`; `ulp` is the allowed error (`!fpmath`)."""
        result = self.op(llvm.FDivOp, a, b)
        if ulp is not None and bits_of(a.type) == 32:
            allow_error(result, ulp)
        return result

    def fneg(self, a: SSAValue) -> SSAValue:
        return self.op(llvm.FNegOp, a)

    def fabs(self, a: SSAValue) -> SSAValue:
        return self.op(llvm.FAbsOp, a)

    def fma(self, a: SSAValue, b: SSAValue, c: SSAValue) -> SSAValue:
        return self.op(llvm.FMAOp, a, b, c)

    def fmuladd(self, a: SSAValue, b: SSAValue, c: SSAValue) -> SSAValue:
        """`a * b + c`, fused or not, whichever is faster."""
        return self.op(elementwise.FMulAddOp, a, b, c)

    def sqrt(self, a: SSAValue, ulp: float | None = None) -> SSAValue:
        result = self.op(llvm.FSqrtOp, a)
        if ulp is not None and bits_of(a.type) == 32:
            allow_error(result, ulp)
        return result

    # --- comparison and choice -------------------------------------------------------

    def imin(self, a: SSAValue, b: SSAValue, *, unsigned: bool) -> SSAValue:
        return self.op(elementwise.UMinOp if unsigned else elementwise.SMinOp, a, b)

    def imax(self, a: SSAValue, b: SSAValue, *, unsigned: bool) -> SSAValue:
        return self.op(elementwise.UMaxOp if unsigned else elementwise.SMaxOp, a, b)

    def fmin(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The smaller one; if one is NaN, the other one."""
        return self.op(llvm.VectorFMinOp, a, b)

    def fmax(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.VectorFMaxOp, a, b)

    def is_nan(self, a: SSAValue) -> SSAValue:
        return self.compare_float("uno", a, a)

    def classify(self, a: SSAValue, mask: int) -> SSAValue:
        """`llvm.is.fpclass` with LLVM's mask."""
        bits = {"bit": IntegerAttr(mask, i32)}
        type = like(a.type, i1)
        return self.op(elementwise.IsFPClassOp, a, type=type, properties=bits)

    def count_zeros(self, kind: type[Operation], a: SSAValue) -> SSAValue:
        return self.op(
            kind, a, properties={"is_zero_poison": BoolAttr.from_bool(False)}
        )

    # --- conversions -----------------------------------------------------------------

    def to_float(self, a: SSAValue, bits: int, *, unsigned: bool) -> SSAValue:
        kind = ins.UIToFPOp if unsigned else llvm.SIToFPOp
        return self.op(kind, a, type=float_like(a.type, bits))

    def to_integer(self, a: SSAValue, bits: int, *, unsigned: bool) -> SSAValue:
        kind = ins.FPToUIOp if unsigned else ins.FPToSIOp
        return self.op(kind, a, type=integer_like(a.type, bits))

    def resize_float(self, a: SSAValue, bits: int) -> SSAValue:
        """Floating point as floating point of `bits`, rounded to nearest even."""
        have = bits_of(a.type)
        if have == bits:
            return a
        kind = llvm.FPExtOp if have < bits else llvm.FPTruncOp
        type = float_like(a.type, bits)
        return self.op(kind, a, type=type, properties=flags_off(kind))

    # --- vectors ---------------------------------------------------------------------

    def splat(self, value: SSAValue, type: Attribute) -> SSAValue:
        """
        `value` in every element of vector `type`; `value` itself for a scalar type.
        """
        width = width_of(type)
        if width is None or width_of(value.type) is not None:
            return value
        one = self.insert_element(self.poison(type), value, 0)
        return self.shuffle(one, one, [0] * width)

    def elements(self, value: SSAValue) -> list[SSAValue]:
        width = width_of(value.type)
        if width is None:
            return [value]
        return [self.extract(value, i) for i in range(width)]

    def vector(self, elements: Sequence[SSAValue], type: Attribute) -> SSAValue:
        if width_of(type) is None:
            return elements[0]
        result = self.poison(type)
        for i, element in enumerate(elements):
            result = self.insert_element(result, element, i)
        return result

    # --- memory and calls ------------------------------------------------------------

    def variable(self, type: Attribute) -> SSAValue:
        """The address of a private variable of the function."""
        if self._entry is None:
            self._entry = Builder.at_start(_entry_block(self.block))
        return self._entry.alloca(type, self._entry.constant(1, i32))

    def call(
        self, name: str, operands: Sequence[SSAValue], result: Attribute
    ) -> SSAValue:
        """A call of function `name`, which the pass declares."""
        op = func.CallOp.create(
            operands=operands,
            result_types=(result,),
            properties={"callee": SymbolRefAttr(name)},
        )
        if self.on_call is not None:
            self.on_call(op)
        return self.add(op)


def allow_error(value: SSAValue, ulp: float) -> None:
    """Marks the operation of `value` with the allowed error in ulp (`!fpmath`)."""
    assert isinstance(value.owner, Operation)
    value.owner.attributes[METADATA] = DictionaryAttr({"fpmath": FloatAttr(ulp, f32)})


def _entry_block(block: Block) -> Block:
    """
    Returns the first block of the function of `block`: inside a loop, each iteration would
    allocate a variable again.
    """
    parent = block.parent_op()
    while not isinstance(parent, KernelOp | func.FuncOp | llvm.FuncOp):
        assert parent is not None
        parent = parent.parent_op()
    entry = parent.regions[0].blocks.first
    assert entry is not None
    return entry
