"""The folder of `opencl.builtin`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.opencl.builtins.builtin_table import (
    BUILTINS,
    Builtin,
    Category,
)
from xdsl_opencl.dialects.opencl.folding.constants import (
    Number,
    bits_of,
    constant_elements,
    folded,
)
from xdsl_opencl.dialects.opencl.folding.functions import (
    IN_DOUBLE,
    ROUGH_IN_DOUBLE,
    evaluate_function,
)
from xdsl_opencl.dialects.opencl.folding.numbers import SMALLEST_NORMAL
from xdsl_opencl.dialects.opencl.shapes import (
    OpenCLScalar,
    bit_width,
    is_integer,
    split_vector,
)

_IDEMPOTENT = frozenset(("s_max", "s_min", "u_max", "u_min", "copysign"))
"""f(x, x) is x. Not the float minima and maxima: they may quieten a NaN."""

_PROJECTIONS = frozenset(
    ("fabs", "ceil", "floor", "rint", "round", "trunc", "sign", "u_abs")
)
"""f(f(x)) is f(x)."""


def _fold_identity(
    name: str, operands: Sequence[SSAValue], types: Sequence[Attribute]
) -> SSAValue | None:
    """Returns the operand that the result equals because the other operands are neutral."""
    if len(types) != 1 or types[0] != operands[0].type:
        return None
    inner = operands[0].owner
    if name == "u_abs":
        return operands[0]
    if name in _PROJECTIONS:
        same = (
            isinstance(inner, Operation)
            and inner.name == "opencl.builtin"
            and inner.properties["function"] == StringAttr(name)
        )
        return operands[0] if same else None
    if name in _IDEMPOTENT and operands[0] is operands[1]:
        return operands[0]
    if name == "bitselect":
        return _fold_bitselect(operands)
    element, _ = split_vector(operands[0].type)
    # mutant: no function of floats has one of these names.
    if not is_integer(element):
        return None
    bits = bit_width(cast(OpenCLScalar, element))
    kind, _, function = name.partition("_")
    top = 1 << (bits - 1)
    low, high = (0, 2 * top - 1) if kind == "u" else (top, top - 1)
    if function in ("max", "min"):
        neutral, absorbing = (low, high) if function == "max" else (high, low)
        for value, other in (operands[::-1], operands):
            if value.type != types[0]:
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


def _fold_bitselect(operands: Sequence[SSAValue]) -> SSAValue | None:
    """Bits of the second operand where the mask is set, otherwise of the first."""
    no, yes, mask = operands
    element, _ = split_vector(mask.type)
    if no is yes:
        return no
    if not is_integer(element):
        return None
    if _all_equal(mask, 0):
        return no
    ones = (1 << bit_width(cast(OpenCLScalar, element))) - 1
    return yes if _all_equal(mask, ones) else None


def fold_builtin(
    name: str, operands: Sequence[SSAValue], types: Sequence[Attribute]
) -> Sequence[SSAValue | Attribute] | None:
    """
    Returns the results, of `types`, of the function `name`, if its operands are constant, equal or
    neutral, or if a constant selects one of them.
    """
    builtin = BUILTINS.get(name)
    if builtin is None or not operands:
        return None
    if name == "select" and (chosen := _fold_select(operands)) is not None:
        return (chosen,)
    if (operand := _fold_identity(name, operands, types)) is not None:
        return (operand,)
    if len(types) != 1:
        return None
    constants: list[list[Number]] = []
    for operand in operands:
        numbers = constant_elements(operand)
        if numbers is None:
            return None
        constants.append(numbers)
    return folded(types[0], _evaluated(builtin, operands, constants, types[0]))


def _evaluated(
    builtin: Builtin,
    operands: Sequence[SSAValue],
    constants: Sequence[Sequence[Number]],
    type: Attribute,
) -> list[Number] | None:
    """
    The elements of the result for constants. Only comparisons take a NaN. A function with an
    allowed error is not computed for infinities, nor if the result is one, or so small that
    hardware may flush it to zero.
    """
    if builtin.category is not Category.RELATIONAL and any(
        n != n for numbers in constants for n in numbers
    ):
        return None
    types = [operand.type for operand in operands]
    results = evaluate_function(builtin, types, constants, type)
    if results is None or builtin.c_name not in IN_DOUBLE:
        return results
    element, _ = split_vector(type)
    bits = bits_of(element)
    if bits == 64 and builtin.c_name in ROUGH_IN_DOUBLE:
        return None
    if not all(math.isfinite(n) for numbers in (*constants, results) for n in numbers):
        return None
    if any(n and abs(n) < SMALLEST_NORMAL[bits] for n in results):
        return None
    return results


def _fold_select(operands: Sequence[SSAValue]) -> SSAValue | None:
    """
    OpenCL C's `select(a, b, c)`: b where c is true; true is non-zero for a scalar, the
    most significant bit for a vector element (OpenCL C 3.0, section 6.15.6).
    """
    no, yes, condition = operands
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
