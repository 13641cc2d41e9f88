"""
Arithmetic, conversions, vectors, aggregates and memory: one function for each operation.

Each takes the function being printed and the operation, and returns the instruction
without its result's name and without the attachments of `opencl.metadata`.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerAttr, StringAttr
from xdsl.dialects.llvm import (
    ALL_FCMP_FLAGS,
    ALL_ICMP_FLAGS,
    ATOMIC_ORDERING_KEYWORDS,
    GEP_USE_SSA_VAL,
    OverflowAttr,
)
from xdsl.ir import Operation

from xdsl_opencl.llvm_ir.printer.attributes import is_true
from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.function_text import (
    FunctionText,
    Handler,
    fast_math,
    fast_math_for,
    flag_text,
    get,
    integer_of,
    integers_of,
)
from xdsl_opencl.llvm_ir.printer.text import escape

# --- Arithmetic -------------------------------------------------------------------------


def _plain(opcode: str) -> Handler:
    def binary(f: FunctionText, op: Operation) -> str:
        a, b = op.operands
        return f"{opcode} {f.typed[a]}, {f.names[b]}"

    return binary


_OVERFLOW = ("", "nsw ", "nuw ", "nuw nsw ")


def _overflow_flags(op: Operation) -> str:
    flags = get(op, "overflowFlags")
    if flags is None:
        return ""
    if isinstance(flags, OverflowAttr):
        return _OVERFLOW[flags.to_int()]
    if isinstance(flags, IntegerAttr) and 0 <= flags.value.data < 4:
        return _OVERFLOW[flags.value.data]
    raise Untranslatable(f"'overflowFlags' cannot be {flags}")


def _overflowing(opcode: str) -> Handler:
    def binary(f: FunctionText, op: Operation) -> str:
        a, b = op.operands
        return f"{opcode} {_overflow_flags(op)}{f.typed[a]}, {f.names[b]}"

    return binary


def _flagged(opcode: str, name: str, text: str) -> Handler:
    def binary(f: FunctionText, op: Operation) -> str:
        a, b = op.operands
        return f"{opcode} {flag_text(op, name, text)}{f.typed[a]}, {f.names[b]}"

    return binary


def _float_binary(opcode: str) -> Handler:
    def binary(f: FunctionText, op: Operation) -> str:
        a, b = op.operands
        return f"{opcode} {fast_math(op)}{f.typed[a]}, {f.names[b]}"

    return binary


def _fneg(f: FunctionText, op: Operation) -> str:
    return f"fneg {fast_math(op)}{f.typed[op.operands[0]]}"


def _predicate(op: Operation, names: Sequence[str]) -> str:
    number = integer_of(op, "predicate")
    if not 0 <= number < len(names):
        raise Untranslatable(f"there is no predicate {number}")
    return names[number]


_INTEGER_PREDICATES = tuple(flag.value for flag in ALL_ICMP_FLAGS)
_FLOAT_PREDICATES = tuple(flag.value.lstrip("_") for flag in ALL_FCMP_FLAGS)


def _icmp(f: FunctionText, op: Operation) -> str:
    a, b = op.operands
    return f"icmp {_predicate(op, _INTEGER_PREDICATES)} {f.typed[a]}, {f.names[b]}"


def _fcmp(f: FunctionText, op: Operation) -> str:
    a, b = op.operands
    predicate = _predicate(op, _FLOAT_PREDICATES)
    return f"fcmp {fast_math(op)}{predicate} {f.typed[a]}, {f.names[b]}"


def _select(f: FunctionText, op: Operation) -> str:
    c, a, b = op.operands
    flags = fast_math_for(op, f.type(op.results[0].type))
    return f"select {flags}{f.typed[c]}, {f.typed[a]}, {f.typed[b]}"


def _freeze(f: FunctionText, op: Operation) -> str:
    return f"freeze {f.typed[op.operands[0]]}"


def _cast(opcode: str, flag: str = "", text: str = "") -> Handler:
    def cast(f: FunctionText, op: Operation) -> str:
        chosen = flag_text(op, flag, text) if flag else ""
        source = f.typed[op.operands[0]]
        return f"{opcode} {chosen}{source} to {f.type(op.results[0].type)}"

    return cast


def _trunc(f: FunctionText, op: Operation) -> str:
    source = f.typed[op.operands[0]]
    return f"trunc {_overflow_flags(op)}{source} to {f.type(op.results[0].type)}"


def _float_cast(opcode: str) -> Handler:
    def cast(f: FunctionText, op: Operation) -> str:
        source = f.typed[op.operands[0]]
        return f"{opcode} {fast_math(op)}{source} to {f.type(op.results[0].type)}"

    return cast


# --- Vectors and aggregates -------------------------------------------------------------


def _extractelement(f: FunctionText, op: Operation) -> str:
    vector, index = op.operands
    return f"extractelement {f.typed[vector]}, {f.typed[index]}"


def _insertelement(f: FunctionText, op: Operation) -> str:
    vector, value, index = op.operands
    return f"insertelement {f.typed[vector]}, {f.typed[value]}, {f.typed[index]}"


def _shufflevector(f: FunctionText, op: Operation) -> str:
    a, b = op.operands
    mask = integers_of(op, "mask")
    lanes = ", ".join([f"i32 {n}" if n >= 0 else "i32 poison" for n in mask])
    return f"shufflevector {f.typed[a]}, {f.typed[b]}, <{len(mask)} x i32> <{lanes}>"


def _position(op: Operation) -> str:
    return "".join(f", {n}" for n in integers_of(op, "position"))


def _extractvalue(f: FunctionText, op: Operation) -> str:
    return f"extractvalue {f.typed[op.operands[0]]}{_position(op)}"


def _insertvalue(f: FunctionText, op: Operation) -> str:
    container, value = op.operands
    return f"insertvalue {f.typed[container]}, {f.typed[value]}{_position(op)}"


# --- Memory -----------------------------------------------------------------------------


def _alignment(op: Operation) -> str:
    alignment = integer_of(op, "alignment")
    return f", align {alignment}" if alignment else ""


def _ordering(op: Operation, name: str = "ordering") -> str:
    """
    The ordering's keyword, or nothing for a plain access.
    """
    value = get(op, name)
    if isinstance(value, StringAttr) and value.data in _ORDERING_WORDS:
        return value.data
    number = integer_of(op, name)
    if not number:
        return ""
    if number not in ATOMIC_ORDERING_KEYWORDS:
        raise Untranslatable(f"there is no atomic ordering {number}")
    return ATOMIC_ORDERING_KEYWORDS[number]


_ORDERING_WORDS = frozenset(ATOMIC_ORDERING_KEYWORDS.values())


def _scope(op: Operation) -> str:
    scope = get(op, "syncscope")
    if scope is None:
        return ""
    if not isinstance(scope, StringAttr):
        raise Untranslatable(f"'syncscope' must be a string, got {scope}")
    return f'syncscope("{escape(scope.data)}") ' if scope.data else ""


_FLAG_METADATA = (
    ("nontemporal", ("i32 1",)),
    ("invariant", ()),
    ("invariantGroup", ()),
)
_FLAG_KINDS = {"invariant": "invariant.load", "invariantGroup": "invariant.group"}


def _access(
    f: FunctionText, op: Operation, opcode: str, operands: str, alignment: str
) -> str:
    """
    A load or store: the parts that both have around their operands.
    """
    ordering = _ordering(op)
    scope = _scope(op)
    volatile = flag_text(op, "volatile_", "volatile ")
    if ordering:
        if not alignment:
            raise Untranslatable(f"an atomic {opcode} needs an alignment")
        text = f"{opcode} atomic {volatile}{operands} {scope}{ordering}{alignment}"
    elif scope:
        raise Untranslatable(f"a {opcode} with a syncscope needs an atomic ordering")
    else:
        text = f"{opcode} {volatile}{operands}{alignment}"
    for name, node in _FLAG_METADATA:
        if is_true(get(op, name)):
            kind = _FLAG_KINDS.get(name, name)
            text += f", !{kind} {f.tables.metadata.tuple(node)}"
    return text


def _load(f: FunctionText, op: Operation) -> str:
    operands = f"{f.type(op.results[0].type)}, {f.typed[op.operands[0]]}"
    return _access(f, op, "load", operands, _alignment(op))


def _store(f: FunctionText, op: Operation) -> str:
    value, pointer = op.operands
    operands = f"{f.typed[value]}, {f.typed[pointer]}"
    return _access(f, op, "store", operands, _alignment(op))


def _alloca(f: FunctionText, op: Operation) -> str:
    element = get(op, "elem_type")
    if element is None:
        raise Untranslatable("the allocated type is missing")
    text = f"alloca {flag_text(op, 'inalloca', 'inalloca ')}{f.type(element)}"
    result = f.type(op.results[0].type)
    # `ptr addrspace(5)` is the result, `addrspace(5)` the clause.
    space = f", {result[4:]}" if len(result) > 3 else ""
    return f"{text}, {f.typed[op.operands[0]]}{_alignment(op)}{space}"


_GEP_FLAGS = (
    *("", "inbounds ", "nusw ", "inbounds "),
    *("nuw ", "inbounds nuw ", "nusw nuw ", "inbounds nuw "),
)
"""By MLIR's `GEPNoWrapFlags`: 1 in bounds, 2 no unsigned-signed wrap, 4 no unsigned."""


