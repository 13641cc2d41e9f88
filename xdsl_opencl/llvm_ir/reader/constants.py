"""
Constants of textual LLVM IR: parsed to a small tree, then made operations or attributes.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.ir.build import made_operation, numbers, positions
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported, name_of, unescape_bytes
from xdsl_opencl.llvm_ir.reader.ops import op_class
from xdsl_opencl.llvm_ir.reader.types import (
    Layout,
    PackedStruct,
    TypeParser,
    as_integer,
    as_vector,
    contains_packed,
)
from xdsl_opencl.llvm_ir.syntax.instructions import INSTRUCTIONS
from xdsl_opencl.llvm_ir.syntax.words import (
    ADDRESS_BITS,
    CONSTANT_BINARY,
    CONSTANT_CASTS,
    CONSTANT_ON_VECTORS,
    CONSTANT_WORDS,
)

_FLOATS = (BFloat16Type, Float16Type, Float32Type, Float64Type)

_BRACKETS = {"<": (">", "vector"), "[": ("]", "array"), "{": ("}", "struct")}


BLOCK_FUNCTION = re.compile(r"_block_invoke(?:_\d+)?(?:_kernel)?$")
"""
Names of the functions of blocks. Clang calls them by name, and also keeps the address in
the block, where only `enqueue_kernel` looks for it; here there is a null pointer.
"""


@dataclass(frozen=True)
class Constant:
    """
    A constant: `kind` gives the meaning of `value` and `operands`.

    int, float, bytes: the value. global: its name. zero, undef, poison: nothing.
    vector, array, struct: `operands` are the elements. Anything else is a constant
    expression of that opcode; a getelementptr also has its source type and flags. The
    flags of a float are 1 for -0.0, which as a number equals 0.0 but is another constant.
    """

    type: Attribute
    kind: str
    value: int | float | str | bytes | None = None
    operands: tuple[Constant, ...] = ()
    source: Attribute | None = None
    flags: int = 0

    @cached_property
    def _hash(self) -> int:
        key = self.type, self.kind, self.value, self.operands, self.source, self.flags
        return hash(key)

    def __hash__(self) -> int:
        # Kept: that of a table would be made again for each part of it.
        return self._hash


def parse_float(text: str, type_: Attribute) -> float | int:
    """
    The value of a float literal; for a NaN with bits other than the canonical ones, the
    bits as an integer, because a Python float would not keep them.
    """
    if not text.startswith("0x"):
        return float(text)
    if text[2] == "H":
        bits = int(text[3:], 16)
        value = struct.unpack("<e", struct.pack("<H", bits))[0]
        canonical = 0x7E00
    elif text[2] == "R":
        bits = int(text[3:], 16)
        value = struct.unpack("<f", struct.pack("<I", bits << 16))[0]
        canonical = 0x7FC0
    elif text[2] in "KLM":
        raise Unsupported(f"{text}: OpenCL has no such floating point type")
    else:
        wide = int(text[2:], 16)
        value = struct.unpack("<d", struct.pack("<Q", wide))[0]
        if isinstance(type_, Float32Type):
            # LLVM writes a float as the double of the same value; so too a NaN's bits.
            bits = wide >> 32 & 0x80000000 | wide >> 29 & 0x7FFFFFFF
            bits = bits & 0x807FFFFF | 0x7F800000 if math.isnan(value) else bits
            canonical = 0x7FC00000
        else:
            bits, canonical = wide, 0x7FF8000000000000
    if math.isnan(value) and bits != canonical:
        return bits
    return value


class ConstantParser:
    """Parses constants out of token lists."""

    def __init__(self, types: TypeParser):
        self.types = types
        self.aliases: dict[str, str] = {}
        """Other names of symbols."""

    def typed(self, tokens: list[str], i: int) -> tuple[Constant, int]:
        type_, i = self.types.parse(tokens, i)
        return self.parse(type_, tokens, i)

    def parse(
        self, type_: Attribute, tokens: list[str], i: int
    ) -> tuple[Constant, int]:
        """The constant of type `type_` at `tokens[i]`, and the index after it."""
        token = tokens[i]
        if (kind := CONSTANT_WORDS.get(token)) is not None:
            return Constant(type_, kind), i + 1
        if token in ("true", "false"):
            return Constant(type_, "int", int(token == "true")), i + 1
        if token[0] == "@":
            name = name_of(token)
            return Constant(type_, "global", self.aliases.get(name, name)), i + 1
        if type(type_) in _FLOATS and (token[0] in "-+" or token[0].isdigit()):
            if token in "+-":
                raise Unsupported(f"float literal {token}{tokens[i + 1]}")
            value = parse_float(token, type_)
            negative_zero = value == 0 and math.copysign(1, value) < 0
            return Constant(type_, "float", value, flags=int(negative_zero)), i + 1
        if token[0] == "-" or token[0].isdigit():
            return Constant(type_, "int", int(token)), i + 1
        if token == "splat":
            element, i = self.typed(tokens, i + 2)
            vector = as_vector(type_)
            assert vector is not None
            operands = (element,) * vector.get_shape()[0]
            return Constant(type_, "vector", None, operands), i + 1
        if token.startswith('c"'):
            return Constant(type_, "bytes", unescape_bytes(token[2:-1])), i + 1
        if token == "<" and isinstance(type_, PackedStruct):
            operands, i = self._elements(tokens, i + 2, "}")
            return Constant(type_, "packed", None, operands), i + 1
        if (brackets := _BRACKETS.get(token)) is not None:
            end, kind = brackets
            operands, i = self._elements(tokens, i + 1, end)
            return Constant(type_, kind, None, operands), i
        if token == "getelementptr":
            return self._gep(type_, tokens, i + 1)
        if token in CONSTANT_CASTS:
            i += 1
            while tokens[i] != "(":
                i += 1
            operand, i = self.typed(tokens, i + 1)
            _, i = self.types.parse(tokens, i + 1)
            return Constant(type_, token, None, (operand,)), i + 1
        if token in CONSTANT_BINARY:
            i += 1
            while tokens[i] != "(":
                i += 1
            lhs, i = self.typed(tokens, i + 1)
            rhs, i = self.typed(tokens, i + 1)
            return Constant(type_, token, None, (lhs, rhs)), i + 1
        if token in CONSTANT_ON_VECTORS:
            operands, i = self._elements(tokens, i + 2, ")")
            return Constant(type_, token, None, operands), i
        if token == "blockaddress":
            raise Unsupported("the address of a block; OpenCL C has no computed goto")
        raise Unsupported(f"constant '{token}'")

    def _elements(
        self, tokens: list[str], i: int, end: str
    ) -> tuple[tuple[Constant, ...], int]:
        elements: list[Constant] = []
        while tokens[i] != end:
            if tokens[i] == ",":
                i += 1
            element, i = self.typed(tokens, i)
            elements.append(element)
        return tuple(elements), i + 1

    def _gep(self, type_: Attribute, tokens: list[str], i: int) -> tuple[Constant, int]:
        flags = 0
        while tokens[i] != "(":
            flags |= ADDRESS_BITS.get(tokens[i], 0)
            # `inrange(a, b)` is only a promise about the result; it has parentheses.
            i = tokens.index(")", i) if tokens[i] == "inrange" else i
            i += 1
        source, i = self.types.parse_exact(tokens, i + 1)
        operands, i = self._elements(tokens, i, ")")
        constant = Constant(type_, "getelementptr", None, operands, source, flags)
        return constant, i


class ConstantBuilder:
    """
    Makes operations of constants, each once; `emit` puts one operation in its place.
    """

    def __init__(self, parser: ConstantParser, emit: Callable[[Operation], None]):
        self.parser = parser
        self.emit = emit
        self.global_value: Callable[[str], Operation | None] | None = None
        """The placeholder that stands for a global's address: its name."""
        self._by_text: dict[tuple[str, Attribute], SSAValue] = {}
        self._by_constant: dict[Constant, SSAValue] = {}

    def parse(
        self, type_: Attribute, tokens: list[str], i: int
    ) -> tuple[SSAValue, int]:
        """
        The value of the constant of type `type_` at `tokens[i]`, and the index after it.
        """
        key = (tokens[i], type_)
        if (value := self._by_text.get(key)) is not None:
            return value, i + 1
        constant, end = self.parser.parse(type_, tokens, i)
        value = self.value(constant)
        if end == i + 1:
            self._by_text[key] = value
        return value, end

    def integer(self, value: int, type_: Attribute) -> SSAValue:
        return self.value(Constant(type_, "int", value))

    def value(self, constant: Constant) -> SSAValue:
        if (value := self._by_constant.get(constant)) is None:
            value = self._by_constant[constant] = self._build(constant)
        return value

    def _create(
        self,
        name: str,
        operands: Sequence[SSAValue],
        type_: Attribute,
        properties: dict[str, Attribute] | None = None,
    ) -> SSAValue:
        op = made_operation(op_class(name), operands, type_, properties or {})
        self.emit(op)
        return op.results[0]

    def _build(self, constant: Constant) -> SSAValue:
        kind, type_ = constant.kind, constant.type
        if kind in ("int", "float", "vector", "zero"):
            attribute = scalar_or_vector_attribute(constant)
            if attribute is not None:
                return self._create(
                    "llvm.mlir.constant", (), type_, {"value": attribute}
                )
        if kind in ("undef", "poison", "zero"):
            memory_type = self.parser.types.in_memory(type_)
            name = "llvm.mlir." + kind
            return self._create(name, (), memory_type)
        if kind == "float":
            # A NaN with a payload, kept as its bits.
            width = {2: 16, 4: 32, 8: 64}[
                self.parser.types.layout.size_and_alignment(type_)[0]
            ]
            bits = self.integer(int(str(constant.value)), IntegerType(width))
            return self._create("llvm.bitcast", (bits,), type_)
        if kind == "global":
            name = str(constant.value)
            if BLOCK_FUNCTION.search(name):
                return self.value(Constant(type_, "zero"))
            if self.global_value is not None and (op := self.global_value(name)):
                self.emit(op)
                return op.results[0]
            reference = SymbolRefAttr(name)
            return self._create(
                "llvm.mlir.addressof", (), type_, {"global_name": reference}
            )
        if kind == "vector":
            value = self.value(Constant(type_, "poison"))
            for index, element in enumerate(constant.operands):
                if element.kind == "poison":
                    continue
                at = self.integer(index, i32)
                value = self._create(
                    "llvm.insertelement", (value, self.value(element), at), type_
                )
            return value
        if kind in ("array", "struct"):
            value = self.value(Constant(type_, "poison"))
            for index, element in enumerate(constant.operands):
                if element.kind == "poison":
                    continue
                value = self._create(
                    "llvm.insertvalue",
                    (value, self.value(element)),
                    type_,
                    {"position": positions(index)},
                )
            return value
        if kind == "bytes":
            assert isinstance(constant.value, bytes)
            element_type = IntegerType(8)
            operands = tuple(Constant(element_type, "int", b) for b in constant.value)
            return self.value(Constant(type_, "array", None, operands))
        if kind == "getelementptr":
            return self._gep(constant)
        operands = [self.value(operand) for operand in constant.operands]
        if kind in CONSTANT_ON_VECTORS:
            return self._create("llvm." + kind, operands, type_)
        if kind == "ptrtoaddr":
            kind = "ptrtoint"
        if kind in CONSTANT_BINARY or kind in CONSTANT_CASTS:
            properties: dict[str, Attribute] = {}
            for words in INSTRUCTIONS[kind].words:
                properties.update(words.attributes(()))
            return self._create("llvm." + kind, operands, type_, properties)
        raise Unsupported(f"constant of kind '{kind}' as a value")

    def _gep(self, constant: Constant) -> SSAValue:
        assert constant.source is not None
        base, *indices = constant.operands
        op = gep(
            self.parser.types,
            constant.source,
            self.value(base),
            [
                index.value
                if index.kind == "int" and isinstance(index.value, int)
                else self.value(index)
                for index in indices
            ],
            constant.type,
            constant.flags,
            self.integer,
            self.emit,
        )
        self.emit(op)
        return op.results[0]


