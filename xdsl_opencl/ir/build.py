"""
The builder of operations: an insertion point, a source location, and one method for each
kind of operation that passes make.

`Builder` makes operations of the `llvm` dialect, `ArithBuilder` the same of `arith`, for
passes that run before `arith` is converted. A builder puts each operation at its insertion
point at once and gives it its location, that of the operation being lowered:

    build = Builder.before(op)              # before `op`, with its location
    build = Builder(block)                  # at the end of a block
    inner = build.fresh((i64,))             # at the end of a new block with an argument

Operations are made with `Operation.create` or faster, without the constructors' checks; the
verifier runs after the pass. An attribute costs several times as much to make as to look
up and few are different, so they are made once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar, Self, cast

from typing_extensions import TypeVar
from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    AnyFloat,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    StringAttr,
    SymbolRefAttr,
    UnrealizedConversionCastOp,
    VectorType,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import (
    Attribute,
    Block,
    Operation,
    OpResult,
    SSAValue,
    SSAValues,
    Use,
)
from xdsl.irdl import IRDLOperation

from xdsl_opencl.dialects import changes as changes
from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.llvm_ext.corrected import (
    NOT_ATOMIC,
    AllocaOp,
    ConstantOp,
    FCmpOp,
    GEPOp,
    ICmpOp,
    LoadOp,
    SelectOp,
    StoreOp,
)
from xdsl_opencl.dialects.llvm_ext.instructions import (
    AddrSpaceCastOp,
    ExtractElementOp,
    PoisonOp,
)
from xdsl_opencl.dialects.llvm_ext.intrinsics import MemcpyOp, MemsetOp
from xdsl_opencl.dialects.llvm_ext.shapes import NO_FAST_MATH
from xdsl_opencl.ir.element_types import (
    FLOATS,
    bits_of,
    element_of,
    integer_like,
    integer_type,
    like,
    vector_of,
    width_of,
)

Op = TypeVar("Op", bound=Operation)

METADATA = "opencl.metadata"
"""Discardable attribute with LLVM's instruction metadata, a dictionary."""

DYNAMIC_INDEX = -(2**31)
"""`llvm.getelementptr`'s mark for an index that is an operand."""

GENERIC_POINTER = llvm.LLVMPointerType()

MAY_WRAP = IntegerAttr(0, i32)
NO_WRAP = IntegerAttr(3, i32)
"""LLVM's flags of integer arithmetic: none, and `nsw nuw`."""
_EXACT: Mapping[str, Attribute] = {"fastmathFlags": NO_FAST_MATH}
MAY_TRUNCATE = llvm.OverflowAttr(None)
"""The flags of `llvm.trunc`: none."""

INTEGER_PREDICATES: Mapping[str, IntegerAttr[IntegerType]] = {
    name: IntegerAttr(number, i64)
    for number, name in enumerate(
        ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
    )
}
"""The predicates of `arith.cmpi` and `llvm.icmp` (MLIR, `Arith_CmpIPredicateAttr`)."""
PREDICATE_NAMES = tuple(INTEGER_PREDICATES)
"""The names of `INTEGER_PREDICATES` by number."""
_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
INVERTED_PREDICATES: Mapping[str, str] = {
    name: _OPPOSITE.get(name) or name[0] + _OPPOSITE[name[1:]]
    for name in PREDICATE_NAMES
}
"""The opposite of each predicate."""
SWAPPED_PREDICATES: Mapping[str, str] = {
    name: name.translate(str.maketrans("lg", "gl")) for name in PREDICATE_NAMES[2:]
}
"""The predicates that order, each with that of exchanged operands."""

FLOAT_PREDICATES: Mapping[str, IntegerAttr[IntegerType]] = {
    str(flag): IntegerAttr(flag.to_int(), i64) for flag in llvm.FCmpPredicateFlag
}
"""The predicates of `llvm.fcmp` (MLIR, `FCmpPredicate`)."""

