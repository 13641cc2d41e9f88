"""
Finds rows: neighbouring operations of `linalg` on memrefs that one kernel can compute, row by row.

The loops of a group have dimensions: those of the rows, which every member has, and those of
the columns of members. A member whose loops are rows only computes one value for each row.
One with columns computes an element for each, or combines them into one value for the row.
Members are aligned by the memory that they share: the loop of an index there is the dimension
that the other members have at that index.

A row touches no memory of another row that the group writes. In a row, members have levels. At an even
level are values of the row; an odd one is a loop over columns. An element may be used in its own
loop by members with the same indices; all else is used at later levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import f32, f64, i1, i32, i64
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr
from xdsl.traits import is_side_effect_free
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.tensors.structured_operations import (
    Nest,
    combined,
    read_nest,
)
from xdsl_opencl.dialects.aliases import AnyMemRef
from xdsl_opencl.ir.index_arithmetic import has_unit_stride
from xdsl_opencl.ir.views import may_share, root
from xdsl_opencl.transforms.contractions.problems.contraction import read_contraction

Indices = tuple[AffineExpr, ...]
"""The indices of an access over the dimensions of a group."""

_SPREAD_TYPES: frozenset[Attribute] = frozenset((f32, f64, i32, i64))
"""The types that work items of a group combine."""
_LEAST_SPREAD = 32
"""Shorter rows are not worth a work-group."""
_MOST_SERIAL = 64
"""A work item of a GPU computes no more elements that other work items could compute."""
_MOST_IN_ROW = 4096
"""The most elements of a single row, which one work-group computes while the others idle."""
_MOST_BUFFERS = 48
"""The arguments of a kernel of AMD's have a kilobyte, a memref some words of it."""


@dataclass
class Unit:
    """A structured operation, with the fill of its result before it if it has one."""

    nest: Nest
    fill: ops.FillOp | None = None


@dataclass
class Member:
    """A unit of a group."""

    unit: Unit
    place: int
    """Its place in the program."""
    loops: Sequence[AffineExpr]
    """The dimension of each loop, 0 for a loop of one iteration."""
    columns: tuple[int, ...]
    indices: Sequence[Indices]
    """For each operand; none for a number."""
    level: int = 0

    @property
    def nest(self) -> Nest:
        return self.unit.nest

    @property
    def reduces(self) -> bool:
        """Returns whether its columns are combined."""
        return bool(self.columns) and any(
            isinstance(loop, AffineDimExpr)
            and loop.position in self.columns
            and not self.nest.parallel[number]
            for number, loop in enumerate(self.loops)
        )

    @property
    def reads_results(self) -> bool:
        """Returns whether its body reads the elements that it writes."""
        inputs = len(self.nest.operands) - self.nest.outputs
        return any(any(argument.uses) for argument in self.nest.body.args[inputs:])

    def accesses(self) -> Iterator[tuple[SSAValue, Indices, bool]]:
        """Each memory with the indices, and true where they are written."""
        first = len(self.nest.operands) - self.nest.outputs
        for i, value in enumerate(self.nest.operands):
            if is_memory(value):
                yield value, self.indices[i], i >= first


def is_memory(value: SSAValue) -> bool:
    """Returns whether `value` is a memref, not a number."""
    return isa(value.type, AnyMemRef)


def loop_of(index: AffineExpr, nest: Nest) -> int | None:
    """The loop that an index is, if it is one with several iterations."""
    if isinstance(index, AffineDimExpr) and nest.size(index.position) != 1:
        return index.position
    return None


class _Access(NamedTuple):
    """An access of members with these columns; `reduces` as of `Member`."""

    memory: SSAValue
    indices: Indices
    columns: tuple[int, ...]
    reduces: bool


@dataclass
class _Uses:
    """The levels of accesses of one kind to some memory."""

    written: int = -1
    read: int = -1


