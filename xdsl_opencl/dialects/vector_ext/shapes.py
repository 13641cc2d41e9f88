"""Shapes and elements of vectors, and the kinds of `vector` that combine elements."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.aliases import AnyVector


def shape_of(type: Attribute) -> Sequence[int]:
    """Returns the shape of a vector; none for a number."""
    return type.get_shape() if isa(type, AnyVector) else ()


def element_of(type: Attribute) -> Attribute:
    """Returns the element of a vector; a number's own type."""
    return type.element_type if isa(type, AnyVector) else type


_ANY = ("add", "mul")
_INTEGERS = (*_ANY, "and", "or", "xor", "minui", "minsi", "maxui", "maxsi")
_FLOATS = (*_ANY, "minnumf", "maxnumf", "minimumf", "maximumf")


def kind_fault(op: Operation, kind: str, element: Attribute) -> str | None:
    """
    Returns the fault of `op` if a name of `#vector.kind` combines no elements of this type.

    Source: mlir/lib/Dialect/Vector/IR/VectorOps.cpp, `isSupportedCombiningKind`.
    """
    is_integer = isinstance(element, IntegerType | IndexType)
    kinds = _INTEGERS if is_integer else _FLOATS
    if kind in kinds:
        return None
    return f"'{op.name}' <{kind}> is not for {element}; use one of {', '.join(kinds)}"


def verify_kind(op: Operation, kind: str, element: Attribute) -> None:
    """Raises `VerifyException` for a `kind_fault`."""
    if (fault := kind_fault(op, kind, element)) is not None:
        raise VerifyException(fault)
