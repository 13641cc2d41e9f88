"""
The type conversion of the fused walk: standard types, and opencl types as the machine's
handles, so that functions can take and return them.
"""

from __future__ import annotations

from xdsl.ir import Attribute

from xdsl_opencl.abi.target import Target
from xdsl_opencl.conversions.framework import TypeConverter
from xdsl_opencl.ir.target_types import handle_type


class HandleConverter(TypeConverter):
    """
    Types for `target`; address spaces keep SPIR's numbers.
    """

    def __init__(self, target: Target):
        super().__init__(target.index_bitwidth)
        self._target = target

    def _convert(self, type_: Attribute) -> Attribute:
        handle = handle_type(type_, self._target)
        return super()._convert(type_) if handle is None else handle
