"""
Operations of `vector` that put elements in other places: masks and numbers that are known,
`from_elements` and `to_elements`, `interleave` and `deinterleave`, strided slices, and `scan`.

Source: mlir/include/mlir/Dialect/Vector/IR/VectorOps.td, release 22.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from math import prod

from xdsl.dialects import vector
from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    base,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.definition import PureOp, irdl_op_definition
from xdsl_opencl.dialects.forms import parse_names, print_end
from xdsl_opencl.dialects.vector_ext.shapes import (
    AnyVector,
    element_of,
    shape_of,
    verify_kind,
)

_NUMBERS = ArrayAttr.constr(IntegerAttr.constr(i64))
_VECTOR = VarConstraint("T", base(VectorType))


def _ints(numbers: ArrayAttr[IntegerAttr]) -> list[int]:
    return [number.value.data for number in numbers]


@irdl_op_definition
class ConstantMaskOp(PureOp):
    """
    The first places of each dimension.

    Example: `%m = vector.constant_mask [2, 3] : vector<4x6xi1>`
    """

    name = "vector.constant_mask"

    mask_dim_sizes = prop_def(DenseArrayBase.constr(i64))
    result = result_def(VectorType.constr(i1))

    assembly_format = "$mask_dim_sizes attr-dict `:` type($result)"

    def verify_(self) -> None:
        sizes = self.mask_dim_sizes.get_values()
        shape = shape_of(self.result.type) or (1,)
        if len(sizes) != len(shape) or any(
            not 0 <= size <= whole for size, whole in zip(sizes, shape)
        ):
            raise VerifyException(
                f"'{self.name}' has the sizes {[*sizes]} for {self.result.type}; each "
                "dimension has one, up to its own"
            )
        if 0 in sizes and any(sizes):
            raise VerifyException(
                f"'{self.name}' has the sizes {[*sizes]}; if one is 0, all are"
            )


@irdl_op_definition
class StepOp(PureOp):
    """
    The numbers from 0.

    Example: `%v = vector.step : vector<4xindex>`
    """

    name = "vector.step"

    result = result_def(VectorType.constr(IndexType()))

    assembly_format = "attr-dict `:` type($result)"

    def verify_(self) -> None:
        if len(shape_of(self.result.type)) != 1:
            raise VerifyException(
                f"'{self.name}' has a vector of one dimension, got {self.result.type}"
            )


def _verify_count(
    op: IRDLOperation, numbers: Sequence[Attribute], of: Attribute
) -> None:
    if [*numbers] != [element_of(of)] * prod(shape_of(of)):
        given = ", ".join(map(str, numbers)) or "none"
        raise VerifyException(
            f"'{op.name}' has each of the {prod(shape_of(of))} elements of {of}, got {given}"
        )


def _parse_vector(parser: Parser) -> AnyVector:
    parser.parse_punctuation(":")
    place = parser.pos
    type = parser.parse_type()
    if not isa(type, AnyVector):
        parser.raise_error(f"expected a vector, got {type}", place, parser.pos)
    return type


@irdl_op_definition
class FromElementsOp(PureOp):
    """Example: `%v = vector.from_elements %a, %b : vector<2x1xf32>`"""

    name = "vector.from_elements"

    elements = var_operand_def()
    dest = result_def(VectorType)

    def verify_(self) -> None:
        _verify_count(self, self.elements.types, self.dest.type)

    @classmethod
    def parse(cls, parser: Parser) -> FromElementsOp:
        start = parser.pos
        names = parse_names(parser)
        attributes = parser.parse_optional_attr_dict()
        type = _parse_vector(parser)
        types = [type.element_type] * len(names)
        return cls.create(
            operands=parser.resolve_operands(names, types, start),
            result_types=[type],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.elements, printer.print_ssa_value)
        print_end(printer, self.attributes, self.dest.type)


@irdl_op_definition
class ToElementsOp(PureOp):
    """Example: `%x:2 = vector.to_elements %v : vector<2x1xf32>`"""

    name = "vector.to_elements"

    source = operand_def(VectorType)
    elements = var_result_def()

    def verify_(self) -> None:
        _verify_count(self, self.elements.types, self.source.type)

    @classmethod
    def parse(cls, parser: Parser) -> ToElementsOp:
        name = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        type = _parse_vector(parser)
        return cls.create(
            operands=[parser.resolve_operand(name, type)],
            result_types=[type.element_type] * prod(type.get_shape()),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.source)
        print_end(printer, self.attributes, self.source.type)


def _verify_pairs(op: IRDLOperation, half: Attribute, whole: Attribute) -> None:
    shape = shape_of(half)
    doubled = (*shape[:-1], 2 * shape[-1]) if shape else (2,)
    wanted = VectorType(element_of(half), doubled)
    if whole != wanted:
        raise VerifyException(
            f"'{op.name}': pairs of the elements of {half} are {wanted}, got {whole}"
        )


@irdl_op_definition
class InterleaveOp(PureOp):
    """
    The elements of two vectors in turn, along the last dimension.

    Example: `%r = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>`
    """

    name = "vector.interleave"

    lhs = operand_def(_VECTOR)
    rhs = operand_def(_VECTOR)
    result = result_def(VectorType)

    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"

    def verify_(self) -> None:
        _verify_pairs(self, self.lhs.type, self.result.type)


@irdl_op_definition
class DeinterleaveOp(PureOp):
    """
    The elements of even and those of odd places, along the last dimension.

    Example: `%a, %b = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>`
    """

    name = "vector.deinterleave"

    source = operand_def(VectorType)
    res1 = result_def(_VECTOR)
    res2 = result_def(_VECTOR)

    assembly_format = "$source attr-dict `:` type($source) `->` type($res1)"

    def verify_(self) -> None:
        _verify_pairs(self, self.res1.type, self.source.type)


class _SliceOp(PureOp, ABC):
    """An operation on a part of a vector."""

    offsets = prop_def(_NUMBERS)
    strides = prop_def(_NUMBERS)

    irdl_options = (ParsePropInAttrDict(),)

    @property
    def starts(self) -> Sequence[int]:
        """The place of the part's first element."""
        return _ints(self.offsets)

    def verify_slice(
        self,
        whole: Attribute,
        part: Attribute,
        sizes: Sequence[int],
        strides: Sequence[int],
    ) -> None:
        """Checks a part of `whole`, whose first dimensions have the `sizes` and `strides`."""
        count = len(self.starts)
        inside = shape_of(whole)[:count]
        fits = len(sizes) == len(strides) == count == len(inside) and all(
            0 <= o and n > 0 and o + n <= m
            for o, n, m in zip(self.starts, sizes, inside, strict=True)
        )
        if not fits or element_of(part) != element_of(whole):
            raise VerifyException(
                f"'{self.name}': {part} at {[*self.starts]} is not a part of {whole}"
            )
        if {*strides} - {1}:
            raise VerifyException(
                f"'{self.name}' has the strides {[*strides]}; upstream has 1 only"
            )


