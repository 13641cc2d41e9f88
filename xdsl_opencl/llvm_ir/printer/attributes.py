"""
Function, parameter, call-site and linkage attributes: MLIR's names to LLVM's spellings.

Sources: MLIR's `LLVMAttrDefs.td` and `ModuleTranslation.cpp` for the names on the left, the
LLVM Language Reference Manual (Parameter Attributes, Function Attributes, Calling
Conventions) for the spellings on the right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

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

from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.narrow import (
    integers,
    is_array,
    is_integer,
    is_integer_attr,
)
from xdsl_opencl.llvm_ir.printer.text import (
    TypeTable,
    escape,
    identifier,
    integer_text,
)

# --- Calling conventions ----------------------------------------------------------------

_MACHINE_CONVENTIONS = ("amdgpu_kernel", "spir_func", "spir_kernel")
"""MLIR appends `cc` to these; they are the ones that `llvm_ext` adds to xDSL's."""

_COMMON_CONVENTIONS = (
    "anyregcc",
    "cfguard_checkcc",
    "coldcc",
    "cxx_fast_tlscc",
    "fastcc",
    "preserve_allcc",
    "preserve_mostcc",
    "swiftcc",
    "swifttailcc",
    "tailcc",
)

_CONVENTIONS = (
    {"ccc": ""}
    | {f"{name}cc": f"{name} " for name in _MACHINE_CONVENTIONS}
    | {name: f"{name} " for name in _COMMON_CONVENTIONS}
)


def calling_convention(attribute: Attribute | None) -> str:
    """
    The convention as it stands before the result type, with a space after it; nothing for
    C. Raises `Untranslatable` for a convention that LLVM no longer has.
    """
    if attribute is None:
        return ""
    if not isinstance(attribute, CallingConventionAttr):
        raise Untranslatable(f"the calling convention is {attribute}")
    name = attribute.convention.data
    if (text := _CONVENTIONS.get(name)) is not None:
        return text
    if re.fullmatch(r"cc \d+", name):
        return f"cc {name[3:]} "
    raise Untranslatable(f"LLVM has no calling convention '{name}'")


LINKAGES = {
    "external": "",
    **{
        name: f"{name} "
        for name in (
            "private",
            "internal",
            "available_externally",
            "linkonce",
            "weak",
            "common",
            "appending",
            "extern_weak",
            "linkonce_odr",
            "weak_odr",
        )
    },
}
"""Linkage, with a space after it."""

VISIBILITIES = ("", "hidden ", "protected ")
UNNAMED_ADDRESSES = ("", " local_unnamed_addr", " unnamed_addr")
"""Both are indexed by MLIR's numbers."""

# --- Parameters and results -------------------------------------------------------------

_UNIT_PARAMETERS = frozenset(
    (
        "allocalign",
        "allocptr",
        "dead_on_return",
        "dead_on_unwind",
        "immarg",
        "inreg",
        "nest",
        "noalias",
        "nocapture",
        "noext",
        "nofree",
        "nonnull",
        "noundef",
        "readnone",
        "readonly",
        "returned",
        "signext",
        "swiftasync",
        "swifterror",
        "swiftself",
        "writable",
        "writeonly",
        "zeroext",
    )
)
_INTEGER_PARAMETERS = {
    "align": "align {}",
    "alignstack": "alignstack({})",
    "dereferenceable": "dereferenceable({})",
    "dereferenceable_or_null": "dereferenceable_or_null({})",
    "nofpclass": "nofpclass({})",
}
_TYPE_PARAMETERS = frozenset(
    ("byref", "byval", "elementtype", "inalloca", "preallocated", "sret")
)
_MLIR_PARAMETERS = {
    "struct_ret": "sret",
    "swiftasync": "swiftasync",
    "noext": "noext",
}
"""Older MLIR spellings."""

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
        name = _MLIR_PARAMETERS.get(name, name)
        if name in _UNIT_PARAMETERS and isinstance(value, UnitAttr):
            parts.append(name)
        elif name in _TYPE_PARAMETERS and not isinstance(value, UnitAttr):
            parts.append(f"{name}({types.text(value)})")
        elif (pattern := _INTEGER_PARAMETERS.get(name)) is not None and isinstance(
            value, IntegerAttr
        ):
            parts.append(pattern.format(value.value.data))
        elif name == "range":
            parts.append(f"range({_range(value)})")
        elif name == "captures" and isinstance(value, StringAttr):
            parts.append(f"captures({value.data})")
        else:
            raise Untranslatable(f"unknown parameter attribute '{key}' = {value}")
    return "".join(f"{part} " for part in parts)


def _range(value: Attribute) -> str:
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
                f"i{width} {integer_text(low.value.data, width)}, "
                f"{integer_text(high.value.data, width)}"
            )
    raise Untranslatable(
        f"'llvm.range' must be two integers of the argument's type, got {value}"
    )


# --- Functions --------------------------------------------------------------------------

