"""Constants of the `llvm` dialect, and variables with their initialisers, as SPIR-V's."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    VectorType,
    i1,
)
from xdsl.dialects.llvm import (
    GEP_USE_SSA_VAL,
    GlobalOp,
    LLVMArrayType,
    LLVMPointerType,
    LLVMStructType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.spirv.words import Value
from xdsl_opencl.spirv.writer.declarations import STORAGE, Declarations, is_vector

_FLOAT_CODES = {16: "<e", 32: "<f", 64: "<d"}


def float_bits(number: float, bits: int) -> int:
    """The bits of a floating-point number."""
    return int.from_bytes(struct.pack(_FLOAT_CODES[bits], number), "little")


def literal(d: Declarations, value: Attribute, type: Attribute) -> int:
    """
    The id of the constant `value` of `type`. Truth values in arrays and structures are bytes.

    Raises `PassFailedException` where the two do not go together.
    """
    if isinstance(value, UnitAttr) or value.name in ("llvm.mlir.zero", "llvm.zero"):
        return d.null(d.memory(type))
    if isinstance(value, IntegerAttr):
        return d.integer(value.value.data, type)
    if isinstance(value, FloatAttr):
        form = d.form(type)
        return d.number(float_bits(value.value.data, form.bits), form)
    if isinstance(value, DenseIntOrFPElementsAttr):
        dense = cast("DenseIntOrFPElementsAttr[Any]", value)
        count, size = len(dense), dense.get_element_type().compile_time_size
        data = dense.data.data
        numbers = [
            int.from_bytes(data[at : at + size], "little")
            for at in range(0, len(data), size)
        ]
        if len(numbers) == 1:
            numbers *= count
        return _nested(d, iter(numbers), type)
    if isinstance(value, StringAttr):
        return _nested(d, iter(value.data.encode()), type)
    if value.name == "builtin.bytes":
        return _nested(d, iter(cast("Any", value).data), type)
    if isinstance(value, DenseArrayBase):
        array = cast("DenseArrayBase[Any]", value)
        return _nested(d, iter(cast("Sequence[int]", array.get_values())), type)
    if isinstance(value, ArrayAttr):
        parts = cast("ArrayAttr[Attribute]", value).data
        types = element_types(d, type)
        made = [literal(d, v, t) for v, t in zip(parts, types, strict=True)]
        return d.composite(d.form(type), made)
    raise d.refuse(f"{value} is no constant of type {type}; write a number or an array")


def element_types(d: Declarations, type: Attribute) -> Sequence[Attribute]:
    """The types of the elements of an array, a structure or a vector."""
    match type:
        case LLVMArrayType():
            return [type.type] * type.size.data
        case LLVMStructType():
            return type.types.data
        case VectorType():
            return [type.element_type] * type.get_shape()[0]
        case _:
            raise d.refuse(
                f"{type} has no elements; use an array, a structure or vector"
            )


def _nested(d: Declarations, numbers: Iterator[int], type: Attribute) -> int:
    """The constant of `type` whose elements have these bits, the innermost ones in order."""
    if isinstance(type, LLVMArrayType) or is_vector(type):
        form = d.form(type)
        types = element_types(d, type)
        if is_vector(type) and form.kind == "bool":
            parts = [d.number(next(numbers) & 1, d.bool) for _ in types]
        else:
            parts = [_nested(d, numbers, element) for element in types]
        if form.width == 1 and is_vector(type):
            return parts[0]
        if form.kind == "aggregate" and set(parts) == {d.null(d.memory(types[0]))}:
            return d.null(form)
        return d.composite(form, parts)
    # A byte of the attribute stands for a truth value, with all bits set for true.
    form = d.memory(type)
    if type == i1:
        return d.number(next(numbers) & 1, form)
    return d.number(next(numbers) & (1 << form.bits) - 1, form)


# Variables.


def write_variables(d: Declarations, variables: Sequence[GlobalOp]) -> dict[str, int]:
    """The ids of the module's variables by name; initialisers may be addresses of other variables."""
    by_name = {op.sym_name.data: op for op in variables}
    made: dict[str, int] = {}
    # An initialiser stands before the variable that has it.
    waiting = list(reversed(variables))
    begun: set[str] = set()
    while waiting:
        op = waiting[-1]
        name = op.sym_name.data
        needed = [
            by_name[other]
            for other in _addresses(op)
            if other in by_name and other not in made
        ]
        if name in made or not needed:
            waiting.pop()
            if name not in made:
                made[name] = _variable(d, op, made)
            continue
        d.at = op
        if name in begun:
            raise d.refuse(
                f"variable @{name} holds its own address when the program is loaded; set "
                "it in a kernel"
            )
        begun.add(name)
        waiting += needed
    return made


