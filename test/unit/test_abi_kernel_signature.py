"""Kernels to signatures: every argument type, reflection's defaults, every refusal."""

from typing import cast

import pytest
from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    DictionaryAttr,
    Float64Type,
    Float80Type,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Signedness,
    StringAttr,
    TensorType,
    UnitAttr,
    VectorType,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.dialects.llvm import LLVMArrayType, LLVMPointerType, LLVMStructType
from xdsl.ir import Attribute
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace, ImageKind
from xdsl_opencl.abi.model import (
    AbiError,
    ArgumentType,
    CompanionKind,
    CompanionType,
    HandleKind,
    HandleType,
    ImageArgument,
    PointerType,
    ScalarKind,
    StructType,
    ValueType,
)
from xdsl_opencl.abi.reflection import ArgumentInfo
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.attrs import AddressSpaceAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.types import (
    ClkEventType,
    EventType,
    ImageType,
    PipeType,
    QueueType,
    ReserveIdType,
    SamplerType,
)
from xdsl_opencl.ir.type_layout import struct_size_align, type_size_align
from xdsl_opencl.transforms.kernels.signature import kernel_signature
from xdsl_opencl.transforms.kernels.signature.kernel_signature import argument_info

READ, WRITE = AccessQualifier.READ_ONLY, AccessQualifier.WRITE_ONLY
U32 = IntegerType(32, Signedness.UNSIGNED)


def pointer(space: int) -> LLVMPointerType:
    return LLVMPointerType(IntAttr(space))


def memref(element: Attribute, space: AddressSpace | None) -> MemRefType[Attribute]:
    if space is None:
        return MemRefType(element, [4])
    return MemRefType(element, [4], memory_space=AddressSpaceAttr(space))


def kernel(type: Attribute, **attributes: Attribute) -> KernelOp:
    """A declaration `@k` with one argument; `opencl_name` stands for `opencl.name`."""
    named = {k.replace("_", ".", 1): v for k, v in attributes.items()}
    return KernelOp("k", [type], arg_attrs=ArrayAttr([DictionaryAttr(named)]))


TARGETS = {
    Abi.AMDHSA: Target(Abi.AMDHSA, "gfx900"),
    Abi.AMDCL2: Target(Abi.AMDCL2),
    Abi.MESA3D: Target(Abi.MESA3D, "gfx803"),
    Abi.R600: Target(Abi.R600, "juniper"),
    Abi.HOST: Target(Abi.HOST),
}


def argument(
    type: Attribute, abi: Abi = Abi.AMDHSA, **attributes: Attribute
) -> ArgumentType:
    signature = kernel_signature(kernel(type, **attributes), TARGETS[abi])
    return signature.arguments[0].type


@pytest.mark.parametrize(
    ("type", "expected"),
    [
        (i8, ValueType(ScalarKind.CHAR)),
        (i16, ValueType(ScalarKind.SHORT)),
        (i32, ValueType(ScalarKind.INT)),
        (U32, ValueType(ScalarKind.UINT)),
        (i64, ValueType(ScalarKind.LONG)),
        (f16, ValueType(ScalarKind.HALF)),
        (f32, ValueType(ScalarKind.FLOAT)),
        (f64, ValueType(ScalarKind.DOUBLE)),
        (IndexType(), ValueType(ScalarKind.ULONG)),
        (VectorType(f32, [3]), ValueType(ScalarKind.FLOAT, 3)),
        (VectorType(i8, [16]), ValueType(ScalarKind.CHAR, 16)),
        (pointer(1), PointerType(AddressSpace.GLOBAL)),
        (pointer(2), PointerType(AddressSpace.CONSTANT)),
        (pointer(3), PointerType(AddressSpace.LOCAL)),
        (pointer(4), PointerType(AddressSpace.GENERIC)),
        (memref(f32, AddressSpace.GLOBAL), PointerType(AddressSpace.GLOBAL, 4)),
        (
            memref(VectorType(f64, [3]), AddressSpace.LOCAL),
            PointerType(AddressSpace.LOCAL, 32),
        ),
        (
            MemRefType(i8, [-1], memory_space=IntegerAttr(2, i32)),
            PointerType(AddressSpace.CONSTANT, 1),
        ),
        (
            ImageType(ImageKind.IMAGE3D, WRITE),
            ImageArgument(ImageKind.IMAGE3D, WRITE),
        ),
        (SamplerType(), HandleType(HandleKind.SAMPLER)),
        (QueueType(), HandleType(HandleKind.QUEUE)),
        (ClkEventType(), HandleType(HandleKind.CLK_EVENT)),
        (ReserveIdType(), HandleType(HandleKind.RESERVE_ID)),
        (PipeType(i32, READ), HandleType(HandleKind.PIPE)),
        (LLVMStructType.from_type_list([i8, i32]), StructType(8, 4)),
        (LLVMArrayType(5, i8), StructType(5, 1)),
    ],
    ids=str,
)
def test_types(type: Attribute, expected: ArgumentType) -> None:
    assert argument(type) == expected


