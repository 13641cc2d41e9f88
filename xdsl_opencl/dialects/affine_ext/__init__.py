"""
The parts of upstream's `affine` that xDSL 0.74 lacks: `affine.max`, and the reductions of
`affine.parallel`, which have kinds there and neither operands nor a type of their own; and its
forms of `affine.parallel`, `affine.if`, `affine.load` and `affine.store` (`assembly.py`).

An `affine.parallel` without results is xDSL's own after parsing. The plugin's `universe.py`
wraps the factory of the `affine` dialect with `extended`.

Source: mlir/include/mlir/Dialect/Affine/IR/AffineOps.td, release 22.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import cast

from xdsl.dialects import affine
from xdsl.dialects.affine import MinOp
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseIntElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
)
from xdsl.ir import Dialect, Operation
from xdsl.irdl import prop_def, region_def, result_def, var_operand_def, var_result_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects import forms
from xdsl_opencl.dialects.affine_ext.assembly import (
    parallel_parser,
    parse_if,
    parse_load,
    parse_store,
)
from xdsl_opencl.dialects.definition import Corrected, PureOp, irdl_op_definition


@irdl_op_definition
class MaxOp(PureOp):
    """
    The largest result of a map.

    Example: `%0 = affine.max affine_map<(d0)[s0] -> (d0, s0)> (%i)[%n]`
    """

    name = "affine.max"

    arguments = var_operand_def(IndexType)
    result = result_def(IndexType)
    map = prop_def(AffineMapAttr)

    def verify_(self) -> None:
        map_ = self.map.data
        if len(self.operands) != map_.num_dims + map_.num_symbols:
            raise VerifyException(
                f"affine.max has {len(self.operands)} operands for a map with "
                f"{map_.num_dims} dimensions and {map_.num_symbols} symbols"
            )

    @classmethod
    def parse(cls, parser: Parser) -> MaxOp:
        # The same text as that of the smallest result.
        least = MinOp.parse(parser)
        return cls.create(
            operands=tuple(least.operands),
            result_types=(IndexType(),),
            properties=least.properties,
        )

    def print(self, printer: Printer) -> None:
        MinOp.print(cast("MinOp", self), printer)


@irdl_op_definition
class ParallelOp(Corrected, affine.ParallelOp):
    """
    A parallel loop with reductions. `reductions` holds a number of `AtomicRMWKind` for each
    result.
    """

    map_operands = var_operand_def(IndexType)
    reductions = prop_def(ArrayAttr[IntegerAttr[IntegerType]])
    lowerBoundsMap = prop_def(AffineMapAttr)
    lowerBoundsGroups = prop_def(DenseIntElementsAttr)
    upperBoundsMap = prop_def(AffineMapAttr)
    upperBoundsGroups = prop_def(DenseIntElementsAttr)
    steps = prop_def(ArrayAttr[IntegerAttr[IntegerType]])
    res = var_result_def()
    body = region_def("single_block")

    def verify_(self) -> None:
        lower, upper = self.lowerBoundsMap.data, self.upperBoundsMap.data
        needed = lower.num_dims + lower.num_symbols + upper.num_dims + upper.num_symbols
        if len(self.operands) != needed:
            raise VerifyException(
                f"affine.parallel has {len(self.operands)} operands for bounds that take "
                f"{needed}"
            )
        if len(self.reductions.data) != len(self.results):
            raise VerifyException(
                f"affine.parallel has {len(self.reductions.data)} reductions for "
                f"{len(self.results)} results"
            )
        for groups, map_ in (
            (self.lowerBoundsGroups, lower),
            (self.upperBoundsGroups, upper),
        ):
            if sum(groups.get_values()) != len(map_.results):
                raise VerifyException("affine.parallel needs a group for each bound")


@cache
def _readers() -> Mapping[type[Operation], type[Operation]]:
    parse = parallel_parser(ParallelOp)
    return {
        affine.LoadOp: forms.reader(affine.LoadOp, parse=parse_load),
        affine.StoreOp: forms.reader(affine.StoreOp, parse=parse_store),
        affine.IfOp: forms.reader(affine.IfOp, parse=parse_if),
        affine.ParallelOp: forms.reader(affine.ParallelOp, ParallelOp, parse=parse),
    }


def extended(dialect: Dialect) -> Dialect:
    """Returns `affine` with what it lacks, as `forms.extended`."""
    return forms.extended(dialect, _readers(), (MaxOp,))
