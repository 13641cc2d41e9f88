"""
The errors of the LLVM IR printer.
"""

from __future__ import annotations

from xdsl_opencl.ir.diagnostics import OperationError
from xdsl_opencl.llvm_ir.syntax.words import Untranslatable as Untranslatable


class LLVMTranslationError(OperationError):
    """
    An operation, type or attribute that LLVM IR cannot express, or that this translation
    does not know.
    """
