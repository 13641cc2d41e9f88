"""
Turns nests of `scf.parallel` that are mapped to work-groups and work items into the body of a
kernel and the sizes of its launch.

The mapping is `#gpu.loop_dim_map` (`gpu-map-parallel-loops` writes it): `block_*` are work-groups,
`thread_*` work items of one, `sequential` is a loop. In a nest without `thread_*`, `block_*` are
work items, and the device chooses the size of work-groups. An inner loop
whose number of iterations only the kernel knows, as in a triangle, is a loop in each work item,
mapped or not.

All work items of a group run the code between the loops over work-groups and those over work
items: memory that it allocates is local, and it can only store elements, which the first work item
does for all, in groups of a known size. Each loop over work items but the last of its block ends with a barrier.

A reduction leaves one value for each work-group, or for each work item if OpenCL lacks the
reduction, in a buffer. The host then combines them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects import affine, arith, func, gpu, memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, MemRefType
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import MemoryWriteEffect

from xdsl_opencl.abi.enums import FenceFlag
from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr
from xdsl_opencl.dialects.opencl.collective import WorkGroupReduceOp
from xdsl_opencl.dialects.opencl.kernel import ReturnOp
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.dialects.opencl.sync import BarrierOp
from xdsl_opencl.dialects.opencl.work_item import (
    DimensionQueryOp,
    GetGlobalIdOp,
    GetGlobalSizeOp,
    GetGroupIdOp,
    GetLocalIdOp,
    GetNumGroupsOp,
)
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import Number, all_of, product, value_of
from xdsl_opencl.transforms.from_dialects.from_gpu.gpu_operations import (
    combination,
    group_reduce,
)
from xdsl_opencl.transforms.from_dialects.from_gpu.gpu_types import placed
from xdsl_opencl.transforms.from_dialects.from_gpu.known_index_values import (
    known,
    loop_intervals,
    trip_count,
    upper_bound,
)
from xdsl_opencl.transforms.from_dialects.launches.gpu_host_operations import work_items

MAPPING = "mapping"

_BLOCKS = (
    gpu.ProcessorEnum.Block_X,
    gpu.ProcessorEnum.Block_Y,
    gpu.ProcessorEnum.Block_Z,
)
_THREADS = (
    gpu.ProcessorEnum.Thread_X,
    gpu.ProcessorEnum.Thread_Y,
    gpu.ProcessorEnum.Thread_Z,
)
_REDUCING_GROUP = 256
"""
The number of work items that combine their values before the host does, unless the nest gives one.
"""
_FENCES = FenceFlagsAttr((FenceFlag.LOCAL, FenceFlag.GLOBAL))

Processor = gpu.ProcessorEnum


def is_mapped(op: Operation) -> bool:
    """True for a parallel loop with a mapping."""
    return isinstance(op, scf.ParallelOp) and MAPPING in op.attributes


def processors(loop: scf.ParallelOp) -> Sequence[Processor]:
    """
    The processor of each dimension of a mapped loop.

    Raises `PassFailedException` for a mapping that is wrong.
    """
    mapping = loop.attributes[MAPPING]
    entries: Sequence[Attribute] = ()
    if isinstance(mapping, ArrayAttr):
        entries = cast("ArrayAttr[Attribute]", mapping).data
    else:
        fail(
            loop,
            f"the mapping of 'scf.parallel' is {mapping}; expected an array of "
            "#gpu.loop_dim_map, as 'gpu-map-parallel-loops' writes it",
        )
    dimensions = len(loop.lowerBound)
    if len(entries) != dimensions:
        fail(
            loop,
            f"the mapping of 'scf.parallel' has {len(entries)} entries for {dimensions} "
            "dimensions; give one each, or remove it and run 'gpu-map-parallel-loops'",
        )
    found: list[Processor] = []
    for entry in entries:
        if not isinstance(entry, gpu.LoopDimMapAttr):
            fail(
                loop,
                f"{entry} in the mapping of 'scf.parallel' is not a processor that is "
                "known; use #gpu.loop_dim_map, as 'gpu-map-parallel-loops' writes it",
            )
        if any(m.data != AffineMap.identity(1) for m in (entry.map, entry.bound)):
            fail(
                loop,
                "a mapping of 'scf.parallel' that is not (d0) -> (d0) cannot be "
                "launched; put the arithmetic into the loop's bounds",
            )
        processor = entry.processor.data
        if processor is not Processor.Sequential and processor in found:
            fail(
                loop,
                f"two dimensions of 'scf.parallel' are mapped to {processor.value}; map "
                "one of them to sequential",
            )
        found.append(processor)
    return found


@dataclass
class Reduction:
    """A reduction of the nest: the host's buffer with `count` values to combine."""

    initial: SSAValue
    body: Region
    result: SSAValue
    buffer: SSAValue
    count: SSAValue


