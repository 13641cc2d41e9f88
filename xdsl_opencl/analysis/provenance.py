"""
Which memory the pointers of a kernel point into, for `opencl-check-accesses`.

A pointer's *origin* is found through address arithmetic and casts. Where several meet (a
`select`, a block argument), the memory is known only when the kernel runs: then its base
and extent (`abi/host_check.py`) travel beside the pointer, as values of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from xdsl.dialects import llvm
from xdsl.dialects.builtin import DenseArrayBase, i32, i64
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.host_check import UNKNOWN
from xdsl_opencl.analysis.uniformity import branch_arguments
from xdsl_opencl.dialects.llvm_ext.corrected import SelectOp
from xdsl_opencl.dialects.llvm_ext.instructions import (
    AddrSpaceCastOp,
    FreezeOp,
    SwitchOp,
)
from xdsl_opencl.ir.blocks import (
    GENERIC_POINTER,
    BlockBuilder,
    generic,
    pointer_space_number,
)

_PASS_ON: tuple[type[Operation], ...] = (
    llvm.GEPOp,
    llvm.BitcastOp,
    AddrSpaceCastOp,
    FreezeOp,
)
"""Operations whose result points into the memory of their operand."""


@dataclass(frozen=True)
class Origin:
    """
    The memory that begins at `base`, and its extent, by which memories are told apart;
    `space` is where it is.
    """

    base: SSAValue | None
    extent: int
    space: AddressSpace


NOWHERE = Origin(None, UNKNOWN, AddressSpace.GENERIC)
"""A pointer that was read from memory, or made of a number."""


@dataclass(frozen=True)
class Mixed:
    """
    Pointers into different memories meet in `value`.
    """

    value: SSAValue


Found = Origin | Mixed | None
"""`None`: nothing is known yet, or the code cannot be reached."""


def is_pointer(type: Attribute) -> bool:
    """
    Whether `type` is `!llvm.ptr`, in any address space.
    """
    return isinstance(type, llvm.LLVMPointerType)


class Provenance:
    """
    The origins of the pointers of one kernel.
    """

    def __init__(self, body: Region, leaf: Callable[[SSAValue], Origin | None]):
        """
        `leaf` says where a variable or argument is; `None` for anything else.
        """
        self._body = body
        self._leaf = leaf
        self._found: dict[SSAValue, Found] = {}
        """Block arguments."""
        self._edges: dict[Block, list[tuple[Operation, int, tuple[SSAValue, ...]]]] = {}
        self._companions: dict[SSAValue, tuple[SSAValue, SSAValue]] = {}
        self._bases: dict[SSAValue, SSAValue] = {}
        self._constants: dict[int, SSAValue] = {}
        self._null: SSAValue | None = None
        self._pending: list[SSAValue] = []
        self._solve()

    # --- analysis ----------------------------------------------------------------------

    def _solve(self) -> None:
        arguments: list[SSAValue] = []
        for block in self._body.blocks:
            last = block.last_op
            if last is None:
                continue
            for number, (target, values) in enumerate(branch_arguments(last)):
                self._edges.setdefault(target, []).append((last, number, values))
        for block in tuple(self._body.blocks)[1:]:
            arguments += [a for a in block.args if is_pointer(a.type)]
        changed = True
        while changed:
            changed = False
            for argument in arguments:
                found = self._joined(argument)
                if found != self._found.get(argument):
                    self._found[argument] = found
                    changed = True

    def _incoming(self, argument: SSAValue) -> list[SSAValue]:
        block = argument.owner
        assert isinstance(block, Block)
        index = tuple(block.args).index(argument)
        return [values[index] for _, _, values in self._edges.get(block, ())]

    def _joined(self, argument: SSAValue) -> Found:
        result: Found = None
        for value in self._incoming(argument):
            result = self._join(result, self.of(value), argument)
        return result

    @staticmethod
    def _join(one: Found, other: Found, where: SSAValue) -> Found:
        if one is None:
            return other if not isinstance(other, Mixed) else Mixed(where)
        if other is None or other == Mixed(where):
            return one
        if (
            isinstance(one, Origin)
            and isinstance(other, Origin)
            and one.extent == other.extent
        ):
            return one
        return Mixed(where)

    def of(self, value: SSAValue) -> Found:
        """
        Where `value` points into.
        """
        while True:
            owner = value.owner
            if (origin := self._leaf(value)) is not None:
                return origin
            if isinstance(owner, Block):
                if owner is self._body.first_block:
                    return NOWHERE
                return self._found.get(value)
            if isinstance(owner, _PASS_ON):
                value = owner.operands[0]
                continue
            if isinstance(owner, llvm.SelectOp):
                one = self._join(None, self.of(owner.operands[1]), value)
                return self._join(one, self.of(owner.operands[2]), value)
            return NOWHERE

    # --- values ------------------------------------------------------------------------

    def _entry_builder(self) -> tuple[Block, Block, BlockBuilder]:
        entry = self._body.first_block
        assert entry is not None
        made = Block()
        return entry, made, BlockBuilder(made)

    def _at_entry(self, make: Callable[[BlockBuilder], SSAValue]) -> SSAValue:
        entry, made, build = self._entry_builder()
        value = make(build)
        first = entry.first_op
        assert first is not None
        _move(made, lambda ops: entry.insert_ops_before(ops, first))
        return value

    def constant(self, number: int) -> SSAValue:
        """
        A 64-bit constant, one for the kernel.
        """
        if number not in self._constants:
            self._constants[number] = self._at_entry(lambda b: b.constant(number))
        return self._constants[number]

    def _null_pointer(self) -> SSAValue:
        if self._null is None:
            self._null = self._at_entry(
                lambda b: b.add(llvm.ZeroOp.create(result_types=(GENERIC_POINTER,)))
            )
        return self._null

    def values(self, pointer: SSAValue) -> tuple[SSAValue, SSAValue]:
        """
        Base and extent of what `pointer` points into.
        """
        match self.of(pointer):
            case Origin(base=SSAValue() as base) as origin:
                return self._base(base), self.constant(origin.extent)
            case Mixed(value):
                return self._companion(value)
            case _:
                return self._null_pointer(), self.constant(UNKNOWN)

    def _base(self, base: SSAValue) -> SSAValue:
        """
        `base` as the checker takes it, made where it is defined.
        """
        known = self._bases.get(base)
        if known is not None:
            return known
        if pointer_space_number(base.type) == 0:
            return base
        if isinstance(base, OpResult):
            made = Block()
            value = generic(BlockBuilder(made), base)
            owner = base.owner
            block = owner.parent
            assert block is not None
            _move(made, lambda ops: block.insert_ops_after(ops, owner))
        else:
            value = self._at_entry(lambda b: generic(b, base))
        self._bases[base] = value
        return value

    def _companion(self, value: SSAValue) -> tuple[SSAValue, SSAValue]:
        known = self._companions.get(value)
        if known is not None:
            return known
        owner = value.owner
        if isinstance(owner, Block):
            base = owner.insert_arg(GENERIC_POINTER, len(owner.args))
            extent = owner.insert_arg(i64, len(owner.args))
            self._companions[value] = base, extent
            self._pending.append(value)
            return base, extent
        assert isinstance(owner, llvm.SelectOp)
        condition = owner.operands[0]
        sides = [self.values(operand) for operand in owner.operands[1:]]
        pair = [
            SelectOp.create(
                operands=(condition, yes, no),
                result_types=(yes.type,),
                properties={"fastmathFlags": llvm.FastMathAttr(None)},
            )
            for yes, no in zip(*sides, strict=True)
        ]
        block = owner.parent
        assert block is not None
        block.insert_ops_after(pair, owner)
        self._companions[value] = pair[0].results[0], pair[1].results[0]
        return self._companions[value]

    def finish(self) -> None:
        """
        Makes branches pass the companions of block arguments. Nothing may be asked for
        afterwards.
        """
        while self._pending:
            value = self._pending.pop()
            block = value.owner
            assert isinstance(block, Block)
            incoming = self._incoming(value)
            edges = self._edges[block]
            for (op, number, _), pointer in zip(edges, incoming, strict=True):
                _append(op, number, self.values(pointer))


def _move(made: Block, insert: Callable[[list[Operation]], None]) -> None:
    ops = list(made.ops)
    for op in ops:
        op.detach()
    insert(ops)


def _append(branch: Operation, edge: int, values: tuple[SSAValue, ...]) -> None:
    """
    Appends `values` to what `branch` passes along its successor number `edge`.
    """
    counts = [len(arguments) for _, arguments in branch_arguments(branch)]
    first = len(branch.operands) - sum(counts)
    bounds = [first]
    for count in counts:
        bounds.append(bounds[-1] + count)
    at = [end for _, end in pairwise(bounds)][edge]
    operands = list(branch.operands)
    operands[at:at] = values
    branch.operands = operands
    counts[edge] += len(values)
    if isinstance(branch, llvm.CondBrOp):
        segments = (1, *counts)
    elif isinstance(branch, SwitchOp):
        branch.case_operand_segments = DenseArrayBase.from_list(i32, counts[1:])
        segments = (1, counts[0], sum(counts[1:]))
    else:
        return
    branch.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, segments)
