"""
The directions of a tile, and elements of its factors: numbers, and vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from xdsl import ir
from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import IntegerAttr, VectorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.reductions import SUM
from xdsl_opencl.ir.element_types import element_of, like
from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    divided,
    indices_at,
    least,
    plus,
    rounded_up,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.problems.contraction import Factor
from xdsl_opencl.transforms.contractions.problems.schedule import bytes_of

Values = Mapping[int, Number]
"""The values of loops, by their numbers."""


@dataclass(frozen=True)
class Direction:
    """One direction of a tile: its loops with their sizes, the last fastest, and its extent."""

    loops: tuple[int, ...]
    sizes: tuple[Number, ...]
    extent: int

    @cached_property
    def last(self) -> Number:
        return self.sizes[-1]

    def is_divided(self, size: Number) -> bool:
        """True if tiles have no part beyond the end of `size`."""
        return isinstance(size, int) and size % self.extent == 0

    def at(self, build: TileBuilder, number: Number) -> Values:
        """The values of the loops in iteration `number` of all of them."""
        found = divided(build, number, self.sizes) if self.loops else ()
        return dict(zip(self.loops, found, strict=True))

    def within(
        self, build: TileBuilder, number: Number, total: Number, count: int = 1
    ) -> Values:
        """
        The values of the loops for the first of `count` iterations from `number` on; those of the last
        ones of `total` beyond the end.
        """
        if not self.is_divided(total):
            number = least(build, number, plus(build, total, -count))
        return self.at(build, number)


def converted(
    build: TileBuilder,
    value: SSAValue,
    type: Attribute,
    extension: type[Operation] | None = None,
) -> SSAValue:
    """
    Returns a number or a vector with elements of `type`: by `extension`, else a float with more or fewer bits;
    `value` itself if it has them.
    """
    before, wanted = element_of(value.type), like(value.type, type)
    if before == type:
        return value
    wider = bytes_of(before) < bytes_of(type)
    kind = extension or (arith.ExtFOp if wider else arith.TruncFOp)
    return build.convert(kind, value, wanted)


def load_factor(
    build: TileBuilder,
    factor: Factor,
    values: Values,
    width: int | None = None,
    type: Attribute | None = None,
) -> SSAValue:
    """
    Loads the element of `factor` where its loops have `values`, or a vector of `width` from there on, and makes
    `type` of it.
    """
    indices = indices_at(build, factor.map, values)
    element = factor.type.element_type
    read = element if width is None else VectorType(element, (width,))
    value = loaded(build, factor.memory, indices, read)
    return converted(build, value, type or element, factor.extension)


def loaded(
    build: TileBuilder, memory: SSAValue, indices: Sequence[SSAValue], type: Attribute
) -> SSAValue:
    """Loads a number, or a vector of elements that follow each other."""
    if isa(type, VectorType[Attribute]):
        return build.add(vector.LoadOp(memory, indices, type))
    return build.add(memref.LoadOp.get(memory, indices))


def store(
    build: TileBuilder, value: SSAValue, memory: SSAValue, indices: Sequence[SSAValue]
) -> None:
    """Stores a number, or a vector of elements that follow each other."""
    if isinstance(value.type, VectorType):
        build.insert(vector.StoreOp(value, memory, indices))
    else:
        build.insert(memref.StoreOp.get(value, memory, indices))


def zero_element(build: TileBuilder, element: Attribute) -> SSAValue:
    """Returns the number zero."""
    return build.literal(SUM.start(element), element)


def zero(build: TileBuilder, type: VectorType[Attribute]) -> SSAValue:
    """Returns a vector of zeros."""
    return build.add(vector.BroadcastOp(zero_element(build, type.element_type), type))


def inserted(
    build: TileBuilder, vector_: SSAValue, value: SSAValue, place: int
) -> SSAValue:
    """Returns `vector_` with `value` at `place`."""
    return build.add(vector.InsertOp(value, vector_, [place]))


def extracted(build: TileBuilder, vector_: SSAValue, place: int) -> SSAValue:
    """Returns the element of `vector_` at `place`."""
    return build.add(
        vector.ExtractOp(
            vector_, [place], cast("VectorType[Attribute]", vector_.type).element_type
        )
    )


def choose(
    build: TileBuilder,
    condition: SSAValue,
    types: Sequence[Attribute],
    yes: Callable[[TileBuilder], Sequence[SSAValue]],
    no: Callable[[TileBuilder], Sequence[SSAValue]] | None = None,
) -> Sequence[SSAValue]:
    """Makes an `scf.if` with results of `types`."""
    regions: list[ir.Region] = []
    for way in (yes, no):
        if way is None:
            regions.append(ir.Region())
            continue
        block = ir.Block()
        inside = build.inside(block)
        values = way(inside)
        inside.insert(scf.YieldOp(*values))
        regions.append(ir.Region(block))
    made = scf.IfOp(condition, types, regions[0], regions[1])
    build.insert(made)
    return made.results


def counted(
    build: TileBuilder, end: Number, step: int = 1, carried: Sequence[SSAValue] = ()
) -> tuple[TileBuilder, Number]:
    """
    Makes a loop over the multiples of `step` below `end`; returns a builder in its body, and the
    number. With `carried` values the body lacks its `scf.yield`.
    """
    last = None if carried else scf.YieldOp()
    types = [value.type for value in carried]
    body = ir.Block([last] if last else (), arg_types=(INDEX, *types))
    # A loop with steps of 1 up to a constant is counted for the cost of a launch.
    rounds = rounded_up(build, end, step)
    if isinstance(rounds, SSAValue) and (most := _most(end)) is not None:
        rounds = least(build, rounds, -(-most // step))
    ends = value_of(build, rounds)
    build.insert(scf.ForOp(build.number(0), ends, build.number(1), carried, body))
    inside = TileBuilder(body, last, build.location, build)
    return inside, times(inside, body.args[0], step)


def _most(number: Number) -> int | None:
    """The constant that `number` is at most, by `least`."""
    if isinstance(number, SSAValue) and isinstance(op := number.owner, arith.MinSIOp):
        if isinstance(first := op.lhs.owner, arith.ConstantOp):
            return cast("IntegerAttr[Any]", first.value).value.data
    return None
