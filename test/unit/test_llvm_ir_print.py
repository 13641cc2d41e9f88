"""
The LLVM IR printer against LLVM: what it prints is parsed, verified and printed back.
"""

from __future__ import annotations

import ctypes
import io
import re
import struct
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    Builtin,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    Float80Type,
    Float128Type,
    FloatAttr,
    FloatData,
    ModuleOp,
    StringAttr,
    TensorType,
    bf16,
    f16,
    f32,
    f64,
)
from xdsl.dialects.dlti import DLTI
from xdsl.dialects.llvm import (
    LLVM,
    CallingConventionAttr,
    FuncOp,
    GlobalOp,
    LLVMArrayType,
    LLVMFunctionType,
)
from xdsl.ir import Attribute
from xdsl.parser import Parser

from xdsl_opencl.backend.targets.llvm_ir_target import OpenCLLLVMIRTarget
from xdsl_opencl.dialects.llvm_ext import extended, load_llvm_ext
from xdsl_opencl.llvm_ir.printer import LLVMTranslationError
from xdsl_opencl.llvm_ir.printer.control import CONSTANTS
from xdsl_opencl.llvm_ir.printer.handlers import HANDLERS
from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

# llvmlite ships no types.
llvm: Any = import_module("llvmlite.binding")
llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()

FILES = sorted(
    path
    for path in (Path(__file__).parents[1] / "llvm_ir").glob("print-*.mlir")
    if "invalid" not in path.name
)


def parse(text: str, name: str = "<test>") -> ModuleOp:
    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(DLTI)
    load_llvm_ext(context)
    module = Parser(context, text, name).parse_module()
    module.verify()
    return module


def read_back(text: str) -> str:
    """Returns `text` as LLVM prints it, after verification."""
    module = llvm.parse_assembly(text)
    module.verify()
    return str(module)


def emit(text: str) -> str:
    return emit_llvm_ir(parse(text))


# --- LLVM accepts everything ------------------------------------------------------------


def test_there_are_inputs() -> None:
    assert len(FILES) >= 7


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("kernel_metadata", ["function", "named", "both"])
def test_llvm_reads_the_text(path: Path, kernel_metadata: Any) -> None:
    text = emit_llvm_ir(parse(path.read_text(), path.name), kernel_metadata)
    read_back(text)


def intrinsic_names(text: str) -> set[str]:
    return set(re.findall(r"@(llvm\.[\w.]+)\(", text))


def test_llvm_keeps_the_names_of_intrinsics() -> None:
    (path,) = [path for path in FILES if path.stem == "print-intrinsics"]
    text = emit(path.read_text())
    # LLVM 22 gave this one its final name.
    text = text.replace("llvm.experimental.stepvector", "llvm.stepvector")
    assert intrinsic_names(read_back(text)) == intrinsic_names(text)


def test_every_operation_is_in_a_test() -> None:
    used = {
        op.name
        for path in FILES
        for op in parse(path.read_text(), path.name).walk()
        if op.name.startswith("llvm.")
    }
    known = {op.name for op in extended(LLVM).operations}
    assert known <= used
    assert known <= {*HANDLERS, *CONSTANTS, "llvm.func", "llvm.mlir.global"}


def test_properties_of_fp_operations_survive() -> None:
    (path,) = [path for path in FILES if path.stem == "print-instructions"]
    back = read_back(emit(path.read_text()))
    for line in (
        "fsub fast float %x, %y",
        "fdiv reassoc nsz arcp contract afn float %x, %y",
        "shl nuw nsw i32 %a, %b",
        "or disjoint i32 %a, %b",
        "trunc nuw nsw i64 %l to i8",
        "getelementptr nusw nuw i8, ptr addrspace(1) %p, i32 -4",
        "cmpxchg weak volatile ptr addrspace(1) %p, i32 %i, i32 %i monotonic monotonic, align 4",
        'load atomic volatile i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4',
        'fence syncscope("workgroup") release',
    ):
        assert line in back


# --- Attributes come back ---------------------------------------------------------------


