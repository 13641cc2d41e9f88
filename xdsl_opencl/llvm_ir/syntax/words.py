"""Keywords of LLVM IR, and the attributes of operations that they mean."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    Float80Type,
    Float128Type,
    IntegerAttr,
    StringAttr,
    VectorType,
    i32,
    i64,
)
from xdsl.dialects.llvm import (
    ALL_FCMP_FLAGS,
    ALL_ICMP_FLAGS,
    CallingConventionAttr,
    FastMathAttr,
    LLVMArrayType,
    OverflowAttr,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation

from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.llvm_ext.atomics import ATOMIC_BIN_OPS, ORDERINGS
from xdsl_opencl.dialects.llvm_ext.shapes import NO_FAST_MATH
from xdsl_opencl.dialects.llvm_ext.symbols import UNNAMED_ADDRESSES, VISIBILITIES
from xdsl_opencl.dialects.llvm_ext.types import calling_convention


class Untranslatable(Exception):
    """
    Something without words on one side. It is raised without an operation or line; the
    printer and the reader add theirs.
    """


def get(op: Operation, name: str) -> Attribute | None:
    """
    Returns an attribute of `op` wherever it is kept: pretty syntax leaves some that are
    properties in the dictionary, and there it overrides the default of the property.
    """
    if op.attributes and (value := op.attributes.get(name)) is not None:
        return value
    return op.properties.get(name)


def is_true(value: Attribute | None) -> bool:
    """Returns whether a flag is set: a unit attribute, or a true boolean."""
    if value is None or value is UNIT:
        return value is UNIT
    return not isinstance(value, IntegerAttr) or bool(value.value.data)


def integer_of(op: Operation, name: str) -> int:
    """Returns the integer attribute `name`, 0 if there is none."""
    value = get(op, name)
    if value is None:
        return 0
    if not isinstance(value, IntegerAttr):
        raise Untranslatable(f"'{name}' must be an integer, got {value}")
    return value.value.data


# --- Words before the operands of an instruction ----------------------------------------

Attributes = Mapping[str, Attribute]


class Words(ABC):
    """
    Words of one kind, and the attribute `key` of the operation that they stand for.

    The reader leaves the attribute in the dictionary where it is `discardable`: there the
    pretty syntax of xDSL's operations has the flags without a property.
    """

    def __init__(self, words: Sequence[str], key: str, discardable: bool = False):
        self.words = tuple(words)
        self.members = frozenset(words)
        self.key = key
        self.discardable = discardable

    @abstractmethod
    def attributes(self, words: Sequence[str]) -> Attributes:
        """
        Returns the attributes for `words`, those of `self.words` that the text has.

        Raises `Untranslatable` where the dialect has none for them.
        """

    @abstractmethod
    def text(self, op: Operation) -> str:
        """
        Returns the words for the attributes of `op`, each with a space after it.

        Raises `Untranslatable` for a value without words.
        """


class Flag(Words):
    """One word for a unit attribute."""

    def __init__(self, word: str, key: str):
        super().__init__((word,), key)
        self._text = f"{word} "

    def attributes(self, words: Sequence[str]) -> Attributes:
        return {self.key: UNIT} if words else {}

    def text(self, op: Operation) -> str:
        return self._text if is_true(get(op, self.key)) else ""


class NoMeaning(Words):
    """Words that no operation has an attribute for: the reader skips them."""

    def __init__(self, *words: str):
        super().__init__(words, "")

    def attributes(self, words: Sequence[str]) -> Attributes:
        return {}

    def text(self, op: Operation) -> str:
        return ""


class Atomic(NoMeaning):
    """The word of loads and stores that have an ordering."""

    def text(self, op: Operation) -> str:
        return "atomic " if ordering(op, "ordering") else ""


class Overflow(Words):
    """
    `nuw` and `nsw`, the bits 2 and 1 of `overflowFlags`: an integer, or for `trunc` an
    attribute of their own.
    """

    def __init__(self, as_integer: bool = True):
        super().__init__(("nsw", "nuw"), "overflowFlags")
        self._values: tuple[Attribute, ...] = tuple(
            IntegerAttr(n, i32) if as_integer else OverflowAttr.from_int(n)
            for n in range(4)
        )

    def attributes(self, words: Sequence[str]) -> Attributes:
        return {self.key: self._values[("nsw" in words) + 2 * ("nuw" in words)]}

    def text(self, op: Operation) -> str:
        value = get(op, self.key)
        if value is None:
            return ""
        if isinstance(value, OverflowAttr):
            return _OVERFLOW[value.to_int()]
        if isinstance(value, IntegerAttr) and 0 <= value.value.data < 4:
            return _OVERFLOW[value.value.data]
        raise Untranslatable(f"'{self.key}' cannot be {value}")


_OVERFLOW = ("", "nsw ", "nuw ", "nuw nsw ")


_FAST_MATH = (
    FastMathFlag.REASSOC,
    FastMathFlag.NO_NANS,
    FastMathFlag.NO_INFS,
    FastMathFlag.NO_SIGNED_ZEROS,
    FastMathFlag.ALLOW_RECIP,
    FastMathFlag.ALLOW_CONTRACT,
    FastMathFlag.APPROX_FUNC,
)


class FastMath(Words):
    """The fast-math flags, in LLVM's order."""

    def __init__(self, discardable: bool = False):
        words = ("fast", *(flag.value for flag in _FAST_MATH))
        super().__init__(words, "fastmathFlags", discardable)
        self._known: dict[tuple[str, ...], FastMathAttr] = {
            (): NO_FAST_MATH,
            ("fast",): FastMathAttr("fast"),
        }

    def attributes(self, words: Sequence[str]) -> Attributes:
        if self.discardable and not words:
            return {}
        return {self.key: self.attribute(words)}

    def attribute(self, words: Sequence[str]) -> FastMathAttr:
        key = tuple(words)
        if (known := self._known.get(key)) is None:
            known = FastMathAttr([FastMathFlag(word) for word in key])
            self._known[key] = known
        return known

    def text(self, op: Operation) -> str:
        flags = get(op, self.key)
        if flags is None:
            return ""
        if not isinstance(flags, FastMathAttr):
            raise Untranslatable(f"'{self.key}' cannot be {flags}")
        chosen = flags.data
        if not chosen:
            return ""
        if len(set(chosen)) == len(_FAST_MATH):
            return "fast "
        return "".join([f"{flag.value} " for flag in _FAST_MATH if flag in chosen])


