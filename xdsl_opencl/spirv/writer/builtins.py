"""Functions of numbers: `opencl.builtin`, and LLVM's intrinsics as the same instructions."""

from __future__ import annotations

from functools import reduce

from xdsl.dialects.builtin import i1, i8, i32
from xdsl.ir import Operation

from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.ir.element_types import integer_like, vector_of
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.declarations import Form
from xdsl_opencl.spirv.writer.llvm_operations import OF_TRUTH_VALUES, reinterpret

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
    name, shapes = op.function.data, [b.form(operand) for operand in op.operands]
    forms, operands = [b.form(result) for result in op.results], b.values(op.operands)
    if name == "dot":
        opcode = "OpFMul" if shapes[0].width == 1 else "OpDot"
        return b.emit(opcode, forms[0], *operands)
    truth = b.d.like(shapes[0], i1)
    if name in ("any", "all"):
        # Whether the highest bit is set.
        made = b.emit("OpSLessThan", truth, *operands, b.d.number(0, shapes[0]))
        if shapes[0].width > 1:
            made = b.emit(f"Op{name.title()}", b.d.bool, made)
        return as_truth_value(b, made, forms[0])
    if (opcode := _RELATIONS.get(name)) is not None:
        return as_truth_value(b, b.emit(opcode, truth, *operands), forms[0])
    # Scalars beside vectors as vectors: OpenCL.std takes one shape only.
    widest = max(shapes, key=lambda form: form.width)
    if widest.width > 1 and name not in _UNSPLATTED:
        for at, form in enumerate(shapes):
            if form.width == 1:
                operands[at] = b.splat(operands[at], b.d.like(widest, form.type))
    pointers = [b.local_variable(form.id) for form in forms[1:]]
    made = b.extended(name, forms[0], *operands, *pointers)
    for result, form, pointer in zip(op.results[1:], forms[1:], pointers, strict=True):
        b.ids[result] = b.emit("OpLoad", form, pointer)
    return made


def as_truth_value(b: Body, made: int, result: Form) -> int:
    """A truth value as OpenCL C has it: 1 of a scalar, all bits of the elements of vectors."""
    one = 1 if result.width == 1 else (1 << result.bits) - 1
    return b.number_of_truth(made, result, one)


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


_REDUCTIONS = {
    **{"add": "OpIAdd", "mul": "OpIMul", "fadd": "OpFAdd", "fmul": "OpFMul"},
    **{"and": "OpBitwiseAnd", "or": "OpBitwiseOr", "xor": "OpBitwiseXor"},
    **{name: _INTRINSICS[name] for name in ("smax", "smin", "umax", "umin")},
    **{"fmax": "fmax", "fmin": "fmin"},
}


def _integer_power(b: Body, op: Operation) -> int:
    """`powi` and `ldexp`, whose exponent may be one for all elements."""
    name = "pown" if op.name.endswith("powi") else "ldexp"
    form, given = map(b.form, op.operands)
    base, made = b.values(op.operands)
    if given.bits != 32:
        given = b.d.like(given, i32)
        made = b.emit("OpSConvert", given, made)
    if form.width != given.width:
        made = b.splat(made, b.d.like(form, i32))
    return b.extended(name, form, base, made)


def _extremum(b: Body, op: Operation) -> int:
    """`maximum` and `minimum`, or a reduction: a NaN is the result, and -0 is less than +0."""
    form, sides = b.form(op.operands[0]), b.values(op.operands)
    if len(sides) == 1:
        sides, form = b.parts(sides[0], form), form.scalar
    is_maximum = op.name.endswith("maximum")
    return reduce(lambda left, right: _larger(b, form, left, right, is_maximum), sides)


def _larger(b: Body, form: Form, left: int, right: int, is_maximum: bool) -> int:
    d = b.d
    bits = d.form(integer_like(form.type))
    truth = d.like(form, i1)
    made = b.extended("fmax" if is_maximum else "fmin", form, left, right)
    # Of two equal numbers only zeros differ, in their signs.
    a, c = (reinterpret(b, each, form, bits) for each in (left, right))
    both = b.emit("OpBitwiseAnd" if is_maximum else "OpBitwiseOr", bits.id, a, c)
    zero = reinterpret(b, both, bits, form)
    equal = b.emit("OpFOrdEqual", truth, left, right)
    made = b.emit("OpSelect", form, equal, zero, made)
    unordered = b.emit("OpUnordered", truth, left, right)
    total = b.emit("OpFAdd", form, left, right)
    return b.emit("OpSelect", form, unordered, total, made)


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


