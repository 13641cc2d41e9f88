"""
Finds upper bounds for the iterations of a kernel's loops.

A kernel that runs in the thread that launches it cannot be interrupted, so it may run there only
if it ends soon. A loop is counted if a number that is compared in each iteration starts from a
constant or a local id, grows by a constant without overflow, and has to stay below a constant, an argument of
the kernel, a size of the work-group or the least of these; or if this number is shifted right as long as it is above
0. The loop may also end earlier.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import llvm
from xdsl.dialects.builtin import UnrealizedConversionCastOp
from xdsl.ir import Block, BlockArgument, Region, SSAValue

from xdsl_opencl.abi.cpu.host_launch import MAX_WORK_GROUP_SIZE
from xdsl_opencl.analysis.cfg import branch_arguments, reverse_post_order
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.folding.constants import bits_of
from xdsl_opencl.ir.build import (
    INVERTED_PREDICATES,
    PREDICATE_NAMES,
    SWAPPED_PREDICATES,
    known_integer,
)
from xdsl_opencl.ir.element_types import width_of
from xdsl_opencl.transforms.work_groups.lockstep.control import Loop, find_loops
from xdsl_opencl.transforms.work_groups.lockstep.lanes import NotInLockstep
from xdsl_opencl.transforms.work_groups.lockstep.operations import no_wrap_of

_SIZES = (
    work_item.GetLocalSizeOp,
    work_item.GetEnqueuedLocalSizeOp,
    work_item.GetLocalIdOp,
)
_MOST_BITS = 64
_USUAL_WORK = 32
"""The operations on numbers that an iteration may have to count as one."""


def _unextended(value: SSAValue) -> SSAValue:
    # An index is cast to its integer.
    while isinstance(
        op := value.owner, llvm.SExtOp | llvm.ZExtOp | UnrealizedConversionCastOp
    ):
        value = op.operands[0]
    return value


def _start(value: SSAValue) -> int | None:
    """Returns a number that is at most `value`, and not negative if that is not."""
    if (constant := known_integer(value)) is not None:
        return constant
    return 0 if isinstance(_untruncated(value).owner, _SIZES) else None


def _untruncated(value: SSAValue) -> SSAValue:
    value = _unextended(value)
    while isinstance(op := value.owner, llvm.TruncOp):
        value = _unextended(op.operands[0])
    return value


def _limit(value: SSAValue, start: int, entry: Block, signed: bool) -> str | None:
    """Returns the number of steps by 1 from `start` until a number is above `value`."""
    if isinstance(value.owner, elementwise.SMinOp if signed else elementwise.UMinOp):
        # What is above one of them is above the least.
        for each in value.owner.operands:
            if not isinstance(each.owner, type(value.owner)):
                if (found := _limit(each, start, entry, signed)) is not None:
                    return found
        return None
    if (constant := known_integer(value)) is not None and (signed or constant >= 0):
        return str(max(constant - start + 1, 1))
    if start < 0:
        return None
    value = _unextended(value)
    if isinstance(value, BlockArgument) and value.block is entry:
        return f"{'s' if signed else 'u'}{value.index}"
    owner = _untruncated(value).owner
    return str(MAX_WORK_GROUP_SIZE + 1) if isinstance(owner, _SIZES) else None


def _carried(
    loop: Loop, argument: BlockArgument
) -> tuple[set[SSAValue], set[SSAValue]]:
    """
    Returns the values of an argument of the loop's header: from outside, and in each iteration.
    """
    first: set[SSAValue] = set()
    following: set[SSAValue] = set()
    for branch in {use.operation for use in loop.header.uses}:
        found = following if branch.parent in loop.blocks else first
        found.update(
            values[argument.index]
            for block, values in branch_arguments(branch)
            if block is loop.header
        )
    return first, following


def _rounds(
    loop: Loop, value: SSAValue, predicate: str, limit: SSAValue, entry: Block
) -> str | None:
    """
    Returns the most iterations of a loop that compares `value` with `limit` in each iteration, and
    ends as soon as `predicate` is false.
    """
    argument = _unextended(value)
    if isinstance(argument.owner, llvm.AddOp | llvm.LShrOp | llvm.AShrOp):
        argument = argument.owner.operands[0]
    if argument not in loop.header.args:
        return None
    assert isinstance(argument, BlockArgument)
    first, following = _carried(loop, argument)
    if len(following) != 1:
        return None
    (made,) = following
    op, signed = made.owner, predicate.startswith("s")
    if _unextended(value) not in (argument, made) or not isinstance(
        op, llvm.AddOp | llvm.LShrOp | llvm.AShrOp
    ):
        return None
    step = known_integer(op.operands[1])
    if op.operands[0] is not argument or step is None or step < 1:
        return None
    if not isinstance(op, llvm.AddOp):
        # The shifted number may be above 0 only if read as unsigned.
        fits = signed or isinstance(op, llvm.LShrOp)
        above = predicate in ("sgt", "ugt") and known_integer(limit) == 0
        return str(_MOST_BITS + 1) if above and fits else None
    starts = [start for v in first if (start := _start(v)) is not None]
    if predicate not in ("slt", "sle", "ult", "ule") or len(starts) < len(first):
        return None
    if not signed and min(starts) < 0:
        return None
    exact = no_wrap_of(op)[0 if signed else 1]
    # An extended number is compared with a limit beyond its range.
    narrow = value.type == argument.type
    bound, bits = known_integer(limit) or -1, bits_of(argument.type)
    exact |= narrow and 0 < bound < (1 << bits - 1) - step
    if not exact and not (step == 1 and narrow and predicate.endswith("lt")):
        return None
    return _limit(limit, min(starts), entry, signed)


def _conditions(loop: Loop) -> Iterator[tuple[SSAValue, bool]]:
    """
    Yields the values that are tested in each iteration, and the result that another iteration
    needs.
    """
    head = loop.header.last_op
    for block in loop.leaving:
        branch = block.last_op
        if not isinstance(branch, llvm.CondBrOp):
            continue
        stays = branch.then_block in loop.blocks
        if block is loop.header or loop.latches == [block]:
            yield branch.cond, stays
        elif (
            stays
            and isinstance(head, llvm.CondBrOp)
            and isinstance(branch.cond, BlockArgument)
            and branch.cond.block is block
        ):
            # `a && b`: if `a` is false, so is the result.
            for way, (target, values) in enumerate(branch_arguments(head)):
                if target is block and known_integer(values[branch.cond.index]) == 0:
                    yield head.cond, way == 1


def _rounds_of(loop: Loop, entry: Block) -> str | None:
    for condition, stays in _conditions(loop):
        compare = condition.owner
        if not isinstance(compare, llvm.ICmpOp):
            continue
        name = PREDICATE_NAMES[compare.predicate.value.data]
        if name not in SWAPPED_PREDICATES:
            continue
        name = name if stays else INVERTED_PREDICATES[name]
        for value, predicate, limit in (
            (compare.lhs, name, compare.rhs),
            (compare.rhs, SWAPPED_PREDICATES[name], compare.lhs),
        ):
            rounds = _rounds(loop, value, predicate, limit, entry)
            if rounds is not None:
                return rounds
    return None


def _work(block: Block) -> int:
    """The operations of `block`: on a vector as many as it has elements."""
    return sum(
        max([1, *(width_of(result.type) or 1 for result in op.results)])
        for op in block.ops
    )


def find_rounds(body: Region) -> str | None:
    """
    Returns the most iterations of the loops of a kernel as a sum of products, `8,s4 32`: one
    product for each loop, of its iterations and those of the loops around it. An iteration with
    much work counts as several. `s4` is one more than parameter 4 as a signed number, `u4`
    as an unsigned one. Returns `None` if there is no known bound.
    """
    entry = body.blocks[0]
    try:
        loops = find_loops(reverse_post_order(entry))
    except NotInLockstep:
        return None
    rounds: dict[Block, str] = {}
    for header, loop in loops.items():
        found = _rounds_of(loop, entry)
        if found is None:
            return None
        rounds[header] = found
    around: dict[Block, list[str]] = {header: [] for header in loops}
    innermost: dict[Block, Block] = {}
    for header, loop in loops.items():
        for block in loop.blocks:
            innermost[block] = header
            if block in around:
                around[block].append(rounds[header])
    work = dict.fromkeys(loops, 0)
    for block, header in innermost.items():
        work[header] += _work(block)
    for header, operations in work.items():
        if (weight := operations // _USUAL_WORK) > 1:
            around[header].append(str(weight))
    return " ".join(",".join(words) for words in around.values())
