"""
Operations that torch-mlir and IREE's compiler print beside `linalg`: `util.func`, `util.call` and
`util.return`, which are read as `func`'s; and `scan`, `sort`, `scatter` and `fft` of `tm_tensor` and
`iree_linalg_ext`, which mean the same in both.

Source: compiler/src/iree/compiler/Dialect/Util/IR/UtilOps.td and LinalgExt/IR/LinalgExtOps.td of
IREE 3.13; include/torch-mlir-dialects/Dialect/TMTensor/IR/TMTensorOps.td of torch-mlir 20261001.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    BoolAttr,
    DenseArrayBase,
    IntegerAttr,
    TensorType,
    i32,
    i64,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.linalg_ext.named import rank
from xdsl_opencl.dialects.linalg_ext.parts import parse_operands
from xdsl_opencl.dialects.linalg_ext.scalars import element_type
from xdsl_opencl.dialects.tensor_ext import BarrierOp


class Extension(IRDLOperation):
    """Operations on `inputs`, into `outputs`."""

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    inputs = var_operand_def()
    outputs = var_operand_def()
    res = var_result_def(TensorType)
    body = var_region_def("single_block")

    def check(self, ranks: Sequence[int], function: Sequence[SSAValue]) -> None:
        """
        Raises `VerifyException` unless the operands have these ranks, and there is a function
        of elements of `function` with one result.
        """
        for operand, wanted in zip(self.operands, ranks, strict=True):
            if rank(operand) != wanted:
                raise VerifyException(
                    f"{self.name} has an operand of {operand.type}; it takes one of rank {wanted}"
                )
        if [r.type for r in self.res] not in ([], [o.type for o in self.outputs]):
            raise VerifyException(
                f"{self.name} has the types of its outputs as results"
            )
        wanted_types = [element_type(value.type) for value in function]
        blocks = [region.block for region in self.body]
        types = [[*block.arg_types] for block in blocks]
        ends = [block.last_op for block in blocks]
        if types != ([wanted_types] if function else []) or not all(
            isinstance(end, ops.YieldOp) and len(end.operands) == 1 for end in ends
        ):
            raise VerifyException(
                f"{self.name} has a function of ({', '.join(map(str, wanted_types))}) with one "
                "result"
            )

    def need(self, inputs: int, outputs: int) -> None:
        """Raises `VerifyException` for other numbers of operands; 0 outputs are any."""
        found = (len(self.inputs), len(self.outputs))
        if found[0] != inputs or found[1] != (outputs or max(found[1], 1)):
            raise VerifyException(
                f"{self.name} takes {inputs} inputs and {outputs or 'some'} outputs, got "
                f"{found[0]} and {found[1]}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Extension:
        attributes = parser.parse_optional_attr_dict()
        properties = dict[str, Attribute]()
        if (found := attributes.pop("dimension_map", None)) is not None:
            properties["dimension_map"] = found
        while (word := parser.parse_optional_keyword_in(_CLAUSES)) is not None:
            properties[word] = _CLAUSES[word](parser)
        inputs, outputs = (parse_operands(parser, word) for word in ("ins", "outs"))
        region = parser.parse_optional_region()
        results: list[Attribute] = []
        if any(map(parser.parse_optional_punctuation, ("->", ":"))):
            results = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, parser.parse_type
            )
        properties["operandSegmentSizes"] = DenseArrayBase.from_list(
            i32, [len(inputs), len(outputs)]
        )
        return cls.create(
            operands=[*inputs, *outputs],
            result_types=results,
            properties=properties,
            attributes=attributes,
            regions=[] if region is None else [region],
        )


class AlongOp(Extension):
    """What runs along one dimension of its operands."""

    dimension = prop_def(IntegerAttr)

    @property
    def along(self) -> int:
        return self.dimension.value.data

    def check_dimension(self) -> None:
        loops = rank(self.outputs[0])
        if not 0 <= self.along < loops:
            raise VerifyException(
                f"{self.name} along dimension {self.along} of an operand with {loops}"
            )


class ScanOp(AlongOp):
    """
    `y[i] = f(y[i - 1], x[i])` with `y[0] = x[0]`; of an exclusive scan `y[i] = f(y[i - 1], x[i - 1])`
    with the second output as `y[0]`. The last element becomes the second output.

    Example:
    `%r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : t) outs(%y, %a : t, u) {…} -> t, u`
    """

    inclusive = prop_def(BoolAttr)

    def verify_(self) -> None:
        self.need(1, 2)
        loops = rank(self.outputs[0])
        self.check((loops, loops, loops - 1), (self.inputs[0], self.outputs[1]))
        self.check_dimension()


class SortOp(AlongOp):
    """
    Lines of all outputs in the order of a function, "the first one comes first". Lines of which
    neither comes first stay in their order.
    """

    def verify_(self) -> None:
        self.need(0, 0)
        pairs = [output for output in self.outputs for _ in range(2)]
        self.check([rank(self.outputs[0])] * len(self.outputs), pairs)
        self.check_dimension()


class ScatterOp(Extension):
    """
    Combines updates with the elements of the output that indices name: the last dimension of the
    indices has one for each dimension of `dimension_map`, the other dimensions come first in the updates.
    Updates outside of the output are left out, as in StableHLO.
    """

    dimension_map = prop_def(DenseArrayBase.constr(i64))
    unique_indices = opt_prop_def(BoolAttr)

    @property
    def places(self) -> tuple[int, ...]:
        return self.dimension_map.get_values()

    def verify_(self) -> None:
        self.need(2, 1)
        updates, indices, loops = map(rank, self.operands)
        self.check((updates, indices, loops), (self.inputs[0], self.outputs[0]))
        depth = cast("TensorType[Attribute]", self.inputs[1].type).get_shape()[-1]
        if (
            not 0 <= updates - indices + 1 <= loops
            or depth != len({*self.places})
            or {*self.places} - {*range(loops)}
        ):
            raise VerifyException(
                f"{self.name} of dimensions {[*self.places]} has indices of "
                f"{self.inputs[1].type} for updates of {self.inputs[0].type}"
            )


class FftOp(Extension):
    """
    The stage, from 1 on, of a transform of numbers in the order of reversed bits, along the last
    dimension: `ins(%stage, %cos, %sin : index, t, t) outs(%re, %im : u, u)`.
    """

    def verify_(self) -> None:
        self.need(3, 2)
        loops = rank(self.outputs[0])
        self.check((0, 1, 1, loops, loops), ())


def _in_parens(parse: Callable[[Parser], Attribute]) -> Callable[[Parser], Attribute]:
    def parse_clause(parser: Parser) -> Attribute:
        with parser.in_parens():
            return parse(parser)

    return parse_clause


def _map(parser: Parser) -> Attribute:
    parser.parse_punctuation("=")
    square = parser.Delimiter.SQUARE
    return DenseArrayBase.from_list(
        i64, parser.parse_comma_separated_list(square, parser.parse_integer)
    )


_FLAG = _in_parens(lambda parser: BoolAttr.from_bool(parser.parse_boolean()))
_CLAUSES: Mapping[str, Callable[[Parser], Attribute]] = {
    "dimension": _in_parens(lambda parser: IntegerAttr(parser.parse_integer(), i64)),
    "dimension_map": _map,
    "inclusive": _FLAG,
    "unique_indices": _FLAG,
}


def _reader(dialect: str, kind: type[Any]) -> type[Operation]:
    """The class that reads an operation as `kind`, an operation of `func` or `linalg`."""

    def parse(cls: type[Operation], parser: Parser) -> Operation:
        return kind.parse(parser)

    name = f"{dialect}.{kind.name.partition('.')[2]}"
    members = {"name": name, "parse": classmethod(parse)}
    return cast("type[Operation]", type(f"Read{kind.__name__}", (kind,), members))


def util() -> Dialect:
    """IREE's dialect of functions."""
    kinds = (func.FuncOp, func.CallOp, func.ReturnOp)
    return Dialect("util", [*(_reader("util", kind) for kind in kinds), BarrierOp])


def extensions(dialect: str) -> Dialect:
    """The operations of `tm_tensor` or `iree_linalg_ext`."""
    made: list[type[Operation]] = [_reader(dialect, ops.YieldOp)]
    for kind in (ScanOp, SortOp, ScatterOp, FftOp):
        name = f"{dialect}.{kind.__name__[:-2].lower()}"
        named = type(kind.__name__, (kind,), {"name": name})
        made.append(irdl_op_definition(cast("type[Extension]", named)))
    return Dialect(dialect, made)


READ: Mapping[str, Callable[[], Dialect]] = {
    "util": util,
    "iree_linalg_ext": lambda: extensions("iree_linalg_ext"),
    "tm_tensor": lambda: extensions("tm_tensor"),
}
