"""
`opencl-split-stencils`: brings `stencil` into the form that xDSL's
`convert-stencil-to-ll-mlir` lowers right.

* A `stencil.apply` whose results are stored to several ranges, or stored and read, becomes one
  for each: xDSL's loop writes all results over the union of their ranges.
* What another `stencil.apply` reads, what is stored in an inner block, and what a
  `stencil.combine` leaves for several users goes through a field of its own.
* A stored `stencil.load` gets a `stencil.apply` that copies: xDSL drops such stores.
* Every `!stencil.temp` has the bounds that its users need, whatever it had before.

Errors: ranges and accesses outside of fields, a field that is loaded and stored, other writes to memory
between the steps of a stencil, an unrolled
`stencil.apply` whose factors do not divide its range, temporaries that other dialects pass on,
and operations that xDSL's pass does not lower.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import reduce

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.stencil import (
    AccessOp,
    AllocOp,
    ApplyOp,
    BufferOp,
    CastOp,
    CombineOp,
    DynAccessOp,
    ExternalLoadOp,
    ExternalStoreOp,
    FieldType,
    LoadOp,
    ReduceOp,
    ReturnOp,
    StencilBoundsAttr,
    StencilType,
    StoreOp,
    TempType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue, Use
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsTerminator, MemoryEffectKind, get_effects
from xdsl.transforms.dead_code_elimination import region_dce
from xdsl.utils.hints import isa

from xdsl_opencl.ir.build import erase, set_type
from xdsl_opencl.ir.diagnostics import fail


class OpenCLSplitStencilsPass(ModulePass):
    """Gives each stored range a stencil of its own."""

    name = "opencl-split-stencils"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        operations = tuple(op.walk())
        for inner in operations:
            _check_form(inner)
            for region in inner.regions:
                for block in region.blocks:
                    _check_order(block)
        # Users come first: what they read says what is computed.
        for inner in reversed(operations):
            match inner:
                case StoreOp() if not _is_computed(inner.temp):
                    _copy(Use(inner, 0))
                case CombineOp():
                    _settle(inner)
                case ApplyOp() if inner.res:
                    _split(inner)
                case LoadOp() | BufferOp() if not inner.res.uses:
                    erase(inner)
                case LoadOp():
                    _limit(inner.res)
                    read = _bounds(inner.res)
                    _check_inside(inner, "the stencils read", read, inner.field)
                case BufferOp():
                    _limit(inner.res)
                case _:
                    pass
        used = {_root(o.field) for o in op.walk() if isinstance(o, LoadOp)}
        for inner in tuple(op.walk()):
            match inner:
                case ApplyOp():
                    _check_apply(inner)
                case StoreOp():
                    _check_store(inner, used)
                case BufferOp():
                    _store(inner)
                case _:
                    pass


# --- bounds --------------------------------------------------------------------------


def _bounds(value: SSAValue) -> StencilBoundsAttr:
    """The bounds of a field, or of a temporary whose users are done."""
    type_ = value.type
    assert isinstance(type_, StencilType)
    assert isinstance(type_.bounds, StencilBoundsAttr)
    return type_.bounds


def _accesses(argument: SSAValue) -> Iterator[tuple[AccessOp, StencilBoundsAttr]]:
    """The accesses to an argument of a `stencil.apply`, each with what it reads."""
    for use in argument.uses:
        access = use.operation
        if isinstance(access, AccessOp):
            apply = access.get_apply()
            computed = apply.bounds or _bounds(apply.res[0])
            # The last iteration of an unrolled one starts before the end.
            ends = [u - f + 1 for u, f in zip(computed.ub, _factors(apply))]
            sides = tuple(zip(computed.lb, ends))
            dims = access.offset_mapping or range(len(access.offset))
            read = [
                (sides[dim][0] + offset, sides[dim][1] + offset)
                for dim, offset in zip(dims, access.offset, strict=True)
            ]
            yield access, StencilBoundsAttr.from_bounds(read)


def _factors(op: ApplyOp) -> Sequence[int]:
    """How often `op` is unrolled in each dimension."""
    last = op.region.block.last_op
    assert isinstance(last, ReturnOp)
    return [1] * op.get_rank() if last.unroll is None else tuple(last.unroll)


def _needed(use: Use) -> StencilBoundsAttr:
    """The range of a temporary that a user needs, which is done."""
    user = use.operation
    if isinstance(user, StoreOp):
        return user.bounds
    if isinstance(user, BufferOp):
        return _bounds(user.res)
    if isinstance(user, ApplyOp):
        argument = user.region.block.args[use.index]
        return reduce(StencilBoundsAttr.union, (r for _, r in _accesses(argument)))
    assert isinstance(user, CombineOp)
    pairs, low_only = len(user.lower), len(user.lowerext)
    is_lower = use.index < pairs or 0 <= use.index - 2 * pairs < low_only
    result = use.index if use.index < pairs else use.index - pairs
    whole = _bounds(user.results[result])
    dim, index = user.dim.value.data, user.index.value.data
    starts, ends = list(whole.lb), list(whole.ub)
    if not starts[dim] < index < ends[dim]:
        fail(
            user,
            f"'stencil.combine' at {index} is not inside of the range {_shown(whole)} of "
            "its result; store the one part alone",
        )
    (ends if is_lower else starts)[dim] = index
    return StencilBoundsAttr.from_bounds(tuple(zip(starts, ends)))


def _with_bounds(type_: Attribute, bounds: StencilBoundsAttr) -> TempType[Attribute]:
    assert isa(type_, TempType[Attribute])
    return TempType(bounds, type_.element_type)


def _limit(*values: SSAValue) -> None:
    """Gives `values` the bounds that their users need, each the same."""
    uses = [use for value in values for use in value.uses]
    bounds = reduce(StencilBoundsAttr.union, map(_needed, uses))
    for value in values:
        set_type(value, _with_bounds(value.type, bounds))
        for use in value.uses:
            if isinstance(user := use.operation, ApplyOp):
                set_type(user.region.block.args[use.index], value.type)


# --- one user for each result ---------------------------------------------------------


def _is_computed(temp: SSAValue) -> bool:
    return isinstance(temp.owner, ApplyOp | CombineOp)


def _copy(use: Use) -> None:
    """Puts a `stencil.apply` that copies the operand before the user."""
    user = use.operation
    temp = user.operands[use.index]
    bounds = _needed(use)
    block = Block(arg_types=[temp.type])
    access = AccessOp(block.args[0], [0] * len(bounds.lb))
    block.add_ops([access, ReturnOp([access.res])])
    copy = ApplyOp([temp], block, [_with_bounds(temp.type, bounds)])
    copy.location = user.location
    Rewriter.insert_op(copy, InsertPoint.before(user))
    user.operands[use.index] = copy.res[0]


def _is_direct(use: Use, producer: Operation) -> bool:
    """Returns whether `producer` itself can write where the user does."""
    user = use.operation
    return isinstance(user, StoreOp | CombineOp) and user.parent is producer.parent


def _buffer(result: SSAValue, producer: Operation, uses: Sequence[Use]) -> SSAValue:
    buffer = BufferOp(result)
    buffer.location = producer.location
    Rewriter.insert_op(buffer, InsertPoint.after(producer))
    for use in uses:
        user = use.operation
        if isinstance(user, BufferOp):
            user.res.replace_all_uses_with(buffer.res)
            erase(user)
            continue
        user.operands[use.index] = buffer.res
        if isinstance(user, StoreOp | CombineOp):
            _copy(use)
    return buffer.res


def _split(op: ApplyOp) -> None:
    """Gives each stored range, and what is not stored, a `stencil.apply` of its own."""
    groups: dict[object, dict[int, list[Use]]] = {}
    for i, result in enumerate(op.res):
        for use in tuple(result.uses):
            user = use.operation
            key: object = None
            if _is_direct(use, op):
                key = use
                if isinstance(user, StoreOp) and i not in groups.get(user.bounds, ()):
                    key = user.bounds
            groups.setdefault(key, {}).setdefault(i, []).append(use)
    for key, members in groups.items():
        chosen = sorted(members)
        part = _part(op, chosen)
        pairs = list(zip(chosen, part.res, strict=True))
        if key is None:
            _limit(*(_buffer(result, part, members[i]) for i, result in pairs))
        else:
            for i, result in pairs:
                (use,) = members[i]
                use.operation.operands[use.index] = result
        _limit(*part.res)
    erase(op)


def _part(op: ApplyOp, results: Sequence[int]) -> ApplyOp:
    """Returns a copy of `op` after it that computes these `results` only."""
    region = op.region.clone()
    last = region.block.last_op
    assert isinstance(last, ReturnOp)
    factor = last.unroll_factor
    last.operands = [
        value for i in results for value in last.arg[i * factor : (i + 1) * factor]
    ]
    region_dce(region)
    operands = list(op.args)
    for argument in reversed(region.block.args):
        if not argument.uses:
            del operands[argument.index]
            region.block.erase_arg(argument)
    part = ApplyOp.build(
        operands=[operands, []],
        result_types=[[op.res[i].type for i in results]],
        regions=[region],
        attributes=op.attributes.copy(),
    )
    for new, i in zip(part.res, results, strict=True):
        new.name_hint = op.res[i].name_hint
    part.location = op.location
    Rewriter.insert_op(part, InsertPoint.after(op))
    return part


def _settle(op: CombineOp) -> None:
    """Leaves one user of each result, and operands that are computed."""
    if not any(result.uses for result in op.results):
        erase(op)
        return
    for result in op.results:
        uses = list(result.uses)
        if not uses:
            fail(op, "a result of 'stencil.combine' has no use; remove it")
        if len(uses) > 1 or not _is_direct(uses[0], op):
            _limit(_buffer(result, op, uses))
        _limit(result)
    for i, operand in enumerate(op.operands):
        if not _is_computed(operand):
            _copy(Use(op, i))


def _store(op: BufferOp) -> None:
    """
    Replaces a buffer by a field: xDSL's memory for buffers has an offset that no allocation
    of LLVM's has.
    """
    bounds = _bounds(op.res)
    field_type = FieldType(bounds, _with_bounds(op.res.type, bounds).element_type)
    alloc = AllocOp(result_types=[field_type])
    block = op.parent
    assert block is not None
    Rewriter.insert_op(alloc, InsertPoint.at_start(block))
    # Another name for the field: xDSL refuses what is loaded and stored.
    again = CastOp(alloc.field, bounds, field_type)
    load = LoadOp(again.result, bounds.lb, bounds.ub)
    made = (StoreOp(op.temp, alloc.field, bounds), again, load)
    for each in (alloc, *made):
        each.location = op.location
    Rewriter.replace_op(op, made, [load.res])


# --- errors --------------------------------------------------------------------------


def _check_form(op: Operation) -> None:
    inside = [a for region in op.regions for block in region.blocks for a in block.args]
    has_temporary = any(isinstance(v.type, TempType) for v in (*op.results, *inside))
    if has_temporary and not op.name.startswith("stencil."):
        fail(
            op,
            f"'{op.name}' passes a temporary of 'stencil' on, which no pass lowers; store "
            "it to a field, and load that",
        )
    if isinstance(op, ExternalStoreOp) and _root(op.temp) is not op.field:
        fail(
            op,
            "'stencil.external_store' to other memory than the field has, which no pass "
            "lowers; store to a field of that memory",
        )
    if isinstance(op, DynAccessOp | ReduceOp):
        fail(op, f"no pass lowers '{op.name}'; use 'stencil.access'")
    if isinstance(op, ApplyOp) and any(factor > 1 for factor in _factors(op)):
        if len(op.res) + len(op.dest) > 1:
            fail(
                op,
                "an unrolled 'stencil.apply' with several results, which xDSL's "
                "'stencil-unroll' mixes up; leave that pass out",
            )
    if isinstance(op, CombineOp) and op.lowerext and op.upperext:
        fail(
            op,
            "a 'stencil.combine' with values for its lower part only and for its upper "
            "part only; give each a 'stencil.combine' of its own",
        )
    if isinstance(op, BufferOp) and not has_temporary:
        fail(op, "no pass lowers a 'stencil.buffer' that is a field; use a temporary")


def _writes(op: Operation) -> bool:
    """Returns whether `op` may write memory, if it is not `stencil.store`."""
    if isinstance(op, ApplyOp):
        return bool(op.dest)
    if op.name.startswith("stencil.") or op.regions or op.has_trait(IsTerminator):
        return False
    effects = get_effects(op)
    return effects is None or any(e.kind is MemoryEffectKind.WRITE for e in effects)


def _check_order(block: Block) -> None:
    """
    Raises an error if memory may change between a load and a reader, which reads the field
    itself, or between a `stencil.apply` and the store, which it makes itself.
    """
    operations = tuple(block.ops)
    if not any(isinstance(op, LoadOp | ApplyOp) for op in operations):
        return
    places = {op: i for i, op in enumerate(operations)}
    writes = [i for i, op in enumerate(operations) if any(map(_writes, op.walk()))]
    for place, op in enumerate(operations):
        if not isinstance(op, LoadOp | ApplyOp):
            continue
        users = (use.operation for result in op.results for use in result.uses)
        inside = (block.find_ancestor_op_in_block(user) for user in users)
        last = max((places[user] for user in inside if user is not None), default=0)
        next_write = bisect_right(writes, place)
        if next_write < len(writes) and writes[next_write] < last:
            fail(
                operations[writes[next_write]],
                f"this may change memory between '{op.name}' and what uses its result; "
                "put it before or after both",
            )


def _shown(bounds: StencilBoundsAttr) -> str:
    return "x".join(f"[{a},{b}]" for a, b in zip(bounds.lb, bounds.ub))


def _check_inside(
    op: Operation, what: str, bounds: StencilBoundsAttr, field: SSAValue
) -> None:
    room = _bounds(field)
    if bounds.lb < room.lb or room.ub < bounds.ub:
        fail(
            op,
            f"{what} {_shown(bounds)}, outside of the field {_shown(room)}; make the "
            "field larger or the stored range smaller",
        )


def _check_apply(op: ApplyOp) -> None:
    bounds = op.bounds or _bounds(op.res[0])
    for field in op.dest:
        _check_inside(op, "'stencil.apply' writes", bounds, field)
    for argument in op.region.block.args:
        if isinstance(argument.type, FieldType):
            for access, read in _accesses(argument):
                _check_inside(access, "'stencil.access' reads", read, argument)
    sizes, factors = bounds.ub - bounds.lb, _factors(op)
    if any(size % factor for size, factor in zip(sizes, factors, strict=True)):
        fail(
            op,
            f"'stencil.apply' is unrolled by {'x'.join(map(str, factors))} and computes "
            f"{_shown(bounds)}, so the last iterations would write past its end; leave "
            "'stencil-unroll' out, or give it factors that divide each size",
        )


def _root(field: SSAValue) -> SSAValue:
    while isinstance(owner := field.owner, CastOp | ExternalLoadOp):
        field = owner.field
    return field


def _check_store(op: StoreOp, used: set[SSAValue]) -> None:
    """`used` are the fields that are loaded, or stored before."""
    _check_inside(op, "'stencil.store' writes", op.bounds, op.field)
    if (root := _root(op.field)) in used:
        fail(
            op,
            "a field that is stored is loaded or stored elsewhere in this function, and "
            "the order may be lost; use another field",
        )
    used.add(root)
