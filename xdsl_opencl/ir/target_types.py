"""
The target's form of types: its address space numbers instead of SPIR's, and handles
instead of opencl types.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IndexType,
    IntAttr,
    IntegerType,
    MemRefType,
    Signedness,
    VectorType,
)
from xdsl.dialects.llvm import (
    LLVMArrayType,
    LLVMFunctionType,
    LLVMPointerType,
    LLVMStructType,
    LLVMVoidType,
)
from xdsl.ir import Attribute, TypeAttribute

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext.interned import pointer_type
from xdsl_opencl.dialects.opencl.interop.llvm_handles import handle_type
from xdsl_opencl.ir.type_layout import memref_space


def spir_space(pointer: LLVMPointerType) -> int:
    """The address space number of a pointer type; 0 when none is written."""
    space = pointer.addr_space
    return space.data if isinstance(space, IntAttr) else 0


class Renumbering:
    """
    Types of the opencl level to types of the target: handles to pointers or integers,
    address spaces to the target's numbers, wherever they are nested. With `in_memory`, a
    pointer that memory holds a part of is an integer of that size.

    Raises `ValueError` for an address space that OpenCL does not have, and for a type
    that LLVM does not have.
    """

    def __init__(self, target: Target, *, in_memory: bool = False):
        self.target = target
        self.numbers = {
            space.spir: number for space, number in target.address_space_map.items()
        } | {number: number for number in target.interface.other_spaces}
        self._pointers: dict[int, Attribute] = {
            spir: pointer_type(number) for spir, number in self.numbers.items()
        }
        if in_memory:
            for space in AddressSpace:
                size = target.pointer_bytes_of(space)
                if 8 * size < target.pointer_bits_of(space):
                    self._pointers[space.spir] = IntegerType(8 * size)
        self._memo: dict[Attribute, Attribute] = {}
        self.index = IntegerType(target.index_bitwidth)

    def space(self, spir: int) -> int:
        """The target's number of address space `spir`."""
        if spir not in self.numbers:
            raise ValueError(
                f"address space {spir} is not one of OpenCL's (SPIR: 0 private, "
                "1 global, 2 constant, 3 local, 4 generic)"
            )
        return self.numbers[spir]

    def pointer(self, space: AddressSpace) -> Attribute:
        """The target's pointer type of `space`."""
        return self._pointers[space.spir]

    def __call__(self, type_: Attribute) -> Attribute:
        kind = type(type_)
        if kind is IntegerType:
            type_ = cast(IntegerType, type_)
            if type_.signedness.data is not Signedness.SIGNLESS:
                raise ValueError(f"{type_} has a sign; use i{type_.width.data}")
            return type_
        if kind is LLVMPointerType:
            assert isinstance(type_, LLVMPointerType)
            number = spir_space(type_)
            self.space(number)
            return self._pointers[number]
        converted = self._memo.get(type_)
        if converted is None:
            same = isinstance(type_, AnyFloat | LLVMVoidType)
            converted = self._memo[type_] = type_ if same else self._convert(type_)
        return converted

    def _convert(self, type_: Attribute) -> Attribute:
        match type_:
            case VectorType():
                element: Attribute = type_.element_type
                if (new := self(element)) is element:
                    return type_
                return VectorType(new, type_.shape, type_.scalable_dims)
            case LLVMArrayType():
                return LLVMArrayType(type_.size, self(type_.type))
            case LLVMStructType():
                members = ArrayAttr(self(member) for member in type_.types)
                return LLVMStructType(type_.struct_name, members)
            case LLVMFunctionType():
                return LLVMFunctionType(
                    [self(input) for input in type_.inputs],
                    self(type_.output),
                    type_.is_variadic,
                )
            case FunctionType():
                return FunctionType.from_lists(
                    [self(t) for t in type_.inputs], [self(t) for t in type_.outputs]
                )
            case IndexType():
                return self.index
            case MemRefType():
                space = memref_space(type_)
                return self._pointers[space.spir]
            case _:
                handle = handle_type(type_, self.target)
                if handle is None:
                    raise ValueError(f"type {type_} has no form in LLVM")
                return self(handle)

    def dictionary(self, attributes: DictionaryAttr) -> DictionaryAttr:
        """
        Argument attributes with the types in them (`llvm.byval`, `llvm.byref`,
        `llvm.sret`, `llvm.elementtype`) renumbered.
        """
        if not any(isinstance(v, TypeAttribute) for v in attributes.data.values()):
            return attributes
        return DictionaryAttr(
            {
                key: self(value) if isinstance(value, TypeAttribute) else value
                for key, value in attributes.data.items()
            }
        )
