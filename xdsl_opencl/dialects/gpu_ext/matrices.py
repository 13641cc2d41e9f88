"""
Products of small matrices whose elements are spread over the work items of a sub-group:
`!gpu.mma_matrix` and the operations `gpu.subgroup_mma_*` of MLIR 22.

The verifiers refuse the same types as upstream's, but for elements that matrix instructions
multiply and upstream has no name for: bf16, floats of 8 bits, si4 and ui4.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import auto
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E5M2FNUZType,
    Float8E5M2Type,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Signedness,
    StringAttr,
    UnitAttr,
    VectorType,
    bf16,
    f16,
    f32,
    f64,
    i8,
    i32,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import (
    Attribute,
    ParametrizedAttribute,
    SpacedOpaqueSyntaxAttribute,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    base,
    irdl_attr_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from xdsl_opencl.dialects.definition import PureOp, irdl_op_definition
from xdsl_opencl.dialects.forms import Kind, print_end

_INDEX = IndexType()

SI8 = IntegerType(8, Signedness.SIGNED)
UI8 = IntegerType(8, Signedness.UNSIGNED)

SI4 = IntegerType(4, Signedness.SIGNED)
UI4 = IntegerType(4, Signedness.UNSIGNED)

F8: tuple[Attribute, ...] = (
    Float8E4M3FNType(),
    Float8E5M2Type(),
    Float8E4M3FNUZType(),
    Float8E5M2FNUZType(),
)
"""Floats of 8 bits that GPUs multiply."""

XF32 = "opencl.xf32"
"""An attribute of products of f32 whose factors may lose the 13 lowest bits of their fraction."""

FACTORS: tuple[Attribute, ...] = (SI4, UI4, SI8, UI8, *F8, f16, bf16, f32, f64)
"""The types of elements of the factors of a product."""

ELEMENTS: tuple[Attribute, ...] = (*FACTORS, i32)
"""The types of elements of a matrix."""

SUMS: tuple[Attribute, ...] = (i32, f16, f32, f64)
"""The types of elements of a sum of products."""

CONSTANTS: tuple[Attribute, ...] = (SI8, UI8, i32, f16, bf16, f32)
"""The types of elements of a matrix that is one value everywhere."""

STORED: tuple[Attribute, ...] = (i8, i32, *F8, f16, bf16, f32, f64)
"""
The types of numbers in memory. Bytes have no sign there; a byte has two elements of 4 bits, the
first in its lower half.
"""

USES = ("AOp", "BOp", "COp")
"""The places of matrices in a product: its factors, and the sum it is added to."""


def _listed(types: Sequence[Attribute]) -> str:
    words = [str(type) for type in types]
    return f"{', '.join(words[:-1])} or {words[-1]}"


@irdl_attr_definition
class MMAMatrixType(ParametrizedAttribute, TypeAttribute):
    """
    A matrix that a sub-group holds. Example: `!gpu.mma_matrix<16x16xf16, "AOp">`
    """

    name = "gpu.mma_matrix"

    shape: ArrayAttr[IntAttr]
    element_type: Attribute
    use: StringAttr

    @staticmethod
    def of(shape: Sequence[int], element: Attribute, use: str) -> MMAMatrixType:
        sizes = ArrayAttr([IntAttr(size) for size in shape])
        return MMAMatrixType(sizes, element, StringAttr(use))

    @property
    def rows(self) -> int:
        return self.shape.data[0].data

    @property
    def columns(self) -> int:
        return self.shape.data[1].data

    @staticmethod
    def _fault(shape: Sequence[int], element: Attribute, use: str) -> str | None:
        if len(shape) != 2:
            return f"a matrix has two dimensions, this one has {len(shape)}"
        if DYNAMIC_INDEX in shape:
            return "a matrix has a static shape; write two numbers"
        if element not in ELEMENTS:
            return f"a matrix has elements of {_listed(ELEMENTS)}, not {element}"
        if use == "COp" and element in (SI4, UI4, *F8):
            return f'elements of {element} are those of factors, an "AOp" or a "BOp"'
        if use not in USES:
            return f'a matrix is an "AOp", a "BOp" or a "COp", not a "{use}"'
        return None

    def verify(self) -> None:
        shape = [size.data for size in self.shape]
        fault = self._fault(shape, self.element_type, self.use.data)
        if fault is not None:
            raise VerifyException(fault)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            for size in self.shape:
                printer.print_string(f"{size.data}x")
            printer.print_attribute(self.element_type)
            printer.print_string(f', "{self.use.data}"')

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            start = parser.pos
            shape, element = parser.parse_ranked_shape()
            parser.parse_punctuation(",")
            use = parser.parse_str_literal()
            fault = cls._fault(shape, element, use)
            if fault is not None:
                parser.raise_error(fault, start, parser.pos)
        return ArrayAttr([IntAttr(size) for size in shape]), element, StringAttr(use)


class MMAElementwise(StrEnum):
    """Operations on each element of matrices (MLIR, `MMAElementwiseOp`)."""

    Addf = auto()
    Mulf = auto()
    Subf = auto()
    Maxf = auto()
    Minf = auto()
    Divf = auto()
    Addi = auto()
    Muli = auto()
    Subi = auto()
    Divs = auto()
    Divu = auto()
    Negatef = auto()
    Negates = auto()
    Extf = auto()


@irdl_attr_definition
class MMAElementwiseAttr(EnumAttribute[MMAElementwise], SpacedOpaqueSyntaxAttribute):
    """Example: `#gpu<mma_element_wise addf>`"""

    name = "gpu.mma_element_wise"


_is_matrix = base(MMAMatrixType)


def matrix_type(value: SSAValue) -> MMAMatrixType:
    """Returns the type of `value`, a matrix."""
    assert isinstance(value.type, MMAMatrixType)
    return value.type


def _verify_memory(name: str, type: Attribute) -> None:
    """
    Raises `VerifyException` unless `type` is a memref of numbers whose rows lie side by side.
    """
    memory = cast("MemRefType[Attribute]", type)
    element = memory.element_type
    if isinstance(element, VectorType):
        vector = cast("VectorType[Attribute]", element)
        element = vector.element_type if vector.get_num_dims() == 1 else vector
    if element not in STORED:
        raise VerifyException(
            f"'{name}' needs a memref of {_listed(STORED)}, or of vectors of one "
            f"dimension of these; got {type}"
        )
    strides = memory.get_strides()
    if strides is None or (strides and strides[-1] != 1):
        raise VerifyException(
            f"'{name}' needs a memref whose last dimension has a stride of 1; got {type}"
        )


def row_length(memory: Attribute) -> int:
    """Returns the elements from one row of a memref to the next; 0 if they are unknown."""
    strides = cast("MemRefType[Attribute]", memory).get_strides() or (0, 0)
    length = strides[-2] if len(strides) > 1 else None
    return 0 if length is None or length == DYNAMIC_INDEX else length


@irdl_op_definition
class LoadMatrixOp(IRDLOperation):
    """
    Loads a matrix whose first element is at the indices and whose rows, or columns with
    `transpose`, are `leadDimension` elements of the memref apart.

    Example:
    ```mlir
    %0 = gpu.subgroup_mma_load_matrix %m[%i, %j] {leadDimension = 32 : index, transpose}
        : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    ```
    """

    name = "gpu.subgroup_mma_load_matrix"

    srcMemref = operand_def(MemRefType)
    indices = var_operand_def(IndexType())
    leadDimension = prop_def(IntegerAttr.constr(IndexType()))
    transpose = opt_prop_def(UnitAttr)
    res = result_def(_is_matrix)

    assembly_format = (
        "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)"
    )
    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(MemoryReadEffect())

    @classmethod
    def at(
        cls,
        memory: SSAValue,
        indices: Sequence[SSAValue],
        type: MMAMatrixType,
        transposed: bool = False,
        lead: int | None = None,
    ) -> LoadMatrixOp:
        """Returns the load of a `type`; `lead` is by default the length of the memref's rows."""
        lead = row_length(memory.type) if lead is None else lead
        properties: dict[str, Attribute] = {"leadDimension": IntegerAttr(lead, _INDEX)}
        if transposed:
            properties["transpose"] = UnitAttr()
        return cls.create(
            operands=[memory, *indices], result_types=[type], properties=properties
        )

    def verify_(self) -> None:
        _verify_memory(self.name, self.srcMemref.type)