def _getelementptr(f: FunctionText, op: Operation) -> str:
    operands = iter(op.operands)
    parts = [f.typed[next(operands)]]
    for index in integers_of(op, "rawConstantIndices"):
        if index == GEP_USE_SSA_VAL:
            parts.append(f.typed[next(operands)])
        else:
            parts.append(f"i32 {index}")
    flags = integer_of(op, "noWrapFlags")
    if is_true(get(op, "inbounds")):
        flags |= 1
    if not 0 <= flags < len(_GEP_FLAGS):
        raise Untranslatable(f"'noWrapFlags' cannot be {flags}")
    element = get(op, "elem_type")
    if element is None:
        raise Untranslatable("the element type is missing")
    return f"getelementptr {_GEP_FLAGS[flags]}{f.type(element)}, {', '.join(parts)}"


_ATOMIC_OPERATIONS = (
    *("xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin"),
    *("fadd", "fsub", "fmax", "fmin", "uinc_wrap", "udec_wrap", "usub_cond"),
    *("usub_sat", "fmaximum", "fminimum"),
)
"""By MLIR's `AtomicBinOp`."""


def _atomicrmw(f: FunctionText, op: Operation) -> str:
    pointer, value = op.operands
    number = integer_of(op, "bin_op")
    if not 0 <= number < len(_ATOMIC_OPERATIONS):
        raise Untranslatable(f"there is no atomic operation {number}")
    return (
        f"atomicrmw {flag_text(op, 'volatile_', 'volatile ')}{_ATOMIC_OPERATIONS[number]} "
        f"{f.typed[pointer]}, {f.typed[value]} {_scope(op)}{_needed_ordering(op)}"
        f"{_alignment(op)}"
    )


