"""
Atomic LLVM instructions that xDSL's `llvm` dialect lacks, and the syntax of orderings.

Source of names and forms: https://mlir.llvm.org/docs/Dialects/LLVM/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    AnyFloatConstr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    VectorType,
    i1,
    i64,
)
from xdsl.dialects.llvm import (
    ATOMIC_ORDERING_KEYWORDS,
    LLVMPointerType,
    LLVMStructType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    VarConstraint,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.definition import irdl_op_definition

ORDERINGS: Mapping[str, int] = {
    keyword: number for number, keyword in ATOMIC_ORDERING_KEYWORDS.items()
}
"""Keyword of an atomic ordering to its number in `AtomicOrdering`."""

ATOMIC_BIN_OPS = (
    "xchg",
    "add",
    "sub",
    "_and",
    "nand",
    "_or",
    "_xor",
    "max",
    "min",
    "umax",
    "umin",
    "fadd",
    "fsub",
    "fmax",
    "fmin",
    "uinc_wrap",
    "udec_wrap",
    "usub_cond",
    "usub_sat",
)
"""Keywords of `AtomicBinOp`; the position is the number. MLIR 19 ends at `udec_wrap`."""

FLOAT_BIN_OPS = ("fadd", "fsub", "fmax", "fmin")


def parse_ordering(parser: Parser) -> IntegerAttr[IntegerType]:
    """
    Parses an atomic ordering's keyword.
    """
    keyword = parser.parse_identifier("atomic ordering")
    if keyword not in ORDERINGS:
        parser.raise_error(
            f"unknown atomic ordering '{keyword}'; one of {', '.join(ORDERINGS)}"
        )
    return IntegerAttr(ORDERINGS[keyword], i64)


def parse_optional_syncscope(parser: Parser) -> StringAttr | None:
    """
    Parses `syncscope("...")` if it comes next.
    """
    if parser.parse_optional_keyword("syncscope") is None:
        return None
    with parser.in_parens():
        return StringAttr(parser.parse_str_literal())


def print_syncscope(printer: Printer, scope: Attribute | None) -> None:
    """
    Prints ` syncscope("...")` if there is a scope.
    """
    if isinstance(scope, StringAttr):
        printer.print_string(" syncscope(")
        printer.print_string_literal(scope.data)
        printer.print_string(")")


def ordering_keyword(ordering: Attribute | None) -> str | None:
    """
    The keyword of an ordering; none for a plain access.
    """
    if not isinstance(ordering, IntegerAttr):
        return None
    return ATOMIC_ORDERING_KEYWORDS.get(ordering.value.data)


def _check_ordering(
    op: Operation, ordering: IntegerAttr[IntegerType], name: str, refused: Sequence[str]
) -> None:
    keyword = ordering_keyword(ordering)
    if keyword is None or keyword in refused:
        shown = ordering.value.data if keyword is None else keyword
        raise VerifyException(f"'{op.name}' cannot have {name} {shown}")


def _element_type(type: Attribute) -> Attribute:
    return type.get_element_type() if isa(type, VectorType) else type


@irdl_op_definition
class FenceOp(IRDLOperation):
    """
    Example: `llvm.fence syncscope("workgroup") release`
    """

    name = "llvm.fence"

    ordering = prop_def(IntegerAttr[IntegerType])
    syncscope = opt_prop_def(StringAttr)

    def __init__(self, ordering: str, syncscope: str | None = None):
        super().__init__(
            properties={
                "ordering": IntegerAttr(ORDERINGS[ordering], i64),
                "syncscope": None if syncscope is None else StringAttr(syncscope),
            }
        )

    def verify_(self) -> None:
        _check_ordering(self, self.ordering, "ordering", ("unordered", "monotonic"))

    @classmethod
    def parse(cls, parser: Parser) -> FenceOp:
        scope = parse_optional_syncscope(parser)
        properties: dict[str, Attribute] = {"ordering": parse_ordering(parser)}
        if scope is not None:
            properties["syncscope"] = scope
        attributes = parser.parse_optional_attr_dict()
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        print_syncscope(printer, self.syncscope)
        printer.print_string(f" {ordering_keyword(self.ordering)}")
        printer.print_op_attributes(self.attributes)


@irdl_op_definition
class AtomicRMWOp(IRDLOperation):
    """
    Example: `%0 = llvm.atomicrmw umax %p, %x syncscope("agent") monotonic :
    !llvm.ptr<1>, i32`
    """

    name = "llvm.atomicrmw"

    T: ClassVar = VarConstraint("T", AnyAttr())

    ptr = operand_def(LLVMPointerType)
    val = operand_def(T)
    res = result_def(T)
    bin_op = prop_def(IntegerAttr[IntegerType])
    """A position in `ATOMIC_BIN_OPS`."""
    ordering = prop_def(IntegerAttr[IntegerType])
    syncscope = opt_prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr[IntegerType])
    """In bytes."""
    volatile_ = opt_prop_def(UnitAttr)

    def __init__(
        self,
        bin_op: str,
        ptr: SSAValue | Operation,
        val: SSAValue | Operation,
        ordering: str,
        syncscope: str | None = None,
        alignment: int | None = None,
        volatile: bool = False,
    ):
        super().__init__(
            operands=[ptr, val],
            result_types=[SSAValue.get(val).type],
            properties={
                "bin_op": IntegerAttr(ATOMIC_BIN_OPS.index(bin_op), i64),
                "ordering": IntegerAttr(ORDERINGS[ordering], i64),
                "syncscope": None if syncscope is None else StringAttr(syncscope),
                "alignment": None if alignment is None else IntegerAttr(alignment, i64),
                "volatile_": UnitAttr() if volatile else None,
            },
        )

    def verify_(self) -> None:
        _check_ordering(self, self.ordering, "ordering", ("unordered",))
        number = self.bin_op.value.data
        if not 0 <= number < len(ATOMIC_BIN_OPS):
            raise VerifyException(f"'{self.name}' has no operation number {number}")
        keyword = ATOMIC_BIN_OPS[number]
        element = _element_type(self.val.type)
        is_float = AnyFloatConstr.verifies(element)
        if keyword in FLOAT_BIN_OPS:
            fits = is_float
        elif keyword == "xchg":
            fits = is_float or isinstance(element, IntegerType | LLVMPointerType)
        else:
            fits = isinstance(self.val.type, IntegerType)
        if not fits:
            raise VerifyException(
                f"'{self.name}' {keyword} cannot work on type {self.val.type}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> AtomicRMWOp:
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("volatile") is not None:
            properties["volatile_"] = UnitAttr()
        keyword = parser.parse_identifier("atomic operation")
        if keyword not in ATOMIC_BIN_OPS:
            parser.raise_error(
                f"unknown atomic operation '{keyword}'; one of "
                f"{', '.join(ATOMIC_BIN_OPS)}"
            )
        properties["bin_op"] = IntegerAttr(ATOMIC_BIN_OPS.index(keyword), i64)
        ptr = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        val = parser.parse_unresolved_operand()
        if (scope := parse_optional_syncscope(parser)) is not None:
            properties["syncscope"] = scope
        properties["ordering"] = parse_ordering(parser)
        attributes = parser.parse_optional_attr_dict()
        if (alignment := attributes.pop("alignment", None)) is not None:
            properties["alignment"] = alignment
        parser.parse_punctuation(":")
        ptr_type = parser.parse_type()
        parser.parse_punctuation(",")
        val_type = parser.parse_type()
        return cls.create(
            operands=[
                parser.resolve_operand(ptr, ptr_type),
                parser.resolve_operand(val, val_type),
            ],
            result_types=[val_type],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.volatile_ is not None:
            printer.print_string(" volatile")
        printer.print_string(f" {ATOMIC_BIN_OPS[self.bin_op.value.data]} ")
        printer.print_list((self.ptr, self.val), printer.print_ssa_value)
        print_syncscope(printer, self.syncscope)
        printer.print_string(f" {ordering_keyword(self.ordering)}")
        attributes = dict(self.attributes)
        if self.alignment is not None:
            attributes["alignment"] = self.alignment
        printer.print_op_attributes(attributes)
        printer.print_string(" : ")
        printer.print_list((self.ptr.type, self.val.type), printer.print_attribute)


@irdl_op_definition
class AtomicCmpXchgOp(IRDLOperation):
    """
    Example: `%0 = llvm.cmpxchg %p, %old, %new syncscope("agent") acq_rel monotonic :
    !llvm.ptr<1>, i32`. The result is a struct of the old value and an i1, true on success.
    """

    name = "llvm.cmpxchg"

    T: ClassVar = VarConstraint("T", AnyAttr())

    ptr = operand_def(LLVMPointerType)
    cmp = operand_def(T)
    val = operand_def(T)
    res = result_def(LLVMStructType)
    success_ordering = prop_def(IntegerAttr[IntegerType])
    failure_ordering = prop_def(IntegerAttr[IntegerType])
    syncscope = opt_prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr[IntegerType])
    """In bytes."""
    weak = opt_prop_def(UnitAttr)
    volatile_ = opt_prop_def(UnitAttr)

    def __init__(
        self,
        ptr: SSAValue | Operation,
        cmp: SSAValue | Operation,
        val: SSAValue | Operation,
        success_ordering: str,
        failure_ordering: str,
        syncscope: str | None = None,
        alignment: int | None = None,
        weak: bool = False,
        volatile: bool = False,
    ):
        super().__init__(
            operands=[ptr, cmp, val],
            result_types=[LLVMStructType.from_type_list([SSAValue.get(val).type, i1])],
            properties={
                "success_ordering": IntegerAttr(ORDERINGS[success_ordering], i64),
                "failure_ordering": IntegerAttr(ORDERINGS[failure_ordering], i64),
                "syncscope": None if syncscope is None else StringAttr(syncscope),
                "alignment": None if alignment is None else IntegerAttr(alignment, i64),
                "weak": UnitAttr() if weak else None,
                "volatile_": UnitAttr() if volatile else None,
            },
        )

    def verify_(self) -> None:
        _check_ordering(self, self.success_ordering, "success ordering", ("unordered",))
        refused = ("unordered", "release", "acq_rel")
        _check_ordering(self, self.failure_ordering, "failure ordering", refused)
        type: Attribute = self.val.type
        if not isinstance(type, IntegerType | LLVMPointerType):
            raise VerifyException(
                f"'{self.name}' compares integers or pointers, got {type}"
            )
        expected = LLVMStructType.from_type_list([self.val.type, i1])
        if self.res.type != expected:
            raise VerifyException(
                f"'{self.name}' has result {self.res.type}, expected {expected}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> AtomicCmpXchgOp:
        properties: dict[str, Attribute] = {}
        for keyword, key in (("weak", "weak"), ("volatile", "volatile_")):
            if parser.parse_optional_keyword(keyword) is not None:
                properties[key] = UnitAttr()
        operands = [parser.parse_unresolved_operand()]
        for _ in range(2):
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        if (scope := parse_optional_syncscope(parser)) is not None:
            properties["syncscope"] = scope
        properties["success_ordering"] = parse_ordering(parser)
        properties["failure_ordering"] = parse_ordering(parser)
        attributes = parser.parse_optional_attr_dict()
        if (alignment := attributes.pop("alignment", None)) is not None:
            properties["alignment"] = alignment
        parser.parse_punctuation(":")
        ptr_type = parser.parse_type()
        parser.parse_punctuation(",")
        val_type = parser.parse_type()
        types = (ptr_type, val_type, val_type)
        return cls.create(
            operands=parser.resolve_operands(operands, types, parser.pos),
            result_types=[LLVMStructType.from_type_list([val_type, i1])],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.weak is not None:
            printer.print_string(" weak")
        if self.volatile_ is not None:
            printer.print_string(" volatile")
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        print_syncscope(printer, self.syncscope)
        printer.print_string(f" {ordering_keyword(self.success_ordering)}")
        printer.print_string(f" {ordering_keyword(self.failure_ordering)}")
        attributes = dict(self.attributes)
        if self.alignment is not None:
            attributes["alignment"] = self.alignment
        printer.print_op_attributes(attributes)
        printer.print_string(" : ")
        printer.print_list((self.ptr.type, self.val.type), printer.print_attribute)
