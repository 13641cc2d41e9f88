"""
Subclasses of xDSL's `llvm` operations that accept all that upstream accepts.

The extended dialect registers them instead of xDSL's, so that such text parses;
`isinstance` against xDSL's class holds for them. xDSL 0.74's classes are narrower in these
points:

| operation | xDSL | here |
|---|---|---|
| select | i1 condition | also a vector of i1 |
| icmp | integers | also pointers |
| fcmp | scalars | also vectors |
| load, store | few flags, order of a store not printed | the flags of upstream; MLIR 24's `<alignment = 4>` |
| getelementptr | no flag but inbounds, no vectors | also `nuw`, vectors of pointers, into vectors |
| inttoptr, ptrtoint | scalars; result in address space 0 | also vectors |
| alloca | constructor for address space 0 | any address space, inalloca |
| mlir.zero | LLVM's own types | any type |
| mlir.constant | numbers | also strings and arrays, and an attribute dictionary |
| func | properties land in the dictionary | properties |
| masked.store | vectors of floats | any vector |
| mlir.global | visibility in the dictionary; few properties | `hidden` before the name; upstream's |

A subclass repeats every field: xDSL collects no definitions through a finished class.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    I1,
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    ShapedType,
    StringAttr,
    UnitAttr,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.dialects.llvm import (
    GEP_USE_SSA_VAL,
    FastMathAttr,
    LLVMArrayType,
    LLVMPointerType,
    LLVMStructType,
)
from xdsl.dialects.utils import (
    parse_dynamic_index_list_without_types,
    print_dynamic_index_list,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    VarConstraint,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.definition import Corrected, OwnFormat, irdl_op_definition
from xdsl_opencl.dialects.forms import Kind, parse_end, print_end
from xdsl_opencl.dialects.llvm_ext.atomics import (
    ordering_keyword,
    parse_access_attributes,
    parse_optional_syncscope,
    parse_ordering,
    print_syncscope,
)
from xdsl_opencl.dialects.llvm_ext.shapes import (
    BOOLS,
    INTEGERS,
    NO_FAST_MATH,
    POINTERS,
    SAME,
    SAME_FLOATS,
    VECTOR,
    check_same_shape,
    same_shape,
)
from xdsl_opencl.dialects.llvm_ext.symbols import FuncOp as FuncOp
from xdsl_opencl.dialects.llvm_ext.symbols import GlobalOp as GlobalOp

_COMPARED = VarConstraint("T", INTEGERS | POINTERS)
NOT_ATOMIC = IntegerAttr(0, i64)
"""LLVM's order of an access that is not atomic."""

GEP_INBOUNDS_FLAG, GEP_NUSW, GEP_NUW = 1, 2, 4
"""Bits of `noWrapFlags` (MLIR 22); `inbounds` sets the first two."""


def _check_compared(op: ICmpOp | FCmpOp) -> None:
    if op.res.type != same_shape(op.lhs.type, i1):
        raise VerifyException(f"'{op.name}' of {op.lhs.type} has result {op.res.type}")


@irdl_op_definition
class SelectOp(OwnFormat, llvm.SelectOp):
    """Example: `%0 = llvm.select %c, %a, %b : vector<4xi1>, vector<4xf32>`"""

    cond = operand_def(BOOLS)
    lhs = operand_def(SAME)
    rhs = operand_def(SAME)
    res = result_def(SAME)
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)

    def verify_(self) -> None:
        cond, res = self.cond.type, self.res.type
        if isinstance(cond, VectorType) and (
            not isinstance(res, VectorType) or res.shape != cond.shape
        ):
            raise VerifyException(
                f"'llvm.select' has condition {cond} for values of type {res}"
            )


@irdl_op_definition
class ICmpOp(Corrected, llvm.ICmpOp):
    """Example: `%0 = llvm.icmp "eq" %p, %q : !llvm.ptr`"""

    lhs = operand_def(_COMPARED)
    rhs = operand_def(_COMPARED)
    res = result_def(BOOLS)
    predicate = prop_def(IntegerAttr[i64])

    def verify_(self, verify_nested_ops: bool = True) -> None:
        _check_compared(self)


