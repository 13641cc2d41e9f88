"""
One spelling of the `llvm` operations that MLIR 19, 22 and 24 read, for `UpstreamPrinter`
(`dialects/upstream.py`).

Some operations have no pretty form that all three take; those
stand in the generic form inside the pretty one, as every MLIR reads a mixed file:

| operation | pretty form of 19 | of 22 | of 24 |
|---|---|---|---|
| access with an alignment or `nontemporal` | `{alignment = 4}` | the same | `<alignment = 4>` |
| anything with fast-math flags | `{fastmathFlags = ...}` | the same | `fastmath<...>` |
| `getelementptr` with `nuw` or `nusw` | none | `inbounds\\|nuw` | the same |
| `call_intrinsic` with attributes | after the type | before it | before it |
| lifetime markers | with a size | without | without |
| `or`, `udiv`, `sdiv`, `lshr`, `ashr`, `zext`, `uitofp` with flags | none | yes | yes |

In the generic form a property has the value that all of them take:

| property | 19 | 22 and 24 | printed |
|---|---|---|---|
| `overflowFlags` | `#llvm.overflow<...>` | also a number | the attribute; none for none |
| `inbounds`, `noWrapFlags` | the first, ignores the second | the reverse | both |
| `size` of a lifetime marker | a property | unknown | in the attribute dictionary |
| `op_bundle_sizes` of `intr.assume` | unknown | required | in the attribute dictionary |
| `isExact`, `isDisjoint`, `nonNeg` | unknown | properties | the same |

Properties that one version does not know stand in the attribute dictionary: to it they are
annotations, to the other versions the property. MLIR 19 loses them, which is right: each
is a promise about operands. The flags of `trunc` have no such spelling, so MLIR 19 refuses
them.

Measured with `tools/upstream.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, UnitAttr, i32, i64
from xdsl.dialects.llvm import FastMathAttr, OverflowAttr
from xdsl.ir import Attribute, Operation

GEP_INBOUNDS = 3
"""Bits of `noWrapFlags` that `inbounds` stands for (`GEPNoWrapFlags` in LLVM)."""

UNKNOWN_SIZE = IntegerAttr(-1, i64)
"""Of a lifetime marker's object (LangRef, "llvm.lifetime.start", LLVM 19)."""

NO_BUNDLES = DenseArrayBase.from_list(i32, ())

_FLAGGED = (
    *("llvm.or", "llvm.udiv", "llvm.sdiv", "llvm.lshr", "llvm.ashr"),
    *("llvm.zext", "llvm.uitofp"),
)
_NEWER_FLAGS = frozenset(("isDisjoint", "isExact", "nonNeg"))
"""Properties of the operations above that MLIR 19 does not know."""

_WRAPPING = ("llvm.add", "llvm.sub", "llvm.mul", "llvm.shl", "llvm.trunc")

ACCESS_PROPERTIES = (
    *("alignment", "invariant", "invariantGroup", "nontemporal", "syncscope"),
    "volatile_",
)
"""Properties of accesses to memory beside the ordering; some passes hold them apart."""

_IN_DICTIONARY = frozenset(("alignment", "nontemporal", "invariantGroup"))
"""Properties of accesses that have no word in the pretty form."""

Attributes = dict[str, Attribute]
Respelled = tuple[Attributes, Attributes]


FAST_MATH = "fastmathFlags"


def number(attribute: Attribute | None) -> int:
    """The value of an integer attribute; 0 for none."""
    if isinstance(attribute, IntegerAttr):
        return attribute.value.data
    return 0


def _overflow(properties: Attributes, attributes: Attributes) -> Respelled:
    flags = properties.get("overflowFlags")
    if isinstance(flags, IntegerAttr):
        if not 0 <= flags.value.data <= 3:
            # Printed as it is in the message that refuses it.
            return properties, attributes
        flags = OverflowAttr.from_int(flags.value.data)
    if not isinstance(flags, OverflowAttr):
        return properties, attributes
    kept = {k: v for k, v in properties.items() if k != "overflowFlags"}
    if flags.data:
        kept["overflowFlags"] = flags
    return kept, attributes


