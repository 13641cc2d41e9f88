"""Conversions: `convert_*`, `as_*` (OpenCL C 3.0, sections 6.4.3, 6.4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IntegerType, UnitAttr
from xdsl.interfaces import HasCanonicalizationPatternsInterface, HasFolderInterface
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, opt_prop_def, result_def
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.definition import (
    Built,
    PureOp,
    Value,
    fill,
    irdl_op_definition,
    unit,
)
from xdsl_opencl.dialects.opencl.attrs import RoundingModeAttr
from xdsl_opencl.dialects.opencl.folding.constants import (
    Number,
    bits_of,
    constant_elements,
    folded,
)
from xdsl_opencl.dialects.opencl.shapes import (
    OpenCLScalar,
    bit_width,
    is_integer,
    split_vector,
    storage_elements,
    value_shape,
)

Folded = Sequence[SSAValue | Attribute] | None


@irdl_op_definition
class ConvertOp(PureOp, HasFolderInterface):
    """
    Converts a scalar or each element of a vector to another number type.

    Without rounding mode: towards zero to integers, to nearest even to floating point.
    `saturate` clamps to the range of an integer destination, NaN becomes 0. A truth value is 0 or 1.

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

    def verify_(self) -> None:
        name = self.name
        source, source_width = value_shape(name, "value", self.value.type, boolean=True)
        target, target_width = value_shape(name, "result", self.result.type)
        if source_width != target_width:
            raise VerifyException(
                f"{name}: value of type {self.value.type} and result of type "
                f"{self.result.type} differ in their number of elements; "
                "give both the same"
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
                f"{name}: value of type {self.value.type} cannot be unsigned; "
                "remove 'unsigned'"
            )
        if self.dst_unsigned is not None and not to_integer:
            raise VerifyException(
                f"{name}: result of type {self.result.type} cannot be unsigned; "
                "remove 'unsigned'"
            )

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        return _fold_convert(self)

    def evaluate(self, numbers: Sequence[Number]) -> list[Number] | None:
        """
        The elements of the result for those of the operand, integers as bits; `None` if one
        is out of the range of an integer result without saturation.
        """
        from xdsl_opencl.dialects.opencl.folding.arithmetic import convert

        source, _ = split_vector(self.value.type)
        target, _ = split_vector(self.result.type)
        results: list[Number] = []
        for number in numbers:
            result = convert(
                number,
                source,
                target,
                # A truth value is 0 or 1.
                from_signed=self.src_unsigned is None and not is_integer(source, 1),
                result_signed=self.dst_unsigned is None,
                rounding=None if self.rounding is None else self.rounding.data,
                saturate=self.saturate is not None,
            )
            if result is None:
                return None
            results.append(result)
        return results

    def __init__(
        self,
        value: Value,
        result_type: Attribute,
        *,
        src_unsigned: bool = False,
        dst_unsigned: bool = False,
        rounding: RoundingMode | None = None,
        saturate: bool = False,
    ):
        fill(
            self,
            value,
            results=[result_type],
            saturate=unit(saturate),
            rounding=None if rounding is None else RoundingModeAttr(rounding),
            src_unsigned=unit(src_unsigned),
            dst_unsigned=unit(dst_unsigned),
        )


@irdl_op_definition
class AsOp(Built, PureOp, HasFolderInterface, HasCanonicalizationPatternsInterface):
    """
    Reinterprets the bits of a value as a type of the same size; a 3-element vector is as
    large as a 4-element one, its last element is undefined.

    Example: `%b = opencl.as %a : vector<4xf32> -> vector<4xi32>`
    """

    name = "opencl.as"

    value = operand_def()
    result = result_def()

    assembly_format = "$value attr-dict `:` type($value) `->` type($result)"

    def verify_(self) -> None:
        source, source_width = value_shape(self.name, "value", self.value.type)
        target, target_width = value_shape(self.name, "result", self.result.type)
        if bit_width(source) * storage_elements(source_width) != bit_width(
            target
        ) * storage_elements(target_width):
            raise VerifyException(
                f"{self.name}: value of type {self.value.type} and result of type "
                f"{self.result.type} differ in size; use types of one size"
            )

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        return _fold_as(self)

    def evaluate(self, numbers: Sequence[Number]) -> list[Number] | None:
        """
        The elements of the result for those of the operand, integers as bits; `None` if one
        may be undefined.
        """
        from xdsl_opencl.dialects.opencl.folding.numbers import from_bytes, to_bytes

        source, source_width = split_vector(self.value.type)
        target, target_width = split_vector(self.result.type)
        if 3 in (source_width, target_width):
            return None
        data = to_bytes(numbers, bits_of(source), floating=isinstance(source, AnyFloat))
        return from_bytes(data, bits_of(target), floating=isinstance(target, AnyFloat))

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (MergeAs(),)


class MergeAs(RewritePattern):
    """Merges two successive reinterpretations."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AsOp, rewriter: PatternRewriter):
        inner = op.value.owner
        if isinstance(inner, AsOp):
            rewriter.replace(op, AsOp(inner.value, op.result.type))


def _fold_convert(op: ConvertOp) -> Folded:
    """
    A conversion to the same type, of a constant, or back from a type that holds every
    number of the first one.
    """
    source, _ = split_vector(op.value.type)
    target, _ = split_vector(op.result.type)
    # Saturation between signednesses clamps; otherwise both have the same bits.
    if source == target and (op.saturate is None or op.src_unsigned == op.dst_unsigned):
        return (op.value,)
    if (value := _fold_round_trip(op, source, target)) is not None:
        return (value,)
    numbers = constant_elements(op.value)
    return folded(op.result.type, None if numbers is None else op.evaluate(numbers))


def _fold_round_trip(
    op: ConvertOp, middle: Attribute, target: Attribute
) -> SSAValue | None:
    inner = op.value.owner
    if not isinstance(inner, ConvertOp) or inner.value.type != op.result.type:
        return None
    # `target` is also the type of the first operand.
    if is_integer(target):
        unsigned = inner.src_unsigned is not None
        if unsigned != (op.dst_unsigned is not None):
            return None
        if is_integer(middle):
            # The middle type must read the number as the inner conversion wrote it.
            if (inner.dst_unsigned is None) != (op.src_unsigned is None):
                return None
            if not unsigned and inner.dst_unsigned is not None:
                return None
            spare = unsigned and inner.dst_unsigned is None
            exact = bit_width(cast(OpenCLScalar, target)) + spare <= bit_width(
                cast(OpenCLScalar, middle)
            )
        else:
            from xdsl_opencl.dialects.opencl.folding.numbers import PRECISION

            # Half reaches 65504 only: 16-bit integers exceed its precision anyway.
            exact = bits_of(target) - (not unsigned) <= PRECISION[bits_of(middle)]
    else:
        # NaN payloads and signalling NaNs are not preserved by rule.
        exact = not is_integer(middle) and bit_width(
            cast(OpenCLScalar, middle)
        ) >= bit_width(cast(OpenCLScalar, target))
    return inner.value if exact else None


def _fold_as(op: AsOp) -> Folded:
    """
    A reinterpretation as the same type, or of a constant without an undefined element.
    """
    if op.value.type == op.result.type:
        return (op.value,)
    numbers = constant_elements(op.value)
    if numbers is None or any(n != n for n in numbers):
        return None
    return folded(op.result.type, op.evaluate(numbers))
