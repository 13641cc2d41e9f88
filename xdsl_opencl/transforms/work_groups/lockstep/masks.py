"""Masks of work items in lockstep: the lanes that take part where paths split and meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    Lanes,
    Linear,
    Pointers,
    RowBuilder,
    Uniform,
    Wide,
    any_of,
    are_same,
    flatten,
    logical_and,
    part,
    rebuild,
    select,
)


@dataclass(eq=False)
class Split:
    """A point where the lanes of `mask` split into `ways` paths."""

    mask: Mask
    ways: int


@dataclass(eq=False)
class Mask:
    """
    The lanes for which `vector` is true (all lanes if it is `None`), if `scalar` is true (or
    `None`). `occupied`: some lane of `vector` takes part in the program. `split` and `way`
    describe the lanes as a part of another mask. `alone`: `vector` is true in one lane at most.
    """

    vector: SSAValue | None
    scalar: SSAValue | None
    occupied: bool
    split: Split | None = None
    way: int = 0
    alone: bool = False


def everyone() -> Mask:
    """Returns the mask of all lanes."""
    return Mask(None, None, occupied=True)


def inside(mask: Mask) -> Mask:
    """Returns `mask`, known to have a lane."""
    return Mask(mask.vector, None, occupied=True, alone=mask.alone)


def vector_of_mask(build: RowBuilder, mask: Mask) -> SSAValue | None:
    """Makes the vector of lanes; `None` for all."""
    if mask.scalar is None:
        return mask.vector
    none = build.constant(0, build.lane_type(i1))
    lanes = mask.vector
    if lanes is None:
        lanes = build.constant(1, build.lane_type(i1))
    return build.select(mask.scalar, lanes, none)


def occupation(build: RowBuilder, mask: Mask) -> SSAValue | None:
    """Makes an `i1` that is true if some lane takes part; `None` if this is known."""
    if mask.occupied:
        return mask.scalar
    assert mask.vector is not None
    some = any_of(build, mask.vector)
    if mask.scalar is None:
        return some
    return build.select(mask.scalar, some, build.constant(0, i1))


def restrict(
    build: RowBuilder,
    mask: Mask,
    condition: Lanes,
    split: Split,
    way: int,
    *,
    not_: bool,
) -> Mask:
    """
    Returns the lanes of `mask` for which `condition`, an `i1`, is true, or false with `not_`.
    """
    if isinstance(condition, Uniform):
        holds = condition.value
        if not_:
            holds = build.op(llvm.XOrOp, holds, build.constant(1, i1))
        if mask.scalar is not None:
            # Values computed where no lane takes part may be undefined.
            holds = build.select(mask.scalar, holds, build.constant(0, i1))
        elif not mask.occupied:
            holds = build.select(
                any_of(build, _some(mask)), holds, build.constant(0, i1)
            )
        return Mask(mask.vector, holds, mask.occupied, split, way, mask.alone)
    lanes = part(build, condition)
    if not_:
        lanes = build.op(llvm.XOrOp, lanes, build.constant(1, lanes.type))
    within = vector_of_mask(build, mask)
    if within is not None:
        lanes = logical_and(build, within, lanes)
    once = isinstance(condition, Wide) and condition.alone and not not_
    return Mask(lanes, None, False, split, way, mask.alone or once)


def _some(mask: Mask) -> SSAValue:
    assert mask.vector is not None
    return mask.vector


def union(build: RowBuilder, masks: Sequence[Mask]) -> Mask:
    """Returns the union of `masks`, which are disjoint."""
    left = merged(masks)
    if len(left) == 1:
        return left[0]
    if all(m.vector is left[0].vector and m.scalar is not None for m in left):
        holds = left[0].scalar
        assert holds is not None
        for mask in left[1:]:
            assert mask.scalar is not None
            holds = build.op(llvm.OrOp, holds, mask.scalar)
        return Mask(left[0].vector, holds, left[0].occupied, alone=left[0].alone)
    vectors = [vector_of_mask(build, mask) for mask in left]
    lanes = vectors[0]
    for vector in vectors[1:]:
        if lanes is None or vector is None:
            return everyone()
        lanes = build.op(llvm.OrOp, lanes, vector)
    return Mask(lanes, None, any(m.occupied and m.scalar is None for m in left))


def merged(masks: Sequence[Mask]) -> list[Mask]:
    """Joins the masks that are the parts of another mask."""
    left = list(masks)
    ways: dict[Split, list[Mask]] = {}
    waiting = list(masks)
    while waiting:
        mask = waiting.pop()
        if mask.split is None:
            continue
        together = ways.setdefault(mask.split, [])
        together.append(mask)
        if len({m.way for m in together}) == mask.split.ways:
            left = [m for m in left if m not in together]
            left.append(mask.split.mask)
            waiting.append(mask.split.mask)
    return left


@dataclass(eq=False)
class Edge:
    """Lanes that reach a block, and the values of its arguments."""

    mask: Mask
    arguments: tuple[Lanes, ...]


def _choose(
    build: RowBuilder, condition: SSAValue, yes: Lanes, no: Lanes
) -> Lanes | None:
    """Takes `yes` or `no` for all lanes, if both have the same form."""
    match yes, no:
        case Uniform(), Uniform():
            pass
        case Linear(), Linear() if yes.step == no.step:
            yes = Linear(yes.first, yes.step, *_common(yes, no))
            no = Linear(no.first, no.step, *_common(no, yes))
        case Pointers(), Pointers() if yes.base is no.base:
            offset = _choose(build, condition, yes.offset, no.offset)
            if offset is None or isinstance(offset, Pointers):
                return None
            return Pointers(yes.base, offset)
        case _:
            return None
    pairs = zip(flatten(yes), flatten(no), strict=True)
    return rebuild(yes, [build.select(condition, a, b) for a, b in pairs])


def _common(a: Linear, b: Linear) -> tuple[SSAValue | None, SSAValue | None]:
    """Returns the facts of `a` that `b` has too."""
    return (
        a.signed if b.signed is not None else None,
        a.unsigned if b.unsigned is not None else None,
    )


def blend(build: RowBuilder, edges: Sequence[Edge], index: int) -> Lanes:
    """Returns argument `index` of the block that `edges` lead to."""
    # The mask of the last edge is unused: choose an edge whose mask other edges have, too.
    edges = sorted(edges, key=lambda edge: edge.mask.way)
    chosen = edges[-1].arguments[index]
    together = all(e.mask.vector is edges[0].mask.vector for e in edges)
    for edge in reversed(edges[:-1]):
        value = edge.arguments[index]
        if are_same(value, chosen):
            continue
        if together and edge.mask.scalar is not None:
            alike = _choose(build, edge.mask.scalar, value, chosen)
            if alike is not None:
                chosen = alike
                continue

        def lanes(mask: Mask = edge.mask) -> SSAValue:
            vector = vector_of_mask(build, mask)
            assert vector is not None, "lanes come by other edges, too"
            return vector

        chosen = select(build, lanes, value, chosen)
    return chosen