_UNIT_FUNCTIONS = frozenset(
    (
        "alwaysinline",
        "builtin",
        "cold",
        "convergent",
        "disable_sanitizer_instrumentation",
        "fn_ret_thunk_extern",
        "hot",
        "inlinehint",
        "jumptable",
        "minsize",
        "mustprogress",
        "naked",
        "nobuiltin",
        "nocallback",
        "nocf_check",
        "nodivergencesource",
        "noduplicate",
        "nofree",
        "noimplicitfloat",
        "noinline",
        "nomerge",
        "nonlazybind",
        "noprofile",
        "norecurse",
        "noredzone",
        "noreturn",
        "nosanitize_bounds",
        "nosanitize_coverage",
        "nosync",
        "nounwind",
        "null_pointer_is_valid",
        "optdebug",
        "optforfuzzing",
        "optnone",
        "optsize",
        "presplitcoroutine",
        "returns_twice",
        "safestack",
        "sanitize_address",
        "sanitize_hwaddress",
        "sanitize_memory",
        "sanitize_memtag",
        "sanitize_thread",
        "shadowcallstack",
        "skipprofile",
        "speculatable",
        "speculative_load_hardening",
        "ssp",
        "sspreq",
        "sspstrong",
        "strictfp",
        "uwtable",
        "willreturn",
    )
)
_OLD_MEMORY = {
    "argmemonly": "memory(argmem: readwrite)",
    "inaccessiblememonly": "memory(inaccessiblemem: readwrite)",
    "readnone": "memory(none)",
    "readonly": "memory(read)",
    "writeonly": "memory(write)",
}
"""Function attributes that became `memory(...)` in LLVM 16."""

_VALUED_FUNCTION = re.compile(
    r"(?:alignstack|allockind|allocsize|memory|uwtable|vscale_range)\([^()]*\)\Z"
)
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
    if key in _UNIT_FUNCTIONS:
        raise Untranslatable(f"the function attribute '{key}' takes no value")
    return f'"{escape(key)}"="{escape(value)}"'


def function_attribute(entry: Attribute) -> str:
    """
    One entry of `passthrough`: a string, or a pair of strings. Names that LLVM knows as
    enum attributes are printed as such, others as string attributes, as MLIR does.
    """
    if isinstance(entry, StringAttr):
        name = entry.data
        if name in _UNIT_FUNCTIONS:
            return name
        if name in _OLD_MEMORY:
            return _OLD_MEMORY[name]
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
    "no_inline": _unit("noinline"),
    "no_unwind": _unit("nounwind"),
    "optimize_none": _unit("optnone"),
    "always_inline": _unit("alwaysinline"),
    "inline_hint": _unit("inlinehint"),
    "convergent": _unit("convergent"),
    "noreturn": _unit("noreturn"),
    "will_return": _unit("willreturn"),
    "frame_pointer": _string("frame-pointer"),
    "target_cpu": _string("target-cpu"),
    "tune_cpu": _string("tune-cpu"),
    "target_features": _string("target-features"),
    "approx_func_fp_math": _string("approx-func-fp-math"),
    "denormal_fp_math": _string("denormal-fp-math"),
    "denormal_fp_math_f32": _string("denormal-fp-math-f32"),
    "fp_contract": _string("fp-contract"),
    "no_infs_fp_math": _string("no-infs-fp-math"),
    "no_nans_fp_math": _string("no-nans-fp-math"),
    "no_signed_zeros_fp_math": _string("no-signed-zeros-fp-math"),
    "unsafe_fp_math": _string("unsafe-fp-math"),
    "rocdl.flat_work_group_size": _string("amdgpu-flat-work-group-size"),
    "rocdl.max_flat_work_group_size": _max_work_group,
    "rocdl.uniform_work_group_size": _string("uniform-work-group-size"),
    "rocdl.waves_per_eu": _string("amdgpu-waves-per-eu"),
}
"""Attributes of `llvm.func` that go into the attribute group."""

CALL_GROUP_ATTRIBUTES = {
    name: GROUP_ATTRIBUTES[name]
    for name in (
        "passthrough",
        "no_inline",
        "no_unwind",
        "always_inline",
        "inline_hint",
        "convergent",
        "noreturn",
        "will_return",
    )
}
"""The ones that a call site may carry too."""


def function_suffix(attributes: Mapping[str, Attribute]) -> str:
    """
    What follows the attribute group in a function header: section, comdat, alignment,
    garbage collector.
    """
    parts: list[str] = []
    if (value := attributes.get("section")) is not None:
        parts.append(f' section "{escape(_as_string("section", value))}"')
    if (value := attributes.get("comdat")) is not None:
        parts.append(f" comdat(${identifier(comdat_name(value))})")
    if (value := attributes.get("alignment")) is not None:
        if not isinstance(value, IntegerAttr):
            raise Untranslatable(f"'alignment' must be an integer, got {value}")
        parts.append(f" align {value.value.data}")
    for key in ("garbageCollector", "gc"):
        if (value := attributes.get(key)) is not None:
            parts.append(f' gc "{escape(_as_string(key, value))}"')
    return "".join(parts)


FUNCTION_SUFFIXES = frozenset(
    ("section", "comdat", "alignment", "garbageCollector", "gc")
)


def comdat_name(value: Attribute) -> str:
    """
    The name of the comdat `value`, a symbol reference whose last part names it.
    """
    if not isinstance(value, SymbolRefAttr):
        raise Untranslatable(f"'comdat' must be a symbol, got {value}")
    return value.string_value().rpartition(".")[2]


def _as_string(name: str, value: Attribute) -> str:
    if not isinstance(value, StringAttr):
        raise Untranslatable(f"'{name}' must be a string, got {value}")
    return value.data


def is_true(value: Attribute | None) -> bool:
    """
    Whether a flag is set: a unit attribute, or a true boolean.
    """
    if isinstance(value, IntegerAttr):
        return bool(value.value.data)
    return value is not None
