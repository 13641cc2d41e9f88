"""
Sub-group functions of the extensions cl_khr_subgroup_ballot, _non_uniform_vote,
_non_uniform_arithmetic, _clustered_reduce and _rotate.

Only the *active* work items take part: those of the sub-group that execute the operation. A ballot
is four i32 with a bit for each work item, by sub-group local id.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, VectorType, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    EqAttrConstraint,
    VarConstraint,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.definition import (
    Built,
    EffectOp,
    PureOp,
    Value,
    fill,
    irdl_op_definition,
    named,
)
from xdsl_opencl.dialects.opencl.attrs import (
    BallotQuery,
    BallotQueryAttr,
    GroupOperation,
    GroupOperationAttr,
    LaneMask,
    LaneMaskAttr,
)
from xdsl_opencl.dialects.opencl.collective import CombineOp, SubGroupLaneOp
from xdsl_opencl.dialects.opencl.shapes import value_shape

BALLOT: Attribute = VectorType(i32, [4])
"""`uint4`: a bit for each work item."""

_is_ballot = EqAttrConstraint(BALLOT)


class NonUniformCombineOp(CombineOp):
    """
    Base of the reductions and scans over the active work items.

    Example: `%r = opencl.sub_group_non_uniform_reduce mul %x : f32`
    """


SubGroupNonUniformReduceOp = named(
    "opencl.sub_group_non_uniform_reduce", NonUniformCombineOp
)
"""The active work items get the combination of their values."""
SubGroupNonUniformScanInclusiveOp = named(
    "opencl.sub_group_non_uniform_scan_inclusive", NonUniformCombineOp
)
"""Combination of the active work items' values up to the own one."""
SubGroupNonUniformScanExclusiveOp = named(
    "opencl.sub_group_non_uniform_scan_exclusive", NonUniformCombineOp
)
"""
Combination of the active work items' values before the own one; the first of them
gets the identity.
"""


LARGEST_CLUSTER = 128
"""
Work items of the largest sub-group: as many as a ballot has bits. Programs select calls by the
size of their sub-group, so unselected calls may have larger clusters.
"""


WHOLE_CLUSTER = "opencl.whole_cluster"
"""
An attribute of reductions that are refused where a sub-group is smaller than the cluster.
OpenCL leaves their result undefined there, and programs ask for the size before.
"""


def _verify_cluster(op: Operation, size: int) -> None:
    if size < 1 or size & (size - 1) or size > LARGEST_CLUSTER:
        raise VerifyException(
            f"{op.name}: clusters of {size} work items; expected a power of two up to "
            f"{LARGEST_CLUSTER}"
        )


@irdl_op_definition
class SubGroupClusteredReduceOp(EffectOp):
    """
    Combination of the values of the active work items of a cluster: the work items
    whose sub-group local ids are the same when divided by its size, a power of two. A
    cluster is at most the whole sub-group.

    Example: `%r = opencl.sub_group_clustered_reduce add %x cluster 4 : i32`
    """

    name = "opencl.sub_group_clustered_reduce"

    T: ClassVar = VarConstraint("T", AnyAttr())

    kind = prop_def(GroupOperationAttr)
    value = operand_def(T)
    cluster = prop_def(IntegerAttr.constr(i32))
    result = result_def(T)

    assembly_format = "$kind $value `cluster` $cluster attr-dict `:` type($value)"

    def verify_(self) -> None:
        CombineOp.verify_value(self.name, self.kind.data, self.value.type)
        _verify_cluster(self, self.cluster.value.data)

    def __init__(self, kind: GroupOperation, value: Value, cluster: int):
        value = SSAValue.get(value)
        fill(
            self,
            value,
            results=[value.type],
            kind=GroupOperationAttr(kind),
            cluster=IntegerAttr(cluster, i32),
        )


@irdl_op_definition
class SubGroupRotateOp(EffectOp):
    """
    The value of the work item `delta` further on, in the sub-group or in clusters of it,
    from the last to the first.

    Example:
    ```mlir
    %r = opencl.sub_group_rotate %x by %delta : f32
    %s = opencl.sub_group_rotate %x by %delta, cluster 8 : f32
    ```
    """

    name = "opencl.sub_group_rotate"

    T: ClassVar = VarConstraint("T", AnyAttr())

    value = operand_def(T)
    delta = operand_def(i32)
    cluster = opt_prop_def(IntegerAttr.constr(i32))
    result = result_def(T)

    assembly_format = (
        "$value `by` $delta (`,` `cluster` $cluster^)? attr-dict `:` type($value)"
    )

    def verify_(self) -> None:
        value_shape(self.name, "value", self.value.type)
        if self.cluster is not None:
            _verify_cluster(self, self.cluster.value.data)

    def __init__(self, value: Value, delta: Value, cluster: int | None = None):
        value = SSAValue.get(value)
        size = None if cluster is None else IntegerAttr(cluster, i32)
        fill(self, value, delta, results=[value.type], cluster=size)


