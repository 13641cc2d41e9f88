"""
Itanium names of OpenCL C functions: `_Z5clampDv4_fS_S_` is clamp(float4, float4, float4).

Supports only the names that clang writes for OpenCL C: scalars, vectors, pointers with address
spaces (`U3AS1`) and qualifiers, `_Atomic`, named types (`14ocl_image2d_ro`) and substitutions.
Source: Itanium C++ ABI, section 5.1; clang's `ItaniumMangle.cpp` for the vendor qualifiers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from xdsl_opencl.abi.model import ScalarKind

MAKE_SAMPLER = "__translate_sampler_initializer"
"""Clang's function that makes a sampler of its literal; its name is not mangled."""
_SCALARS = {
    "a": ScalarKind.CHAR,
    "c": ScalarKind.CHAR,
    "h": ScalarKind.UCHAR,
    "s": ScalarKind.SHORT,
    "t": ScalarKind.USHORT,
    "i": ScalarKind.INT,
    "j": ScalarKind.UINT,
    "l": ScalarKind.LONG,
    "m": ScalarKind.ULONG,
    "x": ScalarKind.LONG,
    "y": ScalarKind.ULONG,
    "f": ScalarKind.FLOAT,
    "d": ScalarKind.DOUBLE,
}


@dataclass(frozen=True)
class MangledType:
    """
    A parameter's type. Exactly one of `scalar`, `name` and `pointee` is set.

    `width` is a vector's length, 1 for a scalar; `space` the SPIR address space that a
    pointer points to.
    """

    scalar: ScalarKind | None = None
    width: int = 1
    name: str = ""
    pointee: MangledType | None = None
    space: int = 0


@dataclass(frozen=True)
class MangledName:
    """A function's name and the types of its parameters."""

    name: str
    parameters: tuple[MangledType, ...]


class _Malformed(Exception):
    pass


@lru_cache(maxsize=4096)
def demangle(symbol: str) -> MangledName | None:
    """
    The function that `symbol` names; None if it is not a mangled name, or has parts that OpenCL C
    lacks.
    """
    if not symbol.startswith("_Z"):
        return None
    try:
        return _Demangler(symbol).run()
    except (_Malformed, IndexError, ValueError):
        return None


class _Demangler:
    def __init__(self, text: str):
        self._text = text
        self._at = 2
        self._substitutions: list[MangledType] = []

    def run(self) -> MangledName:
        name = self._source_name()
        parameters: list[MangledType] = []
        while self._at < len(self._text) and self._text[self._at] != ".":
            if self._text[self._at :] == "v":
                break
            parameters.append(self._type())
        return MangledName(name, tuple(parameters))

    def _number(self) -> int:
        start = self._at
        while self._text[self._at].isdigit():
            self._at += 1
        return int(self._text[start : self._at])

    def _source_name(self) -> str:
        length = self._number()
        start = self._at
        self._at += length
        if self._at > len(self._text):
            raise _Malformed
        return self._text[start : self._at]

    def _type(self) -> MangledType:
        letter = self._text[self._at]
        if (scalar := _SCALARS.get(letter)) is not None:
            self._at += 1
            return MangledType(scalar)
        if letter == "v" or letter == "b":
            self._at += 1
            return MangledType(name="void" if letter == "v" else "bool")
        if letter == "S":
            index = self._substitution_index()
            if index >= len(self._substitutions):
                raise _Malformed
            return self._substitutions[index]
        if letter == "D":
            return self._extended()
        if letter == "P":
            self._at += 1
            space = self._space()
            qualified = self._text[self._at] in "UVKr"
            pointee = self._type()
            if not qualified:
                # Private memory has no letters, but is a qualifier: one more type.
                self._add(pointee)
            return self._add(MangledType(pointee=pointee, space=space))
        if letter in "UVKr":
            return self._qualified()
        if letter.isdigit():
            return self._add(MangledType(name=self._source_name()))
        raise _Malformed

    def _add(self, type_: MangledType) -> MangledType:
        self._substitutions.append(type_)
        return type_

    def _space(self) -> int:
        """The address space that follows a `P`, without reading it."""
        text, at = self._text, self._at
        while text[at] == "U":
            digits = at + 1
            end = digits
            while text[end].isdigit():
                end += 1
            length = int(text[digits:end])
            name = text[end : end + length]
            if name.startswith("AS"):
                return int(name[2:])
            at = end + length
        if text[at] == "S":
            # The qualified pointee may be a substitution; it carries no space here.
            saved = self._at
            self._at = at
            space = self._spaces.get(self._substitution_index(), 0)
            self._at = saved
            return space
        return 0

    @property
    def _spaces(self) -> dict[int, int]:
        return {i: t.space for i, t in enumerate(self._substitutions) if not t.pointee}

    def _qualified(self) -> MangledType:
        """
        Parses qualifiers and their type, together one substitution. The result has the pointee's
        address space in `space`, for pointers to it.
        """
        space = 0
        any_qualifier = False
        while True:
            letter = self._text[self._at]
            if letter == "U":
                start = self._at
                self._at += 1
                name = self._source_name()
                if not name.startswith("AS"):
                    if any_qualifier:
                        # `_Atomic` below other qualifiers is a type of its own.
                        self._at = start
                        break
                    return self._add(self._type())
                space = int(name[2:])
            elif letter in "VKr":
                self._at += 1
            else:
                break
            any_qualifier = True
        letter = self._text[self._at]
        if letter == "U":
            self._at += 1
            self._source_name()
            inner = self._add(self._type())
        else:
            inner = self._type()
        qualified = MangledType(
            inner.scalar, inner.width, inner.name, inner.pointee, space or inner.space
        )
        return self._add(qualified)

    def _substitution_index(self) -> int:
        self._at += 1
        start = self._at
        while self._text[self._at] != "_":
            self._at += 1
        digits = self._text[start : self._at]
        self._at += 1
        return int(digits, 36) + 1 if digits else 0

    def _extended(self) -> MangledType:
        rest = self._text[self._at :]
        if rest.startswith("Dh"):
            self._at += 2
            return MangledType(ScalarKind.HALF)
        if rest.startswith("DF16_"):
            self._at += 5
            return MangledType(ScalarKind.HALF)
        if rest.startswith("Dv"):
            self._at += 2
            width = self._number()
            if self._text[self._at] != "_":
                raise _Malformed
            self._at += 1
            element = self._type()
            if element.scalar is None:
                raise _Malformed
            return self._add(MangledType(element.scalar, width))
        raise _Malformed
