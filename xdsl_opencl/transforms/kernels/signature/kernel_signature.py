"""
The signature of an `opencl.kernel` for the ABI layer, and the reflection of its arguments, as far
as they do not depend on a layout.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    ComplexType,
    DictionaryAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Signedness,
    VectorType,
    i32,
)
from xdsl.dialects.llvm import LLVMArrayType, LLVMPointerType, LLVMStructType
from xdsl.ir import Attribute

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.model import (
    VECTOR_WIDTHS,
    AbiError,
    Argument,
    ArgumentType,
    CompanionKind,
    CompanionType,
    HandleKind,
    HandleType,
    ImageArgument,
    KernelSignature,
    PointerType,
    ScalarKind,
    StructType,
    ValueType,
)
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.kernel import (
    ARGUMENT_ACCESS,
    ARGUMENT_BASE_TYPE_NAME,
    ARGUMENT_NAME,
    ARGUMENT_TYPE_NAME,
    ARGUMENT_TYPE_QUALIFIERS,
    KernelOp,
)
from xdsl_opencl.dialects.opencl.types import (
    ClkEventType,
    EventType,
    ImageType,
    PipeType,
    QueueType,
    ReserveIdType,
    SamplerType,
)
from xdsl_opencl.dialects.opencl.verification.kernel_arguments import text_fact
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.type_layout import memref_space, pointer_space, type_size_align

BYVAL = "llvm.byval"
BYREF = "llvm.byref"
ALIGN = "llvm.align"
"""Parameter attributes of MLIR's `llvm` dialect."""

COMPANIONS = {
    "__llvm_image_size": CompanionKind.IMAGE_SIZE,
    "__llvm_image_format": CompanionKind.IMAGE_FORMAT,
}
"""Type names of the arguments that `opencl-add-implicit-operands` adds."""

_HANDLES: dict[type[Attribute], HandleKind] = {
    SamplerType: HandleKind.SAMPLER,
    QueueType: HandleKind.QUEUE,
    PipeType: HandleKind.PIPE,
    ClkEventType: HandleKind.CLK_EVENT,
    ReserveIdType: HandleKind.RESERVE_ID,
}

_FLOATS: dict[type[Attribute], ScalarKind] = {
    Float16Type: ScalarKind.HALF,
    Float32Type: ScalarKind.FLOAT,
    Float64Type: ScalarKind.DOUBLE,
}

_SIGNED = {
    8: ScalarKind.CHAR,
    16: ScalarKind.SHORT,
    32: ScalarKind.INT,
    64: ScalarKind.LONG,
}

_UNSIGNED = {
    8: ScalarKind.UCHAR,
    16: ScalarKind.USHORT,
    32: ScalarKind.UINT,
    64: ScalarKind.ULONG,
}

_NO_ATTRIBUTES = DictionaryAttr({})


def argument_attributes(kernel: KernelOp) -> tuple[DictionaryAttr, ...]:
    """The attribute dictionaries of `kernel`'s arguments, one for each."""
    count = len(kernel.function_type.inputs)
    if kernel.arg_attrs is None:
        return (_NO_ATTRIBUTES,) * count
    return kernel.arg_attrs.data


def kernel_signature(kernel: KernelOp, target: Target) -> KernelSignature:
    """
    The signature of an opencl-level `kernel`. Structures may be passed directly or as
    `!llvm.ptr {llvm.byval = ...}`; a companion is recognised by its type name.

    Raises `PassFailedException` for a type that cannot be a kernel argument, naming
    kernel, argument and type.
    """
    infos = argument_info(kernel)
    arguments: list[Argument] = []
    for index, (type, attributes, info) in enumerate(
        zip(
            kernel.function_type.inputs, argument_attributes(kernel), infos, strict=True
        )
    ):
        try:
            argument = argument_type(type, attributes, info, target)
        except AbiError as error:
            name = f" '{info.name}'" if info.name else ""
            fail(
                kernel,
                f"kernel @{kernel.sym_name.data}, argument {index}{name} of type {type}: "
                f"{error}",
                argument=info.name or str(index),
            )
        arguments.append(Argument(info.name, argument))
    return KernelSignature(kernel.sym_name.data, tuple(arguments))


def refusal(type: Attribute) -> str | None:
    """Returns the reason why `type` cannot be a kernel argument; `None` if it can."""
    attributes = DictionaryAttr({})
    try:
        argument_type(type, attributes, _info(type, attributes), Target(Abi.HOST))
    except AbiError as error:
        return str(error)
    return None


