"""
The driver of the lowering passes: a table from operation class to handler, and one walk.

    lower(module.walk(), {FooOp: lower_foo}, Builder.before)

A handler takes a builder before the operation, and the operation; it returns the
values that replace the results, or `None` when the operation stays or it has erased it itself. The
driver looks at each operation once, those included that handlers make, so nothing that has
a handler is left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from typing_extensions import TypeVar
from xdsl.ir import Block, Operation, SSAValue

from xdsl_opencl.ir.build import Builder, replace
from xdsl_opencl.ir.diagnostics import fail

H = TypeVar("H")
B = TypeVar("B", bound=Builder)

Handler = Callable[[B, Any], Sequence[SSAValue] | None]


class Handlers(dict[type[Operation], H | None]):
    """
    The handler of each class of operations. A class that is not in the table has that of
    its nearest base, or `None`; it is looked for once. `in` says whether there is one.
    """

    def __contains__(self, kind: object) -> bool:
        return isinstance(kind, type) and self[kind] is not None

    def __missing__(self, kind: type[Operation]) -> H | None:
        found = next((self[base] for base in kind.__mro__[1:] if self.get(base)), None)
        self[kind] = found
        return found


def lower(
    operations: Iterable[Operation],
    table: Mapping[type[Operation], Handler[B]],
    builder: Callable[[Operation], B],
    *,
    promised: Collection[type[Operation]] = (),
) -> None:
    """
    Replaces those of `operations` that have a handler by what it builds; `builder` returns
    the builder before one.

    Raises `PassFailedException` for an operation of a `promised` class, or of a subclass
    of one, that has no handler.
    """
    handlers: Handlers[Handler[B]] = Handlers(table)
    for kind in promised:
        handlers.setdefault(kind, _left)
    work = list(operations)
    # Handlers make operations that are lowered in turn, which the list grows by.
    for op in work:
        handler = handlers[op.__class__]
        if handler is None:
            continue
        block = op.parent
        assert block is not None
        previous, following = op.prev_op, op.next_op
        results = handler(builder(op), op)
        made = block.first_op if previous is None else previous.next_op
        while made is not None and made is not op and made is not following:
            if made.regions:
                work.extend(made.walk())
            elif handlers[made.__class__] is not None:
                work.append(made)
            made = made.next_op
        if results is not None:
            replace(op, results)


def _left(build: Builder, op: Operation) -> Sequence[SSAValue]:
    fail(op, f"'{op.name}' has no lowering for the target of the module")


def one_per_block(make: Callable[[Operation], B]) -> Callable[[Operation], B]:
    """
    Returns a function that gives each block one builder, made by `make` before the
    first operation and then moved, for builders that remember what their block computes.
    """
    known: dict[Block | None, B] = {}

    def builder(op: Operation) -> B:
        found = known.get(op.parent)
        if found is None:
            found = known[op.parent] = make(op)
        else:
            found.move_before(op)
        return found

    return builder
