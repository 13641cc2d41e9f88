"""
`opencl-pipeline-loops`: a loop over tiles loads the next tile while it works on one.

An `scf.for` with the attribute `opencl.stages = 2` has a body of two parts. The first one loads from memory
outside the work-group; the second, from its first use of the work-group's memory on, stores what is loaded,
waits, and computes. Afterwards the first part of the first iteration precedes the loop; an iteration has its
second part, with the first part of the next iteration after the first barrier; and the second part of
the last iteration follows the loop. A barrier at the end of the body is for the stores of the next
iteration: the last one has none.

The attribute goes. These loops are left as they are: a loop that may have no iteration (its bounds are
constants, or the upper one is `arith.maxsi` with a constant), a first part that writes, a second one
that touches memory outside the work-group, a step other than 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, gpu, memref, scf, vector
from xdsl.dialects.builtin import IntegerAttr, MemRefType, ModuleOp, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.traits import is_side_effect_free
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.gpu_ext.attributes import WORKGROUP
from xdsl_opencl.dialects.gpu_ext.work_item import ShuffleOp
from xdsl_opencl.dialects.opencl.sync import SubGroupBarrierOp
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import INDEX, plus, value_of
from xdsl_opencl.transforms.from_dialects.from_gpu.known_index_values import known

STAGES = "opencl.stages"
"""The attribute of a loop with the number of iterations that are worked on at once."""

_ONE, _TWO = (IntegerAttr(number, i64) for number in (1, 2))

Values = dict[SSAValue, SSAValue]

_CONTROL = (scf.IfOp, scf.ForOp)
_LOADS = (memref.LoadOp, vector.LoadOp)
_MEETINGS = (gpu.BarrierOp, SubGroupBarrierOp, ShuffleOp)


def _within(operations: Sequence[Operation]) -> Iterator[Operation]:
    """The operations with an effect of their own, also those inside."""
    for op in operations:
        for inner in op.walk():
            if not (isinstance(inner, _CONTROL) or is_side_effect_free(inner)):
                yield inner


def _is_local(op: Operation) -> bool:
    """True if all memory that `op` takes is that of the work-group."""
    memories = [v.type for v in op.operands if isa(v.type, MemRefType[Attribute])]
    return all(memory.memory_space == WORKGROUP for memory in memories) and (
        bool(memories) or isinstance(op, _MEETINGS)
    )


def _least(loop: scf.ForOp) -> int:
    """The fewest iterations of a loop with steps of 1, as far as they are known."""
    lower, upper, step = known(loop.lb), known(loop.ub), known(loop.step)
    if upper is None and isinstance(owner := loop.ub.owner, arith.MaxSIOp):
        upper = max((known(o) or 0 for o in owner.operands), default=0)
    if lower is None or upper is None or step != 1:
        return 0
    return upper - lower


def _clone(
    build: ArithBuilder, operations: Sequence[Operation], values: Values
) -> None:
    for op in operations:
        build.insert(op.clone(values))


class _Pipeline:
    """A loop with its two parts."""

    def __init__(self, loop: scf.ForOp):
        self.loop = loop
        block = loop.body.block
        self.variable: SSAValue = block.args[0]
        self.carried: Sequence[SSAValue] = block.args[1:]
        *self.body, last = block.ops
        self.yielded = [*last.operands]
        split = next(
            (i for i, op in enumerate(self.body) if any(map(_is_local, _within([op])))),
            len(self.body),
        )
        self.first, self.second = self.body[:split], self.body[split:]
        self.late = self._late()
        self.advance = self._advance()
        alone = {*self.advance} - {*self.first}
        for op in reversed(self.advance):
            users = {use.operation for result in op.results for use in result.uses}
            if not users <= {*alone, last}:
                alone.discard(op)
        self.second = [op for op in self.second if op not in alone]
        needed = {o for op in self.second for i in op.walk() for o in i.operands}
        needed |= {self.yielded[i] for i in self.late}
        self.loaded: Sequence[SSAValue] = [
            result for op in self.first for result in op.results if result in needed
        ]

    def _late(self) -> set[int]:
        """The carried values that are known only after an operation with an effect."""
        late: set[int] = set()
        while True:
            values = {self.carried[i] for i in late}
            for op in self.body:
                operands = {o for inner in op.walk() for o in inner.operands}
                if operands & values or not is_side_effect_free(op):
                    values.update(op.results)
            found = {i for i, value in enumerate(self.yielded) if value in values}
            if found == late:
                return late
            late = found

    def _advance(self) -> Sequence[Operation]:
        """The operations that compute the other carried values for the next iteration."""
        needed = {v for i, v in enumerate(self.yielded) if i not in self.late}
        found: list[Operation] = []
        for op in reversed(self.body):
            if not needed.isdisjoint(op.results):
                found.append(op)
                needed.update(o for inner in op.walk() for o in inner.operands)
        return found[::-1]

    def may_overlap(self) -> bool:
        """Returns whether iterations may overlap, and there is one."""
        late = {self.carried[i] for i in self.late}
        return (
            _least(self.loop) > 0
            and all(isinstance(op, _LOADS) for op in _within(self.first))
            and all(map(_is_local, _within(self.second)))
            and not any(
                o in late for op in self.first for i in op.walk() for o in i.operands
            )
        )

    def make(self) -> None:
        """Replaces the loop."""
        loop = self.loop
        build = ArithBuilder.before(loop)
        starts: Values = dict(zip(self.carried, loop.iter_args, strict=True))
        starts[self.variable] = loop.lb
        _clone(build, self.first, starts)
        count = known(loop.ub)
        last = value_of(build, plus(build, loop.ub if count is None else count, -1))
        ends: Values = {value: starts[value] for value in (*self.carried, *self.loaded)}
        if count is None or known(loop.lb) != count - 1:
            made = self._loop(build, last, [*ends.values()])
            ends.update(zip(tuple(ends), made.results, strict=True))
        ends[self.variable] = last
        second = self.second
        if second and isinstance(second[-1], gpu.BarrierOp) and not self._is_awaited():
            second = second[:-1]
        _clone(build, second, ends)
        if any(
            any(loop.results[i].uses)
            for i in range(len(loop.results))
            if i not in self.late
        ):
            _clone(build, self.advance, ends)
        for result, value in zip(loop.results, self.yielded, strict=True):
            result.replace_all_uses_with(ends.get(value, value))
        erase(loop)

    def _is_awaited(self) -> bool:
        """True if memory of the work-group is used after the loop, without a barrier before."""
        op = self.loop.next_op
        while op is not None and not isinstance(op, gpu.BarrierOp):
            if any(map(_is_local, _within([op]))):
                return True
            op = op.next_op
        return (
            op is None
            and self.loop.parent_op() is not None
            and (isinstance(self.loop.parent_op(), _CONTROL))
        )

    def _loop(
        self, build: ArithBuilder, last: SSAValue, starts: Sequence[SSAValue]
    ) -> scf.ForOp:
        block = Block(arg_types=(INDEX, *(value.type for value in starts)))
        made = scf.ForOp(self.loop.lb, last, self.loop.step, starts, block)
        build.insert(made)
        inside = ArithBuilder(block, location=self.loop.location)
        names = (self.variable, *self.carried, *self.loaded)
        here: Values = dict(zip(names, block.args, strict=True))
        for name, argument in zip(names, block.args, strict=True):
            argument.name_hint = name.name_hint
        meets = (i for i, op in enumerate(self.second) if isinstance(op, gpu.BarrierOp))
        after = next(meets, len(self.second) - 1) + 1
        _clone(inside, self.second[:after], here)
        ahead = {**here}
        _clone(inside, self.advance, ahead)
        following: Values = {
            value: ahead.get(self.yielded[i], self.yielded[i])
            for i, value in enumerate(self.carried)
            if i not in self.late
        }
        one = value_of(inside, plus(inside, block.args[0], 1))
        following[self.variable] = one
        _clone(inside, self.first, following)
        _clone(inside, self.second[after:], here)
        ends = [
            here.get(value, value) if i in self.late else following[self.carried[i]]
            for i, value in enumerate(self.yielded)
        ]
        inside.insert(scf.YieldOp(*ends, *(following[value] for value in self.loaded)))
        if not any(one.uses) and isinstance(one.owner, Operation):
            erase(one.owner)
        return made


@dataclass(frozen=True)
class OpenCLPipelineLoopsPass(ModulePass):
    """Loads the next tile while one is used, in loops that say so."""

    name = "opencl-pipeline-loops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for loop in tuple(op.walk()):
            if isinstance(loop, scf.ForOp) and STAGES in loop.attributes:
                stages = loop.attributes.pop(STAGES)
                if stages not in (_ONE, _TWO):
                    fail(loop, f"'{STAGES}' is {stages}; use 1 or 2, as i64")
                if stages == _ONE:
                    continue
                pipeline = _Pipeline(loop)
                if pipeline.may_overlap():
                    pipeline.make()
