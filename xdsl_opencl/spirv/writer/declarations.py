"""
What a module of SPIR-V has once: types, constants, variables, names, decorations, strings.

A pointer of the `llvm` dialect has no pointee. In SPIR-V every pointer has one; where none is
better, it is a byte. Truth values in memory are bytes, too, also within arrays and structures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    VectorType,
    i1,
    i8,
    i32,
)
from xdsl.dialects.llvm import (
    LLVMArrayType,
    LLVMPointerType,
    LLVMStructType,
    LLVMVoidType,
)
from xdsl.ir import Attribute, Operation

from xdsl_opencl.abi.enums import AccessQualifier, MemoryScope
from xdsl_opencl.abi.model import VECTOR_WIDTHS
from xdsl_opencl.dialects.opencl import types as opencl
from xdsl_opencl.ir.build import pointer_space_number
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import FLOATS, bits_of
from xdsl_opencl.spirv.images import ACCESSES, IMAGE_KINDS
from xdsl_opencl.spirv.names import SCOPES
from xdsl_opencl.spirv.table import core
from xdsl_opencl.spirv.words import Instruction, Value

STORAGE = ("Function", "CrossWorkgroup", "UniformConstant", "Workgroup", "Generic")
"""The storage class of each address space, by SPIR's numbers."""

SCOPE_NUMBERS = {scope: n for n, scope in sorted(SCOPES.items(), reverse=True)}
"""The lowest number of each scope."""

_IMAGE_FACTS = {kind: facts for facts, kind in IMAGE_KINDS.items()}
_ACCESS = {access: name for name, access in ACCESSES.items()}


_OPAQUE: dict[type[Attribute], str] = {
    opencl.SamplerType: "OpTypeSampler",
    opencl.EventType: "OpTypeEvent",
    opencl.ReserveIdType: "OpTypeReserveId",
    opencl.QueueType: "OpTypeQueue",
    opencl.ClkEventType: "OpTypeDeviceEvent",
}


@dataclass(slots=True, eq=False)
class Form:
    """
    A type and its id. `kind` is `int`, `float`, `bool`, `pointer`, `aggregate` (arrays and
    structures), `opaque` or `void`, of the elements if `width`, the elements of a vector, is
    more than 1. `bits` are those of a number; `element` is the form of a vector's elements,
    `storage` the storage class of a pointer. An integer that SPIR-V does not have is held by a
    wider one of `held` bits, whose other bits are zero; else `held` is 0.
    """

    id: int
    type: Attribute
    kind: str
    bits: int = 0
    width: int = 1
    element: Form | None = None
    storage: str = ""
    held: int = 0

    @property
    def scalar(self) -> Form:
        """The form of an element, or of the scalar itself."""
        return self.element or self


def is_vector(type: Attribute) -> TypeGuard[VectorType[Attribute]]:
    """Returns whether `type` is that of a vector."""
    return type.__class__ is VectorType


