"""
The driver: every stage from an input file to a code object, for programs and the command
line. It stands above the packages that do the work and adds only their order, positions
in the source, and one kind of error.

Names are imported when they are used: most of them bring xDSL along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_opencl.garbage import lazy

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

__getattr__ = lazy(
    __name__,
    {
        "driver.compilation": "Compilation module_text verify",
        "driver.diagnostics": "CompileError error_at user_errors",
        "driver.stage": "STAGES Stage stage_of",
        "source": "SourceFile",
    },
)
