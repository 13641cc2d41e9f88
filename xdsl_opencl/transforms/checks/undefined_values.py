"""
Finds the uses of variables without a value in a kernel.

The front end keeps private variables in values; one that is read before it is written is
`llvm.mlir.undef`. Each value that may be undefined on one of the paths to it gets a *mask* beside
it: bit `i` of an `i32` is set while lane `i` has no value. A report so depends on the path that
the work item took. `llvm.mlir.poison`, which Clang uses for unused values, counts as a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    FixedBitwidthType,
    IntegerType,
    VectorType,
    i32,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.traits import NoMemoryEffect, Pure

from xdsl_opencl.analysis.cfg import append_arguments, branch_arguments, received
from xdsl_opencl.dialects.llvm_ext.corrected import SelectOp, StoreOp
from xdsl_opencl.dialects.llvm_ext.instructions import (
    ExtractElementOp,
    FreezeOp,
    SwitchOp,
)
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import Builder, erase, known_integer
from xdsl_opencl.ir.diagnostics import source_place
from xdsl_opencl.ir.element_types import element_of

_NONE: frozenset[int] = frozenset()
_MOST_LANES = 32
_STORES = (StoreOp, llvm.StoreOp)
_BY_ADDRESS = frozenset(("llvm.load", "llvm.atomicrmw", "llvm.cmpxchg"))
_IMAGE_WRITES = "__xdsl_opencl_write_"
_COLOURS = slice(5, 9)
"""After the image, its kind and three coordinates."""
_DEFINES = (FreezeOp, llvm.CallOp, llvm.AndOp, llvm.OrOp)
"""`and` and `or` combine bits: some of the bits may have a value."""


def _lanes(type: Attribute) -> int:
    if isinstance(type, VectorType):
        vector = cast("VectorType[Attribute]", type)
        count = 1
        for size in vector.get_shape():
            count *= size
        return count
    return 1


def _result_lanes(
    op: Operation, known: Mapping[SSAValue, frozenset[int]]
) -> frozenset[int]:
    """The lanes of the result of `op` that may have no value."""

    def of(value: SSAValue) -> frozenset[int]:
        return known.get(value, _NONE)

    if _is_undefined(op):
        return _all(op)
    if isinstance(op, llvm.InsertElementOp):
        place = known_integer(op.index)
        if place is None:
            return _NONE
        rest = of(op.vector) - {place}
        return rest | {place} if of(op.value) and not _is_padding(op) else rest
    if isinstance(op, ExtractElementOp):
        place = known_integer(op.operands[1])
        return frozenset({0}) if place in of(op.operands[0]) else _NONE
    if isinstance(op, llvm.ShuffleVectorOp):
        first, one, other = _lanes(op.v1.type), of(op.v1), of(op.v2)
        if isinstance(op.v2.owner, llvm.UndefOp):
            # Clang extends three lanes to four in this way.
            other = _NONE
        return frozenset(
            lane
            for lane, source in enumerate(op.mask.get_values())
            if source in one or source - first in other
        )
    if isinstance(op, SelectOp | llvm.SelectOp):
        condition, yes, no = op.operands
        if of(condition):
            return _all(op)
        return of(yes) | of(no)
    result = op.results[0].type
    if (
        isinstance(op, _DEFINES)
        or not _has_lanes(result)
        or not (op.has_trait(Pure) or op.has_trait(NoMemoryEffect))
    ):
        return _NONE
    lanes = _NONE
    for value in op.operands:
        if not of(value):
            continue
        if _lanes(value.type) != _lanes(result):
            return _NONE
        lanes |= of(value)
    return lanes


def _is_undefined(op: Operation) -> bool:
    """
    Returns whether `op` stands for no value: as it is, or as the front end keeps it in sight
    (`frontend/ir_text/undefined.py`).
    """
    if isinstance(op, FreezeOp):
        op = op.operands[0].owner if isinstance(op.operands[0].owner, Operation) else op
    return isinstance(op, llvm.UndefOp)


def _is_padding(op: llvm.InsertElementOp) -> bool:
    """
    Returns whether what `op` inserts is part of a constant: the fourth lane of three.
    """
    return isinstance(op.value.owner, llvm.UndefOp)


def _has_lanes(type: Attribute) -> bool:
    if isinstance(type, VectorType):
        return _lanes(cast("VectorType[Attribute]", type)) <= _MOST_LANES
    return isinstance(type, FixedBitwidthType | llvm.LLVMPointerType)


def _all(op: Operation) -> frozenset[int]:
    return frozenset(range(_lanes(op.results[0].type)))


def drop_marks(kernel: KernelOp) -> None:
    """
    Erases the undefined stores that the front end made (`frontend/ir_text/undefined.py`) and
    that LLVM left in memory; they have no place in the source. The checker keeps a byte of its
    own for each byte of such a variable.
    """
    for op in tuple(kernel.body.walk()):
        if (
            isinstance(op, _STORES)
            and isinstance(op.operands[0].owner, FreezeOp)
            and _is_undefined(op.operands[0].owner)
            and source_place(op.location) is None
        ):
            erase(op)


@dataclass(frozen=True)
class UndefinedUse:
    """
    `op` stores a value, branches on it, or uses it as an address, and `mask` is not 0 where
    that has no value. For a colour of an image write (`is_texel`) the mask names the lanes,
    some of which the image may not store.
    """

    op: Operation
    mask: SSAValue
    is_texel: bool


def undefined_uses(kernel: KernelOp) -> list[UndefinedUse]:
    """
    Returns the operations of `kernel` that use values which may be undefined. Adds the masks to
    the kernel, and replaces its undefined values by zeros.
    """
    undefined = [op for op in kernel.body.walk() if _is_undefined(op)]
    if not undefined:
        return []
    masks = _Masks(kernel, undefined)
    found: list[UndefinedUse] = []
    for op in tuple(kernel.body.walk()):
        if used := masks.known(_used(op)):
            found.append(UndefinedUse(op, masks.any_of(used, op), False))
        colours = tuple(op.operands[_COLOURS]) if _writes_image(op) else ()
        if used := masks.known(colours):
            found.append(UndefinedUse(op, masks.texel(colours, op), True))
    masks.finish()
    for op in undefined:
        value = op.results[0]
        # Nothing but numbers and pointers has a zero of its own.
        if _has_lanes(value.type) and not _holds_pointers(value.type):
            build = Builder.before(op)
            value.replace_all_uses_with(_zero(build, value.type))
            build.block.erase_op(op)
    return found


def _holds_pointers(type: Attribute) -> bool:
    element = element_of(type)
    return element is not type and not isinstance(element, FixedBitwidthType)


def _zero(build: Builder, type: Attribute) -> SSAValue:
    element = element_of(type)
    if isinstance(element, IntegerType):
        return build.constant(0, type)
    if isinstance(element, FixedBitwidthType):
        return build.float_constant(0.0, type)
    return build.null(type)


def _used(op: Operation) -> tuple[SSAValue, ...]:
    """
    The operands of `op` that must have a value.
    """
    if isinstance(op, _STORES):
        return tuple(op.operands)
    if isinstance(op, llvm.CondBrOp | SwitchOp) or op.name in _BY_ADDRESS:
        return (op.operands[0],)
    return tuple(op.operands[2:5]) if _writes_image(op) else ()


def _writes_image(op: Operation) -> bool:
    return (
        isinstance(op, llvm.CallOp)
        and op.callee is not None
        and op.callee.root_reference.data.startswith(_IMAGE_WRITES)
    )


_Mask = int | SSAValue


class _Masks:
    """
    The masks of a kernel's values: numbers where they are always the same, else values,
    which are made when they are asked for.
    """

    def __init__(self, kernel: KernelOp, undefined: list[Operation]):
        self.kernel = kernel
        self.possible: dict[SSAValue, frozenset[int]] = {}
        """The lanes that may have no value."""
        self.made: dict[SSAValue, _Mask] = {}
        self.arguments: dict[Block, list[BlockArgument]] = {}
        """The block arguments that have masks, in the order of these."""
        self.unfilled: list[BlockArgument] = []
        self._find(undefined)

    def _find(self, undefined: list[Operation]) -> None:
        receivers: dict[Operation, list[BlockArgument | None]] = {}
        waiting: list[SSAValue] = []

        def meet(value: SSAValue, lanes: frozenset[int]) -> None:
            known = self.possible.get(value, _NONE)
            if not lanes <= known:
                self.possible[value] = lanes | known
                waiting.append(value)

        for op in undefined:
            if _has_lanes(op.results[0].type):
                meet(op.results[0], _all(op))
        while waiting:
            value = waiting.pop()
            for use in value.uses:
                op = use.operation
                if op.successors:
                    if op not in receivers:
                        receivers[op] = received(op)
                    if (argument := receivers[op][use.index]) is not None:
                        meet(argument, self.possible[value])
                elif len(op.results) == 1:
                    meet(op.results[0], _result_lanes(op, self.possible))

    def known(self, values: tuple[SSAValue, ...]) -> tuple[SSAValue, ...]:
        """Returns the values among `values` that may be undefined."""
        return tuple(value for value in values if value in self.possible)

    def any_of(self, values: tuple[SSAValue, ...], op: Operation) -> SSAValue:
        """
        Makes, before `op`, a mask that is 0 where all lanes of `values` have a value.
        """
        masks = [self.of(value) for value in values]
        bits = _Bits(Builder.before(op))
        return bits.value(bits.union(masks))

    def texel(self, colours: tuple[SSAValue, ...], op: Operation) -> SSAValue:
        """
        Makes, before `op`, the mask of the vector whose lanes are `colours`.
        """
        masks = [self.of(value) for value in colours]
        bits = _Bits(Builder.before(op))
        return bits.value(
            bits.union([bits.move(mask, 0, lane) for lane, mask in enumerate(masks)])
        )

    def of(self, value: SSAValue) -> _Mask:
        """
        The mask of `value`, made with all that it needs after the definition of `value`.
        """
        stack = [value]
        while stack:
            top = stack[-1]
            if top in self.made or top not in self.possible:
                stack.pop()
            elif isinstance(top, BlockArgument):
                block = top.block
                self.made[top] = block.insert_arg(i32, len(block.args))
                self.arguments.setdefault(block, []).append(top)
                self.unfilled.append(top)
            else:
                op = top.owner
                assert isinstance(op, Operation)
                missing = [
                    v for v in self.known(tuple(op.operands)) if v not in self.made
                ]
                if missing:
                    stack += missing
                else:
                    self.made[top] = self._make(op)
        return self.made.get(value, 0)

    def _make(self, op: Operation) -> _Mask:
        """
        Makes the mask of the result of `op`, whose operands have theirs.
        """
        if _is_undefined(op):
            return (1 << _lanes(op.results[0].type)) - 1
        following = op.next_op
        assert following is not None
        bits = _Bits(Builder.before(following))
        masks = [self.made.get(value, 0) for value in op.operands]
        if isinstance(op, llvm.InsertElementOp):
            place = known_integer(op.index)
            assert place is not None
            rest = bits.keep(masks[0], ~(1 << place))
            if _is_padding(op):
                return rest
            return bits.union([rest, bits.move(masks[1], 0, place)])
        if isinstance(op, ExtractElementOp):
            place = known_integer(op.operands[1])
            assert place is not None
            return bits.move(masks[0], place, 0)
        if isinstance(op, llvm.ShuffleVectorOp):
            first = _lanes(op.v1.type)
            lanes = self.possible[op.res]
            return bits.union(
                [
                    bits.move(masks[source >= first], source % first, lane)
                    for lane, source in enumerate(op.mask.get_values())
                    if lane in lanes
                ]
            )
        if isinstance(op, SelectOp | llvm.SelectOp):
            condition, yes, no = masks
            if _lanes(op.operands[0].type) > 1:
                return bits.union([condition, bits.both(yes, no)])
            every = (1 << _lanes(op.results[0].type)) - 1
            return bits.union(
                [
                    bits.choose(op.operands[0], yes, no),
                    bits.keep(bits.spread(condition), every),
                ]
            )
        return bits.union(masks)

    def finish(self) -> None:
        """
        Hands over the masks of what block arguments receive.
        """
        edges: dict[Block, list[tuple[SSAValue, ...]]] = {}
        lasts = [block.last_op for block in self.kernel.body.blocks]
        branches = [op for op in lasts if op is not None and op.successors]
        for op in branches:
            for target, values in branch_arguments(op):
                edges.setdefault(target, []).append(values)
        # The mask of a value may need the masks of other values.
        while self.unfilled:
            argument = self.unfilled.pop()
            for values in edges.get(argument.block, ()):
                self.of(values[argument.index])
        for op in branches:
            bits = _Bits(Builder.before(op))
            added: dict[int, list[SSAValue]] = {
                number: [
                    bits.value(self.made.get(values[argument.index], 0))
                    for argument in self.arguments[target]
                ]
                for number, (target, values) in enumerate(branch_arguments(op))
                if target in self.arguments
            }
            if added:
                append_arguments(op, added)


class _Bits:
    """
    Arithmetic of masks, which folds numbers.
    """

    def __init__(self, build: Builder):
        self.build = build

    def value(self, mask: _Mask) -> SSAValue:
        return self.build.constant(mask, i32) if isinstance(mask, int) else mask

    def union(self, masks: list[_Mask]) -> _Mask:
        number, values = 0, dict[SSAValue, None]()
        for mask in masks:
            if isinstance(mask, int):
                number |= mask
            else:
                values[mask] = None
        whole: SSAValue | None = None
        for value in values:
            whole = value if whole is None else self.build.op(llvm.OrOp, whole, value)
        if whole is None:
            return number
        return self.build.op(llvm.OrOp, whole, self.value(number)) if number else whole

    def keep(self, mask: _Mask, lanes: int) -> _Mask:
        if isinstance(mask, int):
            return mask & lanes
        return self.build.op(llvm.AndOp, mask, self.value(lanes))

    def both(self, one: _Mask, other: _Mask) -> _Mask:
        if isinstance(other, int):
            return self.keep(one, other)
        return (
            self.keep(other, one)
            if isinstance(one, int)
            else self.build.op(llvm.AndOp, one, other)
        )

    def move(self, mask: _Mask, source: int, to: int) -> _Mask:
        """
        Lane `source` of `mask` as lane `to`.
        """
        if isinstance(mask, int):
            return (mask >> source & 1) << to
        if source:
            mask = self.build.op(llvm.LShrOp, mask, self.value(source))
        lane = self.build.op(llvm.AndOp, mask, self.value(1))
        return self.build.op(llvm.ShlOp, lane, self.value(to)) if to else lane

    def choose(self, condition: SSAValue, yes: _Mask, no: _Mask) -> _Mask:
        if yes == no:
            return yes
        return self.build.select(condition, self.value(yes), self.value(no))

    def spread(self, lane: _Mask) -> _Mask:
        """
        Lane 0 as every lane.
        """
        if isinstance(lane, int):
            return -(lane & 1)
        return self.build.op(llvm.SubOp, self.value(0), lane)
