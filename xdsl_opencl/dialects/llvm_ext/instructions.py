"""
LLVM instructions that xDSL's `llvm` dialect lacks.

Source of names and forms: https://mlir.llvm.org/docs/Dialects/LLVM/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    AnyFloatConstr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    IntegerType,
    SignlessIntegerConstraint,
    StringAttr,
    UnitAttr,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.dialects.llvm import (
    ATOMIC_ORDERING_KEYWORDS,
    GenericCastOp,
    LLVMPointerType,
    LLVMStructType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    IRDLOperation,
    VarConstraint,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_successor_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

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


@irdl_op_definition
class ExtractElementOp(IRDLOperation):
    """
    Example: `%0 = llvm.extractelement %v[%i : i32] : vector<4xf32>`
    """

    name = "llvm.extractelement"

    T: ClassVar = VarConstraint("T", AnyAttr())

    vector = operand_def(VectorType.constr(T))
    position = operand_def(SignlessIntegerConstraint)
    res = result_def(T)

    assembly_format = (
        "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"
    )

    traits = traits_def(Pure())

    def __init__(self, vector: SSAValue | Operation, position: SSAValue | Operation):
        vector = SSAValue.get(vector, type=VectorType)
        super().__init__(
            operands=[vector, position], result_types=[vector.type.element_type]
        )


class _CastOp(GenericCastOp):
    traits = traits_def(Pure())


@irdl_op_definition
class AddrSpaceCastOp(_CastOp):
    """
    Example: `%0 = llvm.addrspacecast %p : !llvm.ptr<5> to !llvm.ptr`
    """

    name = "llvm.addrspacecast"

    def verify_(self) -> None:
        for value in (self.arg, self.result):
            if not isinstance(_element_type(value.type), LLVMPointerType):
                raise VerifyException(
                    f"'{self.name}' casts pointers, got type {value.type}"
                )


def _element_type(type: Attribute) -> Attribute:
    return type.get_element_type() if isa(type, VectorType) else type


def _check_float_int(op: Operation, float_type: Attribute, int_type: Attribute) -> None:
    float_shape = float_type.shape if isa(float_type, VectorType) else None
    int_shape = int_type.shape if isa(int_type, VectorType) else None
    if float_shape != int_shape:
        raise VerifyException(f"'{op.name}' cannot change the shape of its operand")
    if not AnyFloatConstr.verifies(_element_type(float_type)):
        raise VerifyException(f"'{op.name}' expected a float, got {float_type}")
    if not isinstance(_element_type(int_type), IntegerType):
        raise VerifyException(f"'{op.name}' expected an integer, got {int_type}")


@irdl_op_definition
class FPToSIOp(_CastOp):
    """
    Example: `%0 = llvm.fptosi %x : f32 to i32`
    """

    name = "llvm.fptosi"

    def verify_(self) -> None:
        _check_float_int(self, self.arg.type, self.result.type)


@irdl_op_definition
class FPToUIOp(_CastOp):
    """
    Example: `%0 = llvm.fptoui %x : f32 to i32`
    """

    name = "llvm.fptoui"

    def verify_(self) -> None:
        _check_float_int(self, self.arg.type, self.result.type)


@irdl_op_definition
class UIToFPOp(IRDLOperation):
    """
    Example: `%0 = llvm.uitofp nneg %x : i32 to f32`; `nneg` is newer than MLIR 19.
    """

    name = "llvm.uitofp"

    arg = operand_def()
    result = result_def()
    non_neg = opt_prop_def(UnitAttr, prop_name="nonNeg")

    assembly_format = (
        "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($result)"
    )

    traits = traits_def(Pure())

    def __init__(self, arg: SSAValue | Operation, result_type: Attribute):
        super().__init__(operands=[arg], result_types=[result_type])

    def verify_(self) -> None:
        _check_float_int(self, self.result.type, self.arg.type)


@irdl_op_definition
class FreezeOp(IRDLOperation):
    """
    Example: `%0 = llvm.freeze %x : i32`
    """

    name = "llvm.freeze"

    T: ClassVar = VarConstraint("T", AnyAttr())

    val = operand_def(T)
    res = result_def(T)

    assembly_format = "$val attr-dict `:` type($val)"

    traits = traits_def(Pure())

    def __init__(self, val: SSAValue | Operation):
        super().__init__(operands=[val], result_types=[SSAValue.get(val).type])


@irdl_op_definition
class PoisonOp(IRDLOperation):
    """
    Example: `%0 = llvm.mlir.poison : vector<4xf32>`
    """

    name = "llvm.mlir.poison"

    res = result_def()

    assembly_format = "attr-dict `:` type($res)"

    traits = traits_def(Pure())

    def __init__(self, result_type: Attribute):
        super().__init__(result_types=[result_type])


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


@irdl_op_definition
class SwitchOp(IRDLOperation):
    """
    Example:
    ```mlir
    llvm.switch %x : i32, ^default(%a : i32) [
      0: ^zero,
      -1: ^ones(%a : i32)
    ]
    ```
    """

    name = "llvm.switch"

    value = operand_def(SignlessIntegerConstraint)
    default_operands = var_operand_def()
    case_operands = var_operand_def()
    """The operands of all cases, one after another."""
    case_values = opt_prop_def(base(DenseIntOrFPElementsAttr))
    """Vector of the cases' values, of the type of `value`; absent without cases."""
    case_operand_segments = prop_def(DenseArrayBase.constr(i32))
    """How many of `case_operands` each case has."""
    branch_weights = opt_prop_def(DenseArrayBase.constr(i32))
    default_destination = successor_def()
    case_destinations = var_successor_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    traits = traits_def(IsTerminator())

    def __init__(
        self,
        value: SSAValue | Operation,
        default_destination: Block,
        default_operands: Sequence[SSAValue | Operation],
        case_values: Sequence[int],
        case_destinations: Sequence[Block],
        case_operands: Sequence[Sequence[SSAValue | Operation]],
    ):
        value = SSAValue.get(value)
        assert isa(value.type, IntegerType)
        flat = [operand for operands in case_operands for operand in operands]
        super().__init__(
            operands=[value, default_operands, flat],
            successors=[default_destination, case_destinations],
            properties={
                "case_values": _case_values(value.type, case_values),
                "case_operand_segments": DenseArrayBase.from_list(
                    i32, [len(operands) for operands in case_operands]
                ),
            },
        )

    @property
    def cases(self) -> tuple[tuple[int, Block, tuple[SSAValue, ...]], ...]:
        """
        Value (signed), destination and operands of each case.
        """
        values: Sequence[int] = ()
        if self.case_values is not None:
            elements = cast(DenseIntOrFPElementsAttr[IntegerType], self.case_values)
            values = elements.get_values()
        result: list[tuple[int, Block, tuple[SSAValue, ...]]] = []
        position = 0
        operands = self.case_operands
        for value, block, count in zip(
            values,
            self.case_destinations,
            self.case_operand_segments.get_values(),
            strict=True,
        ):
            result.append((value, block, tuple(operands[position : position + count])))
            position += count
        return tuple(result)

    def verify_(self) -> None:
        counts = self.case_operand_segments.get_values()
        cases = 0 if self.case_values is None else len(self.case_values)
        if not cases == len(counts) == len(self.case_destinations):
            raise VerifyException(
                f"'{self.name}' has {cases} case values, {len(counts)} operand counts "
                f"and {len(self.case_destinations)} destinations"
            )
        if sum(int(count) for count in counts) != len(self.case_operands):
            raise VerifyException(f"'{self.name}' has wrong case operand counts")
        if self.case_values is not None:
            if self.case_values.get_element_type() != self.value.type:
                raise VerifyException(
                    f"'{self.name}' has case values of type "
                    f"{self.case_values.get_element_type()}, expected {self.value.type}"
                )
            values = self.case_values.get_values()
            if len(set(values)) != len(values):
                raise VerifyException(f"'{self.name}' has the same case value twice")

    @classmethod
    def parse(cls, parser: Parser) -> SwitchOp:
        unresolved = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        if not isa(type, IntegerType):
            parser.raise_error(f"expected an integer type, got {type}")
        value = parser.resolve_operand(unresolved, type)
        parser.parse_punctuation(",")
        default, default_operands = _parse_destination(parser)
        values: list[int] = []
        blocks: list[Block] = []
        operands: list[Sequence[SSAValue]] = []

        def parse_case() -> None:
            number = parser.parse_integer(allow_boolean=False)
            # MLIR 19 prints the values unsigned, later versions signed.
            values.append(_signed(number, type))
            parser.parse_punctuation(":")
            block, arguments = _parse_destination(parser)
            blocks.append(block)
            operands.append(arguments)

        parser.parse_punctuation("[")
        if parser.parse_optional_punctuation("]") is None:
            parse_case()
            while parser.parse_optional_punctuation(",") is not None:
                parse_case()
            parser.parse_punctuation("]")
        attributes = parser.parse_optional_attr_dict()
        op = cls(value, default, default_operands, values, blocks, operands)
        if (weights := attributes.pop("branch_weights", None)) is not None:
            op.properties["branch_weights"] = weights
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        printer.print_string(", ")
        _print_destination(printer, self.default_destination, self.default_operands)
        printer.print_string(" [")
        with printer.indented():
            for number, (value, block, operands) in enumerate(self.cases):
                if number:
                    printer.print_string(",")
                printer.print_string("\n")
                printer.print_string(f"{value}: ")
                _print_destination(printer, block, operands)
        printer.print_string("\n")
        printer.print_string("]")
        attributes = dict(self.attributes)
        if self.branch_weights is not None:
            attributes["branch_weights"] = self.branch_weights
        printer.print_op_attributes(attributes)


