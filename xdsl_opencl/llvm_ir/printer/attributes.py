"""
Function, parameter, call-site and linkage attributes, by the tables of the syntax.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.builtin import (
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.dialects.llvm import (
    CallingConventionAttr,
    FramePointerKindAttr,
    TargetFeaturesAttr,
)
from xdsl.ir import Attribute

from xdsl_opencl.ir.diagnostics import shown
from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.narrow import (
    integers,
    is_array,
    is_integer,
    is_integer_attr,
)
from xdsl_opencl.llvm_ir.printer.text import TypeTable, escape, identifier, integer_text
from xdsl_opencl.llvm_ir.syntax.attributes import (
    FLAG_PROPERTIES,
    FUNCTION_ONLY_PROPERTIES,
    FUNCTION_WORDS,
    OLD_MEMORY_WORDS,
    OLD_PARAMETER_WORDS,
    PARAMETER_WORDS,
    STRING_PROPERTIES,
    VALUED_FUNCTION_WORDS,
    Value,
)
from xdsl_opencl.llvm_ir.syntax.words import CONVENTIONS

# --- Symbols ----------------------------------------------------------------------------


def calling_convention(attribute: Attribute | None) -> str:
    """
    Returns the convention as it stands before the result type, with a space after it;
    nothing for C. Raises `Untranslatable` for a convention that LLVM no longer has.
    """
    if attribute is None:
        return ""
    if not isinstance(attribute, CallingConventionAttr):
        raise Untranslatable(f"the calling convention is {attribute}")
    name = attribute.convention.data
    if name == "ccc":
        return ""
    if (word := CONVENTIONS.get(name)) is not None:
        return f"{word} "
    if re.fullmatch(r"cc \d+", name):
        return f"cc {name[3:]} "
    raise Untranslatable(f"LLVM has no calling convention '{name}'")


def linkage_text(linkage: str) -> str:
    """Returns the linkage of a definition, with a space after it."""
    return "" if linkage == "external" else f"{linkage} "


def numbered_word(words: Sequence[str], name: str, value: Attribute | None) -> str:
    """
    Returns the word of `words` that the integer `value` of attribute `name` counts, with
    a space after it; nothing for 0 and where there is no attribute.
    """
    if value is None:
        return ""
    if isinstance(value, IntegerAttr) and 0 <= value.value.data < len(words):
        return f"{words[value.value.data]} " if value.value.data else ""
    raise Untranslatable(f"'{name}' cannot be {value}")


_MOST_ALIGNMENT = 1 << 32
"""LLVM's `Value::MaximumAlignment`."""


def checked_alignment(alignment: int) -> int:
    """
    Returns `alignment`, in bytes.

    Raises `Untranslatable` for one that LLVM does not have.
    """
    if not 0 < alignment <= _MOST_ALIGNMENT or alignment.bit_count() != 1:
        raise Untranslatable(
            f"the alignment {alignment} is not a power of two up to 2**32; change it"
        )
    return alignment


# --- Parameters and results -------------------------------------------------------------

ARGUMENT_NAME = "opencl.name"
"""Names a kernel argument; the printer uses it for the value's name."""


def parameter_attributes(types: TypeTable, attributes: DictionaryAttr) -> str:
    """
    The attributes of one parameter or result, each with a space after it.

    Raises `Untranslatable` for an attribute that is not in the tables above.
    """
    parts: list[str] = []
    for key, value in attributes.data.items():
        if key == ARGUMENT_NAME:
            continue
        if not key.startswith("llvm."):
            level = (
                "; it belongs to the opencl level, run 'opencl-to-llvm' first"
                if key.startswith("opencl.")
                else ""
            )
            raise Untranslatable(f"unknown parameter attribute '{key}'{level}")
        name = key[5:]
        name = OLD_PARAMETER_WORDS.get(name, name)
        row = PARAMETER_WORDS.get(name)
        text = None if row is None else _VALUES[row.value](types, value)
        if text is None:
            raise Untranslatable(
                f"unknown parameter attribute '{key}' = {shown(value)}"
            )
        parts.append(name + text)
    return "".join(f"{part} " for part in parts)


