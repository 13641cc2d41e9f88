"""
The operations of the `llvm` dialect by name, those included that xDSL lacks.
"""

from __future__ import annotations

from functools import cache

from xdsl.dialects.llvm import LLVM
from xdsl.ir import Operation

from xdsl_opencl.dialects.llvm_ext import extended


@cache
def llvm_ops() -> dict[str, type[Operation]]:
    """
    Operation name, e.g. `llvm.intr.fshl`, to its class.
    """
    return {op.name: op for op in extended(LLVM).operations}


def op_class(name: str) -> type[Operation]:
    """
    The class of the operation `name`.

    Raises `KeyError` for a name that the dialect does not have.
    """
    return llvm_ops()[name]
