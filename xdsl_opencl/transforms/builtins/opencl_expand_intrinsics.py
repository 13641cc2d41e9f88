"""
`opencl-expand-intrinsics`: what SPIR-V lacks of LLVM's operations becomes operations that it has.

Needs: functions of `llvm`. Leaves: no funnel shifts, sums with overflow, three-way comparisons, classes
of floats, `maximum`, `powi`, `lround`, reversed bytes, reductions of vectors, vectors of truth values
as bits, `memset`, `memmove`, and only those kinds of `llvm.atomicrmw` that OpenCL has. Fills, moves and
the other atomics are loops. Untouched: functions of OpenCL.std.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    BoolAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    i1,
    i8,
    i64,
)
from xdsl.dialects.llvm import ATOMIC_ORDERING_KEYWORDS
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.dialects.llvm_ext import elementwise, intrinsics
from xdsl_opencl.dialects.llvm_ext import instructions as ins
from xdsl_opencl.dialects.llvm_ext.atomics import ATOMIC_BIN_OPS, AtomicRMWOp
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.folding.constants import constant_attribute
from xdsl_opencl.ir.build import replace
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import (
    FLOATS,
    bits_of,
    element_of,
    integer_like,
    vector_of,
    width_of,
)
from xdsl_opencl.ir.patterns import lower
from xdsl_opencl.ir.split import put_blocks
from xdsl_opencl.ir.templates import Templates
from xdsl_opencl.transforms.builtins.values import Values

_Results = Sequence[SSAValue] | None


class OpenCLExpandIntrinsicsPass(ModulePass):
    """Replaces what SPIR-V lacks."""

    name = "opencl-expand-intrinsics"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        # From the end, so that a block with many loops is split once for each operation.
        lower([*op.walk()][::-1], _TABLE, Values.before)


def _builtin(v: Values, name: str, *operands: SSAValue) -> SSAValue:
    return v.op(BuiltinOp, *operands, properties={"function": StringAttr(name)})


# Numbers ----------------------------------------------------------------------------------------


def _funnel_shift(v: Values, op: Operation) -> _Results:
    """The high or the low half of two numbers side by side, shifted."""
    high, low, amount = op.operands
    bits = bits_of(high.type)
    amount = v.op(llvm.URemOp, amount, v.constant(bits, high.type))
    rest = v.isub(v.constant(bits - 1, high.type), amount)
    # Two shifts, as one by all bits is undefined.
    if isinstance(op, elementwise.FshlOp):
        high, low = v.op(llvm.ShlOp, high, amount), v.lshr(low, 1)
        return (v.or_(high, v.op(llvm.LShrOp, low, rest)),)
    high, low = v.shl(high, 1), v.op(llvm.LShrOp, low, amount)
    return (v.or_(v.op(llvm.ShlOp, high, rest), low),)


def _with_overflow(v: Values, op: Operation) -> _Results:
    """The result, and whether it is another than in wider numbers, or saturated."""
    left, right = op.operands
    name, bits = op.name.removeprefix("llvm.intr.")[:4], bits_of(left.type)
    if bits not in (8, 16, 32, 64):
        fail(op, f"'{op.name}' of {left.type} has no form in SPIR-V; use i64")
    made = v.op(_COMBINED[name[1:]], left, right)
    found, expected = made, v.constant(0, left.type)
    if name.endswith("mul"):
        found = _builtin(v, f"{name[0]}_mul_hi", left, right)
        if name[0] == "s":
            expected = v.ashr(made, bits - 1)
    else:
        expected = _builtin(v, f"{name[0]}_{name[1:]}_sat", left, right)
    over = v.compare("ne", found, expected)
    result = op.results[0]
    for use in [*result.uses]:
        if isinstance(part := use.operation, llvm.ExtractValueOp):
            (position,) = part.position.get_values()
            replace(part, ((made, over)[int(position)],))
    if result.first_use is None:
        return (result,)
    pair = v.insert_value(v.poison(result.type), made, 0)
    return (v.insert_value(pair, over, 1),)


def _three_way(v: Values, op: Operation) -> _Results:
    """-1, 0 or 1."""
    sign, type = "su"[isinstance(op, elementwise.UCmpOp)], op.results[0].type
    greater = v.resize(v.compare(f"{sign}gt", *op.operands), type)
    less = v.compare(f"{sign}lt", *op.operands)
    return (v.select(less, v.constant(-1, type), greater),)


def _saturated_shift(v: Values, op: Operation) -> _Results:
    value, amount = op.operands
    made, limit = v.op(llvm.ShlOp, value, amount), v.constant(-1, value.type)
    unsigned = isinstance(op, elementwise.UShlSatOp)
    back = v.op(llvm.LShrOp if unsigned else llvm.AShrOp, made, amount)
    if not unsigned:
        bits = bits_of(value.type)
        most = v.constant((1 << bits - 1) - 1, value.type)
        limit = v.xor(v.ashr(value, bits - 1), most)
    return (v.select(v.compare("eq", back, value), made, limit),)


def _swap_bytes(v: Values, op: Operation) -> _Results:
    (value,) = op.operands
    size, scalar = bits_of(value.type) // 8, element_of(value.type)
    parts = [v.bitcast(part, vector_of(i8, size)) for part in v.elements(value)]
    turned = [v.shuffle(part, part, range(size)[::-1]) for part in parts]
    return (v.vector([v.bitcast(part, scalar) for part in turned], value.type),)


def _power(v: Values, op: Operation) -> _Results:
    base, exponent = op.operands
    name = "pown" if isinstance(op, elementwise.PowIOp) else "ldexp"
    exponent = v.resize(exponent, 32, unsigned=False)
    if width_of(base.type) != width_of(exponent.type):
        exponent = v.splat(exponent, integer_like(base.type, 32))
    return (_builtin(v, name, base, exponent),)


def _to_integer(v: Values, op: Operation) -> _Results:
    kind = elementwise.RintOp if op.name.endswith("rint") else elementwise.RoundOp
    return (v.op(ins.FPToSIOp, v.op(kind, op.operands[0]), type=op.results[0].type),)


_CLASSES = (6, 7, 8, 9, 0, 1, 5, 4, 3, 2, 0, 1)
"""Bits of `is.fpclass` in the order of a float's bits as a number, from +0 to negative quiet NaNs."""
_MANTISSAS = {16: 10, 32: 23, 64: 52}


