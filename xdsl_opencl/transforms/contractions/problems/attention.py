"""
Finds attention: a contraction, a softmax along its columns, and a contraction of that with a
third operand.

Between the first contraction and the softmax may be operations on each element (a scale, a
mask), after the softmax a conversion. None of the values in between is used elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.ir import Operation
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.tensors.structured_operations import Nest
from xdsl_opencl.transforms.contractions.problems.contraction import (
    AnyMemRef,
    Contraction,
    buffer_of,
    leaves,
    other_user,
    read_contraction,
    take_neighbours,
)
from xdsl_opencl.transforms.contractions.problems.softmax import (
    constant,
    follow,
    read_softmax,
)

LARGEST_HEAD = 128
"""The most elements of a query, and of a value, that a sub-group keeps in registers."""


@dataclass
class Attention:
    """
    The products of queries and keys, with the operations on each of them, and those of their
    softmax and the values. `loops` has the loop of `scores` for each loop that both have, by
    the loop of `values`.
    """

    scores: Contraction
    values: Contraction
    loops: dict[int, int]
    head: int
    """The elements of a query."""
    width: int
    """The elements of a value."""
    unneeded: Sequence[Operation]
    """All operations that its kernel replaces, users before the values they use."""


def read_attention(
    scores: Contraction, unneeded: Sequence[Operation]
) -> Attention | None:
    """
    Returns the attention that starts with `scores`, which has its neighbours; `unneeded` are those
    that its kernel replaces. `None` if there is none.
    """
    softmax = read_softmax(scores.written, scores.operations)
    if softmax is None:
        return None
    known = {*scores.operations, *softmax.operations, *softmax.fills}
    written = softmax.written
    after = other_user(written, known)
    values = None if after is None else read_contraction(after)
    if values is None or values.factors[0].memory is not written:
        return None
    if written is values.factors[1].memory or written is values.result:
        return None
    loops = _common_loops(scores, values, softmax.along)
    head = _size(scores.nest, scores.depth)
    width = _size(values.nest, values.columns)
    if loops is None or head is None or width is None:
        return None
    order = [scores.operations[-1], *reversed(softmax.operations), values.nest.op]
    if not follow(order) or not _keeps(scores, values, known):
        return None
    more = take_neighbours(values)
    if values.fill is None or constant(values.fill.inputs[0]) != 0:
        return None
    users = [*more, values.nest.op, *softmax.operations]
    users += [*softmax.fills, scores.nest.op, *unneeded]
    rest = [op for buffer in softmax.buffers for op in buffer_of(buffer)]
    return Attention(scores, values, loops, head, width, [*users, *rest])


def _common_loops(
    scores: Contraction, values: Contraction, along: int
) -> dict[int, int] | None:
    """The loop of `scores` for each common loop of `values`, if their kinds agree."""
    if len(scores.columns) != 1 or len(values.depth) != 1 or len(scores.depth) != 1:
        return None
    places = _positions(scores.result_map)
    known = _positions(values.factors[0].map)
    if places is None or known is None or places[along] != scores.columns[0]:
        return None
    loops = dict(zip(known, places, strict=True))
    kinds = (
        (values.rows, scores.rows),
        (values.batch, scores.batch),
        (values.depth, scores.columns),
    )
    for own, other in kinds:
        if tuple(loops.get(loop) for loop in own) != other:
            return None
    return loops


def _positions(map: AffineMap) -> Sequence[int] | None:
    """The loop that each result of `map` is; `None` for another expression."""
    found = [r.position for r in map.results if isinstance(r, AffineDimExpr)]
    return found if len(found) == len(map.results) else None


def _size(nest: Nest, loops: Sequence[int]) -> int | None:
    """The iterations of all `loops`, if they are known and few enough for a head."""
    sizes = [nest.size(loop) for loop in loops]
    total = prod(LARGEST_HEAD + 1 if size is None else size for size in sizes)
    return total if total <= LARGEST_HEAD else None


def _keeps(scores: Contraction, values: Contraction, known: set[Operation]) -> bool:
    """True if what `scores` reads is the same where `values` is."""
    read = [factor.memory for factor in scores.factors]
    for stage in scores.stages:
        read += stage.nest.operands[:-1]
    memories = [value for value in read if isa(value.type, AnyMemRef)]
    op: Operation | None = scores.nest.op
    while op is not None and op is not values.nest.op:
        if op not in known and not all(leaves(op, value) for value in memories):
            return False
        op = op.next_op
    return True