_NO_WRAP = {flags: IntegerAttr(flags, 32) for flags in (0, 2, 4, 6)}
_I8 = IntegerType(8)


def gep(
    types: TypeParser,
    source: Attribute,
    base: SSAValue,
    indices: Sequence[int | SSAValue],
    result_type: Attribute,
    flags: int,
    integer: Callable[[int, Attribute], SSAValue],
    emit: Callable[[Operation], None],
) -> Operation:
    """
    `llvm.getelementptr` with constant `indices` as static ones. Steps into a packed
    struct, which xDSL's types do not have, become a byte offset.

    `integer` makes a constant, for indices that 32 bits do not hold; `emit` takes
    the operations that must stand before the result.
    """
    if types.has_packed and contains_packed(source):
        return _packed_gep(types, source, base, indices, result_type, flags, emit)
    static: list[int] = []
    operands = [base]
    for index in indices:
        if isinstance(index, int) and -(2**31) < index < 2**31:
            static.append(index)
        else:
            static.append(llvm.GEP_USE_SSA_VAL)
            if isinstance(index, int):
                index = integer(index, i64)
            operands.append(index)
    return _step(source, operands, static, result_type, flags)


def _step(
    source: Attribute,
    operands: Sequence[SSAValue],
    static: Sequence[int],
    result_type: Attribute,
    flags: int,
) -> Operation:
    properties: dict[str, Attribute] = {
        "rawConstantIndices": numbers(*static),
        "elem_type": source,
        "noWrapFlags": _NO_WRAP[flags & ~ADDRESS_BITS["inbounds"]],
    }
    if flags & ADDRESS_BITS["inbounds"]:
        properties["inbounds"] = UNIT
    kind = op_class("llvm.getelementptr")
    return made_operation(kind, operands, result_type, properties)


