"""
The inputs: OpenCL C and LLVM IR become modules at the opencl level.

`load_file` and similar functions give the module, Clang's warnings and the unknown functions
that are called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.garbage import lazy

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

__getattr__ = lazy(__name__, {"frontend.load": "load_file load_llvm_ir load_source"})
