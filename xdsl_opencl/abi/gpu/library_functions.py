"""
Mathematical functions for whose intrinsics the AMDGPU backend wants a library, which AMD
GPUs do not have.

Source: LLVM 19's and 22's `llc` on gfx900.
"""

from __future__ import annotations

from collections.abc import Mapping

_ALL_FLOATS = ("f16", "f32", "f64", "bf16")
_DOUBLE = ("f64",)

_CALLS: Mapping[str, tuple[str, ...]] = {
    "acos": _ALL_FLOATS,
    "asin": _ALL_FLOATS,
    "atan": _ALL_FLOATS,
    "atan2": _ALL_FLOATS,
    "cos": _DOUBLE,
    "cosh": _ALL_FLOATS,
    "exp": _DOUBLE,
    "exp2": _DOUBLE,
    "expm1": _DOUBLE,
    "fpowi": _DOUBLE,
    "log": _DOUBLE,
    "log10": _DOUBLE,
    "log1p": _DOUBLE,
    "log2": _DOUBLE,
    "powf": _DOUBLE,
    "sin": _DOUBLE,
    "sinh": _ALL_FLOATS,
    "tan": _ALL_FLOATS,
    "tanh": _ALL_FLOATS,
}
"""Function, as the `math` dialect calls it, to element types."""


def lowered_to_a_call(function: str, element: str) -> bool:
    """
    Returns whether the AMDGPU backend makes a library call of `function` on elements of the type
    spelt `element`.
    """
    return element in _CALLS.get(function, ())
