"""
Types of textual LLVM IR as attributes.

Named structs keep their names. A packed struct, which the `llvm` dialect of xDSL cannot
say, stays a `PackedStruct` inside the reader: in memory it is an array of bytes, and
addresses into it are byte offsets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IntAttr,
    IntegerType,
    StringAttr,
    VectorType,
    i8,
    i32,
)
from xdsl.dialects.llvm import (
    LLVMArrayType,
    LLVMPointerType,
    LLVMStructType,
    LLVMVoidType,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition

from xdsl_opencl.dialects.llvm_ext.interned import pointer_type
from xdsl_opencl.dialects.llvm_ext.types import TargetType
from xdsl_opencl.ir.element_types import vector_of
from xdsl_opencl.ir.llvm_layout import Layout as TypeLayout
from xdsl_opencl.ir.llvm_layout import NoLayout
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported, name_of


@dataclass(frozen=True)
class Layout:
    """Sizes and alignments in bytes, as `target datalayout` gives them."""

    pointer_bytes: tuple[tuple[int, int], ...] = ()
    """Pointer size by address space, where it is not `default_pointer`."""
    default_pointer: int = 8

    @staticmethod
    def parse(text: str, renumber: Mapping[int, int]) -> Layout:
        """
        The pointer sizes in an LLVM data layout string (LangRef, "Data Layout"), by
        SPIR's numbers of the address spaces.
        """
        sizes: dict[int, int] = {}
        for item in text.split("-"):
            if item.startswith("p"):
                head, _, rest = item.partition(":")
                digits = head[1:].lstrip("e")
                space = int(digits) if digits.isdigit() else 0
                size = rest.split(":")[0]
                if size.isdigit():
                    sizes[space] = int(size) // 8
        default = sizes.get(0, 8)
        known = {**dict.fromkeys(renumber, default), **sizes}
        spaces = {renumber.get(s, s): size for s, size in known.items()}
        return Layout(tuple(spaces.items()), spaces.get(0, default))

    def size_and_alignment(self, type_: Attribute) -> tuple[int, int]:
        """
        Size with tail padding, and ABI alignment, of a first-class type, in bytes.

        Raises `Unsupported` for a type without size.
        """
        try:
            return self._rules.size_align(type_)
        except NoLayout:
            raise Unsupported(f"type {type_} has no size in memory") from None

    def member_offset(self, type_: PackedStruct | LLVMStructType, index: int) -> int:
        """
        Offset of member `index` of a structure, in bytes.

        Raises `Unsupported` for a member that it does not have, or one without size.
        """
        packed = isinstance(type_, PackedStruct)
        members = type_.elements if packed else type_.types.data
        if not 0 <= index < len(members):
            raise Unsupported(f"member {index} of {type_}")
        try:
            return self._rules.member_offset(members, index, packed=packed)
        except NoLayout as error:
            raise Unsupported(str(error)) from None

    @cached_property
    def _rules(self) -> TypeLayout:
        sizes = dict(self.pointer_bytes)

        def pointer_bytes(type_: LLVMPointerType) -> int:
            space = type_.addr_space
            number = space.data if isinstance(space, IntAttr) else 0
            return sizes.get(number, self.default_pointer)

        def packed(type_: Attribute) -> tuple[int, int]:
            assert isinstance(type_, PackedStruct)
            return rules.struct_size_align(type_.elements, packed=True)

        rules = TypeLayout(pointer_bytes, 8, {PackedStruct: packed})
        return rules


@irdl_attr_definition
class PackedStruct(ParametrizedAttribute, TypeAttribute):
    """`<{ ... }>` while it is being read; never part of the module."""

    name = "frontend.packed_struct"

    types: ArrayAttr[Attribute]

    @property
    def elements(self) -> tuple[Attribute, ...]:
        return self.types.data


def as_integer(type_: Attribute) -> IntegerType | None:
    """`type_` if it is an integer type."""
    return cast(IntegerType, type_) if isinstance(type_, IntegerType) else None


def as_vector(type_: Attribute) -> VectorType[Attribute] | None:
    """`type_` if it is a vector type."""
    if isinstance(type_, VectorType):
        return cast(VectorType[Attribute], type_)
    return None


_SIMPLE: dict[str, Attribute] = {
    "void": LLVMVoidType(),
    "half": Float16Type(),
    "bfloat": BFloat16Type(),
    "float": Float32Type(),
    "double": Float64Type(),
    "i1": IntegerType(1),
    "i8": i8,
    "i16": IntegerType(16),
    "i32": i32,
    "i64": IntegerType(64),
}
"""Types that are one word."""


class TypeParser:
    """Parses types out of token lists and keeps one attribute a type."""

    named: dict[str, Attribute]

    def __init__(self) -> None:
        self.named = {}
        self.layout = Layout()
        self.renumber: Mapping[int, int] = {}
        """Address space in the text to SPIR's number, where they differ."""
        self.has_packed = False
        """True if there may be a packed struct in the text."""
        self._exact: TypeParser | None = None
        self._definitions: dict[str, list[str]] = {}
        self._short_vectors: dict[tuple[str, str], VectorType] = {}
        self._simple = dict(_SIMPLE)

    def define(self, name: str, tokens: list[str]) -> None:
        """
        Notes `%name = type tokens`; parsed when first used, so order does not matter.
        """
        self._definitions[name] = tokens

    def parse(self, tokens: list[str], i: int) -> tuple[Attribute, int]:
        """
        The type that starts at `tokens[i]`, and the index after it.

        Raises `Unsupported` for types that no dialect here has.
        """
        token = tokens[i]
        if (simple := self._simple.get(token)) is not None:
            return simple, i + 1
        if token == "ptr":
            if i + 1 < len(tokens) and tokens[i + 1] == "addrspace":
                return self.pointer(int(tokens[i + 3])), i + 5
            return self.pointer(0), i + 1
        if token == "<":
            if tokens[i + 1] == "{":
                elements, i = self._struct_elements(tokens, i + 2)
                return PackedStruct(ArrayAttr(elements)), i + 1
            if tokens[i + 1] == "vscale":
                raise Unsupported("scalable vectors do not exist in OpenCL")
            # Vectors of one-word elements by their words: attributes are slow to hash.
            words = tokens[i + 1], tokens[i + 3]
            if (known := self._short_vectors.get(words)) is not None:
                return known, i + 5
            element, j = self.parse(tokens, i + 3)
            vector = vector_of(element, int(tokens[i + 1]))
            if j == i + 4:
                self._short_vectors[words] = vector
            return vector, j + 1
        if token == "[":
            element, j = self.parse(tokens, i + 3)
            return self.array(int(tokens[i + 1]), element), j + 1
        if token == "{":
            elements, i = self._struct_elements(tokens, i + 1)
            return self.struct("", elements), i
        if token[0] == "%":
            return self._named_type(name_of(token)), i + 1
        if token == "target":
            return self._target_type(tokens, i)
        if token[0] == "i" and token[1:].isdigit():
            type_ = self._simple[token] = IntegerType(int(token[1:]))
            return type_, i + 1
        raise Unsupported(f"type '{token}' is not an OpenCL type")

    def parse_exact(self, tokens: list[str], i: int) -> tuple[Attribute, int]:
        """
        As `parse`, but packed structs stay packed structs inside arrays and structs too, for
        their members' offsets.
        """
        if not self.has_packed:
            return self.parse(tokens, i)
        if self._exact is None:
            self._exact = _ExactTypes()
            self._exact._definitions = self._definitions
        self._exact.layout, self._exact.renumber = self.layout, self.renumber
        type_, end = self._exact.parse(tokens, i)
        return (type_ if contains_packed(type_) else self.parse(tokens, i)[0]), end

    def pointer(self, space: int) -> LLVMPointerType:
        """The pointer to address space `space` of the text."""
        return pointer_type(self.renumber.get(space, space))

    def array(self, length: int, element: Attribute) -> Attribute:
        return LLVMArrayType(IntAttr(length), self.in_memory(element))

    def struct(self, name: str, elements: list[Attribute]) -> Attribute:
        return LLVMStructType(
            StringAttr(name), ArrayAttr(self.in_memory(e) for e in elements)
        )

    def in_memory(self, type_: Attribute) -> Attribute:
        """`type_` as an element of an aggregate or of an allocation."""
        # Asked of every value, and `isinstance` of attributes is slow.
        if type(type_) is PackedStruct:
            return LLVMArrayType(IntAttr(self.layout.size_and_alignment(type_)[0]), i8)
        return type_

    def _struct_elements(
        self, tokens: list[str], i: int
    ) -> tuple[list[Attribute], int]:
        elements: list[Attribute] = []
        while tokens[i] != "}":
            if tokens[i] == ",":
                i += 1
            element, i = self.parse(tokens, i)
            elements.append(element)
        return elements, i + 1

    def _named_type(self, name: str) -> Attribute:
        if (type_ := self.named.get(name)) is not None:
            return type_
        tokens = self._definitions.get(name)
        if tokens is None or tokens[0] == "opaque":
            raise Unsupported(f"type %{name} is opaque: it has no value and no size")
        if tokens[0] == "{":
            elements, _ = self._struct_elements(tokens, 1)
            type_ = self.struct(name, elements)
        else:
            type_, _ = self.parse(tokens, 0)
        self.named[name] = type_
        return type_

    def _target_type(self, tokens: list[str], i: int) -> tuple[Attribute, int]:
        end = tokens.index(")", i)
        name = name_of(tokens[i + 2])
        key = " ".join(tokens[i : end + 1])
        if (type_ := self._simple.get(key)) is not None:
            return type_, end + 1
        types: list[Attribute] = []
        numbers: list[int] = []
        i += 3
        while i < end:
            if tokens[i] == ",":
                i += 1
            elif tokens[i].isdigit():
                numbers.append(int(tokens[i]))
                i += 1
            else:
                type_, i = self.parse(tokens, i)
                types.append(type_)
        type_ = TargetType.of(name, types, numbers)
        self._simple[key] = type_
        return type_, end + 1


class _ExactTypes(TypeParser):
    """
    Types as the text has them. Those with a packed struct inside are not types of xDSL's.
    """

    def in_memory(self, type_: Attribute) -> Attribute:
        return type_


def contains_packed(type_: Attribute) -> bool:
    """Returns whether a packed struct is `type_` or part of it."""
    match type_:
        case PackedStruct():
            return True
        case LLVMArrayType():
            return contains_packed(type_.type)
        case LLVMStructType():
            return any(map(contains_packed, type_.types.data))
        case _:
            return False
