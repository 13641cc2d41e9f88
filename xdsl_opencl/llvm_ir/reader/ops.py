"""The operations of the `llvm` dialect by name, those included that xDSL lacks."""

from __future__ import annotations

from functools import cache

from xdsl.dialects.llvm import LLVM
from xdsl.ir import Operation

from xdsl_opencl.dialects.llvm_ext import LLVM_EXT_OPS
from xdsl_opencl.dialects.llvm_ext.corrected import CORRECTED_OPS


@cache
def llvm_ops() -> dict[str, type[Operation]]:
    """Operation name, e.g. `llvm.intr.fshl`, to its class: the widest that there is."""
    kinds = (*LLVM.operations, *LLVM_EXT_OPS)
    return {kind.name: CORRECTED_OPS.get(kind, kind) for kind in kinds}


def op_class(name: str) -> type[Operation]:
    """
    The class of the operation `name`.

    Raises `KeyError` for a name that the dialect does not have.
    """
    return llvm_ops()[name]
