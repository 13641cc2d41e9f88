"""
The instructions of LLVM IR that neither branch nor call.

A row has the parts of an instruction in the order of the text:
`opcode words operands [to type] [rest]`. Instructions that no row can say,
`alloca` and `getelementptr`, have a function of their own on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from xdsl_opencl.llvm_ir.syntax.words import (
    ATOMIC,
    ATOMIC_OPERATION,
    CAST_FAST_MATH,
    DISJOINT,
    EXACT,
    FAST_MATH,
    FLOAT_FAST_MATH,
    FLOAT_PREDICATE,
    INTEGER_PREDICATE,
    NON_NEGATIVE,
    OVERFLOW,
    SAME_SIGN,
    TRUNC_OVERFLOW,
    VOLATILE,
    WEAK,
    Words,
)


class Operands(Enum):
    """How the operands stand in the text."""

    TYPED = auto()
    """Each after its type."""
    ONE_TYPE = auto()
    """Two, the type before the first only."""
    AGGREGATE = auto()
    """Each after its type, the first a struct or array."""
    LOADED = auto()
    """After the type of the result and a comma, each after its type."""


class Result(Enum):
    """The source of the type of the result."""

    NONE = auto()
    FIRST = auto()
    """The first operand."""
    SECOND = auto()
    WRITTEN = auto()
    """Written in the text: before the operands of a load, or after `to`."""
    BOOLEAN = auto()
    """i1, or a vector of it as long as the first operand."""
    ELEMENT = auto()
    """The element of the vector, the first operand."""
    SHUFFLED = auto()
    """A vector as long as the mask."""
    MEMBER = auto()
    """The part of the first operand at the position."""
    EXCHANGED = auto()
    """A struct of the third operand and an i1."""


class Rest(Enum):
    """The text that follows the operands."""

    NOTHING = auto()
    TARGET = auto()
    """`to` and the type of the result."""
    MASK = auto()
    """A constant vector, the property `mask`."""
    POSITION = auto()
    """Indices, the property `position`."""
    ACCESS = auto()
    """`syncscope("...") ordering, align n`, as `Instruction.orderings` says."""


@dataclass(frozen=True)
class Instruction:
    """One opcode; its operation is `llvm.<opcode>`."""

    words: tuple[Words, ...] = ()
    count: int = 1
    operands: Operands = Operands.TYPED
    rest: Rest = Rest.NOTHING
    result: Result = Result.FIRST
    orderings: tuple[str, ...] = ()
    """Properties that are orderings."""
    may_be_plain: bool = False
    """
    True if it may have no ordering; then the scope is discardable, and an atomic access
    needs an alignment.
    """


def _rows(opcodes: str, row: Instruction) -> dict[str, Instruction]:
    return dict.fromkeys(opcodes.split(), row)


def _binary(opcodes: str, *words: Words) -> dict[str, Instruction]:
    return _rows(opcodes, Instruction(words, 2, Operands.ONE_TYPE))


def _compare(opcode: str, *words: Words) -> dict[str, Instruction]:
    row = Instruction(words, 2, Operands.ONE_TYPE, result=Result.BOOLEAN)
    return {opcode: row}


def _cast(opcodes: str, *words: Words) -> dict[str, Instruction]:
    return _rows(opcodes, Instruction(words, rest=Rest.TARGET, result=Result.WRITTEN))


INSTRUCTIONS: dict[str, Instruction] = {
    **_binary("add sub mul shl", OVERFLOW),
    **_binary("udiv sdiv lshr ashr", EXACT),
    **_binary("urem srem and xor"),
    **_binary("or", DISJOINT),
    **_binary("fadd fsub fmul fdiv frem", FAST_MATH),
    **_compare("icmp", SAME_SIGN, INTEGER_PREDICATE),
    **_compare("fcmp", FAST_MATH, FLOAT_PREDICATE),
    **_cast("sext fptosi fptoui sitofp bitcast addrspacecast inttoptr ptrtoint"),
    **_cast("zext uitofp", NON_NEGATIVE),
    **_cast("fpext fptrunc", CAST_FAST_MATH),
    **_cast("trunc", TRUNC_OVERFLOW),
    "fneg": Instruction((FAST_MATH,)),
    "freeze": Instruction(),
    "select": Instruction((FLOAT_FAST_MATH,), 3, result=Result.SECOND),
    "extractelement": Instruction((), 2, result=Result.ELEMENT),
    "insertelement": Instruction((), 3),
    "shufflevector": Instruction((), 2, rest=Rest.MASK, result=Result.SHUFFLED),
    "extractvalue": Instruction(
        (), 1, Operands.AGGREGATE, Rest.POSITION, Result.MEMBER
    ),
    "insertvalue": Instruction((), 2, Operands.AGGREGATE, Rest.POSITION),
    "load": Instruction(
        (ATOMIC, VOLATILE),
        1,
        Operands.LOADED,
        Rest.ACCESS,
        Result.WRITTEN,
        orderings=("ordering",),
        may_be_plain=True,
    ),
    "store": Instruction(
        (ATOMIC, VOLATILE),
        2,
        rest=Rest.ACCESS,
        result=Result.NONE,
        orderings=("ordering",),
        may_be_plain=True,
    ),
    "atomicrmw": Instruction(
        (VOLATILE, ATOMIC_OPERATION),
        2,
        rest=Rest.ACCESS,
        result=Result.SECOND,
        orderings=("ordering",),
    ),
    "cmpxchg": Instruction(
        (WEAK, VOLATILE),
        3,
        rest=Rest.ACCESS,
        result=Result.EXCHANGED,
        orderings=("success_ordering", "failure_ordering"),
    ),
    "fence": Instruction(
        (), 0, rest=Rest.ACCESS, result=Result.NONE, orderings=("ordering",)
    ),
}