def _needed_ordering(op: Operation, name: str = "ordering") -> str:
    if not (ordering := _ordering(op, name)):
        raise Untranslatable(f"'{op.name}' needs an atomic {name.replace('_', ' ')}")
    return ordering


def _cmpxchg(f: FunctionText, op: Operation) -> str:
    pointer, old, new = op.operands
    return (
        f"cmpxchg {flag_text(op, 'weak', 'weak ')}{flag_text(op, 'volatile_', 'volatile ')}"
        f"{f.typed[pointer]}, {f.typed[old]}, {f.typed[new]} {_scope(op)}"
        f"{_needed_ordering(op, 'success_ordering')} "
        f"{_needed_ordering(op, 'failure_ordering')}{_alignment(op)}"
    )


def _fence(f: FunctionText, op: Operation) -> str:
    return f"fence {_scope(op)}{_needed_ordering(op)}"


INSTRUCTIONS: dict[str, Handler] = {
    **{f"llvm.{n}": _overflowing(n) for n in ("add", "sub", "mul", "shl")},
    **{
        f"llvm.{n}": _flagged(n, "isExact", "exact ")
        for n in ("udiv", "sdiv", "lshr", "ashr")
    },
    **{f"llvm.{n}": _plain(n) for n in ("urem", "srem", "and", "xor")},
    "llvm.or": _flagged("or", "isDisjoint", "disjoint "),
    **{f"llvm.{n}": _float_binary(n) for n in ("fadd", "fsub", "fmul", "fdiv", "frem")},
    **{
        f"llvm.{n}": _cast(n)
        for n in (
            *("sext", "fptosi", "fptoui", "sitofp"),
            *("bitcast", "addrspacecast", "inttoptr", "ptrtoint"),
        )
    },
    **{f"llvm.{n}": _cast(n, "nonNeg", "nneg ") for n in ("zext", "uitofp")},
    **{f"llvm.{n}": _float_cast(n) for n in ("fpext", "fptrunc")},
    "llvm.trunc": _trunc,
    "llvm.fneg": _fneg,
    "llvm.icmp": _icmp,
    "llvm.fcmp": _fcmp,
    "llvm.select": _select,
    "llvm.freeze": _freeze,
    "llvm.extractelement": _extractelement,
    "llvm.insertelement": _insertelement,
    "llvm.shufflevector": _shufflevector,
    "llvm.extractvalue": _extractvalue,
    "llvm.insertvalue": _insertvalue,
    "llvm.load": _load,
    "llvm.store": _store,
    "llvm.alloca": _alloca,
    "llvm.getelementptr": _getelementptr,
    "llvm.atomicrmw": _atomicrmw,
    "llvm.cmpxchg": _cmpxchg,
    "llvm.fence": _fence,
}