def test_index_has_the_targets_width() -> None:
    assert argument(IndexType(), Abi.R600) == ValueType(ScalarKind.UINT)


def test_type_name_gives_the_sign() -> None:
    name = StringAttr("uchar4")
    expected = ValueType(ScalarKind.UCHAR, 4)
    assert argument(VectorType(i8, [4]), opencl_type_name=name) == expected
    # A name that does not fit the type says nothing.
    assert argument(i32, opencl_type_name=name) == ValueType(ScalarKind.INT)
    assert argument(f32, opencl_base_type_name=StringAttr("uint")) == ValueType(
        ScalarKind.FLOAT
    )


def test_struct_behind_a_pointer() -> None:
    """Clang's form; the parameter's alignment counts where there is one."""
    struct = LLVMStructType.from_type_list([i32, i8])
    assert argument(LLVMPointerType(), llvm_byval=struct) == StructType(8, 4)
    array = LLVMArrayType(5, i8)
    align = IntegerAttr(16, i64)
    assert argument(
        LLVMPointerType(), llvm_byval=array, llvm_align=align
    ) == StructType(5, 16)


def test_local_pointer_alignment() -> None:
    align = IntegerAttr(16, i64)
    assert argument(pointer(3), llvm_align=align) == PointerType(AddressSpace.LOCAL, 16)


@pytest.mark.parametrize("kind", CompanionKind)
def test_companions(kind: CompanionKind) -> None:
    name = StringAttr(f"__llvm_{kind}")
    for type in (VectorType(i32, [kind.dwords]), LLVMArrayType(kind.dwords, i32)):
        assert argument(type, opencl_type_name=name) == CompanionType(kind)
    with pytest.raises(PassFailedException, match="its type name says image companion"):
        argument(i32, opencl_type_name=name)


@pytest.mark.parametrize(
    ("type", "message"),
    [
        (Float80Type(), "not a type that OpenCL C allows as a kernel argument"),
        (BFloat16Type(), "OpenCL C has no bf16 argument"),
        (i1, "a bool cannot be a kernel argument"),
        (IntegerType(128), "integers of 8, 16, 32 and 64 bits"),
        (IntegerType(24), "integers of 8, 16, 32 and 64 bits"),
        (TensorType(f32, [4]), "not a type that OpenCL C allows as a kernel argument"),
        (
            VectorType(f32, [5]),
            "not an OpenCL C vector; the lengths are 2, 3, 4, 8, 16",
        ),
        (VectorType(f32, [2, 2]), "is not an OpenCL C vector"),
        (VectorType(i1, [4]), "a bool cannot be a kernel argument"),
        (VectorType(Float80Type(), [4]), "f80 has no layout in memory"),
        (EventType(), "an event_t cannot be a kernel argument"),
        (LLVMPointerType(), "global, constant or local, not private"),
        (pointer(0), "global, constant or local, not private"),
        (pointer(5), "5 is not an OpenCL address space"),
        (memref(f32, None), "global, constant or local, not private"),
        (
            MemRefType(f32, [4], memory_space=StringAttr("global")),
            "is not an OpenCL memory space; use #opencl.address_space",
        ),
        (
            MemRefType(f32, [4], memory_space=IntegerAttr(7, i32)),
            "7 is not an OpenCL address space",
        ),
        (
            LLVMStructType.from_type_list([i32, ImageType(ImageKind.IMAGE2D, READ)]),
            "it cannot be part of a structure or an array",
        ),
        (LLVMArrayType(2, Float80Type()), "f80 has no layout in memory"),
    ],
    ids=str,
)
def test_refusals(type: Attribute, message: str) -> None:
    """The error names kernel, argument number and name, and type."""
    with pytest.raises(PassFailedException) as raised:
        argument(type, opencl_name=StringAttr("x"))
    text = str(raised.value)
    assert f"kernel @k, argument 0 'x' of type {type}: " in text
    assert message in text


def info(type: Attribute, **attributes: Attribute) -> ArgumentInfo:
    return argument_info(kernel(type, **attributes))[0]