def _packed_gep(
    types: TypeParser,
    source: Attribute,
    base: SSAValue,
    indices: Sequence[int | SSAValue],
    result_type: Attribute,
    flags: int,
    emit: Callable[[Operation], None],
) -> Operation:
    """
    Steps of bytes: one for every index that is not a constant, then one for the constants.
    """
    layout = types.layout
    offset = 0
    scaled: list[tuple[SSAValue, int]] = []
    element = source
    for number, index in enumerate(indices):
        if not number:
            size, _ = layout.size_and_alignment(source)
        elif isinstance(element, PackedStruct | llvm.LLVMStructType):
            if not isinstance(index, int):
                raise Unsupported("a variable index of a member of a struct")
            offset += layout.member_offset(element, index)
            if isinstance(element, PackedStruct):
                element = element.elements[index]
            else:
                element = element.types.data[index]
            continue
        else:
            size, element = _element(types, element)
        if isinstance(index, int):
            offset += index * size
        else:
            scaled.append((index, size))
    if scaled:
        # Parts of an address that is in bounds need not be so.
        flags = 0
    steps: list[tuple[Attribute, int | SSAValue]] = [
        (types.array(size, _I8), index) for index, size in scaled
    ]
    if offset or not scaled:
        steps.append((_I8, offset))
    for element, index in steps[:-1]:
        op = _byte_step(element, base, index, result_type, flags)
        emit(op)
        base = op.results[0]
    element, index = steps[-1]
    return _byte_step(element, base, index, result_type, flags)


