"""
Parameter and function attributes of textual LLVM IR.
"""

from __future__ import annotations

from xdsl.dialects.builtin import (
    ArrayAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute

from xdsl_opencl.llvm_ir.reader.lexer import Unsupported, name_of
from xdsl_opencl.llvm_ir.reader.types import TypeParser

_UNIT = UnitAttr()

_UNITS = frozenset(
    (
        "noundef",
        "noalias",
        "nonnull",
        "readonly",
        "readnone",
        "writeonly",
        "signext",
        "zeroext",
        "returned",
        "nofree",
        "inreg",
    )
)
"""Parameter attributes kept as `llvm.<name>` units."""

_INTEGERS = ("align", "dereferenceable", "dereferenceable_or_null")
_TYPES = ("byval", "sret", "byref", "elementtype", "inalloca", "preallocated")

_DROPPED = frozenset(
    (
        # Facts that LLVM infers again and MLIR has no attribute for.
        "captures",
        "nofpclass",
        "range",
        "initializes",
        "dead_on_unwind",
        "dead_on_return",
        "writable",
        "immarg",
        "nocapture",
        "nest",
        "swiftself",
        "swifterror",
        "allocalign",
        "allocptr",
        "noext",
        "alignstack",
    )
)

_VALUE_START = frozenset("%@-0123456789,)<[{c")


def skip_parentheses(tokens: list[str], i: int) -> int:
    """
    The index after the group that `tokens[i]`, a `(`, opens.
    """
    depth = 0
    while True:
        if tokens[i] == "(":
            depth += 1
        elif tokens[i] == ")":
            depth -= 1
            if not depth:
                return i + 1
        i += 1


def parse_parameter_attributes(
    tokens: list[str], i: int, types: TypeParser
) -> tuple[dict[str, Attribute], int]:
    """
    The attributes between a parameter's (or result's) type and its name.

    Keys are upstream's: `llvm.noundef`, `llvm.align`, `llvm.byval`, ...
    """
    attributes: dict[str, Attribute] = {}
    count = len(tokens)
    while i < count:
        token = tokens[i]
        if token in _UNITS:
            attributes["llvm." + token] = _UNIT
            i += 1
        elif token in _INTEGERS:
            if tokens[i + 1] == "(":
                number, i = tokens[i + 2], i + 4
            else:
                number, i = tokens[i + 1], i + 2
            attributes["llvm." + token] = IntegerAttr(int(number), i64)
        elif token in _TYPES:
            type_, i = types.parse(tokens, i + 2)
            i += 1
            attributes["llvm." + token] = types.in_memory(type_)
        elif token in _DROPPED:
            i += 1
            if i < count and tokens[i] == "(":
                i = skip_parentheses(tokens, i)
        elif token[0] == '"':
            i += 3 if i + 1 < count and tokens[i + 1] == "=" else 1
        else:
            break
    return attributes, i


_FUNCTION_DROPPED = frozenset(
    (
        # Properties of the machine or compiler that wrote the file, not of the program.
        "frame-pointer",
        "no-trapping-math",
        "stack-protector-buffer-size",
        "target-cpu",
        "target-features",
        "tune-cpu",
        "amdgpu-flat-work-group-size",
        "less-precise-fpmad",
        "min-legal-vector-width",
        "no-jump-tables",
        "use-soft-float",
        "disable-tail-calls",
        "strictfp",
        # In the form LLVM prints these have a parameter that MLIR's passthrough cannot say.
        "memory",
        "allocsize",
        "allockind",
        "vscale_range",
        "uwtable",
        "alignstack",
        "nofpclass",
        # LLVM 22's own defaults for intrinsics and library functions.
        "nocallback",
        "nocreateundeforpoison",
    )
)


def parse_function_attributes(tokens: list[str]) -> tuple[Attribute, ...]:
    """
    The attributes of a group or of a definition's line as upstream's `passthrough`
    entries: `"nounwind"` or `["key", "value"]`.
    """
    entries: list[Attribute] = []
    i, count = 0, len(tokens)
    while i < count:
        token = tokens[i]
        name = name_of(token)
        i += 1
        if i < count and tokens[i] == "=":
            value = name_of(tokens[i + 1])
            i += 2
            if name not in _FUNCTION_DROPPED:
                pair = (StringAttr(name), StringAttr(value))
                entries.append(ArrayAttr(pair))
        elif i < count and tokens[i] == "(":
            i = skip_parentheses(tokens, i)
            if name not in _FUNCTION_DROPPED:
                raise Unsupported(f"function attribute '{name}(...)'")
        elif name not in _FUNCTION_DROPPED:
            entries.append(StringAttr(name))
    return tuple(entries)
