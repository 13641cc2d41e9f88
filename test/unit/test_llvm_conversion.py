"""The framework of the conversions to `llvm`, and the fused walk."""

from __future__ import annotations

import re

import pytest
from conversion_helpers import convert, opencl_converter, parse
from texts import parts
from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ComplexType,
    FileLineColLoc,
    FunctionType,
    IndexType,
    IntAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    StringAttr,
    VectorType,
    f32,
    i32,
    i64,
)
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import Parser
from xdsl.universe import Universe
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.target import Target
from xdsl_opencl.conversions.control_flow.structured_control_flow import lower_scf
from xdsl_opencl.conversions.framework import (
    TypeConverter,
    default_index_bitwidth,
    interfaces_of,
    make_converter,
    pointer_type,
)
from xdsl_opencl.conversions.standard import convert_standard_to_llvm
from xdsl_opencl.dialects.interfaces import LLVMConversionInterface
from xdsl_opencl.dialects.opencl.attrs import (
    TARGET_ATTRIBUTE,
    AddressSpaceAttr,
    TargetAttr,
)
from xdsl_opencl.dialects.opencl.interop.llvm_conversion import OpenCLToLLVM
from xdsl_opencl.universe import our_pass

INDEX = IndexType()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (i32, i32),
        (INDEX, i64),
        (VectorType(f32, [4]), VectorType(f32, [4])),
        (VectorType(INDEX, [4]), VectorType(i64, [4])),
        (VectorType(f32, []), VectorType(f32, [1])),
        (
            VectorType(f32, [2, 3, 4]),
            llvm.LLVMArrayType(2, llvm.LLVMArrayType(3, VectorType(f32, [4]))),
        ),
        (MemRefType(f32, [4]), llvm.LLVMPointerType()),
        (
            MemRefType(f32, [4], memory_space=AddressSpaceAttr(AddressSpace.LOCAL)),
            llvm.LLVMPointerType(IntAttr(3)),
        ),
        (ComplexType(f32), llvm.LLVMStructType.from_type_list([f32, f32])),
        (FunctionType.from_lists([i32], [i32]), llvm.LLVMPointerType()),
        (pointer_type(2), pointer_type(2)),
    ],
)
def test_types(source: Attribute, expected: Attribute):
    converter = TypeConverter(interfaces={"opencl": OpenCLToLLVM()})
    assert converter(source) == expected
    assert converter(expected) == expected


def test_index_width():
    assert TypeConverter(32)(INDEX) == i32
    with pytest.raises(ValueError, match="17"):
        TypeConverter(17)


@pytest.mark.parametrize(
    ("attributes", "width"),
    [
        ("", 64),
        ('attributes {llvm.data_layout = "e-p:32:32-i64:64"}', 32),
        ('attributes {llvm.data_layout = "e-i64:64"}', 64),
        (
            'attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "cayman">}',
            32,
        ),
        (
            'attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">}',
            64,
        ),
    ],
)
def test_index_width_of_module(attributes: str, width: int):
    module = parse(f"builtin.module {attributes} {{}}")
    interfaces = {"opencl": OpenCLToLLVM()}
    assert default_index_bitwidth(module, interfaces) == width
    assert opencl_converter(module).index == IntegerType(width)
    assert make_converter(module, 16, interfaces).index == IntegerType(16)


TEXTS = parts("llvm_conversion.mlir")
KERNEL = TEXTS["KERNEL"]


INTEGER_SPACE = (
    'func.func @f() {\n  %m = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> '
    ": () -> memref<4xi32, 3 : i32>\n  func.return\n}"
)


def test_memory_is_allocated_by_its_dialect():
    assert "opencl.local !llvm.array<4 x i32> : !llvm.ptr<3>" in convert(INTEGER_SPACE)
    module = parse(INTEGER_SPACE)
    with pytest.raises(PassFailedException, match=r"use 'memref\.alloca'"):
        convert_standard_to_llvm(module, make_converter(module))


