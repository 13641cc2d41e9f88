"""
The upstream `llvm.*` operations and calling conventions that xDSL lacks.
"""

from __future__ import annotations

from xdsl.ir import Dialect


def extended(llvm: Dialect) -> Dialect:
    """
    Returns `llvm` with the operations that it lacks.
    """
    return llvm
