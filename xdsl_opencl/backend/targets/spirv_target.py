"""SPIR-V of a module: words, and the target `opencl-spirv`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from xdsl_opencl.ir.module import module_target
from xdsl_opencl.spirv.assembly import print_module
from xdsl_opencl.spirv.words import write
from xdsl_opencl.spirv.writer.module import write_module


def spirv_words(module: ModuleOp) -> bytes:
    """
    The words of `module`, which the passes for ABI spirv have lowered.

    Raises `PassFailedException` at what SPIR-V does not have, or without a target.
    """
    return write(write_module(module, module_target(module).pointer_bits))


@dataclass(frozen=True)
class OpenCLSpirvTarget(Target):
    """
    Writes the text that `spirv-dis --raw-id` prints of a module that the passes for ABI spirv have
    lowered (`opencl-to-llvm`).
    """

    name: ClassVar[str] = "opencl-spirv"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """
        Writes the text once it is complete.

        Raises `PassFailedException` as `spirv_words`.
        """
        made = write_module(module, module_target(module).pointer_bits)
        write(made)
        output.write(print_module(made))
