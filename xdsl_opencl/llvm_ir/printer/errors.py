"""The errors of the LLVM IR printer."""

from __future__ import annotations

from xdsl.ir import Operation

from xdsl_opencl.ir.diagnostics import OperationError
from xdsl_opencl.llvm_ir.syntax.words import Untranslatable as Untranslatable


class LLVMTranslationError(OperationError):
    """
    An operation, type or attribute that LLVM IR cannot express, or that this translation
    does not know.
    """


REFUSALS = (Untranslatable, NotImplementedError)
"""The errors of things without words; the second is xDSL's, of numbers of type `f80`."""


def refusal(error: Exception, op: Operation) -> LLVMTranslationError:
    """Returns the error at `op` that one of `REFUSALS` means."""
    if isinstance(error, Untranslatable):
        return LLVMTranslationError(str(error), op)
    message = "a constant has a type that xDSL cannot print; use f16, f32 or f64"
    return LLVMTranslationError(message, op)


def unknown_attribute(which: str) -> Untranslatable:
    """Returns the error for the attribute `which`."""
    return Untranslatable(f"attribute {which} has no equivalent in LLVM IR; remove it")
