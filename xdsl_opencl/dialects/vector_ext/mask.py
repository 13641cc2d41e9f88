"""
`vector.mask`, an operation of `vector` on some of the elements.

Source: mlir/include/mlir/Dialect/Vector/IR/VectorOps.td, release 22, `MaskOp`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import VectorType, i1
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_operand_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.definition import irdl_op_definition
from xdsl_opencl.dialects.forms import print_end
from xdsl_opencl.dialects.vector_ext.memory import GatherOp
from xdsl_opencl.dialects.vector_ext.products import ContractOp, MultiReductionOp
from xdsl_opencl.dialects.vector_ext.shapes import shape_of


@irdl_op_definition
class YieldOp(IRDLOperation):
    """The result of a `vector.mask`."""

    name = "vector.yield"

    arguments = var_operand_def()

    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"

    traits = traits_def(IsTerminator())


def _masked_shape(op: Operation) -> Sequence[int | None] | None:
    """Returns the shape of the mask of `op`; `None` if it has none."""
    match op:
        case ContractOp():
            return op.sizes
        case MultiReductionOp():
            return shape_of(op.source.type)
        case vector.ReductionOp():
            return shape_of(op.vector.type)
        case GatherOp():
            return shape_of(op.result.type)
        case vector.TransferReadOp() | vector.TransferWriteOp():
            moved = op.result if isinstance(op, vector.TransferReadOp) else op.vector
            inferred = vector.VectorTransferOperation.infer_transfer_op_mask_type(
                cast("VectorType[Attribute]", moved.type), op.permutation_map.data
            )
            return shape_of(inferred)
        case _:
            return None


@irdl_op_definition
class MaskOp(IRDLOperation):
    """
    The operation in the region, on the elements whose bit of `mask` is set: it accesses no other elements, nor
    combines them. The other elements of the result come from `passthru`.

    Example: `%r = vector.mask %m { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32`
    """

    name = "vector.mask"

    mask = operand_def(VectorType.constr(i1))
    passthru = opt_operand_def()
    mask_region = region_def("single_block")
    results_ = var_result_def()

    @property
    def maskable(self) -> Operation | None:
        """The operation in the region, if there is one."""
        first = self.mask_region.blocks[0].first_op if self.mask_region.blocks else None
        return None if isinstance(first, YieldOp) else first

    def verify_(self) -> None:
        ops = [*self.mask_region.block.ops]
        if not 1 <= len(ops) <= 2 or not isinstance(last := ops[-1], YieldOp):
            raise VerifyException(
                f"'{self.name}' has one operation and a 'vector.yield', got {len(ops)} operations"
            )
        if [*last.operand_types] != [*self.result_types]:
            raise VerifyException(
                f"'{self.name}' yields {', '.join(map(str, last.operand_types)) or 'nothing'} for "
                f"{', '.join(map(str, self.result_types)) or 'nothing'}"
            )
        if self.maskable is not None:
            shape = _masked_shape(self.maskable)
            if shape is None:
                raise VerifyException(
                    f"'{self.name}' of '{self.maskable.name}', which takes none; it takes "
                    "transfers, gathers, reductions and contractions"
                )
            if [*shape] != [*shape_of(self.mask.type)]:
                raise VerifyException(
                    f"'{self.name}' has {self.mask.type} for '{self.maskable.name}' of shape "
                    f"{[*shape]}"
                )
        if self.maskable is not None and [*last.operands] != [*self.maskable.results]:
            raise VerifyException(
                f"'{self.name}' yields other values than the results of "
                f"'{self.maskable.name}'"
            )
        if self.passthru is not None and [self.passthru.type] != [*self.result_types]:
            raise VerifyException(
                f"'{self.name}' has {self.passthru.type} for the elements that are not "
                "computed; it has the type of the result"
            )

    @classmethod
    def parse(cls, parser: Parser) -> MaskOp:
        start = parser.pos
        names = [parser.parse_unresolved_operand()]
        if parser.parse_optional_punctuation(",") is not None:
            names.append(parser.parse_unresolved_operand())
        region = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = [parser.parse_type()]
        results: list[Attribute] = []
        if parser.parse_optional_punctuation("->") is not None:
            results = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, parser.parse_type
            )
        if not region.blocks:
            region = Region(Block())
        if not isinstance(last := region.block.last_op, YieldOp):
            region.block.add_op(YieldOp.create(operands=last.results if last else ()))
        return cls.create(
            operands=parser.resolve_operands(
                names, [*types, *results][: len(names)], start
            ),
            result_types=results,
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_string(" { ")
        # Upstream shows neither the name of a result nor the terminator after it.
        if (shown := next(self.mask_region.walk(), None)) is not None:
            printer.print_string(shown.name)
            shown.print(printer)
        printer.print_string(" }")
        print_end(printer, self.attributes, self.mask.type)
        if self.results:
            printer.print_string(" -> ")
            printer.print_list(self.result_types, printer.print_attribute)