@dataclass
class Group:
    """
    Members, in the order of the program when it is complete. `spread`: the work items of a
    work-group share the columns of a row; otherwise each has rows of its own.
    """

    on_gpu: bool
    spread: bool = False
    reduces: bool = False
    rows: int = 0
    bounds: list[tuple[Nest, int]] = field(default_factory=list[tuple[Nest, int]])
    """For each dimension the loop that has its size."""
    members: list[Member] = field(default_factory=list[Member])
    _known: dict[SSAValue, dict[Indices, None]] = field(
        default_factory=dict[SSAValue, dict[Indices, None]]
    )
    _roots: dict[SSAValue, set[tuple[SSAValue, Indices, bool]]] = field(
        default_factory=dict[SSAValue, set[tuple[SSAValue, Indices, bool]]]
    )
    """For each root its accesses: the view, the indices, and true for a write."""
    _spaces: dict[tuple[int, ...], None] = field(
        default_factory=dict[tuple[int, ...], None]
    )

    # --- members ---------------------------------------------------------------------

    def start(self, unit: Unit, place: int) -> bool:
        """Makes `unit` the first member. False if a kernel cannot have it."""
        nest = unit.nest
        parallel = [d for d, each in enumerate(nest.parallel) if each]
        rows = [d for d in parallel if nest.size(d) != 1]
        self.rows = len(rows)
        self.bounds = [(nest, d) for d in rows]
        self.reduces = not all(nest.parallel)
        self.spread = _may_spread(nest)
        return self._join(unit, place, {d: n for n, d in enumerate(rows)})

    def add(self, unit: Unit, place: int) -> bool:
        """Makes `unit` a member, if it has the rows of the others."""
        nest = unit.nest
        rows: dict[int, int] = {}
        shared = False
        for value, map in zip(nest.operands, nest.maps):
            for indices in self._known.get(value, ()):
                shared = True
                for mine, theirs in zip(map.results, indices):
                    loop = loop_of(mine, nest)
                    if (
                        loop is not None
                        and isinstance(theirs, AffineDimExpr)
                        and theirs.position < self.rows
                        and rows.setdefault(loop, theirs.position) != theirs.position
                    ):
                        return False
        if not shared or sorted(rows.values()) != [*range(self.rows)]:
            return False
        return self._join(unit, place, rows)

    def _join(self, unit: Unit, place: int, rows: Mapping[int, int]) -> bool:
        nest = unit.nest
        several = [d for d in range(len(nest.parallel)) if nest.size(d) != 1]
        others = [d for d in several if d not in rows]
        kinds = {nest.parallel[d] for d in others}
        if len(kinds) > 1 or not all(nest.parallel[d] for d in rows):
            return False
        reduces = kinds == {False}
        if not self._is_worth_it(nest, others, reduces):
            return False
        columns = self._columns(nest, others)
        dimensions = {**rows, **columns}
        zero = AffineConstantExpr(0)
        loops: list[AffineExpr] = [
            AffineDimExpr(dimensions[d]) if d in dimensions else zero
            for d in range(len(nest.parallel))
        ]
        indices: list[Indices] = [
            tuple(r.replace_dims_and_symbols(loops, ()) for r in map.results)
            for map in nest.maps
        ]
        member = Member(unit, place, loops, tuple(columns.values()), indices)
        if not self._is_apart(member):
            return False
        if columns and member.columns not in self._spaces:
            # New dimensions.
            self._spaces[member.columns] = None
            self.bounds += [(nest, d) for d in columns]
        for value, where, written in member.accesses():
            self._known.setdefault(value, {})[where] = None
            self._roots.setdefault(root(value), set()).add((value, where, written))
        self.members.append(member)
        return True

    def _is_worth_it(self, nest: Nest, others: Sequence[int], reduces: bool) -> bool:
        if not self.reduces:
            # All work items compute elements.
            return all(nest.parallel) and not others
        if reduces:
            return not self.spread or _may_spread(nest)
        most = _MOST_IN_ROW if self.rows == 0 else _MOST_SERIAL
        if not others or (self.rows and (self.spread or not self.on_gpu)):
            return True
        count = 1
        for loop in others:
            count *= nest.size(loop) or most + 1
        return count <= most

    def _columns(self, nest: Nest, others: Sequence[int]) -> Mapping[int, int]:
        """
        The dimension of each column: those of a member that shares memory where it has the same
        columns, else new ones. Only a combination that may go in any order has its iterations
        in the order of another member.
        """
        candidates: dict[int, set[int]] = {loop: set() for loop in others}
        for value, map in zip(nest.operands, nest.maps):
            for indices in self._known.get(value, ()):
                for mine, theirs in zip(map.results, indices):
                    loop = loop_of(mine, nest)
                    if loop in candidates and isinstance(theirs, AffineDimExpr):
                        candidates[loop].add(theirs.position)
        any_order = all(nest.parallel[d] for d in others) or combined(nest) is not None
        for space in reversed(self._spaces):
            found = {
                loop: positions.pop()
                for loop in others
                if len(positions := candidates[loop] & set(space)) == 1
            }
            taken = [*found.values()]
            if (
                len(taken) == len(others)
                and sorted(taken) == sorted(space)
                and (any_order or taken == sorted(taken))
            ):
                # In the order of the loop that has them.
                return {
                    loop: dimension
                    for loop, dimension in sorted(found.items(), key=lambda e: e[1])
                }
        first = len(self.bounds)
        return {loop: first + n for n, loop in enumerate(others)}

    def _is_apart(self, member: Member) -> bool:
        """
        Returns whether no row of `member` touches what another row of the group writes, and the group
        does not become too large.
        """
        new: set[SSAValue] = set()
        accesses = list(member.accesses())
        for value, indices, written in accesses:
            if written and not self._separates(indices, indices):
                return False
            new.add(root(value))
            known = self._roots.get(root(value), set())
            own = {a for a in accesses if root(a[0]) is root(value)}
            for other, theirs, was_written in known | own:
                if not (written or was_written) or not may_share(value, other):
                    continue
                if other is not value or not self._separates(indices, theirs):
                    return False
        return len(new | self._roots.keys()) <= _MOST_BUFFERS

    def _separates(self, indices: Indices, others: Indices) -> bool:
        """Returns whether different rows have different elements at these indices."""
        same = {
            a.position
            for a, b in zip(indices, others)  # mutant: which is `a` does not matter
            if isinstance(a, AffineDimExpr) and a == b
        }
        return same >= set(range(self.rows))

    # --- levels ----------------------------------------------------------------------

    def order(self) -> None:
        """Gives each member its level."""
        self.members.sort(key=lambda member: member.place)
        uses: dict[SSAValue, dict[_Access, _Uses]] = {}
        for member in self.members:
            level = 1 if member.columns else 0
            reduces = member.reduces
            for value, indices, written in member.accesses():
                for key, use in uses.get(root(value), {}).items():
                    reached = max(use.written, use.read if written else -1)
                    if reached < 0 or not may_share(value, key.memory):
                        continue
                    same = key[1:3] == (indices, member.columns) and bool(
                        member.columns
                    )
                    if same and not (key.reduces and reached == use.written):
                        level = max(level, reached)
                    elif member.columns:
                        level = max(level, reached + 1 + reached % 2)
                    else:
                        level = max(level, reached + reached % 2)
            member.level = level
            for value, indices, written in member.accesses():
                key = _Access(value, indices, member.columns, reduces)
                use = uses.setdefault(root(value), {}).setdefault(key, _Uses())
                if written:
                    use.written = max(use.written, level)
                use.read = max(use.read, level)
        if self.spread and any(map(self._loads_what_is_written, self.members)):
            self.spread = False

    def _loads_what_is_written(self, member: Member) -> bool:
        """
        Returns whether every work item loads for a row what one of them may have overwritten.
        """
        if member.columns:
            return False
        values = {
            (value, indices)
            for other in self.members
            if other.place < member.place and (other.reduces or not other.columns)
            for value, indices, written in other.accesses()
            if written
        }
        return any(
            (value, indices) not in values
            and any(was for _, _, was in self._roots[root(value)])
            for value, indices, written in member.accesses()
            if not written or member.reads_results
        )


