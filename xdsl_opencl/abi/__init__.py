"""
ABI facts: argument types, layouts, hidden arguments, image descriptors. No IR.

Names are imported when they are used (PEP 562).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl_opencl.abi.arguments.exchange import read_layout
    from xdsl_opencl.abi.arguments.packing import (
        ImageValue,
        Launch,
        LocalMemory,
        Unpacked,
        pack,
        unpack,
    )

_MODULES = {
    "ImageValue": "arguments.packing",
    "Launch": "arguments.packing",
    "LocalMemory": "arguments.packing",
    "Unpacked": "arguments.packing",
    "pack": "arguments.packing",
    "read_layout": "arguments.exchange",
    "unpack": "arguments.packing",
}

__all__ = [
    "ImageValue",
    "Launch",
    "LocalMemory",
    "Unpacked",
    "pack",
    "read_layout",
    "unpack",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_MODULES[name]}")
    value: object = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
