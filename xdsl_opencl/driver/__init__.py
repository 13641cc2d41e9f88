"""
The driver: every stage from an input file to a code object, for programs and the command
line. It stands above the packages that do the work and adds only their order, positions
in the source, and one kind of error.

Names are imported when they are used: most of them bring xDSL along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl_opencl.driver.compilation import (
        Compilation,
        module_text,
        verify,
    )
    from xdsl_opencl.driver.diagnostics import CompileError, error_at, user_errors
    from xdsl_opencl.driver.stage import STAGES, Stage, stage_of
    from xdsl_opencl.source import SourceFile

__all__ = [
    "STAGES",
    "Compilation",
    "CompileError",
    "SourceFile",
    "Stage",
    "error_at",
    "module_text",
    "stage_of",
    "user_errors",
    "verify",
]

_MODULES = {
    "STAGES": "stage",
    "Compilation": "compilation",
    "CompileError": "diagnostics",
    "SourceFile": "xdsl_opencl.source",
    "Stage": "stage",
    "error_at": "diagnostics",
    "module_text": "compilation",
    "stage_of": "stage",
    "user_errors": "diagnostics",
    "verify": "compilation",
}


def __getattr__(name: str) -> object:
    if (module := _MODULES.get(name)) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    path = module if "." in module else f"{__name__}.{module}"
    return getattr(import_module(path), name)
