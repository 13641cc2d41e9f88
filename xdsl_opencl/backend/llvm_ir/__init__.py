"""
From the llvm dialect to LLVM IR text.

xDSL's own backend builds llvmlite's IR objects, which have no address spaces on `alloca`, no
string attributes and no bfloat, and drops calling conventions and function attributes. This
one prints text; LLVM's parser and verifier check it.
"""

from __future__ import annotations

from xdsl_opencl.backend.llvm_ir.errors import LLVMTranslationError
from xdsl_opencl.backend.llvm_ir.kernels import KernelMetadata
from xdsl_opencl.backend.llvm_ir.module import emit_llvm_ir
from xdsl_opencl.backend.llvm_ir.target import OpenCLLLVMIRTarget

__all__ = [
    "KernelMetadata",
    "LLVMTranslationError",
    "OpenCLLLVMIRTarget",
    "emit_llvm_ir",
]
