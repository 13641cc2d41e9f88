"""
Layouts as JSON values, for programs in other languages and later runs that fill argument
buffers: `type_table` is the field `type` of an argument in `opencl-arguments`, and
`read_layout` makes the layout of one of its kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, ImageKind
from xdsl_opencl.abi.model import (
    AbiError,
    ArgumentType,
    CompanionKind,
    CompanionType,
    HandleKind,
    HandleType,
    ImageArgument,
    KernelArgumentLayout,
    PlacedArgument,
    PointerType,
    ScalarKind,
    StructType,
    ValueType,
)


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{value!r} is not a number of bytes")
    return value


def _optional(value: object) -> int | None:
    return None if value is None else _number(value)


_CLASSES: Mapping[str, tuple[Callable[..., ArgumentType], dict[str, Any]]] = {
    "value": (ValueType, {"scalar": ScalarKind, "width": _number}),
    "pointer": (
        PointerType,
        {"address_space": AddressSpace, "pointee_align": _optional},
    ),
    "structure": (StructType, {"size": _number, "align": _number}),
    "image": (ImageArgument, {"kind": ImageKind, "access": AccessQualifier}),
    "handle": (HandleType, {"kind": HandleKind}),
    "image_attribute": (CompanionType, {"kind": CompanionKind}),
}
"""The word for a class of types, the class, and its fields with their readers."""

_WORDS = {make: word for word, (make, _) in _CLASSES.items()}


def type_table(type_: ArgumentType | None) -> dict[str, Any] | None:
    """
    Returns `type_` as a JSON object: `class`, and the fields of the class. An unknown type
    is `None`.
    """
    if type_ is None:
        return None
    word = _WORDS[type(type_)]
    table: dict[str, Any] = {"class": word}
    for name in _CLASSES[word][1]:
        value = getattr(type_, name)
        table[name] = str(value) if isinstance(value, str) else value
    return table


def _type(table: Mapping[str, Any] | None) -> ArgumentType | None:
    if table is None:
        return None
    make, readers = _CLASSES[table["class"]]
    return make(**{name: read(table[name]) for name, read in readers.items()})


def read_layout(kernel: Mapping[str, Any]) -> KernelArgumentLayout:
    """
    Returns the layout that `kernel` describes, an element of `kernels` in the JSON of
    `opencl-arguments` or of `info --json`.

    Raises `AbiError` for anything else.
    """
    try:
        placed = [
            PlacedArgument(
                str(a["name"]),
                str(a["kind"]),
                _number(a["offset"]),
                _number(a["size"]),
                _optional(a["align"]) or 0,
                index=_optional(a["index"]),
                resource_id=_optional(a["resource_id"]),
                type=_type(a["type"]),
            )
            for a in kernel["arguments"]
        ]
        placed += [
            PlacedArgument(
                str(a["name"]),
                str(a["kind"]),
                _number(a["offset"]),
                _number(a["size"]),
                _number(a["align"]),
            )
            for a in kernel["hidden_arguments"]
        ]
        sizes = [
            _number(kernel[key])
            for key in (
                "explicit_end",
                "implicit_offset",
                "implicit_bytes",
                "segment_size",
                "segment_align",
            )
        ]
        placed.sort(key=lambda argument: argument.offset)
        return KernelArgumentLayout(str(kernel["name"]), tuple(placed), *sizes)
    except (KeyError, TypeError, ValueError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise AbiError(
            "this is not a kernel of 'opencl-arguments': "
            f"{reason}; give one element of its list 'kernels'"
        ) from None