@pytest.mark.parametrize(
    ("type", "expected"),
    [
        (i32, "int"),
        (U32, "uint"),
        (VectorType(i16, [8]), "short8"),
        (IndexType(), "size_t"),
        (memref(f32, AddressSpace.GLOBAL), "float*"),
        (memref(VectorType(f16, [4]), AddressSpace.LOCAL), "half4*"),
        (pointer(1), "void*"),
        (
            ImageType(ImageKind.IMAGE2D_ARRAY_MSAA_DEPTH, READ),
            "image2d_array_msaa_depth_t",
        ),
        (SamplerType(), "sampler_t"),
        (QueueType(), "queue_t"),
        (ClkEventType(), "clk_event_t"),
        (ReserveIdType(), "reserve_id_t"),
        (PipeType(VectorType(i32, [4]), READ), "int4"),
        (PipeType(i8, READ), ""),
        (LLVMStructType(StringAttr("struct.S"), ArrayAttr([i32])), "struct S"),
    ],
    ids=str,
)
def test_derived_names(type: Attribute, expected: str) -> None:
    """
    The names are those that Clang writes in `!kernel_arg_type` and `!kernel_arg_base_type`.
    """
    assert info(type).type_name == expected
    assert info(type).base_type_name == expected


def test_derived_access_and_qualifiers() -> None:
    assert info(ImageType(ImageKind.IMAGE1D, WRITE)).access == "write_only"
    assert info(PipeType(i32, READ)) == ArgumentInfo(
        "", "int", "int", "pipe", "read_only", AddressSpace.GLOBAL
    )
    assert info(pointer(2)).type_qualifiers == "const"
    assert info(pointer(1), llvm_noalias=UnitAttr()).type_qualifiers == "restrict"
    assert info(f32).access == "none"


def test_given_reflection_wins() -> None:
    attributes: dict[str, Attribute] = {
        "opencl_name": StringAttr("pixels"),
        "opencl_type_name": StringAttr("picture"),
        "opencl_type_qualifiers": StringAttr("volatile"),
        "opencl_access": StringAttr("read_only"),
    }
    image = ImageType(ImageKind.IMAGE2D, READ)
    assert info(image, **attributes) == ArgumentInfo(
        "pixels", "picture", "image2d_t", "volatile", "read_only", AddressSpace.GLOBAL
    )


def test_kernel_without_arguments() -> None:
    empty = KernelOp("k", [])
    assert kernel_signature(empty, Target(mcpu="gfx900")).arguments == ()
    assert argument_info(empty) == ()


@pytest.mark.parametrize(
    ("members", "natural", "packed"),
    [
        ([i8, i32], (8, 4), (5, 1)),
        ([i8, VectorType(f32, [3]), i16], (48, 16), (19, 1)),
        ([i8, f64, pointer(3)], (24, 8), (13, 1)),
        ([], (0, 1), (0, 1)),
        ([LLVMStructType.from_type_list([i8, i64]), i8], (24, 8), (17, 1)),
    ],
)
def test_struct_layout(
    members: list[Attribute], natural: tuple[int, int], packed: tuple[int, int]
) -> None:
    target = Target(mcpu="gfx900")
    assert struct_size_align(members, target) == natural
    assert struct_size_align(members, target, packed=True) == packed


def test_layout_agrees_with_llvm() -> None:
    """Sizes and alignments against llvmlite's data layout, for every target."""
    from importlib import import_module
    from typing import Any

    llvm: Any = import_module("llvmlite.binding")
    llvm.initialize_all_targets()
    types: list[tuple[Attribute, str]] = [
        (i8, "i8"),
        (i64, "i64"),
        (f16, "half"),
        (Float64Type(), "double"),
        (VectorType(i8, [3]), "<3 x i8>"),
        (VectorType(i16, [3]), "<3 x i16>"),
        (VectorType(f32, [3]), "<3 x float>"),
        (VectorType(f64, [4]), "<4 x double>"),
        (VectorType(f64, [16]), "<16 x double>"),
        (LLVMArrayType(3, VectorType(i8, [4])), "[3 x <4 x i8>]"),
        (
            LLVMStructType.from_type_list([i8, VectorType(f32, [4]), i16, i64]),
            "{ i8, <4 x float>, i16, i64 }",
        ),
    ]
    globals_ = "".join(
        f"@g{i} = global {t} zeroinitializer\n" for i, (_, t) in enumerate(types)
    )
    for abi in (Abi.AMDHSA, Abi.R600):
        target = TARGETS[abi]
        module = llvm.parse_assembly(globals_)
        data = llvm.create_target_data(target.data_layout)
        for i, (type, _) in enumerate(types):
            llvm_type = module.get_global_variable(f"g{i}").global_value_type
            size, align = type_size_align(type, target)
            assert data.get_abi_size(llvm_type) == size, type
            assert data.get_abi_alignment(llvm_type) == align, type


def test_type_without_layout() -> None:
    with pytest.raises(AbiError, match="f80 has no layout in memory"):
        type_size_align(cast(Attribute, Float80Type()), Target(mcpu="gfx900"))