def _byte_step(
    element: Attribute,
    base: SSAValue,
    index: int | SSAValue,
    result_type: Attribute,
    flags: int,
) -> Operation:
    if isinstance(index, int):
        return _step(element, [base], [index], result_type, flags)
    dynamic = [llvm.GEP_USE_SSA_VAL]
    return _step(element, [base, index], dynamic, result_type, flags)


def _element(types: TypeParser, type_: Attribute) -> tuple[int, Attribute]:
    """Size in bytes and type of the elements of an array or vector."""
    if isinstance(type_, llvm.LLVMArrayType):
        return types.layout.size_and_alignment(type_.type)[0], type_.type
    if (vector := as_vector(type_)) is not None:
        element = vector.element_type
        return types.layout.size_and_alignment(element)[0], element
    raise Unsupported(f"a variable index into {type_}")


def scalar_or_vector_attribute(constant: Constant) -> Attribute | None:
    """
    The attribute of `llvm.mlir.constant` for a number or a vector of numbers; None for
    anything else.
    """
    type_ = constant.type
    if isinstance(type_, (IntegerType, *_FLOATS)):
        return _scalar_attribute(constant)
    vector = as_vector(type_)
    if vector is None:
        return None
    if constant.kind == "zero":
        if not _is_dense(vector.element_type):
            return None
        zero = 0 if isinstance(vector.element_type, IntegerType) else 0.0
        return _dense(vector, [zero])
    found = _numbers(constant)
    return None if found is None else _dense(vector, found)