def _is_class(v: Values, op: elementwise.IsFPClassOp) -> _Results:
    """Whether the bits are in one of the ranges that the classes are."""
    value = op.operands[0]
    if element_of(value.type) not in FLOATS.values():
        return None
    bits, type = bits_of(value.type), integer_like(value.type)
    least = 1 << _MANTISSAS[bits]
    infinity = (1 << bits - 1) - least
    starts = (0, 1, least, infinity, infinity + 1, infinity + least // 2)
    places = [sign << bits - 1 | start for sign in (0, 1) for start in starts]
    number = v.bitcast(value, type)
    found = v.constant(0, op.results[0].type)
    for bit, first, end in zip(_CLASSES, places, [*places[1:], 1 << bits], strict=True):
        if op.bit.value.data >> bit & 1:
            distance = v.isub(number, v.constant(first, type))
            inside = v.compare("ult", distance, v.constant(end - first, type))
            found = v.or_(found, inside)
    return (found,)


# Vectors ----------------------------------------------------------------------------------------


def _extremum(v: Values, op: Operation) -> _Results:
    """A NaN is the result, and -0 is less than +0."""
    left, right = op.operands
    maximum, type = isinstance(op, elementwise.MaximumOp), left.type
    if element_of(type) not in FLOATS.values():
        return None
    a, b = (v.bitcast(side, integer_like(type)) for side in (left, right))
    # Of two equal numbers only zeros differ, in their signs.
    zero = v.bitcast(v.and_(a, b) if maximum else v.or_(a, b), type)
    other = v.fmax(left, right) if maximum else v.fmin(left, right)
    made = v.select(v.compare_float("oeq", left, right), zero, other)
    nan = v.fadd(left, right)
    return (v.select(v.compare_float("uno", left, right), nan, made),)


_COMBINED: dict[str, type[Operation]] = {
    **{"add": llvm.AddOp, "sub": llvm.SubOp, "mul": llvm.MulOp},
    **{"and": llvm.AndOp, "or": llvm.OrOp, "xor": llvm.XOrOp},
    **{"fadd": llvm.FAddOp, "fmul": llvm.FMulOp},
    **{"smax": elementwise.SMaxOp, "smin": elementwise.SMinOp},
    **{"umax": elementwise.UMaxOp, "umin": elementwise.UMinOp},
    **{"fmax": llvm.VectorFMaxOp, "fmin": llvm.VectorFMinOp},
    **{"fmaximum": elementwise.MaximumOp, "fminimum": elementwise.MinimumOp},
}


def _reduction(v: Values, op: Operation) -> _Results:
    """The elements of the last operand combined, after a value that begins (`fadd`, `fmul`)."""
    kind = _COMBINED[op.name.removeprefix("llvm.intr.vector.reduce.")]
    *first, vector = op.operands
    parts = [*first, *v.elements(vector)]
    return (reduce(lambda left, right: v.op(kind, left, right), parts),)


def _truth_bits(v: Values, op: llvm.BitcastOp) -> _Results:
    """A vector of truth values as the bits of an integer, or back."""
    source, type = op.operands[0], op.results[0].type
    truth = next((t for t in (source.type, type) if element_of(t) == i1), None)
    if truth is None or source.type == type or (count := width_of(truth)) in (None, 1):
        return None
    each = integer_like(truth, max(8, count))
    bits = v.literal(constant_attribute(each, [1 << n for n in range(count)]), each)
    if truth == type:
        whole = v.resize(v.bitcast(source, IntegerType(count)), element_of(each))
        chosen = v.and_(v.splat(whole, each), bits)
        return (v.compare("ne", chosen, v.constant(0, each)),)
    chosen = v.elements(v.select(source, bits, v.constant(0, each)))
    total = v.resize(reduce(v.or_, chosen), IntegerType(count))
    return (v.bitcast(total, type),)


# Loops ------------------------------------------------------------------------------------------

_FOLDER = Path(__file__).parent
_TRUE = BoolAttr.from_bool(True)


def _put(op: Operation, file: str, name: str, **values: str) -> None:
    """Replaces `op` by the blocks of function `name` of `file`."""
    facts = op.properties
    is_volatile = "volatile_" in facts or facts.get("isVolatile") == _TRUE
    values["volatile"] = "volatile" if is_volatile else ""
    function = Templates(_FOLDER / file, **values).function(name)
    for inner in function.walk():
        inner.location = op.location
    put_blocks(op, function.body, llvm.BrOp)


def _fill_or_move(v: Values, op: intrinsics.MemsetOp | intrinsics.MemmoveOp) -> None:
    is_move = isinstance(op, intrinsics.MemmoveOp)
    pointers = {"to": str(op.dst.type), "source": str(op.operands[is_move].type)}
    name = op.name.removeprefix("llvm.intr.")
    _put(op, "bytes.mlir", name, length=str(op.len.type), **pointers)


def _read_modify_write(v: Values, op: AtomicRMWOp) -> _Results:
    keyword = ATOMIC_BIN_OPS[op.bin_op.value.data]
    if keyword == "fsub":
        op.properties["bin_op"] = IntegerAttr(ATOMIC_BIN_OPS.index("fadd"), i64)
        op.operands[1] = v.fneg(op.val)
    elif keyword in ("nand", "uinc_wrap", "udec_wrap", "usub_cond", "usub_sat"):
        scope = "" if op.syncscope is None else f"syncscope({op.syncscope})"
        values = {"pointer": str(op.ptr.type), "type": str(op.val.type), "scope": scope}
        order = ATOMIC_ORDERING_KEYWORDS[op.ordering.value.data]
        _put(op, "atomics.mlir", keyword, order=order, **values)
    return None


_TABLE: dict[type[Operation], Any] = {
    elementwise.TernaryIntegerOp: _funnel_shift,
    elementwise.WithOverflowOp: _with_overflow,
    elementwise.CompareIntegerOp: _three_way,
    elementwise.SShlSatOp: _saturated_shift,
    elementwise.UShlSatOp: _saturated_shift,
    elementwise.ByteSwapOp: _swap_bytes,
    elementwise.FloatIntegerPowerOp: _power,
    elementwise.RoundToIntegerOp: _to_integer,
    elementwise.IsFPClassOp: _is_class,
    elementwise.MaximumOp: _extremum,
    elementwise.MinimumOp: _extremum,
    intrinsics.ReduceIntegerOp: _reduction,
    intrinsics.ReduceFloatOp: _reduction,
    llvm.VectorReduceOperation: _reduction,
    llvm.BitcastOp: _truth_bits,
    intrinsics.MemsetOp: _fill_or_move,
    intrinsics.MemmoveOp: _fill_or_move,
    AtomicRMWOp: _read_modify_write,
}