FUNCTION_ATTRIBUTES = {
    'passthrough = [["memory", "read"]]': "memory(read)",
    # MLIR 19's numbers: two bits (1 read, 2 write) for argument, inaccessible, other.
    'passthrough = [["memory", "0"]]': "memory(none)",
    'passthrough = [["memory", "1"]]': "memory(argmem: read)",
    'passthrough = [["memory", "12"]]': "memory(inaccessiblemem: readwrite)",
    'passthrough = [["memory", "21"]]': "memory(read)",
    'passthrough = [["memory", "32"]]': "memory(write, argmem: none, inaccessiblemem: none)",
    'passthrough = ["readonly"]': "memory(read)",
    'passthrough = ["argmemonly"]': "memory(argmem: readwrite)",
    'passthrough = [["alignstack", "16"]]': "alignstack=16",
    'passthrough = [["uwtable", "2"]]': "uwtable",
    'passthrough = ["amdgpu-no-queue-ptr"]': '"amdgpu-no-queue-ptr"',
    'passthrough = [["amdgpu-flat-work-group-size", "64,64"]]': '"amdgpu-flat-work-group-size"="64,64"',
    'target_features = #llvm.target_features<["+a", "-b"]>': '"target-features"="+a,-b"',
    "frame_pointer = #llvm.framePointerKind<all>": '"frame-pointer"="all"',
    "unsafe_fp_math = true": '"unsafe-fp-math"="true"',
    "no_nans_fp_math = false": '"no-nans-fp-math"="false"',
    "no_infs_fp_math = true": '"no-infs-fp-math"="true"',
    "approx_func_fp_math = true": '"approx-func-fp-math"="true"',
    "no_signed_zeros_fp_math = true": '"no-signed-zeros-fp-math"="true"',
    "rocdl.max_flat_work_group_size = 128 : i32": '"amdgpu-flat-work-group-size"="1,128"',
    "rocdl.waves_per_eu = 2 : i32": '"amdgpu-waves-per-eu"="2"',
    "rocdl.uniform_work_group_size = true": '"uniform-work-group-size"="true"',
}
"""
Values that LLVM writes otherwise than we do; words are in `test_llvm_syntax.py`.
"""


@pytest.mark.parametrize("attribute", FUNCTION_ATTRIBUTES)
def test_function_attribute(attribute: str) -> None:
    text = emit(f"llvm.func @f(i64) -> !llvm.ptr attributes {{{attribute}}}")
    (group,) = re.findall(r"attributes #0 = \{ (.*) \}", read_back(text))
    assert group == FUNCTION_ATTRIBUTES[attribute]


def test_convention_that_llvm_lost() -> None:
    function = FuncOp(
        "f", LLVMFunctionType([]), cconv=CallingConventionAttr("webkit_jscc")
    )
    with pytest.raises(
        LLVMTranslationError, match="no calling convention 'webkit_jscc'"
    ):
        emit_llvm_ir(ModuleOp([function]))


# --- Constants, bit for bit -------------------------------------------------------------


def host_machine() -> Any:
    return llvm.Target.from_default_triple().create_target_machine()


def load(text: str) -> Any:
    """An execution engine that holds `text`."""
    module = llvm.parse_assembly(text)
    module.verify()
    engine = llvm.create_mcjit_compiler(module, host_machine())
    engine.finalize_object()
    return engine


def global_bytes(text: str, name: str, size: int) -> bytes:
    engine = load(text)
    return ctypes.string_at(engine.get_global_value_address(name), size)


SPECIAL = {
    f16: [0x0000, 0x8000, 0x0001, 0x83FF, 0x7C00, 0xFC00, 0x7E00, 0xFD55, 0x7C01],
    bf16: [0x0000, 0x8000, 0x0001, 0x807F, 0x7F80, 0xFF80, 0x7FC0, 0xFFAA, 0x7F81],
    f32: [0, 1 << 31, 1, 0x807FFFFF, 0x7F800000, 0xFFC12345, 0x7F800001, 0x3DCCCCCD],
    f64: [
        0,
        1 << 63,
        1,
        0x800FFFFFFFFFFFFF,
        0x7FF << 52,
        0xFFF8 << 48 | 5,
        0x7FF << 52 | 1,
    ],
}


@pytest.mark.parametrize(
    ("type", "code"),
    [(f16, "H"), (bf16, "H"), (f32, "I"), (f64, "Q")],
    ids=["f16", "bf16", "f32", "f64"],
)
def test_dense_floats_keep_their_bits(type: Any, code: str) -> None:
    size = struct.calcsize(code)
    random = np.random.default_rng(1).integers(0, 1 << 8 * size, 4000, dtype=np.uint64)
    patterns = [*SPECIAL[type], *map(int, random)]
    data = struct.pack(f"<{len(patterns)}{code}", *patterns)
    attribute = DenseIntOrFPElementsAttr(
        TensorType(type, [len(patterns)]), BytesAttr(data)
    )
    text = emit_llvm_ir(
        ModuleOp(
            [
                GlobalOp(
                    LLVMArrayType(len(patterns), type),
                    "g",
                    "external",
                    constant=True,
                    value=attribute,
                )
            ]
        )
    )
    assert global_bytes(text, "g", len(data)) == data


def numpy_bytes(type: Callable[[float], Any]) -> Callable[[float], bytes]:
    def convert(value: float) -> bytes:
        return type(value).tobytes()

    return convert


def long_double(value: float) -> bytes:
    return np.array(value, dtype=np.longdouble).tobytes()[:10]


