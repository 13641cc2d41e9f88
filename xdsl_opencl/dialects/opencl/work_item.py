"""The work-item family (OpenCL C 3.0, section 6.15.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, i32
from xdsl.interfaces import HasCanonicalizationPatternsInterface, HasFolderInterface
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import opt_operand_def, opt_prop_def, result_def
from xdsl.parser import Parser
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.definition import Built, PureOp, Value, fill, named
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer
from xdsl_opencl.dialects.opencl.verification.constraints import size_value

_DIMENSIONS = {dimension: IntegerAttr(dimension, i32) for dimension in range(4)}


class DimensionQueryOp(
    PureOp, HasFolderInterface, HasCanonicalizationPatternsInterface
):
    """
    Base of the queries that take a dimension, static or as a value.

    Example: `%i = opencl.get_global_id 0 : index`, `%j = opencl.get_local_size %d : i64`
    """

    dimension = opt_prop_def(IntegerAttr)
    dimension_value = opt_operand_def(i32)
    result = result_def(size_value)

    OUT_OF_RANGE: ClassVar[int] = 0
    """The result for a dimension that the launch does not have."""

    def __init__(self, dimension: int | Value, result_type: Attribute):
        if isinstance(dimension, int):
            fill(
                self,
                results=[result_type],
                dimension=_DIMENSIONS[dimension]
                if dimension in _DIMENSIONS
                else IntegerAttr(dimension, i32),
            )
        else:
            fill(self, dimension, results=[result_type])

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (StaticDimension(),)

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        # A launch has at most three dimensions.
        dimension = self.static_dimension
        if dimension is None or dimension < 3:
            return None
        return (IntegerAttr(self.OUT_OF_RANGE, cast(IntegerType, self.result.type)),)

    @property
    def static_dimension(self) -> int | None:
        """
        Returns the dimension if it is an attribute: OpenCL C's dimension is a `uint`, and every
        value is legal.
        """
        return None if self.dimension is None else self.dimension.value.data % (1 << 32)

    def verify_(self) -> None:
        if self.dimension is not None and self.dimension.type != i32:
            raise VerifyException(
                f"{self.name}: the dimension is of type {self.dimension.type}; it is an "
                "i32, read as unsigned"
            )
        if (self.dimension is None) == (self.dimension_value is None):
            raise VerifyException(
                f"{self.name} takes its dimension as an attribute or as a value, "
                "exactly one of them"
            )

    @classmethod
    def parse(cls, parser: Parser) -> DimensionQueryOp:
        dimension = parser.parse_optional_integer(
            allow_boolean=False, allow_negative=False
        )
        if dimension is None:
            operand = parser.parse_unresolved_operand()
            dimension = parser.resolve_operand(operand, i32)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        op = cls(dimension, parser.parse_type())
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        if self.dimension_value is not None:
            printer.print_ssa_value(self.dimension_value)
        else:
            printer.print_string(str(self.static_dimension))
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


class StaticDimension(RewritePattern):
    """Turns a constant dimension into an attribute."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DimensionQueryOp, rewriter: PatternRewriter):
        if op.dimension_value is None:
            return
        dimension = constant_integer(op.dimension_value)
        if dimension is not None:
            rewriter.replace(op, type(op)(dimension, op.result.type))


GetGlobalIdOp = named("opencl.get_global_id", DimensionQueryOp)
"""Id of the work item among all work items, including the global offset."""
GetGlobalSizeOp = named("opencl.get_global_size", DimensionQueryOp, OUT_OF_RANGE=1)
"""Number of work items of a dimension."""
GetGlobalOffsetOp = named("opencl.get_global_offset", DimensionQueryOp)
"""Offset given to `clEnqueueNDRangeKernel`, the smallest global id."""
GetLocalIdOp = named("opencl.get_local_id", DimensionQueryOp)
"""Id of the work item within its work-group."""
GetLocalSizeOp = named("opencl.get_local_size", DimensionQueryOp, OUT_OF_RANGE=1)
"""
Work items of the own work-group, which is smaller at the edge of a non-uniform range.
"""
GetEnqueuedLocalSizeOp = named(
    "opencl.get_enqueued_local_size", DimensionQueryOp, OUT_OF_RANGE=1
)
"""Work items of a full work-group."""
GetNumGroupsOp = named("opencl.get_num_groups", DimensionQueryOp, OUT_OF_RANGE=1)
"""Number of work-groups of a dimension."""
GetGroupIdOp = named("opencl.get_group_id", DimensionQueryOp)
"""Id of the work-group."""

DIMENSION_QUERIES = (
    *(GetGlobalIdOp, GetGlobalSizeOp, GetGlobalOffsetOp, GetLocalIdOp),
    *(GetLocalSizeOp, GetEnqueuedLocalSizeOp, GetNumGroupsOp, GetGroupIdOp),
)


class NullaryQueryOp(Built, PureOp):
    """Base of the queries without operand: `%n = opencl.get_work_dim : i32`."""

    result = result_def(size_value)

    assembly_format = "attr-dict `:` type($result)"


GetWorkDimOp = named("opencl.get_work_dim", NullaryQueryOp)
"""Number of dimensions of the range: 1 to 3, `i32`."""
GetGlobalLinearIdOp = named("opencl.get_global_linear_id", NullaryQueryOp)
"""The global id without offset, linear over the dimensions."""
GetLocalLinearIdOp = named("opencl.get_local_linear_id", NullaryQueryOp)
"""The local id, linear over the dimensions."""
GetSubGroupSizeOp = named("opencl.get_sub_group_size", NullaryQueryOp)
"""Work items of the own sub-group, `i32`; the last one may be smaller."""
GetMaxSubGroupSizeOp = named("opencl.get_max_sub_group_size", NullaryQueryOp)
"""Work items of the largest sub-group of the launch, `i32`."""
GetNumSubGroupsOp = named("opencl.get_num_sub_groups", NullaryQueryOp)
"""Sub-groups of the own work-group, `i32`."""
GetEnqueuedNumSubGroupsOp = named("opencl.get_enqueued_num_sub_groups", NullaryQueryOp)
"""Sub-groups of a full work-group, `i32`."""
GetSubGroupIdOp = named("opencl.get_sub_group_id", NullaryQueryOp)
"""Id of the sub-group within its work-group, `i32`."""
GetSubGroupLocalIdOp = named("opencl.get_sub_group_local_id", NullaryQueryOp)
"""Id of the work item within its sub-group, `i32`."""

NULLARY_QUERIES = (
    *(GetWorkDimOp, GetGlobalLinearIdOp, GetLocalLinearIdOp),
    *(GetSubGroupSizeOp, GetMaxSubGroupSizeOp, GetNumSubGroupsOp),
    *(GetEnqueuedNumSubGroupsOp, GetSubGroupIdOp, GetSubGroupLocalIdOp),
)