def argument_type(
    type: Attribute, attributes: DictionaryAttr, info: ArgumentInfo, target: Target
) -> ArgumentType:
    """
    The ABI layer's type of one argument.

    Raises `AbiError` for a type that cannot be a kernel argument.
    """
    if (companion := COMPANIONS.get(info.type_name)) is not None:
        return _companion(type, companion)
    match type:
        case ImageType():
            return ImageArgument(type.image_kind, type.access_qualifier)
        case EventType():
            raise AbiError(
                "an event_t cannot be a kernel argument (OpenCL C 3.0, section 6.11)"
            )
        case MemRefType():
            _, align = type_size_align(type.element_type, target)
            return _pointer(memref_space(type), align)
        case LLVMPointerType():
            pointee = attributes.data.get(BYVAL) or attributes.data.get(BYREF)
            align = attributes.data.get(ALIGN)
            known = align.value.data if isinstance(align, IntegerAttr) else None
            if pointee is not None:
                size, natural = type_size_align(pointee, target)
                return StructType(size, known or natural)
            return _pointer(pointer_space(type), known)
        case LLVMStructType() | LLVMArrayType():
            return StructType(*type_size_align(type, target))
        case _:
            if (handle := _HANDLES.get(type.__class__)) is not None:
                return HandleType(handle)
            return _value_type(type, info, target)


def _pointer(space: AddressSpace, align: int | None) -> PointerType:
    if space is AddressSpace.PRIVATE:
        raise AbiError(
            "a kernel's pointers are global, constant or local, not private (OpenCL C "
            "3.0, section 6.11)"
        )
    return PointerType(space, align)


def _companion(type: Attribute, kind: CompanionKind) -> CompanionType:
    dwords = kind.dwords
    if type not in (VectorType(i32, [dwords]), LLVMArrayType(dwords, i32)):
        raise AbiError(
            f"its type name says image companion, which is a vector<{dwords}xi32>"
        )
    return CompanionType(kind)


def _value_type(type: Attribute, info: ArgumentInfo, target: Target) -> ValueType:
    element, width = type, 1
    if isinstance(type, VectorType):
        vector = cast("VectorType[Attribute]", type)
        type_size_align(vector, target)  # refuses what is not an OpenCL C vector
        element, width = vector.element_type, vector.get_shape()[0]
    scalar = _scalar_kind(element, target)
    # MLIR's integers have no sign; the source's type name does.
    named = _named_scalar(info.base_type_name)
    if named is not None and element.__class__ in (IntegerType, IndexType):
        kind, named_width = named
        if (kind.size, named_width) == (scalar.size, width) and kind in (
            *_SIGNED.values(),
            *_UNSIGNED.values(),
        ):
            scalar = kind
    return ValueType(scalar, width)


def _scalar_kind(type: Attribute, target: Target) -> ScalarKind:
    match type:
        case IntegerType():
            width = type.width.data
            if width == 1:
                raise AbiError(
                    "a bool cannot be a kernel argument (OpenCL C 3.0, section 6.11); "
                    "use i8"
                )
            table = (
                _UNSIGNED if type.signedness.data is Signedness.UNSIGNED else _SIGNED
            )
            if width in table:
                return table[width]
            raise AbiError("OpenCL C has integers of 8, 16, 32 and 64 bits")
        case IndexType():
            return _UNSIGNED[target.index_bitwidth]
        case BFloat16Type():
            raise AbiError("OpenCL C has no bf16 argument; pass it as i16")
        case ComplexType():
            part = type.element_type
            raise AbiError(
                f"OpenCL C has no complex numbers; pass a vector<2x{part}>, and make one "
                "of its elements with 'complex.create'"
            )
        case _:
            if type.__class__ in _FLOATS:
                return _FLOATS[type.__class__]
            raise AbiError("not a type that OpenCL C allows as a kernel argument")


def _named_scalar(name: str) -> tuple[ScalarKind, int] | None:
    """Scalar and vector length of OpenCL C type `name`, `None` for any other name."""
    base = name.rstrip("0123456789")
    digits = name[len(base) :]
    width = int(digits) if digits else 1
    if base == "size_t" or base not in set(ScalarKind):
        return None
    if width != 1 and width not in VECTOR_WIDTHS:
        return None
    return ScalarKind(base), width


