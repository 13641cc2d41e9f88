"""
ABI facts: argument types, layouts, hidden arguments, image descriptors. No IR.

Names are imported when they are used (PEP 562).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_opencl.garbage import lazy

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

__all__ = [
    "ImageValue",
    "Launch",
    "LocalMemory",
    "Unpacked",
    "pack",
    "read_layout",
    "unpack",
]


__getattr__ = lazy(
    __name__,
    {
        "abi.arguments.exchange": "read_layout",
        "abi.arguments.packing": "ImageValue Launch LocalMemory Unpacked pack unpack",
    },
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
