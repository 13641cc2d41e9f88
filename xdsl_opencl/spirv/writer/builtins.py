"""Functions of numbers: `opencl.builtin`, and LLVM's intrinsics as the same instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.dialects.builtin import i1, i8, i32
from xdsl.ir import Operation

from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.ir.element_types import integer_like, vector_of
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.declarations import Form
from xdsl_opencl.spirv.writer.llvm_operations import reinterpret

# opencl.builtin -------------------------------------------------------------------------------

_RELATIONS = {
    "islessgreater": "OpFOrdNotEqual",
    "isnotequal": "OpFUnordNotEqual",
    "isordered": "OpOrdered",
    "isunordered": "OpUnordered",
    "signbit": "OpSignBitSet",
    **{f"is{name.lower()}": f"OpIs{name}" for name in "Finite Inf Nan Normal".split()},
    **{
        f"is{name.lower().replace('than', '')}": f"OpFOrd{name}"
        for name in (
            "Equal GreaterThan GreaterThanEqual LessThan LessThanEqual".split()
        )
    },
}
_UNSPLATTED = frozenset(("shuffle", "shuffle2"))
"""Functions whose operands differ in their lengths."""


def _builtin(b: Body, op: BuiltinOp) -> int | None:
    name = op.function.data
    if (handler := _SPECIAL.get(name)) is not None:
        return handler(b, op)
    if (opcode := _RELATIONS.get(name)) is not None:
        truth = b.d.like(b.form(op.operands[0]), i1)
        made = b.emit(opcode, truth, *b.values(op.operands))
        return as_truth_value(b, made, b.form(op.results[0]))
    # Scalars beside vectors as vectors: OpenCL.std takes one shape only.
    shapes, operands = [b.form(o) for o in op.operands], b.values(op.operands)
    widest = max(shapes, key=lambda form: form.width)
    if widest.width > 1 and name not in _UNSPLATTED:
        for at, form in enumerate(shapes):
            if form.width == 1:
                operands[at] = b.splat(operands[at], b.d.like(widest, form.type))
    forms = [b.form(result) for result in op.results]
    pointers = [b.local_variable(form.id) for form in forms[1:]]
    made = b.extended(name, forms[0], *operands, *pointers)
    for result, form, pointer in zip(op.results[1:], forms[1:], pointers, strict=True):
        b.set(result, b.emit("OpLoad", form, pointer))
    return made


def as_truth_value(b: Body, made: int, result: Form) -> int:
    """A truth value as OpenCL C has it: 1 of a scalar, all bits of the elements of vectors."""
    one = 1 if result.width == 1 else (1 << result.bits) - 1
    return b.number_of_truth(made, result, one)


def _any_or_all(b: Body, op: BuiltinOp) -> int:
    """Whether the highest bit is set."""
    form = b.form(op.operands[0])
    truth = b.d.like(form, i1)
    zero = b.d.number(0, form)
    made = b.emit("OpSLessThan", truth, b.value(op.operands[0]), zero)
    if form.width > 1:
        opcode = "OpAny" if op.function.data == "any" else "OpAll"
        made = b.emit(opcode, b.d.bool, made)
    return as_truth_value(b, made, b.form(op.results[0]))


def _dot(b: Body, op: BuiltinOp) -> int:
    form = b.form(op.operands[0])
    opcode = "OpFMul" if form.width == 1 else "OpDot"
    values = b.values(op.operands)
    return b.emit(opcode, b.form(op.results[0]), *values)


_SPECIAL: dict[str, Callable[[Body, BuiltinOp], int]] = {
    "any": _any_or_all,
    "all": _any_or_all,
    "dot": _dot,
}

# Intrinsics -------------------------------------------------------------------------------------

_INTRINSICS = {
    **{name: f"{name[0]}_{name[1:]}" for name in ("smax", "smin", "umax", "umin")},
    **{
        f"{sign}{name}.sat": f"{sign}_{name}_sat"
        for sign in "su"
        for name in ("add", "sub")
    },
    **{
        name: name
        for name in (
            "fabs ceil floor trunc rint round sqrt exp exp2 exp10 log log2 log10 sin cos tan "
            "asin acos atan atan2 sinh cosh tanh pow fma copysign"
        ).split()
    },
    **{"nearbyint": "rint", "roundeven": "rint", "fmuladd": "mad", "abs": "s_abs"},
    **{"ctpop": "popcount", "ctlz": "clz", "cttz": "ctz"},
    **{"maxnum": "fmax", "minnum": "fmin"},
}
"""Instructions of OpenCL.std with the operands of an intrinsic."""


def _intrinsic(b: Body, op: Operation) -> int:
    name = _INTRINSICS[op.name.removeprefix("llvm.intr.")]
    values = b.values(op.operands)
    return b.extended(name, b.form(op.results[0]), *values)


def _integer_power(b: Body, op: Operation) -> int:
    """`powi` and `ldexp`, whose exponent may be one for all elements."""
    name = "pown" if op.name.endswith("powi") else "ldexp"
    base, exponent = op.operands
    form, given = b.form(base), b.form(exponent)
    made = b.value(exponent)
    if given.bits != 32:
        given = b.d.like(given, i32)
        made = b.emit("OpSConvert", given, made)
    if form.width != given.width:
        made = b.splat(made, b.d.like(form, i32))
    return b.extended(name, form, b.value(base), made)


def _extremum(b: Body, op: Operation) -> int:
    """`maximum` and `minimum`: a NaN is the result, and -0 is less than +0."""
    left, right = b.values(op.operands)
    form, d = b.form(op.results[0]), b.d
    is_maximum = op.name.endswith("maximum")
    bits = d.form(integer_like(form.type))
    truth = d.like(form, i1)
    made = b.extended("fmax" if is_maximum else "fmin", form, left, right)
    # Of two equal numbers only zeros differ, in their signs.
    a, c = (reinterpret(b, each, form, bits) for each in (left, right))
    both = b.emit("OpBitwiseAnd" if is_maximum else "OpBitwiseOr", bits.id, a, c)
    zero = reinterpret(b, both, bits, form)
    equal = b.emit("OpFOrdEqual", truth, left, right)
    made = b.select(form, equal, zero, made)
    unordered = b.emit("OpUnordered", truth, left, right)
    total = b.emit("OpFAdd", form, left, right)
    return b.select(form, unordered, total, made)


def _funnel_shift(b: Body, op: Operation) -> int:
    """The high or the low half of two numbers side by side, shifted."""
    high, low, amount = b.values(op.operands)
    form, d = b.form(op.results[0]), b.d
    left = op.name.endswith("fshl")
    mask, one = d.number(form.bits - 1, form), d.number(1, form)
    shift = b.emit("OpBitwiseAnd", form, amount, mask)
    rest = b.emit("OpBitwiseXor", form, shift, mask)
    # Two shifts, as one by all bits is undefined.
    up, down = "OpShiftLeftLogical", "OpShiftRightLogical"
    if left:
        first = b.emit(up, form, high, shift)
        second = b.emit(down, form, b.emit(down, form, low, one), rest)
    else:
        first = b.emit(up, form, b.emit(up, form, high, one), rest)
        second = b.emit(down, form, low, shift)
    return b.emit("OpBitwiseOr", form, first, second)


def _byte_swap(b: Body, op: Operation) -> int:
    (value,) = op.operands
    form = b.form(value)
    size, scalar = form.bits // 8, form.scalar
    bytes_ = b.d.form(vector_of(i8, size))
    parts: list[int] = []
    for made in b.parts(b.value(value), form):
        made = b.emit("OpBitcast", bytes_, made)
        made = b.emit("OpVectorShuffle", bytes_, made, made, *reversed(range(size)))
        parts.append(b.emit("OpBitcast", scalar, made))
    return b.composed(form, parts)


def _bit_reverse(b: Body, op: Operation) -> int:
    b.d.capability("BitInstructions")
    form = b.form(op.results[0])
    return b.emit("OpBitReverse", form, b.value(op.operands[0]))


def _with_overflow(b: Body, op: Operation) -> int:
    """The result, and whether it is another than in wider numbers, or saturated."""
    left, right = b.values(op.operands)
    form, d = b.form(op.operands[0]), b.d
    if form.width > 1:
        raise d.refuse(f"'{op.name}' of vectors has no form in SPIR-V; use scalars")
    kind = op.name.removeprefix("llvm.intr.").partition(".")[0]
    name, truth = kind[1:], d.like(form, i1)
    zero = d.number(0, form)
    opcode = {"add": "OpIAdd", "sub": "OpISub", "mul": "OpIMul"}[name]
    made = b.emit(opcode, form, left, right)
    if name != "mul":
        found, expected = made, b.extended(f"{kind[0]}_{name}_sat", form, left, right)
    else:
        found, expected = b.extended(f"{kind[0]}_mul_hi", form, left, right), zero
        if kind[0] == "s":
            last = d.number(form.bits - 1, form)
            expected = b.emit("OpShiftRightArithmetic", form, made, last)
    over = b.emit("OpINotEqual", truth, found, expected)
    flag = d.form(i8)
    byte = b.select(flag, over, d.number(1, flag), d.number(0, flag))
    (result,) = op.results
    return b.emit("OpCompositeConstruct", b.form(result), made, byte)


def _three_way(b: Body, op: Operation) -> int:
    """`scmp` and `ucmp`: -1, 0 or 1."""
    left, right = b.values(op.operands)
    form, result, d = b.form(op.operands[0]), b.form(op.results[0]), b.d
    truth = d.like(form, i1)
    sign = "S" if op.name.endswith("scmp") else "U"
    less = b.emit(f"Op{sign}LessThan", truth, left, right)
    greater = b.emit(f"Op{sign}GreaterThan", truth, left, right)
    zero, one = d.number(0, result), d.number(1, result)
    ones = d.number((1 << result.bits) - 1, result)
    return b.select(result, less, ones, b.select(result, greater, one, zero))


_REDUCTIONS = {
    **{"add": "OpIAdd", "mul": "OpIMul", "fadd": "OpFAdd", "fmul": "OpFMul"},
    **{"and": "OpBitwiseAnd", "or": "OpBitwiseOr", "xor": "OpBitwiseXor"},
    **{name: _INTRINSICS[name] for name in ("smax", "smin", "umax", "umin")},
    **{"fmax": "fmax", "fmin": "fmin"},
}
_OF_TRUTH_VALUES = {"and": "OpAll", "or": "OpAny"}


def _reduction(b: Body, op: Operation) -> int:
    """The elements of the last operand combined, after a value that begins (`fadd`, `fmul`)."""
    name = op.name.removeprefix("llvm.intr.vector.reduce.")
    vector = op.operands[-1]
    form, made = b.form(vector), b.value(vector)
    if form.kind == "bool" and form.width > 1 and name in _OF_TRUTH_VALUES:
        return b.emit(_OF_TRUTH_VALUES[name], b.d.bool, made)
    scalar, opcode = form.scalar, _REDUCTIONS[name]
    total, *rest = [*b.values(op.operands[:-1]), *b.parts(made, form)]
    for part in rest:
        if opcode.startswith("Op"):
            total = b.emit(opcode, scalar, total, part)
        else:
            total = b.extended(opcode, scalar, total, part)
    return total


_BY_NAME: dict[str, Callable[[Body, Any], int]] = {
    **dict.fromkeys(_INTRINSICS, _intrinsic),
    **dict.fromkeys(("powi", "ldexp"), _integer_power),
    **dict.fromkeys(("maximum", "minimum"), _extremum),
    **dict.fromkeys(("fshl", "fshr"), _funnel_shift),
    "bswap": _byte_swap,
    "bitreverse": _bit_reverse,
    **{
        f"{sign}{name}.with.overflow": _with_overflow
        for sign in "su"
        for name in ("add", "sub", "mul")
    },
    **dict.fromkeys(("scmp", "ucmp"), _three_way),
    **{f"vector.reduce.{name}": _reduction for name in _REDUCTIONS},
}


def _by_name(b: Body, op: Operation) -> int:
    """An intrinsic; refuses integers that SPIR-V does not have."""
    if b.form(op.operands[0]).held:
        raise b.d.refuse(
            f"'{op.name}' of {op.operands[0].type} has no form in SPIR-V; extend the "
            "operands to 8, 16, 32 or 64 bits"
        )
    return _BY_NAME[op.name.removeprefix("llvm.intr.")](b, op)


BUILTINS: dict[str, Handler] = {
    BuiltinOp.name: _builtin,
    **{f"llvm.intr.{name}": _by_name for name in _BY_NAME},
}
"""Handlers by the name of the operation."""
