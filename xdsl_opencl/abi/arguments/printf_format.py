"""Format strings of `printf` (OpenCL C 3.0, section 6.15.14.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass

VECTOR_LENGTHS = (2, 3, 4, 8, 16)

INTEGER_SPECIFIERS = "diouxX"
FLOAT_SPECIFIERS = "fFeEgGaA"
OTHER_SPECIFIERS = "csp"


class FormatError(ValueError):
    """A conversion that OpenCL C's `printf` does not have."""


@dataclass(frozen=True)
class Conversion:
    """
    One `%` directive that takes an argument.

    `start` and `end` delimit it in the format string; `vector` is 0 without a vector
    specifier; `width` and `precision` are `None` when not given.
    """

    start: int
    end: int
    flags: str
    width: int | None
    precision: int | None
    vector: int
    length: str
    specifier: str

    @property
    def is_integer(self) -> bool:
        return self.specifier in INTEGER_SPECIFIERS

    @property
    def is_float(self) -> bool:
        return self.specifier in FLOAT_SPECIFIERS


_DIRECTIVE = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\d*)(?:\.(?P<precision>\d*))?"
    r"(?:v(?P<vector>\d*))?(?P<length>hh|hl|h|ll|l|z|t|j|L)?(?P<specifier>.?)",
    re.DOTALL,
)


def parse_format(text: str) -> tuple[Conversion, ...]:
    """
    The conversions of a format string, in order; `%%` is none.

    Raises `FormatError`, naming the conversion, for a specifier, flag or length modifier
    that OpenCL C does not have.
    """
    found: list[Conversion] = []
    position = 0
    while (position := text.find("%", position)) >= 0:
        match = _DIRECTIVE.match(text, position)
        assert match is not None
        start, position = position, match.end()
        directive = match.group()
        specifier = match["specifier"]
        if directive == "%%":
            continue
        if specifier == "*":
            raise FormatError(
                f"'{directive}' takes its width or precision from an argument; "
                "OpenCL C "
                "wants a number"
            )
        number = specifier in INTEGER_SPECIFIERS or specifier in FLOAT_SPECIFIERS
        if not specifier or not (number or specifier in OTHER_SPECIFIERS):
            raise FormatError(
                f"'{directive}' is not a conversion of OpenCL C; "
                "use one of d i o u x X f F e E g G a A c s p, or %%"
            )
        vector = match["vector"]
        if vector is not None and not number:
            raise FormatError(
                f"'{directive}': a vector specifier applies to numbers only; remove it"
            )
        length = match["length"] or ""
        lengths = _lengths(specifier, vector is not None)
        if length and length not in lengths:
            raise FormatError(
                f"'{directive}' has length modifier '{length}', which does not apply to "
                f"{'vectors of ' if vector is not None else ''}'{specifier}'"
            )
        if vector is not None and (not vector or int(vector) not in VECTOR_LENGTHS):
            raise FormatError(f"'{directive}': a vector has 2, 3, 4, 8 or 16 elements")
        precision = match["precision"]
        found.append(
            Conversion(
                start,
                position,
                match["flags"],
                int(match["width"]) if match["width"] else None,
                None if precision is None else int(precision or "0"),
                int(vector or "0"),
                length,
                specifier,
            )
        )
    return tuple(found)


def _lengths(specifier: str, vector: bool) -> tuple[str, ...]:
    """
    Length modifiers that apply. `l` with a scalar floating-point conversion has no effect
    in C and is accepted.
    """
    if specifier in INTEGER_SPECIFIERS:
        return ("hh", "h", "hl", "l") if vector else ("hh", "h", "l", "z", "t")
    if specifier in FLOAT_SPECIFIERS:
        return ("h", "hl", "l") if vector else ("l",)
    return ()
