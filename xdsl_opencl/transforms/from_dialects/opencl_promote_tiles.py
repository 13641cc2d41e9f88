"""
`opencl-promote-tiles`: data that the work items of a square work-group load repeatedly goes
through local memory.

A loop `scf.for %k` over N times T iterations, in a kernel that requires work-groups of T by T work
items, becomes a loop over N tiles. In each, the work items load a tile of every memref together,
wait, run T iterations on local memory, and wait again. A load is promoted if its index has `%k`
once and one of the two local ids once, both with the factor 1, and its other terms are the same
for the whole work-group: the rows of A and the columns of B in a product of matrices.
`scf-parallel-loop-tiling`, `gpu-map-parallel-loops` and `opencl-outline-kernels` make such kernels
of `scf.parallel`.

A kernel with such a loop gets `uniform-work-group-size`: a smaller work-group would not load the
whole tile.

These loops are left as they are: a kernel for work-groups of several sizes (OpenCL C 2.0 and later
without `-cl-uniform-work-group-size`), bounds that are not constants, a number of iterations that
T does not divide, work items that may not reach the loop (`scf.if`, `scf.while`), stores, calls or
barriers in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import (
    ArrayAttr,
    IndexType,
    MemRefType,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.traits import is_side_effect_free
from xdsl.transforms.dead_code_elimination import region_dce

from xdsl_opencl.abi.enums import AddressSpace, FenceFlag
from xdsl_opencl.analysis.launch_facts import (
    UNIFORM_ATTRIBUTE,
    function_attribute,
    passthrough,
)
from xdsl_opencl.dialects.opencl.attrs import AddressSpaceAttr, FenceFlagsAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.dialects.opencl.shapes import address_space
from xdsl_opencl.dialects.opencl.sync import BarrierOp
from xdsl_opencl.dialects.opencl.work_item import (
    GetEnqueuedLocalSizeOp,
    GetGlobalIdOp,
    GetGroupIdOp,
    GetLocalIdOp,
    GetNumGroupsOp,
)
from xdsl_opencl.ir.build import ArithBuilder, replace
from xdsl_opencl.transforms.from_dialects.from_gpu.known_index_values import (
    known,
    trip_count,
)

INDEX = IndexType()
_LOCAL = FenceFlagsAttr((FenceFlag.LOCAL,))
_LOCAL_SPACE = AddressSpaceAttr(AddressSpace.LOCAL)
_UNIFORM = (GetGroupIdOp, GetNumGroupsOp, GetEnqueuedLocalSizeOp)

Term = SSAValue | int
"""A term of a sum: a value, or a local id by its dimension."""


@dataclass(frozen=True)
class _Tile:
    """A load that goes through local memory; `dimension` is that of its local id."""

    load: memref.LoadOp
    dimension: int


def _terms(value: SSAValue) -> Mapping[Term, int] | None:
    """
    Returns the factors of a sum without its constants. `None` if `value` is another expression.
    """
    total: dict[Term, int] = {}
    pending = [(value, 1)]
    while pending:
        value, factor = pending.pop()
        owner = value.owner
        if known(value) is not None:
            continue
        match owner:
            case arith.AddiOp():
                pending += [(owner.lhs, factor), (owner.rhs, factor)]
            case arith.SubiOp():
                pending += [(owner.lhs, factor), (owner.rhs, -factor)]
            case arith.MuliOp():
                a, b = known(owner.lhs), known(owner.rhs)
                if b is not None:
                    pending.append((owner.lhs, factor * b))
                elif a is not None:
                    pending.append((owner.rhs, factor * a))
                else:
                    return None
            case GetLocalIdOp() | GetGlobalIdOp():
                # The rest of a global id is the same for the work-group.
                if (dimension := owner.static_dimension) is None:
                    return None
                total[dimension] = total.get(dimension, 0) + factor
            case _:
                total[value] = total.get(value, 0) + factor
    return {term: factor for term, factor in total.items() if factor}


def _is_uniform(value: Term) -> bool:
    """True for a value that is the same in all work items of a group."""
    if isinstance(value, int):
        return False
    owner = value.owner
    if isinstance(value, BlockArgument):
        parent = value.block.parent_op()
        return isinstance(parent, KernelOp) or (
            isinstance(parent, scf.ForOp) and value.index == 0
        )
    return isinstance(owner, _UNIFORM)


def _tile(load: memref.LoadOp, variable: SSAValue) -> _Tile | None:
    if address_space(load.memref.type) not in (
        AddressSpace.GLOBAL,
        AddressSpace.CONSTANT,
    ):
        return None
    along = dimension = None
    for index in load.indices:
        terms = _terms(index)
        if terms is None:
            return None
        for term, factor in terms.items():
            if term is variable:
                if along is not None or factor != 1:
                    return None
                along = term
            elif isinstance(term, int):
                if dimension is not None or factor != 1 or term > 1:
                    return None
                dimension = term
            elif not _is_uniform(term):
                return None
    if along is None or dimension is None:
        return None
    return _Tile(load, dimension)


def _reached_by_all(loop: scf.ForOp) -> bool:
    """Returns whether all work items of a group run `loop` equally often."""
    parent = loop.parent_op()
    while isinstance(parent, scf.ForOp):
        bounds = (parent.lb, parent.ub, parent.step)
        if any(known(bound) is None for bound in bounds):
            return False
        parent = parent.parent_op()
    return isinstance(parent, KernelOp) and len(parent.body.blocks) == 1


def _promote(loop: scf.ForOp, size: int) -> bool:
    """Promotes the loads of `loop` where possible; returns whether it promoted any."""
    body = loop.body.block
    bounds = [known(bound) for bound in (loop.lb, loop.ub, loop.step)]
    lower, upper, step = bounds
    if lower is None or upper is None or step != 1:
        return False
    trips = trip_count(lower, upper, 1)
    if trips == 0 or trips % size or not _reached_by_all(loop):
        return False
    loads: list[memref.LoadOp] = []
    for op in body.ops:
        if isinstance(op, memref.LoadOp):
            loads.append(op)
        elif op is not body.last_op and not is_side_effect_free(op):
            return False
    tiles = [tile for load in loads if (tile := _tile(load, body.args[0])) is not None]
    if tiles:
        _rewrite(loop, tiles, size)
    return bool(tiles)


def _rewrite(loop: scf.ForOp, tiles: Sequence[_Tile], size: int) -> None:
    """Makes a loop over tiles around `loop`, which runs on local memory then."""
    body = loop.body.block
    variable = body.args[0]
    build = ArithBuilder.before(loop)
    zero, one, length = (build.constant(n, INDEX) for n in (0, 1, size))
    ids = [build.add(GetLocalIdOp(d, INDEX)) for d in range(2)]
    outer = Block(arg_types=[argument.type for argument in body.args])
    start = outer.args[0]
    start.name_hint = "tile_start"
    inside = ArithBuilder(outer, location=loop.location)
    loads: dict[Operation, Operation] = {}
    for tile in tiles:
        type = MemRefType(tile.load.res.type, (size, size), memory_space=_LOCAL_SPACE)
        local = build.add(LocalOp(type), "tile")
        # A row is along x: the other local id counts the iterations.
        here = inside.op(arith.AddiOp, start, ids[1 - tile.dimension])
        value = _load_at(inside, tile.load, variable, here)
        inside.insert(memref.StoreOp.get(value, local, (ids[1], ids[0])))
        place = (ids[1], variable) if tile.dimension else (variable, ids[0])
        loads[tile.load] = memref.LoadOp.get(local, place)
    made = scf.ForOp(loop.lb, loop.ub, length, loop.iter_args, outer)
    build.insert(made)
    for old, new in zip(loop.results, made.results, strict=True):
        old.replace_all_uses_with(new)
    loop.detach()
    loop.operands = [zero, length, one, *outer.args[1:]]
    end = scf.YieldOp(*loop.results)
    for op in (BarrierOp(_LOCAL), loop, BarrierOp(_LOCAL), end):
        inside.insert(op)
    sum = ArithBuilder(body, body.first_op, loop.location).op(
        arith.AddiOp, start, variable
    )
    own = {sum.owner, *loads.values()}
    variable.replace_uses_with_if(sum, lambda use: use.operation not in own)
    for before, load in loads.items():
        ArithBuilder.before(before).insert(load)
        replace(before, load.results)
    region_dce(loop.body)


def _load_at(
    build: ArithBuilder, load: memref.LoadOp, variable: SSAValue, here: SSAValue
) -> SSAValue:
    """Repeats `load` with `here` as the value of the loop's `variable`."""
    values: dict[SSAValue, SSAValue] = {variable: here}
    needed: dict[Operation, None] = {}
    pending: list[SSAValue] = list(load.indices)
    while pending:
        owner = pending.pop().owner
        if isinstance(owner, Operation) and owner.parent is load.parent:
            needed[owner] = None
            pending += owner.operands
    block = load.parent
    assert block is not None
    for op in block.ops:
        if op in needed:
            build.insert(op.clone(values))
    indices = [values.get(index, index) for index in load.indices]
    return build.add(memref.LoadOp.get(values.get(load.memref, load.memref), indices))


@dataclass(frozen=True)
class OpenCLPromoteTilesPass(ModulePass):
    """Puts tiles that square work-groups load into local memory."""

    name = "opencl-promote-tiles"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for kernel in op.ops:
            if not isinstance(kernel, KernelOp) or kernel.reqd_work_group_size is None:
                continue
            x, y, z = kernel.reqd_work_group_size.get_values()
            if x != y or z != 1 or x == 1:
                continue
            stated = function_attribute(kernel, UNIFORM_ATTRIBUTE)
            if stated == "false":
                continue
            loops = tuple(
                inner for inner in kernel.walk() if isinstance(inner, scf.ForOp)
            )
            # All of them: a list, not a generator.
            promoted = any([_promote(loop, int(x)) for loop in loops])
            if promoted and stated is None:
                pair = ArrayAttr((StringAttr(UNIFORM_ATTRIBUTE), StringAttr("true")))
                kernel.attributes["passthrough"] = ArrayAttr(
                    (*passthrough(kernel), pair)
                )