@lru_cache(maxsize=1024)
def _integer_attribute(number: int, type_: IntegerType) -> Attribute:
    return IntegerAttr(number, type_, truncate_bits=True)


def _scalar_attribute(constant: Constant) -> Attribute | None:
    type_, value = constant.type, constant.value
    if (integer := as_integer(type_)) is not None:
        number = 0 if constant.kind == "zero" else value
        if isinstance(number, int):
            return _integer_attribute(number, integer)
    elif isinstance(type_, _FLOATS):
        if constant.kind == "zero":
            return FloatAttr(0.0, type_)
        if isinstance(value, float):
            return FloatAttr(value, type_)
    return None


def _dense(
    type_: VectorType[Attribute] | TensorType[Attribute],
    elements: Sequence[int | float],
) -> DenseIntOrFPElementsAttr:
    first = elements[0]
    if all(n == first and _sign(n) == _sign(first) for n in elements):
        elements = elements[:1]
    make = cast(
        Callable[[Attribute, Sequence[int | float]], DenseIntOrFPElementsAttr],
        DenseIntOrFPElementsAttr.from_list,
    )
    return make(type_, elements)


def _sign(number: float) -> float:
    return math.copysign(1.0, number)


def _numbers(constant: Constant) -> list[int | float] | None:
    """
    All numbers of a vector or (nested) array in order; None if it holds anything else.
    """
    type_ = constant.type
    if isinstance(type_, IntegerType):
        if constant.kind == "zero":
            return [0]
        return [constant.value] if isinstance(constant.value, int) else None
    if isinstance(type_, _FLOATS):
        if constant.kind == "zero":
            return [0.0]
        return [constant.value] if isinstance(constant.value, float) else None
    shape, element = array_shape(type_)
    if element is None:
        return None
    if constant.kind == "zero":
        zero = 0 if isinstance(element, IntegerType) else 0.0
        return [zero] * math.prod(shape)
    if constant.kind == "bytes":
        assert isinstance(constant.value, bytes)
        return list(constant.value)
    if constant.kind not in ("vector", "array"):
        return None
    found: list[int | float] = []
    for operand in constant.operands:
        inner = _numbers(operand)
        if inner is None:
            return None
        found += inner
    return found


def array_shape(type_: Attribute) -> tuple[list[int], Attribute | None]:
    """
    Dimensions and number type of a (nested) array or vector; None where the innermost
    type is not a number.
    """
    shape: list[int] = []
    while isinstance(type_, llvm.LLVMArrayType):
        shape.append(type_.size.data)
        type_ = type_.type
    if (vector := as_vector(type_)) is not None:
        shape += vector.get_shape()
        type_ = vector.element_type
    return shape, type_ if _is_dense(type_) else None