class FloatFastMath(FastMath):
    """The flags of an operation that need not be a floating-point one."""

    def text(self, op: Operation) -> str:
        flags = super().text(op)
        if flags and not (op.results and _is_float(op.results[0].type)):
            type = op.results[0].type if op.results else "void"
            raise Untranslatable(f"fast-math flags on a result of type {type}")
        return flags


def _is_float(type: Attribute) -> bool:
    while True:
        if isinstance(type, LLVMArrayType):
            type = type.type
        elif isinstance(type, VectorType):
            type = cast(VectorType[Attribute], type).element_type
        else:
            return type.__class__ in FLOAT_WORDS


class Choice(Words):
    """
    One of several words; its position is the integer `key`. The dialect knows the first
    `known` of them.
    """

    def __init__(
        self, key: str, noun: str, words: Sequence[str], known: int | None = None
    ):
        super().__init__(words, key)
        self._noun = noun
        self._known = len(self.words) if known is None else known
        self._numbers = {word: number for number, word in enumerate(words)}
        self._texts = [f"{word} " if word else "" for word in words]

    def attributes(self, words: Sequence[str]) -> Attributes:
        if len(words) != 1:
            raise Untranslatable(f"there must be one {self._noun}, got {list(words)}")
        if (number := self._numbers[words[0]]) >= self._known:
            raise Untranslatable(f"'{words[0]}'")
        return {self.key: IntegerAttr(number, i64)}

    def text(self, op: Operation) -> str:
        number = integer_of(op, self.key)
        if not 0 <= number < len(self._texts):
            raise Untranslatable(f"there is no {self._noun} {number}")
        return self._texts[number]


OVERFLOW = Overflow()
TRUNC_OVERFLOW = Overflow(as_integer=False)
EXACT = Flag("exact", "isExact")
DISJOINT = Flag("disjoint", "isDisjoint")
NON_NEGATIVE = Flag("nneg", "nonNeg")
WEAK = Flag("weak", "weak")
VOLATILE = Flag("volatile", "volatile_")
INALLOCA = Flag("inalloca", "inalloca")
ATOMIC = Atomic("atomic")
SAME_SIGN = NoMeaning("samesign")
FAST_MATH = FastMath()
FLOAT_FAST_MATH = FloatFastMath()
CAST_FAST_MATH = FastMath(discardable=True)
INTEGER_PREDICATE = Choice("predicate", "predicate", [f.value for f in ALL_ICMP_FLAGS])
FLOAT_PREDICATE = Choice(
    "predicate", "predicate", [flag.value.lstrip("_") for flag in ALL_FCMP_FLAGS]
)
ATOMIC_OPERATION = Choice(
    "bin_op",
    "atomic operation",
    (*(word.lstrip("_") for word in ATOMIC_BIN_OPS), "fmaximum", "fminimum"),
    known=len(ATOMIC_BIN_OPS),
)

