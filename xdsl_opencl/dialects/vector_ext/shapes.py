"""Shapes and elements of vectors."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import VectorType
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

AnyVector = VectorType[Attribute]


def shape_of(type: Attribute) -> Sequence[int]:
    """Returns the shape of a vector; none for a number."""
    return type.get_shape() if isa(type, AnyVector) else ()


def element_of(type: Attribute) -> Attribute:
    """Returns the element of a vector; a number's own type."""
    return type.element_type if isa(type, AnyVector) else type