def _signed(value: int, type: IntegerType) -> int:
    width = type.width.data
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def _case_values(
    type: IntegerType, values: Sequence[int]
) -> DenseIntOrFPElementsAttr | None:
    if not values:
        return None
    return DenseIntOrFPElementsAttr.from_list(
        VectorType(type, [len(values)]), [_signed(value, type) for value in values]
    )


def _parse_destination(parser: Parser) -> tuple[Block, Sequence[SSAValue]]:
    block = parser.parse_successor()
    if parser.parse_optional_punctuation("(") is None:
        return block, ()
    operands = [parser.parse_unresolved_operand()]
    while parser.parse_optional_punctuation(",") is not None:
        operands.append(parser.parse_unresolved_operand())
    parser.parse_punctuation(":")
    types = [parser.parse_type()]
    while parser.parse_optional_punctuation(",") is not None:
        types.append(parser.parse_type())
    parser.parse_punctuation(")")
    return block, parser.resolve_operands(operands, types, parser.pos)


def _print_destination(
    printer: Printer, block: Block, operands: Sequence[SSAValue]
) -> None:
    printer.print_block_name(block)
    if operands:
        printer.print_string("(")
        printer.print_list(operands, printer.print_ssa_value)
        printer.print_string(" : ")
        printer.print_list([o.type for o in operands], printer.print_attribute)
        printer.print_string(")")


INSTRUCTIONS: tuple[type[Operation], ...] = (
    AddrSpaceCastOp,
    AtomicCmpXchgOp,
    AtomicRMWOp,
    ExtractElementOp,
    FPToSIOp,
    FPToUIOp,
    FenceOp,
    FreezeOp,
    PoisonOp,
    SwitchOp,
    UIToFPOp,
)
