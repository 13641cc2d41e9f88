"""
Instructions of textual LLVM IR that neither branch nor call.

Each row of the syntax's table becomes a handler: it takes the reader of the function, the
tokens of the line, the index after the opcode, and the opcode, and returns the index after
its own tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    IntegerType,
    StringAttr,
    VectorType,
    i1,
    i32,
)
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.dialects.llvm_ext.corrected import NOT_ATOMIC
from xdsl_opencl.ir.build import made_operation, member_of, numbers, positions
from xdsl_opencl.ir.element_types import element_of, like, vector_of
from xdsl_opencl.llvm_ir.reader.attributes import number
from xdsl_opencl.llvm_ir.reader.constants import gep
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported, name_of
from xdsl_opencl.llvm_ir.reader.ops import op_class
from xdsl_opencl.llvm_ir.reader.types import contains_packed
from xdsl_opencl.llvm_ir.reader.values import ValueReader
from xdsl_opencl.llvm_ir.syntax.instructions import (
    INSTRUCTIONS,
    Instruction,
    Operands,
    Rest,
    Result,
)
from xdsl_opencl.llvm_ir.syntax.words import (
    ADDRESS_BITS,
    FAST_MATH,
    ORDERING_ATTRIBUTES,
    Attributes,
    Untranslatable,
    Words,
)


class _Prefix:
    """
    The words between an opcode and its operands. The meaning of each combination of words is
    worked out once.
    """

    def __init__(self, opcode: str, groups: Sequence[Words]):
        self._opcode = opcode
        self._groups = groups
        self._words = frozenset(word for group in groups for word in group.words)
        self._known: dict[tuple[str, ...], tuple[Attributes, Attributes]] = {}
        self._none: tuple[Attributes, Attributes] | None = None

    def read(self, t: list[str], i: int) -> tuple[tuple[Attributes, Attributes], int]:
        """
        Returns the properties and the discardable attributes, and the index after the
        words. The mappings are shared.
        """
        start, words = i, self._words
        if t[i] not in words and self._none is not None:
            return self._none, i
        while t[i] in words:
            i += 1
        key = tuple(t[start:i])
        if (known := self._known.get(key)) is None:
            known = self._known[key] = self._meaning(key, t[i])
            if not key:
                self._none = known
        return known, i

    def _meaning(
        self, words: tuple[str, ...], following: str
    ) -> tuple[Attributes, Attributes]:
        properties: dict[str, Attribute] = {}
        attributes: dict[str, Attribute] = {}
        for group in self._groups:
            given = [word for word in words if word in group.members]
            try:
                found = group.attributes(given)
            except Untranslatable as error:
                message = str(error) if given else f"'{following}'"
                raise Unsupported(f"{self._opcode} {message}") from None
            (attributes if group.discardable else properties).update(found)
        return properties, attributes


class InstructionReader(ValueReader):
    """Arithmetic, vectors, aggregates and memory."""

    def _fastmath(self, t: list[str], i: int) -> tuple[llvm.FastMathAttr, int]:
        start = i
        while t[i] in FAST_MATH.members:
            i += 1
        return FAST_MATH.attribute(t[start:i]), i

    def mask(self, t: list[str], i: int) -> tuple[list[int], int]:
        """Returns the lanes that a shuffle takes, -1 for poison; `i` is at a comma."""
        mask_type, i = self.types.parse(t, i + 1)
        mask, i = self.module.constants.parse(mask_type, t, i)
        assert isinstance(mask_type, VectorType)
        length = mask_type.get_shape()[0]
        if mask.kind == "zero":
            return [0] * length, i
        if mask.kind in ("undef", "poison"):
            return [-1] * length, i
        return [
            e.value if e.kind == "int" and isinstance(e.value, int) else -1
            for e in mask.operands
        ], i

    def position(self, t: list[str], i: int) -> tuple[list[int], int]:
        """Returns the indices into an aggregate, each after a comma."""
        position: list[int] = []
        while i < len(t) and t[i] == "," and t[i + 1][0] != "!":
            position.append(int(t[i + 1]))
            i += 2
        return position, i

    def aggregate(self, t: list[str], i: int) -> tuple[SSAValue, int]:
        """Returns a struct or array with its type before it."""
        type_, i = self.types.parse_exact(t, i)
        if contains_packed(type_):
            raise Unsupported("a packed struct as a value")
        return self.value(type_, t, i)

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
                properties["alignment"] = number(t[i + 2])
                i += 3
            elif word == "addrspace":
                space = int(t[i + 3])
                i += 5
            elif word[0] == "!":
                break
            else:
                size, i = self.typed(t, i + 1)
        size, pointer = size or self.integer(1, i32), self.types.pointer(space)
        self.result(made_operation(_ALLOCA, (size,), pointer, properties))
        return i

    def op_getelementptr(self, t: list[str], i: int, opcode: str) -> int:
        flags = 0
        while (flag := ADDRESS_BITS.get(t[i])) is not None:
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
            self.types, source, base, indices, base.type, flags, self.integer, self.emit
        )
        self.result(op)
        return i


# --- Handlers from rows -----------------------------------------------------------------

Handler = Callable[[InstructionReader, list[str], int, str], int]


def _access(
    row: Instruction, t: list[str], i: int, properties: dict[str, Attribute]
) -> int:
    """Reads `syncscope("s") ordering`; returns the index after it."""
    if t[i] == "syncscope":
        properties["syncscope"] = StringAttr(name_of(t[i + 2]))
        i += 4
    for key in row.orderings:
        properties[key] = ORDERING_ATTRIBUTES[t[i]]
        i += 1
    return i


_TypeRule = Callable[
    [InstructionReader, Sequence[SSAValue], Attribute, Sequence[int]], Attribute
]
_RESULT_TYPES: dict[Result, _TypeRule] = {
    Result.FIRST: lambda reader, values, written, indices: values[0].type,
    Result.SECOND: lambda reader, values, written, indices: values[1].type,
    Result.WRITTEN: lambda reader, values, written, indices: written,
    Result.BOOLEAN: lambda reader, values, written, indices: like(values[0].type, i1),
    Result.ELEMENT: lambda reader, values, written, indices: element_of(values[0].type),
    Result.SHUFFLED: lambda reader, values, written, indices: vector_of(
        element_of(values[0].type), len(indices)
    ),
    Result.MEMBER: lambda reader, values, written, indices: member_of(
        values[0].type, indices
    ),
    Result.EXCHANGED: lambda reader, values, written, indices: (
        llvm.LLVMStructType.from_type_list([values[2].type, i1])
    ),
}
"""From the reader, the operands, the type in the text, and the mask or position."""


def _one_type(opcode: str, row: Instruction) -> Handler:
    """Returns the handler of a row with two operands of one type."""
    prefix = _Prefix(opcode, row.words).read if row.words else None
    kind = op_class(f"llvm.{opcode}")
    compares = row.result is Result.BOOLEAN
    none: Attributes = {}

    def read(self: InstructionReader, t: list[str], i: int, opcode: str) -> int:
        properties = none
        if prefix is not None:
            (properties, _), i = prefix(t, i)
        type_, i = self.types.parse(t, i)
        lhs, i = self.value(type_, t, i)
        rhs, i = self.value(type_, t, i + 1)
        result = like(type_, i1) if compares else type_
        self.result(made_operation(kind, (lhs, rhs), result, properties))
        return i

    return read


def _typed(opcode: str, row: Instruction) -> Handler:
    """Returns the handler of a row of operands with a type each."""
    prefix = _Prefix(opcode, row.words).read if row.words else None
    kind = op_class(f"llvm.{opcode}")
    loaded = row.operands is Operands.LOADED
    is_aggregate = row.operands is Operands.AGGREGATE
    rest, may_be_alias = row.rest, opcode == "bitcast"
    is_access, may_be_plain = rest is Rest.ACCESS, row.may_be_plain
    plain = dict.fromkeys(row.orderings, NOT_ATOMIC)
    count = row.count
    rule = _RESULT_TYPES.get(row.result)
    none: Attributes = {}

    def read(self: InstructionReader, t: list[str], i: int, opcode: str) -> int:
        properties = attributes = none
        if prefix is not None:
            (properties, attributes), i = prefix(t, i)
        written: Attribute = i1
        if loaded:
            written, i = self.types.parse(t, i)
            written = self.types.in_memory(written)
            i += 1
        if is_aggregate:
            value, i = self.aggregate(t, i)
            values = [value]
        elif count:
            value, i = self.typed(t, i)
            values = [value]
        else:
            values = []
        while len(values) < count:
            value, i = self.typed(t, i + 1)
            values.append(value)
        indices: Sequence[int] = ()
        if is_access:
            if may_be_plain and (i == len(t) or t[i] == ","):
                properties = {**properties, **plain}
            else:
                properties = {**properties}
                i = _access(row, t, i, properties)
            if i + 1 < len(t) and t[i + 1] == "align":
                properties["alignment"] = number(t[i + 2])
                i += 3
        elif rest is Rest.TARGET:
            written, i = self.types.parse(t, i + 1)
            if may_be_alias and values[0].type == written:
                # Between pointers that had types once.
                self.alias(values[0])
                return i
        elif rest is Rest.MASK:
            indices, i = self.mask(t, i)
            properties = {"mask": numbers(*indices)}
        elif rest is Rest.POSITION:
            indices, i = self.position(t, i)
            properties = {"position": positions(*indices)}
        type_ = None if rule is None else rule(self, values, written, indices)
        place = self.emit if rule is None else self.result
        place(made_operation(kind, values, type_, properties, attributes))
        return i

    return read


_ALLOCA = op_class("llvm.alloca")

HANDLERS: dict[str, Handler] = {
    **{
        opcode: (_one_type if row.operands is Operands.ONE_TYPE else _typed)(
            opcode, row
        )
        for opcode, row in INSTRUCTIONS.items()
    },
    "alloca": InstructionReader.op_alloca,
    "getelementptr": InstructionReader.op_getelementptr,
}
