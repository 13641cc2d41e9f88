"""The constants that folding makes."""

from __future__ import annotations

from typing import cast

from xdsl.dialect_interfaces.constant_materialization import (
    ConstantMaterializationInterface,
)
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr
from xdsl.ir import Attribute, Operation

from xdsl_opencl.dialects.opencl.attrs import SamplerAttr
from xdsl_opencl.dialects.opencl.sampler import SamplerConstantOp


class MaterializeConstant(ConstantMaterializationInterface):
    """Makes the constant ops of folded `opencl` operations."""

    def materialize_constant(
        self, value: Attribute, type: Attribute
    ) -> Operation | None:
        if isinstance(value, SamplerAttr):
            return SamplerConstantOp(value)
        if not isinstance(value, IntegerAttr | FloatAttr | DenseIntOrFPElementsAttr):
            return None
        properties = {"value": cast(Attribute, value)}
        return ConstantOp.create(properties=properties, result_types=[type])
