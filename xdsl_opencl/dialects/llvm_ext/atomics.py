"""
Atomic LLVM instructions that xDSL's `llvm` dialect lacks, and the syntax of orderings.

Source of names and forms: https://mlir.llvm.org/docs/Dialects/LLVM/
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import (
    AnyFloatConstr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    i1,
    i64,
)
from xdsl.dialects.llvm import ATOMIC_ORDERING_KEYWORDS, LLVMPointerType, LLVMStructType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import IRDLOperation, operand_def, opt_prop_def, prop_def, result_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.forms import parse_names
from xdsl_opencl.dialects.llvm_ext.shapes import (
    SAME,
    check_result,
    element_type,
    extension,
)
from xdsl_opencl.dialects.llvm_ext.spelling import ACCESS_PROPERTIES

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
    """Parses an atomic ordering's keyword."""
    keyword = parser.parse_identifier("atomic ordering")
    if keyword not in ORDERINGS:
        parser.raise_error(
            f"unknown atomic ordering '{keyword}'; one of {', '.join(ORDERINGS)}"
        )
    return IntegerAttr(ORDERINGS[keyword], i64)


def parse_optional_syncscope(parser: Parser) -> StringAttr | None:
    """Parses `syncscope("...")` if it comes next."""
    if parser.parse_optional_keyword("syncscope") is None:
        return None
    with parser.in_parens():
        return StringAttr(parser.parse_str_literal())


def print_syncscope(printer: Printer, scope: Attribute | None) -> None:
    """Prints ` syncscope("...")` if there is a scope."""
    if isinstance(scope, StringAttr):
        printer.print_string(" syncscope(")
        printer.print_string_literal(scope.data)
        printer.print_string(")")


def parse_access_attributes(
    parser: Parser, properties: dict[str, Attribute]
) -> dict[str, Attribute]:
    """
    Parses the attributes of an access to memory, enters those that are properties in
    `properties` and returns the others. MLIR 24 has the properties apart,
    `<alignment = 4>`, an integer being of type i64.
    """
    if parser.parse_optional_punctuation("<") is not None:
        while True:
            name = parser.parse_identifier("property")
            if name not in ACCESS_PROPERTIES:
                parser.raise_error(
                    f"unknown property '{name}'; one of {', '.join(ACCESS_PROPERTIES)}"
                )
            properties[name] = UnitAttr()
            if parser.parse_optional_punctuation("=") is not None:
                number = parser.parse_optional_integer(allow_boolean=False)
                properties[name] = (
                    parser.parse_attribute()
                    if number is None
                    else IntegerAttr(number, i64)
                )
            if parser.parse_optional_punctuation(",") is None:
                break
        parser.parse_punctuation(">")
    attributes = parser.parse_optional_attr_dict()
    for name in ACCESS_PROPERTIES:
        if (value := attributes.pop(name, None)) is not None:
            properties[name] = value
    return attributes


def ordering_keyword(ordering: Attribute | None) -> str | None:
    """The keyword of an ordering; none for a plain access."""
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


@extension
class FenceOp(IRDLOperation):
    """Example: `llvm.fence syncscope("workgroup") release`"""

    name = "llvm.fence"

    ordering = prop_def(IntegerAttr[IntegerType])
    syncscope = opt_prop_def(StringAttr)

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


