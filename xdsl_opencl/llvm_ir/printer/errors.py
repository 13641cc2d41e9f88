"""
The errors of the LLVM IR printer.
"""

from __future__ import annotations

from xdsl_opencl.ir.diagnostics import OperationError


class LLVMTranslationError(OperationError):
    """
    An operation, type or attribute that LLVM IR cannot express, or that this translation
    does not know.
    """


class Untranslatable(Exception):
    """
    A helper's error without an operation at hand; the printer turns it into an
    `LLVMTranslationError` at the operation it is working on.
    """
