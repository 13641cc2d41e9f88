"""
Adapts a program's calls of `printf` to their format.

Clang only warns of a `%d` for a `size_t`, `%lld`, `%v4f` without `hl`, a missing argument: in C
the result is undefined, but programs rely on a sensible one. Here the format is adapted to the
arguments, so that it prints their values. A directive without an argument, or unknown to OpenCL C,
is printed literally.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.dialects.builtin import (
    Float16Type,
    Float32Type,
    Float64Type,
    VectorType,
    f64,
    i32,
    i64,
)
from xdsl.dialects.llvm import LLVMPointerType, OverflowAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.arguments.printf_format import (
    FLOAT_SPECIFIERS,
    INTEGER_SPECIFIERS,
    VECTOR_LENGTHS,
)
from xdsl_opencl.frontend.errors import Unsupported
from xdsl_opencl.ir.build import known_integer
from xdsl_opencl.llvm_ir.reader.ops import op_class
from xdsl_opencl.llvm_ir.reader.types import as_integer, as_vector

_DIRECTIVE = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?:\.(?P<precision>\*|\d*))?"
    r"(?:v(?P<vector>\d*))?(?P<length>hh|hl|h|ll|l|z|t|j|q|L)?(?P<specifier>.?)",
    re.DOTALL,
)
_SCALAR_LENGTHS = {8: ("hh",), 16: ("h",), 32: ("", "h", "hh"), 64: ("l",)}
"""Length modifiers for an integer of this width; the first is the default."""
_SIZES = ("z", "t")
_VECTOR_LENGTHS = {8: "hh", 16: "h", 32: "hl", 64: "l"}
_VECTOR_FLOATS: dict[type[Attribute], str] = {
    Float16Type: "h",
    Float32Type: "hl",
    Float64Type: "l",
}


@dataclass
class _Matcher:
    """One call: the remaining values, and those already consumed."""

    arguments: list[SSAValue]
    emit: Callable[[Operation], None]
    taken: list[SSAValue] = field(default_factory=list[SSAValue])

    def star(self, text: str | None) -> str | None:
        """A width or precision; an argument is kept only if it is constant."""
        if text != "*":
            return text
        number = known_integer(self.arguments.pop(0)) if self.arguments else None
        return "" if number is None or number < 0 else str(number)

    def replace(self, match: re.Match[str]) -> str:
        """Returns the directive for the next argument, and consumes it."""
        specifier = match["specifier"]
        if match[0] == "%%":
            return "%%"
        width, precision = self.star(match["width"]), self.star(match["precision"])
        known = (*INTEGER_SPECIFIERS, *FLOAT_SPECIFIERS, "c", "s", "p")
        if specifier not in known or not self.arguments:
            return match[0].replace("%", "%%")
        value = self.arguments.pop(0)
        head = f"%{match['flags']}{width or ''}"
        if precision is not None:
            head += f".{precision}"
        length = match["length"] or ""
        length = "l" if length in ("ll", "j", "q") else length
        directive, value = self._directive(length, specifier, value)
        self.taken.append(value)
        return head + directive

    def _directive(
        self, length: str, specifier: str, value: SSAValue
    ) -> tuple[str, SSAValue]:
        type_ = value.type
        if (vector := as_vector(type_)) is not None:
            return self._vector(vector, specifier, value)
        if isinstance(type_, LLVMPointerType):
            if specifier in ("s", "p"):
                return specifier, value
            value = self._convert("llvm.ptrtoint", value, i64)
            return f"l{specifier if specifier in INTEGER_SPECIFIERS else 'u'}", value
        if (integer := as_integer(type_)) is not None:
            return self._integer(integer.width.data, length, specifier, value)
        if isinstance(type_, Float16Type):
            value = self._convert("llvm.fpext", value, f64)
        return specifier if specifier in FLOAT_SPECIFIERS else "f", value

    def _integer(
        self, bits: int, length: str, specifier: str, value: SSAValue
    ) -> tuple[str, SSAValue]:
        if specifier == "p":
            return "p", self._convert("llvm.inttoptr", value, LLVMPointerType())
        if specifier == "c" and bits > 32:
            value = self._convert("llvm.trunc", value, i32)
        if specifier == "c":
            return "c", value
        if specifier in FLOAT_SPECIFIERS:
            return specifier, self._convert("llvm.sitofp", value, f64)
        if specifier == "s":
            specifier = "d"
        if bits not in _SCALAR_LENGTHS:
            value = self._convert(
                "llvm.zext" if bits < 32 else "llvm.trunc", value, i32
            )
            bits = 32
        lengths = _SCALAR_LENGTHS[bits] + (_SIZES if bits >= 32 else ())
        return (length if length in lengths else lengths[0]) + specifier, value

    def _vector(
        self, type_: VectorType[Attribute], specifier: str, value: SSAValue
    ) -> tuple[str, SSAValue]:
        element, count = type_.element_type, type_.get_shape()[0]
        if count not in VECTOR_LENGTHS:
            raise Unsupported(f"printf of a vector of {count} elements")
        if (integer := as_integer(element)) is not None:
            specifier = specifier if specifier in INTEGER_SPECIFIERS else "d"
            length = _VECTOR_LENGTHS[integer.width.data]
        else:
            specifier = specifier if specifier in FLOAT_SPECIFIERS else "f"
            length = _VECTOR_FLOATS[type(element)]
        return f"v{count}{length}{specifier}", value

    def _convert(self, name: str, value: SSAValue, type_: Attribute) -> SSAValue:
        op = op_class(name).create(operands=(value,), result_types=(type_,))
        if name == "llvm.trunc":
            op.properties["overflowFlags"] = OverflowAttr(None)
        self.emit(op)
        return op.results[0]


def match_format(
    text: str, arguments: list[SSAValue], emit: Callable[[Operation], None]
) -> tuple[str, list[SSAValue]]:
    """
    Returns `text` and `arguments` in a form that `opencl.printf` accepts; `emit` inserts
    conversions. Arguments beyond the format are dropped.

    Raises `Unsupported` for a vector of a length that OpenCL C does not have.
    """
    matcher = _Matcher([*arguments], emit)
    return _DIRECTIVE.sub(matcher.replace, text), matcher.taken