def _address(properties: Attributes, attributes: Attributes) -> Respelled:
    flags = number(properties.get("noWrapFlags"))
    if "inbounds" in properties:
        flags |= GEP_INBOUNDS
    kept = {**properties, "noWrapFlags": IntegerAttr(flags, i32)}
    if flags & GEP_INBOUNDS == GEP_INBOUNDS:
        kept["inbounds"] = UnitAttr()
    return dict(sorted(kept.items())), attributes


def _in_dictionary(properties: Attributes, attributes: Attributes) -> Respelled:
    kept = {k: v for k, v in properties.items() if k not in _NEWER_FLAGS}
    flags = {k: v for k, v in properties.items() if k in _NEWER_FLAGS}
    return kept, attributes | flags


def _access(properties: Attributes, attributes: Attributes) -> Respelled:
    # Upstream takes no property from the dictionary where there are other properties.
    own = {k: v for k, v in attributes.items() if k in ACCESS_PROPERTIES}
    if not own:
        return properties, attributes
    rest = {k: v for k, v in attributes.items() if k not in own}
    return dict(sorted((properties | own).items())), rest


def _assumption(properties: Attributes, attributes: Attributes) -> Respelled:
    kept = {k: v for k, v in properties.items() if k != "op_bundle_sizes"}
    return kept, {**attributes, "op_bundle_sizes": NO_BUNDLES}


def _lifetime(properties: Attributes, attributes: Attributes) -> Respelled:
    kept = {k: v for k, v in properties.items() if k != "size"}
    size = properties.get("size", UNKNOWN_SIZE)
    return kept, {**attributes, "size": size}


RESPELLED: Mapping[str, Callable[[Attributes, Attributes], Respelled]] = {
    **dict.fromkeys(_WRAPPING, _overflow),
    **dict.fromkeys(_FLAGGED, _in_dictionary),
    "llvm.getelementptr": _address,
    "llvm.load": _access,
    "llvm.store": _access,
    "llvm.intr.assume": _assumption,
    "llvm.intr.lifetime.start": _lifetime,
    "llvm.intr.lifetime.end": _lifetime,
}
"""Name of an operation to its properties and attributes in the generic form."""


def _has_newer_flags(op: Operation) -> bool:
    flags = number(op.properties.get("noWrapFlags"))
    return flags not in (0, GEP_INBOUNDS)


def has_fast_math(op: Operation) -> bool:
    """Returns whether `op` has fast-math flags, as an attribute or a property."""
    flags = op.attributes.get(FAST_MATH) or op.properties.get(FAST_MATH)
    return flags is not None and isinstance(flags, FastMathAttr) and bool(flags.data)


def _always(op: Operation) -> bool:
    del op
    return True


GENERIC: Mapping[str, Callable[[Operation], bool]] = {
    **dict.fromkeys(
        ("llvm.load", "llvm.store", "llvm.atomicrmw", "llvm.cmpxchg"),
        lambda op: not _IN_DICTIONARY.isdisjoint((*op.properties, *op.attributes)),
    ),
    **dict.fromkeys(_FLAGGED, lambda op: not _NEWER_FLAGS.isdisjoint(op.properties)),
    "llvm.getelementptr": _has_newer_flags,
    "llvm.call_intrinsic": lambda op: bool(op.attributes) or has_fast_math(op),
    "llvm.intr.lifetime.start": _always,
    "llvm.intr.lifetime.end": _always,
}
"""
Name of an operation to a test that is true if its pretty form is of one version only. For
all others the fast-math flags decide.
"""

DEFAULTS: Mapping[str, Attribute] = {
    "ordering": IntegerAttr(0, i64),
    "fastmathFlags": FastMathAttr(None),
}
"""Properties that are left out between pretty ones where they have this value."""
