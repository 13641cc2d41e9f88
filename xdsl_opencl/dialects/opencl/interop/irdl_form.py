"""
The form of operations with operands of several types for upstream's IRDL.

IRDL has no list of values of different types: each operand of `opencl.printf` is a separate
optional operand, up to a limit, and an attribute has the lengths of all of them. MLIR 19 calls
that `operand_segment_sizes`, 22 `operandSegmentSizes`, so the form for upstream (`opencl-mlir`'s
option `print-properties-as-attributes`) has both. They are dropped when the text is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute, Operation

OPERANDS: Mapping[str, int] = {
    "opencl.builtin": 4,
    "opencl.call_kernel": 32,
    "opencl.printf": 32,
}
RESULTS: Mapping[str, int] = {"opencl.builtin": 2}
"""The most operands of an operation in IRDL; upstream refuses more."""

SEGMENTED = (
    "opencl.copy_tile",
    "opencl.read_image",
    "opencl.read_pipe",
    "opencl.write_pipe",
)
"""Operations with `operandSegmentSizes` of their own."""

IN_DICTIONARY_FORM: dict[str, Callable[[Operation], dict[str, Attribute]]] = {}
"""
Maps the name of an operation to its additional attributes in the form for upstream's IRDL, which
prints properties as attributes.
"""

_OPERAND_SIZES = ("operandSegmentSizes", "operand_segment_sizes")
_RESULT_SIZES = ("resultSegmentSizes", "result_segment_sizes")


def _sizes(count: int, most: int, names: Sequence[str]) -> dict[str, Attribute]:
    if count > most:
        return {}
    sizes = DenseArrayBase.from_list(i32, [1] * count + [0] * (most - count))
    return dict.fromkeys(names, sizes)


def _slots(op: Operation) -> dict[str, Attribute]:
    found = _sizes(len(op.operands), OPERANDS[op.name], _OPERAND_SIZES)
    if (most := RESULTS.get(op.name)) is not None:
        found |= _sizes(len(op.results), most, _RESULT_SIZES)
    return found


def _copy(op: Operation) -> dict[str, Attribute]:
    name, other = _OPERAND_SIZES
    sizes = op.properties.get(name)
    return {} if sizes is None else {other: sizes}


def install(kinds: Sequence[type[Operation]]) -> None:
    """Adds printing and parsing of the upstream form to those of `kinds` that need it."""
    for kind in kinds:
        if kind.name in OPERANDS:
            IN_DICTIONARY_FORM[kind.name] = _slots
            dropped = (*_OPERAND_SIZES, *_RESULT_SIZES)
        elif kind.name in SEGMENTED:
            IN_DICTIONARY_FORM[kind.name] = _copy
            dropped = _OPERAND_SIZES[1:]
        else:
            continue
        setattr(kind, "create", _create(dropped))


def _create(dropped: Sequence[str]) -> Any:
    def create(cls: type[Operation], **parts: Any) -> Operation:
        if attributes := parts.get("attributes"):
            parts["attributes"] = {
                k: v for k, v in attributes.items() if k not in dropped
            }
        op = cls.__new__(cls)
        Operation.__init__(op, **parts)
        return op

    return classmethod(create)
