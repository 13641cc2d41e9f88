"""
Reading of `llvm` operations that MLIR 19, 22 and 24 print and xDSL's classes refuse.

| printed | by | read as |
|---|---|---|
| `overflowFlags = #llvm.overflow<nuw>` of `add` and the like | 19 | the number |
| `overflowFlags = 2 : i32` of `trunc` | 22, 24 | the attribute |
| `fastmathFlags` of `fpext`, `fptrunc` | 24 | an attribute |
| `fastmath<nnan>` instead of the dictionary | 24 | the property |
| `tls_mode` of a variable | 22, 24 | `thread_local_` |
| `tbaa` and the like of accesses and calls | 19, 22, 24 | nothing |
| `loop_annotation` of branches | 19, 22, 24 | metadata `llvm.loop` |
| properties of `func`, such as `reqd_work_group_size` | 19, 22, 24 | attributes |
| `call`, `call_intrinsic` without `operandSegmentSizes` | 19 | all operands are arguments |
| attributes of `call_intrinsic` after its type | 19 | attributes |

`readers` has the classes that the dialect registers for it (`dialects/forms.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    UnitAttr,
    i32,
)
from xdsl.dialects.llvm import FastMathAttr, OverflowAttr
from xdsl.ir import Attribute, Operation
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser

from xdsl_opencl.dialects.forms import Kind, Normalise, Parts, nothing, reader
from xdsl_opencl.dialects.llvm_ext.atomics import AtomicCmpXchgOp, AtomicRMWOp
from xdsl_opencl.dialects.llvm_ext.corrected import CORRECTED_OPS
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    MemcpyInlineOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)
from xdsl_opencl.dialects.llvm_ext.loops import LoopAnnotationAttr, hints
from xdsl_opencl.dialects.llvm_ext.shapes import EXTENSIONS
from xdsl_opencl.dialects.llvm_ext.spelling import NO_BUNDLES, number
from xdsl_opencl.dialects.llvm_ext.types import CALLING_CONVENTIONS, calling_convention

METADATA = "opencl.metadata"
"""Attribute of an operation: its metadata attachments (`ir.build.METADATA`)."""

ALIASING = frozenset(("tbaa", "alias_scopes", "noalias_scopes", "access_groups"))
"""Properties of accesses that only permit: a reader may leave out those it does not know."""


def _number_of_flags(properties: Parts, attributes: Parts, operands: int) -> None:
    del attributes, operands
    flags = properties.get("overflowFlags")
    if isinstance(flags, OverflowAttr):
        properties["overflowFlags"] = IntegerAttr(flags.to_int(), i32)


def _flags_of_number(properties: Parts, attributes: Parts, operands: int) -> None:
    del attributes, operands
    flags = properties.get("overflowFlags")
    if isinstance(flags, IntegerAttr) and 0 <= flags.value.data <= 3:
        properties["overflowFlags"] = OverflowAttr.from_int(flags.value.data)


def _fast_math(properties: Parts, attributes: Parts, operands: int) -> None:
    del operands
    flags = properties.get("fastmathFlags")
    if isinstance(flags, FastMathAttr):
        del properties["fastmathFlags"]
        if flags.data:
            attributes["fastmathFlags"] = flags


def _no_bundles(properties: Parts, attributes: Parts, operands: int) -> None:
    del attributes
    if "operandSegmentSizes" not in properties:
        sizes = DenseArrayBase.from_list(i32, (operands, 0))
        properties["operandSegmentSizes"] = sizes
    properties.setdefault("op_bundle_sizes", NO_BUNDLES)
    for name in ALIASING & properties.keys():
        del properties[name]


def _thread_local(properties: Parts, attributes: Parts, operands: int) -> None:
    del attributes, operands
    if number(properties.pop("tls_mode", None)):
        properties["thread_local_"] = UnitAttr()


def _annotation(properties: Parts, attributes: Parts, operands: int) -> None:
    """Makes metadata of the annotation of a branch's loop."""
    del operands
    for held in (properties, attributes):
        annotation = held.pop("loop_annotation", None)
        if isinstance(annotation, LoopAnnotationAttr) and (found := hints(annotation)):
            metadata = DictionaryAttr({"llvm.loop": DictionaryAttr(found)})
            attributes[METADATA] = metadata