def test_advice_comes_from_a_dialect():
    converter = TypeConverter()
    assert converter.advice("vector.print", "print") == "print"
    converter = TypeConverter(interfaces={"opencl": OpenCLToLLVM()})
    assert converter.advice("vector.print", "print") == "use 'opencl.printf'"
    assert converter.advice("other", "do") == "do"


def test_interfaces_are_those_of_the_module():
    context = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    module = ModuleOp([])
    assert not interfaces_of(context, module)
    target = TargetAttr.from_target(Target("host"))
    module.attributes[TARGET_ATTRIBUTE] = target
    assert [*interfaces_of(context, module)] == ["opencl"]


class TheirTypes(LLVMConversionInterface):
    """
    The part of a dialect whose one type is a pointer, and whose one memory space is local.
    """

    def llvm_type(self, type_: Attribute, module: ModuleOp) -> Attribute | None:
        return pointer_type(1)

    def llvm_address_space(self, space: Attribute) -> int | None:
        return 3


@irdl_attr_definition
class TheirHandle(ParametrizedAttribute, TypeAttribute):
    name = "theirs.handle"


@irdl_attr_definition
class TheirSpace(ParametrizedAttribute):
    name = "theirs.scratch"


@pytest.mark.parametrize("loaded", [True, False])
@pytest.mark.parametrize("name", ["opencl-to-llvm", "convert-memref-to-llvm"])
def test_the_part_of_a_foreign_dialect_counts(name: str, loaded: bool):
    """
    In the pipeline as in the pass for one dialect, also where its operations are met first.
    """
    theirs = Dialect("theirs", [], [TheirHandle, TheirSpace], [TheirTypes()])
    context = Context()
    for known, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(known, factory)
    context.register_dialect("theirs", lambda: theirs)
    module = Parser(context, THEIRS).parse_module()
    if not loaded:
        module.attributes["theirs.here"] = TheirSpace()
        context._loaded_dialects.pop("theirs")  # pyright: ignore[reportPrivateUsage]
        context._loaded_attrs.pop("theirs.scratch")  # pyright: ignore[reportPrivateUsage]
        context._loaded_types.pop("theirs.handle")  # pyright: ignore[reportPrivateUsage]
    our_pass(name)().apply(context, module)
    module.verify()
    text = str(module)
    assert name != "opencl-to-llvm" or "theirs.handle" not in text
    assert re.search(r"llvm\.load %\S+ .*!llvm\.ptr<3> -> f32", text)


THEIRS = TEXTS["THEIRS"]


def test_fused_walk_leaves_no_casts():
    text = convert(KERNEL)
    for word in ("unrealized", "index", "memref"):
        assert word not in text
    assert "opencl.kernel @k(%a: !llvm.ptr<1> {opencl.name" in text
    assert "opencl.kernel @declared(!llvm.ptr<1>, i64)" in text


def test_casts_to_handles_stay():
    text = convert(
        "opencl.kernel @k(%s: !opencl.sampler) {\n"
        "  %h = builtin.unrealized_conversion_cast %s : !opencl.sampler to !llvm.ptr<2>\n"
        "  %x = llvm.load %h : !llvm.ptr<2> -> i32\n"
        "  opencl.return\n}"
    )
    assert "unrealized_conversion_cast %s : !opencl.sampler to !llvm.ptr<2>" in text


def test_opencl_values_can_be_selected():
    text = convert(
        "opencl.kernel @k(%c: i1, %s: !opencl.sampler, %t: !opencl.sampler) {\n"
        "  %u = arith.select %c, %s, %t : !opencl.sampler\n"
        "  opencl.return\n}"
    )
    assert "llvm.select %c, %s, %t : i1, !opencl.sampler" in text


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "%0 = scf.if %c -> (i32) {\n scf.yield %x : i32\n} else {\n"
            " scf.yield %x : i32\n}",
            "'scf.if' has no conversion to the llvm dialect; run 'lower-scf-to-cf' first",
        ),
        ('"gpu.barrier"() : () -> ()', "lower the 'gpu' dialect to arith, memref"),
        ('"test.op"() : () -> ()', "'test.op' has no conversion to the llvm dialect"),
    ],
)
def test_other_dialects_are_errors(body: str, message: str):
    module = parse(f"func.func @f(%c: i1, %x: i32) {{\n{body}\nfunc.return\n}}")
    with pytest.raises(PassFailedException) as error:
        convert_standard_to_llvm(module, opencl_converter(module))
    assert message in str(error.value)
    assert "in @f" in str(error.value)


