"""The named operations of `table.py` as classes: one shape, and a class for each name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseIntElementsAttr,
    MemRefType,
    ShapedType,
    TensorType,
    i64,
)
from xdsl.dialects.linalg import attrs, ops
from xdsl.dialects.linalg.abstract_ops import NamedOperation
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.irdl import opt_prop_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.definition import irdl_op_definition, named
from xdsl_opencl.dialects.linalg_ext.attributes import (
    ElementwiseKindAttr,
    TypeFn,
    TypeFnAttr,
)
from xdsl_opencl.dialects.linalg_ext.parts import (
    parse_operands,
    parse_results,
    print_operands,
    print_results,
)
from xdsl_opencl.dialects.linalg_ext.scalars import ScalarError, body, pooled
from xdsl_opencl.dialects.linalg_ext.table import ELEMENTWISE, KINDS, ROWS, Row

MEMOIZED = "linalg.memoized_indexing_maps"
"""An attribute of upstream's operations, which follows from the other attributes."""


def ones(count: int) -> DenseIntElementsAttr:
    """`count` strides or dilations of 1."""
    return DenseIntElementsAttr.from_list(TensorType(i64, [count]), [1] * count)


def iterators(maps: Sequence[AffineMap]) -> ArrayAttr[attrs.IteratorTypeAttr]:
    """The kinds of the loops of `maps`: those of the last map, the result's, are parallel."""
    parallel = {
        index.position for index in maps[-1].results if isinstance(index, AffineDimExpr)
    }
    return ArrayAttr(
        attrs.IteratorTypeAttr.parallel()
        if loop in parallel
        else attrs.IteratorTypeAttr.reduction()
        for loop in range(maps[-1].num_dims)
    )


def generic(
    inputs: Sequence[SSAValue],
    outputs: Sequence[SSAValue],
    body: Block,
    maps: Sequence[AffineMap],
    parallel: Iterable[bool] | None = None,
) -> ops.GenericOp:
    """
    Makes a `linalg.generic`, whose loops are `parallel`, or as `iterators` says.
    """
    kinds = (attrs.IteratorTypeAttr.reduction(), attrs.IteratorTypeAttr.parallel())
    return ops.GenericOp(
        inputs,
        outputs,
        Region(body),
        ArrayAttr(AffineMapAttr(map) for map in maps),
        iterators(maps) if parallel is None else ArrayAttr(kinds[p] for p in parallel),
        [output.type for output in outputs if not isinstance(output.type, MemRefType)],
    )


def rank(value: SSAValue) -> int:
    """The number of dimensions of `value`; 0 for a number."""
    return len(value.type.get_shape()) if isinstance(value.type, ShapedType) else 0