@irdl_op_definition
class StoreMatrixOp(IRDLOperation):
    """
    Stores a matrix as `gpu.subgroup_mma_load_matrix` loads it.

    Example:
    ```mlir
    gpu.subgroup_mma_store_matrix %0, %m[%i, %j] {leadDimension = 32 : index}
        : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
    ```
    """

    name = "gpu.subgroup_mma_store_matrix"

    src = operand_def(_is_matrix)
    dstMemref = operand_def(MemRefType)
    indices = var_operand_def(IndexType())
    leadDimension = prop_def(IntegerAttr.constr(IndexType()))
    transpose = opt_prop_def(UnitAttr)

    assembly_format = (
        "$src `,` $dstMemref `[` $indices `]` attr-dict `:` type($src) `,` "
        "type($dstMemref)"
    )
    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(MemoryWriteEffect())

    @classmethod
    def at(
        cls, value: SSAValue, memory: SSAValue, indices: Sequence[SSAValue]
    ) -> StoreMatrixOp:
        """Returns the store of `value`, whose rows are apart as those of the memref."""
        lead = IntegerAttr(row_length(memory.type), _INDEX)
        operands = [value, memory, *indices]
        return cls.create(operands=operands, properties={"leadDimension": lead})

    def verify_(self) -> None:
        _verify_memory(self.name, self.dstMemref.type)
        if matrix_type(self.src).use.data != "COp":
            raise VerifyException(
                f"'{self.name}' stores a \"COp\", got {self.src.type}"
            )


