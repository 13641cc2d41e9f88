"""
Upstream's forms of `memref` operations that xDSL 0.74 has in the generic form only, and `memref.transpose`. The operations
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
    DYNAMIC_INDEX,
    IndexType,
    MemRefType,
    StringAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.ir.affine import AffineDimExpr
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser

from xdsl_opencl.dialects import forms
from xdsl_opencl.dialects.atomic_kinds import parse_atomic_kind
from xdsl_opencl.dialects.definition import irdl_op_definition

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
    kind = parse_atomic_kind(parser)
    operands = [parser.parse_unresolved_operand()]
    parser.parse_punctuation(",")
    operands.append(parser.parse_unresolved_operand())
    operands += forms.parse_names(parser, parser.Delimiter.SQUARE)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    type = parser.parse_function_type()
    types: list[Attribute] = [*type.inputs.data]
    types += [IndexType()] * (len(operands) - len(types))
    return memref.AtomicRMWOp.create(
        operands=parser.resolve_operands(operands, types, place),
        result_types=type.outputs.data,
        properties={"kind": kind},
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


@irdl_op_definition
class TransposeOp(IRDLOperation):
    """Text that is read as the `memref.reinterpret_cast` that it means."""

    name = "memref.transpose"

    @classmethod
    def parse(cls, parser: Parser) -> memref.ReinterpretCastOp:
        """Example: `%t = memref.transpose %m (i, j) -> (j, i) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>`"""
        place = parser.pos
        source = parser.parse_unresolved_operand()
        order = parser.parse_affine_map().results
        parser.parse_punctuation(":")
        types: list[Any] = [parser.parse_type()]
        parser.parse_keyword("to")
        types.append(parser.parse_type())
        if all(isinstance(type, MemRefType) for type in types):
            old, new = ([*zip(t.get_shape(), t.get_strides() or ())] for t in types)
            start, offset = (type.get_offset() for type in types)
            found = [d.position for d in order if isinstance(d, AffineDimExpr)]
            is_known = not {None, DYNAMIC_INDEX} & {
                offset,
                *(n for d in old for n in d),
            }
            is_order = sorted(found) == [*range(len(old))] != [] and start == offset
            if is_known and is_order and new == [old[p] for p in found]:
                sizes, strides = zip(*new)
                value = parser.resolve_operand(source, types[0])
                given = (value, [offset], sizes, strides, types[1])
                return memref.ReinterpretCastOp.from_dynamic(*given)
        parser.raise_error(
            f"{types[1]} is not {types[0]} in this order, or a size, stride or offset is "
            "unknown; use 'memref.reinterpret_cast', which states them",
            place,
        )


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
    return forms.extended(dialect, _readers(), (TransposeOp,))
