"""
The operations of the `opencl` dialect: constructors, flags, samplers and formats of `printf`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects import func, test
from xdsl.dialects.builtin import (
    ArrayAttr,
    Builtin,
    DictionaryAttr,
    IntAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    f32,
    i1,
    i32,
)
from xdsl.dialects.llvm import LLVM, LLVMPointerType
from xdsl.dialects.test import Test
from xdsl.ir import Attribute, Block, Dialect, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.arguments.printf_format import (
    FormatError,
    parse_format,
)
from xdsl_opencl.abi.enums import (
    AccessQualifier,
    AddressingMode,
    AddressSpace,
    FenceFlag,
    FilterMode,
    ImageKind,
    MemoryOrder,
    MemoryScope,
)
from xdsl_opencl.dialects.llvm_ext import extended
from xdsl_opencl.dialects.opencl import (
    OpenCL,
    atomic,
    conversion,
    kernel,
    sampler,
)
from xdsl_opencl.dialects.opencl.attrs import (
    AddressSpaceAttr,
    AtomicKind,
    FenceFlagsAttr,
    SamplerAttr,
)
from xdsl_opencl.dialects.opencl.sampler import sampler_of_bits
from xdsl_opencl.dialects.opencl.types import (
    ImageType,
)

READ = ImageType(ImageKind.IMAGE2D, AccessQualifier.READ_ONLY)
WRITE = ImageType(ImageKind.IMAGE2D, AccessQualifier.WRITE_ONLY)
GLOBAL = LLVMPointerType(IntAttr(1))
CONSTANT = LLVMPointerType(IntAttr(2))
LOCAL = LLVMPointerType(IntAttr(3))
GENERIC = LLVMPointerType(IntAttr(4))
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


def context() -> Context:
    made = Context()
    for dialect in (Builtin, func.Func, LLVM, Test, OpenCL):
        made.load_dialect(dialect)
    return made


def test_every_operation_is_in_a_round_trip():
    folder = Path(__file__).parents[1] / "dialects" / "opencl"
    text = "".join(path.read_text() for path in folder.glob("*.mlir"))
    missing = [op.name for op in OpenCL.operations if op.name not in text]
    assert missing == []


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
