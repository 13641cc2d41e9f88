"""The target `opencl-llvm-ir`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from xdsl_opencl.llvm_ir.printer.errors import LLVMTranslationError
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir


@dataclass(frozen=True)
class OpenCLLLVMIRTarget(Target):
    """Writes a module of the llvm dialect as LLVM IR text, see `emit_llvm_ir`."""

    name: ClassVar[str] = "opencl-llvm-ir"

    kernel_metadata: str = "function"
    """The place of the kernels' argument information: `function`, `named` or `both`."""

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """
        Writes the text once it is complete.

        Raises `LLVMTranslationError`.
        """
        where = self.kernel_metadata
        if where != "function" and where != "named" and where != "both":
            raise LLVMTranslationError(
                f"kernel-metadata must be function, named or both, not '{where}'"
            )
        output.write(emit_llvm_ir(module, where))