def _addresses(op: GlobalOp) -> Iterator[str]:
    for block in op.body.blocks:
        for inner in block.ops:
            if inner.name == "llvm.mlir.addressof":
                yield cast("Any", inner).global_name.root_reference.data


def _variable(d: Declarations, op: GlobalOp, made: dict[str, int]) -> int:
    d.at = op
    name, space = op.sym_name.data, op.addr_space.value.data
    if space not in (1, 2, 3):
        raise d.refuse(
            f"program-scope variable @{name} is in address space {space}; give it "
            "addr_space 1 (global), 2 (constant) or 3 (local)"
        )
    type = op.global_type
    initialiser = 0
    if op.body.blocks:
        initialiser = _Region(d, made).run(op)
    elif op.value is not None:
        initialiser = literal(d, op.value, type)
    linkage = op.linkage.linkage.data
    external = linkage in ("external", "extern_weak")
    imported = external and not initialiser and space != 3
    if initialiser == d.undefined(d.memory(type)):
        initialiser = 0
    if space == 3:
        # OpenCL has no initial values of local memory.
        initialiser = 0
    variable = d.variable(STORAGE[space], d.memory(type).id, initialiser)
    d.name(variable, name)
    if op.alignment is not None:
        d.decorate(variable, "Alignment", op.alignment.value.data)
    if op.constant is not None or space == 2:
        d.decorate(variable, "Constant")
    if imported:
        d.decorate(variable, "LinkageAttributes", name, "Import")
    return variable