_ARITH_MAY_WRAP = arith.IntegerOverflowAttr("none")
_ARITH_NO_UNSIGNED_WRAP = arith.IntegerOverflowAttr((arith.IntegerOverflowFlag.NUW,))
_ARITH_NO_FAST_MATH = arith.FastMathFlagsAttr("none")
_ZERO = IntegerAttr(0, i32)


def may_be_hint(name: str) -> bool:
    """
    Returns whether a value may be called `name` in MLIR's text, which has ASCII letters only; xDSL
    takes any letter and could not read what it prints.
    """
    return name.isascii() and bool(SSAValue.is_valid_name(name))


@cache
def _integer_attribute(value: int, bits: int, width: int | None) -> Attribute:
    value &= (1 << bits) - 1
    if value >> (bits - 1) and bits > 1:
        value -= 1 << bits
    if width is not None:
        type = cast(VectorType[IntegerType], vector_of(integer_type(bits), width))
        return DenseIntOrFPElementsAttr.from_list(type, [value])
    return IntegerAttr(value, bits)


@cache
def _index_attribute(value: int) -> IntegerAttr[IndexType]:
    return IntegerAttr(value, IndexType())


@cache
def _float_attribute(value: str, bits: int, width: int | None) -> Attribute:
    """
    Takes `value` as hexadecimal text because the two zeros are one key as numbers.
    """
    number = float.fromhex(value)
    element = FLOATS[bits]
    if width is not None:
        type = cast(VectorType[AnyFloat], vector_of(element, width))
        return DenseIntOrFPElementsAttr.from_list(type, [number])
    return FloatAttr(number, element)


def integer_attribute(value: int, type: Attribute) -> Attribute:
    """
    Returns `value` in every element of `type`, an integer or a vector of integers, wrapped
    to its bits; or `value` of `index`.
    """
    if type.__class__ is IndexType:
        return _index_attribute(value)
    return _integer_attribute(value, bits_of(type), width_of(type))


@cache
def numbers(*elements: int) -> DenseArrayBase[IntegerType]:
    """Returns an array of `i32`."""
    return DenseArrayBase.from_list(i32, elements)


@cache
def positions(*elements: int) -> DenseArrayBase[IntegerType]:
    """Returns an array of `i64`."""
    return DenseArrayBase.from_list(i64, elements)


@cache
def flags_off(kind: type[Operation]) -> Mapping[str, Attribute]:
    """Returns the properties of `kind` that are flags, all of them off."""
    assert issubclass(kind, IRDLOperation)
    known = kind.get_irdl_definition().properties
    flags: dict[str, Attribute] = {}
    if "overflowFlags" in known:
        if kind.name.startswith("arith."):
            flags["overflowFlags"] = _ARITH_MAY_WRAP
        else:
            truncates = issubclass(kind, llvm.TruncOp)
            flags["overflowFlags"] = MAY_TRUNCATE if truncates else MAY_WRAP
    if "fastmathFlags" in known:
        flags["fastmathFlags"] = NO_FAST_MATH
    if "fastmath" in known:
        flags["fastmath"] = _ARITH_NO_FAST_MATH
    return flags


@cache
def _intrinsic_properties(
    name: str, operands: int, fast_math: llvm.FastMathAttr
) -> Mapping[str, Attribute]:
    return {
        "intrin": StringAttr(name),
        "fastmathFlags": fast_math,
        "op_bundle_sizes": numbers(),
        "operandSegmentSizes": numbers(operands, 0),
    }


def member_of(type: Attribute, position: Sequence[int]) -> Attribute:
    """Returns the type of a part of `type`, an array or struct."""
    for index in position:
        if isinstance(type, llvm.LLVMStructType):
            type = type.types.data[index]
        else:
            assert isinstance(type, llvm.LLVMArrayType)
            type = type.type
    return type