def _may_spread(nest: Nest) -> bool:
    """Returns whether the work items of a group are to share the reduction of each row."""
    loops = [loop for loop, parallel in enumerate(nest.parallel) if not parallel]
    if not loops or (operation := combined(nest)) is None:
        return False
    size = nest.size(loops[-1])
    if size is not None and size < _LEAST_SPREAD:
        return False
    type: Attribute = operation.results[0].type
    if type not in _SPREAD_TYPES and not (
        # A work-group combines them as `i32`.
        type == i1 and isinstance(operation, arith.AndIOp | arith.OrIOp)
    ):
        return False
    largest = max(nest.maps, key=lambda map: len(map.results))
    value = nest.operands[nest.maps.index(largest)]
    return (
        is_memory(value)
        and has_unit_stride(cast(AnyMemRef, value.type))
        and largest.results[-1] == AffineDimExpr(loops[-1])
    )


# --- the program -----------------------------------------------------------------------


def runs(block: Block, on_gpu: bool) -> Iterator[list[Unit]]:
    """The operations of `linalg` with nothing between that touches memory."""
    run: list[Unit] = []
    for op in block.ops:
        if op.name.startswith("linalg.") and (nest := _fusible(op, on_gpu)) is not None:
            run.append(Unit(nest))
        elif not is_side_effect_free(op) and not isinstance(
            op, memref.AllocOp | memref.DimOp
        ):
            yield run
            run = []
    yield run