def _is_dense(type_: Attribute) -> bool:
    """Returns whether xDSL's dense attributes can hold numbers of `type_`."""
    if (integer := as_integer(type_)) is not None:
        return integer.width.data <= _WIDEST
    return isinstance(type_, _FLOATS) and not isinstance(type_, BFloat16Type)


_WIDEST = 64
"""Bits of the widest integers in dense attributes."""
_MOST_ZEROS = 1 << 16
"""Zeros that an attribute spells out; a region says any number of them in one operation."""


def global_attribute(constant: Constant) -> Attribute | None:
    """
    The `value` of an `llvm.mlir.global` where an attribute can say it: a number, a
    string, a vector, or an array of these. None where it needs a region.
    """
    type_ = constant.type
    if constant.kind == "bytes":
        assert isinstance(constant.value, bytes)
        if all(byte < 0x80 for byte in constant.value):
            return StringAttr(constant.value.decode("ascii"))
    if (attribute := scalar_or_vector_attribute(constant)) is not None:
        return attribute
    if isinstance(type_, llvm.LLVMArrayType):
        shape, element = array_shape(type_)
        if constant.kind == "zero" and math.prod(shape) > _MOST_ZEROS:
            return None
        found = _numbers(constant)
        if found is not None and element is not None and 0 not in shape:
            return _dense(TensorType(element, shape), found)
    return None


def constant_bytes(
    constant: Constant,
    layout: Layout,
    addresses: list[tuple[int, Constant]],
    start: int = 0,
) -> bytes:
    """
    The memory that `constant` fills from byte `start` on, little-endian; undefined bytes
    and padding are 0. Addresses go to `addresses`, each with its place.
    """
    type_, value = constant.type, constant.value
    size, _ = layout.size_and_alignment(type_)
    if constant.kind in ("zero", "undef", "poison"):
        return bytes(size)
    if constant.kind == "bytes" and isinstance(value, bytes):
        return value
    if constant.kind in ("int", "float") and isinstance(value, int):
        # A float with an integer value is a NaN's bits.
        return (value & (1 << 8 * size) - 1).to_bytes(size, "little")
    if isinstance(value, float):
        if isinstance(type_, BFloat16Type):
            return struct.pack("<f", value)[2:]
        return struct.pack({2: "<e", 4: "<f", 8: "<d"}[size], value)
    if constant.kind not in ("vector", "array", "struct", "packed"):
        addresses.append((start, constant))
        return bytes(size)
    memory = bytearray()
    for element in constant.operands:
        if constant.kind == "struct":
            _, alignment = layout.size_and_alignment(element.type)
            memory += bytes(-len(memory) % alignment)
        memory += constant_bytes(element, layout, addresses, start + len(memory))
    return bytes(memory).ljust(size, b"\0")


def memory_constant(constant: Constant, types: TypeParser) -> Constant:
    """
    The same memory without packed structs: an array of bytes, or a struct of bytes and
    addresses.

    Raises `Unsupported` for an address in a place that is not aligned for it.
    """
    addresses: list[tuple[int, Constant]] = []
    data = constant_bytes(constant, types.layout, addresses)
    if not addresses:
        return Constant(types.array(len(data), _I8), "bytes", data)
    members: list[Constant] = []
    at = 0
    for place, address in addresses:
        size, alignment = types.layout.size_and_alignment(address.type)
        if place % alignment:
            raise Unsupported("an address in a packed struct, where it is not aligned")
        if place > at:
            array = types.array(place - at, _I8)
            members.append(Constant(array, "bytes", data[at:place]))
        members.append(address)
        at = place + size
    if at < len(data):
        members.append(Constant(types.array(len(data) - at, _I8), "bytes", data[at:]))
    struct_type = types.struct("", [member.type for member in members])
    return Constant(struct_type, "struct", None, tuple(members))


def has_packed(constant: Constant) -> bool:
    """Returns whether a packed struct is part of `constant`."""
    return isinstance(constant.type, PackedStruct) or any(
        map(has_packed, constant.operands)
    )
