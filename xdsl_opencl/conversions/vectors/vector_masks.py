"""
Masks of `vector`, as part of `convert-vector-to-llvm`.

`vector.mask` gives its operation the mask: elements whose bit is not set are not accessed, nor
combined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from xdsl.dialects import llvm, vector
from xdsl.dialects.builtin import VectorType, i1
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.conversions.framework import Conversion, Table
from xdsl_opencl.conversions.vectors.vector_access import (
    both,
    lane_of,
    prefix_mask,
    splat_value,
)
from xdsl_opencl.conversions.vectors.vector_contractions import (
    contract,
    multi_reduction,
)
from xdsl_opencl.conversions.vectors.vector_gathers import gather
from xdsl_opencl.conversions.vectors.vector_reductions import reduction
from xdsl_opencl.conversions.vectors.vector_transfers import (
    transfer_read,
    transfer_write,
)
from xdsl_opencl.dialects.vector_ext.elements import ConstantMaskOp
from xdsl_opencl.dialects.vector_ext.mask import MaskOp
from xdsl_opencl.dialects.vector_ext.memory import GatherOp
from xdsl_opencl.dialects.vector_ext.products import ContractOp, MultiReductionOp
from xdsl_opencl.dialects.vector_ext.shapes import AnyVector, shape_of
from xdsl_opencl.ir.diagnostics import fail


def _create_mask(build: Conversion, op: vector.CreateMaskOp) -> Sequence[SSAValue]:
    type_ = build.type(op.mask_vector.type)
    counts = build.values(op.mask_dim_sizes)
    return (_mask(build, counts, type_),)


def _constant_mask(build: Conversion, op: ConstantMaskOp) -> Sequence[SSAValue]:
    counts = [build.index_constant(size) for size in op.mask_dim_sizes.get_values()]
    return (_mask(build, counts, build.type(op.result.type)),)


def _mask(build: Conversion, counts: Sequence[SSAValue], type_: Attribute) -> SSAValue:
    if not isinstance(type_, llvm.LLVMArrayType):
        lanes = cast(AnyVector, type_).get_shape()[0]
        return prefix_mask(build, counts[0], lanes)
    inner = _mask(build, counts[1:], type_.type)
    outer_lanes = prefix_mask(build, counts[0], type_.size.data)
    result = build.poison(type_)
    for number in range(type_.size.data):
        bit = lane_of(build, outer_lanes, number)
        row = splat_value(build, bit, type_.type)
        chosen = both(build, inner, row)
        assert chosen is not None
        result = build.insert_value(result, chosen, number)
    return result


def _gather(build: Conversion, op: GatherOp, mask: SSAValue) -> Sequence[SSAValue]:
    chosen = both(build, mask, build.value(op.mask))
    assert chosen is not None
    return gather(build, op, chosen)


_MASKABLE: Mapping[type[Operation], Callable[[Conversion, Any, SSAValue], Any]] = {
    ContractOp: contract,
    GatherOp: _gather,
    MultiReductionOp: multi_reduction,
    vector.ReductionOp: reduction,
    vector.TransferReadOp: transfer_read,
    vector.TransferWriteOp: transfer_write,
}


def _mask_op(build: Conversion, op: MaskOp) -> Sequence[SSAValue]:
    mask, inner = build.value(op.mask), op.maskable
    last = op.mask_region.block.last_op
    assert last is not None
    results: Sequence[SSAValue] = (
        build.values(last.operands)
        if inner is None
        else _MASKABLE[type(inner)](build, inner, mask)
    )
    if op.passthru is not None and (
        mask.type != build.type(_like(op.passthru.type, i1)) or _moves(inner)
    ):
        fail(
            op,
            f"'{op.name}' cannot take a pass-through of type {op.passthru.type}: mask "
            f"{op.mask.type} has other dimensions than the result; use 'arith.select'",
        )
    for done in tuple(op.mask_region.block.ops):
        done.detach()
        done.drop_all_references()
    if op.passthru is None:
        return results
    parts = (mask, results[0], build.value(op.passthru))
    if not isinstance(mask.type, llvm.LLVMArrayType):
        return (build.select(*parts),)
    whole = cast(llvm.LLVMArrayType, results[0].type)
    return (build.unroll(parts, whole, lambda parts, _: build.select(*parts)),)


def _like(type: Attribute, element: Attribute) -> Attribute:
    return VectorType(element, [*shape_of(type)]) if shape_of(type) else element


def _moves(op: Operation | None) -> bool:
    """True for a transfer whose vector has other dimensions than its mask."""
    if not isinstance(op, vector.TransferReadOp):
        return False
    places = [getattr(r, "position", -1) for r in op.permutation_map.data.results]
    return -1 in places or sorted(places) != places


MASK_TABLE: Table = {
    ConstantMaskOp: _constant_mask,
    MaskOp: _mask_op,
    vector.CreateMaskOp: _create_mask,
}