@irdl_op_definition
class FCmpOp(Corrected, llvm.FCmpOp):
    """Example: `%0 = llvm.fcmp "olt" %a, %b : vector<4xf32>`"""

    lhs = operand_def(SAME_FLOATS)
    rhs = operand_def(SAME_FLOATS)
    res = result_def(BOOLS)
    predicate = prop_def(IntegerAttr[i64])
    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)

    def verify_(self) -> None:
        _check_compared(self)

    @classmethod
    def parse(cls, parser: Parser) -> FCmpOp:
        keyword = parser.parse_str_literal()
        if keyword not in llvm.ALL_FCMP_FLAGS:
            parser.raise_error(f"unknown predicate '{keyword}'")
        predicate = llvm.FCmpPredicateFlag(keyword).to_int()
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        attributes, type = parse_end(parser)
        flags = attributes.pop("fastmathFlags", NO_FAST_MATH)
        return cls.create(
            operands=parser.resolve_operands([lhs, rhs], [type, type], parser.pos),
            result_types=[same_shape(type, i1)],
            properties={
                "predicate": IntegerAttr(predicate, i64),
                "fastmathFlags": flags,
            },
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        flag = llvm.FCmpPredicateFlag.from_int(self.predicate.value.data)
        printer.print_string(f' "{flag}" ')
        printer.print_list((self.lhs, self.rhs), printer.print_ssa_value)
        attributes = dict(self.attributes)
        if self.fastmathFlags.data:
            attributes["fastmathFlags"] = self.fastmathFlags
        print_end(printer, attributes, self.lhs.type)


@irdl_op_definition
class LoadOp(Corrected, llvm.LoadOp):
    """
    Example: `%0 = llvm.load volatile %p atomic syncscope("agent") monotonic
    {alignment = 4 : i64} : !llvm.ptr<1> -> i32`
    """

    ptr = operand_def(LLVMPointerType)
    alignment = opt_prop_def(IntegerAttr[IntegerType])
    """In bytes."""
    ordering = prop_def(IntegerAttr[IntegerType], default_value=NOT_ATOMIC)
    volatile_ = opt_prop_def(UnitAttr)
    nontemporal = opt_prop_def(UnitAttr)
    invariant = opt_prop_def(UnitAttr)
    syncscope = opt_prop_def(StringAttr)
    dereferenced_value = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> LoadOp:
        volatile = parser.parse_optional_keyword("volatile") is not None
        ptr = parser.parse_unresolved_operand()
        scope, ordering = _parse_atomic(parser)
        properties: dict[str, Attribute] = {"ordering": ordering}
        if volatile:
            properties["volatile_"] = UNIT
        if parser.parse_optional_keyword("invariant") is not None:
            properties["invariant"] = UNIT
        if scope is not None:
            properties["syncscope"] = scope
        attributes = parse_access_attributes(parser, properties)
        parser.parse_punctuation(":")
        ptr_type = parser.parse_type()
        parser.parse_punctuation("->")
        return cls.create(
            operands=[parser.resolve_operand(ptr, ptr_type)],
            result_types=[parser.parse_type()],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        attributes = self.attributes | self.properties
        if attributes.pop("volatile_", None) is not None:
            printer.print_string(" volatile")
        printer.print_string(" ")
        printer.print_ssa_value(self.ptr)
        _print_atomic(printer, attributes)
        if attributes.pop("invariant", None) is not None:
            printer.print_string(" invariant")
        print_end(printer, attributes, self.ptr.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.dereferenced_value.type)


@irdl_op_definition
class StoreOp(Corrected, llvm.StoreOp):
    """
    Example: `llvm.store volatile %x, %p atomic release {alignment = 4 : i64} : i32,
    !llvm.ptr<1>`
    """

    value = operand_def()
    ptr = operand_def(LLVMPointerType)
    alignment = opt_prop_def(IntegerAttr[IntegerType])
    """In bytes."""
    ordering = opt_prop_def(IntegerAttr[IntegerType])
    volatile_ = opt_prop_def(UnitAttr)
    nontemporal = opt_prop_def(UnitAttr)
    syncscope = opt_prop_def(StringAttr)

    @classmethod
    def parse(cls, parser: Parser) -> StoreOp:
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("volatile") is not None:
            properties["volatile_"] = UNIT
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        ptr = parser.parse_unresolved_operand()
        scope, properties["ordering"] = _parse_atomic(parser)
        if scope is not None:
            properties["syncscope"] = scope
        attributes = parse_access_attributes(parser, properties)
        parser.parse_punctuation(":")
        value_type = parser.parse_type()
        parser.parse_punctuation(",")
        ptr_type = parser.parse_type()
        return cls.create(
            operands=[
                parser.resolve_operand(value, value_type),
                parser.resolve_operand(ptr, ptr_type),
            ],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        attributes = self.attributes | self.properties
        if attributes.pop("volatile_", None) is not None:
            printer.print_string(" volatile")
        printer.print_string(" ")
        printer.print_list((self.value, self.ptr), printer.print_ssa_value)
        _print_atomic(printer, attributes)
        print_end(printer, attributes, self.value.type, self.ptr.type)


def _parse_atomic(parser: Parser) -> tuple[StringAttr | None, IntegerAttr[IntegerType]]:
    if parser.parse_optional_keyword("atomic") is None:
        return None, NOT_ATOMIC
    return parse_optional_syncscope(parser), parse_ordering(parser)


def _print_atomic(printer: Printer, attributes: dict[str, Attribute]) -> None:
    """Prints and removes the attributes that `_parse_atomic` reads."""
    keyword = ordering_keyword(attributes.pop("ordering", None))
    if keyword is not None:
        printer.print_string(" atomic")
        print_syncscope(printer, attributes.pop("syncscope", None))
        printer.print_string(f" {keyword}")


@irdl_op_definition
class GEPOp(Corrected, llvm.GEPOp):
    """
    Example: `%0 = llvm.getelementptr inbounds %p[%i, 1] : (!llvm.ptr<1>, i64) ->
    !llvm.ptr<1>, !llvm.struct<(i32, f32)>`
    """

    ptr = operand_def(POINTERS)
    ssa_indices = var_operand_def(INTEGERS)
    elem_type = prop_def()
    noWrapFlags = prop_def(IntegerAttr[i32], default_value=IntegerAttr(0, i32))
    result = result_def(POINTERS)
    rawConstantIndices = prop_def(DenseArrayBase.constr(i32))
    inbounds = opt_prop_def(UnitAttr)

    def verify_(self) -> None:
        indices = tuple(self.rawConstantIndices.iter_values())
        dynamic = indices.count(GEP_USE_SSA_VAL)
        if dynamic != len(self.ssa_indices):
            raise VerifyException(
                f"GEP has {len(self.ssa_indices)} index operands for {dynamic} places"
            )
        current: Attribute = self.elem_type
        # The first index moves the pointer; the others go into the element.
        for number, index in enumerate(indices[1:], start=1):
            if isinstance(current, LLVMArrayType):
                current = current.type
            elif isa(current, VectorType):
                current = current.get_element_type()
            elif isinstance(current, LLVMStructType):
                fields = current.types.data
                if index == GEP_USE_SSA_VAL:
                    raise VerifyException(
                        f"GEP index #{number}: struct indices must be constants"
                    )
                if not 0 <= index < len(fields):
                    raise VerifyException(
                        f"GEP index #{number}: {index} is out of range for struct "
                        f"with {len(fields)} field(s)"
                    )
                current = fields[index]
            else:
                raise VerifyException(
                    f"GEP index #{number}: cannot index into {current}"
                )

    @classmethod
    def parse(cls, parser: Parser) -> GEPOp:
        properties: dict[str, Attribute] = {}
        flags = 0
        while (
            keyword := parser.parse_optional_keyword_in(("inbounds", "nusw", "nuw"))
        ) is not None:
            if keyword == "inbounds":
                properties["inbounds"] = UNIT
            else:
                flags |= GEP_NUSW if keyword == "nusw" else GEP_NUW
            if parser.parse_optional_punctuation("|") is None:
                break
        ptr = parser.parse_unresolved_operand()
        dynamic, constant = parse_dynamic_index_list_without_types(
            parser, GEP_USE_SSA_VAL
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        parser.parse_punctuation(",")
        properties["elem_type"] = parser.parse_type()
        properties["noWrapFlags"] = IntegerAttr(flags, i32)
        properties["rawConstantIndices"] = DenseArrayBase.from_list(i32, [*constant])
        return cls.create(
            operands=parser.resolve_operands(
                [ptr, *dynamic], type.inputs.data, parser.pos
            ),
            result_types=type.outputs.data,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        flags = self.noWrapFlags.value.data
        keywords: list[str] = []
        if self.inbounds is not None or flags & GEP_INBOUNDS_FLAG:
            keywords.append("inbounds")
        elif flags & GEP_NUSW:
            keywords.append("nusw")
        if flags & GEP_NUW:
            keywords.append("nuw")
        if keywords:
            printer.print_string(f" {'|'.join(keywords)}")
        printer.print_string(" ")
        printer.print_ssa_value(self.ptr)
        print_dynamic_index_list(
            printer,
            GEP_USE_SSA_VAL,
            self.ssa_indices,
            self.rawConstantIndices.iter_values(),
        )
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_function_type([o.type for o in self.operands], [self.result.type])
        printer.print_string(", ")
        printer.print_attribute(self.elem_type)


@irdl_op_definition
class AllocaOp(Corrected, llvm.AllocaOp):
    """
    Example: `%0 = llvm.alloca %n x f32 {alignment = 4 : i64} : (i32) -> !llvm.ptr<5>`
    """

    size = operand_def(IntegerType)
    alignment = opt_prop_def(IntegerAttr)
    """In bytes."""
    elem_type = prop_def()
    inalloca = opt_prop_def(UnitAttr)
    res = result_def(LLVMPointerType)

    def __init__(
        self,
        size: SSAValue | Operation,
        elem_type: Attribute,
        alignment: int | None = None,
        result_type: LLVMPointerType = LLVMPointerType(),
    ):
        super().__init__(size, elem_type)
        self.properties.pop("alignment")
        if alignment is not None:
            self.properties["alignment"] = IntegerAttr(alignment, i64)
        if result_type != self.results[0].type:
            self.results[0]._type = result_type  # pyright: ignore[reportPrivateUsage]

    @classmethod
    def parse(cls, parser: Parser) -> AllocaOp:
        inalloca = parser.parse_optional_keyword("inalloca") is not None
        op = super().parse(parser)
        assert isinstance(op, AllocaOp)
        if inalloca:
            op.properties["inalloca"] = UNIT
        return op

    def print(self, printer: Printer) -> None:
        if self.inalloca is not None:
            printer.print_string(" inalloca")
        super().print(printer)


@irdl_op_definition
class IntToPtrOp(OwnFormat, llvm.IntToPtrOp):
    """Example: `%0 = llvm.inttoptr %x : i64 to !llvm.ptr<1>`"""

    input = operand_def(INTEGERS)
    output = result_def(POINTERS)

    def verify_(self) -> None:
        check_same_shape(self, self.input.type, self.output.type)


@irdl_op_definition
class PtrToIntOp(OwnFormat, llvm.PtrToIntOp):
    """Example: `%0 = llvm.ptrtoint %p : !llvm.ptr<1> to i64`"""

    input = operand_def(POINTERS)
    output = result_def(INTEGERS)

    def verify_(self) -> None:
        check_same_shape(self, self.input.type, self.output.type)


@irdl_op_definition
class ZeroOp(OwnFormat, llvm.ZeroOp):
    """Example: `%0 = llvm.mlir.zero : vector<4xi32>`"""

    res = result_def()

    def verify_(self) -> None:
        if isinstance(self.res.type, IndexType | ShapedType) and not isinstance(
            self.res.type, VectorType
        ):
            raise VerifyException(f"'{self.name}' cannot be of type {self.res.type}")


@irdl_op_definition
class ConstantOp(Corrected, llvm.ConstantOp):
    """Example: `%0 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>`"""

    result = result_def(AnyAttr())
    value = prop_def(
        IntegerAttr | FloatAttr | DenseIntOrFPElementsAttr | StringAttr | ArrayAttr
    )

    def verify_(self) -> None:
        type = self.result.type
        if isinstance(self.value, StringAttr | ArrayAttr) and not isinstance(
            type, LLVMArrayType | LLVMStructType
        ):
            raise VerifyException(
                f"'{self.name}' of {self.value} cannot be of type {type}; it needs an array "
                "or a structure"
            )

    @classmethod
    def parse(cls, parser: Parser) -> ConstantOp:
        with parser.in_parens():
            value = cls.parse_value(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            result_types=[parser.parse_type()],
            properties={"value": value},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            value = self.value
            if isa(value, IntegerAttr) and self.result.type == value.type == i64:
                value.print_without_type(printer)
            else:
                printer.print_attribute(value)
        print_end(printer, self.attributes, self.result.type)


@irdl_op_definition
class MaskedStoreOp(OwnFormat, llvm.MaskedStoreOp):
    """
    Example: `llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xi32>,
    vector<4xi1> into !llvm.ptr`
    """

    value = operand_def(VECTOR)
    data = operand_def(LLVMPointerType)
    mask = operand_def(VectorType[I1])
    alignment = prop_def(IntegerAttr[i32])
    """In bytes."""


CORRECTED_OPS: dict[type[Operation], Kind] = {
    llvm.AllocaOp: AllocaOp,
    llvm.ConstantOp: ConstantOp,
    llvm.FCmpOp: FCmpOp,
    llvm.FuncOp: FuncOp,
    llvm.GEPOp: GEPOp,
    llvm.GlobalOp: GlobalOp,
    llvm.ICmpOp: ICmpOp,
    llvm.IntToPtrOp: IntToPtrOp,
    llvm.LoadOp: LoadOp,
    llvm.MaskedStoreOp: MaskedStoreOp,
    llvm.PtrToIntOp: PtrToIntOp,
    llvm.SelectOp: SelectOp,
    llvm.StoreOp: StoreOp,
    llvm.ZeroOp: ZeroOp,
}
"""xDSL's class to the one that takes its place."""
