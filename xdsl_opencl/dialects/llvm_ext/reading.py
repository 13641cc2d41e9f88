"""
Reading of `llvm` operations that MLIR 19, 22 and 24 print and xDSL's classes refuse.

| printed | by | read as |
|---|---|---|
| `overflowFlags = #llvm.overflow<nuw>` of `add` and the like | 19 | the number |
| `overflowFlags = 2 : i32` of `trunc` | 22, 24 | the attribute |
| `fastmathFlags` of `fpext`, `fptrunc` | 24 | nothing: they permit, nothing asks for them |
| `fastmath<nnan>` instead of the dictionary | 24 | the property |
| `tls_mode` of a variable | 22, 24 | `thread_local_` |
| `tbaa` and the like of accesses and calls | 19, 22, 24 | nothing |
| `loop_annotation` of branches | 19, 22, 24 | metadata `llvm.loop` |
| properties of `func`, such as `reqd_work_group_size` | 19, 22, 24 | attributes |
| `call`, `call_intrinsic` without `operandSegmentSizes` | 19 | all operands are arguments |

The dialect registers subclasses of xDSL's operations for it, which differ in `create` and
`parse` only; operations of ours get the same `parse`. Who looks operations
up by their class looks for `reader(kind)` too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

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

from xdsl_opencl.dialects.llvm_ext.atomics import AtomicCmpXchgOp, AtomicRMWOp
from xdsl_opencl.dialects.llvm_ext.corrected import (
    CORRECTED_OPS,
    CallIntrinsicOp,
    LoadOp,
    StoreOp,
)
from xdsl_opencl.dialects.llvm_ext.creation import new
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    MemcpyInlineOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)
from xdsl_opencl.dialects.llvm_ext.loops import LoopAnnotationAttr, hints
from xdsl_opencl.dialects.llvm_ext.shapes import EXTENSIONS
from xdsl_opencl.dialects.llvm_ext.spelling import NO_BUNDLES, number
from xdsl_opencl.dialects.llvm_ext.symbols import FuncOp, GlobalOp

_Properties = dict[str, Attribute]
_Normalise = Callable[[_Properties, int], None]
"""Changes the properties of an operation, of which there is the number of operands, too."""


def _number_of_flags(properties: _Properties, operands: int) -> None:
    del operands
    flags = properties.get("overflowFlags")
    if isinstance(flags, OverflowAttr):
        properties["overflowFlags"] = IntegerAttr(flags.to_int(), i32)


def _flags_of_number(properties: _Properties, operands: int) -> None:
    del operands
    flags = properties.get("overflowFlags")
    if isinstance(flags, IntegerAttr) and 0 <= flags.value.data <= 3:
        properties["overflowFlags"] = OverflowAttr.from_int(flags.value.data)


def _no_fast_math(properties: _Properties, operands: int) -> None:
    del operands
    if isinstance(properties.get("fastmathFlags"), FastMathAttr):
        del properties["fastmathFlags"]


def _no_bundles(properties: _Properties, operands: int) -> None:
    if "operandSegmentSizes" not in properties:
        sizes = DenseArrayBase.from_list(i32, (operands, 0))
        properties["operandSegmentSizes"] = sizes
    properties.setdefault("op_bundle_sizes", NO_BUNDLES)
    for name in ALIASING & properties.keys():
        del properties[name]


def _thread_local(properties: _Properties, operands: int) -> None:
    del operands
    if number(properties.pop("tls_mode", None)):
        properties["thread_local_"] = UnitAttr()


_NORMALISED: Mapping[type[Operation], _Normalise] = {
    **dict.fromkeys((llvm.AddOp, llvm.SubOp, llvm.MulOp, llvm.ShlOp), _number_of_flags),
    llvm.TruncOp: _flags_of_number,
    **dict.fromkeys((llvm.FPExtOp, llvm.FPTruncOp), _no_fast_math),
    llvm.CallOp: _no_bundles,
    CallIntrinsicOp: _no_bundles,
    GlobalOp: _thread_local,
}
"""Class of an operation to the change of the properties that it is made with."""


def _create(normalise: _Normalise) -> classmethod[Operation, ..., Operation]:
    def create(cls: type[Operation], **parts: Any) -> Operation:
        properties = parts["properties"] = dict(parts.get("properties", {}))
        normalise(properties, len(parts.get("operands", ())))
        return new(cls, **parts)

    return classmethod(create)


METADATA = "opencl.metadata"
"""Attribute of an operation: its metadata attachments (`ir.build.METADATA`)."""


def _branch(cls: type[Operation], **parts: Any) -> Operation:
    """
    A branch with the annotation of its loop as metadata.
    """
    op = new(cls, **parts)
    _annotation_as_metadata(op)
    return op


def _annotation_as_metadata(op: Operation) -> None:
    for held in (op.properties, op.attributes):
        annotation = held.pop("loop_annotation", None)
        if isinstance(annotation, LoopAnnotationAttr) and (found := hints(annotation)):
            metadata = DictionaryAttr({"llvm.loop": DictionaryAttr(found)})
            op.attributes[METADATA] = metadata


def _parse_branch(kind: type[Operation]) -> classmethod[Operation, ..., Operation]:
    parse = _own_parse(kind)

    def with_annotation(cls: type[Operation], parser: Parser) -> Operation:
        op = parse(cls, parser)
        _annotation_as_metadata(op)
        return op

    return classmethod(with_annotation)


def _own_parse(kind: type[Operation]) -> Callable[..., Operation]:
    """
    The function of the class method `parse` of `kind`.
    """
    owner = next(base for base in kind.__mro__ if "parse" in base.__dict__)
    return owner.__dict__["parse"].__func__


def _parse(kind: type[Operation]) -> classmethod[Operation, ..., Operation]:
    """
    The method `parse` of `kind`, with `fastmath<...>` before the attribute dictionary.
    """
    parse = _own_parse(kind)

    def with_flags(cls: type[Operation], parser: Parser) -> Operation:
        dictionary = parser.parse_optional_attr_dict

        def parse_optional_attr_dict() -> dict[str, Attribute]:
            if parser.parse_optional_keyword("fastmath") is None:
                return dictionary()
            flags = FastMathAttr(FastMathAttr.parse_parameter(parser))
            return {"fastmathFlags": flags, **dictionary()}

        # The parser's attribute hides its class's method until the operation is parsed.
        vars(parser)["parse_optional_attr_dict"] = parse_optional_attr_dict
        try:
            return parse(cls, parser)
        finally:
            vars(parser)["parse_optional_attr_dict"] = dictionary

    return classmethod(with_flags)


def _members(kind: type[Operation]) -> dict[str, Any]:
    """
    The methods that `kind` lacks.
    """
    members: dict[str, Any] = {}
    if (normalise := _NORMALISED.get(kind)) is not None:
        members["create"] = _create(normalise)
    elif kind in (llvm.BrOp, llvm.CondBrOp):
        members["create"] = classmethod(_branch)
        members["parse"] = _parse_branch(kind)
    if (
        issubclass(kind, IRDLOperation)
        and "fastmathFlags" in kind.get_irdl_definition().properties
        and _own_parse(kind) is not _NO_FORMAT
    ):
        members["parse"] = _parse(kind)
    return members


_NO_FORMAT = _own_parse(Operation)

for _kind in (*EXTENSIONS, *CORRECTED_OPS.values()):
    for _name, _method in _members(_kind).items():
        setattr(_kind, _name, _method)


ALIASING = frozenset(("tbaa", "alias_scopes", "noalias_scopes", "access_groups"))
"""Properties of accesses that only permit: what a reader does not know it may leave out."""


def _access(cls: type[Operation], **parts: Any) -> Operation:
    """
    An access to memory without what upstream says of aliases, whose attributes xDSL lacks;
    its arguments' attributes are attributes.
    """
    properties = parts.get("properties", {})
    if not ALIASING.isdisjoint(properties) or "arg_attrs" in properties:
        kept = {k: v for k, v in properties.items() if k not in ALIASING}
        if "arg_attrs" in kept:
            own = {"arg_attrs": kept.pop("arg_attrs")}
            parts["attributes"] = own | dict(parts.get("attributes", {}))
        parts["properties"] = kept
    return new(cls, **parts)


for _kind in (
    *(LoadOp, StoreOp, AtomicRMWOp, AtomicCmpXchgOp),
    *(MemcpyOp, MemcpyInlineOp, MemmoveOp, MemsetOp),
):
    setattr(_kind, "create", classmethod(_access))


def _function(cls: type[FuncOp], **parts: Any) -> FuncOp:
    """
    A function whose properties that only upstream has are attributes, which all passes of
    ours take them for.
    """
    known = cls.get_irdl_definition().properties
    given = parts.get("properties", {})
    if not known.keys() >= given.keys():
        parts["properties"] = {k: v for k, v in given.items() if k in known}
        others = {k: v for k, v in given.items() if k not in known}
        parts["attributes"] = {**others, **parts.get("attributes", {})}
    return new(cls, **parts)


setattr(FuncOp, "create", classmethod(_function))


@cache
def reader(kind: type[Operation]) -> type[Operation]:
    """
    The class to register instead of xDSL's `kind`: itself if upstream prints nothing else.
    """
    members = _members(kind) if kind.__module__ == llvm.__name__ else {}
    if not members:
        return kind
    # xDSL's assembly formats look for the fields in the class itself.
    fields = {k: v for k, v in vars(kind).items() if not k.startswith("_")}
    fields |= {"__module__": __name__, "__doc__": kind.__doc__}
    return cast(type[Operation], type(kind.__name__, (kind,), fields | members))
