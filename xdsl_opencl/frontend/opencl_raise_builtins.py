"""
`opencl-raise-builtins`: calls of OpenCL's builtin functions to the dialect's operations.

`llvm.call` and `func.call` are looked up by the mangled name of the function, in any module,
except functions that the module defines itself. `printf`, pipes, sub-groups and the functions that
Clang calls for them are builtins too. A call of any other function stays. Declarations of
builtins, and constants that only their calls used, are removed.

Arguments that the dialect has as attributes must be constants if no single meaning is correct for
every value; other arguments, and builtins that no target has, are errors.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.frontend.raise_module import raise_builtins, reported


@dataclass(frozen=True)
class OpenCLRaiseBuiltinsPass(ModulePass):
    """Raises calls of builtin functions."""

    name = "opencl-raise-builtins"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        with reported(op):
            raise_builtins(op)
