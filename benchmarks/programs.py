"""
A context with every dialect, for benchmarks that parse IR.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.universe import Universe


def context() -> Context:
    """
    Returns a new context with all dialects of xDSL and of its plug-ins.
    """
    result = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        result.register_dialect(name, factory)
    return result
