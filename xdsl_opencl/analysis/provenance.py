"""
Finds the memory that the pointers of a kernel point into, for `opencl-check-accesses`.

A pointer's *origin* is found through address arithmetic and casts. Where several meet (a
`select`, a block argument), the memory is known only when the kernel runs: then its base
and extent (`abi/cpu/host_check.py`) travel beside the pointer, as values of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i64
from xdsl.ir import (
    Attribute,
    Block,
    BlockArgument,
    Operation,
    OpResult,
    Region,
    SSAValue,
)
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_opencl.abi.cpu.host_check import UNKNOWN
from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.analysis.cfg import append_arguments, branch_arguments
from xdsl_opencl.dialects.llvm_ext.corrected import SelectOp
from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp, FreezeOp
from xdsl_opencl.ir.build import (
    GENERIC_POINTER,
    NO_FAST_MATH,
    Builder,
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
    The memory that begins at `base`, and its extent, which tells memories apart;
    `space` is where it is.
    """

    base: SSAValue | None
    extent: int
    space: AddressSpace


NOWHERE = Origin(None, UNKNOWN, AddressSpace.GENERIC)
"""A pointer that was read from memory, or made of a number."""


@dataclass(frozen=True)
class Mixed:
    """Pointers into different memories meet in `value`."""

    value: SSAValue


Found = Origin | Mixed | None
"""`None`: nothing is known yet, or the code cannot be reached."""


def is_pointer(type: Attribute) -> bool:
    """True for `!llvm.ptr` in any address space."""
    return isinstance(type, llvm.LLVMPointerType)