def argument_info(kernel: KernelOp) -> tuple[ArgumentInfo, ...]:
    """
    The reflection of `kernel`'s arguments. Entries missing in `arg_attrs` come from the types, as
    clang would write them (`float*`, `image2d_t`, `uint4`). An argument without a name has the
    empty name; an opaque pointer is a `void*`.
    """
    return tuple(
        _info(type, attributes)
        for type, attributes in zip(
            kernel.function_type.inputs, argument_attributes(kernel), strict=True
        )
    )


@lru_cache(256)
def _info(type: Attribute, attributes: DictionaryAttr) -> ArgumentInfo:
    given = text_fact(attributes, ARGUMENT_TYPE_NAME)
    base_type_name = text_fact(attributes, ARGUMENT_BASE_TYPE_NAME)
    if base_type_name is None:
        # A given type name is more precise than the type, unless it may be a typedef.
        base_type_name = type_name(attributes.data.get(BYVAL, type))
        if given is not None and (
            given in COMPANIONS
            or type.__class__ is LLVMPointerType
            or _named_scalar(given) is not None
        ):
            base_type_name = given
    access = text_fact(attributes, ARGUMENT_ACCESS)
    if access is None:
        qualified = isinstance(type, ImageType | PipeType)
        access = str(type.access.data) if qualified else "none"
    space = _space(type, attributes)
    qualifiers = text_fact(attributes, ARGUMENT_TYPE_QUALIFIERS)
    if qualifiers is None:
        qualifiers = _type_qualifiers(type, attributes, space)
    return ArgumentInfo(
        name=text_fact(attributes, ARGUMENT_NAME) or "",
        type_name=given or base_type_name,
        base_type_name=base_type_name,
        type_qualifiers=qualifiers,
        access=access,
        address_space=space,
    )


def _type_qualifiers(
    type: Attribute, attributes: DictionaryAttr, space: AddressSpace
) -> str:
    """
    Clang's words: `const` for a pointer to constant memory, `pipe` for a pipe, `restrict`
    for a pointer that aliases nothing.
    """
    if isinstance(type, PipeType):
        return "pipe"
    words: list[str] = []
    pointers = (LLVMPointerType, MemRefType)
    if "llvm.noalias" in attributes.data and type.__class__ in pointers:
        words.append("restrict")
    if space is AddressSpace.CONSTANT:
        words.append("const")
    return " ".join(words)


def _space(type: Attribute, attributes: DictionaryAttr) -> AddressSpace:
    """
    The address space that `clGetKernelArgInfo` reports: the pointee's; global for images,
    their companions and pipes; private for everything else, samplers and structures by
    value included.
    """
    if text_fact(attributes, ARGUMENT_TYPE_NAME) in COMPANIONS:
        return AddressSpace.GLOBAL
    try:
        match type:
            case MemRefType():
                return memref_space(type)
            case LLVMPointerType() if not {BYVAL, BYREF} & attributes.data.keys():
                return pointer_space(type)
            case ImageType() | PipeType():
                return AddressSpace.GLOBAL
            case _:
                return AddressSpace.PRIVATE
    except AbiError:
        return AddressSpace.PRIVATE


_NAMES: dict[type[Attribute], str] = {
    Float16Type: "half",
    Float32Type: "float",
    Float64Type: "double",
    IndexType: "size_t",
    SamplerType: "sampler_t",
    EventType: "event_t",
    QueueType: "queue_t",
    ClkEventType: "clk_event_t",
    ReserveIdType: "reserve_id_t",
    LLVMPointerType: "void*",
}


def type_name(type: Attribute, *, signed: bool = True) -> str:
    """
    Returns OpenCL C's name for `type`, or the MLIR text of a type without one. `signed` is the
    sign of signless integers.
    """
    if (name := _NAMES.get(type.__class__)) is not None:
        return name
    match type:
        case IntegerType() if type.width.data in _SIGNED:
            if type.signedness.data is not Signedness.SIGNLESS:
                signed = type.signedness.data is Signedness.SIGNED
            return str((_SIGNED if signed else _UNSIGNED)[type.width.data])
        case VectorType():
            length = "x".join(map(str, type.get_shape()))
            return f"{type_name(type.element_type, signed=signed)}{length}"
        case MemRefType():
            return f"{type_name(type.element_type)}*"
        case ImageType():
            return str(type.image_kind)
        case PipeType():
            return type_name(type.element)
        case LLVMStructType():
            name = type.struct_name.data
            return name.replace(".", " ", 1) if name else "struct"
        case LLVMArrayType():
            return f"{type_name(type.type)}[{type.size.data}]"
        case _:
            return str(type)
