"""
Instructions of textual LLVM IR that neither branch nor call.

Each method takes the tokens of the line, the index after the opcode, and the opcode, and
returns the index after its own tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.dialects.llvm_ext import instructions as ext
from xdsl_opencl.dialects.llvm_ext.atomics import ATOMIC_BIN_OPS
from xdsl_opencl.llvm_ir.reader.constants import (
    GEP_FLAGS,
    gep,
    no_overflow,
)
from xdsl_opencl.llvm_ir.reader.lexer import (
    Unsupported,
    name_of,
)
from xdsl_opencl.llvm_ir.reader.ops import op_class
from xdsl_opencl.llvm_ir.reader.types import (
    as_vector,
    contains_packed,
)
from xdsl_opencl.llvm_ir.reader.values import ValueReader

_UNIT = UnitAttr()
_OVERFLOW = {
    number: IntegerAttr(number, i32) for number in range(4)
}  # bit 0: nsw, bit 1: nuw, as in MLIR's IntegerOverflowFlags
_ICMP = {
    str(flag): IntegerAttr(number, i64)
    for number, flag in enumerate(llvm.ICmpPredicateFlag)
}
_FCMP = {
    str(flag).lstrip("_"): IntegerAttr(number, i64)
    for number, flag in enumerate(llvm.FCmpPredicateFlag)
}
NO_FASTMATH = llvm.FastMathAttr(None)
_FASTMATH_WORDS = frozenset(
    ("fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc")
)
_ORDERINGS = {
    "unordered": 1,
    "monotonic": 2,
    "acquire": 4,
    "release": 5,
    "acq_rel": 6,
    "seq_cst": 7,
}
_fastmath_cache: dict[tuple[str, ...], llvm.FastMathAttr] = {(): NO_FASTMATH}
_alignments: dict[str, IntegerAttr] = {}


def _alignment(text: str) -> IntegerAttr:
    attribute = _alignments.get(text)
    if attribute is None:
        attribute = _alignments[text] = IntegerAttr(int(text), i64)
    return attribute


def fastmath(words: Sequence[str]) -> llvm.FastMathAttr:
    """
    The attribute of LLVM's fast-math words.
    """
    key = tuple(words)
    attribute = _fastmath_cache.get(key)
    if attribute is None:
        if "fast" in key:
            attribute = llvm.FastMathAttr("fast")
        else:
            attribute = llvm.FastMathAttr([FastMathFlag(word) for word in key])
        _fastmath_cache[key] = attribute
    return attribute


_NOT_ATOMIC = IntegerAttr(0, i64)


INTEGER_OPS = (
    "add",
    "sub",
    "mul",
    "udiv",
    "sdiv",
    "urem",
    "srem",
    "and",
    "or",
    "xor",
    "shl",
    "lshr",
    "ashr",
)
FLOAT_OPS = ("fadd", "fsub", "fmul", "fdiv", "frem")
CASTS = (
    "trunc",
    "zext",
    "sext",
    "fptrunc",
    "fpext",
    "fptosi",
    "fptoui",
    "sitofp",
    "uitofp",
    "ptrtoint",
    "inttoptr",
    "bitcast",
    "addrspacecast",
)


class InstructionReader(ValueReader):
    """
    Arithmetic, vectors, aggregates and memory.
    """

    def op_integer_binary(self, t: list[str], i: int, opcode: str) -> int:
        flags = 0
        properties: dict[str, Attribute] = no_overflow(opcode)
        while True:
            word = t[i]
            if word == "nsw":
                flags |= 1
            elif word == "nuw":
                flags |= 2
            elif word == "exact":
                properties = {"isExact": _UNIT}
            elif word == "disjoint":
                properties = {"isDisjoint": _UNIT}
            else:
                break
            i += 1
        if flags or opcode == "shl":
            properties = {"overflowFlags": _OVERFLOW[flags]}
        type_, i = self.types.parse(t, i)
        lhs, i = self.value(type_, t, i)
        rhs, i = self.value(type_, t, i + 1)
        self._result(
            _CLASSES[opcode].create(
                operands=(lhs, rhs), result_types=(type_,), properties=properties
            )
        )
        return i

    def _fastmath(self, t: list[str], i: int) -> tuple[llvm.FastMathAttr, int]:
        start = i
        while t[i] in _FASTMATH_WORDS:
            i += 1
        return (fastmath(t[start:i]) if i > start else NO_FASTMATH), i

    def op_float_binary(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        type_, i = self.types.parse(t, i)
        lhs, i = self.value(type_, t, i)
        rhs, i = self.value(type_, t, i + 1)
        self._result(
            _CLASSES[opcode].create(
                operands=(lhs, rhs),
                result_types=(type_,),
                properties={"fastmathFlags": flags},
            )
        )
        return i

    def op_fneg(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        value, i = self.typed(t, i)
        self._result(
            _CLASSES[opcode].create(
                operands=(value,),
                result_types=(value.type,),
                properties={"fastmathFlags": flags},
            )
        )
        return i

    def op_cast(self, t: list[str], i: int, opcode: str) -> int:
        properties: dict[str, Attribute] = {}
        attributes: dict[str, Attribute] = {}
        flags: list[llvm.OverflowFlag] = []
        while True:
            word = t[i]
            if word == "nneg":
                properties["nonNeg"] = _UNIT
            elif word in ("nsw", "nuw"):
                flags.append(llvm.OverflowFlag(word))
            elif word in _FASTMATH_WORDS:
                # xDSL's `llvm.fpext` and `llvm.fptrunc` have no property for it.
                attributes["fastmathFlags"], i = self._fastmath(t, i)
                continue
            else:
                break
            i += 1
        if opcode == "trunc":
            properties["overflowFlags"] = llvm.OverflowAttr(flags or None)
        value, i = self.typed(t, i)
        type_, i = self.types.parse(t, i + 1)
        if opcode == "bitcast" and value.type == type_:
            # Between pointers that had types once.
            self._alias(value)
            return i
        self._result(
            _CLASSES[opcode].create(
                operands=(value,),
                result_types=(type_,),
                properties=properties,
                attributes=attributes,
            )
        )
        return i

    def op_icmp(self, t: list[str], i: int, opcode: str) -> int:
        if t[i] == "samesign":
            i += 1
        predicate = _ICMP[t[i]]
        lhs, i = self.typed(t, i + 1)
        type_ = lhs.type
        rhs, i = self.value(type_, t, i + 1)
        properties: dict[str, Attribute] = {"predicate": predicate}
        self._result(
            _CLASSES[opcode].create(
                operands=(lhs, rhs),
                result_types=(self._boolean(type_),),
                properties=properties,
            )
        )
        return i

    def _boolean(self, type_: Attribute) -> Attribute:
        if isinstance(type_, VectorType):
            return self.types.vector(type_.get_shape()[0], i1)
        return i1

    def op_fcmp(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        predicate = _FCMP[t[i]]
        lhs, i = self.typed(t, i + 1)
        rhs, i = self.value(lhs.type, t, i + 1)
        self._result(
            _CLASSES[opcode].create(
                operands=(lhs, rhs),
                result_types=(self._boolean(lhs.type),),
                properties={"predicate": predicate, "fastmathFlags": flags},
            )
        )
        return i

    def op_select(self, t: list[str], i: int, opcode: str) -> int:
        flags, i = self._fastmath(t, i)
        condition, i = self.typed(t, i)
        lhs, i = self.typed(t, i + 1)
        rhs, i = self.typed(t, i + 1)
        self._result(
            _CLASSES[opcode].create(
                operands=(condition, lhs, rhs),
                result_types=(lhs.type,),
                properties={"fastmathFlags": flags},
            )
        )
        return i

    def op_freeze(self, t: list[str], i: int, opcode: str) -> int:
        value, i = self.typed(t, i)
        self._result(ext.FreezeOp(value))
        return i

    def _memory_tail(
        self, t: list[str], i: int, properties: dict[str, Attribute]
    ) -> tuple[int, dict[str, Attribute]]:
        """
        `syncscope("s") ordering, align n`, into `properties` and discardable attributes.
        """
        attributes: dict[str, Attribute] = {}
        if i < len(t) and t[i] == "syncscope":
            attributes["syncscope"] = StringAttr(name_of(t[i + 2]))
            i += 4
        if i < len(t) and t[i] in _ORDERINGS:
            properties["ordering"] = IntegerAttr(_ORDERINGS[t[i]], i64)
            i += 1
        if i + 1 < len(t) and t[i + 1] == "align":
            properties["alignment"] = _alignment(t[i + 2])
            i += 3
        return i, attributes

    def op_load(self, t: list[str], i: int, opcode: str) -> int:
        volatile = False
        while t[i] in ("atomic", "volatile"):
            volatile |= t[i] == "volatile"
            i += 1
        type_, i = self.types.parse(t, i)
        pointer, i = self.typed(t, i + 1)
        properties: dict[str, Attribute] = {"ordering": _NOT_ATOMIC}
        i, attributes = self._memory_tail(t, i, properties)
        if volatile:
            attributes["volatile_"] = _UNIT
        self._result(
            _CLASSES["load"].create(
                operands=(pointer,),
                result_types=(self.types.in_memory(type_),),
                properties=properties,
                attributes=attributes,
            )
        )
        return i

    def op_store(self, t: list[str], i: int, opcode: str) -> int:
        properties: dict[str, Attribute] = {"ordering": _NOT_ATOMIC}
        while t[i] in ("atomic", "volatile"):
            if t[i] == "volatile":
                properties["volatile_"] = _UNIT
            i += 1
        value, i = self.typed(t, i)
        pointer, i = self.typed(t, i + 1)
        i, attributes = self._memory_tail(t, i, properties)
        self.emit(
            _CLASSES["store"].create(
                operands=(value, pointer),
                properties=properties,
                attributes=attributes,
            )
        )
        return i

    def op_fence(self, t: list[str], i: int, opcode: str) -> int:
        scope = None
        if t[i] == "syncscope":
            scope = name_of(t[i + 2])
            i += 4
        self.emit(ext.FenceOp(t[i], scope))
        return i + 1

    def op_atomicrmw(self, t: list[str], i: int, opcode: str) -> int:
        volatile = t[i] == "volatile"
        i += volatile
        kind = t[i]
        if kind in ("and", "or", "xor"):
            kind = "_" + kind
        if kind not in ATOMIC_BIN_OPS:
            raise Unsupported(f"atomicrmw '{kind}'")
        pointer, i = self.typed(t, i + 1)
        value, i = self.typed(t, i + 1)
        scope, i = self._syncscope(t, i)
        ordering = t[i]
        i, alignment = self._trailing_alignment(t, i + 1)
        self._result(
            ext.AtomicRMWOp(
                kind, pointer, value, ordering, scope, alignment, bool(volatile)
            )
        )
        return i

    def op_cmpxchg(self, t: list[str], i: int, opcode: str) -> int:
        weak = t[i] == "weak"
        i += weak
        volatile = t[i] == "volatile"
        i += volatile
        pointer, i = self.typed(t, i)
        expected, i = self.typed(t, i + 1)
        desired, i = self.typed(t, i + 1)
        scope, i = self._syncscope(t, i)
        success, failure = t[i], t[i + 1]
        i, alignment = self._trailing_alignment(t, i + 2)
        self._result(
            ext.AtomicCmpXchgOp(
                pointer,
                expected,
                desired,
                success,
                failure,
                scope,
                alignment,
                weak=bool(weak),
                volatile=bool(volatile),
            )
        )
        return i

    def _syncscope(self, t: list[str], i: int) -> tuple[str | None, int]:
        if t[i] != "syncscope":
            return None, i
        return name_of(t[i + 2]), i + 4

    def _trailing_alignment(self, t: list[str], i: int) -> tuple[int, int | None]:
        if i + 1 < len(t) and t[i + 1] == "align":
            return i + 3, int(t[i + 2])
        return i, None

    def op_alloca(self, t: list[str], i: int, opcode: str) -> int:
        if t[i] == "inalloca":
            raise Unsupported("'inalloca'")
        type_, i = self.types.parse(t, i)
        properties: dict[str, Attribute] = {"elem_type": self.types.in_memory(type_)}
        size: SSAValue | None = None
        space = 0
        while i < len(t) and t[i] == ",":
            word = t[i + 1]
            if word == "align":
                properties["alignment"] = _alignment(t[i + 2])
                i += 3
            elif word == "addrspace":
                space = int(t[i + 3])
                i += 5
            elif word[0] == "!":
                break
            else:
                size, i = self.typed(t, i + 1)
        self._result(
            _CLASSES["alloca"].create(
                operands=(size or self.integer(1, i32),),
                result_types=(self.types.pointer(space),),
                properties=properties,
            )
        )
        return i

    def op_getelementptr(self, t: list[str], i: int, opcode: str) -> int:
        flags = 0
        while (flag := GEP_FLAGS.get(t[i])) is not None:
            flags |= flag
            i += 1
        source, i = self.types.parse_exact(t, i)
        base, i = self.typed(t, i + 1)
        indices: list[int | SSAValue] = []
        while i < len(t) and t[i] == "," and t[i + 1][0] != "!":
            type_, i = self.types.parse(t, i + 1)
            token = t[i]
            if token[0] == "-" or token[0].isdigit():
                indices.append(int(token))
                i += 1
            else:
                index, i = self.value(type_, t, i)
                if not isinstance(index.type, IntegerType):
                    raise Unsupported("a vector of pointers")
                indices.append(index)
        op = gep(
            self.types,
            source,
            base,
            indices,
            base.type,
            flags,
            self.integer,
            self.emit,
        )
        self._result(op)
        return i

    def op_extractelement(self, t: list[str], i: int, opcode: str) -> int:
        vector, i = self.typed(t, i)
        index, i = self.typed(t, i + 1)
        self._result(ext.ExtractElementOp(vector, index))
        return i

    def op_insertelement(self, t: list[str], i: int, opcode: str) -> int:
        vector, i = self.typed(t, i)
        value, i = self.typed(t, i + 1)
        index, i = self.typed(t, i + 1)
        self._result(
            llvm.InsertElementOp.create(
                operands=(vector, value, index), result_types=(vector.type,)
            )
        )
        return i

    def op_shufflevector(self, t: list[str], i: int, opcode: str) -> int:
        v1, i = self.typed(t, i)
        v2, i = self.typed(t, i + 1)
        mask_type, i = self.types.parse(t, i + 1)
        mask, i = self.module.constants.parse(mask_type, t, i)
        vector = as_vector(v1.type)
        assert isinstance(mask_type, VectorType)
        assert vector is not None
        length = mask_type.get_shape()[0]
        if mask.kind == "zero":
            numbers = [0] * length
        elif mask.kind in ("undef", "poison"):
            numbers = [-1] * length
        else:
            numbers = [
                e.value if e.kind == "int" and isinstance(e.value, int) else -1
                for e in mask.operands
            ]
        self._result(
            llvm.ShuffleVectorOp.create(
                operands=(v1, v2),
                result_types=(self.types.vector(length, vector.element_type),),
                properties={"mask": DenseArrayBase.from_list(i32, numbers)},
            )
        )
        return i

    def _position(self, t: list[str], i: int) -> tuple[list[int], int]:
        position: list[int] = []
        while i < len(t) and t[i] == "," and t[i + 1][0] != "!":
            position.append(int(t[i + 1]))
            i += 2
        return position, i

    def op_extractvalue(self, t: list[str], i: int, opcode: str) -> int:
        container, i = self._aggregate(t, i)
        position, i = self._position(t, i)
        type_ = container.type
        for index in position:
            if isinstance(type_, llvm.LLVMArrayType):
                type_ = type_.type
            else:
                assert isinstance(type_, llvm.LLVMStructType)
                type_ = type_.types.data[index]
        self._result(
            llvm.ExtractValueOp.create(
                operands=(container,),
                result_types=(type_,),
                properties={"position": DenseArrayBase.from_list(i64, position)},
            )
        )
        return i

    def op_insertvalue(self, t: list[str], i: int, opcode: str) -> int:
        container, i = self._aggregate(t, i)
        value, i = self.typed(t, i + 1)
        position, i = self._position(t, i)
        self._result(
            llvm.InsertValueOp.create(
                operands=(container, value),
                result_types=(container.type,),
                properties={"position": DenseArrayBase.from_list(i64, position)},
            )
        )
        return i

    def _aggregate(self, t: list[str], i: int) -> tuple[SSAValue, int]:
        type_, i = self.types.parse_exact(t, i)
        if contains_packed(type_):
            raise Unsupported("a packed struct as a value")
        return self.value(type_, t, i)


_CLASSES = {
    opcode: op_class("llvm." + opcode)
    for opcode in (
        *INTEGER_OPS,
        *FLOAT_OPS,
        *CASTS,
        "fneg",
        "icmp",
        "fcmp",
        "select",
        "load",
        "store",
        "getelementptr",
        "alloca",
    )
}