@pytest.mark.parametrize(
    ("type", "convert"),
    [
        (f32, numpy_bytes(np.float32)),
        (f64, numpy_bytes(np.float64)),
        (f16, numpy_bytes(np.float16)),
        (Float80Type(), long_double),
    ],
    ids=["f32", "f64", "f16", "f80"],
)
def test_float_constants_have_numpys_bits(
    type: Any, convert: Callable[[float], bytes]
) -> None:
    values = [0.0, -0.0, 1.0, -1.5, 0.1, 1 / 3, 65504.0, 2.0**-24, 6e-8, 1e-45, 5e-324]
    values += [float("inf"), float("-inf"), *np.random.default_rng(2).normal(size=50)]
    values = [float(v) for v in values]
    for index, value in enumerate(values):
        text = emit_llvm_ir(
            ModuleOp([GlobalOp(type, "g", "external", value=FloatAttr(value, type))])
        )
        expected = convert(value)
        assert global_bytes(text, "g", len(expected)) == expected, (index, value)


def test_quad_constants() -> None:
    # IEEE 754 binary128: sign, 15 bits of exponent, 112 of fraction.
    cases = {
        1.0: 0x3FFF << 112,
        -2.5: 0xC000_4 << 108,
        5e-324: (16383 - 1074) << 112,
        float("inf"): 0x7FFF << 112,
    }
    type = Float128Type()
    for value, bits in cases.items():
        text = emit_llvm_ir(
            ModuleOp([GlobalOp(type, "g", "external", value=FloatAttr(value, type))])
        )
        assert global_bytes(text, "g", 16) == bits.to_bytes(16, "little")


def test_nan_payload_of_a_scalar() -> None:
    # Made without arithmetic, which could quieten the NaN.
    value: float = struct.unpack("<d", (0xFFF8000020000000).to_bytes(8, "little"))[0]
    attribute: FloatAttr[Any] = FloatAttr(FloatData(value), f32)
    text = emit_llvm_ir(ModuleOp([GlobalOp(f32, "g", "external", value=attribute)]))
    assert global_bytes(text, "g", 4) == (0xFFC00001).to_bytes(4, "little")


def test_strings_keep_their_bytes() -> None:
    content = '"\\\n\t\0é%'
    encoded = content.encode()
    text = emit_llvm_ir(
        ModuleOp(
            [
                GlobalOp(
                    LLVMArrayType(len(encoded), parse_type("i8")),
                    "g",
                    "external",
                    value=StringAttr(content),
                )
            ]
        )
    )
    assert global_bytes(text, "g", len(encoded)) == encoded


def parse_type(text: str) -> Attribute:
    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(LLVM)
    return Parser(context, text).parse_type()


def test_integers_of_odd_widths() -> None:
    text = emit("""
llvm.mlir.global external @g(dense<[1, -1, 127, -128]> : tensor<4xi16>) : !llvm.array<4 x i16>
llvm.mlir.global external @wide(-170141183460469231731687303715884105728 : i128) : i128
llvm.mlir.global external @odd(5 : i3) : i3
""")
    assert global_bytes(text, "g", 8) == np.array([1, -1, 127, -128], "<i2").tobytes()
    assert global_bytes(text, "wide", 16) == bytes(15) + b"\x80"
    assert "i3 -3" in text


# --- Errors -----------------------------------------------------------------------------


def test_two_symbols_of_one_name() -> None:
    module = parse("llvm.func @f() llvm.func @g()")
    first, second = module.body.block.ops
    second.properties["sym_name"] = first.properties["sym_name"]
    with pytest.raises(LLVMTranslationError, match="has two symbols @f"):
        emit_llvm_ir(module)


def test_a_failure_writes_nothing() -> None:
    module = parse("""
llvm.func @good() { llvm.return }
llvm.func @bad() { %0 = llvm.mlir.undef : index llvm.return }
""")
    output = io.StringIO()
    with pytest.raises(LLVMTranslationError):
        OpenCLLLVMIRTarget().emit(Context(), module, output)
    assert output.getvalue() == ""


def test_operand_of_another_function() -> None:
    module = parse("""
llvm.func @one(%a: i32) { %0 = llvm.add %a, %a : i32 llvm.return }
llvm.func @two(%b: i32) { %1 = llvm.add %b, %b : i32 llvm.return }
""")
    one, two = module.body.block.ops
    assert isinstance(one, FuncOp)
    assert isinstance(two, FuncOp)
    add = two.body.block.first_op
    assert add is not None
    add.operands[0] = one.body.block.args[0]
    with pytest.raises(LLVMTranslationError, match="not defined in this function"):
        emit_llvm_ir(module)


def test_metadata_lists_are_uniqued() -> None:
    attributes = ArrayAttr([StringAttr("int")])
    text = f"opencl.kernel_arg_type = {attributes}, opencl.kernel_arg_base_type = {attributes}"
    (line,) = [
        line
        for line in emit(f"llvm.func @f(i32) attributes {{{text}}}").splitlines()
        if "@f" in line
    ]
    assert line.count("!0") == 2
