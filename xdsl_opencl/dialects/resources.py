"""
Constants whose elements stand at the end of the text, `dense_resource<key>` with its blob in
`dialect_resources`, as `dense` ones: xDSL's elements are bytes, and these are a `Blob`, which knows
its key, so that `UpstreamPrinter` prints it where it was.

xDSL keeps blobs as digits in its `builtin` dialect, for all texts of a process.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    Builtin,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FixedBitwidthType,
)
from xdsl.ir import Attribute

_ALIGNMENT_BYTES = 4
_SIZED = (FixedBitwidthType, ComplexType)


class Blob(bytes):
    """The elements of a resource. `alignment` is in bytes, 0 if it does not matter."""

    key: str
    alignment: int

    @staticmethod
    def parse(key: str, text: str, start: int = 0, end: int | None = None) -> Blob:
        """
        The blob of `0x` and hexadecimal digits, a part of `text`: a word of 32 bits with its alignment,
        then its elements, all with the lowest byte first.

        Raises `ValueError` for anything else. Source: mlir/lib/AsmParser/Parser.cpp, `parseAsBlob`.
        """
        end = len(text) if end is None else end
        where, first = f"the elements of resource '{key}'", start + 2
        if not text.startswith("0x", start):
            raise ValueError(f"{where} are not hexadecimal; write 0x and the digits")
        count, elements = end - first, first + 2 * _ALIGNMENT_BYTES
        if count % 2:
            raise ValueError(
                f"{where} have {count} digits; a byte has two, so that one is missing"
            )
        try:
            word = bytes.fromhex(text[first : min(elements, end)])
            made = Blob.fromhex(text[elements:end])
        except ValueError:
            raise ValueError(
                f"{where} have a character that is no hexadecimal digit; remove it"
            ) from None
        if 2 * (len(word) + len(made)) != count or len(word) != _ALIGNMENT_BYTES:
            raise ValueError(
                f"{where} have {2 * (len(word) + len(made))} digits; 8 for the alignment come "
                "first, then the elements without spaces"
            )
        made.key, made.alignment = key, int.from_bytes(word, "little")
        if made.alignment & (made.alignment - 1):
            raise ValueError(
                f"{where} are aligned to {made.alignment} bytes; the first 8 digits are a "
                "power of two, lowest byte first"
            )
        return made

    def digits(self) -> Sequence[str]:
        """The parts of what `parse` reads."""
        word = self.alignment.to_bytes(_ALIGNMENT_BYTES, "little").hex()
        return "0x", word.upper(), self.hex().upper()


def elements(attr: DenseResourceAttr, blob: Blob) -> DenseIntOrFPElementsAttr:
    """
    The constant `attr` with the elements of `blob`.

    Raises `ValueError` for another number of bytes, and for types without a size.
    """
    type, what = attr.type, f"dense_resource<{attr.resource_handle.data}>"
    element = getattr(type, "element_type", None)
    if not isinstance(element, _SIZED) or (DYNAMIC_INDEX in type.get_shape()):
        raise ValueError(f"{what} of type {type} has no known size; give it one")
    wanted = prod(type.get_shape()) * element.compile_time_size
    if len(blob) != wanted:
        raise ValueError(
            f"{what} has {len(blob)} bytes of elements; {type} takes {wanted}"
        )
    return DenseIntOrFPElementsAttr(type, BytesAttr(blob))  # pyright: ignore


def kept_elements(attr: DenseResourceAttr) -> DenseIntOrFPElementsAttr:
    """
    The constant `attr` of a text that xDSL's own parser has read.

    Raises `ValueError` as `elements` and `Blob.parse`, and where the text has no such blob.
    """
    key = attr.resource_handle.data
    interface = Builtin.get_interface(OpAsmDialectInterface)
    digits = None if interface is None else interface.lookup(key)
    if not digits:
        raise ValueError(
            f"the elements of dense_resource<{key}> are not in the text; print it with all "
            "of its 'dialect_resources' ('{-#' at its end)"
        )
    return elements(attr, Blob.parse(key, digits))


def splat_bytes(attr: DenseIntOrFPElementsAttr) -> bytes | None:
    """
    The bytes of the one number that all elements of `attr` are; `None` if they differ in a
    bit or there are none. xDSL's `is_splat` makes a Python number of each element.
    """
    data, size = attr.data.data, attr.get_element_type().compile_time_size
    first = data[:size]
    few = data[: size * 64]
    if not data or few != first * (len(few) // size):
        return None
    return first if data == first * (len(data) // size) else None


def splat(value: Attribute) -> DenseIntOrFPElementsAttr | None:
    """The elements of a constant if all are one number, down to their bits."""
    if isinstance(value, DenseResourceAttr):
        interface = Builtin.get_interface(OpAsmDialectInterface)
        key = value.resource_handle.data
        digits = (interface and interface.lookup(key)) or ""
        element: object = getattr(value.type, "element_type", None)
        size = 2 * element.compile_time_size if isinstance(element, _SIZED) else 0
        few = digits[2 + 2 * _ALIGNMENT_BYTES :][: size * 64]
        if not size or few != few[:size] * (len(few) // size):
            # Elements that differ are not decoded.
            return None
        try:
            value = kept_elements(value)
        except ValueError:
            return None
    if not isinstance(value, DenseIntOrFPElementsAttr):
        return None
    dense = cast(DenseIntOrFPElementsAttr, value)
    return dense if splat_bytes(dense) is not None else None
