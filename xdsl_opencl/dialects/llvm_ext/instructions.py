"""
LLVM instructions, the atomic ones apart, that xDSL's `llvm` dialect lacks.

Source of names and forms: https://mlir.llvm.org/docs/Dialects/LLVM/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerType,
    UnitAttr,
    VectorType,
    i32,
)
from xdsl.dialects.llvm import GenericCastOp, LLVMPointerType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    base,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_successor_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.definition import PureOp
from xdsl_opencl.dialects.llvm_ext.atomics import ORDERINGS as ORDERINGS
from xdsl_opencl.dialects.llvm_ext.atomics import AtomicCmpXchgOp as AtomicCmpXchgOp
from xdsl_opencl.dialects.llvm_ext.atomics import AtomicRMWOp as AtomicRMWOp
from xdsl_opencl.dialects.llvm_ext.atomics import FenceOp as FenceOp
from xdsl_opencl.dialects.llvm_ext.shapes import (
    INTEGER,
    SAME,
    check_float_integer,
    element_type,
    extension,
    named,
)


@extension
class ExtractElementOp(PureOp):
    """Example: `%0 = llvm.extractelement %v[%i : i32] : vector<4xf32>`"""

    name = "llvm.extractelement"

    vector = operand_def(VectorType.constr(SAME))
    position = operand_def(INTEGER)
    res = result_def(SAME)

    assembly_format = (
        "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"
    )

    def __init__(self, vector: SSAValue | Operation, position: SSAValue | Operation):
        vector = SSAValue.get(vector, type=VectorType)
        super().__init__(
            operands=[vector, position], result_types=[vector.type.element_type]
        )


class _CastOp(GenericCastOp):
    traits = traits_def(Pure())


@extension
class AddrSpaceCastOp(_CastOp):
    """Example: `%0 = llvm.addrspacecast %p : !llvm.ptr<5> to !llvm.ptr`"""

    name = "llvm.addrspacecast"

    def verify_(self) -> None:
        for value in (self.arg, self.result):
            if not isinstance(element_type(value.type), LLVMPointerType):
                raise VerifyException(
                    f"'{self.name}' casts pointers, got type {value.type}"
                )


class _FloatToIntegerOp(_CastOp):
    def verify_(self) -> None:
        check_float_integer(self, self.arg.type, self.result.type)


FPToSIOp = named("llvm.fptosi", _FloatToIntegerOp)
"""Example: `%0 = llvm.fptosi %x : f32 to i32`"""
FPToUIOp = named("llvm.fptoui", _FloatToIntegerOp)
"""Example: `%0 = llvm.fptoui %x : f32 to i32`"""


@extension
class UIToFPOp(PureOp):
    """
    Example: `%0 = llvm.uitofp nneg %x : i32 to f32`; `nneg` is newer than MLIR 19.
    """

    name = "llvm.uitofp"

    arg = operand_def()
    result = result_def()
    non_neg = opt_prop_def(UnitAttr, prop_name="nonNeg")

    assembly_format = (
        "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($result)"
    )

    def verify_(self) -> None:
        check_float_integer(self, self.result.type, self.arg.type)


@extension
class FreezeOp(PureOp):
    """Example: `%0 = llvm.freeze %x : i32`"""

    name = "llvm.freeze"

    val = operand_def(SAME)
    res = result_def(SAME)

    assembly_format = "$val attr-dict `:` type($val)"

    def __init__(self, val: SSAValue | Operation):
        super().__init__(operands=[val], result_types=[SSAValue.get(val).type])


@extension
class PoisonOp(PureOp):
    """Example: `%0 = llvm.mlir.poison : vector<4xf32>`"""

    name = "llvm.mlir.poison"

    res = result_def()

    assembly_format = "attr-dict `:` type($res)"


@extension
class SwitchOp(IRDLOperation):
    """
    Example:
    ```mlir
    llvm.switch %x : i32, ^default(%a : i32) [
      0: ^zero,
      -1: ^ones(%a : i32)
    ]
    ```
    """

    name = "llvm.switch"

    value = operand_def(INTEGER)
    default_operands = var_operand_def()
    case_operands = var_operand_def()
    """The operands of all cases, one after another."""
    case_values = opt_prop_def(base(DenseIntOrFPElementsAttr))
    """Vector of the cases' values, of the type of `value`; absent without cases."""
    case_operand_segments = prop_def(DenseArrayBase.constr(i32))
    """How many of `case_operands` each case has."""
    branch_weights = opt_prop_def(DenseArrayBase.constr(i32))
    default_destination = successor_def()
    case_destinations = var_successor_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    traits = traits_def(IsTerminator())

    def __init__(
        self,
        value: SSAValue | Operation,
        default_destination: Block,
        default_operands: Sequence[SSAValue | Operation],
        case_values: Sequence[int],
        case_destinations: Sequence[Block],
        case_operands: Sequence[Sequence[SSAValue | Operation]],
    ):
        value = SSAValue.get(value)
        assert isa(value.type, IntegerType)
        flat = [operand for operands in case_operands for operand in operands]
        super().__init__(
            operands=[value, default_operands, flat],
            successors=[default_destination, case_destinations],
            properties={
                "case_values": _case_values(value.type, case_values),
                "case_operand_segments": DenseArrayBase.from_list(
                    i32, [len(operands) for operands in case_operands]
                ),
            },
        )

    @property
    def cases(self) -> tuple[tuple[int, Block, tuple[SSAValue, ...]], ...]:
        """Value (signed), destination and operands of each case."""
        values: Sequence[int] = ()
        if self.case_values is not None:
            elements = cast(DenseIntOrFPElementsAttr[IntegerType], self.case_values)
            values = elements.get_values()
        result: list[tuple[int, Block, tuple[SSAValue, ...]]] = []
        position = 0
        operands = self.case_operands
        for value, block, count in zip(
            values,
            self.case_destinations,
            self.case_operand_segments.get_values(),
            strict=True,
        ):
            result.append((value, block, tuple(operands[position : position + count])))
            position += count
        return tuple(result)

    def verify_(self) -> None:
        counts = self.case_operand_segments.get_values()
        cases = 0 if self.case_values is None else len(self.case_values)
        if not cases == len(counts) == len(self.case_destinations):
            raise VerifyException(
                f"'{self.name}' has {cases} case values, {len(counts)} operand counts "
                f"and {len(self.case_destinations)} destinations"
            )
        if sum(int(count) for count in counts) != len(self.case_operands):
            raise VerifyException(f"'{self.name}' has wrong case operand counts")
        if self.case_values is not None:
            if self.case_values.get_element_type() != self.value.type:
                raise VerifyException(
                    f"'{self.name}' has case values of type "
                    f"{self.case_values.get_element_type()}, expected {self.value.type}"
                )
            values = self.case_values.get_values()
            if len(set(values)) != len(values):
                raise VerifyException(f"'{self.name}' has the same case value twice")

    @classmethod
    def parse(cls, parser: Parser) -> SwitchOp:
        unresolved = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        if not isa(type, IntegerType):
            parser.raise_error(f"expected an integer type, got {type}")
        value = parser.resolve_operand(unresolved, type)
        parser.parse_punctuation(",")
        default, default_operands = _parse_destination(parser)
        values: list[int] = []
        blocks: list[Block] = []
        operands: list[Sequence[SSAValue]] = []

        def parse_case() -> None:
            number = parser.parse_integer(allow_boolean=False)
            # MLIR 19 prints the values unsigned, later versions signed.
            values.append(_signed(number, type))
            parser.parse_punctuation(":")
            block, arguments = _parse_destination(parser)
            blocks.append(block)
            operands.append(arguments)

        parser.parse_punctuation("[")
        if parser.parse_optional_punctuation("]") is None:
            parse_case()
            while parser.parse_optional_punctuation(",") is not None:
                parse_case()
            parser.parse_punctuation("]")
        attributes = parser.parse_optional_attr_dict()
        op = cls(value, default, default_operands, values, blocks, operands)
        if (weights := attributes.pop("branch_weights", None)) is not None:
            op.properties["branch_weights"] = weights
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        printer.print_string(", ")
        _print_destination(printer, self.default_destination, self.default_operands)
        printer.print_string(" [")
        with printer.indented():
            for number, (value, block, operands) in enumerate(self.cases):
                if number:
                    printer.print_string(",")
                printer.print_string("\n")
                printer.print_string(f"{value}: ")
                _print_destination(printer, block, operands)
        printer.print_string("\n")
        printer.print_string("]")
        attributes = dict(self.attributes)
        if self.branch_weights is not None:
            attributes["branch_weights"] = self.branch_weights
        printer.print_op_attributes(attributes)


