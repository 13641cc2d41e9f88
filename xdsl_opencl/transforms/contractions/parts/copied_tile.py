"""
The tile of a factor that a work-group multiplies, and its copy in the memory of the group: `opencl.copy_tile`.

A tile has lines (rows of the first factor, columns of the second) and the places of each line along the depth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.gpu_ext.attributes import WORKGROUP
from xdsl_opencl.dialects.opencl.memory import CopyTileOp
from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    indices_at,
    plus,
    product,
    step_in,
    step_of,
    value_of,
)
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
    padding: int = 0
    zeros: bool = False
    """Whether the tile has zeros for places past the end."""

    @cached_property
    def is_whole(self) -> bool:
        """Whether no place is past the end."""
        sizes = self.places.sizes
        return isa(sizes, tuple[int, ...]) and self.places.is_divided(prod(sizes))

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
        lines, places = self.lines.extent, self.places.extent
        return (places, lines) if self.lines_follow else (lines, places)

    @property
    def memory_type(self) -> MemRefType[Attribute]:
        """The type of the local memory."""
        outer, inner = self._shape
        shape = (outer, inner + self.padding)
        return MemRefType(self.element, shape, memory_space=WORKGROUP)

    def without_padding(self, memory: SSAValue) -> memref.SubviewOp:
        """Makes the view of the tile in `memory`."""
        return part_of(memory, (0, 0), self._shape)

    @cached_property
    def steps(self) -> Sequence[tuple[int, int]]:
        """
        The dimension of the factor that lines follow, and that of places, each with the distance between two;
        none for a tile that is no view of the factor.
        """
        map, found = self.factor.map, list[tuple[int, int]]()
        for loops in (self.lines.loops, self.places.loops):
            steps = [step_of(map, d, loops[0]) for d in range(len(map.results))]
            moved = [(d, step) for d, step in enumerate(steps) if step != 0]
            if len(loops) > 1 or len(moved) != 1 or (moved[0][1] or 0) < 1:
                return ()
            found += cast("list[tuple[int, int]]", moved)
        has_strides = self.factor.type.get_strides() is not None
        return found if found[0][0] != found[1][0] and has_strides else ()

    def view(
        self,
        build: TileBuilder,
        fixed: Values,
        start: tuple[Number, Number],
        count: tuple[Number, Number],
    ) -> SSAValue:
        """Makes the view of `count` lines and places of the factor, which start at `start`, where it has `steps`."""
        loops = (self.lines.loops[0], self.places.loops[0])
        values = {**fixed, **dict(zip(loops, start, strict=True))}
        offsets = map(_number, indices_at(build, self.factor.map, values))
        sizes, steps = (
            list[Number]([1] * len(self.factor.map.results)),
            dict(self.steps),
        )
        for (dimension, _), size in zip(self.steps, count, strict=True):
            sizes[dimension] = size
        distances = [steps.get(d, 1) for d in range(len(sizes))]
        made = part_of(self.factor.memory, [*offsets], sizes, distances, sorted(steps))
        return build.add(made)

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
        if self.zeros and not self.is_whole:
            properties["zeros"] = UNIT
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
        self.op, self.is_whole = op, op.places is None
        self.fixed: Values = dict(enumerate(map(_number, op.fixed)))
        self.origin, self.start = _number(op.line), _number(op.place)
        down = _direction(len(self.fixed), op.lines, op.line_sizes, lines)
        first = len(self.fixed) + len(down.loops)
        along = _direction(first, op.places, op.place_sizes, places)
        self.count = down.sizes[0]
        extension = None
        if isa(element, IntegerType):
            extension = arith.ExtUIOp if op.unsigned else arith.ExtSIOp
        factor, follow = Factor(op.source, op.map.data, extension), bool(op.transposed)
        super().__init__(factor, down, along, self.count, follow, element)
        self.zeros = bool(op.zeros)

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
        indices = value_of(build, line), value_of(build, place)
        store(build, value, self.op.tile, indices[:: -1 if self.lines_follow else 1])


def _number(value: SSAValue) -> Number:
    number = known(value)
    return value if number is None else number


def _direction(
    first: int, total: SSAValue | None, sizes: Sequence[SSAValue], extent: int
) -> Direction:
    """The loops from number `first` on, of as many iterations as the tile has if none is past the end."""
    numbers = (extent if total is None else _number(total), *map(_number, sizes))
    return Direction(tuple(range(first, first + len(numbers))), numbers, extent)


def part_of(
    memory: SSAValue,
    offsets: Sequence[Number],
    sizes: Sequence[Number],
    steps: Sequence[int] = (1, 1),
    kept: Sequence[int] = (0, 1),
) -> memref.SubviewOp:
    """Returns the view of a part of `memory`, which has its dimensions `kept`."""
    infer, type = memref.SubviewOp.infer_result_type, cast(AnyMemRef, memory.type)
    whole = infer(type, offsets, sizes, steps)
    layout = cast(StridedLayoutAttr, whole.layout)
    strides = [layout.strides.data[d] for d in kept]
    view = MemRefType(
        type.element_type,
        [whole.get_shape()[d] for d in kept],
        StridedLayoutAttr(strides, layout.offset),
        type.memory_space,
    )
    return memref.SubviewOp.get(memory, offsets, sizes, steps, view)


def flattened(
    build: TileBuilder, factor: Factor, direction: Direction
) -> tuple[Factor, Direction]:
    """
    Returns `factor` and `direction` without loops of one iteration, and with one loop in place of the last ones if their
    elements follow each other in memory: a view of fewer dimensions.
    """
    pairs = [*zip(direction.loops, direction.sizes, strict=True)]
    kept = [pair for pair in pairs if pair[1] != 1] or pairs[-1:]
    loops, sizes = tuple(loop for loop, _ in kept), tuple(size for _, size in kept)
    shape, dims = factor.type.get_shape(), range(factor.map.num_dims)
    ones, number = {loop for loop, _ in pairs} - {*loops}, len(dims)
    zero, plain = AffineConstantExpr(0), [AffineDimExpr(d) for d in dims]
    values = [zero if d in ones else plain[d] for d in dims]
    map_ = factor.map.replace_dims_and_symbols(values, (), number, 0)
    results = map_.results
    for count in range(len(loops), 1, -1):
        fused = loops[-count:]
        inner = [plain[loop] for loop in fused[1:]]
        places = range(len(results) - count + 1)
        found = [d for d in places if inner == [*results[d + 1 : d + count]]]
        d = found[0] if found else 0
        others, whole = (*results[:d], *results[d + count :]), shape[d : d + count]
        steps = [step_of(map_, d, loop) for loop in fused]
        if (
            found
            and not any(other.used_dims() & {*fused} for other in others)
            and steps == [1] + [0] * (count - 1)
            and (whole[1:], whole[0] < 0) == (sizes[1 - count :], False)
            and factor.type.layout == NoneAttr()
        ):
            break
    else:
        return replace(factor, map=map_), replace(direction, loops=loops, sizes=sizes)
    values[loops[-count]] = zero
    start = results[d].replace_dims_and_symbols(values, ())
    flat = start * prod(whole[1:]) + inner[-1]
    type = MemRefType(
        factor.type.element_type,
        (*shape[:d], prod(whole), *shape[d + count :]),
        memory_space=factor.type.memory_space,
    )
    groups = [[n] for n in range(len(shape))]
    groups[d : d + count] = [[*range(d, d + count)]]
    indices = [ArrayAttr([IntegerAttr(n, i64) for n in group]) for group in groups]
    view = memref.CollapseShapeOp.create(
        operands=[factor.memory],
        result_types=[type],
        properties={"reassociation": ArrayAttr(indices)},
    )
    map_ = AffineMap(number, 0, (*results[:d], flat, *results[d + count :]))
    loops = (*loops[:-count], loops[-1])
    size = product(build, sizes[-count:])
    direction = replace(direction, loops=loops, sizes=(*sizes[:-count], size))
    return replace(factor, memory=build.add(view), map=map_), direction