def known_integer(value: SSAValue) -> int | None:
    """Returns the number of `value`, if an `llvm.mlir.constant` integer defines it."""
    owner = value.owner
    if isinstance(owner, llvm.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


def set_type(value: SSAValue, new_type: Attribute) -> None:
    """
    Changes the type of `value` in place.

    xDSL's public way makes a new value and moves every use. The field is private: only
    this function sets it, and an operation of `llvm_ext` while it is made.
    """
    value._type = new_type  # pyright: ignore[reportPrivateUsage]


def _aligned(
    name: str, value: Attribute, alignment: int | None
) -> dict[str, Attribute]:
    properties = {name: value}
    if alignment is not None:
        properties["alignment"] = integer_attribute(alignment, i64)
    return properties


def replace(op: Operation, values: Sequence[SSAValue]) -> None:
    """Replaces the results of `op` by `values` and erases it."""
    for old, new in zip(op.results, values, strict=True):
        # That also hands on the name.
        old.replace_all_uses_with(new)
    erase(op)


def erase(op: Operation) -> None:
    """Erases `op`; its results must have no use."""
    block = op.parent
    assert block is not None
    block.erase_op(op)


_PLAIN = {"isVolatile": IntegerAttr(0, i1)}


def made_operation(
    kind: type[Op],
    operands: Sequence[SSAValue],
    type: Attribute | None,
    properties: Mapping[str, Attribute],
    attributes: Mapping[str, Attribute] | None = None,
    successors: Sequence[Block] = (),
) -> Op:
    """
    Makes an operation with one result of `type`, if any, and all its properties, as `kind.create`
    does, in a third of the time: empty fields are shared by all operations of a class.
    """
    op = kind.__new__(kind)
    op._operands = SSAValues(operands)  # pyright: ignore[reportPrivateUsage]
    uses = tuple([Use(op, index) for index in range(len(operands))])
    op._operand_uses = uses  # pyright: ignore[reportPrivateUsage]
    for value, use in zip(operands, uses):
        value.add_use(use)
    op.results = SSAValues(() if type is None else (OpResult(type, op, 0),))
    op.properties = {**properties}
    op.attributes = {**attributes} if attributes else {}
    op.location = UNKNOWN_LOC
    if successors:
        op.successors = successors
    return op


def copied(
    op: Op,
    values: dict[SSAValue, SSAValue],
    blocks: Mapping[Block, Block] = {},
) -> Op:
    """
    Copies `op` as `clone` does, in a third of the time: `values` and `blocks` have what stands in the
    copy for operands and successors, and `values` gets the results.
    """
    if op.regions or len(op.results) > 1:
        return op.clone(values, {**blocks})
    old, new = op._operands, op.results  # pyright: ignore[reportPrivateUsage]
    operands = [values.get(value, value) for value in old]
    type_ = new[0].type if new else None
    to = [blocks.get(block, block) for block in op.successors]
    copy = made_operation(type(op), operands, type_, op.properties, op.attributes, to)
    copy.location = op.location
    for result, made in zip(new, copy.results):
        made._name = result._name  # pyright: ignore[reportPrivateUsage]
        values[result] = made
    return copy


def copied_function(function: Op) -> Op:
    """Copies a function or a kernel with its blocks, as `clone` does."""
    copy = function.clone_without_regions()
    values: dict[SSAValue, SSAValue] = {}
    blocks: dict[Block, Block] = {}
    late: list[Operation] = []
    for region, to in zip(function.regions, copy.regions):
        for block in region.blocks:
            made = blocks[block] = Block(arg_types=block.arg_types)
            for argument, given in zip(block.args, made.args):
                values[argument] = given
                given.name_hint = argument.name_hint
            to.add_block(made)
    for block, made in blocks.items():
        for op in block.ops:
            new = copied(op, values, blocks)
            made.add_op(new)
            if op.regions or not all(map(values.__contains__, op.operands)):
                late.append(new)
    for op in (each for new in late for each in new.walk()):
        op.operands = [values.get(value, value) for value in op.operands]
    return copy


class Builder:
    """
    Makes operations of the `llvm` dialect at an insertion point, with a location.

    `fast_math` holds the flags of the floating-point operations that `op` makes;
    comparisons and `select` take none.
    """

    __slots__ = ("anchor", "block", "fast_math", "location")

    count_type: ClassVar[Attribute] = i64
    """The type of a constant without a given one."""

    def __init__(
        self,
        block: Block,
        anchor: Operation | None = None,
        location: LocationAttr | None = None,
        fast_math: llvm.FastMathAttr = NO_FAST_MATH,
    ):
        """Builds before `anchor`, which is in `block`, or at the end of `block`."""
        self.block = block
        self.anchor = anchor
        self.location = location
        self.fast_math = fast_math

    # --- the insertion point ---------------------------------------------------------

    @classmethod
    def before(cls, op: Operation) -> Self:
        """Returns a builder before `op`, as from the same place in the source."""
        assert op.parent is not None
        return cls(op.parent, op, op.location)

    @classmethod
    def at_start(cls, block: Block) -> Self:
        """Returns a builder before the first operation that `block` has now."""
        return cls(block, block.first_op)

    def fresh(self, arguments: Sequence[Attribute] = ()) -> Self:
        """
        Returns a builder at the end of a new block, which is not part of a region yet,
        with the same location.
        """
        return type(self)(Block(arg_types=arguments), location=self.location)

    def move_before(self, op: Operation) -> None:
        """Moves to the place before `op`, and takes its location."""
        assert op.parent is not None
        self.block, self.anchor, self.location = op.parent, op, op.location

    def insert(self, op: Operation) -> None:
        """
        Puts `op`, an operation with any number of results, at the insertion point.
        """
        if self.location is not None:
            op.location = self.location
        if self.anchor is None:
            self.block.add_op(op)
        else:
            self.block.insert_op_before(op, self.anchor)

    def add(self, op: Operation, hint: str | None = None) -> SSAValue:
        """
        Puts `op` at the insertion point; returns its first result, which `hint` names,
        if a value can be called so.
        """
        self.insert(op)
        # Indexing would be Python's.
        result = next(iter(op.results))
        if hint is not None and may_be_hint(hint):
            result.name_hint = hint
        return result

    # --- constants -------------------------------------------------------------------

    def literal(self, attribute: Attribute, type: Attribute) -> SSAValue:
        """Makes the constant `attribute` of `type`."""
        return self.op(ConstantOp, type=type, properties={"value": attribute})

    def constant(self, value: int, type: Attribute | None = None) -> SSAValue:
        """
        Makes the constant `value` in every element of integer `type`, wrapped to its bits;
        `type` is `count_type` unless given.
        """
        if type is None:
            type = self.count_type
        return self.literal(integer_attribute(value, type), type)

    def float_constant(self, value: float, type: Attribute) -> SSAValue:
        """
        Makes the constant `value` in every element of `type`, f16, f32, f64 or a vector of these.
        """
        attribute = _float_attribute(value.hex(), bits_of(type), width_of(type))
        return self.literal(attribute, type)

    def null(self, type: Attribute) -> SSAValue:
        return self.op(llvm.ZeroOp, type=type)

    def poison(self, type: Attribute) -> SSAValue:
        return self.op(PoisonOp, type=type)

    # --- arithmetic ------------------------------------------------------------------

    def op(
        self,
        kind: type[Operation],
        *operands: SSAValue,
        type: Attribute | None = None,
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        hint: str | None = None,
    ) -> SSAValue:
        """
        Makes a `kind`; its result has the type of its first operand unless `type` is given. Flags
        that are not among `properties` are off, but for those of `fast_math`.
        """
        flags = flags_off(kind)
        if flags:
            if self.fast_math is not NO_FAST_MATH and "fastmathFlags" in flags:
                flags = {**flags, "fastmathFlags": self.fast_math}
            properties = {**flags, **properties} if properties else flags
        result = operands[0].type if type is None else type
        made = made_operation(kind, operands, result, properties or {}, attributes)
        return self.add(made, hint)

    def put(
        self,
        kind: type[Operation],
        *operands: SSAValue,
        properties: Mapping[str, Attribute] = {},
        attributes: Mapping[str, Attribute] | None = None,
        successors: Sequence[Block] = (),
    ) -> None:
        """Makes a `kind`, which has no results."""
        self.insert(
            made_operation(kind, operands, None, properties, attributes, successors)
        )

    def no_wrap(
        self,
        kind: type[Operation],
        lhs: SSAValue,
        rhs: SSAValue,
        hint: str | None = None,
    ) -> SSAValue:
        """
        Makes an `add`, `sub`, `mul` or `shl` that wraps neither signed nor unsigned.
        """
        return self.op(kind, lhs, rhs, properties={"overflowFlags": NO_WRAP}, hint=hint)

    def compare(self, predicate: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Compares integers or pointers by a name of `INTEGER_PREDICATES`."""
        number = {"predicate": INTEGER_PREDICATES[predicate]}
        return self.op(ICmpOp, lhs, rhs, type=like(lhs.type, i1), properties=number)

    def compare_float(self, predicate: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Compares floating point by a name of `FLOAT_PREDICATES`."""
        number = {"predicate": FLOAT_PREDICATES[predicate], **_EXACT}
        return self.op(FCmpOp, lhs, rhs, type=like(lhs.type, i1), properties=number)

    def select(self, condition: SSAValue, yes: SSAValue, no: SSAValue) -> SSAValue:
        operands = (condition, yes, no)
        return self.op(SelectOp, *operands, type=yes.type, properties=_EXACT)

    def resize(
        self, value: SSAValue, to: Attribute | int, *, unsigned: bool = True
    ) -> SSAValue:
        """Truncates or extends integers to type `to`, or to as many bits."""
        have = bits_of(value.type)
        if isinstance(to, int):
            want, type = to, integer_like(value.type, to)
        else:
            want, type = bits_of(to), to
        if have == want:
            return value
        if have > want:
            return self.op(llvm.TruncOp, value, type=type)
        return self.op(llvm.ZExtOp if unsigned else llvm.SExtOp, value, type=type)

    def bitcast(self, value: SSAValue, type: Attribute) -> SSAValue:
        if value.type == type:
            return value
        return self.op(llvm.BitcastOp, value, type=type)

    # --- vectors, arrays and structures ----------------------------------------------

    def extract(self, vector: SSAValue, index: int) -> SSAValue:
        """Makes an `llvm.extractelement`."""
        position = self.constant(index, i32)
        element = element_of(vector.type)
        return self.op(ExtractElementOp, vector, position, type=element)

    def insert_element(self, vector: SSAValue, value: SSAValue, index: int) -> SSAValue:
        """Makes an `llvm.insertelement`."""
        position = self.constant(index, i32)
        return self.op(llvm.InsertElementOp, vector, value, position)

    def shuffle(self, a: SSAValue, b: SSAValue, mask: Sequence[int]) -> SSAValue:
        """
        Picks elements of `a` and `b` one after the other; -1 leaves an element undefined.
        """
        type = vector_of(element_of(a.type), len(mask))
        lanes = {"mask": numbers(*mask)}
        return self.op(llvm.ShuffleVectorOp, a, b, type=type, properties=lanes)

    def extract_value(self, container: SSAValue, *position: int) -> SSAValue:
        """Makes an `llvm.extractvalue` of an array or struct."""
        type = member_of(container.type, position)
        place = {"position": positions(*position)}
        return self.op(llvm.ExtractValueOp, container, type=type, properties=place)

    def insert_value(
        self, container: SSAValue, value: SSAValue, *position: int
    ) -> SSAValue:
        """Makes an `llvm.insertvalue` into an array or struct."""
        place = {"position": positions(*position)}
        return self.op(llvm.InsertValueOp, container, value, properties=place)

    # --- memory ----------------------------------------------------------------------

    def offset(
        self,
        pointer: SSAValue,
        index: int | SSAValue,
        element: Attribute = i8,
        hint: str | None = None,
    ) -> SSAValue:
        """Moves `pointer` by `index` elements, within its object."""
        if index == 0:
            return pointer
        dynamic = (index,) if isinstance(index, SSAValue) else ()
        properties = {
            "elem_type": element,
            "rawConstantIndices": numbers(DYNAMIC_INDEX if dynamic else index),
            "inbounds": UNIT,
            "noWrapFlags": _ZERO,
        }
        return self.op(GEPOp, pointer, *dynamic, properties=properties, hint=hint)

    def load(
        self,
        pointer: SSAValue,
        type: Attribute,
        alignment: int | None = None,
        hint: str | None = None,
        metadata: Attribute | None = None,
        invariant: bool = False,
    ) -> SSAValue:
        """
        Loads a `type`; `alignment` is in bytes. `invariant`: the memory does not change while the
        kernel runs.
        """
        properties = _aligned("ordering", NOT_ATOMIC, alignment)
        if invariant:
            properties["invariant"] = UNIT
        attributes = {} if metadata is None else {METADATA: metadata}
        return self.op(
            LoadOp,
            pointer,
            type=type,
            properties=properties,
            attributes=attributes,
            hint=hint,
        )

    def store(
        self,
        value: SSAValue,
        pointer: SSAValue,
        alignment: int | None = None,
        metadata: Attribute | None = None,
    ) -> None:
        """Stores `value`; `alignment` is in bytes."""
        properties = _aligned("ordering", NOT_ATOMIC, alignment)
        attributes = {} if metadata is None else {METADATA: metadata}
        self.put(StoreOp, value, pointer, properties=properties, attributes=attributes)

    def fill(self, pointer: SSAValue, byte: int | SSAValue, size: SSAValue) -> None:
        """Sets `size` bytes to `byte`."""
        value = self.constant(byte, i8) if isinstance(byte, int) else byte
        self.put(MemsetOp, pointer, value, size, properties=_PLAIN)

    def copy_bytes(self, to: SSAValue, source: SSAValue, size: SSAValue) -> None:
        """Copies `size` bytes of memory that is apart."""
        self.put(MemcpyOp, to, source, size, properties=_PLAIN)

    def alloca(
        self,
        element: Attribute,
        count: int | SSAValue = 1,
        *,
        alignment: int | None = None,
        type: Attribute = GENERIC_POINTER,
        hint: str | None = None,
    ) -> SSAValue:
        """
        Makes a variable of `count` elements on the stack; `type` is that of its address.
        """
        size = self.constant(count) if isinstance(count, int) else count
        properties = _aligned("elem_type", element, alignment)
        return self.op(AllocaOp, size, type=type, properties=properties, hint=hint)

    def private_copy(
        self, source: SSAValue, type: Attribute, size: int, align: int
    ) -> SSAValue:
        """
        Copies the `size` bytes of a `type` at `source` to private memory, aligned to
        `align` bytes; returns the address of the copy, a pointer as `source` is.
        """
        copy = self.alloca(type, alignment=align, type=source.type)
        self.copy_bytes(copy, source, self.constant(size))
        return copy

    def address_of(self, name: str, type: Attribute) -> SSAValue:
        """Makes the address of global `name`, a pointer of `type`."""
        symbol = {"global_name": SymbolRefAttr(name)}
        return self.op(llvm.AddressOfOp, type=type, properties=symbol)

    def generic(self, pointer: SSAValue) -> SSAValue:
        """Casts `pointer` to the `!llvm.ptr` that functions of the host take."""
        if pointer_space_number(pointer.type) == 0:
            return pointer
        return self.op(AddrSpaceCastOp, pointer, type=GENERIC_POINTER)

    # --- calls, casts and control flow -----------------------------------------------

    def intrinsic(
        self,
        name: str,
        operands: Sequence[SSAValue],
        result: Attribute,
        metadata: Mapping[str, Attribute] | None = None,
    ) -> SSAValue:
        """Calls LLVM intrinsic `name`, its type suffixes included."""
        properties = _intrinsic_properties(name, len(operands), self.fast_math)
        attributes = {METADATA: DictionaryAttr(metadata)} if metadata else None
        return self.add(
            made_operation(
                llvm.CallIntrinsicOp, operands, result, properties, attributes
            )
        )

    def run_intrinsic(self, name: str, operands: Sequence[SSAValue] = ()) -> None:
        """Calls LLVM intrinsic `name`, which has no result."""
        properties = _intrinsic_properties(name, len(operands), NO_FAST_MATH)
        self.put(llvm.CallIntrinsicOp, *operands, properties=properties)

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        """
        Makes a `builtin.unrealized_conversion_cast`, the boundary between two type systems.
        """
        return self.op(UnrealizedConversionCastOp, value, type=type)

    def branch(self, target: Block, arguments: Sequence[SSAValue] = ()) -> None:
        self.put(llvm.BrOp, *arguments, successors=(target,))

    def branch_if(
        self,
        condition: SSAValue,
        yes: Block,
        no: Block,
        yes_arguments: Sequence[SSAValue] = (),
        no_arguments: Sequence[SSAValue] = (),
        attributes: Mapping[str, Attribute] | None = None,
    ) -> None:
        segments = numbers(1, len(yes_arguments), len(no_arguments))
        self.put(
            llvm.CondBrOp,
            *(condition, *yes_arguments, *no_arguments),
            properties={"operandSegmentSizes": segments},
            attributes=attributes,
            successors=(yes, no),
        )

    def ret(self) -> None:
        self.put(llvm.ReturnOp)


class ArithBuilder(Builder):
    """
    Makes constants, comparisons and selections of `arith`; `op` takes its operations.
    """

    __slots__ = ()

    count_type = i32

    def literal(self, attribute: Attribute, type: Attribute) -> SSAValue:
        return self.op(arith.ConstantOp, type=type, properties={"value": attribute})

    def no_wrap(
        self,
        kind: type[Operation],
        lhs: SSAValue,
        rhs: SSAValue,
        hint: str | None = None,
    ) -> SSAValue:
        """Makes an `addi`, `subi`, `muli` or `shli` that does not wrap as unsigned."""
        flags = {"overflowFlags": _ARITH_NO_UNSIGNED_WRAP}
        return self.op(kind, lhs, rhs, properties=flags, hint=hint)

    def convert(
        self, kind: type[Operation], value: SSAValue, type: Attribute
    ) -> SSAValue:
        kind = shaped_form(kind, type)
        return self.add(kind.create(operands=(value,), result_types=(type,)))

    def compare(self, predicate: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        kind = shaped_form(arith.CmpiOp, lhs.type)
        number = {"predicate": INTEGER_PREDICATES[predicate]}
        return self.op(kind, lhs, rhs, type=like(lhs.type, i1), properties=number)

    def select(self, condition: SSAValue, yes: SSAValue, no: SSAValue) -> SSAValue:
        kind = shaped_form(arith.SelectOp, condition.type)
        return self.op(kind, condition, yes, no, type=yes.type)


def shaped_form(kind: type[Operation], type: Attribute) -> type[Operation]:
    """
    Returns the class of `kind`, an operation of `arith`, for operands of `type`: xDSL's
    takes scalars only.
    """
    if type.__class__ is not VectorType:
        return kind
    from xdsl_opencl.dialects.arith_ext.forms import FORMS

    return FORMS.get(kind, kind)


def pointer_space_number(type: Attribute) -> int:
    """Returns the number of the address space of `!llvm.ptr<n>`."""
    assert isinstance(type, llvm.LLVMPointerType)
    return type.addr_space.data if isinstance(type.addr_space, IntAttr) else 0
