"""
Operations of work items: those of xDSL with the properties that upstream has besides, the
assembly forms, and the operations that xDSL 0.74 lacks.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping
from typing import ClassVar, cast

from xdsl.dialects import gpu
from xdsl.dialects.builtin import (
    ArrayAttr,
    IntegerAttr,
    MemRefType,
    StringAttr,
    UnitAttr,
    i1,
    i32,
)
from xdsl.ir import Attribute
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    VarConstraint,
    base,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.definition import Corrected, irdl_op_definition, named
from xdsl_opencl.dialects.forms import Kind
from xdsl_opencl.dialects.gpu_ext.attributes import (
    ReductionKind,
    ReductionKindAttr,
    ShuffleModeAttr,
    parse_reduction,
    reduction_kind,
)


class _Query(Corrected, ABC):
    """Base: a number of a work item, which `upper_bound` limits."""

    upper_bound = opt_prop_def(IntegerAttr.constr(INDEX))
    result = result_def(INDEX)
    traits = traits_def(Pure())


class _DimensionQuery(_Query, ABC):
    """Example: `%0 = gpu.thread_id x upper_bound 64`"""

    dimension = prop_def(gpu.DimensionAttr)
    assembly_format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"


class _LaneQuery(_Query, ABC):
    """Example: `%0 = gpu.lane_id upper_bound 64`"""

    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict"


class _SubgroupQuery(_Query, ABC):
    """Example: `%0 = gpu.subgroup_id : index`"""

    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


def _wider(shape: Kind, *kinds: Kind) -> tuple[Kind, ...]:
    """Returns a subclass of each of xDSL's `kinds` with the fields of `shape`."""
    members = {"__module__": __name__, "__doc__": shape.__doc__}
    return tuple(
        irdl_op_definition(cast(Kind, type(kind.__name__, (shape, kind), members)))
        for kind in kinds
    )


CLUSTER_QUERIES = tuple(
    named(f"gpu.cluster_{word}", _DimensionQuery)
    for word in ("id", "dim", "block_id", "dim_blocks")
)
"""Queries about clusters of work-groups, which OpenCL does not have."""


@irdl_op_definition
class BarrierOp(Corrected, gpu.BarrierOp):
    """
    Waits for the work-group. Memory of `address_spaces`, all if there are none given, is
    ordered.

    Example: `gpu.barrier memfence [#gpu.address_space<workgroup>]`
    """

    address_spaces = opt_prop_def(ArrayAttr)
    assembly_format = "(`memfence` $address_spaces^)? attr-dict"


@irdl_op_definition
class AllReduceOp(Corrected, gpu.AllReduceOp):
    """Example: `%0 = gpu.all_reduce add %x {} : (f32) -> f32`"""

    op = opt_prop_def(ReductionKindAttr)
    uniform = opt_prop_def(UnitAttr)
    operand = operand_def(Attribute)
    result = result_def(Attribute)
    body = region_def()

    def verify_(self) -> None:
        type = self.operand.type
        if self.result.type != type:
            raise VerifyException(f"'{self.name}' of {type} has another result type")
        if bool(self.body.blocks) == (self.op is not None):
            raise VerifyException(f"'{self.name}' needs a region or a kind, not both")
        if self.body.blocks and self.body.blocks[0].arg_types != (type, type):
            raise VerifyException(f"'{self.name}': the region needs two {type}")

    @classmethod
    def parse(cls, parser: Parser) -> AllReduceOp:
        properties: dict[str, Attribute] = {}
        if (kind := parse_reduction(parser)) is not None:
            properties["op"] = reduction_kind(kind)
        operand = parser.parse_unresolved_operand()
        if parser.parse_optional_keyword("uniform") is not None:
            properties["uniform"] = UnitAttr()
        body = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands([operand], type.inputs.data, parser.pos),
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
            regions=[body],
        )


