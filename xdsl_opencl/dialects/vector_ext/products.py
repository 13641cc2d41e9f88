"""
Operations of `vector` on the elements of several dimensions: contractions, reductions, outer products,
transpositions and changes of the shape. What upstream's verifiers refuse is refused.

Source: mlir/include/mlir/Dialect/Vector/IR/VectorOps.td, release 22.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects import vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayBase,
    StringAttr,
    VectorType,
    i64,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineDimExpr
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    VarConstraint,
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum

from xdsl_opencl.dialects.definition import PureOp, irdl_op_definition
from xdsl_opencl.dialects.forms import print_end
from xdsl_opencl.dialects.vector_ext.shapes import (
    AnyVector,
    element_of,
    shape_of,
    verify_kind,
)

_ADD = vector.CombiningKindAttr(vector.CombiningKindFlag.ADD)


class IteratorKind(StrEnum):
    """The kinds of loops of a contraction."""

    PARALLEL = "parallel"
    REDUCTION = "reduction"


@irdl_attr_definition
class IteratorTypeAttr(EnumAttribute[IteratorKind]):
    """Example: `#vector.iterator_type<parallel>`"""

    name = "vector.iterator_type"

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> IteratorKind:
        with parser.in_angle_brackets():
            return parser.parse_str_enum(IteratorKind)


def loops_of(map: AffineMapAttr) -> Sequence[int]:
    """Returns the loops of a projected permutation by result; fewer for another map."""
    results = map.data.results
    return [r.position for r in results if isinstance(r, AffineDimExpr)]


def _verify_elements(op: IRDLOperation, a: Attribute, b: Attribute) -> None:
    if element_of(a) != element_of(b):
        raise VerifyException(f"'{op.name}' has different elements, {a} and {b}")


@irdl_op_definition
class ContractOp(PureOp):
    """
    Adds products of the elements of two vectors to a third, or combines them with it by another
    `kind`. The maps say which elements meet.

    Example:
    ```mlir
    %r = vector.contract {indexing_maps = [#a, #b, #c],
        iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
        %x, %y, %z : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
    ```
    """

    name = "vector.contract"

    T: ClassVar = VarConstraint("T", AnyAttr())

    lhs = operand_def(VectorType)
    rhs = operand_def(VectorType)
    acc = operand_def(T)
    indexing_maps = prop_def(ArrayAttr[AffineMapAttr])
    iterator_types = prop_def(ArrayAttr[IteratorTypeAttr])
    kind = prop_def(vector.CombiningKindAttr, default_value=_ADD)
    result = result_def(T)

    @property
    def sizes(self) -> Sequence[int | None]:
        """The iterations of each loop; `None` for one that no operand has."""
        found: list[int | None] = [None] * len(self.iterator_types)
        for value, map in zip(self.operands, self.indexing_maps, strict=True):
            for size, place in zip(shape_of(value.type), loops_of(map), strict=True):
                if found[place] not in (None, size):
                    raise VerifyException(
                        f"'{self.name}': d{place} has {found[place]} and {size} iterations"
                    )
                found[place] = size
        return found

    def verify_(self) -> None:
        verify_kind(self, str(self.kind.data), element_of(self.result.type))
        _verify_elements(self, self.lhs.type, self.rhs.type)
        loops = len(self.iterator_types)
        if len(self.indexing_maps) != 3:
            raise VerifyException(
                f"'{self.name}' needs 3 indexing maps, got {len(self.indexing_maps)}"
            )
        for value, map in zip(self.operands, self.indexing_maps, strict=True):
            used = loops_of(map)
            rank = len(shape_of(value.type))
            exact = len({*used}) == len(map.data.results)
            if map.data.num_dims != loops or not exact:
                raise VerifyException(
                    f"'{self.name}': {map} is not a projected permutation of {loops} loops"
                )
            if len(used) != rank:
                raise VerifyException(
                    f"'{self.name}': {map} has {len(used)} results for {value.type}"
                )
        if None in self.sizes:
            raise VerifyException(
                f"'{self.name}': d{self.sizes.index(None)} is in no indexing map"
            )
        written = loops_of(self.indexing_maps.data[2])
        for loop, kind in enumerate(self.iterator_types):
            if (kind.data is IteratorKind.PARALLEL) != (loop in written):
                raise VerifyException(
                    f"'{self.name}': d{loop} is {kind.data}, and the result has it or lacks "
                    "it; the result has the parallel loops"
                )
        if loops == len(written):
            raise VerifyException(
                f"'{self.name}' has no reduction; use 'vector.outerproduct', or multiply"
            )

    @classmethod
    def parse(cls, parser: Parser) -> ContractOp:
        start = parser.pos
        attributes = parser.parse_optional_attr_dict()
        names = [parser.parse_unresolved_operand()]
        for _ in range(2):
            parser.parse_punctuation(",")
            names.append(parser.parse_unresolved_operand())
        rest = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = [parser.parse_type()]
        parser.parse_punctuation(",")
        types.append(parser.parse_type())
        parser.parse_keyword("into")
        types.append(parser.parse_type())
        kinds = attributes.get("iterator_types")
        if isa(kinds, ArrayAttr[StringAttr]):
            try:
                attributes["iterator_types"] = ArrayAttr(
                    [IteratorTypeAttr(IteratorKind(kind.data)) for kind in kinds]
                )
            except ValueError as error:
                parser.raise_error(f"{error}; expected parallel or reduction", start)
        known = cls.get_irdl_definition().properties
        properties = {
            name: attributes.pop(name) for name in known if name in attributes
        }
        return cls.create(
            operands=parser.resolve_operands(names, types, start),
            result_types=[types[2]],
            properties=properties,
            attributes={**attributes, **rest},
        )

    def print(self, printer: Printer) -> None:
        names = ArrayAttr([StringAttr(kind.data) for kind in self.iterator_types])
        printer.print_string(" ")
        printer.print_attr_dict(
            {
                "indexing_maps": self.indexing_maps,
                "iterator_types": names,
                "kind": self.kind,
            }
        )
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        if self.attributes:
            printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list([self.lhs.type, self.rhs.type], printer.print_attribute)
        printer.print_string(" into ")
        printer.print_attribute(self.result.type)


@irdl_op_definition
class MultiReductionOp(PureOp):
    """
    Combines the elements of a vector along dimensions with those of `acc`.

    Example: `%r = vector.multi_reduction <add>, %x, %acc [1] : vector<4x8xf32> to vector<4xf32>`
    """

    name = "vector.multi_reduction"

    T: ClassVar = VarConstraint("T", AnyAttr())

    kind = prop_def(vector.CombiningKindAttr)
    source = operand_def(VectorType)
    acc = operand_def(T)
    reduction_dims = prop_def(DenseArrayBase.constr(i64))
    dest = result_def(T)

    assembly_format = (
        "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` "
        "type($dest)"
    )

    def verify_(self) -> None:
        _verify_elements(self, self.source.type, self.dest.type)
        shape, dims = shape_of(self.source.type), self.reduction_dims.get_values()
        kept = tuple(size for d, size in enumerate(shape) if d not in dims)
        bad = [d for d in dims if not 0 <= d < len(shape)]
        if bad or len({*dims}) != len(dims):
            raise VerifyException(
                f"'{self.name}' of {self.source.type} has the dimensions {[*dims]}; each "
                f"is below {len(shape)} and named once"
            )
        if tuple(shape_of(self.dest.type)) != kept:
            raise VerifyException(
                f"'{self.name}' of {self.source.type} along {[*dims]} has a result of shape "
                f"{[*kept]}, got {self.dest.type}"
            )


@irdl_op_definition
class OuterProductOp(PureOp):
    """
    The products of all elements of two vectors, combined with those of `acc`; with a number as the
    second operand the products of one vector and the number.

    Example: `%r = vector.outerproduct %x, %y, %acc : vector<4xf32>, vector<8xf32>`
    """

    name = "vector.outerproduct"

    lhs = operand_def(VectorType)
    rhs = operand_def()
    acc = opt_operand_def(VectorType)
    kind = prop_def(vector.CombiningKindAttr, default_value=_ADD)
    result = result_def(VectorType)

    @staticmethod
    def _product(lhs: Attribute, rhs: Attribute) -> VectorType:
        return VectorType(element_of(lhs), (*shape_of(lhs), *shape_of(rhs)))

    def verify_(self) -> None:
        verify_kind(self, str(self.kind.data), element_of(self.result.type))
        for value in (self.lhs, self.rhs):
            if len(shape_of(value.type)) > 1:
                raise VerifyException(
                    f"'{self.name}' has vectors of one dimension, got {value.type}"
                )
        _verify_elements(self, self.lhs.type, self.rhs.type)
        wanted = self._product(self.lhs.type, self.rhs.type)
        for value in self.operands[2:]:
            if value.type != wanted:
                raise VerifyException(
                    f"'{self.name}' adds to {wanted}, got {value.type}"
                )
        if self.result.type != wanted:
            raise VerifyException(
                f"'{self.name}' has a result of {wanted}, got {self.result.type}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> OuterProductOp:
        start = parser.pos
        names = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = [parser.parse_type()]
        parser.parse_punctuation(",")
        types.append(parser.parse_type())
        if len(names) not in (2, 3) or not isa(types[0], AnyVector):
            parser.raise_error(
                f"'{cls.name}' has a vector, a vector or a number, and a vector to add to",
                start,
                parser.pos,
            )
        result = cls._product(*types)
        operands = parser.resolve_operands(names, [*types, result][: len(names)], start)
        kind = attributes.pop("kind", _ADD)
        return cls.create(
            operands=operands,
            result_types=[result],
            properties={"kind": kind},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        kind = {} if self.kind == _ADD else {"kind": self.kind}
        print_end(printer, {**kind, **self.attributes}, self.lhs.type, self.rhs.type)


@irdl_op_definition
class TransposeOp(PureOp):
    """Example: `%r = vector.transpose %x, [1, 0] : vector<4x8xf32> to vector<8x4xf32>`"""

    name = "vector.transpose"

    vector = operand_def(VectorType)
    permutation = prop_def(DenseArrayBase.constr(i64))
    result = result_def(VectorType)

    assembly_format = (
        "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"
    )

    def verify_(self) -> None:
        shape, order = shape_of(self.vector.type), self.permutation.get_values()
        if sorted(order) != [*range(len(shape))]:
            raise VerifyException(
                f"'{self.name}' of {self.vector.type} has the order {[*order]}, which is not a "
                "permutation of its dimensions"
            )
        wanted = VectorType(element_of(self.vector.type), [shape[d] for d in order])
        if self.result.type != wanted:
            raise VerifyException(
                f"'{self.name}' has a result of {wanted}, got {self.result.type}"
            )


@irdl_op_definition
class ShapeCastOp(PureOp):
    """
    The same elements in the same order, in another shape.

    Example: `%r = vector.shape_cast %x : vector<4x8xf32> to vector<32xf32>`
    """

    name = "vector.shape_cast"

    source = operand_def(VectorType)
    result = result_def(VectorType)

    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_(self) -> None:
        types = (self.source.type, self.result.type)
        if len({element_of(type) for type in types}) != 1:
            raise VerifyException(
                f"'{self.name}' keeps elements; got {types[0]} to {types[1]}"
            )
        if len({prod(shape_of(type)) for type in types}) != 1:
            raise VerifyException(
                f"'{self.name}' keeps their number; got {types[0]} to {types[1]}"
            )