ADDRESS_BITS = {"inbounds": 1, "nusw": 2, "nuw": 4}
"""Words of `getelementptr`, by MLIR's `GEPNoWrapFlags`."""


def address_words(flags: int) -> str:
    """
    Returns the words for `GEPNoWrapFlags`, each with a space after it; `inbounds` says
    `nusw` too.
    """
    if not 0 <= flags < 8:
        raise Untranslatable(f"'noWrapFlags' cannot be {flags}")
    if flags & 1:
        flags &= ~2
    return "".join(f"{word} " for word, bit in ADDRESS_BITS.items() if flags & bit)


# --- After the operands of a memory access ----------------------------------------------

ORDERING_WORDS = {number: word for word, number in ORDERINGS.items()}
ORDERING_ATTRIBUTES = {
    word: IntegerAttr(number, i64) for word, number in ORDERINGS.items()
}


def ordering(op: Operation, key: str) -> str:
    """Returns the word for the ordering `key`, or nothing for a plain access."""
    value = get(op, key)
    if isinstance(value, StringAttr) and value.data in ORDERINGS:
        return value.data
    number = integer_of(op, key)
    if not number:
        return ""
    if number not in ORDERING_WORDS:
        raise Untranslatable(f"there is no atomic ordering {number}")
    return ORDERING_WORDS[number]


# --- Symbols ----------------------------------------------------------------------------

SYMBOL_WORDS = frozenset(
    (
        *VISIBILITIES,
        *UNNAMED_ADDRESSES[1:],
        *("dso_local", "dso_preemptable", "dllimport", "dllexport"),
        *("externally_initialized", "thread_local"),
    )
)
"""Words of a symbol's line beside its linkage and calling convention."""

CONVENTIONS = {
    "ccc": "ccc",
    **{f"{word}cc": word for word in ("amdgpu_kernel", "spir_func", "spir_kernel")},
    **{
        word: word
        for word in (
            *("anyregcc", "cfguard_checkcc", "coldcc", "cxx_fast_tlscc", "fastcc"),
            *("preserve_allcc", "preserve_mostcc", "swiftcc", "swifttailcc", "tailcc"),
        )
    },
}
"""
MLIR's name of a calling convention to LLVM's; MLIR appends `cc` to those of a machine.
Others are numbers, `cc 10`.
"""
CONVENTION_ATTRIBUTES = {
    **{word: calling_convention(name) for name, word in CONVENTIONS.items()},
    "amdgpu_gfx": CallingConventionAttr("ccc"),
}
"""The attribute that the reader makes of a word; MLIR has none for the last."""

# --- Types and constants ----------------------------------------------------------------

FLOAT_WORDS: dict[type[Attribute], str] = {
    BFloat16Type: "bfloat",
    Float16Type: "half",
    Float32Type: "float",
    Float64Type: "double",
    Float80Type: "x86_fp80",
    Float128Type: "fp128",
}
FLOAT_MANGLING = {
    "bfloat": "bf16",
    "half": "f16",
    "float": "f32",
    "double": "f64",
    "x86_fp80": "f80",
    "fp128": "f128",
}
"""In the names of overloaded intrinsics."""

CONSTANT_WORDS = {
    "null": "zero",
    "zeroinitializer": "zero",
    "undef": "undef",
    "poison": "poison",
}
"""Constants that are one word, to the operation `llvm.mlir.<name>`."""

CONSTANT_CASTS = frozenset(
    ("addrspacecast", "bitcast", "inttoptr", "ptrtoaddr", "ptrtoint", "trunc")
)
CONSTANT_BINARY = frozenset(("add", "sub", "xor"))
CONSTANT_ON_VECTORS = frozenset(("extractelement", "insertelement"))
"""Opcodes of constant expressions. The dialect has no `ptrtoaddr`: it is `ptrtoint`."""

# --- Calls ------------------------------------------------------------------------------

TAIL_WORDS = ("tail", "musttail", "notail")
ASSEMBLY_WORDS = (
    Flag("sideeffect", "has_side_effects"),
    Flag("alignstack", "is_align_stack"),
    Choice("asm_dialect", "dialect of assembly", ("", "inteldialect")),
)
"""By MLIR's `AsmDialect`; AT&T's has no word."""