@irdl_op_definition
class ExtractStridedSliceOp(_SliceOp):
    """
    A part of a vector; dimensions after those of the lists are whole.

    Example: `%r = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>`
    """

    name = "vector.extract_strided_slice"

    source = operand_def(VectorType)
    sizes = prop_def(_NUMBERS)
    result = result_def(VectorType)

    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_(self) -> None:
        whole, sizes = shape_of(self.source.type), _ints(self.sizes)
        strides = _ints(self.strides)
        self.verify_slice(self.source.type, self.result.type, sizes, strides)
        wanted = [*sizes, *whole[len(sizes) :]]
        if [*shape_of(self.result.type)] != wanted:
            raise VerifyException(
                f"'{self.name}' has {wanted} elements, got {self.result.type}"
            )


@irdl_op_definition
class InsertStridedSliceOp(_SliceOp):
    """
    A vector with a part replaced, in its last dimensions.

    Example: `%r = vector.insert_strided_slice %a, %b {offsets = [1, 2], strides = [1]} : vector<3xf32> into vector<4x6xf32>`
    """

    name = "vector.insert_strided_slice"

    value_to_store = operand_def(VectorType)
    dest = operand_def(_VECTOR)
    result = result_def(_VECTOR)

    assembly_format = "$value_to_store `,` $dest attr-dict `:` type($value_to_store) `into` type($dest)"

    def verify_(self) -> None:
        part, rank = shape_of(self.value_to_store.type), len(shape_of(self.dest.type))
        ones = [1] * (rank - len(part))
        self.verify_slice(
            self.dest.type,
            self.value_to_store.type,
            [*ones, *part],
            [*ones, *_ints(self.strides)],
        )


@irdl_op_definition
class ScanOp(PureOp):
    """
    The elements along a dimension combined with all before them, from `initial_value` on; and the
    last ones. Without `inclusive` an element is not part of its own.

    Example: `%r, %s = vector.scan <add>, %v, %i {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>`
    """

    name = "vector.scan"

    kind = prop_def(vector.CombiningKindAttr)
    source = operand_def(_VECTOR)
    initial_value = operand_def(VarConstraint("U", base(VectorType)))
    reduction_dim = prop_def(IntegerAttr.constr(i64))
    inclusive = prop_def(BoolAttr)
    dest = result_def(_VECTOR)
    accumulated_value = result_def(VarConstraint("U", base(VectorType)))

    irdl_options = (ParsePropInAttrDict(),)

    assembly_format = (
        "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` "
        "type($initial_value)"
    )

    def verify_(self) -> None:
        verify_kind(self, str(self.kind.data), element_of(self.source.type))
        shape, along = shape_of(self.source.type), self.reduction_dim.value.data
        if not 0 <= along < len(shape):
            raise VerifyException(
                f"'{self.name}' of {self.source.type} goes along dimension {along}; it is "
                f"below {len(shape)}"
            )
        rest = [n for d, n in enumerate(shape) if d != along]
        if self.initial_value.type != VectorType(element_of(self.source.type), rest):
            raise VerifyException(
                f"'{self.name}' of {self.source.type} along dimension {along} begins with "
                f"{self.initial_value.type}; take the other dimensions"
            )
