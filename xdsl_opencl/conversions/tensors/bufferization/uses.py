"""
When the elements of tensors are read.

Every operation of a function has a place, in the order of the text. A read inside of a loop, of a
tensor from outside of it, lasts until the loop ends: another iteration reads again. A write at a
place destroys a tensor that is read later, except in another branch of an operation whose
branches exclude each other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.dialects import affine, bufferization, scf, tensor
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.linalg import abstract_ops, ops
from xdsl.ir import Block, Operation, SSAValue

from xdsl_opencl.dialects.linalg_ext.written import MapOp, SoftmaxOp
from xdsl_opencl.dialects.scf_ext.forall import InParallelOp
from xdsl_opencl.dialects.tensor_ext import ParallelInsertSliceOp

BRANCHES = (scf.IfOp, scf.IndexSwitchOp, scf.ExecuteRegionOp, affine.IfOp)
"""Operations that run one of their regions, once. They may have results."""

_FOREVER = 1 << 62

Insertion = tensor.InsertSliceOp | ParallelInsertSliceOp
Slice = tensor.ExtractSliceOp | Insertion


def is_tensor(value: SSAValue) -> bool:
    """Returns whether `value` is a tensor with a rank."""
    return isinstance(value.type, TensorType)


def same_part(a: Slice, b: Slice) -> bool:
    """Returns whether two slices have the same offsets, sizes and strides."""
    return all(
        getattr(a, name) == getattr(b, name)
        for name in ("static_offsets", "static_sizes", "static_strides")
    ) and all(
        [*getattr(a, name)] == [*getattr(b, name)]
        for name in ("offsets", "sizes", "strides")
    )


def overwrites(op: Operation, i: int) -> bool:
    """
    Returns whether `op` writes all of its operand `i`, or as much as nothing reads, without reading
    it.
    """
    match op:
        case abstract_ops.LinalgStructuredOperation():
            if i < len(op.inputs):
                return False
            map = op.get_indexing_maps().data[i].data
            unread = not any(op.body.block.args[i].uses)
            return (
                unread
                and len(map.results) == map.num_dims
                and map.is_projected_permutation()
            )
        case ops.BroadcastOp() | SoftmaxOp():
            return i == 1
        case MapOp():
            arguments, count = op.mapper.block.args, len(op.inputs)
            return i == count and not (
                len(arguments) > count and any(arguments[count].uses)
            )
        case bufferization.MaterializeInDestinationOp():
            return i == 1
        case _:
            return False


class Read(NamedTuple):
    """The last place of a read, the place of its operation, and the number of the operand."""

    end: int
    place: int
    op: Operation
    operand: int


@dataclass
class Uses:
    """The places of the operations inside of `root`, and the reads of tensors."""

    root: Operation
    places: dict[Operation, int] = field(default_factory=dict[Operation, int])
    ends: dict[Operation, int] = field(default_factory=dict[Operation, int])
    reads: dict[SSAValue, list[Read]] = field(
        default_factory=dict[SSAValue, list[Read]]
    )
    steps: list[tuple[Operation, bool]] = field(
        default_factory=list[tuple[Operation, bool]]
    )
    """Each operation, with true; after the operations inside of it again, with false."""

    def __post_init__(self) -> None:
        for op, enters in _steps(self.root):
            self.steps.append((op, enters))
            if enters:
                self.places[op] = len(self.places)
            self.ends[op] = len(self.places) - 1
        for op in self.places:
            for i, operand in enumerate(op.operands):
                if is_tensor(operand):
                    self._add(op, i, operand)
        for reads in self.reads.values():
            reads.sort(key=lambda read: read.end, reverse=True)

    def _add(self, op: Operation, i: int, value: SSAValue) -> None:
        if has_no_contents(value) or isinstance(op, tensor.DimOp) or overwrites(op, i):
            return
        owner = value.owner
        block = owner if isinstance(owner, Block) else owner.parent
        whole = op
        inner: Operation | None = op
        while inner is not None and inner.parent is not block:
            inner = inner.parent_op()
            if inner is not None and not isinstance(inner, (*BRANCHES, InParallelOp)):
                whole = inner
        # A read at the operation itself is over when it writes.
        end = self.ends[whole] if whole is not op else self.places[op]
        if isinstance(op, bufferization.ToBufferOp):
            end = _FOREVER
        self.reads.setdefault(value, []).append(Read(end, self.places[whole], op, i))

    def last(self, value: SSAValue) -> int:
        """The last place at which `value` is read; -1 if nothing reads it."""
        reads = self.reads.get(value)
        return reads[0].end if reads else -1

    def is_read_after(
        self, value: SSAValue, op: Operation, but: Callable[[Read], bool]
    ) -> bool:
        """
        Returns whether a read of `value` other than those of `but` can come after `op`, before
        `value` is computed again.
        """
        place = self.places[op]
        excluded = self.excluded(op)
        starts = [start for start, _ in excluded]
        for read in self.reads.get(value, ()):
            if read.end <= place:
                return False
            number = bisect_right(starts, read.place) - 1
            if number >= 0 and read.end <= excluded[number][1]:
                continue
            if not but(read):
                return True
        return False

    def excluded(self, op: Operation) -> Sequence[tuple[int, int]]:
        """The first and last places of the branches after `op` that exclude it."""
        found: list[tuple[int, int]] = []
        region = op.parent_region()
        while region is not None and (parent := region.parent) in self.places:
            assert parent is not None
            if isinstance(parent, BRANCHES):
                last = region.blocks[-1].last_op if region.blocks else None
                begin = self.ends[last] + 1 if last is not None else self.places[parent]
                found.append((begin, self.ends[parent]))
            region = parent.parent_region()
        return sorted(found)


def has_no_contents(value: SSAValue) -> bool:
    """Returns whether the elements of the tensor `value` are any."""
    while True:
        match value.owner:
            case tensor.EmptyOp():
                return True
            case bufferization.AllocTensorOp(copy=None):
                return True
            case (
                tensor.CastOp()
                | tensor.CollapseShapeOp()
                | tensor.ExpandShapeOp()
                | tensor.ExtractSliceOp() as op
            ):
                value = op.operands[0]
            case _:
                return False


def _steps(root: Operation) -> Iterator[tuple[Operation, bool]]:
    stack: list[tuple[Operation, Iterator[Operation]]] = [(root, _inside(root))]
    while stack:
        outer, inside = stack[-1]
        op = next(inside, None)
        if op is None:
            stack.pop()
            if stack:
                yield outer, False
            continue
        yield op, True
        if op.regions:
            stack.append((op, _inside(op)))


def _inside(op: Operation) -> Iterator[Operation]:
    return (
        inner for region in op.regions for block in region.blocks for inner in block.ops
    )