@dataclass
class Nest:
    """
    The launch that a mapped nest becomes. `region` runs it; `required` is the size that
    work-groups must have.
    """

    region: Region
    global_size: Sequence[SSAValue]
    local_size: Sequence[SSAValue]
    required: tuple[int, int, int] | None
    anchor: Operation
    """The host operation; the launch is inserted before it."""


@dataclass
class _Level:
    """A mapped loop: the processor of each dimension, and its known bounds."""

    loop: scf.ParallelOp
    processors: Sequence[Processor]
    bounds: Sequence[tuple[int, bool] | None]

    def uses(self, kinds: Sequence[Processor]) -> bool:
        return any(processor in kinds for processor in self.processors)


@dataclass
class _Former:
    """Forms the launch of one nest; `host` builds before it."""

    outer: scf.ParallelOp
    host: ArithBuilder
    levels: list[_Level] = field(default_factory=list[_Level])
    sizes: dict[Processor, Number] = field(default_factory=dict[Processor, Number])
    by_group: Sequence[bool] = ()
    """For each reduction, true if work-groups store the values, not work items."""
    partial: list[SSAValue] = field(default_factory=list[SSAValue])
    """The host's buffer of each reduction."""

    def read(self) -> None:
        intervals: dict[SSAValue, tuple[int, int]] = {}
        over_items: set[Operation] = set()
        for op in self.outer.walk():
            if isinstance(op, scf.ParallelOp | scf.ForOp):
                intervals |= loop_intervals(op)
            if not isinstance(op, scf.ParallelOp):
                continue
            _check_tile(op)
            if not is_mapped(op):
                continue
            _check_combinations(op)
            bounds = [upper_bound(upper, intervals) for upper in op.upperBound]
            level = _Level(op, processors(op), bounds)
            if op is not self.outer and not self._is_launchable(level):
                # Only the kernel knows its size: each work item runs all of it.
                level.processors = [Processor.Sequential] * len(bounds)
            if op is not self.outer and level.uses(_BLOCKS):
                fail(
                    op,
                    "a loop inside a mapped loop is mapped to work-groups; map it to "
                    "work items (thread_*), or to sequential",
                )
            if level.uses(_THREADS):
                if op in over_items:
                    fail(
                        op,
                        "a loop inside a loop over work items is mapped to work items; "
                        "map it to sequential",
                    )
                over_items.update(op.body.walk())
            self.levels.append(level)

    @property
    def has_threads(self) -> bool:
        return any(level.uses(_THREADS) for level in self.levels)

    # --- the sizes -------------------------------------------------------------------

    def size_all(self) -> None:
        """Computes the size of each processor."""
        for level in self.levels:
            loop = level.loop
            for i, processor in enumerate(level.processors):
                if processor is Processor.Sequential:
                    continue
                size = self._trips(level, i)
                old = self.sizes.get(processor)
                if isinstance(old, int) and isinstance(size, int):
                    size = max(old, size)
                elif old is not None:
                    fail(
                        loop,
                        f"two loops are mapped to {processor.value} and not both have "
                        "bounds that are known; tile by constant sizes, or map one of "
                        "them to sequential",
                    )
                self.sizes[processor] = size

    def _trips(self, level: _Level, i: int) -> Number:
        loop = level.loop
        lower, step = loop.lowerBound[i], loop.step[i]
        a, s, bound = known(lower), known(step), level.bounds[i]
        if s is not None and s < 1:
            fail(loop, f"the step {s} of 'scf.parallel' is not positive; make it so")
        if a is not None and s is not None and bound is not None:
            return trip_count(a, bound[0], s)
        upper = loop.upperBound[i]
        build = self.host
        length = upper if a == 0 else build.op(arith.SubiOp, upper, lower)
        if s != 1:
            length = build.op(arith.CeilDivSIOp, length, step)
        return build.op(arith.MaxSIOp, length, build.constant(0, INDEX))

    def _is_launchable(self, level: _Level) -> bool:
        """Returns whether the sizes of all dimensions are known before the launch."""
        loop = level.loop
        return all(
            (bound is not None and known(lower) is not None and known(step) is not None)
            or all(map(self._is_outside, (lower, upper, step)))
            for lower, upper, step, bound in zip(
                loop.lowerBound, loop.upperBound, loop.step, level.bounds, strict=True
            )
        )

    def _is_outside(self, value: SSAValue) -> bool:
        at = value.owner
        while at is not None:
            if at is self.outer:
                return False
            at = at.parent
        return True

    def size(self, processor: Processor) -> SSAValue:
        """The size of `processor`, 1 if nothing is mapped to it."""
        size = self.sizes.get(processor, 1)
        return size if isinstance(size, SSAValue) else self.host.constant(size, INDEX)

    # --- the body --------------------------------------------------------------------

    def prepare_memory(self) -> None:
        """
        Makes the nest's allocations private, or local where all work items of a group share them,
        and lets one work item of a group store. Other operations there must not write memory.
        """
        single: set[Operation] = set()
        for level in self.levels:
            if level.uses(_THREADS):
                single.update(level.loop.body.walk())
        shared = self.has_threads and self.outer not in single
        for op in tuple(self.outer.body.walk()):
            in_group = shared and op not in single
            if isinstance(op, memref.AllocOp | memref.AllocaOp):
                self._allocate(op, in_group)
            elif isinstance(op, memref.DeallocOp):
                erase(op)
            elif in_group and isinstance(op, memref.StoreOp) and self._has_items:
                self._store_once(op)
            elif in_group and (
                op.has_trait(MemoryWriteEffect)
                or isinstance(op, func.CallOp | memref.CopyOp)
            ):
                fail(
                    op,
                    f"'{op.name}' between loops over work-groups and loops over work "
                    "items would be run by every work item; move it into the inner loop",
                )

    @property
    def _has_items(self) -> bool:
        """Returns whether it is known that each work-group has a work item."""
        sizes = [self.sizes[p] for p in self.sizes if p in _THREADS]
        return all(isinstance(size, int) and size > 0 for size in sizes)

    def _store_once(self, op: memref.StoreOp) -> None:
        """Makes the first work item of a group store for all, which wait for it."""
        build = ArithBuilder.before(op)
        zero = build.constant(0, INDEX)
        first = all_of(
            build,
            [
                build.compare("eq", build.add(self._id(processor)), zero)
                for processor in self.sizes
                if processor in _THREADS
            ],
        )
        assert first is not None
        body = Block()
        # Others may still read what was there.
        build.insert(BarrierOp(_FENCES))
        build.insert(scf.IfOp(first, [], [body]))
        Rewriter.insert_op(BarrierOp(_FENCES), InsertPoint.after(op))
        op.detach()
        body.add_ops([op, scf.YieldOp()])

    def _allocate(self, op: memref.AllocOp | memref.AllocaOp, shared: bool) -> None:
        type: MemRefType[Attribute] = op.memref.type
        if DYNAMIC_INDEX in type.get_shape():
            fail(
                op,
                f"'{op.name}' of {type} in a kernel needs a static shape; allocate it on "
                "the host, outside of the mapped loop",
            )
        build = ArithBuilder.before(op)
        if shared:
            # A memref without a memory space gets that of `opencl.local` later.
            made: Operation = LocalOp(placed(type))
        else:
            made = memref.AllocaOp.get(type.element_type, None, type.shape)
        op.memref.replace_all_uses_with(build.add(made, op.memref.name_hint))
        erase(op)

    def inline_all(self, region: Region) -> None:
        """
        Replaces the mapped loops by their bodies, the inner ones first; `region` is the
        kernel's.
        """
        for level in (*self.levels[1:], self.levels[0]):
            self._inline(level)
        # Bounds that are known numbers.
        for op in tuple(region.walk()):
            if isinstance(op, affine.MinOp) and not any(op.result.uses):
                erase(op)

    def _inline(self, level: _Level) -> None:
        loop = level.loop
        if loop is not self.outer and not level.uses(_THREADS):
            # All dimensions are sequential, as are all parallel loops in kernels.
            del loop.attributes[MAPPING]
            return
        build = ArithBuilder.before(loop)
        variables: list[SSAValue] = []
        conditions: list[SSAValue] = []
        for i, processor in enumerate(level.processors):
            lower, upper, step = loop.lowerBound[i], loop.upperBound[i], loop.step[i]
            if processor is Processor.Sequential:
                # The loop is created together with its block.
                variables.append(lower)
                continue
            id = build.add(self._id(processor))
            if known(step) != 1:
                id = build.op(arith.MuliOp, id, step)
            if known(lower) != 0:
                id = build.op(arith.AddiOp, id, lower)
            variables.append(id)
            if self._needs_guard(level, i):
                conditions.append(build.compare("slt", id, upper))
        body = loop.body.block
        last = body.last_op
        assert last is not None
        partly = conditions or Processor.Sequential in level.processors
        if last.operands and partly:
            fail(
                loop,
                "a reduction of a loop that has sequential dimensions, or over work items "
                "that do not all take part; map each dimension to a processor, and tile "
                "by sizes that divide the loop's",
            )
        condition = all_of(build, conditions)
        if condition is not None:
            guarded = Block()
            build.insert(scf.IfOp(condition, [], [guarded]))
            build = _inside(guarded, build)
        for i, processor in enumerate(level.processors):
            if processor is Processor.Sequential:
                block = Block(arg_types=(INDEX,))
                bounds = (loop.lowerBound[i], loop.upperBound[i], loop.step[i])
                build.insert(scf.ForOp(*bounds, (), block))
                build = _inside(block, build)
                variables[i] = block.args[0]
        for argument, variable in zip(body.args, variables):
            if variable.name_hint is None:
                variable.name_hint = argument.name_hint
        last.detach()
        Rewriter.inline_block(body, InsertPoint(build.block, build.anchor), variables)
        if loop is self.outer:
            self._store_partial(build, last)
        else:
            self._combine(build, loop, last)
            if not (
                loop.parent_op() is self.outer
                and isinstance(loop.next_op, scf.ReduceOp)
            ):
                ArithBuilder.before(loop).insert(BarrierOp(_FENCES))
        last.erase()
        erase(loop)

    def _id(self, processor: Processor) -> DimensionQueryOp:
        if processor in _THREADS:
            return GetLocalIdOp(_THREADS.index(processor), INDEX)
        kind = GetGroupIdOp if self.has_threads else GetGlobalIdOp
        return kind(_BLOCKS.index(processor), INDEX)

    def _needs_guard(self, level: _Level, i: int) -> bool:
        """Returns whether more work items run dimension `i` than it has iterations."""
        size = self.sizes[level.processors[i]]
        if isinstance(size, SSAValue):
            return False
        bound = level.bounds[i]
        if bound is None or not bound[1]:
            return True
        lower, step = known(level.loop.lowerBound[i]), known(level.loop.step[i])
        assert lower is not None
        assert step is not None
        return trip_count(lower, bound[0], step) != size

    # --- reductions ------------------------------------------------------------------

    def _combine(
        self, build: ArithBuilder, loop: scf.ParallelOp, last: Operation
    ) -> None:
        """Combines the values of all work items of the group."""
        for value, body, initial, result in zip(
            last.operands, last.regions, loop.initVals, loop.results
        ):
            kind = combination(body.block)
            if kind is None:
                fail(
                    loop,
                    "a reduction over work items that is not one operation of its two "
                    "arguments (addi, addf, muli, mulf, andi, ori, xori, min and max of "
                    "integers, minnumf, maxnumf) has no OpenCL function; use one of "
                    "them, or map the loop to sequential",
                )
            reduced = group_reduce(build, loop, kind, value, WorkGroupReduceOp)
            result.replace_all_uses_with(inline(build, body.block, (initial, reduced)))

    def _store_partial(self, build: ArithBuilder, last: Operation) -> None:
        """Stores the values for the host to combine: one for each work-group or work item."""
        for i, value in enumerate(last.operands):
            kind = combination(last.regions[i].block)
            buffer = self.partial[i]
            if self.by_group[i]:
                if self.outer_is_spread:
                    assert kind is not None
                    value = group_reduce(
                        build, self.outer, kind, value, WorkGroupReduceOp
                    )
                first = build.add(GetLocalIdOp(0, INDEX))
                for dimension in range(1, self.dimensions):
                    id = build.add(GetLocalIdOp(dimension, INDEX))
                    first = build.op(arith.OrIOp, first, id)
                zero = build.constant(0, INDEX)
                index = self._linear(build, GetGroupIdOp, GetNumGroupsOp)
                block = Block()
                condition = build.compare("eq", first, zero)
                build.insert(scf.IfOp(condition, [], [block]))
                inner = _inside(block, build)
                inner.insert(memref.StoreOp.get(value, buffer, (index,)))
            else:
                index = self._linear(build, GetGlobalIdOp, GetGlobalSizeOp)
                build.insert(memref.StoreOp.get(value, buffer, (index,)))

    def _linear(
        self,
        build: ArithBuilder,
        id: type[DimensionQueryOp],
        size: type[DimensionQueryOp],
    ) -> SSAValue:
        index = build.add(id(self.dimensions - 1, INDEX))
        for dimension in reversed(range(self.dimensions - 1)):
            length = build.add(size(dimension, INDEX))
            index = build.op(arith.MuliOp, index, length)
            index = build.op(arith.AddiOp, index, build.add(id(dimension, INDEX)))
        return index

    @property
    def outer_is_spread(self) -> bool:
        """
        Returns whether the work items of a group have different values at the end of the nest.
        """
        return not self.has_threads or self.levels[0].uses(_THREADS)

    @property
    def dimensions(self) -> int:
        used = [p for p in self.sizes if p is not Processor.Sequential]
        places = [(_BLOCKS if p in _BLOCKS else _THREADS).index(p) for p in used]
        return max(places, default=0) + 1

    # --- all of it -------------------------------------------------------------------

    def form(self) -> Nest:
        self.read()
        self.size_all()
        self.prepare_memory()
        build, outer = self.host, self.outer
        reducing = outer.body.block.last_op
        assert isinstance(reducing, scf.ReduceOp)
        count = self.dimensions
        blocks = [self.size(p) for p in _BLOCKS[:count]]
        required = None
        kinds = [combination(body.block) for body in reducing.reductions]
        self.by_group = [k is not None or not self.outer_is_spread for k in kinds]
        local: Sequence[SSAValue] = ()
        if self.has_threads:
            sizes = [self.sizes.get(p, 1) for p in _THREADS]
            if all(isinstance(size, int) and size for size in sizes):
                x, y, z = (size for size in sizes if isinstance(size, int))
                required = (x, y, z)
            local = [self.size(p) for p in _THREADS[:count]]
            groups = blocks
            global_size = work_items(build, blocks, local)
        else:
            global_size, groups = blocks, blocks
            if any(self.by_group):
                local = [
                    build.constant(1 if i else _REDUCING_GROUP, INDEX)
                    for i in range(count)
                ]
                groups = [
                    build.op(arith.CeilDivSIOp, size, each)
                    for size, each in zip(blocks, local)
                ]
        reductions: list[Reduction] = []
        for value, initial, result, by_group in zip(
            reducing.args, outer.initVals, outer.results, self.by_group
        ):
            numbers = groups if by_group else global_size
            total = value_of(build, product(build, numbers))
            shape, dynamic = (DYNAMIC_INDEX,), (total,)
            made = memref.AllocOp.get(value.type, None, shape, dynamic)
            buffer = build.add(made, "partial")
            self.partial.append(buffer)
            body = reducing.reductions[len(reductions)].clone()
            reductions.append(Reduction(initial, body, result, buffer, total))
        following = outer.next_op
        assert following is not None
        after = ArithBuilder.before(following)
        for reduction in reductions:
            combine_on_host(after, reduction)
        anchor = outer.next_op
        assert anchor is not None
        entry = Block()
        region = Region(entry)
        outer.detach()
        entry.add_op(outer)
        entry.add_op(ReturnOp())
        self.inline_all(region)
        return Nest(region, global_size, local, required, anchor)


