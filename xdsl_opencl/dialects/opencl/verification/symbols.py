"""Symbol look-up."""

from __future__ import annotations

from operator import attrgetter

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation


def find_symbol(op: Operation, name: str) -> Operation | None:
    """
    The operation called `name` in the module around `op`; those before `op` are searched
    first, from the nearest on.
    """
    inner, module = op, op.parent_op()
    while module is not None and not isinstance(module, ModuleOp):
        inner, module = module, module.parent_op()
    for step in (attrgetter("prev_op"), attrgetter("next_op")):
        sibling: Operation | None = step(inner)
        while sibling is not None:
            symbol = sibling.get_attr_or_prop("sym_name")
            if isinstance(symbol, StringAttr) and symbol.data == name:
                return sibling
            sibling = step(sibling)
    symbol = inner.get_attr_or_prop("sym_name")
    return inner if isinstance(symbol, StringAttr) and symbol.data == name else None
