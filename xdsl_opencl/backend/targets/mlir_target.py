"""The target `opencl-mlir`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from xdsl_opencl.dialects.upstream import UpstreamPrinter


@dataclass(frozen=True)
class OpenCLMLIRTarget(Target):
    """
    Writes a module as MLIR text that MLIR 19, 22 and 24 read; the options are those of
    xDSL's `mlir`.
    """

    name: ClassVar[str] = "opencl-mlir"

    print_generic_format: bool = False
    print_properties_as_attributes: bool = False
    """The form for `mlir-opt --irdl-file`, in the generic format."""
    print_debuginfo: bool = False

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """Writes the text."""
        printer = UpstreamPrinter(
            stream=output,
            print_generic_format=self.print_generic_format,
            print_properties_as_attributes=self.print_properties_as_attributes,
            print_debuginfo=self.print_debuginfo,
        )
        printer.print_module(module)
