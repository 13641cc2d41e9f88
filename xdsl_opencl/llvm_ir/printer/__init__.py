"""
From the llvm dialect to LLVM IR text.

xDSL's own backend builds llvmlite's IR objects, which have no address spaces on `alloca`, no
string attributes and no bfloat, and drops calling conventions and function attributes. This
one prints text; LLVM's parser and verifier check it.
"""

from __future__ import annotations

from xdsl_opencl.llvm_ir.printer.errors import LLVMTranslationError
from xdsl_opencl.llvm_ir.printer.module import Meaning, print_llvm_ir

__all__ = ["LLVMTranslationError", "Meaning", "print_llvm_ir"]
