"""
The arguments that a kernel may have (OpenCL C 3.0, sections 6.7.2 and 6.11), and the keys
of their reflection.
"""

from __future__ import annotations

from xdsl.dialects.builtin import (
    I32,
    BytesAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace
from xdsl_opencl.dialects.opencl.shapes import address_space, as_memref, split_vector
from xdsl_opencl.dialects.opencl.types import (
    EventType,
    ImageType,
    PipeType,
    SamplerType,
    contains_opaque,
)

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
BY_VALUE = "llvm.byval"


def verify_argument_type(place: str, type: Attribute, by_value: bool) -> None:
    """
    Checks that an argument of a kernel may have `type`: pointers are to global, constant
    or local memory; images and other opaque types are arguments themselves, never members;
    no events (OpenCL C 3.0, section 6.11). `place` names kernel and argument.

    Raises `VerifyException`.
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
        raise VerifyException(
            f"{place}: an event is not a kernel argument; "
            "wait for it in the kernel that made it"
        )
    if not split_vector(type)[1]:
        raise VerifyException(
            f"{place} has type {type}; "
            "OpenCL C's vectors have one dimension of 2, 3, 4, 8 "
            "or 16 elements"
        )
    opaque = contains_opaque(type)
    if opaque is not None and opaque is not type:
        raise VerifyException(
            f"{place} of type {type} holds {opaque}; it can only be an argument itself; "
            "pass it as one"
        )


def verify_reflection(place: str, type: Attribute, facts: DictionaryAttr) -> None:
    """
    Checks the reflection of an argument of `type`; `place` names kernel and argument.

    Raises `VerifyException`.
    """
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
    base = text_fact(facts, ARGUMENT_BASE_TYPE_NAME)
    if (qualifiers := text_fact(facts, ARGUMENT_TYPE_QUALIFIERS)) is not None:
        for word in qualifiers.split():
            if word not in _QUALIFIERS:
                raise VerifyException(
                    f"{place}: '{word}' in {ARGUMENT_TYPE_QUALIFIERS}; expected "
                    + ", ".join(_QUALIFIERS)
                )
    if isinstance(type, ImageType):
        if base is not None and base != type.image_kind:
            raise VerifyException(
                f"{place} of type {type} has {ARGUMENT_BASE_TYPE_NAME} '{base}'; "
                "expected "
                f"'{type.image_kind}'"
            )
        expected = type.access_qualifier
    elif isinstance(type, PipeType):
        expected = type.access.data
    else:
        expected = AccessQualifier.NONE
    access = text_fact(facts, ARGUMENT_ACCESS)
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
            f"{place} of type {type} has {ARGUMENT_RESOURCE_ID}; "
            "only images and samplers "
            "are numbered"
        )
    if not isa(value, IntegerAttr[I32]) or value.value.data < 0:
        raise VerifyException(
            f"{place}: {ARGUMENT_RESOURCE_ID} is {value}; expected an i32 from 0"
        )


def with_text(facts: DictionaryAttr) -> DictionaryAttr:
    """
    Returns `facts` in their printed form: xDSL's parser reads a string with non-ASCII letters as
    bytes.
    """
    data = facts.data
    read = {k: v for k, v in data.items() if isinstance(v, BytesAttr)}
    if not read:
        return facts
    texts = {k: StringAttr(v.data.decode("utf-8", "replace")) for k, v in read.items()}
    return DictionaryAttr({**data, **texts})


def text_fact(facts: DictionaryAttr, key: str) -> str | None:
    """The string at `key`."""
    value = facts.data.get(key)
    return value.data if isinstance(value, StringAttr) else None
