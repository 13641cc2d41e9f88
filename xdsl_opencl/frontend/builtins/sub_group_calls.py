"""The translation of calls of the sub-group functions of extensions."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import IntegerAttr, i1, i32, i64
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.dialects.opencl.attrs import GroupOperation
from xdsl_opencl.dialects.opencl.sub_group import LARGEST_CLUSTER
from xdsl_opencl.frontend.builtins.builtin_calls import Call, Handler, Reader
from xdsl_opencl.frontend.errors import Unsupported


def cluster(index: int) -> Reader[int]:
    """
    The number of work items of a cluster, argument `index`, which must be a constant (OpenCL
    C, cl_khr_subgroup_clustered_reduce).
    """

    def read(call: Call) -> int:
        size = call.constant(index)
        if size is None:
            raise Unsupported(f"{call.name} needs a constant as its cluster size")
        if size < 1 or size & (size - 1) or size > LARGEST_CLUSTER:
            raise Unsupported(
                f"{call.name} with clusters of {size} work items; the size is a power of "
                f"two, at most {LARGEST_CLUSTER}"
            )
        return size

    return read


def logical(
    combine: Callable[..., Operation], operation: str, *parts: Reader[object]
) -> Handler:
    """
    A combination of truth values 0 and 1, from the lowest bit, because the identity of `and`
    agrees with 1 only in that bit. `parts` follow the value.
    """
    kind = GroupOperation(operation)

    def handler(call: Call) -> SSAValue | None:
        rest = [part(call) for part in parts]
        zero, one = (call.site.integer(number, i32) for number in (0, 1))
        sides, unequal = (call.arguments[0], zero), {"predicate": IntegerAttr(1, i64)}
        holds = call.llvm("llvm.icmp", *sides, type=i1, properties=unequal)
        value = call.llvm("llvm.zext", holds, type=i32)
        result = call.value(combine(kind, value, *rest))
        return call.llvm("llvm.and", result, one, type=i32)

    return handler
