"""
The errors of the LLVM IR printer.
"""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.utils.exceptions import DiagnosticException

from xdsl_opencl.ir.diagnostics import describe


class LLVMTranslationError(DiagnosticException):
    """
    An operation, type or attribute that LLVM IR cannot express, or that this translation
    does not know. The message names the operation and its place.
    """


class Untranslatable(Exception):
    """
    What a helper raises that has no operation at hand; the printer turns it into an
    `LLVMTranslationError` at the operation it is working on.
    """


def translation_error(op: Operation, message: str) -> LLVMTranslationError:
    """
    The error `message` at `op`: location, function, message, first line of the operation.
    """
    where = describe(op)
    text = str(op).splitlines()[0].strip()
    return LLVMTranslationError(
        f"{where + ': ' if where else ''}error: {message}\n  {text}"
    )
