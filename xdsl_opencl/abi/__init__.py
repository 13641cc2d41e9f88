"""
ABI facts: argument types, layouts, hidden arguments, image descriptors. No IR.

Names are imported when they are used (PEP 562).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl_opencl.abi.packing import (
        ImageValue,
        Launch,
        LocalMemory,
        Unpacked,
        pack,
        unpack,
    )

__all__ = ["ImageValue", "Launch", "LocalMemory", "Unpacked", "pack", "unpack"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from xdsl_opencl.abi import packing

    value: object = getattr(packing, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