class _NamedOp(NamedOperation):
    """
    An operation with a name for its maps and its scalar function.

    Example: `linalg.batch_matmul ins(%a, %b : t, t) outs(%c : t) -> t`
    """

    cast = opt_prop_def(TypeFnAttr)
    indexing_maps = opt_prop_def(ArrayAttr[AffineMapAttr])
    strides = opt_prop_def(DenseIntElementsAttr)
    dilations = opt_prop_def(DenseIntElementsAttr)
    kind = opt_prop_def(ElementwiseKindAttr)

    TAKES: ClassVar[frozenset[str]] = frozenset()
    """The properties that the operation has."""

    @classmethod
    def inputs_of(cls, properties: Mapping[str, Attribute]) -> int | None:
        """The number of inputs, `None` if it follows from the maps."""
        raise NotImplementedError

    @classmethod
    def scalar_body(
        cls, properties: Mapping[str, Attribute], types: Sequence[Attribute]
    ) -> Region:
        """
        The region of the operation on operands of these types.

        Raises `ScalarError` for types without such an operation.
        """
        raise NotImplementedError

    @classmethod
    def get_hidden_region(
        cls, inputs: Sequence[SSAValue], outputs: Sequence[SSAValue]
    ) -> Region:
        return cls.scalar_body({}, [value.type for value in (*inputs, *outputs)])

    def get_default_indexing_maps(self) -> Sequence[AffineMap]:
        raise NotImplementedError

    def get_indexing_maps(self) -> ArrayAttr[AffineMapAttr]:
        if self.indexing_maps is not None:
            return self.indexing_maps
        return super().get_indexing_maps()

    def get_iterator_types(self) -> ArrayAttr[attrs.IteratorTypeAttr]:
        return iterators([each.data for each in self.get_indexing_maps()])

    def verify_(self) -> None:
        for name in self.properties:
            if name != "operandSegmentSizes" and name not in self.TAKES:
                raise VerifyException(f"{self.name} has no '{name}'; remove it")
        wanted = self.inputs_of(self.properties)
        if wanted not in (None, len(self.inputs)) or len(self.outputs) != 1:
            raise VerifyException(
                f"{self.name} takes {'any number of' if wanted is None else wanted} "
                f"inputs and 1 output, got {len(self.inputs)} and {len(self.outputs)}"
            )
        super().verify_()

    @classmethod
    def parse(cls, parser: Parser) -> _NamedOp:
        place = parser.pos
        properties: dict[str, Attribute] = {}
        for name in ("kind", "indexing_maps"):
            if name in cls.TAKES and parser.parse_optional_keyword(name) is not None:
                parser.parse_punctuation("=")
                properties[name] = parser.parse_attribute()
        attributes = parser.parse_optional_attr_dict()
        inputs = parse_operands(parser, "ins")
        outputs = parse_operands(parser, "outs")
        if parser.parse_optional_keyword("attrs") is not None:
            # As xDSL prints.
            parser.parse_punctuation("=")
            attributes |= parser.parse_optional_attr_dict()
        results = parse_results(parser)
        known = cls.get_irdl_definition().properties
        properties |= {k: v for k, v in attributes.items() if k in known}
        attributes = {k: v for k, v in attributes.items() if k not in known}
        wanted = cls.inputs_of(properties)
        if wanted not in (None, len(inputs)) or len(outputs) != 1:
            parser.raise_error(
                f"{cls.name} takes {'any number of' if wanted is None else wanted} "
                f"inputs and 1 output, got {len(inputs)} and {len(outputs)}",
                place,
                parser.pos,
            )
        try:
            region = cls.scalar_body(
                properties, [value.type for value in (*inputs, *outputs)]
            )
        except ScalarError as error:
            parser.raise_error(f"{cls.name}: {error}", place, parser.pos)
        return cls.build(
            operands=(inputs, outputs),
            result_types=(results,),
            properties=properties,
            attributes=attributes,
            regions=(region,),
        )

    def print(self, printer: Printer) -> None:
        shown = {
            key: value
            for key, value in {**self.attributes, **self.properties}.items()
            if key not in ("operandSegmentSizes", MEMOIZED)
        }
        for name in ("kind", "indexing_maps"):
            value = shown.pop(name, None)
            if value is None or (
                name == "indexing_maps"
                and self.indexing_maps == super().get_indexing_maps()
            ):
                continue
            printer.print_string(f" {name}" + ("=" if name == "kind" else " = "))
            printer.print_attribute(value)
        printer.print_op_attributes(shown)
        print_operands(printer, "ins", self.inputs)
        print_operands(printer, "outs", self.outputs)
        print_results(printer, self.res)


def _unsigned(properties: Mapping[str, Attribute]) -> bool:
    return properties.get("cast") == TypeFnAttr(TypeFn.CAST_UNSIGNED)


class _RowOp(_NamedOp):
    """An operation of `ROWS`."""

    ROW: ClassVar[Row]

    @classmethod
    def inputs_of(cls, properties: Mapping[str, Attribute]) -> int | None:
        return cls.ROW.operands - 1

    @classmethod
    def scalar_body(
        cls, properties: Mapping[str, Attribute], types: Sequence[Attribute]
    ) -> Region:
        make = pooled if cls.name.startswith("linalg.pooling") else body
        return make(cls.ROW.body, types, unsigned=_unsigned(properties))

    def get_default_indexing_maps(self) -> Sequence[AffineMap]:
        count = self.ROW.windows
        steps = [
            [1] * count if given is None else [int(n) for n in given.get_values()]
            for given in (self.strides, self.dilations)
        ]
        return self.ROW.maps(*steps)

    def verify_(self) -> None:
        count = self.ROW.windows
        for name, given in (("strides", self.strides), ("dilations", self.dilations)):
            if given is not None and (
                given.get_shape() != (count,) or min(given.get_values()) < 1
            ):
                raise VerifyException(
                    f"{self.name} takes {count} {name} of at least 1, got {given}"
                )
        super().verify_()


