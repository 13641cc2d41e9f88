"""
The tile of a factor that a work-group multiplies, and its copy in the memory of the group: `opencl.copy_tile`.

A tile has lines (rows of the first factor, columns of the second) and the places of each line along the depth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    AffineMapAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.opencl.memory import CopyTileOp
from xdsl_opencl.ir.index_arithmetic import Number, TileBuilder, plus, step_in, value_of
from xdsl_opencl.transforms.contractions.parts.elements import (
    Direction,
    Values,
    load_factor,
    store,
)
from xdsl_opencl.transforms.contractions.problems.contraction import AnyMemRef, Factor
from xdsl_opencl.transforms.from_dialects.from_gpu.known_index_values import known


@dataclass
class FactorTile:
    """
    Tiles of `factor`: of `lines`, of which there are `total` (`None` if none is past the end), and `places`.
    `lines_follow` says that the lines of a place follow each other; `padding` elements follow these.
    """

    factor: Factor
    lines: Direction
    places: Direction
    total: Number | None
    lines_follow: bool
    element: Attribute
    vector: int = 0
    """The elements of a vector on the CPU device."""
    padding: int = 0

    @cached_property
    def is_whole(self) -> bool:
        """Whether no place is past the end."""
        sizes = self.places.sizes
        return isa(sizes, tuple[int, ...]) and self.places.is_divided(prod(sizes))

    @cached_property
    def front(self) -> int:
        """The places before the first one, for vectors that start there."""
        return 0 if self.is_whole or len(self.places.loops) > 1 else self.vector

    @cached_property
    def along_lines(self) -> bool:
        """Whether the elements of neighbouring lines follow each other in the factor."""
        return self._follow(self.lines)

    @cached_property
    def along_depth(self) -> bool:
        """Whether elements of neighbouring places follow each other, and those of lines do not."""
        return not self.along_lines and self._follow(self.places)

    def _follow(self, direction: Direction) -> bool:
        return step_in(self.factor.memory, self.factor.map, direction.loops[-1]) == 1

    @property
    def _shape(self) -> tuple[int, int]:
        lines, places = self.lines.extent, self.front + self.places.extent
        return (places, lines) if self.lines_follow else (lines, places)

    @property
    def memory_type(self) -> MemRefType[Attribute]:
        """The type of the memory."""
        outer, inner = self._shape
        return MemRefType(self.element, (outer, inner + self.padding))

    def without_padding(self, memory: SSAValue) -> memref.SubviewOp:
        """Makes the view of the tile in `memory`."""
        type = cast(AnyMemRef, memory.type)
        return memref.SubviewOp.from_static_parameters(
            memory, type, (0, 0), self._shape, (1, 1)
        )

    def indices(
        self, build: TileBuilder, line: Number, place: Number
    ) -> Sequence[SSAValue]:
        """Returns the indices of an element of the tile."""
        found = value_of(build, line), value_of(build, plus(build, place, self.front))
        return found[:: -1 if self.lines_follow else 1]

    def copy(
        self,
        build: TileBuilder,
        tile: SSAValue,
        fixed: Values,
        line: Number,
        place: Number,
    ) -> None:
        """Fills `tile` from `line` and `place` on, where the other loops have the values `fixed`."""
        lines, places = self.lines, self.places
        loops = [*fixed, *lines.loops, *places.loops]
        dims = [
            AffineDimExpr(loops.index(d)) if d in loops else AffineConstantExpr(0)
            for d in range(self.factor.map.num_dims)
        ]
        map = self.factor.map.replace_dims_and_symbols(dims, (), len(loops), 0)
        properties: dict[str, Attribute] = {"map": AffineMapAttr(map)}
        if self.lines_follow:
            properties["transposed"] = UNIT
        if self.factor.extension is arith.ExtUIOp:
            properties["unsigned"] = UNIT
        if self.vector:
            properties["vector"] = IntegerAttr(self.vector, i64)
        end = [] if self.total is None or lines.is_divided(self.total) else [self.total]
        parts = (
            *([*fixed.values()], [line], end, lines.sizes[1:]),
            *([place], places.sizes[: not self.is_whole], places.sizes[1:]),
        )
        numbers = ([value_of(build, number) for number in part] for part in parts)
        operands = [self.factor.memory, *numbers, tile]
        build.insert(CopyTileOp.build(operands=operands, properties=properties))


class CopiedTile(FactorTile):
    """The tile that `op` fills: its loops are the dimensions of the map."""

    def __init__(self, op: CopyTileOp):
        type = cast(AnyMemRef, op.tile.type)
        element: Attribute = type.element_type
        lines, places = type.get_shape()[:: -1 if op.transposed else 1]
        vector = 0 if op.vector is None else op.vector.value.data
        self.op, self.is_whole = op, op.places is None
        self.front = vector if op.places and not op.place_sizes else 0
        self.fixed: Values = dict(enumerate(map(_number, op.fixed)))
        self.origin, self.start = _number(op.line), _number(op.place)
        down = _direction(len(self.fixed), op.lines, op.line_sizes, lines)
        first, places = len(self.fixed) + len(down.loops), places - self.front
        along = _direction(first, op.places, op.place_sizes, places)
        self.count = down.sizes[0]
        extension = None
        if isa(element, IntegerType):
            extension = arith.ExtUIOp if op.unsigned else arith.ExtSIOp
        factor, follow = Factor(op.source, op.map.data, extension), bool(op.transposed)
        super().__init__(factor, down, along, self.count, follow, element, vector)

    def line(self, build: TileBuilder, number: Number, count: int = 1) -> Values:
        """Returns the values of the loops for the first of `count` lines of the tile."""
        number = plus(build, self.origin, number)
        return self.lines.within(build, number, self.count, count)

    def element_at(
        self, build: TileBuilder, line: Values, place: Values, width: int | None = None
    ) -> SSAValue:
        """Loads an element, or a vector of `width`, that the tile has from `line` and `place` on."""
        values = {**self.fixed, **line, **place}
        return load_factor(build, self.factor, values, width, self.element)

    def store(
        self, build: TileBuilder, value: SSAValue, line: Number, place: Number
    ) -> None:
        """Stores an element, or a vector of elements, of the tile."""
        store(build, value, self.op.tile, self.indices(build, line, place))


def _number(value: SSAValue) -> Number:
    number = known(value)
    return value if number is None else number


def _direction(
    first: int, total: SSAValue | None, sizes: Sequence[SSAValue], extent: int
) -> Direction:
    """The loops from number `first` on, of as many iterations as the tile has if none is past the end."""
    numbers = (extent if total is None else _number(total), *map(_number, sizes))
    return Direction(tuple(range(first, first + len(numbers))), numbers, extent)
