"""
Floating-point elements of `dense<...>` in hexadecimal are bit patterns, as in upstream MLIR.

xDSL 0.74 prints infinities and NaNs so (`dense<[0x7f800000, 1.0]>`) and reads the digits as
a number: infinity comes back as 2139095040.0, without a message. Single attributes
(`0x7f800000 : f32`) it reads right. A parser that has `Element` reads elements of `dense` right, too.
"""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects.builtin import AnyFloat, ComplexType
from xdsl.ir import Attribute
from xdsl.parser import AttrParser

_Element: Any = AttrParser._TensorLiteralElement  # pyright: ignore[reportPrivateUsage]


def _bits(text: str, parser: AttrParser, type: AnyFloat, element: Any) -> float:
    """The number of `type` that the hexadecimal digits of `text` stand for."""
    if text.startswith("-"):
        parser.raise_error(
            "remove the minus: a hexadecimal floating-point literal is a bit pattern",
            at_position=element.span,
        )
    try:
        raw = int(text, 16).to_bytes(type.compile_time_size, "little")
    except OverflowError:
        parser.raise_error(
            f"hexadecimal floating-point literal has more bits than {type}",
            at_position=element.span,
        )
    return next(iter(type.iter_unpack(raw)))


def _is_hexadecimal(text: str) -> bool:
    return text.removeprefix("-")[:2] in ("0x", "0X")


class Element(_Element):
    """xDSL's element of a literal, with bit patterns."""

    def to_type(self, parser: AttrParser, type: Attribute) -> Any:
        """
        The element as a number of `type`.

        Raises `ParseError` for a bit pattern with a minus or with too many bits.
        """
        text: str = self.span.text
        if isinstance(type, AnyFloat) and _is_hexadecimal(text):
            return _bits(text, parser, type, self)
        part_type: Attribute | None = None
        if isinstance(type, ComplexType):
            part_type = cast("ComplexType[AnyFloat]", type).element_type
        if isinstance(part_type, AnyFloat):
            parts = [part.strip() for part in text.strip("()").split(",")]
            if any(map(_is_hexadecimal, parts)):
                # Of one kind, so both are hexadecimal, or one is a whole number.
                return tuple(
                    _bits(part, parser, part_type, self)
                    if _is_hexadecimal(part)
                    else float(part)
                    for part in parts
                )
        return super().to_type(parser, type)  # pyright: ignore
