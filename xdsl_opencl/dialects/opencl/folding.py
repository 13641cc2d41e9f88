"""
Folders of `opencl.convert`, `opencl.as` and `opencl.builtin`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import Float16Type, Float32Type
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.builtin_table import BUILTINS
from xdsl_opencl.dialects.opencl.constants import (
    Number,
    constant_attribute,
    constant_elements,
)
from xdsl_opencl.dialects.opencl.conversion import AsOp, ConvertOp
from xdsl_opencl.dialects.opencl.evaluate import (
    evaluate_builtin,
    evaluate_convert,
    holds_exactly,
)
from xdsl_opencl.dialects.opencl.evaluate_exact import FUNCTIONS, evaluate_exact
from xdsl_opencl.dialects.opencl.shapes import (
    OpenCLScalar,
    bit_width,
    is_integer,
    split_vector,
)

Folded = Sequence[SSAValue | Attribute] | None


def fold_convert(op: ConvertOp) -> Folded:
    """
    A conversion to the same type, of a constant, or back from a type that holds every
    number of the first one.
    """
    source, _ = split_vector(op.value.type)
    target, _ = split_vector(op.result.type)
    from_unsigned, to_unsigned = (
        op.src_unsigned is not None,
        op.dst_unsigned is not None,
    )
    saturate = op.saturate is not None
    # Saturation between signednesses clamps; otherwise both have the same bits.
    if source == target and (not saturate or from_unsigned == to_unsigned):
        return (op.value,)
    if (value := _fold_round_trip(op, source, target)) is not None:
        return (value,)
    numbers = constant_elements(op.value)
    if numbers is None:
        return None
    results: list[Number] = []
    for number in numbers:
        result = evaluate_convert(
            number,
            source,
            target,
            src_unsigned=from_unsigned,
            dst_unsigned=to_unsigned,
            rounding=None if op.rounding is None else op.rounding.data,
            saturate=saturate,
        )
        if result is None:
            return None
        results.append(result)
    return (constant_attribute(op.result.type, results),)


def _fold_round_trip(
    op: ConvertOp, middle: Attribute, target: Attribute
) -> SSAValue | None:
    inner = op.value.owner
    if not isinstance(inner, ConvertOp) or inner.value.type != op.result.type:
        return None
    # `target` is also the type that the trip starts from.
    if is_integer(target):
        unsigned = inner.src_unsigned is not None
        if unsigned != (op.dst_unsigned is not None):
            return None
        if is_integer(middle):
            # The middle type must read the number as the inner conversion wrote it.
            if (inner.dst_unsigned is None) != (op.src_unsigned is None):
                return None
            if not unsigned and inner.dst_unsigned is not None:
                return None
            spare = unsigned and inner.dst_unsigned is None
            exact = bit_width(cast(OpenCLScalar, target)) + spare <= bit_width(
                cast(OpenCLScalar, middle)
            )
        else:
            exact = holds_exactly(target, unsigned, middle)
    else:
        # NaN payloads and signalling NaNs are not preserved by rule.
        exact = not is_integer(middle) and bit_width(
            cast(OpenCLScalar, middle)
        ) >= bit_width(cast(OpenCLScalar, target))
    return inner.value if exact else None


_FLOAT_CODES: dict[type[Attribute], str] = {Float16Type: "e", Float32Type: "f"}


def _to_bytes(element: Attribute, numbers: Sequence[Number]) -> bytes:
    if is_integer(element):
        size = bit_width(cast(OpenCLScalar, element)) // 8
        return b"".join(cast(int, n).to_bytes(size, "little") for n in numbers)
    code = _FLOAT_CODES.get(type(element), "d")
    return struct.pack(f"<{len(numbers)}{code}", *numbers)


def _from_bytes(element: Attribute, data: bytes) -> list[Number]:
    size = bit_width(cast(OpenCLScalar, element)) // 8
    if is_integer(element):
        return [
            int.from_bytes(data[i : i + size], "little")
            for i in range(0, len(data), size)
        ]
    code = _FLOAT_CODES.get(type(element), "d")
    return list(struct.unpack(f"<{len(data) // size}{code}", data))


def fold_as(op: AsOp) -> Folded:
    """
    A reinterpretation as the same type, or of a constant without an undefined element.
    """
    if op.value.type == op.result.type:
        return (op.value,)
    numbers = constant_elements(op.value)
    if numbers is None:
        return None
    source, source_width = split_vector(op.value.type)
    target, target_width = split_vector(op.result.type)
    if 3 in (source_width, target_width):
        return None
    if len(numbers) != source_width:
        return None
    results = _from_bytes(target, _to_bytes(source, numbers))
    # A NaN's bits may not survive being a Python float.
    if any(isinstance(r, float) and r != r for r in results) or any(
        isinstance(n, float) and n != n for n in numbers
    ):
        return None
    return (constant_attribute(op.result.type, results),)


_IDEMPOTENT = frozenset(("s_max", "s_min", "u_max", "u_min", "copysign"))
"""f(x, x) is x. Not the float minima and maxima: they may quieten a NaN."""

_PROJECTIONS = frozenset(
    ("fabs", "ceil", "floor", "rint", "round", "trunc", "sign", "u_abs")
)
"""f(f(x)) is f(x)."""


def _extremes(kind: str, bits: int) -> tuple[int, int]:
    """
    Smallest and largest integer, as bits, of `s` or `u`.
    """
    top = 1 << (bits - 1)
    return (0, 2 * top - 1) if kind == "u" else (top, top - 1)


def _fold_identity(op: BuiltinOp) -> SSAValue | None:
    """
    An operand that the result equals whatever the others are, because these are neutral.
    """
    name = op.function.data
    operands = op.operands
    if len(op.results) != 1 or op.results[0].type != operands[0].type:
        return None
    inner = operands[0].owner
    if name == "u_abs":
        return operands[0]
    if name in _PROJECTIONS:
        same = isinstance(inner, BuiltinOp) and inner.function.data == name
        return operands[0] if same else None
    if name in _IDEMPOTENT and operands[0] is operands[1]:
        return operands[0]
    if name == "bitselect":
        return _fold_bitselect(op)
    element, _ = split_vector(operands[0].type)
    if not is_integer(element):
        return None
    bits = bit_width(cast(OpenCLScalar, element))
    kind, _, function = name.partition("_")
    low, high = _extremes(kind, bits)
    if function in ("max", "min"):
        neutral, absorbing = (low, high) if function == "max" else (high, low)
        for value, other in (operands[::-1], operands):
            if value.type != op.results[0].type:
                continue
            if _all_equal(other, neutral) or _all_equal(value, absorbing):
                return value
    elif function == "clamp":
        if _all_equal(operands[1], low) and _all_equal(operands[2], high):
            return operands[0]
    elif function in ("add_sat", "sub_sat"):
        if _all_equal(operands[1], 0):
            return operands[0]
    elif name == "rotate":
        amounts = constant_elements(operands[1])
        if amounts is not None and not any(cast(int, n) % bits for n in amounts):
            return operands[0]
    return None


def _all_equal(value: SSAValue, number: int) -> bool:
    numbers = constant_elements(value)
    return numbers is not None and all(n == number for n in numbers)


def _fold_bitselect(op: BuiltinOp) -> SSAValue | None:
    """
    Bits of the second operand where the mask is set, else of the first.
    """
    no, yes, mask = op.operands
    element, _ = split_vector(mask.type)
    if no is yes:
        return no
    if not is_integer(element):
        return None
    if _all_equal(mask, 0):
        return no
    ones = (1 << bit_width(cast(OpenCLScalar, element))) - 1
    return yes if _all_equal(mask, ones) else None


def fold_builtin(op: BuiltinOp) -> Folded:
    """
    A function of constants, a selection by a constant, equal or neutral operands.
    """
    name = op.function.data
    builtin = BUILTINS.get(name)
    operands = op.operands
    if builtin is None or not operands:
        return None
    if name == "select" and (chosen := _fold_select(op)) is not None:
        return (chosen,)
    if (operand := _fold_identity(op)) is not None:
        return (operand,)
    if len(op.results) != 1:
        return None
    constants: list[list[Number]] = []
    for operand in operands:
        numbers = constant_elements(operand)
        if numbers is None:
            return None
        constants.append(numbers)
    element, _ = split_vector(operands[0].type)
    type = op.results[0].type
    _, width = split_vector(type)
    if name in FUNCTIONS:
        bits = bit_width(cast(OpenCLScalar, element))
        results = evaluate_exact(name, bits, width, constants)
    else:
        results = evaluate_builtin(
            builtin, element, width, constants, truth_is_minus_one=width > 1
        )
    return None if results is None else (constant_attribute(type, results),)


def _fold_select(op: BuiltinOp) -> SSAValue | None:
    """
    OpenCL C's `select(a, b, c)`: b where c is true; true is non-zero for a scalar, the
    most significant bit for a vector element (OpenCL C 3.0, section 6.15.6).
    """
    no, yes, condition = op.operands
    if no is yes:
        return no
    numbers = constant_elements(condition)
    if numbers is None:
        return None
    element, width = split_vector(condition.type)
    sign = bit_width(cast(OpenCLScalar, element)) - 1
    truths = {bool(n) if width == 1 else bool(cast(int, n) >> sign) for n in numbers}
    if len(truths) != 1:
        return None
    return yes if truths.pop() else no