def test_locations_and_names_are_kept():
    module = parse(
        "func.func @f(%a: i32, %b: i32) -> i32 {\n"
        "  %sum = arith.ceildivsi %a, %b : i32\n"
        "  func.return %sum : i32\n}"
    )
    location = FileLineColLoc(StringAttr("x.cl"), IntAttr(3), IntAttr(5))
    for op in module.walk():
        op.location = location
    convert_standard_to_llvm(module, opencl_converter(module))
    made = [op for op in module.walk() if op is not module]
    assert len(made) > 5
    assert all(op.location == location for op in made)
    assert "%sum = llvm.select" in str(module)


def test_a_second_conversion_changes_nothing():
    module = parse(convert(KERNEL))
    before = str(module)
    convert_standard_to_llvm(module, opencl_converter(module))
    assert str(module) == before


def test_execute_region():
    module = parse(
        "func.func @f(%c: i1, %x: i32) -> i32 {\n"
        '  %r = "scf.execute_region"() ({\n'
        "    cf.cond_br %c, ^a, ^b\n"
        "  ^a:\n    scf.yield %x : i32\n"
        "  ^b:\n    %y = arith.addi %x, %x : i32\n    scf.yield %y : i32\n"
        "  }) : () -> i32\n"
        "  func.return %r : i32\n}"
    )
    lower_scf(module)
    module.verify()
    text = str(module)
    assert "scf." not in text
    assert text.count("cf.br") == 3


def test_reduction_with_control_flow():
    module = parse(
        "func.func @f(%n: index, %x: f32, %c: i1) -> f32 {\n"
        '  %r = "scf.parallel"(%n, %n, %n, %x) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({\n'
        "  ^bb0(%i: index):\n"
        '    "scf.reduce"(%x) ({\n'
        "    ^bb1(%l: f32, %m: f32):\n"
        "      %s = scf.if %c -> (f32) {\n scf.yield %l : f32\n } else {\n scf.yield %m : f32\n }\n"
        '      "scf.reduce.return"(%s) : (f32) -> ()\n'
        "    }) : (f32) -> ()\n"
        "  }) : (index, index, index, f32) -> f32\n"
        "  func.return %r : f32\n}"
    )
    lower_scf(module)
    module.verify()
    assert "scf." not in str(module)
    assert str(module).count("cf.cond_br") == 2


def test_long_chains_of_views() -> None:
    """
    Sizes, strides and aliases are found along chains longer than Python's stack is deep.
    """
    view = "memref<?x?xf32, strided<[?, 1]>>"
    count = 1500
    lines = [
        f"%v0 = memref.reinterpret_cast %m to offset: [0], sizes: [%n, %n], "
        f"strides: [%s, 1] : memref<?xf32> to {view}"
    ]
    lines += [
        f'%v{i + 1} = "memref.cast"(%v{i}) : ({view}) -> {view}' for i in range(count)
    ]
    lines += ["%a0 = memref.alloca() : memref<4xf32>"]
    lines += [
        f'%a{i + 1} = "memref.cast"(%a{i}) : (memref<4xf32>) -> memref<4xf32>'
        for i in range(count)
    ]
    body = "\n  ".join(
        [
            *lines,
            f"%x = memref.load %v{count}[%n, %s] : {view}",
            f"memref.store %x, %a{count}[%n] : memref<4xf32>",
            "%one = arith.constant 1 : index",
            f"%d = memref.dim %v{count}, %one : {view}",
            "func.return %d : index",
        ]
    )
    text = convert(
        "func.func @f(%m: memref<?xf32>, %n: index, %s: index) -> index "
        f"{{\n  {body}\n}}"
    )
    # The row of the element; the size is that of the first view.
    assert "llvm.mul %n, %s" in text
    assert "llvm.return %n" in text