@irdl_op_definition
class MultiplyMatrixOp(PureOp):
    """
    `opA` times `opB`, plus `opC`. The flags say that a factor was loaded with
    `transpose`, and change nothing.

    Example:
    ```mlir
    %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">,
        !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    ```
    """

    name = "gpu.subgroup_mma_compute"

    T: ClassVar = VarConstraint("T", _is_matrix)

    opA = operand_def(_is_matrix)
    opB = operand_def(_is_matrix)
    opC = operand_def(T)
    a_transpose = opt_prop_def(UnitAttr)
    b_transpose = opt_prop_def(UnitAttr)
    res = result_def(T)

    assembly_format = (
        "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)"
    )
    irdl_options = (ParsePropInAttrDict(),)

    def verify_(self) -> None:
        a, b, c = (matrix_type(value) for value in self.operands)
        uses = (a.use.data, b.use.data, c.use.data)
        if uses != USES:
            raise VerifyException(
                f'\'{self.name}\' needs an "AOp", a "BOp" and a "COp" in this order; '
                f'got "{uses[0]}", "{uses[1]}" and "{uses[2]}"'
            )
        for factor in (a, b):
            if factor.element_type not in FACTORS:
                raise VerifyException(
                    f"'{self.name}' multiplies {_listed(FACTORS)}, not {factor}"
                )
        if c.element_type not in SUMS:
            raise VerifyException(f"'{self.name}' adds to {_listed(SUMS)}, not {c}")
        if (a.rows, a.columns, b.columns) != (c.rows, b.rows, c.columns):
            raise VerifyException(
                f"'{self.name}' multiplies {a.rows}x{a.columns} by {b.rows}x{b.columns} and "
                f"adds {c.rows}x{c.columns}; expected MxK, KxN and MxN"
            )


@irdl_op_definition
class ConstantMatrixOp(PureOp):
    """
    A matrix with one value everywhere.

    Example: `%0 = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">`
    """

    name = "gpu.subgroup_mma_constant_matrix"

    value = operand_def(AnyAttr())
    res = result_def(_is_matrix)

    def verify_(self) -> None:
        if self.value.type not in CONSTANTS:
            raise VerifyException(
                f"'{self.name}' takes a value of {_listed(CONSTANTS)}, not "
                f"{self.value.type}"
            )
        element = matrix_type(self.res).element_type
        if self.value.type != element:
            raise VerifyException(
                f"'{self.name}' makes a matrix of {element} of a value of "
                f"{self.value.type}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> ConstantMatrixOp:
        name = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        start = parser.pos
        type = parser.parse_type()
        if not isinstance(type, MMAMatrixType):
            parser.raise_error(
                f"expected a !gpu.mma_matrix, got {type}", start, parser.pos
            )
        value = parser.resolve_operand(name, type.element_type)
        return cls.create(operands=[value], result_types=[type], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        print_end(printer, self.attributes, self.res.type)


@irdl_op_definition
class ElementwiseMatrixOp(PureOp):
    """
    One operation on each element of matrices.

    Example:
    ```mlir
    %0 = gpu.subgroup_mma_elementwise addf %a, %b : (!gpu.mma_matrix<16x16xf32, "COp">,
        !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    ```
    """

    name = "gpu.subgroup_mma_elementwise"

    args = var_operand_def(_is_matrix)
    opType = prop_def(MMAElementwiseAttr)
    res = result_def(_is_matrix)

    assembly_format = "$opType $args attr-dict `:` functional-type($args, $res)"


MATRIX_OPS: tuple[Kind, ...] = (
    LoadMatrixOp,
    StoreMatrixOp,
    MultiplyMatrixOp,
    ConstantMatrixOp,
    ElementwiseMatrixOp,
)
"""Operations that xDSL 0.74 does not define."""

MATRIX_ATTRIBUTES: tuple[type[Attribute], ...] = (MMAMatrixType, MMAElementwiseAttr)
