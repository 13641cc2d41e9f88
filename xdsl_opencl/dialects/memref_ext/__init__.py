"""
Upstream's forms of `memref` operations that xDSL 0.74 has in the generic form only. The operations
are xDSL's own. The plugin's `universe.py` wraps the factory of the `memref` dialect
with `extended`.

Source: mlir/include/mlir/Dialect/MemRef/IR/MemRefOps.td, release 22.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.parser import Parser

from xdsl_opencl.dialects import forms
from xdsl_opencl.dialects.atomic_kinds import ATOMIC_KINDS

_TEXTS: Mapping[forms.Kind, str] = {
    memref.CastOp: "$source attr-dict `:` type($source) `to` type($dest)",
    memref.CopyOp: "$source `,` $destination attr-dict `:` type($source) `to` type($destination)",
    memref.MemorySpaceCastOp: "$source attr-dict `:` type($source) `to` type($dest)",
    memref.RankOp: "$source attr-dict `:` type($source)",
}
"""The forms that xDSL's assembly formats describe."""


def parse_atomic_rmw(parser: Parser) -> Operation:
    """Example: `%r = memref.atomic_rmw addi %x, %m[%i] : (i32, memref<16xi32>) -> i32`"""
    place = parser.pos
    kind = parser.parse_identifier()
    if kind not in ATOMIC_KINDS:
        parser.raise_error(f"expected one of {', '.join(ATOMIC_KINDS)}", place)
    operands = [parser.parse_unresolved_operand()]
    parser.parse_punctuation(",")
    operands.append(parser.parse_unresolved_operand())
    operands += parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, parser.parse_unresolved_operand
    )
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    type = parser.parse_function_type()
    types: list[Attribute] = [*type.inputs.data]
    types += [IndexType()] * (len(operands) - len(types))
    return memref.AtomicRMWOp.create(
        operands=parser.resolve_operands(operands, types, place),
        result_types=type.outputs.data,
        properties={"kind": IntegerAttr(ATOMIC_KINDS.index(kind), 64)},
        attributes=attributes,
    )


def parse_global(parser: Parser) -> Operation:
    """Example: `memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>`"""
    visibility = parser.parse_optional_str_literal()
    constant = parser.parse_optional_keyword("constant") is not None
    name = parser.parse_symbol_name()
    parser.parse_punctuation(":")
    place = parser.pos
    type = parser.parse_type()
    if not isinstance(type, MemRefType):
        parser.raise_error("expected a memref", place)
    known = cast("MemRefType[Any]", type)
    properties: dict[str, Attribute] = {
        "sym_name": name,
        # xDSL asks for one; without any it is public.
        "sym_visibility": StringAttr(visibility or "public"),
        "type": type,
    }
    if constant:
        properties["constant"] = UnitAttr()
    if parser.parse_optional_punctuation("=") is not None:
        if parser.parse_optional_keyword("uninitialized") is not None:
            properties["initial_value"] = UnitAttr()
        else:
            shaped = TensorType(known.element_type, known.get_shape())
            parser.parse_keyword("dense")
            properties["initial_value"] = parser.parse_dense_int_or_fp_elements_attr(
                shaped
            )
    attributes = parser.parse_optional_attr_dict()
    if "alignment" in attributes:
        properties["alignment"] = attributes.pop("alignment")
    return memref.GlobalOp.create(properties=properties, attributes=attributes)


@cache
def _readers() -> Mapping[type[Operation], type[Operation]]:
    parsers: dict[forms.Kind, Callable[[Parser], Operation]] = {
        kind: forms.assembly(kind, text) for kind, text in _TEXTS.items()
    }
    parsers[memref.AtomicRMWOp] = parse_atomic_rmw
    parsers[memref.GlobalOp] = parse_global
    return {kind: forms.reader(kind, parse=parse) for kind, parse in parsers.items()}


def extended(dialect: Dialect) -> Dialect:
    """Returns `memref` with what it lacks, as `forms.extended`."""
    return forms.extended(dialect, _readers())