@irdl_op_definition
class SubgroupReduceOp(IRDLOperation):
    """
    Combines the values of a sub-group, or of clusters of its work items whose ids differ
    by `cluster_stride`.

    Example: `%0 = gpu.subgroup_reduce add %x cluster(size = 4) : (f32) -> f32`
    """

    name = "gpu.subgroup_reduce"

    T: ClassVar = VarConstraint("T", AnyAttr())

    value = operand_def(T)
    op = prop_def(base(ReductionKindAttr) | base(gpu.AllReduceOpAttr))
    uniform = opt_prop_def(UnitAttr)
    cluster_size = opt_prop_def(IntegerAttr.constr(i32))
    cluster_stride = opt_prop_def(IntegerAttr.constr(i32))
    result = result_def(T)

    @classmethod
    def parse(cls, parser: Parser) -> SubgroupReduceOp:
        kind = reduction_kind(
            parse_reduction(parser) or parser.parse_str_enum(ReductionKind)
        )
        properties: dict[str, Attribute] = {"op": kind}
        operand = parser.parse_unresolved_operand()
        if parser.parse_optional_keyword("uniform") is not None:
            properties["uniform"] = UnitAttr()
        if parser.parse_optional_keyword("cluster") is not None:
            with parser.in_parens():
                parser.parse_keyword("size")
                parser.parse_punctuation("=")
                size = parser.parse_integer()
                properties["cluster_size"] = IntegerAttr(size, i32)
                if parser.parse_optional_punctuation(",") is not None:
                    parser.parse_keyword("stride")
                    parser.parse_punctuation("=")
                    stride = parser.parse_integer()
                    properties["cluster_stride"] = IntegerAttr(stride, i32)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        return cls.create(
            operands=parser.resolve_operands([operand], type.inputs.data, parser.pos),
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.op.data.value} ")
        printer.print_ssa_value(self.value)
        if self.uniform is not None:
            printer.print_string(" uniform")
        if self.cluster_size is not None:
            printer.print_string(f" cluster(size = {self.cluster_size.value.data}")
            if self.cluster_stride is not None and self.cluster_stride.value.data != 1:
                printer.print_string(f", stride = {self.cluster_stride.value.data}")
            printer.print_string(")")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_function_type([self.value.type], [self.result.type])


@irdl_op_definition
class ShuffleOp(IRDLOperation):
    """
    The value of another work item of the sub-group, and if that one took part.

    Example: `%0, %1 = gpu.shuffle xor %x, %offset, %width : f32`
    """

    name = "gpu.shuffle"

    T: ClassVar = VarConstraint("T", AnyAttr())

    value = operand_def(T)
    offset = operand_def(i32)
    width = operand_def(i32)
    mode = prop_def(ShuffleModeAttr)
    shuffleResult = result_def(T)
    valid = result_def(i1)

    assembly_format = "$mode $value `,` $offset `,` $width attr-dict `:` type($value)"


@irdl_op_definition
class PrintfOp(IRDLOperation):
    """Example: `gpu.printf "id %d", %i : i32`"""

    name = "gpu.printf"

    format = prop_def(StringAttr)
    args = var_operand_def()

    assembly_format = "$format attr-dict (`,` $args^ `:` type($args))?"


@irdl_op_definition
class DynamicSharedMemoryOp(IRDLOperation):
    """
    The memory of the work-group with the size that the launch states.

    Example: `%0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>`
    """

    name = "gpu.dynamic_shared_memory"

    resultMemref = result_def(MemRefType)

    assembly_format = "attr-dict `:` type($resultMemref)"


WIDER_WORK_ITEM_OPS: tuple[Kind, ...] = (
    *_wider(
        _DimensionQuery,
        *(gpu.ThreadIdOp, gpu.BlockIdOp, gpu.BlockDimOp),
        *(gpu.GridDimOp, gpu.GlobalIdOp),
    ),
    *_wider(_LaneQuery, gpu.LaneIdOp),
    *_wider(_SubgroupQuery, gpu.SubgroupIdOp, gpu.NumSubgroupsOp, gpu.SubgroupSizeOp),
    BarrierOp,
    AllReduceOp,
)
"""Subclasses of xDSL's."""

WORK_ITEM_OPS: tuple[Kind, ...] = (
    *CLUSTER_QUERIES,
    SubgroupReduceOp,
    ShuffleOp,
    PrintfOp,
    DynamicSharedMemoryOp,
)
"""Operations that xDSL 0.74 does not define."""

TERMINATOR_FORMS: Mapping[Kind, str] = {
    gpu.ReturnOp: "attr-dict ($args^ `:` type($args))?",
    gpu.YieldOp: "attr-dict ($values^ `:` type($values))?",
    gpu.TerminatorOp: "attr-dict",
}
