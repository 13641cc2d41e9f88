"""
Loops and branches that carry tensors.

A loop takes the buffer of an initial tensor where it may write it, else a copy. What an iteration
hands to the next must be memory of the loop: a tensor that stays in its buffer needs no argument
any more; buffers that change places do, as memrefs; anything else is copied. Memory of static size
that an iteration of a `for` makes and hands on is made once, before the loop, and changes
places with the buffer that is free then.

A branch yields the memref that holds a tensor, where the branches do not agree on one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects import affine, func, memref, scf, tensor
from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.irdl import AttrSizedOperandSegments

from xdsl_opencl.conversions.tensors.bufferization.buffers import (
    Buffers,
    Frame,
    Storage,
    buffer_type,
    is_plain,
)
from xdsl_opencl.conversions.tensors.bufferization.uses import is_tensor, same_part
from xdsl_opencl.dialects.scf_ext.forall import ForallOp
from xdsl_opencl.dialects.tensor_ext import ParallelInsertSliceOp
from xdsl_opencl.ir.build import ArithBuilder, numbers
from xdsl_opencl.ir.diagnostics import fail

COUNTED = (scf.ForOp, affine.ForOp)
"""Loops whose last operands are carried, and whose first block argument is the index."""


@dataclass(eq=False)
class Carried:
    """A tensor that a loop carries: its number, its memrefs outside and in the body."""

    number: int
    initial: SSAValue
    outer: Storage | None
    """The storage of the initial tensor; `None` if it was copied."""
    argument: SSAValue
    is_part: bool
    """Tells if the memory is a part of a larger buffer, or has a layout: it cannot change."""


@dataclass(eq=False)
class Loop:
    """A loop while its regions are lowered."""

    op: Operation
    carried: list[Carried] = field(default_factory=list[Carried])
    forwarded: list[Carried] = field(default_factory=list[Carried])
    """What `scf.condition` hands to the second region of `scf.while`."""


def _last_of(block: Block) -> Operation:
    last = block.last_op
    assert last is not None
    return last


# --- entering and leaving ------------------------------------------------------------------------


def _enter(f: Buffers, op: Operation, parallel: bool = False) -> Frame:
    frame = Frame(op, f.frame.depth + 1, parallel)
    f.frames.append(frame)
    return frame


def leave(f: Buffers, op: Operation) -> None:
    """Ends the body of `op`; what iterations can share is moved before `op`."""
    frame = f.frames.pop()
    if frame.is_parallel:
        return
    for made in frame.made:
        if not any(_is_inside(operand, op) for operand in made.operands):
            made.detach()
            ArithBuilder.before(op).insert(made)
            f.frame.made.append(made)


def _is_inside(value: SSAValue, op: Operation) -> bool:
    block = value.owner if isinstance(value.owner, Block) else value.owner.parent
    while block is not None and (parent := block.parent_op()) is not None:
        if parent is op:
            return True
        block = parent.parent
    return False


def enter_plain(f: Buffers, op: Operation) -> None:
    """Begins the body of `op`, which carries no tensors."""
    _enter(f, op, parallel=not isinstance(op, (*COUNTED, scf.WhileOp)))


def _take(
    f: Buffers, op: Operation, first: int, arguments: Sequence[SSAValue]
) -> list[Carried]:
    """
    Takes the memory of the tensors among the operands of `op` from `first` on, and
    replaces `arguments` of its body by memrefs, those of `scf.forall` by that memory itself.
    """
    build = ArithBuilder.before(op)
    found: list[Carried] = []
    taken: list[SSAValue] = []
    for number, old in enumerate(arguments):
        if not is_tensor(old):
            continue
        i = first + number
        value = op.operands[i]
        plain = isinstance(op, scf.WhileOp)
        initial = f.destination(build, op, i, beside=taken, plain=plain)
        outer, is_part = None, False
        if initial is f.buffers[value]:
            taken.append(value)
            outer, is_part = f.storage(value), value in f.origins
        is_part |= not is_plain(initial)
        new = initial
        if isinstance(op, ForallOp):
            assert isinstance(old, BlockArgument)
            f.old_arguments.append(old)
        else:
            new = _memref_argument(f, old, initial.type)
        found.append(Carried(number, initial, outer, new, is_part))
    for each in found:
        if each.outer is not None:
            each.outer.root().held += 1
    return found


def _own(
    f: Buffers,
    op: Operation,
    carried: Sequence[Carried],
    arguments: Sequence[SSAValue],
    first: int | None,
) -> None:
    """States that `arguments` are in the memory of the loop that `carried` describes."""
    for each in carried:
        old = arguments[each.number]
        f.put(old, each.argument, Storage(f.frame))
        if first is not None and each.outer is not None:
            value = op.operands[first + each.number]
            if value in f.origins:
                f.origins[old] = f.origins[value]


def _memref_argument(f: Buffers, old: SSAValue, type: Attribute) -> SSAValue:
    """A new argument after `old`, a tensor."""
    assert isinstance(old, BlockArgument)
    new = old.block.insert_arg(type, old.index + 1)
    new.name_hint = old.name_hint
    f.old_arguments.append(old)
    return new


def _give_back(f: Buffers, each: Carried) -> Storage | None:
    """The storage that a loop took, which is as before."""
    if each.outer is None:
        return None
    root = each.outer.root()
    root.held -= 1
    return root


# --- what an iteration hands on -----------------------------------------------------------------------


def _hand_on(
    f: Buffers,
    terminator: Operation,
    first: int,
    carried: Sequence[Carried],
    staying: set[Carried],
    numbers: Sequence[int],
    types: Sequence[Attribute],
) -> dict[int, SSAValue]:
    """
    The memrefs, each of its own memory, that `terminator` hands on for its tensors of these
    `numbers`, from operand `first` on. `carried` are the memrefs that the region before was given;
    those of `staying` keep their memory.
    """
    build = ArithBuilder.before(terminator)
    block = terminator.parent
    assert block is not None
    movable = {c.argument for c in carried if not c.is_part and c not in staying}
    found: dict[int, SSAValue] = {}
    for number in numbers:
        buffer = f.buffers[terminator.operands[first + number]]
        # What may move has no layout, so its type is that of the tensor.
        if buffer in movable:
            movable.remove(buffer)
            found[number] = buffer
    for number, type in zip(numbers, types):
        if number in found:
            continue
        buffer = f.buffers[terminator.operands[first + number]]
        made = buffer.owner
        if (
            not isinstance(made, memref.AllocOp | memref.AllocaOp)
            or made.parent is not block
            or buffer.type != type
            or buffer in found.values()
        ):
            buffer = f.copied(build, buffer)
        found[number] = buffer
    return found


def _keep(f: Buffers, op: Operation, made: SSAValue) -> None:
    """Makes the memory of `made` be made in each iteration of `op`."""
    owner = made.owner
    if not isinstance(owner, Operation) or owner not in f.frame.made:
        return
    f.frame.made.remove(owner)
    if not isinstance(f.op, func.FuncOp):
        fail(
            op,
            f"'{op.name}' in a kernel hands on memory that an iteration makes; write into "
            "the tensor that it carries, or give that a static size",
        )


# --- loops that count -----------------------------------------------------------------------------------


def enter_counted(f: Buffers, op: Operation) -> Loop:
    """Begins the body of `scf.for` or `affine.for`, which carries tensors."""
    first = len(op.operands) - len(op.results)
    arguments = op.regions[0].block.args[1:]
    carried = _take(f, op, first, arguments)
    _enter(f, op)
    _own(f, op, carried, arguments, first)
    return Loop(op, carried)


def leave_counted(f: Buffers, loop: Loop) -> None:
    """Replaces the loop by one that carries no tensors."""
    op = loop.op
    block = op.regions[0].block
    last = _last_of(block)
    first = len(op.operands) - len(op.results)
    staying = {
        c for c in loop.carried if f.buffers[last.operands[c.number]] is c.argument
    }
    moving = [c for c in loop.carried if c not in staying]
    types = [
        buffer_type(c.argument)
        if not c.is_part
        else buffer_type(last.operands[c.number])
        for c in moving
    ]
    handed = _hand_on(
        f, last, 0, loop.carried, staying, [c.number for c in moving], types
    )
    build = ArithBuilder.before(last)
    for c in moving:
        if c.is_part:
            f.copy(build, handed[c.number], c.argument)
            staying.add(c)
    moving = [c for c in moving if c not in staying]
    rotated = _rotated(f, moving, handed)
    for c in moving:
        _keep(f, op, handed[c.number])
    for c in staying:
        c.argument.replace_all_uses_with(c.initial)
        assert isinstance(c.argument, BlockArgument)
        block.erase_arg(c.argument)
    leave(f, op)

    moves = {c.number: c for c in moving}
    stays = {c.number: c for c in staying}
    operands, yielded = [*op.operands[:first]], list[SSAValue]()
    numbers = [n for n in range(len(op.results)) if n not in stays]
    for number in numbers:
        c = moves.get(number)
        operands.append(op.operands[first + number] if c is None else c.initial)
        yielded.append(last.operands[number] if c is None else handed[number])
    front = ArithBuilder.before(op)
    for made, free in rotated:
        argument = block.insert_arg(made.results[0].type, len(block.args))
        made.results[0].replace_all_uses_with(argument)
        yielded = [argument if v is made.results[0] else v for v in yielded]
        made.detach()
        front.insert(made)
        f.frame.made.append(made)
        operands.append(made.results[0])
        yielded.append(free)
    build.insert(type(last).create(operands=yielded))
    replaced = _rebuilt(op, operands, [value.type for value in operands[first:]])
    front.insert(replaced)
    results = dict(zip(numbers, replaced.results))
    for number, old in enumerate(op.results):
        if (c := stays.get(number)) is not None:
            storage = _give_back(f, c)
            if storage is None:
                f.put_new(old, c.initial)
            else:
                f.put_view(old, c.initial, op.operands[first + number])
        elif number in moves:
            f.put_new(old, results[number])
        else:
            results[number].name_hint = old.name_hint
            old.replace_all_uses_with(results[number])


def _rotated(
    f: Buffers, moving: Sequence[Carried], handed: dict[int, SSAValue]
) -> list[tuple[Operation, SSAValue]]:
    """
    Allocations of the body that are handed on, each with an argument that is free then; they are
    to be made before the loop.
    """
    free = [c.argument for c in moving if c.argument not in handed.values()]
    found: list[tuple[Operation, SSAValue]] = []
    for c in moving:
        made = handed[c.number].owner
        if not isinstance(made, memref.AllocOp | memref.AllocaOp) or made.operands:
            continue
        other = next((v for v in free if v.type == made.results[0].type), None)
        if other is not None:
            free.remove(other)
            f.frame.made.remove(made)
            found.append((made, other))
    return found


def _rebuilt(
    op: Operation, operands: Sequence[SSAValue], types: Sequence[Attribute]
) -> Operation:
    """`op` with its regions, and with other operands and results."""
    properties = dict(op.properties)
    if isinstance(op, affine.ForOp):
        name = AttrSizedOperandSegments.attribute_name
        sizes = properties[name]
        assert isinstance(sizes, DenseArrayBase)
        *bounds, _ = sizes.get_values()
        properties[name] = numbers(*bounds, len(operands) - sum(bounds))
    return type(op).create(
        operands=operands,
        result_types=types,
        properties=properties,
        attributes=op.attributes,
        regions=[op.detach_region(region) for region in tuple(op.regions)],
    )


# --- loops with a condition ------------------------------------------------------------------------------


def enter_while(f: Buffers, op: scf.WhileOp) -> Loop:
    """Begins the first region of `op`."""
    arguments = op.before_region.block.args
    old = tuple(arguments)
    carried = _take(f, op, 0, old)
    _enter(f, op)
    _own(f, op, carried, old, None)
    return Loop(op, carried)


def lower_condition(f: Buffers, loop: Loop, last: scf.ConditionOp) -> None:
    """Ends the first region of a `scf.while`, and begins the second."""
    op = loop.op
    block = op.regions[1].block
    old = tuple(block.args)
    handed = _pass_on(f, loop, last, 1, loop.carried)
    for number, value in handed.items():
        new = _memref_argument(f, old[number], value.type)
        loop.forwarded.append(Carried(number, value, None, new, is_part=False))
    _own(f, op, loop.forwarded, old, None)


def _pass_on(
    f: Buffers, loop: Loop, last: Operation, first: int, carried: Sequence[Carried]
) -> dict[int, SSAValue]:
    """Makes the terminator `last` hand on memrefs; returns each by the index of its tensor."""
    values = last.operands[first:]
    numbers = [n for n, value in enumerate(values) if is_tensor(value)]
    types = [buffer_type(values[n]) for n in numbers]
    handed = _hand_on(f, last, first, carried, set(), numbers, types)
    for made in handed.values():
        _keep(f, loop.op, made)
    operands = [handed.get(n, value) for n, value in enumerate(values)]
    ArithBuilder.before(last).insert(
        type(last).create(operands=[*last.operands[:first], *operands])
    )
    return handed


def leave_while(f: Buffers, loop: Loop) -> None:
    """Replaces the loop by one that carries no tensors."""
    op = loop.op
    _pass_on(f, loop, _last_of(op.regions[1].block), 0, loop.forwarded)
    leave(f, op)
    initial = {c.number: c.initial for c in loop.carried}
    operands = [initial.get(n, value) for n, value in enumerate(op.operands)]
    forwarded = {c.number: c for c in loop.forwarded}
    types = [
        forwarded[n].argument.type if n in forwarded else value.type
        for n, value in enumerate(op.results)
    ]
    replaced = _rebuilt(op, operands, types)
    ArithBuilder.before(op).insert(replaced)
    for number, (old, new) in enumerate(zip(op.results, replaced.results)):
        if number in forwarded:
            f.put_new(old, new)
        else:
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)


# --- scf.forall ---------------------------------------------------------------------------------------------


def enter_forall(f: Buffers, op: ForallOp) -> Loop:
    """Begins the body of `op`, whose insertions write the memory of its outputs."""
    first = len(op.operands) - len(op.results)
    arguments = tuple(op.region.block.args[op.rank :])
    carried = _take(f, op, first, arguments)
    build = ArithBuilder.before(op)
    read = [
        each.initial
        if _reads_own_part(arguments[each.number])
        else f.copied(build, each.initial)
        for each in carried
    ]
    _enter(f, op, parallel=True)
    _own(f, op, carried, arguments, first)
    for each, source in zip(carried, read):
        argument = arguments[each.number]
        f.shared[argument] = each.initial
        f.buffers[argument] = source
        f.storage(argument).constant = source is not each.initial
    return Loop(op, carried)


def _reads_own_part(argument: SSAValue) -> bool:
    """
    Returns whether an iteration reads no more of an output of `scf.forall` than the part that it
    writes, so that it may read what other iterations write.
    """
    users = [use.operation for use in argument.uses]
    written = [op for op in users if isinstance(op, ParallelInsertSliceOp)]
    taken = [op for op in users if isinstance(op, tensor.ExtractSliceOp)]
    others = [op for op in users if not isinstance(op, tensor.DimOp)]
    return len(others) == len(written) + len(taken) and all(
        same_part(op, other) for op in taken for other in written
    )


def leave_forall(f: Buffers, loop: Loop) -> None:
    """Replaces the loop by one without results."""
    op = loop.op
    assert isinstance(op, ForallOp)
    leave(f, op)
    first = len(op.operands) - len(op.results)
    lower, upper, step = (len(dynamic) for _, dynamic in op.bounds())
    properties = dict(op.properties)
    properties[AttrSizedOperandSegments.attribute_name] = numbers(lower, upper, step, 0)
    ArithBuilder.before(op).insert(
        ForallOp.create(
            operands=op.operands[:first],
            properties=properties,
            attributes=op.attributes,
            regions=[op.detach_region(op.region)],
        )
    )
    for each in loop.carried:
        result, value = op.results[each.number], op.operands[first + each.number]
        if _give_back(f, each) is None:
            f.put_new(result, each.initial)
        else:
            f.put_view(result, each.initial, value)


# --- branches ------------------------------------------------------------------------------------------------


def leave_branches(f: Buffers, op: Operation) -> None:
    """Replaces `op`; one of its regions runs and yields tensors."""
    ends = [_last_of(region.block) for region in op.regions]
    numbers = [n for n, result in enumerate(op.results) if is_tensor(result)]
    same: dict[int, SSAValue] = {}
    memrefs: list[list[SSAValue]] = []
    joined: dict[int, list[SSAValue]] = {}
    for number in numbers:
        values = [end.operands[number] for end in ends]
        buffers = [f.buffers[value] for value in values]
        if len(ends) > 1 and all(buffer is buffers[0] for buffer in buffers):
            same[number] = buffers[0]
            joined[number] = values
            continue
        joined[number] = []
        for i, (end, value) in enumerate(zip(ends, values)):
            if buffers[i].type == buffer_type(value):
                joined[number].append(value)
            else:
                buffers[i] = f.copied(ArithBuilder.before(end), buffers[i])
        memrefs.append(buffers)
    kept = [n for n in range(len(op.results)) if n not in same]
    for i, end in enumerate(ends):
        made = iter(memrefs)
        operands = [
            next(made)[i] if is_tensor(op.results[n]) else end.operands[n] for n in kept
        ]
        ArithBuilder.before(end).insert(type(end).create(operands=operands))
    types = [buffer_type(op.results[n]) for n in kept]
    replaced = _rebuilt(op, op.operands, types)
    ArithBuilder.before(op).insert(replaced)
    results = dict(zip(kept, replaced.results))
    for number, old in enumerate(op.results):
        if number in same:
            value = joined[number][0]
            f.put_view(old, same[number], value)
            for other in joined[number]:
                f.storage(old).join(f.storage(other))
        elif number in joined:
            f.put_new(old, results[number])
            for other in joined[number]:
                f.storage(old).join(f.storage(other))
        else:
            results[number].name_hint = old.name_hint
            old.replace_all_uses_with(results[number])
