"""The translation of calls of the sub-group functions of extensions."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, i1, i32, i64
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.dialects.opencl import collective, sub_group
from xdsl_opencl.dialects.opencl.attrs import BallotQuery, GroupOperation, LaneMask
from xdsl_opencl.frontend.builtins.builtin_calls import UNSIGNED, Call, Handler
from xdsl_opencl.frontend.errors import Unsupported
from xdsl_opencl.llvm_ir.reader.ops import op_class


def unary_op(make: Callable[[SSAValue], Operation]) -> Handler:
    """A function of one value."""
    return lambda call: call.emit(make(call.arguments[0]))


def elect(call: Call) -> SSAValue | None:
    """The first active work item."""
    return call.emit(sub_group.SubGroupElectOp())


def ballot_query(query: BallotQuery) -> Handler:
    """A number that follows from a ballot."""
    return lambda call: call.emit(
        sub_group.SubGroupBallotQueryOp(query, call.arguments[0])
    )


def ballot_bit(call: Call) -> SSAValue | None:
    """One bit of a ballot."""
    return call.emit(sub_group.SubGroupBallotBitExtractOp(*call.arguments))


def lane_mask(relation: LaneMask) -> Handler:
    """A mask of work items by their relation to this one."""
    return lambda call: call.emit(sub_group.GetSubGroupMaskOp(relation))


def rotate(call: Call) -> SSAValue | None:
    """Rotation of the whole sub-group."""
    value, delta = call.arguments
    return call.emit(sub_group.SubGroupRotateOp(value, delta))


def _cluster(call: Call, index: int) -> int:
    """
    The number of work items of a cluster, which must be a constant (OpenCL C,
    cl_khr_subgroup_clustered_reduce).
    """
    size = call.constant(index)
    if size is None:
        raise Unsupported(f"{call.name} needs a constant as its cluster size")
    if size < 1 or size & (size - 1) or size > sub_group.LARGEST_CLUSTER:
        raise Unsupported(
            f"{call.name} with clusters of {size} work items; the size is a power of "
            f"two, at most {sub_group.LARGEST_CLUSTER}"
        )
    return size


def clustered_rotate(call: Call) -> SSAValue | None:
    """Rotation of clusters."""
    value, delta = call.arguments[:2]
    return call.emit(sub_group.SubGroupRotateOp(value, delta, _cluster(call, 2)))


def _kind(name: str, call: Call) -> GroupOperation:
    if name in ("min", "max") and call.types[0].scalar in UNSIGNED:
        name = "u" + name
    return GroupOperation(name)


def clustered(operation: str) -> Handler:
    """A reduction of clusters."""

    def handler(call: Call) -> SSAValue | None:
        kind, size = _kind(operation, call), _cluster(call, 1)
        return call.emit(
            sub_group.SubGroupClusteredReduceOp(kind, call.arguments[0], size)
        )

    return handler


def _logical(call: Call, combine: Callable[[SSAValue], Operation]) -> SSAValue | None:
    """
    A combination of truth values 0 and 1, from the lowest bit, because the identity of `and`
    agrees with 1 only in that bit.
    """
    zero, one = (call.site.integer(number, i32) for number in (0, 1))
    holds = call.value(
        llvm.ICmpOp.create(
            operands=(call.arguments[0], zero),
            result_types=(i1,),
            properties={"predicate": IntegerAttr(1, i64)},
        )
    )
    value = call.value(
        op_class("llvm.zext").create(operands=(holds,), result_types=(i32,))
    )
    result = call.value(combine(value))
    return call.value(
        op_class("llvm.and").create(operands=(result, one), result_types=(i32,))
    )


def combine_logical(cls: type[collective.CombineOp], operation: str) -> Handler:
    """A reduction or scan of truth values."""
    kind = GroupOperation(operation)
    return lambda call: _logical(call, lambda value: cls(kind, value))


def clustered_logical(operation: str) -> Handler:
    """A reduction of clusters' truth values."""
    kind = GroupOperation(operation)

    def handler(call: Call) -> SSAValue | None:
        size = _cluster(call, 1)
        return _logical(
            call, lambda value: sub_group.SubGroupClusteredReduceOp(kind, value, size)
        )

    return handler
