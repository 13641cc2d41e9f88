"""
The inputs: OpenCL C and LLVM IR become modules at the opencl level.

`load_file` and similar functions give the module, Clang's warnings and the unknown functions
that are called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.errors import FrontendError

if TYPE_CHECKING:
    from xdsl_opencl.frontend.load import (
        load_file,
        load_llvm_ir,
        load_source,
    )

__all__ = [
    "BuildOptions",
    "FrontendError",
    "load_file",
    "load_llvm_ir",
    "load_source",
]

_LAZY = frozenset(__all__) - {"BuildOptions", "FrontendError"}


def __getattr__(name: str) -> object:
    if name in _LAZY:
        from xdsl_opencl.frontend import load

        return getattr(load, name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
