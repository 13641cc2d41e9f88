"""
Constraints of operands and results, and the places of errors in the pretty syntax.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from typing_extensions import TypeVar
from xdsl.dialects.builtin import IndexType, MemRefType, i32, i64
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    AttrConstraint,
    EqAttrConstraint,
    IntConstraint,
    VerificationContext,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException


@dataclass(frozen=True)
class PointerConstraint(AttrConstraint[Attribute]):
    """A pointer, or a memref with its memory at the pointer's address."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not isinstance(attr, LLVMPointerType | MemRefType):
            raise VerifyException(
                f"Expected a pointer (!llvm.ptr<n>) or a memref, but got {attr}"
            )

    def get_bases(self) -> set[type[Attribute]]:
        return {LLVMPointerType, MemRefType}

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> PointerConstraint:
        return self


pointer_type = PointerConstraint()

size_value = (
    EqAttrConstraint(i32) | EqAttrConstraint(i64) | EqAttrConstraint(IndexType())
)
"""`size_t` as operand or result: the user chooses the width."""


def locate_parse_errors(operations: Iterable[type[Operation]]) -> None:
    """
    Makes the parsers of `operations` report a wrong type as a parse error with the operation and
    its location. xDSL's declarative format raises only a `VerifyException` without operation or
    location.
    """
    for operation in operations:
        _locate(operation)


def _locate(operation: type[Operation]) -> None:
    parse = operation.parse

    def located(parser: Parser) -> Operation:
        start = parser.pos
        try:
            return parse(parser)
        except VerifyException as error:
            parser.raise_error(f"{operation.name}: {error}", start, start + 1)

    setattr(operation, "parse", located)