class _ElementwiseOp(_NamedOp):
    """An operation of `ELEMENTWISE`."""

    TAKES: ClassVar[frozenset[str]] = frozenset(("cast",))
    FUNCTION: ClassVar[tuple[int, str]]

    @classmethod
    def inputs_of(cls, properties: Mapping[str, Attribute]) -> int | None:
        return cls.FUNCTION[0]

    @classmethod
    def scalar_body(
        cls, properties: Mapping[str, Attribute], types: Sequence[Attribute]
    ) -> Region:
        return body(cls.FUNCTION[1], types, unsigned=_unsigned(properties))

    def verify_(self) -> None:
        super().verify_()
        given = self.inputs[0].type
        if self.FUNCTION[1] == "fill" and isinstance(given, ShapedType):
            raise VerifyException(f"{self.name} takes a scalar, got {given}")

    def get_default_indexing_maps(self) -> Sequence[AffineMap]:
        loops = rank(self.outputs[0])
        return [
            AffineMap.identity(loops)
            if isinstance(operand.type, ShapedType)
            else AffineMap(loops, 0, ())
            for operand in self.operands
        ]


@irdl_op_definition
class ElementwiseOp(_NamedOp):
    """
    A function of each element.

    Example: `linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : t) outs(%b : t)`
    """

    name = "linalg.elementwise"
    TAKES: ClassVar[frozenset[str]] = frozenset(("kind", "indexing_maps"))

    @classmethod
    def inputs_of(cls, properties: Mapping[str, Attribute]) -> int | None:
        kind = properties.get("kind")
        return KINDS[kind.data] if isinstance(kind, ElementwiseKindAttr) else None

    @classmethod
    def scalar_body(
        cls, properties: Mapping[str, Attribute], types: Sequence[Attribute]
    ) -> Region:
        kind = properties.get("kind")
        if not isinstance(kind, ElementwiseKindAttr):
            raise ScalarError("expected 'kind=#linalg.elementwise_kind<...>'")
        return body(kind.data, types)

    def get_default_indexing_maps(self) -> Sequence[AffineMap]:
        return [AffineMap.identity(rank(self.outputs[0]))] * len(self.operands)

    def verify_(self) -> None:
        if self.kind is None:
            raise VerifyException(f"{self.name} needs a 'kind'")
        super().verify_()


@irdl_op_definition
class ContractOp(_NamedOp):
    """
    A sum of products, with the maps that the text has.

    Example: `linalg.contract indexing_maps = [#a, #b, #c] ins(%a, %b : t, t) outs(%c : t)`
    """

    name = "linalg.contract"
    TAKES: ClassVar[frozenset[str]] = frozenset(("indexing_maps", "cast"))

    @classmethod
    def inputs_of(cls, properties: Mapping[str, Attribute]) -> int | None:
        return 2

    @classmethod
    def scalar_body(
        cls, properties: Mapping[str, Attribute], types: Sequence[Attribute]
    ) -> Region:
        return body("product", types, unsigned=_unsigned(properties))

    def get_default_indexing_maps(self) -> Sequence[AffineMap]:
        return ()

    def verify_(self) -> None:
        if self.indexing_maps is None:
            raise VerifyException(f"{self.name} needs 'indexing_maps'")
        super().verify_()


def _class_of(name: str, row: Row) -> type[_RowOp]:
    takes = {"cast"}
    if row.has_maps:
        takes.add("indexing_maps")
    if row.windows:
        takes |= {"strides", "dilations"}
    return named(f"linalg.{name}", _RowOp, ROW=row, TAKES=frozenset(takes))


NAMED: Mapping[str, type[Operation]] = {
    **{f"linalg.{name}": _class_of(name, row) for name, row in ROWS.items()},
    **{
        f"linalg.{name}": named(f"linalg.{name}", _ElementwiseOp, FUNCTION=function)
        for name, function in ELEMENTWISE.items()
    },
    ElementwiseOp.name: ElementwiseOp,
    ContractOp.name: ContractOp,
}
"""Name of an operation to its class."""
