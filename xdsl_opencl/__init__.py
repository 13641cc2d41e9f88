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

_MODULES = {
    "Abi": "xdsl_opencl.abi.target",
    "Compilation": "xdsl_opencl.driver.compilation",
    "CompileError": "xdsl_opencl.driver.diagnostics",
    "Error": "xdsl_opencl.errors",
    "SourceFile": "xdsl_opencl.source",
    "Target": "xdsl_opencl.abi.target",
    "compile": "xdsl_opencl.driver.library",
    "inspect": "xdsl_opencl.backend.objects.code_object_info",
    "link": "xdsl_opencl.backend.objects.code_object",
}


def __getattr__(name: str) -> object:
    value: object
    if name == "__version__":
        from importlib.metadata import version

        value = version("xdsl-opencl")
    elif (module := _MODULES.get(name)) is not None:
        from importlib import import_module

        value = getattr(import_module(module), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