class Declarations:
    """The instructions before a module's functions. `bits` is the width of pointers."""

    def __init__(self, bits: int):
        self.bits = bits
        self.last = 0
        self.capabilities: dict[str, None] = {}
        self.entry_points: list[Instruction] = []
        self.modes: list[Instruction] = []
        self.strings: list[Instruction] = []
        self.names: list[Instruction] = []
        self.decorations: list[Instruction] = []
        self.globals: list[Instruction] = []
        self.variables: dict[int, tuple[str, int]] = {}
        """The variables outside of functions: storage class, id of the pointee's type."""
        self.at: Operation | None = None
        """The operation that is written, for errors."""
        self._forms: dict[Attribute, Form] = {}
        self._known: dict[int, tuple[Attribute, Form]] = {}
        self._unique: dict[tuple[Value, ...], int] = {}
        self.set = self.fresh()

    def fresh(self) -> int:
        """A new id."""
        self.last += 1
        return self.last

    def unique(self, opcode: str, type_id: int, *operands: Value) -> int:
        """The id of a type or a constant, which stands in the module once."""
        key = (opcode, type_id, *operands)
        found = self._unique.get(key)
        if found is None:
            found = self._unique[key] = self.declare(opcode, type_id, *operands)
        return found

    def declare(self, opcode: str, type_id: int, *operands: Value) -> int:
        """Adds a declaration, and returns its id."""
        result = self.fresh()
        self.globals.append(Instruction(opcode, type_id, result, operands))
        return result

    def decorate(self, target: int, *operands: Value) -> None:
        """Adds a decoration."""
        self.decorations.append(Instruction("OpDecorate", 0, 0, (target, *operands)))

    def name(self, target: int, text: str) -> None:
        """Names `target` for readers."""
        self.names.append(Instruction("OpName", 0, 0, (target, text)))

    def capability(self, name: str) -> None:
        """Declares that the module needs `name`."""
        self.capabilities[name] = None

    def refuse(self, message: str) -> Exception:
        """Raises an error at the operation that is written."""
        assert self.at is not None
        fail(self.at, message)

    # Types.

    def form(self, type: Attribute) -> Form:
        """The form of values of `type`."""
        known = self._known.get(id(type))
        if known is not None:
            return known[1]
        found = self._forms.get(type)
        if found is None:
            found = self._forms[type] = self._form(type)
        # The type is kept, so that its address stays its own.
        self._known[id(type)] = (type, found)
        return found

    def _form(self, type: Attribute) -> Form:
        match type:
            case IntegerType():
                return self._integer(type)
            case Float16Type() | Float32Type() | Float64Type():
                bits = bits_of(type)
                if bits != 32:
                    self.capability(f"Float{bits}")
                return Form(self.unique("OpTypeFloat", 0, bits), type, "float", bits)
            case IndexType():
                return self.form(IntegerType(self.bits))
            case VectorType():
                return self._vector(type)
            case LLVMPointerType():
                space = pointer_space_number(type)
                if not 0 <= space < len(STORAGE):
                    raise self.refuse(
                        f"address space {space} is not one of OpenCL's; SPIR-V has 0 "
                        "private, 1 global, 2 constant, 3 local, 4 generic"
                    )
                pointer = self.pointer(STORAGE[space], self.form(i8).id)
                return Form(pointer, type, "pointer", storage=STORAGE[space])
            case LLVMArrayType():
                size = type.size.data
                if size == 0:
                    raise self.refuse(
                        f"{type} has no elements; SPIR-V's arrays have at least one"
                    )
                element = self.memory(type.type).id
                length = self.integer(size, i32 if size < 1 << 31 else self.index)
                made = self.unique("OpTypeArray", 0, element, length)
                return Form(made, type, "aggregate")
            case LLVMStructType():
                members = [self.memory(member).id for member in type.types]
                made = self.unique("OpTypeStruct", 0, *members)
                return Form(made, type, "aggregate")
            case LLVMVoidType():
                return Form(self.unique("OpTypeVoid", 0), type, "void")
            case _:
                return self._opaque(type)

    def _integer(self, type: IntegerType) -> Form:
        bits = type.width.data
        if bits == 1:
            return Form(self.unique("OpTypeBool", 0), type, "bool", bits=1)
        if bits > 64:
            raise self.refuse(
                f"SPIR-V for OpenCL has integers of up to 64 bits, not {type}; use i64"
            )
        width = max(8, 1 << (bits - 1).bit_length())
        if width != 32:
            self.capability(f"Int{width}")
        held = 0 if width == bits else width
        made = self.unique("OpTypeInt", 0, width, 0)
        return Form(made, type, "int", bits=bits, held=held)

    def _vector(self, type: VectorType[Attribute]) -> Form:
        element = self.form(type.element_type)
        shape = type.get_shape()
        if shape == (1,):
            return Form(element.id, type, element.kind, element.bits)
        if (
            len(shape) != 1
            or shape[0] not in VECTOR_WIDTHS
            or type.get_num_scalable_dims()
        ):
            raise self.refuse(
                f"SPIR-V for OpenCL has vectors of 2, 3, 4, 8 and 16 elements, not {type}; "
                "split it into such vectors"
            )
        if element.kind == "pointer" or element.held:
            raise self.refuse(
                f"SPIR-V for OpenCL has no vectors of {element.type}; use them one by one"
            )
        if shape[0] > 4:
            self.capability("Vector16")
        made = self.unique("OpTypeVector", 0, element.id, shape[0])
        return Form(made, type, element.kind, element.bits, shape[0], element)

    def _opaque(self, type: Attribute) -> Form:
        if isinstance(type, opencl.ImageType):
            return Form(self._image(type), type, "opaque")
        if isinstance(type, opencl.PipeType):
            made = self.unique("OpTypePipe", 0, _ACCESS[type.access.data])
            return Form(made, type, "opaque")
        if type.__class__ not in _OPAQUE:
            raise self.refuse(
                f"SPIR-V for OpenCL has no type for {type}; convert the values to integers, "
                "f16, f32 or f64"
            )
        return Form(self.unique(_OPAQUE[type.__class__], 0), type, "opaque")

    def _image(self, type: opencl.ImageType) -> int:
        """
        `OpTypeImage` of OpenCL: no format, sampled type void (OpenCL SPIR-V Environment
        Specification, "Image-Related Data Types").
        """
        number, *facts = _IMAGE_FACTS[type.image_kind]
        dimension = core().kind("Dim").values[number].name
        self.capability("ImageBasic")
        if type.access_qualifier is AccessQualifier.READ_WRITE:
            self.capability("ImageReadWrite")
        last = 0, "Unknown", _ACCESS[type.access_qualifier]
        return self.unique("OpTypeImage", 0, self.void.id, dimension, *facts, *last)

    def memory(self, type: Attribute) -> Form:
        """The form of values of `type` in memory and in aggregates."""
        if type == i1:
            return self.form(i8)
        if is_vector(type) and type.element_type == i1:
            raise self.refuse(
                f"vectors of truth values ({type}) have no place in SPIR-V's memory; extend "
                "their elements to i8"
            )
        return self.form(type)

    def pointer(self, storage: str, pointee: int) -> int:
        """The id of a pointer type."""
        return self.unique("OpTypePointer", 0, storage, pointee)

    @property
    def index(self) -> Attribute:
        """The type of `size_t`."""
        return IntegerType(self.bits)

    @property
    def void(self) -> Form:
        """The form of no value."""
        return self.form(LLVMVoidType())

    @property
    def bool(self) -> Form:
        """The form of truth values."""
        return self.form(i1)

    def like(self, form: Form, element: Attribute) -> Form:
        """The form of `element` in the shape of `form`."""
        if form.width == 1:
            return self.form(element)
        return self.form(VectorType(element, [form.width]))

    # Constants.

    def integer(self, value: int, type: Attribute) -> int:
        """A number, or a vector of one number, of integers or truth values."""
        form = self.form(type)
        return self.number(value & (1 << form.bits) - 1, form)

    def number(self, bits: int, form: Form) -> int:
        """The number with `bits` in each element of `form`."""
        if form.width > 1:
            part = self.number(bits, form.scalar)
            return self.unique("OpConstantComposite", form.id, *[part] * form.width)
        if form.kind == "bool":
            return self.unique(f"OpConstant{bool(bits & 1)}", form.id)
        return self.unique("OpConstant", form.id, bits)

    def composite(self, form: Form, parts: Sequence[int]) -> int:
        """A vector, array or structure of constants."""
        return self.unique("OpConstantComposite", form.id, *parts)

    def null(self, form: Form) -> int:
        """The zero of `form`."""
        if form.kind in ("int", "bool", "float"):
            return self.number(0, form)
        return self.unique("OpConstantNull", form.id)

    def undefined(self, form: Form) -> int:
        """A value that may be anything."""
        return self.unique("OpUndef", form.id)

    def word(self, value: int) -> int:
        """A number, a scope or memory semantics, of 32 bits."""
        return self.integer(value, i32)

    def scope(self, scope: MemoryScope) -> int:
        """The id of a scope."""
        return self.word(SCOPE_NUMBERS[scope])

    # Variables.

    def variable(self, storage: str, pointee: int, initialiser: int = 0) -> int:
        """A variable outside of functions."""
        operands = (storage, initialiser) if initialiser else (storage,)
        made = self.declare("OpVariable", self.pointer(storage, pointee), *operands)
        self.variables[made] = storage, pointee
        return made

    def built_in(self, name: str, form: Form) -> int:
        """The variable from which the built-in value `name` is read."""
        key = ("built-in", name)
        if (found := self._unique.get(key)) is None:
            found = self._unique[key] = self.variable("Input", form.id)
            self.decorate(found, "BuiltIn", name)
            self.decorate(found, "Constant")
            linkage = f"__spirv_BuiltIn{name}", "Import"
            self.decorate(found, "LinkageAttributes", *linkage)
        return found