def _bare_number(types: TypeTable, value: Attribute) -> str | None:
    if not isinstance(value, IntegerAttr):
        return None
    return f" {checked_alignment(value.value.data)}"


def _range(types: TypeTable, value: Attribute) -> str:
    if is_array(value) and len(value) == 2:
        low, high = value
        if (
            is_integer_attr(low)
            and is_integer_attr(high)
            and is_integer(type := low.type)
            and low.type == high.type
        ):
            width = type.width.data
            return (
                f"(i{width} {integer_text(low.value.data, width)}, "
                f"{integer_text(high.value.data, width)})"
            )
    raise Untranslatable(
        f"'llvm.range' must be two integers of the argument's type, got {value}"
    )


_VALUES: dict[Value, Callable[[TypeTable, Attribute], str | None]] = {
    Value.NONE: lambda types, v: "" if isinstance(v, UnitAttr) else None,
    Value.NUMBER: lambda types, value: (
        f"({value.value.data})" if isinstance(value, IntegerAttr) else None
    ),
    Value.BARE_NUMBER: _bare_number,
    Value.TYPE: lambda types, v: (
        None if isinstance(v, UnitAttr) else f"({types.text(v)})"
    ),
    Value.RANGE: _range,
    Value.TEXT: lambda types, v: f"({v.data})" if isinstance(v, StringAttr) else None,
}
"""The text after a word; nothing for a value that the word cannot have."""

# --- Functions --------------------------------------------------------------------------

_VALUED_FUNCTION = re.compile(rf"(?:{'|'.join(VALUED_FUNCTION_WORDS)})\([^()]*\)\Z")
_MEMORY_WORDS = ("none", "read", "write", "readwrite")
_MEMORY_PLACES = ("argmem", "inaccessiblemem")


def _memory(value: str) -> str:
    """
    `memory(...)` of a passthrough pair: LLVM's words, or the number that MLIR up to 19
    writes, two bits (1 read, 2 write) each for argument, inaccessible, other memory.
    """
    if not value.isdecimal():
        return f"memory({value})"
    bits = int(value)
    if bits >= 64:
        raise Untranslatable(
            f"the number {value} of 'memory' is not portable between LLVM versions; "
            'write words, as in ["memory", "argmem: read"]'
        )
    other = _MEMORY_WORDS[bits >> 4]
    parts = [other] if other != "none" or not bits else []
    for index, place in enumerate(_MEMORY_PLACES):
        word = _MEMORY_WORDS[bits >> 2 * index & 3]
        if word != other:
            parts.append(f"{place}: {word}")
    return f"memory({', '.join(parts)})"


def _pair(key: str, value: str) -> str:
    if key == "memory":
        return _memory(value)
    if key == "alignstack":
        return f"alignstack={value}"
    if key == "uwtable" and value in ("1", "2"):
        return "uwtable(sync)" if value == "1" else "uwtable"
    if key in FUNCTION_WORDS:
        raise Untranslatable(f"the function attribute '{key}' takes no value")
    return f'"{escape(key)}"="{escape(value)}"'


def function_attribute(entry: Attribute) -> str:
    """
    One entry of `passthrough`: a string, or a pair of strings. Names that LLVM knows as
    enum attributes are printed as such, other words as string attributes, as MLIR does.
    """
    if isinstance(entry, StringAttr):
        name = entry.data
        if name in FUNCTION_WORDS:
            return name
        if name in OLD_MEMORY_WORDS:
            return OLD_MEMORY_WORDS[name]
        if _VALUED_FUNCTION.match(name):
            return (
                f"alignstack={name[11:-1]}" if name.startswith("alignstack(") else name
            )
        return f'"{escape(name)}"'
    if is_array(entry) and len(entry) == 2:
        key, value = entry
        if isinstance(key, StringAttr) and isinstance(value, StringAttr):
            return _pair(key.data, value.data)
    raise Untranslatable(
        f"an entry of 'passthrough' must be a string or a pair of strings, got {entry}"
    )


