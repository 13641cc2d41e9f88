"""Functions of numbers: `opencl.builtin`, and LLVM's intrinsics as the same instructions."""

from __future__ import annotations

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation

from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.declarations import Form
from xdsl_opencl.spirv.writer.llvm_operations import OF_TRUTH_VALUES

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
"""Instructions of OpenCL.std with the operands of an intrinsic; `opencl-expand-intrinsics` has others."""


def _intrinsic(b: Body, op: Operation) -> int | None:
    """An intrinsic; refuses integers that SPIR-V does not have."""
    form, name = b.form(op.operands[-1]), op.name.removeprefix("llvm.intr.")
    known = OF_TRUTH_VALUES.get(name) if form.kind == "bool" else ""
    if form.held or known is None:
        raise b.d.refuse(
            f"'{op.name}' of {op.operands[0].type} has no form in SPIR-V; extend the "
            "operands to 8, 16, 32 or 64 bits"
        )
    if known or name == "bitreverse":
        return b.same(op, known or "OpBitReverse")
    return b.same(op, "OpExtInst", b.d.set, _INTRINSICS[name])


BUILTINS: dict[str, Handler] = {
    BuiltinOp.name: _builtin,
    **{f"llvm.intr.{name}": _intrinsic for name in (*_INTRINSICS, "bitreverse")},
}
"""Handlers by the name of the operation."""
