"""
Private variables of one number each (`llvm.alloca`) become values, as by upstream MLIR's `mem2reg`.

A variable does if its address goes only to loads and stores of one type and lifetime markers, all in blocks of the function
itself. Where stored values meet, a block argument has them. A value that is read before it is written is
`llvm.mlir.undef`. Volatile and atomic accesses keep their variable.

Method: Cytron et al., "Efficiently Computing Static Single Assignment Form and the Control
Dependence Graph" (1991), with arguments only where the variable is read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import llvm
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_opencl.analysis.cfg import (
    append_arguments,
    dominators,
    predecessors,
    reverse_post_order,
    successors,
)
from xdsl_opencl.dialects.llvm_ext.intrinsics import LifetimeEndOp, LifetimeStartOp
from xdsl_opencl.ir.accesses import is_plain_access
from xdsl_opencl.ir.build import Builder, erase, replace
from xdsl_opencl.ir.walk import Kinds

_LIFETIMES = Kinds(LifetimeStartOp, LifetimeEndOp)


@dataclass(eq=False)
class _Variable:
    """A variable of `type`, and the operations that use it, by block in their order."""

    op: llvm.AllocaOp
    type: Attribute
    written: set[Block] = field(default_factory=set[Block])
    read: set[Block] = field(default_factory=set[Block])
    """Blocks that read the variable before they write it."""


def _type_of(op: llvm.AllocaOp) -> Attribute | None:
    """The type of the accesses to `op`; `None` if it must stay in memory."""
    found: set[Attribute] = set()
    for use in op.res.uses:
        user = use.operation
        if op.parent is None or user.parent_region() is not op.parent.parent:
            return None
        match user:
            case llvm.LoadOp():
                found.add(user.results[0].type)
            case llvm.StoreOp() if use.index == 1:
                found.add(user.value.type)
            case LifetimeStartOp() | LifetimeEndOp():
                pass
            case _:
                return None
        if not is_plain_access(user):
            return None
    return found.pop() if len(found) == 1 else None


class _Promotion:
    """The variables of one region, which has a control flow graph."""

    def __init__(self, region: Region):
        entry = region.blocks[0]
        self._blocks = tuple(region.blocks)
        self._order = reverse_post_order(entry)
        self._before = predecessors(self._order)
        self._nearest = dominators(self._order)
        self._ends: dict[tuple[_Variable, Block], SSAValue | None] = {}
        """Values at the ends of blocks; `None` where nothing is written yet."""
        self._given: dict[Block, list[_Variable]] = {}
        """Variables that are block arguments, after those that the block has already."""
        self._alive: dict[Block, list[_Variable]] = {}
        """Variables that are read in the block, or later, before they are written."""
        self._undefined: dict[Attribute, SSAValue] = {}
        self._entry = entry

    def run(self, found: Sequence[_Variable]) -> None:
        variables = {variable.op: variable for variable in found}
        uses: dict[Block, list[tuple[Operation, _Variable]]] = {}
        for block in self._blocks:
            for op in block.ops:
                if isinstance(op, llvm.AllocaOp):
                    variable = variables.get(op)
                elif isinstance(op, llvm.LoadOp) or isinstance(op, llvm.StoreOp):
                    variable = self._of(op.ptr, variables)
                elif _LIFETIMES[type(op)]:
                    variable = self._of(op.operands[0], variables)
                else:
                    continue
                if variable is None:
                    continue
                uses.setdefault(block, []).append((op, variable))
                if not isinstance(op, llvm.LoadOp):
                    variable.written.add(block)
                elif block not in variable.written:
                    variable.read.add(block)
        frontiers = self._frontiers()
        for variable in found:
            self._place(variable, frontiers)
        for block in self._order:
            self._rename(block, uses.pop(block, ()))
        for left in uses.values():
            # Nothing leads to these blocks.
            for op, _ in left:
                if not isinstance(op, llvm.AllocaOp):
                    replace(op, [self._undef(r.type) for r in op.results])
        self._pass_on()
        for variable in found:
            erase(variable.op)

    @staticmethod
    def _of(
        pointer: SSAValue, variables: dict[llvm.AllocaOp, _Variable]
    ) -> _Variable | None:
        owner = pointer.owner
        return variables.get(owner) if isinstance(owner, llvm.AllocaOp) else None

    def _frontiers(self) -> dict[Block, list[Block]]:
        """The dominance frontier of each block: the first blocks that it does not dominate."""
        frontiers: dict[Block, list[Block]] = {}
        for block, before in self._before.items():
            seen: set[Block] = set()
            for at in before:
                # mutant: what was seen saves steps.
                while at is not self._nearest[block] and at not in seen:
                    seen.add(at)  # mutant: saves steps.
                    frontiers.setdefault(at, []).append(block)
                    above = self._nearest[at]
                    assert above is not None
                    at = above
        return frontiers

    def _place(self, variable: _Variable, frontiers: dict[Block, list[Block]]) -> None:
        """Finds the blocks where `variable` is an argument."""
        alive = variable.read & self._before.keys()
        work = list(alive)
        while work:
            for block in self._before[work.pop()]:
                if block not in alive and block not in variable.written:
                    alive.add(block)
                    work.append(block)
        for block in alive:
            self._alive.setdefault(block, []).append(variable)
        given: set[Block] = set()
        work = [block for block in self._order if block in variable.written]
        while work:
            for block in frontiers.get(work.pop(), ()):
                if block in alive and block not in given:
                    given.add(block)
                    self._given.setdefault(block, []).append(variable)
                    work.append(block)

    def _rename(
        self, block: Block, uses: Sequence[tuple[Operation, _Variable]]
    ) -> None:
        values: dict[_Variable, SSAValue | None] = {}
        above = self._nearest[block]
        given = self._given.get(block, ())
        for variable in self._alive.get(block, ()):
            if variable not in given and above is not None:
                values[variable] = self._ends[variable, above]
        for variable in given:
            argument = block.insert_arg(variable.type, len(block.args))
            argument.name_hint = variable.op.res.name_hint
            values[variable] = argument
        for op, variable in uses:
            match op:
                case llvm.StoreOp():
                    values[variable] = op.value
                    erase(op)
                case llvm.LoadOp():
                    value = values[variable]
                    replace(op, (value or self._undef(variable.type),))
                case llvm.AllocaOp():
                    values[variable] = None
                case _:
                    values[variable] = None
                    erase(op)
        for variable, value in values.items():
            self._ends[variable, block] = value

    def _undef(self, type: Attribute) -> SSAValue:
        if type not in self._undefined:
            build = Builder.at_start(self._entry)
            self._undefined[type] = build.op(llvm.UndefOp, type=type)
        return self._undefined[type]

    def _pass_on(self) -> None:
        """Passes the values to the block arguments."""
        for block in self._blocks:
            added: dict[int, list[SSAValue]] = {}
            for number, successor in enumerate(successors(block)):
                for variable in self._given.get(successor, ()):
                    value = self._ends.get((variable, block))
                    added.setdefault(number, []).append(
                        value or self._undef(variable.type)
                    )
            if added:
                assert block.last_op is not None
                append_arguments(block.last_op, added)


def promote(found: Iterable[llvm.AllocaOp]) -> None:
    """Replaces each private variable of `found` that can be a value."""
    regions: dict[Region, list[_Variable]] = {}
    for op in found:
        type, region = _type_of(op), op.parent_region()
        if type is not None and region is not None:
            regions.setdefault(region, []).append(_Variable(op, type))
    for region, variables in regions.items():
        _Promotion(region).run(variables)