def _unit(name: str) -> Callable[[Attribute], str]:
    def translate(value: Attribute) -> str:
        if isinstance(value, UnitAttr):
            return name
        raise Untranslatable(f"'{name}' takes no value, got {value}")

    return translate


def _string(name: str) -> Callable[[Attribute], str]:
    def translate(value: Attribute) -> str:
        match value:
            case StringAttr():
                text = value.data
            case FramePointerKindAttr():
                text = value.data.value
            case TargetFeaturesAttr():
                text = ",".join(feature.data for feature in value.features)
            case IntegerAttr() if value.type == IntegerType(1):
                text = "true" if value.value.data else "false"
            case IntegerAttr():
                text = str(value.value.data)
            case _ if (numbers := integers(value)) is not None:
                text = ",".join(map(str, numbers))
            case _:
                raise Untranslatable(f"'{name}' cannot have the value {value}")
        return f'"{name}"="{escape(text)}"'

    return translate


def _passthrough(value: Attribute) -> str:
    if not is_array(value):
        raise Untranslatable(f"'passthrough' must be an array, got {value}")
    return " ".join(function_attribute(entry) for entry in value)


def _max_work_group(value: Attribute) -> str:
    if not isinstance(value, IntegerAttr):
        raise Untranslatable(f"a work-group size must be an integer, got {value}")
    return f'"amdgpu-flat-work-group-size"="1,{value.value.data}"'


GROUP_ATTRIBUTES: dict[str, Callable[[Attribute], str]] = {
    "passthrough": _passthrough,
    **{name: _unit(word) for name, word in FLAG_PROPERTIES.items()},
    **{name: _string(key) for name, key in STRING_PROPERTIES.items()},
    "rocdl.max_flat_work_group_size": _max_work_group,
}
"""Attributes of `llvm.func` that go into the attribute group."""

CALL_GROUP_ATTRIBUTES = {
    name: GROUP_ATTRIBUTES[name]
    for name in ("passthrough", *FLAG_PROPERTIES)
    if name not in FUNCTION_ONLY_PROPERTIES
}
"""The ones that a call site may carry too."""


def function_suffix(attributes: Mapping[str, Attribute]) -> str:
    """
    Prints the part of a function header after the attribute group: section, comdat,
    alignment, garbage collector.
    """
    parts: list[str] = []
    if (value := attributes.get("section")) is not None:
        parts.append(f' section "{escape(_as_string("section", value))}"')
    if (value := attributes.get("comdat")) is not None:
        parts.append(f" comdat(${identifier(comdat_name(value))})")
    if (value := attributes.get("alignment")) is not None:
        if not isinstance(value, IntegerAttr):
            raise Untranslatable(f"'alignment' must be an integer, got {value}")
        parts.append(f" align {checked_alignment(value.value.data)}")
    for key in ("garbageCollector", "gc"):
        if (value := attributes.get(key)) is not None:
            parts.append(f' gc "{escape(_as_string(key, value))}"')
    return "".join(parts)


FUNCTION_SUFFIXES = frozenset(
    ("section", "comdat", "alignment", "garbageCollector", "gc")
)


def comdat_name(value: Attribute) -> str:
    """The name of the comdat `value`, the last part of a symbol reference."""
    if not isinstance(value, SymbolRefAttr):
        raise Untranslatable(f"'comdat' must be a symbol, got {value}")
    return value.string_value().rpartition(".")[2]


def _as_string(name: str, value: Attribute) -> str:
    if not isinstance(value, StringAttr):
        raise Untranslatable(f"'{name}' must be a string, got {value}")
    return value.data
