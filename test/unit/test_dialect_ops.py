"""
Constructors of the `opencl` operations: what they build verifies, and prints to text
that parses to the same.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from xdsl.context import Context
from xdsl.dialects import func, test
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import (
    ArrayAttr,
    Builtin,
    DictionaryAttr,
    IntAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    VectorType,
    f32,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.dialects.llvm import LLVM, LLVMArrayType, LLVMPointerType
from xdsl.dialects.test import Test
from xdsl.ir import Attribute, Block, Dialect, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import (
    AccessQualifier,
    AddressingMode,
    AddressSpace,
    ElementKind,
    FenceFlag,
    FilterMode,
    ImageKind,
    MemoryOrder,
    MemoryScope,
    RoundingMode,
)
from xdsl_opencl.dialects.llvm_ext import extended
from xdsl_opencl.dialects.opencl import (
    OpenCL,
    atomic,
    builtin,
    collective,
    conversion,
    image,
    kernel,
    launch,
    low_level,
    memory,
    pipe,
    printf,
    sampler,
    sub_group,
    sync,
    work_item,
)
from xdsl_opencl.dialects.opencl.attrs import (
    AddressSpaceAttr,
    AtomicKind,
    BallotQuery,
    FenceFlagsAttr,
    GroupOperation,
    LaneMask,
    SamplerAttr,
)
from xdsl_opencl.dialects.opencl.sampler import sampler_of_bits
from xdsl_opencl.dialects.opencl.types import (
    EventType,
    ImageType,
    PipeType,
    ReserveIdType,
    SamplerType,
)
from xdsl_opencl.dialects.opencl.verification.printf_format import (
    FormatError,
    parse_format,
)

V4 = VectorType(f32, [4])
AT = VectorType(i32, [2])
READ = ImageType(ImageKind.IMAGE2D, AccessQualifier.READ_ONLY)
WRITE = ImageType(ImageKind.IMAGE2D, AccessQualifier.WRITE_ONLY)
ARRAY = ImageType(ImageKind.IMAGE2D_ARRAY, AccessQualifier.READ_ONLY)
MSAA = ImageType(ImageKind.IMAGE2D_MSAA, AccessQualifier.READ_ONLY)
VOLUME = ImageType(ImageKind.IMAGE3D, AccessQualifier.READ_ONLY)
GLOBAL = LLVMPointerType(IntAttr(1))
CONSTANT = LLVMPointerType(IntAttr(2))
LOCAL = LLVMPointerType(IntAttr(3))
GENERIC = LLVMPointerType(IntAttr(4))
PIPE_IN = PipeType(f32, AccessQualifier.READ_ONLY)
PIPE_OUT = PipeType(f32, AccessQualifier.WRITE_ONLY)
TILE = MemRefType(i32, [8, 8], memory_space=AddressSpaceAttr(AddressSpace.LOCAL))
FLAGS = FenceFlagsAttr((FenceFlag.LOCAL, FenceFlag.GLOBAL))
SAMPLER = SamplerAttr(False, AddressingMode.CLAMP, FilterMode.NEAREST)
RELAXED, ACQUIRE, RELEASE = (
    MemoryOrder.RELAXED,
    MemoryOrder.ACQUIRE,
    MemoryOrder.RELEASE,
)
DEVICE, GROUP = MemoryScope.DEVICE, MemoryScope.WORK_GROUP


def value(type: Attribute) -> SSAValue:
    return test.TestOp(result_types=[type]).results[0]


def index() -> SSAValue:
    from xdsl.dialects.builtin import IndexType

    return value(IndexType())


CONSTRUCTORS: list[Callable[[], Operation]] = [
    *(
        (lambda query=query: query(value(READ)))
        for query in (
            image.GetImageWidthOp,
            image.GetImageHeightOp,
            image.GetImageDimOp,
            image.GetImageChannelDataTypeOp,
            image.GetImageChannelOrderOp,
            image.GetImageNumMipLevelsOp,
            image.ImageSizeOp,
            image.ImageFormatOp,
            image.ImageResourceIdOp,
        )
    ),
    lambda: image.GetImageDepthOp(value(VOLUME)),
    lambda: image.GetImageDimOp(value(VOLUME)),
    lambda: image.GetImageArraySizeOp(value(ARRAY), i64),
    lambda: image.GetImageNumSamplesOp(value(MSAA)),
    lambda: image.ReadImageOp(ElementKind.F, value(READ), value(AT), V4),
    lambda: image.ReadImageOp(
        ElementKind.F,
        value(READ),
        value(VectorType(f32, [2])),
        V4,
        sampler=value(SamplerType()),
        lod=value(f32),
    ),
    lambda: image.ReadImageOp(
        ElementKind.F,
        value(READ),
        value(VectorType(f32, [2])),
        V4,
        sampler=value(SamplerType()),
        gradients=(value(VectorType(f32, [2])), value(VectorType(f32, [2]))),
    ),
    lambda: image.ReadImageOp(
        ElementKind.F, value(MSAA), value(AT), V4, sample=value(i32)
    ),
    lambda: image.WriteImageOp(
        ElementKind.F, value(V4), value(WRITE), value(AT), lod=value(i32)
    ),
    lambda: sampler.SamplerConstantOp(SAMPLER),
    lambda: sampler.TranslateSamplerOp(value(i32)),
    lambda: sampler.SamplerResourceIdOp(value(SamplerType())),
    *(
        (lambda query=query: query(2, i64))
        for query in (
            work_item.GetGlobalIdOp,
            work_item.GetGlobalSizeOp,
            work_item.GetGlobalOffsetOp,
            work_item.GetLocalIdOp,
            work_item.GetLocalSizeOp,
            work_item.GetEnqueuedLocalSizeOp,
            work_item.GetNumGroupsOp,
            work_item.GetGroupIdOp,
        )
    ),
    lambda: work_item.GetGlobalIdOp(value(i32), i32),
    *(
        (lambda query=query: query(i32))
        for query in (
            work_item.GetWorkDimOp,
            work_item.GetGlobalLinearIdOp,
            work_item.GetLocalLinearIdOp,
            work_item.GetSubGroupSizeOp,
            work_item.GetMaxSubGroupSizeOp,
            work_item.GetNumSubGroupsOp,
            work_item.GetEnqueuedNumSubGroupsOp,
            work_item.GetSubGroupIdOp,
            work_item.GetSubGroupLocalIdOp,
        )
    ),
    *(
        (lambda fence=fence: fence(FLAGS))
        for fence in (
            sync.BarrierOp,
            sync.MemFenceOp,
            sync.ReadMemFenceOp,
            sync.WriteMemFenceOp,
        )
    ),
    lambda: sync.WorkGroupBarrierOp(FLAGS, DEVICE),
    lambda: sync.SubGroupBarrierOp(FLAGS, MemoryScope.SUB_GROUP),
    lambda: sync.AtomicWorkItemFenceOp(FLAGS, MemoryOrder.ACQ_REL, DEVICE),
    *(
        (lambda combine=combine: combine(GroupOperation.MAX, value(f32)))
        for combine in (
            collective.WorkGroupReduceOp,
            collective.WorkGroupScanInclusiveOp,
            collective.WorkGroupScanExclusiveOp,
            collective.SubGroupReduceOp,
            collective.SubGroupScanInclusiveOp,
            collective.SubGroupScanExclusiveOp,
        )
    ),
    *(
        (lambda vote=vote: vote(value(i32)))
        for vote in (
            collective.WorkGroupAnyOp,
            collective.WorkGroupAllOp,
            collective.SubGroupAnyOp,
            collective.SubGroupAllOp,
        )
    ),
    *(
        (lambda lane=lane: lane(value(f32), value(i32)))
        for lane in (
            collective.SubGroupBroadcastOp,
            collective.SubGroupShuffleOp,
            collective.SubGroupShuffleXorOp,
            collective.SubGroupShuffleUpOp,
            collective.SubGroupShuffleDownOp,
        )
    ),
    lambda: collective.WorkGroupBroadcastOp(value(f32), [value(i64), value(i64)]),
    *(
        (lambda combine=combine: combine(GroupOperation.MUL, value(f32)))
        for combine in (
            sub_group.SubGroupNonUniformReduceOp,
            sub_group.SubGroupNonUniformScanInclusiveOp,
            sub_group.SubGroupNonUniformScanExclusiveOp,
        )
    ),
    lambda: sub_group.SubGroupClusteredReduceOp(GroupOperation.ADD, value(f32), 4),
    lambda: sub_group.SubGroupRotateOp(value(f32), value(i32)),
    lambda: sub_group.SubGroupNonUniformBroadcastOp(value(f32), value(i32)),
    lambda: sub_group.SubGroupBroadcastFirstOp(value(f32)),
    lambda: sub_group.SubGroupAllEqualOp(value(f32)),
    sub_group.SubGroupElectOp,
    lambda: sub_group.SubGroupBallotOp(value(i32)),
    lambda: sub_group.SubGroupInverseBallotOp(value(sub_group.BALLOT)),
    lambda: sub_group.SubGroupBallotBitExtractOp(value(sub_group.BALLOT), value(i32)),
    lambda: sub_group.SubGroupBallotQueryOp(
        BallotQuery.FIND_LSB, value(sub_group.BALLOT)
    ),
    lambda: sub_group.GetSubGroupMaskOp(LaneMask.GE),
    lambda: pipe.ReadPipeOp(value(PIPE_IN), value(GENERIC), 8, 4),
    lambda: pipe.WritePipeOp(
        value(PIPE_OUT), value(GLOBAL), 8, 4, (value(ReserveIdType()), value(i32))
    ),
    lambda: pipe.ReservePipeOp(MemoryScope.SUB_GROUP, value(PIPE_IN), value(i32)),
    lambda: pipe.CommitPipeOp(
        MemoryScope.WORK_ITEM, value(PIPE_OUT), value(ReserveIdType())
    ),
    lambda: pipe.IsValidReserveIdOp(value(ReserveIdType())),
    lambda: pipe.GetPipeNumPacketsOp(value(PIPE_IN)),
    lambda: pipe.GetPipeMaxPacketsOp(value(PIPE_OUT)),
    collective.NullEventOp,
    lambda: collective.AsyncWorkGroupCopyOp(
        f32, value(LOCAL), value(GLOBAL), value(i64), value(EventType())
    ),
    lambda: collective.AsyncWorkGroupStridedCopyOp(
        f32, value(LOCAL), value(GLOBAL), value(i64), value(i64), value(EventType())
    ),
    lambda: collective.WaitGroupEventsOp([value(EventType()), value(EventType())]),
    lambda: collective.WaitGroupEventsPtrOp(value(i32), value(GENERIC)),
    lambda: collective.PrefetchOp(V4, value(GLOBAL), value(i64)),
    lambda: atomic.AtomicRmwOp(
        AtomicKind.ADD, RELAXED, DEVICE, value(GLOBAL), value(i32)
    ),
    lambda: atomic.AtomicRmwOp(
        AtomicKind.UMAX,
        RELAXED,
        GROUP,
        value(TILE),
        value(i32),
        [index(), index()],
        volatile=True,
    ),
    lambda: atomic.AtomicLoadOp(ACQUIRE, DEVICE, value(GLOBAL), i64),
    lambda: atomic.AtomicStoreOp(
        RELEASE, DEVICE, value(TILE), value(i32), [index(), index()]
    ),
    lambda: atomic.AtomicCompareExchangeOp(
        MemoryOrder.ACQ_REL,
        ACQUIRE,
        DEVICE,
        value(GLOBAL),
        value(i64),
        value(i64),
        weak=True,
        volatile=True,
    ),
    lambda: atomic.AtomicFlagTestAndSetOp(ACQUIRE, DEVICE, value(GLOBAL)),
    lambda: atomic.AtomicFlagClearOp(RELEASE, DEVICE, value(GLOBAL), volatile=True),
    lambda: memory.LocalOp(TILE),
    lambda: memory.LocalOp(LOCAL, LLVMArrayType(4, i32), 16),
    lambda: memory.VloadOp(value(CONSTANT), value(i64), VectorType(i8, [3])),
    lambda: memory.VstoreOp(value(V4), value(GLOBAL), value(i32)),
    lambda: memory.VloadHalfOp(value(GLOBAL), value(i64), f32),
    lambda: memory.VloadaHalfOp(value(GLOBAL), value(i64), V4),
    lambda: memory.VstoreHalfOp(value(V4), value(GLOBAL), value(i64)),
    lambda: memory.VstoreaHalfOp(
        value(V4), value(GLOBAL), value(i64), RoundingMode.RTP
    ),
    lambda: memory.ToGlobalOp(value(GENERIC), GLOBAL),
    lambda: memory.ToLocalOp(value(GENERIC), LOCAL),
    lambda: memory.ToPrivateOp(value(GENERIC), LLVMPointerType()),
    lambda: memory.GetFenceOp(value(GENERIC)),
    lambda: conversion.ConvertOp(value(f32), i32),
    lambda: conversion.ConvertOp(
        value(V4),
        VectorType(i8, [4]),
        dst_unsigned=True,
        rounding=RoundingMode.RTE,
        saturate=True,
    ),
    lambda: conversion.ConvertOp(value(i8), f32, src_unsigned=True),
    lambda: conversion.AsOp(value(V4), VectorType(i32, [4])),
    lambda: builtin.BuiltinOp("fma", [value(V4)] * 3),
    lambda: builtin.BuiltinOp(
        "sincos", [value(f32)], [f32, f32], FastMathFlagsAttr("fast")
    ),
    lambda: printf.PrintfOp("%d %v4hlf", [value(i32), value(V4)]),
    lambda: printf.PrintfOp("nothing"),
    lambda: low_level.KernelArgumentsPtrOp(CONSTANT),
    lambda: low_level.ImplicitArgumentsPtrOp(CONSTANT),
    lambda: low_level.CheckContextOp(LLVMPointerType()),
    lambda: low_level.DispatchPtrOp(CONSTANT),
    lambda: low_level.LoadArgumentOp(low_level.Segment.IMPLICIT, 16, i32),
]


def context() -> Context:
    made = Context()
    for dialect in (Builtin, func.Func, LLVM, Test, OpenCL):
        made.load_dialect(dialect)
    return made


@pytest.mark.parametrize("make", CONSTRUCTORS)
def test_constructor(make: Callable[[], Operation]):
    op = make()
    operands = list(dict.fromkeys(o.owner for o in op.operands))
    module = ModuleOp([*(o for o in operands if isinstance(o, Operation)), op])
    module.verify()
    parsed = Parser(context(), str(module)).parse_module()
    parsed.verify()
    assert parsed.is_structurally_equivalent(module)


def test_every_operation_has_a_constructor_test():
    built = {type(make()) for make in CONSTRUCTORS}
    with_symbols = {
        kernel.KernelOp,
        kernel.ReturnOp,
        kernel.CallKernelOp,
        sampler.ProgramSamplerOp,
        sampler.GetProgramSamplerOp,
        launch.LaunchOp,
    }
    assert built | with_symbols == set(OpenCL.operations)


def test_kernel_constructors():
    body = Region(Block([kernel.ReturnOp()], arg_types=[GLOBAL, f32]))
    scale = kernel.KernelOp(
        "scale",
        [GLOBAL, f32],
        body,
        visibility="private",
        arg_attrs=ArrayAttr(
            [
                DictionaryAttr({kernel.ARGUMENT_NAME: StringAttr("data")}),
                DictionaryAttr({}),
            ]
        ),
    )
    call = kernel.KernelOp("call", [GLOBAL, f32])
    block = call.body.block
    edge = sampler.ProgramSamplerOp("edge", SAMPLER)
    block.add_ops(
        [
            sampler.GetProgramSamplerOp("edge"),
            kernel.CallKernelOp("scale", call.args),
            kernel.ReturnOp(),
        ]
    )
    module = ModuleOp([edge, scale, call])
    module.verify()
    parsed = Parser(context(), str(module)).parse_module()
    parsed.verify()
    assert parsed.is_structurally_equivalent(module)
    assert not scale.is_declaration
    assert [a.type for a in scale.args] == [GLOBAL, f32]


@pytest.mark.parametrize("bits", range(8))
def test_fence_flags_bits(bits: int):
    # CLK_LOCAL_MEM_FENCE 1, CLK_GLOBAL_MEM_FENCE 2, CLK_IMAGE_MEM_FENCE 4.
    flags = FenceFlagsAttr.from_bits(bits)
    assert flags.bits == bits
    assert (FenceFlag.GLOBAL in flags.data) == bool(bits & 2)


def test_fence_flags_refuse_other_bits():
    with pytest.raises(ValueError, match="8 is not a combination"):
        FenceFlagsAttr.from_bits(8)


@pytest.mark.parametrize(
    ("bits", "sampler"),
    [
        # CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR; CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT
        # | CLK_FILTER_NEAREST; CLK_ADDRESS_NONE | CLK_FILTER_NEAREST (clang's opencl-c-base.h).
        (0x24, SamplerAttr(False, AddressingMode.CLAMP, FilterMode.LINEAR)),
        (0x19, SamplerAttr(True, AddressingMode.MIRRORED_REPEAT, FilterMode.NEAREST)),
        (0x10, SamplerAttr(False, AddressingMode.NONE, FilterMode.NEAREST)),
    ],
)
def test_sampler_of_bits(bits: int, sampler: SamplerAttr):
    assert sampler_of_bits(bits) == sampler


@pytest.mark.parametrize("bits", [0, 0x0C, 0x30, 0x40, -1, 0x1A])
def test_sampler_of_bits_refuses(bits: int):
    with pytest.raises(ValueError, match="sampler"):
        sampler_of_bits(bits)


def test_parse_format():
    text = "a %% %+-08.3v4hlf|%hhu"
    first, second = parse_format(text)
    assert text[first.start : first.end] == "%+-08.3v4hlf"
    assert (first.flags, first.width, first.precision) == ("+-0", 8, 3)
    assert (first.vector, first.length, first.specifier) == (4, "hl", "f")
    assert first.is_float
    assert (second.flags, second.width, second.precision) == ("", None, None)
    assert (second.vector, second.length, second.specifier) == (0, "hh", "u")
    assert second.is_integer
    assert parse_format("%.d")[0].precision == 0
    with pytest.raises(FormatError, match="is not a conversion"):
        parse_format("%y")


def test_verifier_sees_constructed_ops():
    with pytest.raises(VerifyException, match="points to private memory"):
        atomic.AtomicRmwOp(
            AtomicKind.ADD, RELAXED, DEVICE, value(LLVMPointerType()), value(i32)
        ).verify()
    with pytest.raises(VerifyException, match="fadd on i32"):
        atomic.AtomicRmwOp(
            AtomicKind.FADD, RELAXED, DEVICE, value(GLOBAL), value(i32)
        ).verify()
    with pytest.raises(VerifyException, match="result has type i1"):
        conversion.ConvertOp(value(i32), i1).verify()


@pytest.mark.parametrize("dialect", [OpenCL, extended(LLVM)], ids=lambda d: d.name)
def test_assembly_formats(dialect: Dialect):
    """
    Each is compiled when it is first used (`dialects/definition.py`), so that a wrong one
    would be met late.
    """
    formats = 0
    for op in dialect.operations:
        assert issubclass(op, IRDLOperation), op
        definition = op.get_irdl_definition()
        if (text := definition.assembly_format) is not None:
            assert FormatProgram.from_str(text, definition).stmts
            assert op.print is not Operation.print, op
            formats += 1
    assert formats > 20
