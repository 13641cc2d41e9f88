"""The types of a module of SPIR-V."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    IntAttr,
    IntegerType,
    StringAttr,
    i1,
    i8,
)
from xdsl.ir import Attribute

from xdsl_opencl.abi.enums import AccessQualifier
from xdsl_opencl.abi.model import VECTOR_WIDTHS
from xdsl_opencl.dialects.llvm_ext.interned import pointer_type
from xdsl_opencl.dialects.opencl.interop.llvm_handles import GLOBAL_POINTER
from xdsl_opencl.dialects.opencl.types import (
    ClkEventType,
    EventType,
    ImageType,
    PipeType,
    QueueType,
    ReserveIdType,
    SamplerType,
)
from xdsl_opencl.ir.element_types import vector_of
from xdsl_opencl.llvm_ir.reader.types import Layout, PackedStruct, TypeParser
from xdsl_opencl.spirv.images import ACCESSES, IMAGE_KINDS
from xdsl_opencl.spirv.table import core
from xdsl_opencl.spirv.words import Instruction, Value

ADDRESS_SPACES = {
    "UniformConstant": 2,
    "Workgroup": 3,
    "CrossWorkgroup": 1,
    "Function": 0,
    "Generic": 4,
    "Input": 1,
}
"""SPIR's address spaces; of `Input` are only built-in variables, which become queries."""

_SIMPLE: dict[str, Attribute] = {
    "OpTypeVoid": llvm.LLVMVoidType(),
    "OpTypeBool": i1,
    "OpTypeSampler": SamplerType(),
    "OpTypeEvent": EventType(),
    "OpTypeDeviceEvent": ClkEventType(),
    "OpTypeReserveId": ReserveIdType(),
    "OpTypeQueue": QueueType(),
}
_FLOATS = {16: Float16Type(), 32: Float32Type(), 64: Float64Type()}
_NUMBERS: dict[str, Mapping[int, Attribute]] = {
    "OpTypeInt": {bits: IntegerType(bits) for bits in (8, 16, 32, 64)},
    "OpTypeFloat": _FLOATS,
}


def is_number(type: Attribute) -> bool:
    """Whether `type` is an integer or a float, not a vector."""
    return isinstance(type, IntegerType) or type in _FLOATS.values()


_MOST_ELEMENTS = 1 << 40
_MOST_MEMBERS, _MOST_DEPTH = 16383, 255
"""Of structs, with those within them (SPIR-V 1.6, 2.17); here of arrays, too."""


