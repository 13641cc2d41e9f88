"""
Loads, stores and transfers of `vector`, as part of `convert-vector-to-llvm`.

They are aligned as the element. Where a transfer may reach beyond a dimension, the dimension's size
must be known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import MemRefType, VectorType
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineDimExpr

from xdsl_opencl.conversions.framework import Conversion, Table
from xdsl_opencl.conversions.memory.memref_address import memref_type
from xdsl_opencl.conversions.vectors.vector_access import Access, both
from xdsl_opencl.dialects.vector_ext.shapes import AnyVector
from xdsl_opencl.ir.diagnostics import fail


def _plain(
    build: Conversion, op: vector.LoadOp | vector.StoreOp, vector_type: Attribute
) -> Access:
    """The access of a vector whose dimensions are the last ones of the memref."""
    base = SSAValue.get(op.base)
    shape = cast(AnyVector, vector_type).get_shape()
    rank = memref_type(base).get_num_dims()
    if len(shape) > rank:
        fail(
            op,
            f"'{op.name}' of {vector_type} needs a memref of rank {len(shape)} or more, "
            f"not {base.type}",
        )
    return Access(
        build,
        op,
        base,
        op.indices,
        shape,
        range(rank - len(shape), rank),
        [True] * len(shape),
        attributes={k: v for k, v in op.attributes.items() if k != "alignment"},
    )


def _load(build: Conversion, op: vector.LoadOp) -> Sequence[SSAValue]:
    type_ = build.type(op.result.type)
    return (_plain(build, op, op.result.type).read(type_, None),)


def _store(build: Conversion, op: vector.StoreOp) -> Sequence[SSAValue]:
    build.type(op.vector.type)
    value = build.value(op.vector)
    _plain(build, op, op.vector.type).write(value)
    return ()


def _masked(
    build: Conversion,
    op: vector.MaskedLoadOp | vector.MaskedStoreOp,
    vector_type: Attribute,
) -> Access:
    base = SSAValue.get(op.base)
    if (rank := memref_type(base).get_num_dims()) == 0:
        fail(op, f"'{op.name}' needs a memref of rank 1 or more, not {base.type}")
    return Access(
        build,
        op,
        base,
        op.indices,
        cast(AnyVector, vector_type).get_shape(),
        (rank - 1,),
        (True,),
        build.value(op.mask),
    )


def _masked_load(build: Conversion, op: vector.MaskedLoadOp) -> Sequence[SSAValue]:
    type_ = build.type(op.result.type)
    instead = build.value(op.pass_thru)
    return (_masked(build, op, op.result.type).read(type_, instead),)


def _masked_store(build: Conversion, op: vector.MaskedStoreOp) -> Sequence[SSAValue]:
    value = build.value(op.value_to_store)
    _masked(build, op, op.value_to_store.type).write(value)
    return ()


def _transfer(
    build: Conversion,
    op: vector.TransferReadOp | vector.TransferWriteOp,
    vector_type: Attribute,
    mask: SSAValue | None,
) -> Access:
    source = SSAValue.get(op.source)
    if not isinstance(source.type, MemRefType):
        fail(op, f"'{op.name}' of a tensor is not supported; bufferize it first")
    if isinstance(memref_type(source).element_type, VectorType):
        fail(
            op,
            f"'{op.name}' of a memref of vectors is not supported; use 'memref.load' and "
            "'memref.store' of its elements",
        )
    build.type(vector_type)
    return Access(
        build,
        op,
        source,
        op.indices,
        cast(AnyVector, vector_type).get_shape(),
        [
            result.position if isinstance(result, AffineDimExpr) else None
            for result in op.permutation_map.data.results
        ],
        [bool(flag.value.data) for flag in op.in_bounds.data],
        both(build, mask, None if op.mask is None else build.value(op.mask)),
    )


def transfer_read(
    build: Conversion, op: vector.TransferReadOp, mask: SSAValue | None = None
) -> Sequence[SSAValue]:
    """Converts `op`; `mask` is converted, and says which elements it may read."""
    access = _transfer(build, op, op.result.type, mask)
    type_ = build.type(op.result.type)
    return (access.read(type_, build.value(op.padding)),)


def transfer_write(
    build: Conversion, op: vector.TransferWriteOp, mask: SSAValue | None = None
) -> Sequence[SSAValue]:
    """Converts `op`; `mask` is converted, and says which elements it may write."""
    access = _transfer(build, op, op.vector.type, mask)
    access.write(build.value(op.vector))
    return ()


TRANSFER_TABLE: Table = {
    vector.LoadOp: _load,
    vector.MaskedLoadOp: _masked_load,
    vector.MaskedStoreOp: _masked_store,
    vector.StoreOp: _store,
    vector.TransferReadOp: transfer_read,
    vector.TransferWriteOp: transfer_write,
}