@irdl_op_definition
class SubGroupNonUniformBroadcastOp(SubGroupLaneOp):
    """`lane` is a sub-group local id, the same in all active work items."""

    name = "opencl.sub_group_non_uniform_broadcast"


@irdl_op_definition
class SubGroupBroadcastFirstOp(Built, EffectOp):
    """
    The value of the first active work item.

    Example: `%r = opencl.sub_group_broadcast_first %x : f32`
    """

    name = "opencl.sub_group_broadcast_first"

    T: ClassVar = VarConstraint("T", AnyAttr())

    value = operand_def(T)
    result = result_def(T)

    assembly_format = "$value attr-dict `:` type($value)"

    def verify_(self) -> None:
        value_shape(self.name, "value", self.value.type)


@irdl_op_definition
class SubGroupAllEqualOp(Built, EffectOp):
    """
    1 if the value is the same in all active work items, else 0.

    Example: `%r = opencl.sub_group_non_uniform_all_equal %x : f32`
    """

    name = "opencl.sub_group_non_uniform_all_equal"

    value = operand_def()
    result = result_def(i32)

    assembly_format = "$value attr-dict `:` type($value)"

    def verify_(self) -> None:
        _, width = value_shape(self.name, "value", self.value.type)
        if width != 1:
            raise VerifyException(
                f"{self.name}: value of type {self.value.type}; expected a scalar"
            )


@irdl_op_definition
class SubGroupElectOp(Built, EffectOp):
    """
    1 in the first active work item, 0 in the others: `%r = opencl.sub_group_elect`.
    """

    name = "opencl.sub_group_elect"

    result = result_def(i32)

    assembly_format = "attr-dict"


@irdl_op_definition
class SubGroupBallotOp(Built, EffectOp):
    """
    The active work items whose predicate is not zero.

    Example: `%b = opencl.sub_group_ballot %predicate`
    """

    name = "opencl.sub_group_ballot"

    predicate = operand_def(i32)
    result = result_def(_is_ballot)

    assembly_format = "$predicate attr-dict"


@irdl_op_definition
class SubGroupInverseBallotOp(Built, PureOp):
    """The own bit of a ballot, 0 or 1: `%r = opencl.sub_group_inverse_ballot %b`."""

    name = "opencl.sub_group_inverse_ballot"

    value = operand_def(_is_ballot)
    result = result_def(i32)

    assembly_format = "$value attr-dict"


@irdl_op_definition
class SubGroupBallotBitExtractOp(Built, PureOp):
    """
    One bit of a ballot, 0 or 1: `%r = opencl.sub_group_ballot_bit_extract %b[%index]`.
    """

    name = "opencl.sub_group_ballot_bit_extract"

    value = operand_def(_is_ballot)
    index = operand_def(i32)
    result = result_def(i32)

    assembly_format = "$value `[` $index `]` attr-dict"


@irdl_op_definition
class SubGroupBallotQueryOp(PureOp):
    """
    A number that follows from the bits of a ballot that are work items of the sub-group:
    how many are set, in all or up to (before) the own one; the lowest or highest set one.

    Example: `%n = opencl.sub_group_ballot_query bit_count %b`
    """

    name = "opencl.sub_group_ballot_query"

    query = prop_def(BallotQueryAttr)
    value = operand_def(_is_ballot)
    result = result_def(i32)

    assembly_format = "$query $value attr-dict"

    def __init__(self, query: BallotQuery, value: Value):
        fill(self, value, results=[i32], query=BallotQueryAttr(query))


@irdl_op_definition
class GetSubGroupMaskOp(PureOp):
    """
    The work items whose sub-group local id is equal to, less than, ... the own one.

    Example: `%b = opencl.get_sub_group_mask lt`
    """

    name = "opencl.get_sub_group_mask"

    relation = prop_def(LaneMaskAttr)
    result = result_def(_is_ballot)

    assembly_format = "$relation attr-dict"

    def __init__(self, relation: LaneMask):
        fill(self, results=[BALLOT], relation=LaneMaskAttr(relation))
