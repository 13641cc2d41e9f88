"""
`opencl-promote-in-loops`: lets loops keep numbers of memory in private variables.

Needs: kernels and functions whose bodies are LLVM operations. Leaves: in an innermost loop that ends
at its head and has no other effects than loads and stores, no access to a place whose address is
the same in all rounds, if each round accesses it and no other access of the loop can be to these
bytes; or if some loads may be, which then compare their address. Before the loop its number is
loaded into a private variable, after the loop it is stored again; `opencl-promote-private` makes a
value of it. A loop that has no round loads and stores nothing: its first condition is computed in
front of it.

Two accesses are apart if one is to global or constant memory and the other to local memory, or
if they are to different bytes from the same address. Other work items do not access the place
between two barriers if this one writes there, or there is a race.

A load that may be to the place takes the number from the variable if its address is that of the place.
That suffices if both have natural alignment and the same size: they overlap only if the addresses are
equal. Comparisons cost less than a gather and a scatter in each round, but more than an access to
neighbours: the places of neighbouring work items must be apart in memory, and the loads few.

LLVM's `licm` is this. It does not move accesses of work items in lockstep, which have masks or go to
distant addresses.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import AnyFloat, IntegerType, ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.cfg import (
    branch_arguments,
    dominators,
    natural_loops,
    predecessors,
    reverse_post_order,
)
from xdsl_opencl.analysis.dominance import dominator_intervals
from xdsl_opencl.analysis.item_steps import SAME, Steps, item_steps
from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.accesses import is_number_function, is_plain_access, is_pure
from xdsl_opencl.ir.build import Builder, erase, pointer_space_number
from xdsl_opencl.ir.element_types import fills_memory
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.type_layout import constant_distance, memory_size_align

_SPACES = {
    AddressSpace.GLOBAL.spir: AddressSpace.GLOBAL,
    # A buffer may be an argument in both.
    AddressSpace.CONSTANT.spir: AddressSpace.GLOBAL,
    AddressSpace.LOCAL.spir: AddressSpace.LOCAL,
    AddressSpace.PRIVATE.spir: AddressSpace.PRIVATE,
}
"""Address spaces that are apart."""

_ADDRESSES = (
    *(llvm.GEPOp, llvm.SExtOp, llvm.ZExtOp, llvm.TruncOp, llvm.ConstantOp),
    *(llvm.AddOp, llvm.SubOp, llvm.MulOp, llvm.ShlOp),
    *(work_item.DimensionQueryOp, work_item.NullaryQueryOp),
)
"""Operations of addresses, which may be computed earlier."""

# mutant: a limit by measurements.
_MOST_COMPARISONS = 4
"""The limit of comparisons in a round, by measurements on AVX-512."""

_Access = llvm.LoadOp | llvm.StoreOp


@dataclass(eq=False)
class _Place:
    """Bytes from `start` to `end` after the address `base`, and the accesses to them."""

    base: SSAValue
    start: int
    end: int
    loads: list[llvm.LoadOp] = field(default_factory=list[llvm.LoadOp])
    stores: list[llvm.StoreOp] = field(default_factory=list[llvm.StoreOp])
    others: list[llvm.LoadOp] = field(default_factory=list[llvm.LoadOp])
    """Loads that may be to this place."""

    @property
    def accesses(self) -> list[_Access]:
        return [*self.stores, *self.loads]


@dataclass(eq=False)
class _Loop:
    """
    A loop that `entry` leads to and that ends at `header`, to go on at `exit`; `blocks` are in
    reverse post-order.
    """

    entry: Block
    header: Block
    exit: Block
    latch: Block
    blocks: Sequence[Block]
    same: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """Values of addresses that are the same in all rounds, with the first one that is equal."""
    places: dict[tuple[SSAValue, int, Attribute], _Place] = field(
        default_factory=dict[tuple[SSAValue, int, Attribute], _Place]
    )
    bases: dict[AddressSpace, dict[SSAValue, list[_Access]]] = field(
        default_factory=dict[AddressSpace, dict[SSAValue, list[_Access]]]
    )
    """By address space and base address, the accesses at distances from it."""


def _type(op: _Access) -> Attribute:
    """The type of the number that is loaded or stored."""
    return op.value.type if isinstance(op, llvm.StoreOp) else op.results[0].type


def _is_like(a: Attribute, b: Attribute) -> bool:
    """Returns whether numbers of types `a` and `b`, of one size, have the same bits in memory."""
    numbers = (IntegerType, AnyFloat)
    return a == b or (
        isinstance(a, numbers)
        and isinstance(b, numbers)
        and fills_memory(a)
        and fills_memory(b)
    )


def _block_of(value: SSAValue) -> Block:
    block = value.owner if isinstance(value.owner, Block) else value.owner.parent
    assert block is not None
    return block


class _Region:
    """The loops of one region, which has a control flow graph."""

    def __init__(self, region: Region, target: Target, declared: Collection[str]):
        self._region = region
        self._entry = region.blocks[0]
        self._target = target
        self._declared = declared
        self._order = reverse_post_order(self._entry)
        self._before = predecessors(self._order)
        self._intervals = dominator_intervals(dominators(self._order))

    def run(self) -> None:
        loops = natural_loops(self._order)
        number = {block: i for i, block in enumerate(self._order)}
        for header, blocks in loops.items():
            if any(block in loops for block in blocks if block is not header):
                continue
            loop = self._simple(header, sorted(blocks, key=number.__getitem__))
            if loop is None or not self._read(loop, blocks):
                continue
            if places := self._promotable(loop):
                self._move(loop, places)

    def _simple(self, header: Block, blocks: Sequence[Block]) -> _Loop | None:
        """Returns the loop if it ends at its head only, and no value of it is used after it."""
        inside = set(blocks)
        entries = [b for b in self._before[header] if b not in inside]
        latches = [b for b in self._before[header] if b in inside]
        if len(entries) != 1 or len(latches) != 1:
            return None
        for block in blocks:
            last = block.last_op
            assert last is not None
            if block is not header and not inside.issuperset(last.successors):
                return None
            values = (*block.args, *(r for op in block.ops for r in op.results))
            if any(
                use.operation.parent not in inside for v in values for use in v.uses
            ):
                return None
        *head, last = header.ops
        exits = [b for b in last.successors if b not in inside]
        # A frozen number may be another one each time it is computed.
        if any(not is_pure(op) or isinstance(op, FreezeOp) for op in head):
            return None
        if len(exits) != 1:
            return None
        if not isinstance(last, llvm.CondBrOp):
            return None
        if not isinstance(entries[0].last_op, llvm.BrOp):
            return None
        return _Loop(entries[0], header, exits[0], latches[0], blocks)

    def _read(self, loop: _Loop, inside: Container[Block]) -> bool:
        """Finds the places of all accesses; false if the loop has other effects."""
        first: dict[object, SSAValue] = {}
        for block in loop.blocks:
            for op in block.ops:
                if isinstance(op, _ADDRESSES):
                    operands = [
                        v if _block_of(v) not in inside else loop.same.get(v)
                        for v in op.operands
                    ]
                    if None not in operands:
                        properties = frozenset(op.properties.items())
                        key = (type(op), properties, op.results[0].type, *operands)
                        result = op.results[0]
                        loop.same[result] = first.setdefault(key, result)
                if isinstance(op, _Access):
                    if not self._note(loop, op, inside):
                        return False
                elif not (
                    op.successors
                    or is_pure(op)
                    or is_number_function(op, self._declared)
                ):
                    return False
        return True

    def _note(self, loop: _Loop, op: _Access, inside: Container[Block]) -> bool:
        space = _SPACES.get(pointer_space_number(op.ptr.type))
        if space is None or not is_plain_access(op):
            return False
        # mutant: only the distances between places matter.
        base, start = op.ptr, 0
        while isinstance(base.owner, llvm.GEPOp) and not base.owner.ssa_indices:
            start += constant_distance(base.owner, self._target)
            base = base.owner.ptr
        base = loop.same.get(base, base)
        loop.bases.setdefault(space, {}).setdefault(base, []).append(op)
        if base not in loop.same and _block_of(base) in inside:
            return True
        type = _type(op)
        size, _ = memory_size_align(type, self._target, op)
        key = base, start, type
        place = loop.places.setdefault(key, _Place(base, start, start + size))
        if isinstance(op, llvm.StoreOp):
            place.stores.append(op)
        else:
            place.loads.append(op)
        return True

    def _promotable(self, loop: _Loop) -> list[_Place]:
        """Returns the places that no other access can be to, and that each round accesses."""
        by_base: dict[SSAValue, list[_Place]] = {}
        for place in loop.places.values():
            by_base.setdefault(place.base, []).append(place)
        found: list[_Place] = []
        for base, places in by_base.items():
            places.sort(key=lambda place: place.start)
            if any(a.end > b.start for a, b in pairwise(places)):
                continue
            bases = loop.bases[_SPACES[pointer_space_number(base.type)]]
            others = [op for b, ops in bases.items() if b is not base for op in ops]
            loads = [op for op in others if isinstance(op, llvm.LoadOp)]
            for place in places:
                # A store may be to the same place.
                if len(loads) < len(others) or not self._is_in_each_round(place, loop):
                    continue
                if place.stores and loads:
                    comparisons = len(places) * len(loads)
                    if comparisons > _MOST_COMPARISONS or not self._compares(
                        place, loads
                    ):
                        continue
                    place.others = loads
                found.append(place)
        return found

    def _compares(self, place: _Place, loads: Sequence[llvm.LoadOp]) -> bool:
        """
        Returns whether `loads` can compare their addresses with that of `place`, and that pays.
        """
        address, type = place.accesses[0].ptr, _type(place.accesses[0])
        size = place.end - place.start
        near = {0, size, -size}
        along, across = self._steps.get(address, SAME)
        return (
            bool(place.loads)
            and along not in near
            and across not in near - {0}
            and all(op.ptr.type == address.type for op in loads)
            and all(_is_like(_type(op), type) for op in loads)
            and all(self._is_aligned(op, size) for op in (*place.accesses, *loads))
        )

    def _is_aligned(self, op: _Access, size: int) -> bool:
        """Returns whether `op` is of `size` bytes, and so is its alignment."""
        have, natural = memory_size_align(_type(op), self._target, op)
        given = natural if op.alignment is None else op.alignment.value.data
        return have == size and given % size == 0

    @cached_property
    def _steps(self) -> Mapping[SSAValue, Steps]:
        operations = (op for block in self._order for op in block.ops)
        return item_steps(operations, self._target)

    def _is_in_each_round(self, place: _Place, loop: _Loop) -> bool:
        inner = self._intervals[loop.latch]
        for op in place.stores or place.loads:
            assert op.parent is not None
            outer = self._intervals[op.parent]
            if outer[0] <= inner[0] and inner[1] <= outer[1]:
                return True
        return False

    def _move(self, loop: _Loop, places: Sequence[_Place]) -> None:
        """Puts `places` into variables while the loop runs."""
        last, enter = loop.header.last_op, loop.entry.last_op
        assert isinstance(last, llvm.CondBrOp)
        assert enter is not None
        values: dict[SSAValue, SSAValue] = {}
        values.update(zip(loop.header.args, enter.operands, strict=True))
        around = Builder.before(enter)
        for op in loop.header.ops:
            if op is not last:
                around.insert(op.clone(values))
        before = Builder(Block(), location=enter.location)
        for op in self._addresses(loop, places):
            before.insert(op.clone(values))
        after = Builder(Block(arg_types=loop.exit.arg_types), location=last.location)
        for place in places:
            self._replace(place, values, before, after)
        before.branch(loop.header, enter.operands)
        after.branch(loop.exit, after.block.args)
        ways: list[tuple[Block, list[SSAValue]]] = [
            (block, [values.get(v, v) for v in passed])
            if block is loop.exit
            else (before.block, [])
            for block, passed in branch_arguments(last)
        ]
        (yes, on_yes), (no, on_no) = ways
        condition = values.get(last.cond, last.cond)
        around.branch_if(condition, yes, no, on_yes, on_no)
        erase(enter)
        last.successors[last.successors.index(loop.exit)] = after.block
        self._region.insert_block_before(before.block, loop.header)
        self._region.insert_block_before(after.block, loop.exit)
        for block in reversed(loop.blocks):
            for op in reversed(tuple(block.ops)):
                if isinstance(op, _ADDRESSES) and op.results[0].first_use is None:
                    erase(op)

    @staticmethod
    def _addresses(loop: _Loop, places: Sequence[_Place]) -> list[Operation]:
        """Returns the operations of the loop that compute the addresses of `places`, in order."""
        waiting = [place.accesses[0].ptr for place in places]
        needed: set[SSAValue] = set()
        while waiting:
            value = waiting.pop()
            if value in loop.same and value not in needed:
                needed.add(value)
                assert isinstance(value.owner, Operation)
                waiting += value.owner.operands
        return [
            op
            for block in loop.blocks
            for op in block.ops
            if op.results and op.results[0] in needed
        ]

    def _replace(
        self,
        place: _Place,
        values: dict[SSAValue, SSAValue],
        before: Builder,
        after: Builder,
    ) -> None:
        """
        Lets the accesses to `place` use a variable. It gets the number in memory at `before`, and
        memory gets its number back at `after`; `values` has the copies of addresses.
        """
        some = place.accesses[0]
        address = values.get(some.ptr, some.ptr)
        type = _type(some)
        variable = Builder.at_start(self._entry).alloca(type)
        if place.loads:
            load = place.loads[0]
            before.store(before.add(load.clone({load.ptr: address})), variable)
        if place.stores:
            store = place.stores[0]
            number = after.load(variable, type)
            after.insert(store.clone({store.ptr: address, store.value: number}))
        for op in place.others:
            following = op.next_op
            assert following is not None
            build = Builder.before(following)
            same = build.compare("eq", op.ptr, address)
            number = build.bitcast(build.load(variable, type), op.results[0].type)
            chosen = build.select(same, number, op.results[0])
            op.results[0].replace_uses_with_if(
                chosen, lambda use, new=chosen: use.operation is not new.owner
            )
        for op in place.loads:
            op.operands = [variable]
        for op in place.stores:
            op.operands = [op.value, variable]


class OpenCLPromoteInLoopsPass(ModulePass):
    """Lets loops keep numbers of memory in private variables."""

    name = "opencl-promote-in-loops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        functions = [
            f for f in op.body.block.ops if isinstance(f, llvm.FuncOp | KernelOp)
        ]
        declared = {f.sym_name.data for f in functions if not f.body.blocks}
        for function in functions:
            if function.body.blocks:
                _Region(function.body, target, declared).run()
