"""The types of `opencl.builtin`: forms of `builtin_table` applied to MLIR types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerType, VectorType, f16, f32, f64, i32
from xdsl.ir import Attribute

from xdsl_opencl.dialects.opencl.builtins.builtin_table import BUILTINS, Builtin, Form
from xdsl_opencl.dialects.opencl.shapes import (
    OpenCLScalar,
    bit_width,
    is_integer,
    split_vector,
)

Shape = tuple[Attribute, int]
"""Element type and length; 1 for a scalar."""

_INTEGERS = {width: IntegerType(width) for width in (8, 16, 32, 64, 128)}
_FLOATS: dict[int, Attribute] = {16: f16, 32: f32, 64: f64}
_NAMES = {
    **{f"i{width}": type for width, type in _INTEGERS.items()},
    "f16": f16,
    "f32": f32,
    "f64": f64,
}

_ELEMENTS: dict[str, tuple[Attribute, ...]] = {}


def elements(builtin: Builtin) -> tuple[Attribute, ...]:
    """The element types that the function's general type may have."""
    found = _ELEMENTS.get(builtin.elements)
    if found is None:
        found = tuple(_NAMES[name] for name in builtin.elements.value.split())
        _ELEMENTS[builtin.elements] = found
    return found


class MismatchError(ValueError):
    """Operands that do not match a form."""


def _shape(letter: str, general: Shape) -> Shape:
    """The shape of `letter` for a general type."""
    element, width = general
    match letter:
        case "T":
            return general
        case "E":
            return element, 1
        case "k":
            return i32, 1
        case "K":
            return i32, width
        case "F":
            return f32, width
        case "M" if width == 1:
            return i32, 1
        case "W":
            return _INTEGERS[2 * bit_width(cast(OpenCLScalar, element))], width
        case _:
            assert letter in "MN", letter
            return _INTEGERS[bit_width(cast(OpenCLScalar, element))], width


def type_of(shape: Shape) -> Attribute:
    """The MLIR type of a shape."""
    element, width = shape
    return element if width == 1 else VectorType(element, [width])


def _general(builtin: Builtin, form: Form, shapes: Sequence[Shape]) -> Shape:
    """
    Returns the general type that the operands determine.

    Raises `MismatchError` when the function lacks it.
    """
    letters = form.operands
    if "T" in letters:
        position = letters.index("T")
        general = shapes[position]
    elif letters[0] == "S":
        position = len(letters) - 1
        general = shapes[0][0], shapes[position][1]
    else:
        position = letters.index("N")
        element, width = shapes[position]
        if not is_integer(element, *_INTEGERS):
            raise MismatchError(
                f"operand {position} has elements of type {element}; expected integers"
            )
        bits = bit_width(cast(IntegerType, element))
        general = _FLOATS.get(bits, element), width
    element, width = general
    if element not in elements(builtin):
        raise MismatchError(
            f"operand {position} has elements of type {element}; expected "
            + builtin.elements.value.replace(" ", ", ")
        )
    if width not in builtin.widths:
        *most, last = map(str, builtin.widths)
        raise MismatchError(
            f"operand {position} has {'no legal number of' if not width else width} "
            f"elements; expected {', '.join(most)} or {last}"
        )
    return general


def _apply(
    builtin: Builtin, form: Form, operand_types: Sequence[Attribute]
) -> tuple[Shape, ...]:
    shapes = [split_vector(type) for type in operand_types]
    general = _general(builtin, form, shapes)
    for i, (letter, shape) in enumerate(zip(form.operands, shapes)):
        if letter == "S":
            if shape[0] != general[0] or shape[1] not in builtin.widths:
                raise MismatchError(
                    f"operand {i} has type {operand_types[i]}; "
                    "expected a vector of 2, 4, "
                    f"8 or 16 {general[0]}"
                )
            if shape != shapes[0]:
                raise MismatchError(
                    "operands 0 and 1 differ in type; give both one type"
                )
            continue
        if shape != (expected := _shape(letter, general)):
            raise MismatchError(
                f"operand {i} has type {operand_types[i]}; expected {type_of(expected)}"
            )
    return tuple(_shape(letter, general) for letter in form.results)


_KNOWN: dict[tuple[str | Attribute, ...], tuple[Shape, ...]] = {}
"""A cache of `result_shapes`: a program uses few functions on few types."""


def result_shapes(
    builtin: Builtin, operand_types: Sequence[Attribute]
) -> tuple[Shape, ...]:
    """
    The shapes of the results for operands of these types.

    Raises `MismatchError` naming the operand that does not fit.
    """
    key = (builtin.name, *operand_types)
    if (known := _KNOWN.get(key)) is not None:
        return known
    error: MismatchError | None = None
    for form in builtin.forms:
        if len(form.operands) != len(operand_types):
            continue
        try:
            shapes = _apply(builtin, form, operand_types)
        except MismatchError as mismatch:
            error = error or mismatch
        else:
            _KNOWN[key] = shapes
            return shapes
    if error is not None:
        raise error
    raise MismatchError(
        f"{len(operand_types)} operands; expected {len(builtin.forms[0].operands)}"
    )


def result_types(name: str, operand_types: Sequence[Attribute]) -> list[Attribute]:
    """
    The result types of the function `name` for operands of these types.

    Raises `MismatchError` for an unknown function or unfit operands.
    """
    if (builtin := BUILTINS.get(name)) is None:
        raise MismatchError(f"there is no function '{name}'")
    return [type_of(shape) for shape in result_shapes(builtin, operand_types)]
