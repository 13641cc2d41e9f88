"""
Conversions: `convert_*`, `as_*` (OpenCL C 3.0, sections 6.4.3, 6.4.4).
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, UnitAttr
from xdsl.interfaces import (
    HasCanonicalizationPatternsInterface,
    HasFolderInterface,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
)
from xdsl.pattern_rewriter import RewritePattern
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.definition import irdl_op_definition
from xdsl_opencl.dialects.opencl.attrs import RoundingModeAttr
from xdsl_opencl.dialects.opencl.shapes import (
    bit_width,
    storage_elements,
    value_shape,
)


@irdl_op_definition
class ConvertOp(IRDLOperation, HasFolderInterface):
    """
    Converts a scalar or each element of a vector to another number type.

    Without rounding mode: towards zero to integers, to nearest even to floating point.
    `saturate` clamps to the range of an integer destination, NaN becomes 0.

    Example:
    ```mlir
    %b = opencl.convert %a : f32 -> i32
    %c = opencl.convert saturate round rte %v : vector<4xf32> -> unsigned vector<4xi8>
    %d = opencl.convert %c : unsigned vector<4xi8> -> vector<4xf32>
    ```
    """

    name = "opencl.convert"

    saturate = opt_prop_def(UnitAttr)
    rounding = opt_prop_def(RoundingModeAttr)
    src_unsigned = opt_prop_def(UnitAttr)
    dst_unsigned = opt_prop_def(UnitAttr)
    value = operand_def()
    result = result_def()

    assembly_format = (
        "(`saturate` $saturate^)? (`round` $rounding^)? $value attr-dict `:` "
        "(`unsigned` $src_unsigned^)? type($value) `->` (`unsigned` $dst_unsigned^)? "
        "type($result)"
    )

    traits = traits_def(Pure())

    def verify_(self) -> None:
        name = self.name
        source, source_width = value_shape(name, "value", self.value.type, boolean=True)
        target, target_width = value_shape(name, "result", self.result.type)
        if source_width != target_width:
            raise VerifyException(
                f"{name}: value of type {self.value.type} and result of type "
                f"{self.result.type} differ in their number of elements"
            )
        from_integer = isinstance(source, IntegerType)
        to_integer = isinstance(target, IntegerType)
        if self.rounding is not None and from_integer and to_integer:
            raise VerifyException(
                f"{name}: rounding mode {self.rounding.data} on a conversion from integer "
                f"{self.value.type} to integer {self.result.type}"
            )
        if self.saturate is not None and not to_integer:
            raise VerifyException(
                f"{name}: a conversion to floating point ({self.result.type}) does not "
                "saturate"
            )
        if self.src_unsigned is not None and not from_integer:
            raise VerifyException(
                f"{name}: value of type {self.value.type} cannot be unsigned"
            )
        if self.dst_unsigned is not None and not to_integer:
            raise VerifyException(
                f"{name}: result of type {self.result.type} cannot be unsigned"
            )

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        from xdsl_opencl.dialects.opencl.folding import fold_convert

        return fold_convert(self)

    def __init__(
        self,
        value: SSAValue | Operation,
        result_type: Attribute,
        *,
        src_unsigned: bool = False,
        dst_unsigned: bool = False,
        rounding: RoundingMode | None = None,
        saturate: bool = False,
    ):
        properties: dict[str, Attribute] = {}
        if saturate:
            properties["saturate"] = UnitAttr()
        if rounding is not None:
            properties["rounding"] = RoundingModeAttr(rounding)
        if src_unsigned:
            properties["src_unsigned"] = UnitAttr()
        if dst_unsigned:
            properties["dst_unsigned"] = UnitAttr()
        Operation.__init__(
            self,
            operands=[SSAValue.get(value)],
            result_types=[result_type],
            properties=properties,
        )


@irdl_op_definition
class AsOp(IRDLOperation, HasFolderInterface, HasCanonicalizationPatternsInterface):
    """
    Reinterprets the bits of a value as a type of the same size; a 3-element vector is as
    large as a 4-element one, its last element is undefined.

    Example: `%b = opencl.as %a : vector<4xf32> -> vector<4xi32>`
    """

    name = "opencl.as"

    value = operand_def()
    result = result_def()

    assembly_format = "$value attr-dict `:` type($value) `->` type($result)"

    traits = traits_def(Pure())

    def verify_(self) -> None:
        source, source_width = value_shape(self.name, "value", self.value.type)
        target, target_width = value_shape(self.name, "result", self.result.type)
        if bit_width(source) * storage_elements(source_width) != bit_width(
            target
        ) * storage_elements(target_width):
            raise VerifyException(
                f"{self.name}: value of type {self.value.type} and result of type "
                f"{self.result.type} differ in size"
            )

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        from xdsl_opencl.dialects.opencl.folding import fold_as

        return fold_as(self)

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        from xdsl_opencl.dialects.opencl.canonicalization import MergeAs

        return (MergeAs(),)

    def __init__(self, value: SSAValue | Operation, result_type: Attribute):
        Operation.__init__(
            self, operands=[SSAValue.get(value)], result_types=[result_type]
        )