class Types:
    """
    The types declared so far: `values` are attributes by id, `pointees` the ids of the types
    that pointers point to. `packed` are the structs with packed members; values have no such
    type, they are bytes in memory.
    """

    def __init__(self, address_bits: int):
        self.address_bits = address_bits
        size = address_bits // 8
        self.parser = TypeParser()
        self.parser.layout = Layout(tuple((n, size) for n in range(5)), size)
        self.values: dict[int, Attribute] = {}
        self.exact: dict[int, Attribute] = {}
        """Arrays and structs that hold packed structs, with these as they are."""
        self.pointees: dict[int, int] = {}
        self._sizes: dict[int, tuple[int, int]] = {}
        """Members within members, and levels, of arrays and structs."""
        self.functions: dict[int, tuple[int, tuple[int, ...]]] = {}
        """The types of the result and of the arguments, by function type."""

    def get(self, id: int, user: Instruction) -> Attribute:
        """The type `id`; refuses what is none."""
        found = self.values.get(id)
        if found is None:
            raise user.fault(f"%{id} is no type of values declared earlier")
        return found

    def source(self, id: int, user: Instruction) -> Attribute:
        """The type `id`, for the places of its parts: packed structs as they are."""
        return self.exact.get(id) or self.get(id, user)

    def pointee_id(self, defined: Instruction) -> int:
        """The type that the pointer `defined` points to; 0 where that is not known."""
        if defined.opcode == "OpUntypedVariableKHR":
            return (*defined.ids, 0)[0]
        return self.pointees.get(defined.type, 0)

    def pointee(self, defined: Instruction) -> Attribute | None:
        """What the pointer `defined` points to, as `source`; `None` where that is not known."""
        id = self.pointee_id(defined)
        found = self.exact.get(id) or self.values.get(id)
        return GLOBAL_POINTER if found.__class__ is ReserveIdType else found

    def in_memory(self, id: int, user: Instruction) -> Attribute:
        """The type `id` as an element of memory."""
        return self.parser.in_memory(self._member(user, id))

    def declare(
        self, each: Instruction, length: int | None, packed: bool, name: str
    ) -> None:
        """
        Adds a type; `length` is that of an array, `name` that of a struct.

        Raises `SpirvError` for a type that kernels do not have.
        """
        made = _SIMPLE.get(each.opcode)
        match each.opcode:
            case "OpTypeInt" | "OpTypeFloat":
                width, known = each.operands[0], _NUMBERS[each.opcode]
                if (made := known.get(width)) is None:
                    raise each.fault(f"{width} bits; OpenCL has {[*known]}")
            case "OpTypeVector":
                made = self._vector(each)
            case "OpTypeArray":
                made = self._array(each, length)
            case "OpTypeStruct":
                made = self._struct(each, packed, name)
            case "OpTypePointer":
                made = self._pointer(each)
            case "OpTypeUntypedPointerKHR":
                made = self._space(each, each.operands[0])
            case "OpTypeImage":
                made = self._image(each)
            case "OpTypePipe":
                made = self._pipe(each)
            case "OpTypeFunction":
                self._function(each)
            case "OpTypeOpaque" | "OpTypeSampledImage":
                # They have no values; pointers may point to the first.
                pass
            case "OpTypeForwardPointer":
                # Where pointers point to is not part of their type here.
                id, storage = each.operands
                self.values[id] = self._space(each, storage)
            case _ if made is None:
                raise each.fault("kernels have no such type")
            case _:
                pass
        if each.opcode in ("OpTypeArray", "OpTypeStruct"):
            ids = each.ids[: 1 if length is not None else None]
            inner = [self._sizes.get(id, (1, 0)) for id in ids]
            members = 1 + sum(size for size, _ in inner)
            depth = 1 + max((depth for _, depth in inner), default=0)
            if members > _MOST_MEMBERS or depth > _MOST_DEPTH:
                raise each.fault(
                    f"{members} members in {depth} levels; at most {_MOST_MEMBERS} in "
                    f"{_MOST_DEPTH}",
                )
            self._sizes[each.result] = members, depth
        if made is not None and each.result:
            self.values[each.result] = made

    def _vector(self, each: Instruction) -> Attribute:
        element, count = each.ids
        # Intel's back end for Triton has vectors of one number.
        if count not in (1, *VECTOR_WIDTHS):
            raise each.fault(f"{count} components; OpenCL has 2, 3, 4, 8 and 16")
        found = self.get(element, each)
        if not is_number(found):
            raise each.fault("its components are no numbers")
        return vector_of(found, count)

    def _array(self, each: Instruction, length: int | None) -> Attribute:
        if length is None or not 0 < length < _MOST_ELEMENTS:
            raise each.fault("its length is no constant above 0")
        id = each.ids[0]
        member = self._member(each, id)
        exact = self.exact.get(id, member)
        if isinstance(exact, PackedStruct) or id in self.exact:
            self.exact[each.result] = llvm.LLVMArrayType(IntAttr(length), exact)
        return self.parser.array(length, member)

    def _struct(self, each: Instruction, packed: bool, name: str) -> Attribute:
        members = [self._member(each, id) for id in each.ids]
        exact = [self.exact.get(id, type) for id, type in zip(each.ids, members)]
        if packed:
            self.parser.has_packed = True
            return PackedStruct(ArrayAttr(exact))
        if exact != members or any(isinstance(type, PackedStruct) for type in exact):
            self.exact[each.result] = llvm.LLVMStructType(
                StringAttr(name), ArrayAttr(exact)
            )
        return self.parser.struct(name, members)

    def _member(self, each: Instruction, id: int) -> Attribute:
        found = self.get(id, each)
        if isinstance(found, llvm.LLVMVoidType):
            raise each.fault("void is no member")
        return GLOBAL_POINTER if isinstance(found, ReserveIdType) else found

    def _pointer(self, each: Instruction) -> Attribute:
        storage, pointee = each.operands
        made = self._space(each, storage)
        if pointee in self.functions:
            raise each.fault("function pointers; OpenCL has none, so call by name")
        self.pointees[each.result] = pointee
        return made

    def _space(self, each: Instruction, storage: Value) -> Attribute:
        """The type of pointers of a storage class."""
        space = ADDRESS_SPACES.get(storage)
        if space is None:
            raise each.fault(f"the storage class {storage}; kernels do not have it")
        return pointer_type(space)

    def _image(self, each: Instruction) -> Attribute:
        _, dimension, *rest = each.operands
        depth, arrayed, multisampled, _, _, *access = rest
        value = core().kind("Dim").names[dimension].value
        key = value, depth, arrayed, multisampled
        kind = IMAGE_KINDS.get(key)
        if kind is None:
            raise each.fault(f"images of OpenCL are not {dimension} with {key[1:]}")
        qualifier = ACCESSES[access[0] if access else "ReadOnly"]
        return ImageType(kind, qualifier)

    def _pipe(self, each: Instruction) -> Attribute:
        access = ACCESSES[each.operands[0]]
        if access is AccessQualifier.READ_WRITE:
            raise each.fault("a pipe is read only or write only")
        return PipeType(i8, access)

    def _function(self, each: Instruction) -> None:
        result, *arguments = each.ids
        self.get(result, each)
        for argument in arguments:
            self._member(each, argument)
        self.functions[each.result] = result, tuple(arguments)
