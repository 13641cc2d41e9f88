"""
What a kernel may look like (OpenCL C 3.0, sections 6.7.2 and 6.11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import (
    I32,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace
from xdsl_opencl.dialects.opencl.shapes import (
    address_space,
    as_memref,
    split_vector,
    value_shape,
)
from xdsl_opencl.dialects.opencl.types import (
    EventType,
    ImageType,
    PipeType,
    SamplerType,
    contains_opaque,
)

if TYPE_CHECKING:
    from xdsl_opencl.dialects.opencl.kernel import KernelOp

ARGUMENT_NAME = "opencl.name"
ARGUMENT_TYPE_NAME = "opencl.type_name"
ARGUMENT_BASE_TYPE_NAME = "opencl.base_type_name"
ARGUMENT_TYPE_QUALIFIERS = "opencl.type_qualifiers"
ARGUMENT_ACCESS = "opencl.access"
"""
Keys of a kernel's `arg_attrs` dictionaries, all strings as `clGetKernelArgInfo` returns
them: the source name; the type name (`float*`, `image2d_t`, a typedef's name); the
canonical type name; the words of const, restrict, volatile, pipe; the access qualifier.
"""
ARGUMENT_RESOURCE_ID = "opencl.resource_id"
"""An `i32` that `opencl-assign-resource-ids` puts on images and samplers."""

ARGUMENT_KEYS = (
    ARGUMENT_NAME,
    ARGUMENT_TYPE_NAME,
    ARGUMENT_BASE_TYPE_NAME,
    ARGUMENT_TYPE_QUALIFIERS,
    ARGUMENT_ACCESS,
    ARGUMENT_RESOURCE_ID,
)

_QUALIFIERS = ("const", "restrict", "volatile", "pipe")
_POINTEES = (AddressSpace.GLOBAL, AddressSpace.CONSTANT, AddressSpace.LOCAL)
_COMPANIONS = ("__llvm_image_size", "__llvm_image_format")
_BY_VALUE = "llvm.byval"


def verify_kernel(kernel: KernelOp) -> None:
    """
    Raises `VerifyException` naming the kernel, and the argument by index and name.
    """
    where = f"kernel @{kernel.sym_name.data}"
    parent = kernel.parent_op()
    if parent is not None and not isinstance(parent, ModuleOp):
        raise VerifyException(
            f"{where} is in a {parent.name}; a kernel stands in a module"
        )
    function_type = kernel.function_type
    if function_type.outputs.data:
        raise VerifyException(
            f"{where} has a result; a kernel returns nothing (OpenCL C 3.0, section 6.11)"
        )
    _verify_body(where, kernel)
    _verify_arguments(where, kernel, function_type)
    for name in ("reqd_work_group_size", "work_group_size_hint"):
        size = kernel.properties.get(name)
        if isinstance(size, DenseArrayBase):
            values = size.get_values()
            if len(values) != 3 or any(value <= 0 for value in values):
                raise VerifyException(
                    f"{where}: {name} is {list(values)}; expected three positive numbers"
                )
    sub_group = kernel.reqd_sub_group_size
    if sub_group is not None and sub_group.value.data <= 0:
        raise VerifyException(
            f"{where}: reqd_sub_group_size is {sub_group.value.data}; expected a positive "
            "number"
        )
    hint = kernel.vec_type_hint
    if hint is not None:
        element, _ = value_shape(where, "vec_type_hint", hint)
        if kernel.vec_type_hint_signed is not None and not isinstance(
            element, IntegerType
        ):
            raise VerifyException(
                f"{where}: vec_type_hint_signed with the hint {hint}; only integers are "
                "signed"
            )
    elif kernel.vec_type_hint_signed is not None:
        raise VerifyException(f"{where}: vec_type_hint_signed without vec_type_hint")


def _verify_body(where: str, kernel: KernelOp) -> None:
    entry = kernel.body.blocks.first
    if entry is None:
        return
    if entry.arg_types != kernel.function_type.inputs.data:
        raise VerifyException(
            f"{where}: the entry block has arguments of types "
            f"({', '.join(map(str, entry.arg_types))}), the kernel's type is "
            f"{kernel.function_type}"
        )
    # xDSL finds blocks that end in another op, and a lone empty block.
    for i, block in enumerate(kernel.body.blocks):
        if block.last_op is None:
            raise VerifyException(
                f"{where}: block {i} is empty; end it with opencl.return or a branch"
            )


def _verify_arguments(where: str, kernel: KernelOp, type: FunctionType) -> None:
    inputs = type.inputs.data
    attributes = kernel.arg_attrs
    if attributes is not None and len(attributes.data) != len(inputs):
        raise VerifyException(
            f"{where}: arg_attrs has {len(attributes.data)} entries for {len(inputs)} "
            "arguments"
        )
    for i, argument in enumerate(inputs):
        facts = None if attributes is None else attributes.data[i]
        name = None if facts is None else _text(facts, ARGUMENT_NAME)
        quoted = "" if name is None else f" '{name}'"
        place = f"{where}, argument {i}{quoted}"
        _verify_type(place, argument, facts is not None and _BY_VALUE in facts.data)
        if facts is not None:
            _verify_reflection(place, argument, facts)


def _verify_type(place: str, type: Attribute, by_value: bool) -> None:
    """
    OpenCL C 3.0, section 6.11: pointers are to global, constant or local memory; images
    and other opaque types are arguments themselves, never members; no events.
    """
    if isinstance(type, ImageType):
        return
    if isinstance(type, LLVMPointerType) or as_memref(type) is not None:
        space = address_space(type)
        if space in _POINTEES or (by_value and space is AddressSpace.PRIVATE):
            return
        found = "no OpenCL address space" if space is None else f"{space} memory"
        raise VerifyException(
            f"{place} of type {type} points to {found}; a kernel takes pointers to "
            "global, constant or local memory (a structure by value has llvm.byval)"
        )
    if isinstance(type, EventType):
        raise VerifyException(f"{place}: an event is no kernel argument")
    if not split_vector(type)[1]:
        raise VerifyException(
            f"{place} has type {type}; OpenCL C's vectors have one dimension of 2, 3, 4, 8 "
            "or 16 elements"
        )
    opaque = contains_opaque(type)
    if opaque is not None and opaque is not type:
        raise VerifyException(
            f"{place} of type {type} holds {opaque}; it can only be an argument itself"
        )


def _verify_reflection(place: str, type: Attribute, facts: DictionaryAttr) -> None:
    for key, value in facts.data.items():
        if not key.startswith("opencl."):
            continue
        if key not in ARGUMENT_KEYS:
            raise VerifyException(
                f"{place}: unknown attribute '{key}'; one of {', '.join(ARGUMENT_KEYS)}"
            )
        if key == ARGUMENT_RESOURCE_ID:
            _verify_resource_id(place, type, value)
        elif not isinstance(value, StringAttr):
            raise VerifyException(f"{place}: {key} is {value}; expected a string")
    base = _text(facts, ARGUMENT_BASE_TYPE_NAME)
    if (qualifiers := _text(facts, ARGUMENT_TYPE_QUALIFIERS)) is not None:
        for word in qualifiers.split():
            if word not in _QUALIFIERS:
                raise VerifyException(
                    f"{place}: '{word}' in {ARGUMENT_TYPE_QUALIFIERS}; expected "
                    + ", ".join(_QUALIFIERS)
                )
    if isinstance(type, ImageType):
        if base is not None and base != type.image_kind:
            raise VerifyException(
                f"{place} of type {type} has {ARGUMENT_BASE_TYPE_NAME} '{base}'; expected "
                f"'{type.image_kind}'"
            )
        expected = type.access_qualifier
    elif isinstance(type, PipeType):
        expected = type.access.data
    else:
        expected = AccessQualifier.NONE
    access = _text(facts, ARGUMENT_ACCESS)
    if access is None or access == expected:
        return
    if access not in tuple(AccessQualifier):
        raise VerifyException(
            f"{place}: {ARGUMENT_ACCESS} '{access}'; expected "
            + ", ".join(AccessQualifier)
        )
    # Companions of an image carry its access qualifier.
    if base not in _COMPANIONS:
        raise VerifyException(
            f"{place} of type {type} has {ARGUMENT_ACCESS} '{access}'; expected "
            f"'{expected}'"
        )


def _verify_resource_id(place: str, type: Attribute, value: Attribute) -> None:
    if not isinstance(type, ImageType | SamplerType):
        raise VerifyException(
            f"{place} of type {type} has {ARGUMENT_RESOURCE_ID}; only images and samplers "
            "are numbered"
        )
    if not isa(value, IntegerAttr[I32]) or value.value.data < 0:
        raise VerifyException(
            f"{place}: {ARGUMENT_RESOURCE_ID} is {value}; expected an i32 from 0"
        )


def _text(facts: DictionaryAttr, key: str) -> str | None:
    value = facts.data.get(key)
    return value.data if isinstance(value, StringAttr) else None
