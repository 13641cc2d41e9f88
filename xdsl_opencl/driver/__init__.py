"""
The driver: every stage from an input file to a code object, for programs and the command
line. It stands above the packages that do the work and adds only their order, positions
in the source, and one kind of error.
"""

from xdsl_opencl.driver.compilation import (
    STAGES,
    Compilation,
    Stage,
    make_context,
    module_text,
    stage_of,
    verify,
)
from xdsl_opencl.driver.diagnostics import CompileError, user_errors
from xdsl_opencl.driver.source import SourceFile

__all__ = [
    "STAGES",
    "Compilation",
    "CompileError",
    "SourceFile",
    "Stage",
    "make_context",
    "module_text",
    "stage_of",
    "user_errors",
    "verify",
]