def _fusible(op: Operation, on_gpu: bool) -> Nest | None:
    nest = read_nest(op)
    if nest is None or (on_gpu and read_contraction(op) is not None):
        return None
    if nest.shares_memory and not all(nest.parallel):
        # An input may change while the columns of its row are combined.
        return None
    for map in nest.maps[len(nest.maps) - nest.outputs :]:
        parallel = {d for d, each in enumerate(nest.parallel) if each}
        if map.used_dims() != parallel or not map.is_projected_permutation(
            allow_zero_in_results=True
        ):
            return None
    sized = {result for map in nest.maps for result in map.results}
    for loop in range(len(nest.parallel)):
        # No operand has its size, or it has no iteration.
        if AffineDimExpr(loop) not in sized or nest.size(loop) == 0:
            return None
    return nest


def with_fills(run: Sequence[Unit]) -> None:
    """Gives reductions the fills of their results."""
    open_fills: dict[SSAValue, list[tuple[SSAValue, Unit]]] = {}
    for unit in run:
        op = unit.nest.op
        for value in unit.nest.operands:
            fills = open_fills.get(root(value), [])
            shared = [each for each in fills if may_share(value, each[0])]
            if not shared:
                continue
            open_fills[root(value)] = [each for each in fills if each not in shared]
            fill = shared[-1][1]
            if all(unit.nest.parallel):
                continue
            made = fill.nest.op
            assert isinstance(made, ops.FillOp)
            element = (
                cast(AnyMemRef, value.type).element_type if is_memory(value) else None
            )
            if (
                unit.nest.outputs == 1
                and value not in op.operands[:-1]
                and made.outputs[0] is value
                and made.inputs[0].type == element
            ):
                unit.fill = made
        if isinstance(op, ops.FillOp):
            output = op.outputs[0]
            open_fills.setdefault(root(output), []).append((output, unit))


def find_groups(run: Sequence[Unit], on_gpu: bool) -> Iterator[Group]:
    """The groups of a run, which are apart."""
    with_fills(run)
    fills = {unit.fill for unit in run if unit.fill is not None}
    taken = [unit.nest.op in fills for unit in run]
    parts = [(0, len(run))]
    while parts:
        start, stop = parts.pop()
        seed = _seed(run, start, stop, taken)
        if seed is None:
            continue
        group = Group(on_gpu)
        first, end = seed, seed + 1
        if group.start(run[seed], seed):
            while end < stop and (taken[end] or group.add(run[end], end)):
                end += 1
            while first > start and (
                taken[first - 1] or group.add(run[first - 1], first - 1)
            ):
                first -= 1
            if (len(group.members) > 1 or group.reduces) and not _crossed(
                run, group, fills
            ):
                group.order()
                yield group
        parts += [(start, first), (end, stop)]


def _seed(
    run: Sequence[Unit], start: int, stop: int, taken: Sequence[bool]
) -> int | None:
    """The first reduction of a part, else its first operation."""
    ready = [i for i in range(start, stop) if not taken[i]]
    reductions = (i for i in ready if not all(run[i].nest.parallel))
    return next(reductions, ready[0] if ready else None)


def _crossed(run: Sequence[Unit], group: Group, fills: set[ops.FillOp]) -> bool:
    """Returns whether a fill that stays, between members of the group, is of memory that they use."""
    places = [member.place for member in group.members]
    joined = {member.unit.fill for member in group.members}
    used = {
        root(value) for member in group.members for value, _, _ in member.accesses()
    }
    return any(
        isinstance(op := run[i].nest.op, ops.FillOp)
        and op in fills
        and op not in joined
        and root(op.outputs[0]) in used
        for i in range(min(places), max(places))
    )
