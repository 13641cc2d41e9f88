"""
`scf.forall` and its terminator, which xDSL 0.74 lacks.

Source: mlir/lib/Dialect/SCF/IR/SCF.cpp, release 22, `ForallOp::parse` and `InParallelOp::parse`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IndexType,
    TensorType,
    i32,
    i64,
)
from xdsl.dialects.utils import split_dynamic_index_list
from xdsl.dialects.utils.dynamic_index_list import print_dynamic_index_list
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, NoTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.definition import irdl_op_definition
from xdsl_opencl.dialects.forms import parse_types, parse_variables

_BOUNDS = ("LowerBound", "UpperBound", "Step")
MAPPING = "mapping"


@irdl_op_definition
class InParallelOp(IRDLOperation):
    """
    Ends the body of `scf.forall`, with the `tensor.parallel_insert_slice` that write its results.
    """

    name = "scf.forall.in_parallel"

    region = region_def("single_block")

    traits = traits_def(NoTerminator(), IsTerminator())

    def verify_(self) -> None:
        for op in self.region.block.ops:
            if op.name != "tensor.parallel_insert_slice":
                raise VerifyException(
                    f"'{op.name}' in 'scf.forall.in_parallel', which holds nothing but "
                    "'tensor.parallel_insert_slice'"
                )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        attributes = parser.parse_optional_attr_dict()
        return cls.create(regions=[region], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_region(self.region)
        printer.print_op_attributes(self.attributes)


@irdl_op_definition
class ForallOp(IRDLOperation):
    """
    A loop whose iterations may run at the same time. The arguments of its body are the indices and,
    for each result, the tensor that the iterations write in parts.

    Example: `%r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<4xf32>) { }`
    """

    name = "scf.forall"

    dynamicLowerBound = var_operand_def(IndexType)
    dynamicUpperBound = var_operand_def(IndexType)
    dynamicStep = var_operand_def(IndexType)
    outputs = var_operand_def(TensorType)
    staticLowerBound = prop_def(DenseArrayBase.constr(i64))
    staticUpperBound = prop_def(DenseArrayBase.constr(i64))
    staticStep = prop_def(DenseArrayBase.constr(i64))
    mapping = opt_prop_def(ArrayAttr)
    res = var_result_def(TensorType)
    region = region_def("single_block")

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @property
    def rank(self) -> int:
        """The number of indices."""
        return len(self.staticStep)

    def bounds(self) -> Sequence[tuple[Sequence[int], Sequence[SSAValue]]]:
        """The lower bounds, the upper ones and the steps: numbers, and the dynamic ones."""
        return (
            (self.staticLowerBound.get_values(), self.dynamicLowerBound),
            (self.staticUpperBound.get_values(), self.dynamicUpperBound),
            (self.staticStep.get_values(), self.dynamicStep),
        )

    def verify_(self) -> None:
        for name, (static, dynamic) in zip(_BOUNDS, self.bounds()):
            if len(static) != self.rank or static.count(DYNAMIC_INDEX) != len(dynamic):
                raise VerifyException(
                    f"scf.forall has {len(static)} numbers and {len(dynamic)} operands as "
                    f"{name} for {self.rank} indices"
                )
        outputs = [value.type for value in self.outputs]
        expected = [*[INDEX] * self.rank, *outputs]
        if [*self.region.block.arg_types] != expected:
            raise VerifyException(
                f"the body of scf.forall takes {len(self.region.block.args)} arguments; "
                f"expected {self.rank} indices and its {len(outputs)} outputs"
            )
        if [*self.result_types] != outputs:
            raise VerifyException(
                "scf.forall has results of other types than its outputs"
            )
        if not isinstance(self.region.block.last_op, InParallelOp):
            raise VerifyException("scf.forall ends with 'scf.forall.in_parallel'")
        if self.mapping is not None and len(self.mapping) != self.rank:
            raise VerifyException(
                f"scf.forall maps {len(self.mapping)} of {self.rank} indices"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        variables = parse_variables(parser)

        def numbers() -> list[SSAValue | int]:
            place = parser.pos
            found = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: _number(parser)
            )
            if len(found) != len(variables):
                parser.raise_error(f"expected {len(variables)} bounds", place)
            return [
                parser.resolve_operand(n, INDEX)
                if isinstance(n, UnresolvedOperand)
                else n
                for n in found
            ]

        bounds: list[list[SSAValue | int]]
        if parser.parse_optional_keyword("in") is not None:
            bounds = [[0] * len(variables), numbers(), [1] * len(variables)]
        else:
            parser.parse_punctuation("=")
            bounds = [numbers()]
            for word in ("to", "step"):
                parser.parse_keyword(word)
                bounds.append(numbers())
        outputs: list[tuple[Parser.UnresolvedArgument, UnresolvedOperand]] = []
        types: Sequence[Attribute] = ()
        place = parser.pos
        if parser.parse_optional_keyword("shared_outs") is not None:
            outputs = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: _output(parser)
            )
            parser.parse_punctuation("->")
            types = parse_types(parser)
            if len(types) != len(outputs):
                parser.raise_error(f"expected {len(outputs)} types", place)
        values = parser.resolve_operands([o for _, o in outputs], types, place)
        arguments = [
            *variables,
            *(a.resolve(t) for (a, _), t in zip(outputs, types)),
        ]
        body = parser.parse_region(arguments)
        if not body.blocks:
            body.add_block(Block(arg_types=[a.type for a in arguments]))
        if not isinstance(body.block.last_op, InParallelOp):
            # Upstream leaves out the terminator of a loop without results.
            body.block.add_op(InParallelOp.create(regions=[Region(Block())]))
        attributes = parser.parse_optional_attr_dict()
        split = [split_dynamic_index_list(each, DYNAMIC_INDEX) for each in bounds]
        properties: dict[str, Attribute] = {
            f"static{name}": DenseArrayBase.from_list(i64, static)
            for name, (static, _) in zip(_BOUNDS, split)
        }
        properties["operandSegmentSizes"] = DenseArrayBase.from_list(
            i32, [*[len(dynamic) for _, dynamic in split], len(values)]
        )
        if MAPPING in attributes:
            properties[MAPPING] = attributes.pop(MAPPING)
        return cls.create(
            operands=[v for _, dynamic in split for v in dynamic] + [*values],
            result_types=types,
            properties=properties,
            attributes=attributes,
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        arguments = self.region.block.args
        printer.print_string(" (")
        printer.print_list(arguments[: self.rank], printer.print_ssa_value)
        printer.print_string(")")
        bounds = list(zip((" = ", " to ", " step "), self.bounds()))
        lower, upper, step = (static for static, _ in self.bounds())
        if {*lower} <= {0} and {*step} <= {1}:
            bounds = [(" in ", (upper, self.dynamicUpperBound))]
        for word, (static, dynamic) in bounds:
            printer.print_string(word)
            print_dynamic_index_list(
                printer,
                DYNAMIC_INDEX,
                dynamic,
                static,
                delimiter=Parser.Delimiter.PAREN,
            )
        if self.outputs:
            printer.print_string(" shared_outs(")

            def pair(values: tuple[SSAValue, SSAValue]) -> None:
                printer.print_ssa_value(values[0])
                printer.print_string(" = ")
                printer.print_ssa_value(values[1])

            printer.print_list(zip(arguments[self.rank :], self.outputs), pair)
            printer.print_string(") -> (")
            printer.print_list(self.result_types, printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        printer.print_region(self.region, print_entry_block_args=False)
        shown = dict(self.attributes)
        if self.mapping is not None:
            shown[MAPPING] = self.mapping
        printer.print_op_attributes(shown)


def _number(parser: Parser) -> UnresolvedOperand | int:
    value = parser.parse_optional_unresolved_operand()
    return parser.parse_integer() if value is None else value


def _output(parser: Parser) -> tuple[Parser.UnresolvedArgument, UnresolvedOperand]:
    argument = parser.parse_argument(expect_type=False)
    parser.parse_punctuation("=")
    return argument, parser.parse_unresolved_operand()


FORALL_OPS: tuple[type[Operation], ...] = (ForallOp, InParallelOp)