def _signed(value: int, type: IntegerType) -> int:
    width = type.width.data
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def _case_values(
    type: IntegerType, values: Sequence[int]
) -> DenseIntOrFPElementsAttr | None:
    if not values:
        return None
    return DenseIntOrFPElementsAttr.from_list(
        VectorType(type, [len(values)]), [_signed(value, type) for value in values]
    )


def _parse_destination(parser: Parser) -> tuple[Block, Sequence[SSAValue]]:
    block = parser.parse_successor()
    if parser.parse_optional_punctuation("(") is None:
        return block, ()
    operands = [parser.parse_unresolved_operand()]
    while parser.parse_optional_punctuation(",") is not None:
        operands.append(parser.parse_unresolved_operand())
    parser.parse_punctuation(":")
    types = [parser.parse_type()]
    while parser.parse_optional_punctuation(",") is not None:
        types.append(parser.parse_type())
    parser.parse_punctuation(")")
    return block, parser.resolve_operands(operands, types, parser.pos)


def _print_destination(
    printer: Printer, block: Block, operands: Sequence[SSAValue]
) -> None:
    printer.print_block_name(block)
    if operands:
        printer.print_string("(")
        printer.print_list(operands, printer.print_ssa_value)
        printer.print_string(" : ")
        printer.print_list([o.type for o in operands], printer.print_attribute)
        printer.print_string(")")
