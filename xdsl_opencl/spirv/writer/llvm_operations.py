"""The operations of the `llvm` dialect in SPIR-V, one handler each; most are rows of tables."""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    IntegerAttr,
    IntegerType,
    VectorType,
    i8,
    i32,
)
from xdsl.dialects.llvm import GEP_USE_SSA_VAL
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation

from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
from xdsl_opencl.dialects.opencl.types import SamplerType
from xdsl_opencl.ir.build import (
    FLOAT_PREDICATES,
    INTEGER_PREDICATES,
    known_integer,
    pointer_space_number,
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
from xdsl_opencl.spirv.writer.declarations import (
    STORAGE,
    Form,
    float_bits,
    literal,
    member,
)

# Numbers ------------------------------------------------------------------------------------

_BINARY = {kind: f"Op{name}" for name, kind in {**INTEGERS, **FLOATS}.items()}
_OF_TRUTH_VALUES = {
    **dict.fromkeys(("add", "sub", "xor"), "OpLogicalNotEqual"),
    **dict.fromkeys(("mul", "and", "umin", "smax"), "OpLogicalAnd"),
    **dict.fromkeys(("or", "umax", "smin"), "OpLogicalOr"),
}
"""Operations on numbers of one bit; as a signed number, true is -1."""


def _binary(b: Body, op: Operation) -> int:
    left, right = op.operands
    form, name = b.form(left), op.name[5:]
    first, second = b.value(left), b.value(right)
    if form.kind == "bool":
        opcode = _OF_TRUTH_VALUES.get(name)
        if opcode is None:
            # Any other result but the first operand is undefined, or zero for a remainder.
            return b.d.number(0, form) if name.endswith("rem") else first
        return b.emit(opcode, form, first, second)
    if form.held and name in ("sdiv", "srem", "ashr"):
        first = b.signed(first, form)
        second = second if name == "ashr" else b.signed(second, form)
    made = b.masked(b.emit(_BINARY[name], form, first, second), form)
    flags = op.properties.get("fastmathFlags")
    if isinstance(flags, llvm.FastMathAttr) and flags.data:
        mask = sum(bit for bit, flag in FAST_MATH.items() if flag in flags.data)
        # Flags beyond it need an extension.
        mask &= FAST - 1
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
    sides = b.values(op.operands)
    name = _INTEGER_PREDICATES[op.predicate.value.data]
    result = b.form(op.results[0])
    if form.kind == "pointer":
        sides = [reinterpret(b, side, form, b.d.form(b.d.index)) for side in sides]
    elif form.kind == "bool" and name[0] == "I":
        name = f"Logical{name[1:]}"
    elif form.kind == "bool":
        # As a signed number of one bit, true is -1.
        wide = b.d.like(form, i8)
        sides = [b.number_of_truth(side, wide, 255) for side in sides]
    elif name.startswith("S"):
        sides = [b.signed(side, form) for side in sides]
    return b.emit(f"Op{name}", result, *sides)


def _compare_floats(b: Body, op: llvm.FCmpOp) -> int | None:
    number = op.predicate.value.data
    if name := _FLOAT_PREDICATES.get(number):
        return b.same(op, f"Op{name}")
    return b.d.number(number and 1, b.form(op.results[0]))


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
    form, result = b.form(source), b.form(op.results[0])
    made = b.value(source)
    if form.kind == "bool":
        return truth_as_number(b, made, result, name not in ("zext", "uitofp"))
    if result.kind == "bool" and name in ("fptosi", "fptoui"):
        return b.emit("OpFUnordNotEqual", result, made, b.d.number(0, form))
    if result.kind == "bool":
        low = b.emit("OpBitwiseAnd", form, made, b.d.number(1, form))
        return b.is_nonzero(low, form)
    if name in ("sext", "sitofp"):
        made = b.signed(made, form)
    if form.kind != "int" or form.id != result.id:
        made = b.emit(_CASTS[name], result, made)
    return b.masked(made, result)


def truth_as_number(b: Body, made: int, result: Form, signed: bool = False) -> int:
    """0, and 1 for true; with the sign of a number of one bit, -1 for true."""
    one = (1 << result.bits) - 1 if signed else 1
    if result.kind == "float":
        one = float_bits(-1.0 if signed else 1.0, result.bits)
    return b.number_of_truth(made, result, one)


def reinterpret(b: Body, made: int, form: Form, result: Form) -> int:
    """The bits of a value as another type of the same size, of a pointer as its address."""
    if form.id == result.id:
        return made
    if form.held or result.held:
        raise b.d.refuse(
            f"the bits of {form.type} cannot be {result.type} in SPIR-V; use types of 8, "
            "16, 32 or 64 bits"
        )
    opcode = "OpBitcast"
    if (form.kind == "pointer") != (result.kind == "pointer"):
        opcode = _CASTS["ptrtoint" if form.kind == "pointer" else "inttoptr"]
    return b.emit(opcode, result, made)


_PLAIN = {
    "llvm.fneg": "OpFNegate",
    "llvm.unreachable": "OpUnreachable",
    "opencl.return": "OpReturn",
    "opencl.is_valid_reserve_id": "OpIsValidReserveId",
}


def _select(b: Body, op: Operation) -> int | None:
    condition, yes, no = op.operands
    form, test = b.form(yes), b.form(condition)
    made = b.value(condition)
    if form.width > 1 and test.width == 1:
        # SPIR-V before 1.4 chooses vectors element by element.
        made = b.splat(made, b.d.like(form, test.type))
    if isinstance(yes.type, SamplerType):
        # No value of SPIR-V: their numbers are chosen, and what is read through each.
        (first, one), (second, other) = (
            b.choices.get(v) or ((b.value(v),), b.d.word(b.value(v))) for v in (yes, no)
        )
        chosen = b.emit("OpSelect", b.d.form(i32), made, one, other)
        b.choices[op.results[0]] = tuple(dict.fromkeys((*first, *second))), chosen
        return None
    if form.kind == "opaque":
        raise b.d.refuse(
            f"SPIR-V has no choice between values of {yes.type}; use each in its own branch"
        )
    return b.emit("OpSelect", form, made, b.value(yes), b.value(no))


_UNDEFINED = ("llvm.mlir.undef", "llvm.mlir.poison")


def _freeze(b: Body, op: Operation) -> int:
    (source,) = op.operands
    if isinstance(source.owner, Operation) and source.owner.name in _UNDEFINED:
        return b.d.null(b.form(source))
    return b.value(source)


# Constants and vectors ------------------------------------------------------------------------


def _address_of(b: Body, op: Operation) -> None:
    name = cast("Any", op).global_name.root_reference.data
    made = b.symbols.get(name, 0)
    if made not in b.d.variables:
        raise b.d.refuse(
            f"@{name} is a function; SPIR-V for OpenCL has no addresses of functions: call "
            "it by its name"
        )
    storage, pointee = b.d.variables[made]
    b.set_pointer(op.results[0], made, pointee, storage)


def _element(b: Body, op: Operation) -> int:
    """`extractelement` and `insertelement`."""
    vector, *given, position = op.operands
    form, made, parts = b.form(vector), b.value(vector), b.values(given)
    if form.width == 1:
        return parts[0] if parts else made
    type, way = (form, "Insert") if parts else (form.scalar, "Extract")
    index = known_integer(position)
    if index is not None and 0 <= index < form.width:
        return b.emit(f"OpComposite{way}", type, *parts, made, index)
    return b.emit(f"OpVector{way}Dynamic", type, made, *parts, b.value(position))


def _shuffle(b: Body, op: Operation) -> int:
    left, right = op.operands
    form, result = b.form(left), b.form(op.results[0])
    mask = [int(n) for n in cast("Any", op).mask.get_values()]
    values = b.value(left), b.value(right)
    if form.width > 1 and result.width > 1:
        lanes = (n & 0xFFFFFFFF for n in mask)
        return b.emit("OpVectorShuffle", result, *values, *lanes)

    parts = [part for value in values for part in b.parts(value, form)]
    parts.append(b.d.undefined(form.scalar))
    return b.composed(result, [parts[max(number, -1)] for number in mask])


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


# Intrinsics -------------------------------------------------------------------------------------

_INTRINSICS = {
    **{name: f"{name[0]}_{name[1:]}" for name in ("smax", "smin", "umax", "umin")},
    **{
        f"{sign}{name}.sat": f"{sign}_{name}_sat"
        for sign in "su"
        for name in ("add", "sub")
    },
    **{
        name: name
        for name in (
            "fabs ceil floor trunc rint round sqrt exp exp2 exp10 log log2 log10 sin cos tan "
            "asin acos atan atan2 sinh cosh tanh pow fma copysign"
        ).split()
    },
    **{"nearbyint": "rint", "roundeven": "rint", "fmuladd": "mad", "abs": "s_abs"},
    **{"ctpop": "popcount", "ctlz": "clz", "cttz": "ctz"},
    **{"maxnum": "fmax", "minnum": "fmin"},
}
"""Instructions of OpenCL.std with the operands of an intrinsic; `opencl-expand-intrinsics` has others."""


def _intrinsic(b: Body, op: Operation) -> int | None:
    """An intrinsic; refuses integers that SPIR-V does not have."""
    form, name = b.form(op.operands[-1]), op.name.removeprefix("llvm.intr.")
    known = _OF_TRUTH_VALUES.get(name) if form.kind == "bool" else ""
    if form.held or known is None:
        raise b.d.refuse(
            f"'{op.name}' of {op.operands[0].type} has no form in SPIR-V; extend the "
            "operands to 8, 16, 32 or 64 bits"
        )
    if known or name == "bitreverse":
        return b.same(op, known or "OpBitReverse")
    return b.same(op, "OpExtInst", b.d.set, _INTRINSICS[name])


# Memory ---------------------------------------------------------------------------------------

VOLATILE, ALIGNED, NON_TEMPORAL = 1, 2, 4


def _memory_operands(op: Operation) -> tuple[int, ...]:
    alignment = number_of(op, "alignment")
    mask = VOLATILE * ("volatile_" in op.properties)
    mask |= NON_TEMPORAL * ("nontemporal" in op.properties)
    if alignment:
        return mask | ALIGNED, alignment
    return (mask,) if mask else ()


def _load(b: Body, op: Operation) -> None:
    (pointer,), (result,) = op.operands, op.results
    form = b.d.memory(result.type)
    if form.held:
        holder, start = _holder(b, form, b.d.number(0, form))
        _copy_holder(b, op, form, start, b.value(pointer))
        b.ids[result] = b.masked(b.emit("OpLoad", form, holder), form)
        return
    address = b.pointer(pointer, form.id)
    b.set_stored(result, b.emit("OpLoad", form, address, *_memory_operands(op)))


def _store(b: Body, op: Operation) -> None:
    value, pointer = op.operands
    form = b.d.memory(value.type)
    if form.held:
        _, start = _holder(b, form, b.value(value))
        _copy_holder(b, op, form, b.value(pointer), start)
        return
    operands = b.pointer(pointer, form.id), b.stored(value)
    b.run("OpStore", *operands, *_memory_operands(op))


def _holder(b: Body, form: Form, value: int) -> tuple[int, int]:
    """
    A variable with `value`, of an integer that is no type of SPIR-V, and the address of its lowest
    byte: in memory the integer has only the bytes with its bits.
    """
    made = b.local_variable(form.id)
    b.run("OpStore", made, value)
    return made, b.cast(made, b.d.pointer("Function", b.d.form(i8).id))


def _copy_holder(b: Body, op: Operation, form: Form, target: int, source: int) -> None:
    size = b.d.integer(-(-form.bits // 8), b.d.index)
    b.run("OpCopyMemorySized", target, source, size, *_volatile(op))


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
    if pointer_space_number(result.type) != 0:
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
    target = source
    for number, index in enumerate(raw):
        known: int | None = index
        if index == GEP_USE_SSA_VAL:
            value = next(dynamic)
            known = known_integer(value)
            indices.append(b.value(value))
        else:
            indices.append(d.word(index))
        if number:
            target = member(d, target, known)
    pointee = d.memory(target).id
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
    if "len" in op.properties:
        known = number_of(op, "len")
        count = b.d.integer(known, b.d.index)
    else:
        known, count = known_integer(op.operands[2]), b.value(op.operands[2])
    if known == 0:
        return
    mask = ALIGNED | sum(_volatile(op))
    alignment = min(_alignment(op, 0), _alignment(op, 1))
    operands = (b.value(target), b.value(source), count)
    b.run("OpCopyMemorySized", *operands, mask, alignment)


# Control --------------------------------------------------------------------------------------


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
    b.run("OpReturnValue" if op.operands else "OpReturn", *b.values(op.operands))


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
    return made if op.results else None


def _conversion_cast(b: Body, op: Operation) -> int:
    """A cast between `index` and an integer."""
    if len(op.operands) == len(op.results) == 1:
        before, after = b.form(op.operands[0]), b.form(op.results[0])
        made = b.value(op.operands[0])
        if before.id == after.id:
            return made
        if before.kind == after.kind == "int":
            return b.emit("OpUConvert", after, made)
    raise b.d.refuse("a conversion of types is left that no pass has lowered")


LLVM: dict[str, Handler] = {
    **{f"llvm.{name}": _binary for name in _BINARY},
    **{f"llvm.{name}": _cast for name in _CASTS},
    "llvm.icmp": _compare_integers,
    "llvm.fcmp": _compare_floats,
    "llvm.bitcast": lambda b, op: reinterpret(
        b, b.value(op.arg), b.form(op.arg), b.form(op.result)
    ),
    **dict.fromkeys(_PLAIN, lambda b, op: b.same(op, _PLAIN[op.name])),
    "llvm.select": _select,
    "llvm.freeze": _freeze,
    "llvm.mlir.constant": lambda b, op: literal(b.d, op.value, op.result.type),
    **dict.fromkeys(_UNDEFINED, lambda b, op: b.d.undefined(b.form(op.results[0]))),
    **dict.fromkeys(
        ("llvm.mlir.zero", "llvm.intr.stacksave", "llvm.intr.invariant.start"),
        lambda b, op: b.d.null(b.form(op.results[0])),
    ),
    "llvm.mlir.addressof": _address_of,
    "llvm.extractelement": _element,
    "llvm.insertelement": _element,
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
    "llvm.br": lambda b, op: b.run("OpBranch", *b.edges(op)),
    "llvm.cond_br": lambda b, op: b.run(
        "OpBranchConditional", b.value(op.cond), *b.edges(op)
    ),
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
    **dict.fromkeys(
        ("llvm.intr.expect", "llvm.intr.expect.with.probability"),
        lambda b, op: b.value(op.operands[0]),
    ),
    "builtin.unrealized_conversion_cast": _conversion_cast,
    **{f"llvm.intr.{name}": _intrinsic for name in (*_INTRINSICS, "bitreverse")},
}
"""Handlers by the name of the operation."""