# Constants of the `llvm` dialect ----------------------------------------------------------------


def float_bits(number: float, bits: int) -> int:
    """The bits of a floating-point number."""
    return int.from_bytes(FLOATS[bits].pack((number,)), "little")


def literal(d: Declarations, value: Attribute, type: Attribute) -> int:
    """
    The id of the constant `value` of `type`. Truth values in arrays and structures are bytes.

    Raises `PassFailedException` where the two do not go together.
    """
    if isinstance(value, UnitAttr) or value.name in ("llvm.mlir.zero", "llvm.zero"):
        return d.null(d.memory(type))
    form = d.form(type)
    if isinstance(value, IntegerAttr) and form.kind in ("int", "bool"):
        return d.integer(value.value.data & (1 if value.get_type() == i1 else -1), type)
    if isinstance(value, FloatAttr) and form.kind == "float":
        return d.number(float_bits(value.value.data, form.bits), form)
    if isinstance(value, ArrayAttr):
        parts = cast("ArrayAttr[Attribute]", value).data
        if len(parts) == count(type):
            types = [member(d, type, n) for n in range(len(parts))]
            pairs = zip(parts, [i8 if t == i1 else t for t in types], strict=True)
            return d.composite(form, [literal(d, *pair) for pair in pairs])
    numbers, total, inner = [*_numbers(cast("Attribute", value))], 1, type
    while isinstance(inner, LLVMArrayType) or is_vector(inner):
        total, inner = total * count(inner), member(d, inner, 0)
    if len(numbers) != total:
        raise d.refuse(
            f"{value} is no constant of type {type}; write a number, or each element"
        )
    return _nested(d, iter(numbers), type)