class _Region:
    """Evaluates the region of an initialiser: ids, or the parts of an aggregate."""

    def __init__(self, d: Declarations, made: dict[str, int]):
        self.d = d
        self.made = made
        self.values: dict[SSAValue, Any] = {}
        """Ids, or lists of parts."""

    def run(self, variable: GlobalOp) -> int:
        d = self.d
        for op in variable.body.block.ops:
            d.at = op
            if op.name == "llvm.return":
                (value,) = op.operands
                return self.id(self.values[value], value.type)
            handler = _CONSTANTS.get(op.name)
            if handler is None:
                raise d.refuse(
                    f"'{op.name}' is no constant of SPIR-V; set the variable in a kernel"
                )
            self.values[op.results[0]] = handler(self, op)
        raise d.refuse("the region of an initialiser ends with 'llvm.return'")

    def id(self, value: int | list[Any], type: Attribute) -> int:
        """The constant of `value`, whose parts are known one by one if it is a list."""
        if isinstance(value, int):
            return value
        types = element_types(self.d, type)
        parts = [self.id(v, t) for v, t in zip(value, types, strict=True)]
        return self.d.composite(self.d.form(type), parts)

    def parts(self, value: int | list[Any], type: Attribute) -> list[Any]:
        """A copy of `value` as parts; all of one that is whole are undefined or zero."""
        if isinstance(value, list):
            return [*value]
        d = self.d
        make = d.null if value == d.null(d.memory(type)) else d.undefined
        return [make(d.memory(t)) for t in element_types(d, type)]

    def insert(self, op: Operation) -> list[Any]:
        container, value = op.operands[:2]
        if op.name == "llvm.insertelement":
            position = cast("Any", op.operands[2].owner).value.value.data
            path = [position]
        else:
            path = [int(n) for n in cast("Any", op).position.get_values()]
        result = inner = self.parts(self.values[container], container.type)
        type: Attribute = container.type
        for index in path[:-1]:
            type = element_types(self.d, type)[index]
            inner[index] = self.parts(inner[index], type)
            inner = inner[index]
        inner[path[-1]] = self.values[value]
        return result

    def address(self, op: Operation) -> int:
        d = self.d
        name = cast("Any", op).global_name.root_reference.data
        if name not in self.made:
            raise d.refuse(
                f"@{name} is no variable; SPIR-V for OpenCL has no addresses of functions"
            )
        return self.special(op.results[0].type, "OpBitcast", self.made[name])

    def special(self, type: Attribute | int, opcode: str, *operands: Value) -> int:
        type_id = type if isinstance(type, int) else self.d.form(type).id
        return self.d.unique("OpSpecConstantOp", type_id, opcode, *operands)

    def element_pointer(self, op: Operation) -> int:
        d = self.d
        gep = cast("Any", op)
        source = gep.elem_type
        pointer = op.results[0].type
        storage = STORAGE[space_of(pointer)]
        given = self.values[op.operands[0]]
        base = self.special(d.pointer(storage, d.memory(source).id), "OpBitcast", given)
        dynamic = iter(op.operands[1:])
        indices: list[int] = []
        steps: list[int | None] = []
        for raw in gep.rawConstantIndices.get_values():
            if raw == GEP_USE_SSA_VAL:
                indices.append(self.values[next(dynamic)])
                steps.append(None)
            else:
                indices.append(d.word(int(raw)))
                steps.append(int(raw))
        pointee = d.memory(walked(d, source, steps[1:])).id
        type_id, opcode = d.pointer(storage, pointee), "OpInBoundsPtrAccessChain"
        made = self.special(type_id, opcode, base, *indices)
        return self.special(pointer, "OpBitcast", made)

    def cast(self, op: Operation) -> int:
        result = op.results[0].type
        if op.name == "llvm.addrspacecast" and space_of(result) != 4:
            raise self.d.refuse(
                "an address is cast to another space than the generic one; set the "
                "variable in a kernel"
            )
        return self.special(result, _CASTS[op.name], self.values[op.operands[0]])


_CASTS = {
    "llvm.addrspacecast": "OpPtrCastToGeneric",
    "llvm.ptrtoint": "OpConvertPtrToU",
    "llvm.inttoptr": "OpConvertUToPtr",
    "llvm.bitcast": "OpBitcast",
}


def space_of(type: Attribute) -> int:
    """SPIR's number of the address space of a pointer type."""
    assert isinstance(type, LLVMPointerType)
    return getattr(type.addr_space, "data", 0)


def walked(d: Declarations, type: Attribute, steps: Sequence[int | None]) -> Attribute:
    """The type that `steps` (the member of a structure, or any element) of `type` lead to."""
    for step in steps:
        if isinstance(type, LLVMStructType):
            if step is None:
                raise d.refuse("the index of a member of a structure is no constant")
            type = type.types.data[step]
        elif isinstance(type, LLVMArrayType):
            type = type.type
        elif isinstance(type, VectorType):
            type = cast(Attribute, type.element_type)
        else:
            raise d.refuse(f"{type} has no elements")
    return type


_CONSTANTS: dict[str, Callable[[_Region, Any], int | list[Any]]] = {
    "llvm.mlir.constant": lambda r, op: literal(r.d, op.value, op.results[0].type),
    "llvm.mlir.zero": lambda r, op: r.d.null(r.d.memory(op.results[0].type)),
    **dict.fromkeys(
        ("llvm.mlir.undef", "llvm.mlir.poison"),
        lambda r, op: r.d.undefined(r.d.memory(op.results[0].type)),
    ),
    "llvm.mlir.addressof": _Region.address,
    "llvm.insertvalue": _Region.insert,
    "llvm.insertelement": _Region.insert,
    "llvm.getelementptr": _Region.element_pointer,
    **dict.fromkeys(_CASTS, _Region.cast),
}