class _ReadModifyWriteOp(IRDLOperation, ABC):
    """Base: a pointer, then values of one type; the words after the operands."""

    FLAGS: ClassVar[tuple[str, ...]] = ("volatile",)
    """Words before the operands; `volatile` is the property `volatile_`."""
    ORDERS: ClassVar[tuple[str, ...]] = ("ordering",)
    """Properties that hold an ordering, in the order of their words."""

    syncscope = opt_prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr[IntegerType])
    """In bytes."""
    volatile_ = opt_prop_def(UnitAttr)

    @classmethod
    def result_type(cls, value: Attribute) -> Attribute:
        return value

    @classmethod
    def parse_kind(cls, parser: Parser, properties: dict[str, Attribute]) -> None:
        pass

    def print_kind(self, printer: Printer) -> None:
        pass

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {}
        for keyword in cls.FLAGS:
            if parser.parse_optional_keyword(keyword) is not None:
                properties[_FLAG_KEYS.get(keyword, keyword)] = UnitAttr()
        cls.parse_kind(parser, properties)
        operands = parse_names(parser)
        if (scope := parse_optional_syncscope(parser)) is not None:
            properties["syncscope"] = scope
        for key in cls.ORDERS:
            properties[key] = parse_ordering(parser)
        attributes = parse_access_attributes(parser, properties)
        parser.parse_punctuation(":")
        pointer = parser.parse_type()
        parser.parse_punctuation(",")
        value = parser.parse_type()
        types = (pointer, *(value,) * (len(operands) - 1))
        return cls.create(
            operands=parser.resolve_operands(operands, types, parser.pos),
            result_types=[cls.result_type(value)],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        for keyword in self.FLAGS:
            if _FLAG_KEYS.get(keyword, keyword) in self.properties:
                printer.print_string(f" {keyword}")
        self.print_kind(printer)
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        print_syncscope(printer, self.syncscope)
        for key in self.ORDERS:
            printer.print_string(f" {ordering_keyword(self.properties[key])}")
        attributes = dict(self.attributes)
        if self.alignment is not None:
            attributes["alignment"] = self.alignment
        printer.print_op_attributes(attributes)
        printer.print_string(" : ")
        types = [value.type for value in self.operands[:2]]
        printer.print_list(types, printer.print_attribute)


_FLAG_KEYS = {"volatile": "volatile_"}


@extension
class AtomicRMWOp(_ReadModifyWriteOp):
    """
    Example: `%0 = llvm.atomicrmw umax %p, %x syncscope("agent") monotonic :
    !llvm.ptr<1>, i32`
    """

    name = "llvm.atomicrmw"

    ptr = operand_def(LLVMPointerType)
    val = operand_def(SAME)
    res = result_def(SAME)
    bin_op = prop_def(IntegerAttr[IntegerType])
    """A position in `ATOMIC_BIN_OPS`."""
    ordering = prop_def(IntegerAttr[IntegerType])

    def verify_(self) -> None:
        _check_ordering(self, self.ordering, "ordering", ("unordered",))
        number = self.bin_op.value.data
        if not 0 <= number < len(ATOMIC_BIN_OPS):
            raise VerifyException(f"'{self.name}' has no operation number {number}")
        keyword = ATOMIC_BIN_OPS[number]
        element = element_type(self.val.type)
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
    def parse_kind(cls, parser: Parser, properties: dict[str, Attribute]) -> None:
        keyword = parser.parse_identifier("atomic operation")
        if keyword not in ATOMIC_BIN_OPS:
            parser.raise_error(
                f"unknown atomic operation '{keyword}'; one of "
                f"{', '.join(ATOMIC_BIN_OPS)}"
            )
        properties["bin_op"] = IntegerAttr(ATOMIC_BIN_OPS.index(keyword), i64)

    def print_kind(self, printer: Printer) -> None:
        printer.print_string(f" {ATOMIC_BIN_OPS[self.bin_op.value.data]}")


@extension
class AtomicCmpXchgOp(_ReadModifyWriteOp):
    """
    Example: `%0 = llvm.cmpxchg %p, %old, %new syncscope("agent") acq_rel monotonic :
    !llvm.ptr<1>, i32`. The result is a struct of the old value and an i1, true on success.
    """

    name = "llvm.cmpxchg"

    FLAGS: ClassVar = ("weak", "volatile")
    ORDERS: ClassVar = ("success_ordering", "failure_ordering")

    ptr = operand_def(LLVMPointerType)
    cmp = operand_def(SAME)
    val = operand_def(SAME)
    res = result_def(LLVMStructType)
    success_ordering = prop_def(IntegerAttr[IntegerType])
    failure_ordering = prop_def(IntegerAttr[IntegerType])
    weak = opt_prop_def(UnitAttr)

    @classmethod
    def result_type(cls, value: Attribute) -> Attribute:
        return LLVMStructType.from_type_list([value, i1])

    def verify_(self) -> None:
        _check_ordering(self, self.success_ordering, "success ordering", ("unordered",))
        refused = ("unordered", "release", "acq_rel")
        _check_ordering(self, self.failure_ordering, "failure ordering", refused)
        type: Attribute = self.val.type
        if not isinstance(type, IntegerType | LLVMPointerType):
            raise VerifyException(
                f"'{self.name}' compares integers or pointers, got {type}"
            )
        check_result(self, self.result_type(self.val.type))