def _check_combinations(loop: scf.ParallelOp) -> None:
    """Raises an error for a reduction that differs between iterations, as torch-mlir prints."""
    last = loop.body.block.last_op
    for op in () if last is None else last.walk():
        for value in () if op is last else op.operands:
            if loop.body.block in (value.owner, getattr(value.owner, "parent", None)):
                fail(
                    op,
                    "the function of 'scf.reduce' uses a value of the loop around it; "
                    "give it to 'scf.reduce' as the operand",
                )


def _check_tile(loop: scf.ParallelOp) -> None:
    """
    Raises an error for what `scf-parallel-loop-tiling` of xDSL 0.74 makes of a loop with a
    step S other than 1: a tile of T iterations should end at T * S, and ends at T.
    """
    for upper, step in zip(loop.upperBound, loop.step):
        if not isinstance(least := upper.owner, affine.MinOp) or known(step) == 1:
            continue
        tiles = {
            expression.value
            if isinstance(expression, AffineConstantExpr)
            else known(least.arguments[expression.position])
            for expression in least.map.data.results
            if isinstance(expression, AffineConstantExpr | AffineDimExpr)
        }
        for start in least.arguments:
            if not isinstance(start, BlockArgument) or not isinstance(
                outer := start.block.parent_op(), scf.ParallelOp
            ):
                continue
            distance = outer.step[start.index]
            factors: Sequence[SSAValue] = ()
            if isinstance(distance.owner, arith.MuliOp):
                factors = distance.owner.operands
            if any(
                known(distance) == (tile or 0) * (known(step) or 0)
                or (step in factors and tile in map(known, factors))
                for tile in tiles
                if tile not in (None, 1)
            ):
                fail(
                    loop,
                    "a tile that leaves iterations out: xDSL's 'scf-parallel-loop-tiling' "
                    "is right for loops with step 1 only; let this loop count by 1 and "
                    "multiply by its step inside, or tile it with 'mlir-opt'",
                )


