"""
`convert-cf-to-llvm`: branches to `llvm.br`, `llvm.cond_br`, `llvm.switch`.

The arguments of all blocks but the first of a region get converted types. `cf.assert`
becomes a branch to `llvm.intr.trap` and `llvm.unreachable`; its message is dropped, a
GPU has nowhere to write it (upstream calls `abort`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast

from xdsl.context import Context
from xdsl.dialects import cf, llvm
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerType,
    ModuleOp,
    VectorType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.conversions.framework import Conversion, ConversionPass, Table
from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import TrapOp
from xdsl_opencl.ir.build import made_operation, numbers
from xdsl_opencl.ir.split import split_before


def _branch(build: Conversion, op: cf.BranchOp) -> Sequence[SSAValue]:
    values, to = build.values(op.operands), op.successors
    build.put(llvm.BrOp, *values, attributes=op.attributes, successors=to)
    return ()


def _conditional(build: Conversion, op: cf.ConditionalBranchOp) -> Sequence[SSAValue]:
    build.branch_if(
        build.value(op.cond),
        op.then_block,
        op.else_block,
        build.values(op.then_arguments),
        build.values(op.else_arguments),
        op.attributes,
    )
    return ()


def _switch(build: Conversion, op: cf.SwitchOp) -> Sequence[SSAValue]:
    segments = (1, len(op.default_operands), len(op.case_operands))
    counts = numbers(*op.case_operand_segments.get_values())
    properties: dict[str, Attribute] = {
        "operandSegmentSizes": numbers(*segments),
        "case_operand_segments": counts,
    }
    if op.case_values is not None:
        values = cast("Sequence[int]", op.case_values.get_values())
        element = cast("IntegerType", build.type(op.flag.type))
        properties["case_values"] = DenseIntOrFPElementsAttr.from_list(
            VectorType(element, [len(values)]), values
        )
    operands = build.values(op.operands)
    args = (SwitchOp, operands, None, properties, op.attributes, op.successors)
    build.insert(made_operation(*args))
    return ()


def convert_assert(
    build: Conversion,
    op: cf.AssertOp,
    end: type[Operation] = llvm.UnreachableOp,
    attributes: Mapping[str, Attribute] = MappingProxyType({}),
) -> Sequence[SSAValue]:
    """Branches to `llvm.intr.trap` with `attributes`, and to `end`, where `op` fails."""
    region = op.parent_region()
    following = op.next_op
    assert region is not None
    assert following is not None
    rest = split_before(following)
    failed = Block([TrapOp.create(attributes={**attributes}), end.create()])
    for made in failed.ops:
        made.location = op.location
    region.add_block(failed)
    build.branch_if(build.value(op.arg), rest, failed)
    return ()


TABLE: Table = {
    cf.AssertOp: convert_assert,
    cf.BranchOp: _branch,
    cf.ConditionalBranchOp: _conditional,
    cf.SwitchOp: _switch,
}


def is_branch_target(block: Block) -> bool:
    """True for every block of a region but the first."""
    region = block.parent
    return region is not None and region.blocks[0] is not block


@dataclass(frozen=True)
class ConvertCfToLLVMPass(ConversionPass):
    """Converts `cf` to `llvm`, with the arguments of the blocks that it branches to."""

    name = "convert-cf-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        converter = self.converter(ctx, op)
        Conversion(op, converter, TABLE, ("cf",), blocks=is_branch_target).run()