def _numbers(value: Attribute) -> Sequence[int]:
    """The bits of the innermost elements of a constant; none of one that has no elements."""
    if isinstance(value, DenseIntOrFPElementsAttr):
        dense = cast("DenseIntOrFPElementsAttr[Any]", value)
        size, data = dense.get_element_type().compile_time_size, dense.data.data
        places = range(0, len(data), size)
        numbers = [int.from_bytes(data[n : n + size], "little") for n in places]
        return numbers * len(dense) if len(numbers) == 1 else numbers
    data = value.data if isinstance(value, BytesAttr | StringAttr) else b""
    return data.encode() if isinstance(data, str) else data


def member(d: Declarations, type: Attribute, index: int | None) -> Attribute:
    """The type of an element of an array, structure or vector; `None`: of one that is computed."""
    match type:
        case LLVMArrayType():
            return type.type
        case LLVMStructType():
            if index is None:
                raise d.refuse("the index of a member of a structure is no constant")
            return type.types.data[index]
        case VectorType():
            return type.element_type
        case _:
            raise d.refuse(
                f"{type} has no elements; use an array, a structure or vector"
            )


def count(type: Attribute) -> int:
    """The number of elements of an array, structure or vector; 0 of others."""
    if isinstance(type, LLVMArrayType):
        return type.size.data
    if isinstance(type, LLVMStructType):
        return len(type.types)
    return type.get_shape()[0] if is_vector(type) else 0


def _nested(d: Declarations, numbers: Iterator[int], type: Attribute) -> int:
    """The constant of `type` whose elements have these bits, the innermost ones in order."""
    if isinstance(type, LLVMArrayType) or is_vector(type):
        form, element = d.form(type), member(d, type, 0)
        if is_vector(type) and form.kind == "bool":
            parts = [d.number(next(numbers) & 1, d.bool) for _ in range(count(type))]
        else:
            parts = [_nested(d, numbers, element) for _ in range(count(type))]
        if form.width == 1 and is_vector(type):
            return parts[0]
        if form.kind == "aggregate" and set(parts) == {d.null(d.memory(element))}:
            return d.null(form)
        return d.composite(form, parts)
    # A byte of the attribute stands for a truth value, with all bits set for true.
    form = d.memory(type)
    return d.number(next(numbers) & (1 << (type == i1 or form.bits)) - 1, form)