def _with_overflow(b: Body, op: Operation) -> int:
    """The result, and whether it is another than in wider numbers, or saturated."""
    left, right = b.values(op.operands)
    form, d = b.form(op.operands[0]), b.d
    if form.width > 1:
        raise d.refuse(f"'{op.name}' of vectors has no form in SPIR-V; use scalars")
    kind = op.name.removeprefix("llvm.intr.").partition(".")[0]
    name, truth = kind[1:], d.like(form, i1)
    zero = d.number(0, form)
    made = b.emit(f"OpI{name.title()}", form, left, right)
    if name != "mul":
        found, expected = made, b.extended(f"{kind[0]}_{name}_sat", form, left, right)
    else:
        found, expected = b.extended(f"{kind[0]}_mul_hi", form, left, right), zero
        if kind[0] == "s":
            last = d.number(form.bits - 1, form)
            expected = b.emit("OpShiftRightArithmetic", form, made, last)
    over = b.emit("OpINotEqual", truth, found, expected)
    byte = b.number_of_truth(over, d.form(i8))
    return b.emit("OpCompositeConstruct", b.form(op.results[0]), made, byte)


def _three_way(b: Body, op: Operation) -> int:
    """`scmp` and `ucmp`: -1, 0 or 1."""
    left, right = b.values(op.operands)
    form, result, d = b.form(op.operands[0]), b.form(op.results[0]), b.d
    truth = d.like(form, i1)
    sign = "S" if op.name.endswith("scmp") else "U"
    less = b.emit(f"Op{sign}LessThan", truth, left, right)
    greater = b.emit(f"Op{sign}GreaterThan", truth, left, right)
    ones = d.number((1 << result.bits) - 1, result)
    return b.emit("OpSelect", result, less, ones, b.number_of_truth(greater, result))


def _reduction(b: Body, op: Operation) -> int:
    """The elements of the last operand combined, after a value that begins (`fadd`, `fmul`)."""
    name = op.name.removeprefix("llvm.intr.vector.reduce.")
    vector = op.operands[-1]
    form, made = b.form(vector), b.value(vector)
    if form.kind == "bool" and form.width > 1 and name in ("and", "or"):
        return b.emit("OpAll" if name == "and" else "OpAny", b.d.bool, made)
    opcode = (OF_TRUTH_VALUES if form.kind == "bool" else _REDUCTIONS)[name]
    first = (opcode,) if opcode.startswith("Op") else ("OpExtInst", b.d.set, opcode)
    total, *rest = [*b.values(op.operands[:-1]), *b.parts(made, form)]
    for part in rest:
        total = b.emit(first[0], form.scalar, *first[1:], total, part)
    return total


_BY_NAME: dict[str, Handler] = {
    **dict.fromkeys(("powi", "ldexp"), _integer_power),
    **dict.fromkeys(("maximum", "minimum"), _extremum),
    **dict.fromkeys((f"vector.reduce.fm{n}imum" for n in ("ax", "in")), _extremum),
    **dict.fromkeys(("fshl", "fshr"), _funnel_shift),
    "bswap": _byte_swap,
    "bitreverse": lambda b, op: b.same(op, "OpBitReverse"),
    **{
        f"{sign}{name}.with.overflow": _with_overflow
        for sign in "su"
        for name in ("add", "sub", "mul")
    },
    **dict.fromkeys(("scmp", "ucmp"), _three_way),
    **{f"vector.reduce.{name}": _reduction for name in _REDUCTIONS},
}


def _intrinsic(b: Body, op: Operation) -> int | None:
    """An intrinsic; refuses integers that SPIR-V does not have."""
    form, name = b.form(op.operands[-1]), op.name.removeprefix("llvm.intr.")
    known = ""
    if form.kind == "bool":
        known = OF_TRUTH_VALUES.get(name.removeprefix("vector.reduce."))
    if form.held or known is None:
        raise b.d.refuse(
            f"'{op.name}' of {op.operands[0].type} has no form in SPIR-V; extend the "
            "operands to 8, 16, 32 or 64 bits"
        )
    if known and name in OF_TRUTH_VALUES:
        return b.same(op, known)
    if (handler := _BY_NAME.get(name)) is not None:
        return handler(b, op)
    return b.same(op, "OpExtInst", b.d.set, _INTRINSICS[name])


BUILTINS: dict[str, Handler] = {
    BuiltinOp.name: _builtin,
    **{f"llvm.intr.{name}": _intrinsic for name in (*_INTRINSICS, *_BY_NAME)},
}
"""Handlers by the name of the operation."""