def _access(properties: Parts, attributes: Parts, operands: int) -> None:
    """
    Leaves out upstream's facts about aliases: xDSL lacks their attributes. The arguments'
    attributes are attributes.
    """
    del operands
    for name in ALIASING & properties.keys():
        del properties[name]
    if "arg_attrs" in properties:
        attributes["arg_attrs"] = properties.pop("arg_attrs")


def _function(properties: Parts, attributes: Parts, operands: int) -> None:
    """
    Makes attributes of the properties that only upstream has, which all passes of ours
    take them for.
    """
    del operands
    known = llvm.FuncOp.get_irdl_definition().properties
    for name in [name for name in properties if name not in known]:
        attributes.setdefault(name, properties.pop(name))


_NORMALISED: Mapping[type[Operation], Normalise] = {
    **dict.fromkeys((llvm.AddOp, llvm.SubOp, llvm.MulOp, llvm.ShlOp), _number_of_flags),
    llvm.TruncOp: _flags_of_number,
    **dict.fromkeys((llvm.FPExtOp, llvm.FPTruncOp), _fast_math),
    **dict.fromkeys((llvm.CallOp, llvm.CallIntrinsicOp), _no_bundles),
    **dict.fromkeys((llvm.BrOp, llvm.CondBrOp), _annotation),
    **dict.fromkeys((llvm.LoadOp, llvm.StoreOp), _access),
    **dict.fromkeys((AtomicRMWOp, AtomicCmpXchgOp), _access),
    **dict.fromkeys((MemcpyOp, MemcpyInlineOp, MemmoveOp, MemsetOp), _access),
    llvm.GlobalOp: _thread_local,
    llvm.FuncOp: _function,
}
"""Class of an operation to the change that makes xDSL's spelling of upstream's."""


def _parse_flagged(parse: Callable[[Parser], Operation], parser: Parser) -> Operation:
    """Calls `parse` with `fastmath<...>` before the attribute dictionary."""
    dictionary = parser.parse_optional_attr_dict

    def parse_optional_attr_dict() -> dict[str, Attribute]:
        if parser.parse_optional_keyword("fastmath") is None:
            return dictionary()
        flags = FastMathAttr(FastMathAttr.parse_parameter(parser))
        return {"fastmathFlags": flags, **dictionary()}

    # The parser's attribute hides its class's method until the operation is parsed.
    vars(parser)["parse_optional_attr_dict"] = parse_optional_attr_dict
    try:
        return parse(parser)
    finally:
        del vars(parser)["parse_optional_attr_dict"]


def _parse_call(parse: Callable[[Parser], Operation], parser: Parser) -> Operation:
    """Calls `parse` after a calling convention that xDSL lacks."""
    word = parser.parse_optional_keyword_in(set(CALLING_CONVENTIONS))
    op = parse(parser)
    if word is not None:
        if op.properties["CConv"] != llvm.CallingConventionAttr("ccc"):
            parser.raise_error(f"two calling conventions; leave '{word}' or the other")
        op.properties["CConv"] = calling_convention(word)
    return op


def _parse_trailing(parser: Parser, op: Operation) -> None:
    """Parses the attributes after the type."""
    attributes = parser.parse_optional_attr_dict()
    if (flags := attributes.pop("fastmathFlags", None)) is not None:
        op.properties["fastmathFlags"] = flags
    op.attributes |= attributes


_TRAILING: Mapping[type[Operation], Callable[[Parser, Operation], None]] = {
    llvm.CallIntrinsicOp: _parse_trailing
}


def _reader(kind: type[Operation]) -> type[Operation] | None:
    """
    The class to register instead of `kind`; `None` if all versions print the same.
    """
    if not issubclass(kind, IRDLOperation):
        return None
    wider: Kind | None = CORRECTED_OPS.get(kind)
    normalise = _NORMALISED.get(kind, nothing)
    properties = kind.get_irdl_definition().properties
    parse: Callable[[Parser], Operation] = (wider or kind).parse
    if "fastmathFlags" in properties:
        parse = partial(_parse_flagged, parse)
    if kind is llvm.CallOp:
        parse = partial(_parse_call, parse)
    if wider is None and normalise is nothing and parse == kind.parse:
        return None
    return reader(
        kind, wider, normalise=normalise, parse=parse, trailing=_TRAILING.get(kind)
    )


@cache
def readers() -> Mapping[type[Operation], type[Operation]]:
    """Class of an operation to the class to register in its place."""
    return {
        kind: made
        for kind in (*llvm.LLVM.operations, *EXTENSIONS)
        if (made := _reader(kind)) is not None
    }