def inline(build: ArithBuilder, body: Block, arguments: Sequence[SSAValue]) -> SSAValue:
    """Copies the operations of `body` for `arguments`; returns the operands of its terminator."""
    values: dict[SSAValue, SSAValue] = dict(zip(body.args, arguments))
    last = body.last_op
    for op in body.ops:
        if op is not last:
            build.insert(op.clone(values))
    assert last is not None
    result = last.operands[0]
    return values.get(result, result)


def combine_on_host(build: ArithBuilder, reduction: Reduction) -> None:
    """Combines the values that the launch left in a buffer, and frees the buffer."""
    body = Block(arg_types=(INDEX, reduction.initial.type))
    zero, one = build.constant(0, INDEX), build.constant(1, INDEX)
    loop = scf.ForOp(zero, reduction.count, one, (reduction.initial,), body)
    build.insert(loop)
    inner = ArithBuilder(body, location=loop.location)
    value = inner.add(memref.LoadOp.get(reduction.buffer, (body.args[0],)))
    result = inline(inner, reduction.body.block, (body.args[1], value))
    inner.insert(scf.YieldOp(result))
    build.insert(memref.DeallocOp.get(reduction.buffer))
    reduction.result.replace_all_uses_with(loop.results[0])


def _inside(block: Block, outside: ArithBuilder) -> ArithBuilder:
    """A builder in `block`, which gets its terminator."""
    last = scf.YieldOp()
    block.add_op(last)
    return ArithBuilder(block, last, outside.location)


def form_nest(outer: scf.ParallelOp) -> Nest:
    """
    Replaces the mapped loop `outer` in its function by its launch and by the host's computations
    for the launch and on its results.

    Raises `PassFailedException` for a mapping or bounds that cannot be launched.
    """
    return _Former(outer, ArithBuilder.before(outer)).form()
