"""The operations of the `llvm` dialect in SPIR-V, one handler each; most are rows of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    IntegerAttr,
    IntegerType,
    UnrealizedConversionCastOp,
    VectorType,
    i8,
    i32,
)
from xdsl.dialects.llvm import GEP_USE_SSA_VAL
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
from xdsl_opencl.ir.build import (
    FLOAT_PREDICATES,
    INTEGER_PREDICATES,
    known_integer,
)
from xdsl_opencl.spirv.names import (
    CONVERSIONS,
    FAST,
    FAST_MATH,
    FLOAT_RELATIONS,
    FLOATS,
    INTEGER_RELATIONS,
    INTEGERS,
    WRAPS,
)
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.constants import float_bits, literal, space_of, walked
from xdsl_opencl.spirv.writer.declarations import STORAGE, Form

# Numbers ------------------------------------------------------------------------------------

_BINARY = {kind: f"Op{name}" for name, kind in {**INTEGERS, **FLOATS}.items()}
_OF_TRUTH_VALUES = {
    "add": "OpLogicalNotEqual",
    "sub": "OpLogicalNotEqual",
    "xor": "OpLogicalNotEqual",
    "mul": "OpLogicalAnd",
    "and": "OpLogicalAnd",
    "or": "OpLogicalOr",
}

_CORE_FAST_MATH = FAST - 1
"""The bits of `FPFastMathMode` that need no extension."""


def _binary(b: Body, op: Operation) -> int:
    left, right = op.operands
    form = b.form(left)
    name = op.name[5:]
    if form.kind == "bool":
        opcode = _OF_TRUTH_VALUES.get(name)
        if opcode is None:
            # Any other result but the first operand is undefined, or zero for a remainder.
            return b.value(left)
    else:
        opcode = _BINARY[name]
    first, second = b.value(left), b.value(right)
    if form.held and name in ("sdiv", "srem", "ashr"):
        first = b.signed(first, form)
        second = second if name == "ashr" else b.signed(second, form)
    made = b.masked(b.emit(opcode, form, first, second), form)
    flags = op.properties.get("fastmathFlags")
    if isinstance(flags, llvm.FastMathAttr) and flags.data:
        mask = sum(bit for bit, flag in FAST_MATH.items() if flag in flags.data)
        mask &= _CORE_FAST_MATH
        if len(flags.data) == len(FastMathFlag):
            mask = FAST
        if mask:
            b.d.decorate(made, "FPFastMathMode", mask)
    if form.kind == "int" and not form.held:
        wraps = number_of(op, "overflowFlags")
        for name, bit in WRAPS.items():
            if wraps & bit:
                b.d.decorate(made, name)
    return made


_INTEGER_PREDICATES = {
    INTEGER_PREDICATES[kind].value.data: name
    for name, kind in INTEGER_RELATIONS.items()
}
_FLOAT_PREDICATES = {
    FLOAT_PREDICATES[kind].value.data: name for name, kind in FLOAT_RELATIONS.items()
}
"""By number; those that are always false or true are not among them."""


def _compare_integers(b: Body, op: llvm.ICmpOp) -> int:
    form = b.form(op.lhs)
    left, right = b.value(op.lhs), b.value(op.rhs)
    name = _INTEGER_PREDICATES[op.predicate.value.data]
    result = b.d.form(op.results[0].type)
    if form.kind == "pointer":
        number = b.d.form(b.d.index)
        left, right = (
            b.emit("OpConvertPtrToU", number, pointer) for pointer in (left, right)
        )
    elif form.kind == "bool":
        if name[0] == "I":
            return b.emit(f"OpLogical{name[1:]}", result, left, right)
        # As a signed number of one bit, true is -1.
        wide = b.d.like(form, i8)
        ones, zeros = b.d.number(255, wide), b.d.number(0, wide)
        left, right = (b.select(wide, x, ones, zeros) for x in (left, right))
    elif form.held and name.startswith("S"):
        left, right = b.signed(left, form), b.signed(right, form)
    return b.emit(f"Op{name}", result, left, right)


def _compare_floats(b: Body, op: llvm.FCmpOp) -> int:
    number = op.predicate.value.data
    result = b.d.form(op.results[0].type)
    if name := _FLOAT_PREDICATES.get(number):
        return b.emit(f"Op{name}", result, *b.values(op.operands))
    return b.d.number(number and 1, result)


_CASTS = {
    "trunc": "OpUConvert",
    "zext": "OpUConvert",
    "sext": "OpSConvert",
    "fptrunc": "OpFConvert",
    "fpext": "OpFConvert",
    **{kind: f"Op{name}" for name, kind in CONVERSIONS.items()},
}


def _cast(b: Body, op: Operation) -> int:
    (source,) = op.operands
    name = op.name[5:]
    form, result = b.form(source), b.d.form(op.results[0].type)
    made = b.value(source)
    if form.kind == "bool":
        made = truth_as_number(
            b, made, result, 0 if name in ("zext", "uitofp") else None
        )
    elif result.kind == "bool":
        if name in ("fptosi", "fptoui"):
            made = b.emit("OpFUnordNotEqual", result, made, b.d.number(0, form))
        else:
            made = low_bit(b, made, form, result)
    else:
        if name in ("sext", "sitofp"):
            made = b.signed(made, form)
        if form.kind != "int" or form.id != result.id:
            made = b.emit(_CASTS[name], result, made)
        made = b.masked(made, result)
    return made


def truth_as_number(b: Body, made: int, result: Form, sign: int | None = 0) -> int:
    """0, and 1 for true; with the sign of a number of one bit, -1 for true."""
    if result.kind == "float":
        one = float_bits(1.0 if sign == 0 else -1.0, result.bits)
    else:
        one = 1 if sign == 0 else (1 << result.bits) - 1
    return b.select(result, made, b.d.number(one, result), b.d.number(0, result))


def low_bit(b: Body, made: int, form: Form, result: Form) -> int:
    """Whether the lowest bit of an integer is set."""
    bit = b.emit("OpBitwiseAnd", form, made, b.d.number(1, form))
    return b.emit("OpINotEqual", result, bit, b.d.number(0, form))


def reinterpret(b: Body, made: int, form: Form, result: Form) -> int:
    """The bits of a value as another type of the same size."""
    if form.id == result.id:
        return made
    if form.held or result.held:
        raise b.d.refuse(
            f"the bits of {form.type} cannot be {result.type} in SPIR-V; use types of 8, "
            "16, 32 or 64 bits"
        )
    if result.kind == "bool" or form.kind == "bool":
        return _reinterpret_truth(b, made, form, result)
    return b.emit("OpBitcast", result, made)


def _reinterpret_truth(b: Body, made: int, form: Form, result: Form) -> int:
    """Truth values as the bits of an integer, or back."""
    d = b.d
    if form.kind == "bool":
        whole = d.form(IntegerType(max(8, form.width)))
        total = d.number(0, whole)
        for at in range(form.width):
            bit = made
            if form.width > 1:
                bit = b.emit("OpCompositeExtract", d.bool, made, at)
            one = b.select(whole, bit, d.number(1 << at, whole), d.number(0, whole))
            total = b.emit("OpBitwiseOr", whole, total, one)
        return reinterpret(b, total, whole, result)
    whole = d.form(IntegerType(max(8, result.width)))
    made = reinterpret(b, made, form, whole)
    bits: list[int] = []
    for at in range(result.width):
        bit = b.emit("OpShiftRightLogical", whole, made, d.number(at, whole))
        bits.append(low_bit(b, bit, whole, d.bool))
    return b.composed(result, bits)


_PLAIN = {
    "llvm.fneg": "OpFNegate",
    "llvm.unreachable": "OpUnreachable",
    "opencl.return": "OpReturn",
    "opencl.is_valid_reserve_id": "OpIsValidReserveId",
}


def _plain(b: Body, op: Operation) -> int | None:
    """An instruction with the operands and the result of the operation."""
    opcode, values = _PLAIN[op.name], b.values(op.operands)
    if op.results:
        return b.emit(opcode, b.form(op.results[0]), *values)
    b.run(opcode, *values)


def _select(b: Body, op: Operation) -> int:
    condition, yes, no = op.operands
    form, test = b.form(yes), b.form(condition)
    made = b.value(condition)
    if form.width > 1 and test.width == 1:
        # SPIR-V before 1.4 chooses vectors element by element.
        made = b.splat(made, b.d.like(form, test.type))
    values = b.value(yes), b.value(no)
    return b.select(form, made, *values)


_UNDEFINED = ("llvm.mlir.undef", "llvm.mlir.poison")


def _freeze(b: Body, op: Operation) -> int:
    (source,) = op.operands
    owner = source.owner
    if isinstance(owner, Operation) and owner.name in _UNDEFINED:
        return b.d.null(b.form(source))
    return _same(b, op)


def _same(b: Body, op: Operation) -> int:
    """The result is the first operand."""
    return b.value(op.operands[0])


# Constants and vectors ------------------------------------------------------------------------


def _undefined(b: Body, op: Operation) -> int:
    return b.d.undefined(b.form(op.results[0]))


def _zero(b: Body, op: Operation) -> int:
    return b.d.null(b.form(op.results[0]))


def _address_of(b: Body, op: Operation) -> None:
    name = cast("Any", op).global_name.root_reference.data
    made = b.symbols[name]
    if made not in b.d.variables:
        raise b.d.refuse(
            f"@{name} is a function; SPIR-V for OpenCL has no addresses of functions: call "
            "it by its name"
        )
    storage, pointee = b.d.variables[made]
    b.set_pointer(op.results[0], made, pointee, storage)


def _place_in(form: Form, position: SSAValue) -> int | None:
    """The constant number of an element of `form`."""
    index = known_integer(position)
    return index if index is not None and 0 <= index < form.width else None


def _extract_element(b: Body, op: Operation) -> int:
    vector, position = op.operands
    form, made = b.form(vector), b.value(vector)
    if form.width == 1:
        return made
    if (index := _place_in(form, position)) is not None:
        return b.emit("OpCompositeExtract", form.scalar, made, index)
    return b.emit("OpVectorExtractDynamic", form.scalar, made, b.value(position))


def _insert_element(b: Body, op: Operation) -> int:
    vector, element, position = op.operands
    form, made, part = b.form(vector), b.value(vector), b.value(element)
    if form.width == 1:
        return part
    if (index := _place_in(form, position)) is not None:
        return b.emit("OpCompositeInsert", form, part, made, index)
    return b.emit("OpVectorInsertDynamic", form, made, part, b.value(position))


def _shuffle(b: Body, op: Operation) -> int:
    left, right = op.operands
    form, result = b.form(left), b.form(op.results[0])
    mask = [int(n) for n in cast("Any", op).mask.get_values()]
    values = b.value(left), b.value(right)
    if form.width > 1 and result.width > 1:
        lanes = (n & 0xFFFFFFFF for n in mask)
        return b.emit("OpVectorShuffle", result, *values, *lanes)
    parts: list[int] = []
    for number in mask:
        if number < 0:
            parts.append(b.d.undefined(result.scalar))
            continue
        which, at = divmod(number, form.width)
        part = values[which]
        if form.width > 1:
            part = b.emit("OpCompositeExtract", result.scalar, part, at)
        parts.append(part)
    return b.composed(result, parts)


def _path(op: Operation) -> list[int]:
    return [int(n) for n in cast("Any", op).position.get_values()]


def _extract_value(b: Body, op: Operation) -> None:
    (container,), (result,) = op.operands, op.results
    type_id = b.d.memory(result.type).id
    made = b.emit("OpCompositeExtract", type_id, b.value(container), *_path(op))
    b.set_stored(result, made)


def _insert_value(b: Body, op: Operation) -> int:
    container, value = op.operands
    values = b.stored(value), b.value(container)
    return b.emit("OpCompositeInsert", b.form(container), *values, *_path(op))


# Memory ---------------------------------------------------------------------------------------

VOLATILE, ALIGNED, NON_TEMPORAL = 1, 2, 4


def _memory_operands(op: Operation) -> tuple[int, ...]:
    alignment = number_of(op, "alignment")
    mask = VOLATILE * ("volatile_" in op.properties)
    mask |= NON_TEMPORAL * ("nontemporal" in op.properties)
    if alignment:
        return mask | ALIGNED, alignment
    return (mask,) if mask else ()


def _load(b: Body, op: Operation) -> int | None:
    (pointer,), (result,) = op.operands, op.results
    form = b.d.memory(result.type)
    if form.held:
        return _load_bytes(b, op, form)
    address = b.pointer(pointer, form.id)
    b.set_stored(result, b.emit("OpLoad", form, address, *_memory_operands(op)))
    return None


def _store(b: Body, op: Operation) -> None:
    value, pointer = op.operands
    form = b.d.memory(value.type)
    if form.held:
        _store_bytes(b, op, form)
        return
    b.run(
        "OpStore", b.pointer(pointer, form.id), b.stored(value), *_memory_operands(op)
    )


def _places(b: Body, pointer: SSAValue, form: Form) -> list[int]:
    """The addresses of the bytes that an integer of `form` has in memory."""
    base = _byte_pointer(b, pointer)
    type_id = b.d.pointer(b.form(pointer).storage, b.d.form(i8).id)
    count = -(-form.bits // 8)
    indices = (b.d.word(number) for number in range(count))
    return [b.emit("OpInBoundsPtrAccessChain", type_id, base, at) for at in indices]


def _load_bytes(b: Body, op: Operation, form: Form) -> int:
    """Loads an integer that is no type of SPIR-V byte by byte, the lowest first."""
    byte = b.d.form(i8)
    made = b.d.number(0, form)
    for number, place in enumerate(_places(b, op.operands[0], form)):
        part = b.emit("OpLoad", byte, place, *_volatile(op))
        if form.held > 8:
            part = b.emit("OpUConvert", form, part)
        distance = b.d.number(8 * number, form)
        part = b.emit("OpShiftLeftLogical", form, part, distance)
        made = b.emit("OpBitwiseOr", form, made, part)
    return b.masked(made, form)


def _store_bytes(b: Body, op: Operation, form: Form) -> None:
    """Stores an integer that is no type of SPIR-V byte by byte, the lowest first."""
    value, pointer = op.operands
    for number, place in enumerate(_places(b, pointer, form)):
        distance = b.d.number(8 * number, form)
        part = b.emit("OpShiftRightLogical", form, b.value(value), distance)
        if form.held > 8:
            part = b.emit("OpUConvert", b.d.form(i8), part)
        b.run("OpStore", place, part, *_volatile(op))


def _volatile(op: Operation) -> tuple[int, ...]:
    """The memory operands of an access that may be volatile."""
    is_volatile = "volatile_" in op.properties or number_of(op, "isVolatile")
    return (VOLATILE,) if is_volatile else ()


def _variable(b: Body, op: Operation) -> None:
    alloca = cast("Any", op)
    (size,), (result,) = op.operands, op.results
    count = known_integer(size)
    if count is None:
        raise b.d.refuse(
            "a variable's number of elements is not known when SPIR-V is written; give it "
            "a constant size"
        )
    if space_of(result.type) != 0:
        raise b.d.refuse("a variable of a function is in private memory; use !llvm.ptr")
    type: Attribute = alloca.elem_type
    if count != 1:
        type = llvm.LLVMArrayType(max(1, count), type)
    form = b.d.memory(type)
    made = b.local_variable(form.id)
    if alignment := number_of(op, "alignment"):
        b.d.decorate(made, "Alignment", alignment)
    b.set_pointer(result, made, form.id, "Function")


def _element_pointer(b: Body, op: Operation) -> None:
    gep = cast("Any", op)
    d = b.d
    pointer, result = op.operands[0], op.results[0]
    if isinstance(result.type, VectorType):
        raise d.refuse(
            "SPIR-V for OpenCL has no vectors of pointers; use them one by one"
        )
    source: Attribute = gep.elem_type
    storage = b.form(result).storage
    raw = [int(n) for n in gep.rawConstantIndices.get_values()]
    if raw == [0]:
        form = d.memory(source)
        b.set_pointer(result, b.pointer(pointer, form.id), form.id, storage)
        return
    dynamic = iter(op.operands[1:])
    indices: list[int] = []
    steps: list[int | None] = []
    for index in raw:
        if index == GEP_USE_SSA_VAL:
            value = next(dynamic)
            indices.append(b.value(value))
            steps.append(known_integer(value))
        else:
            indices.append(d.word(index))
            steps.append(index)
    pointee = d.memory(walked(d, source, steps[1:])).id
    opcode = "OpPtrAccessChain"
    if "inbounds" in op.properties or (number_of(op, "noWrapFlags") & 1):
        opcode = "OpInBoundsPtrAccessChain"
    base = b.pointer(pointer, d.memory(source).id)
    made = b.emit(opcode, d.pointer(storage, pointee), base, *indices)
    b.set_pointer(result, made, pointee, storage)


def number_of(op: Operation, name: str) -> int:
    """The number in a property; 0 without it."""
    found = op.properties.get(name)
    return found.value.data if isinstance(found, IntegerAttr) else 0


def _address_space_cast(b: Body, op: Operation) -> int:
    before, after = b.form(op.operands[0]), b.form(op.results[0])
    made, generic = b.value(op.operands[0]), STORAGE[4]
    if before.storage == after.storage:
        return made
    if "UniformConstant" in (before.storage, after.storage):
        raise b.d.refuse(
            "constant memory is no part of the generic address space; declare the "
            "pointer 'constant' or 'global' from the start"
        )
    if generic not in (before.storage, after.storage):
        type = b.d.pointer(generic, b.d.form(i8).id)
        made = b.emit("OpPtrCastToGeneric", type, made)
    to_generic = after.storage == generic
    opcode = "OpPtrCastToGeneric" if to_generic else "OpGenericCastToPtr"
    return b.emit(opcode, after, made)


def _byte_pointer(b: Body, value: SSAValue) -> int:
    return b.pointer(value, b.d.form(i8).id)


def _alignment(op: Operation, number: int) -> int:
    """The alignment in bytes that argument `number` of an intrinsic has."""
    attributes = op.properties.get("arg_attrs")
    if attributes is not None:
        found = cast("Any", attributes).data[number].data.get("llvm.align")
        if isinstance(found, IntegerAttr):
            return cast("IntegerAttr[IntegerType]", found).value.data
    return 1


def _copy(b: Body, op: Operation) -> None:
    """`llvm.intr.memcpy`, whose length may be a property (`memcpy.inline`)."""
    target, source = op.operands[:2]
    known = number_of(op, "len") if "len" in op.properties else None
    if known is None:
        known, count = known_integer(op.operands[2]), b.value(op.operands[2])
    else:
        count = b.d.integer(known, b.d.index)
    if known == 0:
        return
    mask = ALIGNED | sum(_volatile(op))
    alignment = min(_alignment(op, 0), _alignment(op, 1))
    operands = (_byte_pointer(b, target), _byte_pointer(b, source), count)
    b.run("OpCopyMemorySized", *operands, mask, alignment)


def _bytes_loop(
    b: Body, op: Operation, byte: Callable[[int, Form], tuple[int, int]]
) -> None:
    """Stores a byte for each number below the length: `byte` gives the index and the value."""
    target, length = op.operands[0], op.operands[2]
    form = b.form(length)
    operands = _volatile(op)
    base = _byte_pointer(b, target)
    pointer = b.d.pointer(b.form(target).storage, b.d.form(i8).id)

    def store(index: int) -> None:
        at, value = byte(index, form)
        address = b.emit("OpInBoundsPtrAccessChain", pointer, base, at)
        b.run("OpStore", address, value, *operands)

    b.loop(b.value(length), form, store)


def _fill(b: Body, op: Operation) -> None:
    value = b.value(op.operands[1])
    _bytes_loop(b, op, lambda index, form: (index, value))


def _move(b: Body, op: Operation) -> int | None:
    """`llvm.intr.memmove`: from the last byte on where the target is the higher address."""
    d = b.d
    target, source, length = op.operands[:3]
    number = d.form(d.index)
    base = _byte_pointer(b, source)
    pointer = d.pointer(b.form(source).storage, d.form(i8).id)
    first, second = (
        b.emit("OpConvertPtrToU", number, _byte_pointer(b, each))
        for each in (target, source)
    )
    up = b.emit("OpULessThan", d.bool, first, second)
    form = b.form(length)
    last = b.emit("OpISub", form, b.value(length), d.number(1, form))

    def byte(index: int, form: Form) -> tuple[int, int]:
        at = b.select(form, up, index, b.emit("OpISub", form, last, index))
        address = b.emit("OpInBoundsPtrAccessChain", pointer, base, at)
        return at, b.emit("OpLoad", d.form(i8), address)

    _bytes_loop(b, op, byte)


# Control --------------------------------------------------------------------------------------


def _conditional_branch(b: Body, op: llvm.CondBrOp) -> None:
    condition = b.value(op.operands[0])
    b.run("OpBranchConditional", condition, *b.edges(op))


def _switch(b: Body, op: SwitchOp) -> None:
    selector, form = b.value(op.value), b.form(op.value)
    default, *labels = b.edges(op)
    cases: list[int] = []
    for (value, _, _), label in zip(op.cases, labels, strict=True):
        cases += value & (1 << form.bits) - 1, label
    if form.kind == "bool":
        selector = truth_as_number(b, selector, b.d.form(i32))
    b.run("OpSwitch", selector, default, *cases)


def _return(b: Body, op: Operation) -> None:
    values = b.values(op.operands)
    b.run("OpReturnValue" if values else "OpReturn", *values)


def _call(b: Body, op: llvm.CallOp) -> int | None:
    if op.callee is None:
        raise b.d.refuse(
            "SPIR-V for OpenCL has no calls through pointers; call a function by its name"
        )
    name = op.callee.root_reference.data
    type_id = b.form(op.results[0]).id if op.results else b.d.void.id
    arguments = [
        b.pointer(value, pointee) if pointee else b.value(value)
        for value, pointee in zip(op.operands, b.pointees[name], strict=True)
    ]
    made = b.emit("OpFunctionCall", type_id, b.symbols[name], *arguments)
    if op.results:
        return made


def _conversion_cast(b: Body, op: UnrealizedConversionCastOp) -> int | None:
    """Casts between `index` and its integer, or a memref and its pointer."""
    if len(op.operands) != 1 or len(op.results) != 1:
        raise b.d.refuse("a conversion of types is left that no pass has lowered")
    (source,), (result,) = op.operands, op.results
    before, after = b.form(source), b.form(result)
    if before.id == after.id:
        if source in b.pointers:
            b.pointers[result] = b.pointers[source]
        else:
            return b.value(source)
    elif before.kind == after.kind == "int":
        return b.emit("OpUConvert", after, b.value(source))
    else:
        raise b.d.refuse(
            f"no value of type {result.type} can be made of {source.type}; a conversion is "
            "missing"
        )


LLVM: dict[str, Handler] = {
    **{f"llvm.{name}": _binary for name in _BINARY},
    **{f"llvm.{name}": _cast for name in _CASTS},
    "llvm.icmp": _compare_integers,
    "llvm.fcmp": _compare_floats,
    "llvm.bitcast": lambda b, op: reinterpret(
        b, b.value(op.arg), b.form(op.arg), b.form(op.result)
    ),
    **dict.fromkeys(_PLAIN, _plain),
    "llvm.select": _select,
    "llvm.freeze": _freeze,
    "llvm.mlir.constant": lambda b, op: literal(b.d, op.value, op.result.type),
    "llvm.mlir.undef": _undefined,
    "llvm.mlir.poison": _undefined,
    "llvm.mlir.zero": _zero,
    "llvm.mlir.addressof": _address_of,
    "llvm.extractelement": _extract_element,
    "llvm.insertelement": _insert_element,
    "llvm.shufflevector": _shuffle,
    "llvm.extractvalue": _extract_value,
    "llvm.insertvalue": _insert_value,
    "llvm.load": _load,
    "llvm.store": _store,
    "llvm.alloca": _variable,
    "llvm.getelementptr": _element_pointer,
    "llvm.addrspacecast": _address_space_cast,
    "llvm.intr.memcpy": _copy,
    "llvm.intr.memcpy.inline": _copy,
    "llvm.intr.memmove": _move,
    "llvm.intr.memset": _fill,
    "llvm.br": lambda b, op: b.run("OpBranch", *b.edges(op)),
    "llvm.cond_br": _conditional_branch,
    "llvm.switch": _switch,
    "llvm.return": _return,
    "llvm.call": _call,
    **dict.fromkeys(
        (
            *("llvm.intr.lifetime.start", "llvm.intr.lifetime.end"),
            *("llvm.intr.invariant.end", "llvm.intr.assume", "llvm.intr.prefetch"),
            *("llvm.intr.stackrestore",),
        ),
        lambda b, op: None,
    ),
    "llvm.intr.stacksave": _zero,
    "llvm.intr.invariant.start": _zero,
    "llvm.intr.expect": _same,
    "llvm.intr.expect.with.probability": _same,
    "builtin.unrealized_conversion_cast": _conversion_cast,
}
"""Handlers by the name of the operation."""
