"""
The named operations of upstream's `linalg` that xDSL 0.74 lacks, and the forms of those it
has that it does not read: defaults of convolutions, maps of `matmul`, operands of several
types, several results, `{ arith.addf }` as the function of a reduction.

`table.py` has a row for each name. An operation that xDSL's class describes has that very
class after parsing. The plugin's `universe.py` wraps the factory of `linalg` with
`extended`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import cast

from xdsl.dialects.linalg import abstract_ops, ops
from xdsl.ir import Dialect, Operation

from xdsl_opencl.dialects import forms
from xdsl_opencl.dialects.linalg_ext.attributes import ElementwiseKindAttr, TypeFnAttr
from xdsl_opencl.dialects.linalg_ext.named import MEMOIZED, NAMED, ones
from xdsl_opencl.dialects.linalg_ext.packing import PackOp, UnpackOp
from xdsl_opencl.dialects.linalg_ext.table import ROWS
from xdsl_opencl.dialects.linalg_ext.written import (
    FillRng2DOp,
    MapOp,
    ReduceOp,
    SoftmaxOp,
    parse_broadcast,
    parse_generic,
)

_WINDOWED = (abstract_ops.ConvOperation, abstract_ops.PoolingOperation)


def _is_amiss(op: Operation) -> bool:
    """
    True for an operation that xDSL's class takes for another: its function is of operands of
    one type only, and it prints `linalg.matmul` without other maps.
    """
    if isinstance(op, ops.MatmulOp):
        usual = op.get_irdl_definition().properties["indexing_maps"].default_value
        if op.indexing_maps != usual:
            return True
    if not isinstance(op, abstract_ops.NamedOperation):
        return False
    block = op.body.block
    last = block.last_op
    if last is not None and [last.operands[0].type] != list(block.arg_types[-1:]):
        return True
    for inner in block.ops:
        try:
            inner.verify_()
        except Exception:
            return True
    return False


def _with_steps(kind: forms.Kind) -> forms.Normalise:
    """Gives the strides and dilations that the text leaves out."""
    count = ROWS[kind.name.removeprefix("linalg.")].windows

    def normalise(
        properties: forms.Parts, attributes: forms.Parts, operands: int
    ) -> None:
        for name in ("strides", "dilations"):
            properties.setdefault(name, ones(count))
        attributes.pop(MEMOIZED, None)

    return normalise


@cache
def _readers() -> Mapping[type[Operation], type[Operation]]:
    found: dict[type[Operation], type[Operation]] = {
        ops.GenericOp: forms.reader(ops.GenericOp, parse=parse_generic, reads_all=True),
        ops.BroadcastOp: forms.reader(ops.BroadcastOp, parse=parse_broadcast),
        ops.ReduceOp: forms.reader(ops.ReduceOp, ReduceOp),
    }
    for kind in vars(ops).values():
        if not isinstance(kind, type) or not issubclass(
            kind, abstract_ops.NamedOperation
        ):
            continue
        wider = NAMED.get(getattr(kind, "name", ""))
        if wider is not None:
            steps = issubclass(kind, _WINDOWED)
            found[kind] = forms.reader(
                kind,
                cast("forms.Kind", wider),
                normalise=_with_steps(kind) if steps else forms.nothing,
                is_amiss=_is_amiss,
                hides_regions=True,
            )
    return found


def extended(dialect: Dialect) -> Dialect:
    """Returns `linalg` with what it lacks, as `forms.extended`."""
    return forms.extended(
        dialect,
        _readers(),
        (*NAMED.values(), MapOp, SoftmaxOp, FillRng2DOp, PackOp, UnpackOp),
        (TypeFnAttr, ElementwiseKindAttr),
    )
