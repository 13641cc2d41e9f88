"""
OpenCL as an xDSL dialect, lowered to loadable AMDGPU code objects.

    import xdsl_opencl as ocl

    program = ocl.compile("blur.mlir", "gfx1100")
    program.code_object       # bytes for a loader
    program.info.kernels      # arguments, registers, memory

Names are imported when they are used (PEP 562).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_opencl.garbage import lazy

if TYPE_CHECKING:
    from xdsl_opencl.abi.target import Abi, Target
    from xdsl_opencl.backend.objects.code_object import link
    from xdsl_opencl.backend.objects.code_object_info import inspect
    from xdsl_opencl.driver.compilation import Compilation
    from xdsl_opencl.driver.diagnostics import CompileError
    from xdsl_opencl.driver.library import compile
    from xdsl_opencl.errors import Error
    from xdsl_opencl.source import SourceFile

    __version__: str

__all__ = [
    "Abi",
    "Compilation",
    "CompileError",
    "Error",
    "SourceFile",
    "Target",
    "__version__",
    "compile",
    "inspect",
    "link",
]

_get = lazy(
    __name__,
    {
        "abi.target": "Abi Target",
        "backend.objects.code_object": "link",
        "backend.objects.code_object_info": "inspect",
        "driver.compilation": "Compilation",
        "driver.diagnostics": "CompileError",
        "driver.library": "compile",
        "errors": "Error",
        "source": "SourceFile",
    },
)


def __getattr__(name: str) -> object:
    if name != "__version__":
        return _get(name)
    from importlib.metadata import version

    return version("xdsl-opencl")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