class Provenance:
    """The origins of the pointers of one kernel."""

    def __init__(self, body: Region, leaf: Callable[[SSAValue], Origin | None]):
        """`leaf` says where a variable or argument is; `None` for anything else."""
        self._body = body
        self._leaf = leaf
        self._found: dict[SSAValue, Found] = {}
        """Block arguments and results of `select`."""
        self._roots: dict[SSAValue, SSAValue] = {}
        self._edges: dict[Block, list[tuple[Operation, int, tuple[SSAValue, ...]]]] = {}
        self._companions: dict[SSAValue, tuple[SSAValue, SSAValue]] = {}
        self._bases: dict[SSAValue, SSAValue] = {}
        self._constants: dict[int, SSAValue] = {}
        self._null: SSAValue | None = None
        self._pending: list[SSAValue] = []
        self._solve()

    # --- analysis ----------------------------------------------------------------------

    def _solve(self) -> None:
        work: list[SSAValue] = []
        for block in self._body.blocks:
            for argument in block.args:
                if block is not self._body.first_block and is_pointer(argument.type):
                    work.append(argument)
            for op in block.ops:
                if isinstance(op, llvm.SelectOp) and is_pointer(op.res.type):
                    work.append(op.res)
            if (last := block.last_op) is None:
                continue
            for number, (target, values) in enumerate(branch_arguments(last)):
                self._edges.setdefault(target, []).append((last, number, values))
        sources = {value: self._sources(value) for value in work}
        readers: dict[SSAValue, list[SSAValue]] = {}
        for value, merged in sources.items():
            for source in merged:
                readers.setdefault(source, []).append(value)
        # Last in, first out: operands are mostly known before their readers.
        work.reverse()
        waiting = set(work)
        while work:
            value = work.pop()
            waiting.discard(value)
            found: Found = None
            for source in sources[value]:
                found = self._join(found, self.of(source), value)
            if found == self._found.get(value):
                continue
            self._found[value] = found
            for reader in readers.get(value, ()):
                if reader not in waiting:
                    waiting.add(reader)
                    work.append(reader)

    def _incoming(self, argument: BlockArgument) -> list[SSAValue]:
        edges = self._edges.get(argument.block, ())
        return [values[argument.index] for _, _, values in edges]

    def _sources(self, value: SSAValue) -> list[SSAValue]:
        """The pointers that meet in `value`, address arithmetic taken off."""
        if isinstance(value, BlockArgument):
            merged = self._incoming(value)
        else:
            assert isinstance(value.owner, llvm.SelectOp)
            merged = list(value.owner.operands[1:])
        return list(dict.fromkeys(map(self._root, merged)))

    def _root(self, value: SSAValue) -> SSAValue:
        """The value that `value` is computed from by address arithmetic and casts."""
        path: list[SSAValue] = []
        while value not in self._roots:
            if self._leaf(value) is not None or not isinstance(value.owner, _PASS_ON):
                break
            path.append(value)
            value = value.owner.operands[0]
        root = self._roots.get(value, value)
        for passed in path:
            self._roots[passed] = root
        return root

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
            # The address of a variable, taken on another path, may not be there.
            and one.base is other.base
        ):
            return one
        return Mixed(where)

    def of(self, value: SSAValue) -> Found:
        """Returns the memory that `value` points into."""
        value = self._root(value)
        if (origin := self._leaf(value)) is not None:
            return origin
        if isinstance(value, BlockArgument) and value.block is self._body.first_block:
            return NOWHERE
        if isinstance(value, BlockArgument) or isinstance(value.owner, llvm.SelectOp):
            return self._found.get(value)
        return NOWHERE

    # --- values ------------------------------------------------------------------------

    def _at_entry(self) -> Builder:
        entry = self._body.blocks[0]
        return Builder.at_start(entry)

    def constant(self, number: int) -> SSAValue:
        """A 64-bit constant, one for the kernel."""
        if number not in self._constants:
            self._constants[number] = self._at_entry().constant(number)
        return self._constants[number]

    def null(self) -> SSAValue:
        """The null pointer, one for the kernel."""
        if self._null is None:
            self._null = self._at_entry().null(GENERIC_POINTER)
        return self._null

    def values(self, pointer: SSAValue) -> tuple[SSAValue, SSAValue]:
        """Base and extent of the memory that `pointer` points into."""
        match self.of(pointer):
            case Origin(base=SSAValue() as base) as origin:
                return self._base(base), self.constant(origin.extent)
            case Mixed(value):
                return self._companion(value)
            case _:
                return self.null(), self.constant(UNKNOWN)

    def _base(self, base: SSAValue) -> SSAValue:
        """`base` as the checker takes it, made where it is defined."""
        known = self._bases.get(base)
        if known is not None:
            return known
        if pointer_space_number(base.type) == 0:
            return base
        if isinstance(base, OpResult):
            block = base.owner.parent
            assert block is not None
            value = Builder(block, base.owner.next_op).generic(base)
        else:
            value = self._at_entry().generic(base)
        self._bases[base] = value
        return value

    def _companion(self, value: SSAValue) -> tuple[SSAValue, SSAValue]:
        """
        Base and extent that travel beside `value`; their operands are filled in by
        `finish`.
        """
        known = self._companions.get(value)
        if known is not None:
            return known
        owner = value.owner
        if isinstance(owner, Block):
            base = owner.insert_arg(GENERIC_POINTER, len(owner.args))
            extent = owner.insert_arg(i64, len(owner.args))
            self._companions[value] = base, extent
        else:
            assert isinstance(owner, llvm.SelectOp)
            pair = [
                SelectOp.create(
                    # The sides are not known yet.
                    operands=(owner.cond, placeholder, placeholder),
                    result_types=(placeholder.type,),
                    properties={"fastmathFlags": NO_FAST_MATH},
                )
                for placeholder in (self.null(), self.constant(UNKNOWN))
            ]
            Rewriter.insert_op(pair, InsertPoint.after(owner))
            self._companions[value] = pair[0].results[0], pair[1].results[0]
        self._pending.append(value)
        return self._companions[value]

    def finish(self) -> None:
        """
        Makes branches pass the companions of block arguments, and selects choose them.
        Nothing may be asked for afterwards.
        """
        added: dict[Operation, dict[int, list[SSAValue]]] = {}
        # In the order of the block arguments: a block's companions were appended to its
        # arguments in the order in which they stand here. The list grows meanwhile.
        for value in self._pending:
            if isinstance(value, BlockArgument):
                incoming = self._incoming(value)
                edges = self._edges[value.block]
                for (op, number, _), pointer in zip(edges, incoming, strict=True):
                    edge = added.setdefault(op, {}).setdefault(number, [])
                    edge += self.values(pointer)
                continue
            assert isinstance(value.owner, llvm.SelectOp)
            sides = [self.values(side) for side in value.owner.operands[1:]]
            for result, yes, no in zip(
                self._companions[value], sides[0], sides[1], strict=True
            ):
                assert isinstance(result.owner, Operation)
                result.owner.operands = (result.owner.operands[0], yes, no)
        for op, edges in added.items():
            append_arguments(op, edges)
