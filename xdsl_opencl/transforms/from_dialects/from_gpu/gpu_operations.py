"""
Translates the work-item operations of the `gpu` dialect to OpenCL's. `convert-gpu-to-opencl` and
outlining use this table.

`gpu` is about uniform work-groups without a global offset, so the size of a block is the
enqueued one. Operations on sub-groups assume nothing about their size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import arith, gpu
from xdsl.dialects.builtin import StringAttr, UnitAttr, i1, i32, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import FenceFlag
from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.gpu_ext.attributes import (
    GPUAddressSpace,
    GPUAddressSpaceAttr,
    ReductionKind,
    ReductionKindAttr,
    ShuffleMode,
)
from xdsl_opencl.dialects.gpu_ext.matrices import MATRIX_OPS
from xdsl_opencl.dialects.gpu_ext.work_item import (
    CLUSTER_QUERIES,
    AllReduceOp,
    BarrierOp,
    DynamicSharedMemoryOp,
    PrintfOp,
    ShuffleOp,
    SubgroupReduceOp,
)
from xdsl_opencl.dialects.opencl import printf, work_item
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr, GroupOperation
from xdsl_opencl.dialects.opencl.collective import (
    CombineOp,
    SubGroupReduceOp,
    SubGroupShuffleOp,
    WorkGroupReduceOp,
)
from xdsl_opencl.dialects.opencl.sub_group import (
    WHOLE_CLUSTER,
    SubGroupClusteredReduceOp,
)
from xdsl_opencl.dialects.opencl.sync import BarrierOp as OpenCLBarrierOp
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.patterns import Handler

DIMENSIONS = {gpu.DimensionEnum.X: 0, gpu.DimensionEnum.Y: 1, gpu.DimensionEnum.Z: 2}

_SIGNED_KINDS: Mapping[ReductionKind, GroupOperation] = {
    ReductionKind.Add: GroupOperation.ADD,
    ReductionKind.Mul: GroupOperation.MUL,
    ReductionKind.And: GroupOperation.AND,
    ReductionKind.Or: GroupOperation.OR,
    ReductionKind.Xor: GroupOperation.XOR,
    ReductionKind.Minsi: GroupOperation.MIN,
    ReductionKind.Maxsi: GroupOperation.MAX,
    ReductionKind.Minui: GroupOperation.UMIN,
    ReductionKind.Maxui: GroupOperation.UMAX,
    ReductionKind.Minnumf: GroupOperation.MIN,
    ReductionKind.Maxnumf: GroupOperation.MAX,
    ReductionKind.Min: GroupOperation.MIN,
    ReductionKind.Max: GroupOperation.MAX,
}
"""
OpenCL's floating-point reductions are `fmin` and `fmax`, so `minimumf` and `maximumf`, which
propagate a NaN, have no counterpart.
"""

COMBINATIONS: Mapping[type[Operation], GroupOperation] = {
    arith.AddiOp: GroupOperation.ADD,
    arith.AddfOp: GroupOperation.ADD,
    arith.MuliOp: GroupOperation.MUL,
    arith.MulfOp: GroupOperation.MUL,
    arith.AndIOp: GroupOperation.AND,
    arith.OrIOp: GroupOperation.OR,
    arith.XOrIOp: GroupOperation.XOR,
    arith.MinSIOp: GroupOperation.MIN,
    arith.MaxSIOp: GroupOperation.MAX,
    arith.MinUIOp: GroupOperation.UMIN,
    arith.MaxUIOp: GroupOperation.UMAX,
    arith.MinnumfOp: GroupOperation.MIN,
    arith.MaxnumfOp: GroupOperation.MAX,
}
"""Maps an operation on two values to its combination."""


def combination(body: Block) -> GroupOperation | None:
    """
    Returns the combination that `body`, of two arguments, computes; `None` if it is not in
    `COMBINATIONS`.
    """
    first, last = body.first_op, body.last_op
    if first is None or last is None or first.next_op is not last:
        return None
    if tuple(last.operands) != tuple(first.results):
        return None
    if set(first.operands) != set(body.args) or len(first.operands) != 2:
        return None
    return COMBINATIONS.get(type(first))


def group_reduce(
    build: ArithBuilder,
    op: Operation,
    kind: GroupOperation,
    value: SSAValue,
    make: Callable[[GroupOperation, SSAValue], Operation],
) -> SSAValue:
    """
    Reduces `value` by the operation that `make` builds; an `index` is reduced as an `i64`.

    Raises `PassFailedException` at `op` for a type that OpenCL does not reduce.
    """
    type = value.type
    if type == INDEX:
        value = build.op(arith.IndexCastOp, value, type=i64)
    try:
        CombineOp.verify_value(op.name, kind, value.type)
    except VerifyException as error:
        fail(op, f"{error}; convert the value, or reduce it in local memory")
    result = build.add(make(kind, value))
    if type == INDEX:
        result = build.op(arith.IndexCastOp, result, type=INDEX)
    return result


# --- queries ---------------------------------------------------------------------------

_QUERIES: Mapping[type[Operation], type[work_item.DimensionQueryOp]] = {
    gpu.ThreadIdOp: work_item.GetLocalIdOp,
    gpu.BlockIdOp: work_item.GetGroupIdOp,
    gpu.BlockDimOp: work_item.GetEnqueuedLocalSizeOp,
    gpu.GridDimOp: work_item.GetNumGroupsOp,
    gpu.GlobalIdOp: work_item.GetGlobalIdOp,
}
_SUB_GROUP_QUERIES: Mapping[type[Operation], type[work_item.NullaryQueryOp]] = {
    gpu.LaneIdOp: work_item.GetSubGroupLocalIdOp,
    gpu.SubgroupIdOp: work_item.GetSubGroupIdOp,
    gpu.NumSubgroupsOp: work_item.GetNumSubGroupsOp,
    gpu.SubgroupSizeOp: work_item.GetMaxSubGroupSizeOp,
}


def _query(kind: type[work_item.DimensionQueryOp]) -> Handler[ArithBuilder]:
    def handler(build: ArithBuilder, op: gpu.ThreadIdOp) -> Sequence[SSAValue]:
        return (build.add(kind(DIMENSIONS[op.dimension.data], INDEX)),)

    return handler


def _sub_group_query(kind: type[work_item.NullaryQueryOp]) -> Handler[ArithBuilder]:
    def handler(build: ArithBuilder, op: gpu.LaneIdOp) -> Sequence[SSAValue]:
        value = build.add(kind(i32))
        return (build.op(arith.IndexCastOp, value, type=INDEX),)

    return handler


# --- synchronisation and collectives ---------------------------------------------------

_FENCES = {
    GPUAddressSpace.Workgroup: FenceFlag.LOCAL,
    GPUAddressSpace.Global: FenceFlag.GLOBAL,
}


def _barrier(build: ArithBuilder, op: gpu.BarrierOp) -> Sequence[SSAValue]:
    flags = frozenset(_FENCES.values())
    if isinstance(op, BarrierOp) and op.address_spaces is not None:
        flags = frozenset(
            _FENCES[space.data]
            for space in op.address_spaces
            if isinstance(space, GPUAddressSpaceAttr) and space.data in _FENCES
        )
    build.insert(OpenCLBarrierOp(FenceFlagsAttr(flags)))
    return ()


def _group_operation(op: Operation, kind: Attribute | None) -> GroupOperation:
    data = None
    if isinstance(kind, ReductionKindAttr):
        data = kind.data
    elif isinstance(kind, gpu.AllReduceOpAttr):
        data = ReductionKind(kind.data.value)
    found = None if data is None else _SIGNED_KINDS.get(data)
    if found is None:
        fail(
            op,
            f"'{op.name}' of kind {kind} has no OpenCL function: its reductions of "
            "floating point are minnumf and maxnumf; use one of them",
        )
    return found


def _all_reduce(build: ArithBuilder, op: gpu.AllReduceOp) -> Sequence[SSAValue]:
    if op.body.blocks:
        kind = combination(op.body.blocks[0])
        if kind is None:
            fail(
                op,
                "'gpu.all_reduce' has a region that is not one operation of its two "
                "arguments (addi, addf, muli, mulf, andi, ori, xori, min and max of "
                "integers, minnumf, maxnumf); use one of them, or reduce in local memory",
            )
    else:
        kind = _group_operation(op, op.op)
    return (group_reduce(build, op, kind, op.operand, WorkGroupReduceOp),)


def _subgroup_reduce(build: ArithBuilder, op: SubgroupReduceOp) -> Sequence[SSAValue]:
    kind = _group_operation(op, op.op)
    if op.cluster_size is None:
        return (group_reduce(build, op, kind, op.value, SubGroupReduceOp),)
    if op.cluster_stride is not None and op.cluster_stride.value.data != 1:
        fail(
            op,
            f"clusters with a stride of {op.cluster_stride.value.data} are not those of "
            "OpenCL, which are neighbours; use 'gpu.shuffle'",
        )
    size = op.cluster_size.value.data

    def make(kind: GroupOperation, value: SSAValue) -> Operation:
        reduce = SubGroupClusteredReduceOp(kind, value, size)
        reduce.attributes[WHOLE_CLUSTER] = UnitAttr()
        try:
            reduce.verify_()
        except VerifyException as error:
            fail(op, str(error))
        return reduce

    return (group_reduce(build, op, kind, op.value, make),)


def _shuffle(build: ArithBuilder, op: ShuffleOp) -> Sequence[SSAValue]:
    """
    Work items that would read outside their group of `width` neighbours keep their value, and
    their second result is false.
    """
    lane = build.add(work_item.GetSubGroupLocalIdOp(i32))
    offset, width = op.offset, op.width
    match op.mode.data:
        case ShuffleMode.Xor:
            source = build.op(arith.XOrIOp, lane, offset)
        case ShuffleMode.Up:
            source = build.op(arith.SubiOp, lane, offset)
        case ShuffleMode.Down:
            source = build.op(arith.AddiOp, lane, offset)
        case ShuffleMode.Idx:
            source = offset
    if op.mode.data is ShuffleMode.Idx:
        distance = source
    else:
        # The width is a power of two: neighbours differ only in the low bits.
        distance = build.op(arith.XOrIOp, lane, source)
    valid = build.compare("ult", distance, width)
    target = build.select(valid, source, lane)
    try:
        shuffle = SubGroupShuffleOp(op.value, target)
        shuffle.verify_()
    except VerifyException as error:
        fail(op, f"{error}; convert the value")
    return (build.add(shuffle), valid)


# --- output ----------------------------------------------------------------------------


def _printf(build: ArithBuilder, op: PrintfOp) -> Sequence[SSAValue]:
    """
    The format is that of the C library; OpenCL C's `%ld` is 64 bits, and there is no `%lld`.
    """
    arguments: list[SSAValue] = []
    for value in op.args:
        if value.type == INDEX:
            value = build.op(arith.IndexCastOp, value, type=i64)
        elif value.type == i1:
            value = build.op(arith.ExtUIOp, value, type=i32)
        arguments.append(value)
    text = op.format.data.replace("%lld", "%ld").replace("%llu", "%lu")
    text = text.replace("%llx", "%lx").replace("%zu", "%lu")
    new = printf.PrintfOp(StringAttr(text), arguments)
    try:
        new.verify_()
    except VerifyException as error:
        fail(op, f"{error}; correct the format, or convert the argument")
    build.insert(new)
    return ()


# --- not in OpenCL ---------------------------------------------------------


def _cluster(build: ArithBuilder, op: Operation) -> Sequence[SSAValue]:
    fail(
        op,
        f"'{op.name}' is about clusters of work-groups, which OpenCL does not have; use "
        "'gpu.block_id' and 'gpu.grid_dim'",
    )


def _dynamic_memory(build: ArithBuilder, op: Operation) -> Sequence[SSAValue]:
    fail(
        op,
        "OpenCL passes memory of a size that the launch says as an argument; give the "
        "function an argument of type memref<?xi8, #gpu.address_space<workgroup>> "
        "instead, or a workgroup attribution of static size",
    )


def _unknown(build: ArithBuilder, op: Operation) -> Sequence[SSAValue]:
    if op.name in (
        "gpu.module",
        "gpu.func",
        "gpu.launch",
        "gpu.launch_func",
        "gpu.terminator",
        "gpu.yield",
    ):
        fail(
            op,
            f"'{op.name}' cannot stand here; move it to where the dialect has it: "
            "'gpu.func' in 'gpu.module', launches in functions of the host",
        )
    fail(
        op,
        f"'{op.name}' has no OpenCL operation in a kernel; lower it to operations of "
        "arith, memref and scf first, or do it on the host",
    )


GPU_HANDLERS: Mapping[type[Operation], Handler[ArithBuilder]] = {
    **{kind: _query(query) for kind, query in _QUERIES.items()},
    **{kind: _sub_group_query(query) for kind, query in _SUB_GROUP_QUERIES.items()},
    **{kind: _cluster for kind in CLUSTER_QUERIES},
    gpu.BarrierOp: _barrier,
    gpu.AllReduceOp: _all_reduce,
    AllReduceOp: _all_reduce,
    SubgroupReduceOp: _subgroup_reduce,
    ShuffleOp: _shuffle,
    PrintfOp: _printf,
    DynamicSharedMemoryOp: _dynamic_memory,
}
"""Handlers of all operations inside a kernel."""


def refuse_others(operations: Sequence[Operation]) -> None:
    """
    Raises `PassFailedException` for an operation of `gpu` that is left. Those of matrices
    stay until there is a target (`matrix_fragments.py`).
    """
    for op in operations:
        if op.name.startswith("gpu.") and not isinstance(op, MATRIX_OPS):
            _unknown(ArithBuilder.before(op), op)
