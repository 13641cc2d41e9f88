"""Programs as PyTorch, JAX and IREE print them, beside NumPy."""

from __future__ import annotations

import importlib.util
import re
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools import need
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_opencl.driver.compilation import module_text
from xdsl_opencl.frontend.ir_text.mlir_parser import parse_mlir
from xdsl_opencl.ir.diagnostics import PassError
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.source import SourceFile

LINALG = "opencl-from-linalg"
DEVICES = ("", "gfx942", "gfx1201")


def built(text: str, device: str = "") -> Program:
    return Program.from_mlir(text, passes=LINALG, device=device)


def section(**blobs: str) -> str:
    inside = ", ".join(f'{key}: "{digits}"' for key, digits in blobs.items())
    return f"{{-#\n dialect_resources: {{ builtin: {{ {inside} }} }}\n#-}}\n"


def weights(type: str, blob: str = "") -> str:
    return f"""
func.func @f() -> tensor<{type}> {{
  %w = arith.constant dense_resource<w> : tensor<{type}>
  %e = tensor.empty() : tensor<{type}>
  %r = linalg.copy ins(%w : tensor<{type}>) outs(%e : tensor<{type}>) -> tensor<{type}>
  return %r : tensor<{type}>
}}
{blob}"""


ELEMENTS: dict[str, tuple[str, bytes, Any]] = {
    "f32": ("3xf32", struct.pack("<3f", 1, -2, 3), np.array([1, -2, 3], np.float32)),
    "f16": ("2xf16", struct.pack("<2e", 1, 0.5), np.array([1, 0.5], np.float16)),
    "f64": ("2xf64", struct.pack("<2d", 1, 0.5), np.array([1, 0.5], np.float64)),
    "bf16": ("2xbf16", b"\x80\x3f\x00\x40", np.array([0x3F80, 0x4000], np.uint16)),
    "f8": ("2xf8E4M3FN", b"\x38\x40", np.array([0x38, 0x40], np.uint8)),
    "i1": ("3xi1", b"\1\0\1", np.array([1, 0, 1], np.int8)),
    "i64": ("2xi64", struct.pack("<2q", -1, 7), np.array([-1, 7], np.int64)),
    "splat": ("3xf32", struct.pack("<3f", 2, 2, 2), np.array([2, 2, 2], np.float32)),
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_weights(name: str):
    type, data, wanted = ELEMENTS[name]
    text = weights(type, section(w=f"0x04000000{data.hex()}"))
    found = built(text).functions["f"]()
    assert found.dtype == wanted.dtype
    assert np.array_equal(found, wanted)
    # The text is what it was, for MLIR too.
    printed = module_text(parse_mlir(SourceFile("<text>", text)))
    assert "dense_resource<w>" in printed
    assert f'w: "0x04000000{data.hex().upper()}"' in printed
    assert np.array_equal(built(printed).functions["f"](), wanted)


def test_weights_of_mlir():
    text = weights("3xf32", section(w="0x040000000000803F00000040000040C0"))
    printed = module_text(parse_mlir(SourceFile("<text>", text)))
    tool = need("mlir-opt", 22, 22)
    theirs, ours = (
        subprocess.run(
            [tool], input=each, capture_output=True, text=True, check=True
        ).stdout
        for each in (text, printed)
    )
    assert theirs == ours
    assert theirs.partition("{-#")[2].strip() == printed.partition("{-#")[2].strip()


@pytest.mark.parametrize(
    ("digits", "message"),
    [
        ("0x04000000000080", "has 3 bytes of elements; tensor<2xf32> takes 8"),
        ("0x0400000000008", "have 13 digits; a byte has two"),
        ("0x0400", "have 4 digits; 8 for the alignment come first"),
        ("0x030000000000803F00000040", "aligned to 3 bytes"),
        ("0x040000000000803F0000004G", "no hexadecimal digit"),
        ("0x0400000000 0803F0000004 ", "8 for the alignment come first"),
        ("040000000000803F00000040", "write 0x and the digits"),
    ],
)
def test_blobs_refused(digits: str, message: str):
    with pytest.raises(ParseError, match=message):
        built(weights("2xf32", section(w=digits)))


def test_blobs_missing_or_twice():
    good = '"0x040000000000803F00000040"'
    twice = section(w=good.strip('"')).replace("w: ", f"w: {good}, w: ")
    with pytest.raises(ParseError, match="resource 'w' is there twice"):
        built(weights("2xf32", twice))
    for blob in ("", section(v="0x040000000000803F00000040")):
        with pytest.raises(PassError, match=r"in @f: .*dense_resource<w> are not in"):
            built(weights("2xf32", blob))


def test_locations_at_the_end():
    text = """
func.func @f(%x: tensor<2xf32> loc(#loc1)) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32> loc(#loc3)
  %r = tensor.pad %x low[-3] high[0] { ^bb0(%i: index): tensor.yield %i : index } : tensor<2xf32> to tensor<2xf32> loc(#loc2)
  return %e : tensor<2xf32> loc(fused[#loc3, "n"(#loc2)])
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("a.py":1:1 to 2:9)
#loc2 = loc(callsite(#loc1 at #loc3))
#loc3 = loc("b.py":7:2 to :12)
"""
    module = parse_mlir(SourceFile("<text>", text.replace("[-3]", "[0]")))
    (function,) = module.ops
    empty, _, last = function.regions[0].block.ops
    assert str(empty.location) == 'loc("b.py":7:2)'
    assert '"b.py":7:2, "n"' in str(last.location)
    with pytest.raises(ParseError, match="undefined symbol alias '#other'"):
        parse_mlir(SourceFile("<text>", text.replace("loc(#loc)", "loc(#other)")))


FUNCTION = """
func.func @f(%x: tensor<4xTYPE>, %y: tensor<4xTYPE>) -> tensor<4xTYPE> {
  %r = linalg.add ins(%x, %x : tensor<4xTYPE>, tensor<4xTYPE>) outs(%y : tensor<4xTYPE>) -> tensor<4xTYPE>
  return %r : tensor<4xTYPE>
}
"""


def test_arguments_stay():
    x, y = np.arange(4, dtype=np.float32), np.ones(4, np.float32)
    x.flags.writeable = y.flags.writeable = False
    found = built(FUNCTION.replace("TYPE", "f32")).functions["f"](x, y)
    assert np.array_equal(found, 2 * x)
    assert np.array_equal(y, np.ones(4))
    dynamic = built(FUNCTION.replace("4xTYPE", "?x4xf32")).functions["f"]
    wide = np.ones((4, 4), np.float32)
    for wrong, message in (
        (wide.T[:2], r"function 'f', argument 0: the array is not contiguous"),
        (wide.astype(">f4"), "function 'f', argument 0: .* the byte order of another"),
    ):
        with pytest.raises(RuntimeFailure, match=message):
            dynamic(wrong, wide)


@pytest.mark.parametrize("device", DEVICES)
def test_complex(device: str):
    rng = np.random.default_rng(3)
    a, b = (
        (rng.standard_normal(s) + 1j * rng.standard_normal(s)).astype(np.complex64)
        for s in ((4, 6), (6, 5))
    )
    text = """
func.func @f(%a: tensor<4x6xcomplex<f32>>, %b: tensor<6x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>> {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %e = tensor.empty() : tensor<4x5xcomplex<f32>>
  %o = linalg.fill ins(%zero : complex<f32>) outs(%e : tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>>
  %r = linalg.matmul ins(%a, %b : tensor<4x6xcomplex<f32>>, tensor<6x5xcomplex<f32>>) outs(%o : tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>>
  return %r : tensor<4x5xcomplex<f32>>
}
"""
    found = built(text, device).functions["f"](a, b)
    assert found.dtype == np.complex64
    assert np.allclose(found, a @ b, atol=1e-5)


def test_functions_that_copy():
    text = """
func.func @same(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }
func.func @part(%x: tensor<4xf32>) -> tensor<2xf32> {
  %r = tensor.extract_slice %x[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %r : tensor<2xf32> }
func.func @known() -> tensor<4xf32> {
  %c = arith.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  return %c : tensor<4xf32> }
"""
    x = np.arange(4, dtype=np.float32)
    for device in DEVICES:
        functions = built(text, device).functions
        assert np.array_equal(functions["known"](), x)
        assert np.array_equal(functions["same"](x), x)
        assert np.array_equal(functions["part"](x), x[1:3])


@pytest.mark.parametrize(
    ("old", "new", "shape"),
    [
        ("3x4x", "?x2x", (6, 2)),
        ("?x4x", "6x2x", (6, 2)),
        ("12x", "?x3x", (4, 3)),
        ("?x?x", "2x?x", (2, 6)),
        ("3x4x", "12x", (12,)),
        ("?x", "", ()),
        ("", "?x1x", (1, 1)),
    ],
)
def test_reshapes(old: str, new: str, shape: tuple[int, ...]):
    text = f"""
func.func @f(%x: tensor<{old}f32>, %s: tensor<{len(shape)}xi32>) -> tensor<{new}f32> {{
  %r = tensor.reshape %x(%s) : (tensor<{old}f32>, tensor<{len(shape)}xi32>) -> tensor<{new}f32>
  return %r : tensor<{new}f32> }}
"""
    function = built(text).functions["f"]
    x = np.arange(np.prod(shape, dtype=int), dtype=np.float32)
    given = {"": (), "1x1x": (1, 1), "?x": (1,), "12x": (12,)}.get(old, (3, 4))
    found = function(x.reshape(given), np.array(shape, np.int32))
    assert np.array_equal(found, x.reshape(shape))
    if "?" in old + new and shape and old:
        less = x.reshape(given)[:1] if "?" in old else x.reshape(given)
        with pytest.raises(RuntimeFailure, match=r"\((4|8|12),\) (to \[|as memref<)"):
            function(less, np.array([5, *shape[1:]], np.int32))


def test_padding_takes_elements_away():
    text = """
func.func @f(%x: tensor<6xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %r = tensor.pad %x low[-2] high[1] { ^bb0(%i: index): tensor.yield %zero : f32 } : tensor<6xf32> to tensor<5xf32>
  return %r : tensor<5xf32> }
"""
    x = np.arange(6, dtype=np.float32)
    assert [*built(text).functions["f"](x)] == [2, 3, 4, 5, 0]


def test_functions_of_iree():
    text = """
module @jit_f {
  util.func public @main(%x: tensor<4xf32> {iree.abi.encoding = tensor<4xf32>}) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32> loc("<stdin>":4:26)
    %r = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32> loc(callsite("a":25:10 at "b":14:12))
    %b = util.optimization_barrier %r : tensor<4xf32>
    util.return %b : tensor<4xf32> loc(unknown)
  } loc("<stdin>":2:3)
} loc("<stdin>":1:1)
"""
    x = np.arange(4, dtype=np.float32)
    assert np.array_equal(built(text).functions["main"](x), x + x)


def extension(name: str, clauses: str, ins: str, outs: str, body: str = "") -> str:
    """
    A function of one operation of `name`: its operands are the arguments, in order, of the types in
    `ins` and `outs`.
    """
    types = [*filter(None, ins.split(", ")), *outs.split(", ")]
    names = [f"%x{i}" for i in range(len(types))]
    count = len(types) - len(outs.split(", "))
    given = f"ins({', '.join(names[:count])} : {ins})" if ins else ""
    results = len(types) - count
    returned = ", ".join(f"%r#{i}" for i in range(results)) if results > 1 else "%r"
    return f"""
func.func @f({", ".join(map(": ".join, zip(names, types, strict=True)))}) -> ({outs}) {{
  %r{f":{results}" if results > 1 else ""} = {name} {clauses} {given} outs({", ".join(names[count:])} : {outs}) {body} -> {outs}
  return {returned} : {outs}
}}
"""


def yielded(dialect: str, arguments: str, text: str, type: str) -> str:
    return f"{{ ^bb0({arguments}): {text} {dialect}.yield %v : {type} }}"


def scan_text(dialect: str, inclusive: str) -> str:
    # Not the same for arguments in another order.
    text = "%t = arith.addi %a, %a : i32 %v = arith.addi %t, %b : i32"
    body = yielded(dialect, "%a: i32, %b: i32", text, "i32")
    outs = "tensor<3x5x2xi32>, tensor<3x2xi32>"
    clauses = f"dimension(1) inclusive({inclusive})"
    return extension(f"{dialect}.scan", clauses, "tensor<3x5x2xi32>", outs, body)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("inclusive", ["true", "false"])
def test_scans(device: str, inclusive: str):
    rng = np.random.default_rng(5)
    x, y, last = (
        rng.integers(-9, 9, s).astype(np.int32) for s in ((3, 5, 2), (3, 5, 2), (3, 2))
    )
    wanted = y.copy()
    for i in range(5):
        if inclusive == "true":
            wanted[:, i] = 2 * wanted[:, i - 1] + x[:, i] if i else x[:, i]
        else:
            wanted[:, i] = 2 * wanted[:, i - 1] + x[:, i - 1] if i else last
    text = scan_text("tm_tensor", inclusive)
    found = built(text, device).functions["f"](x, y, last)
    assert np.array_equal(found[0], wanted)
    assert np.array_equal(found[1], wanted[:, -1])


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("order", ["olt", "ole", "ogt"])
def test_sorts(device: str, order: str):
    text = f"%v = arith.cmpf {order}, %a, %b : f32"
    body = yielded("tm_tensor", "%a: f32, %b: f32, %c: i64, %d: i64", text, "i1")
    outs = "tensor<9x3xf32>, tensor<9x3xi64>"
    text = extension("tm_tensor.sort", "dimension(0)", "", outs, body)
    x = np.random.default_rng(6).integers(-2, 3, (9, 3)).astype(np.float32)
    places = np.repeat(np.arange(9), 3).reshape(9, 3)
    wanted = np.argsort(-x if order == "ogt" else x, 0, kind="stable")
    found = built(text, device).functions["f"](x, places)
    assert np.array_equal(found[1], wanted)
    assert np.array_equal(found[0], np.take_along_axis(x, wanted, 0))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("slices", ["part", "whole"])
def test_scatters(device: str, slices: str):
    """
    Updates of two of three dimensions, and of parts that begin at an index; some are outside, some
    are of one element.
    """
    rng = np.random.default_rng(7)
    shape, places = ((6, 5), (1, 0)) if slices == "part" else ((6, 1, 4, 2), (2, 0))
    x = rng.integers(-9, 9, (3, 4, 5)).astype(np.int32)
    updates = rng.integers(-9, 9, shape).astype(np.int32)
    # Overlapping ones, the same one twice, and those that begin or end outside.
    rows = [(0, 1), (1, 1), (1, 1), (4, 1), (-1, 2), (2, -1)]
    indices = np.array(rows, np.int32)
    wanted = x.copy()
    for each, at in zip(updates, indices, strict=True):
        begin = [0, 0, 0]
        for place, number in zip(places, at, strict=True):
            begin[place] = int(number)
        for within in np.ndindex(*each.shape):
            full = (0,) * (3 - len(within)) + within
            point = tuple(a + b for a, b in zip(begin, full, strict=True))
            if all(0 <= i < n for i, n in zip(point, x.shape, strict=True)):
                wanted[point] = 3 * wanted[point] + each[within]
    text = """%c = arith.constant 3 : i32 %t = arith.muli %b, %c : i32
    %v = arith.addi %t, %a : i32"""
    body = yielded("iree_linalg_ext", "%a: i32, %b: i32", text, "i32")
    update = "tensor<" + "x".join(map(str, shape)) + "xi32>"
    text = extension(
        "iree_linalg_ext.scatter",
        f"dimension_map = {[*places]} unique_indices(false)",
        f"{update}, tensor<6x2xi32>",
        "tensor<3x4x5xi32>",
        body,
    )
    found = built(text, device).functions["f"](updates, indices, x)
    assert np.array_equal(found, wanted)


@pytest.mark.parametrize("device", DEVICES)
def test_transforms(device: str):
    """The three stages of IREE's transforms, from the order of reversed bits, beside NumPy's."""
    rng, n = np.random.default_rng(8), 8
    x = rng.standard_normal((3, n)) + 1j * rng.standard_normal((3, n))
    reversed_bits = [int(f"{i:03b}"[::-1], 2) for i in range(n)]
    parts = [np.ascontiguousarray(p[:, reversed_bits]) for p in (x.real, x.imag)]
    outs = "tensor<3x8xf64>, tensor<3x8xf64>"
    for stage in (1, 2, 3):
        half = 1 << stage - 1
        ins = f"index, tensor<{half}xf64>, tensor<{half}xf64>"
        text = extension("iree_linalg_ext.fft", "", ins, outs)
        angles = np.pi * np.arange(half) / half
        function = built(text.replace("} ->", "->"), device).functions["f"]
        parts = function(stage, np.cos(angles), -np.sin(angles), *parts)
    assert np.allclose(parts[0] + 1j * parts[1], np.fft.fft(x), atol=1e-12)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("dimension(1)", "dimension(3)", "dimension 3 of an operand with 3"),
        (" inclusive(true)", "", "inclusive"),
        ("tensor<3x2x", "tensor<3x", "tensor<3xi32>; it takes one of rank 2"),
        ("%b: i32", "%b: i32, %c: i32", r"a function of \(i32, i32\) with one"),
        ("tm_tensor.yield %v : i32", "tm_tensor.yield", "with one result"),
        (
            "x2xi32>\n  return %r#0, %r#1",
            "x3xi32>\n  return %r#0, %x2",
            "types of its outputs",
        ),
        (
            "ins(%x0 :",
            "ins(%x0, %x0 : tensor<3x5x2xi32>,",
            "takes 1 inputs and 2 outputs, got 2 and 2",
        ),
        ("tm_tensor.scan", "tm_tensor.topk", "topk'; 'torch-mlir-opt --tm-"),
        ("tm_tensor.scan", "tm_tensor.attention", "torch-iree-tm.*-online-attention,"),
        (
            "tm_tensor.scan",
            "iree_linalg_ext.topk",
            "bufferize,iree-linalg-ext-to-loops",
        ),
        ("tm_tensor.scan", "memref.reshape", "'mlir-opt --memref-expand' lowers it"),
        ("tm_tensor.scan", "stablehlo.add", "'iree-compile .*=input' lowers it"),
        ("tm_tensor.scan", "util.global", "pass the value of a global as an argument"),
        (
            "tm_tensor.scan",
            "gpu.all_reduce most",
            "no reduction 'most'; use one of add, mul, minui, minsi, minnumf, maxui,",
        ),
    ],
)
def test_extensions_refused(old: str, new: str, message: str):
    text = scan_text("tm_tensor", "true")
    assert old in text
    with pytest.raises((RuntimeFailure, VerifyException, ParseError), match=message):
        built(text.replace(old, new))


def test_extensions_are_printed():
    text = scan_text("iree_linalg_ext", "true")
    printed = module_text(parse_mlir(SourceFile("<text>", text)))
    again = module_text(parse_mlir(SourceFile("<text>", printed)))
    assert printed == again
    assert "iree_linalg_ext.scan" in printed


HOST = """
func.func @f(%m: memref<8xTYPE>, %n: memref<64xi8>, %i: index, %v: TYPE) -> TYPE {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.parallel (%k) = (%zero) to (%one) step (%one) {
    %l = memref.load %n[%k] : memref<64xi8>
    memref.store %l, %n[%k] : memref<64xi8>
    scf.reduce
  }
  BODY
  return %r : TYPE
}
"""


def on_host(body: str, type: str, *values: Any) -> Any:
    text = HOST.replace("BODY", body).replace("TYPE", type)
    passes = "gpu-map-parallel-loops,opencl-outline-kernels"
    return Program.from_mlir(text, passes=passes).functions["f"](*values)


@pytest.mark.parametrize(
    ("kind", "type", "old", "value", "new"),
    [
        ("addi", "i32", 3, 4, 7),
        ("muli", "i32", 3, -4, -12),
        ("maxs", "i32", -1, 4, 4),
        ("maxu", "i32", -1, 4, -1),
        ("minu", "i32", -1, 4, 4),
        ("mins", "i32", -1, 4, -1),
        ("andi", "i32", 6, 3, 2),
        ("ori", "i32", 6, 3, 7),
        ("assign", "i32", 6, 3, 3),
        ("addi", "i32", 2**31 - 1, 1, -(2**31)),
        ("addf", "f32", 0.5, 2.0, 2.5),
        ("maximumf", "f32", 0.5, float("nan"), float("nan")),
        ("maximumf", "f32", float("nan"), 0.5, float("nan")),
        ("maxnumf", "f32", 0.5, float("nan"), 0.5),
        ("minnumf", "f32", float("nan"), 0.5, 0.5),
    ],
)
def test_atomic_on_host(kind: str, type: str, old: Any, value: Any, new: Any):
    memory = np.zeros(8, np.int32 if type == "i32" else np.float32)
    memory[2] = old
    body = f"%r = memref.atomic_rmw {kind} %v, %m[%i] : (TYPE, memref<8xTYPE>) -> TYPE"
    given = on_host(body, type, memory, np.zeros(64, np.int8), 2, value)
    assert np.array_equal([given, memory[2]], [old, new], equal_nan=True)


def test_views_on_host():
    memory, bytes = np.arange(8, dtype=np.float32), np.zeros(64, np.int8)
    bytes[8:12] = np.frombuffer(np.float32(5).tobytes(), np.int8)
    view = """
  %s = memref.view %n[%i][] : memref<64xi8> to memref<2xf32>
  %r = memref.load %s[%zero] : memref<2xf32>"""
    assert on_host(view, "f32", memory, bytes, 8, 0.0) == 5
    with pytest.raises(RuntimeFailure, match="takes 8 bytes from byte 60 of 64 on"):
        on_host(view, "f32", memory, bytes, 60, 0.0)
    # The offset counts from the memory, not from the view.
    cast = """
  %s = memref.subview %m[4] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: 4>>
  %c = memref.reinterpret_cast %s to offset: [1], sizes: [3], strides: [2] : memref<2xf32, strided<[1], offset: 4>> to memref<3xf32, strided<[2], offset: 1>>
  %r = memref.load %c[%i] : memref<3xf32, strided<[2], offset: 1>>"""
    assert on_host(cast, "f32", memory, bytes, 2, 0.0) == 5
    wide = cast.replace("sizes: [3]", "sizes: [5]").replace("<3xf32", "<5xf32")
    with pytest.raises(RuntimeFailure, match="takes elements 1 to 9 of memory of 8"):
        on_host(wide, "f32", memory, bytes, 2, 0.0)


def test_bf16_on_host():
    memory = np.zeros(8, np.uint16)
    memory[2] = 0x3FC0
    body = """
  %l = memref.load %m[%i] : memref<8xbf16>
  %c = arith.constant 1.0 : bf16
  %s = arith.addf %l, %c : bf16
  memref.store %s, %m[%one] : memref<8xbf16>
  %r = arith.mulf %s, %s : bf16"""
    # 2.5 squared is 6.25, a number of bf16.
    text = HOST.replace("BODY", body).replace("TYPE", "bf16")
    text = text.replace(", %v: bf16", "")
    passes = "gpu-map-parallel-loops,opencl-outline-kernels"
    function = Program.from_mlir(text, passes=passes).functions["f"]
    assert function(memory, np.zeros(64, np.int8), 2) == 6.25
    assert memory[1] == 0x4020


def test_order_of_fortran():
    text = """
func.func @f(%x: memref<4x4xf32, strided<[1, 4]>>, %y: memref<4x4xf32>) {
  linalg.copy ins(%x : memref<4x4xf32, strided<[1, 4]>>) outs(%y : memref<4x4xf32>)
  return
}
"""
    x, y = np.arange(16, dtype=np.float32).reshape(4, 4), np.zeros((4, 4), np.float32)
    built(text).functions["f"](np.asfortranarray(x), y)
    assert np.array_equal(x, y)


SCRIPTS = re.findall(
    r"```python\n(.*?)```",
    (Path(__file__).parents[2] / "docs" / "frontends.md").read_text(),
    re.DOTALL,
)


@pytest.mark.parametrize(
    "script", SCRIPTS, ids=["torch", "jax", "iree", "loopy", "pystencils"]
)
def test_scripts_of_the_page(script: str):
    assert len(script.splitlines()) <= 15
    for name in re.findall(r"^(?:import|from) ([\w.]+)", script, re.MULTILINE):
        top = name.partition(".")[0]
        if not (importlib.util.find_spec(top) and importlib.util.find_spec(name)):
            pytest.skip(f"no {name} here")
    subprocess.run([sys.executable, "-c", script], check=True)


def test_passes_refused():
    text = FUNCTION.replace("TYPE", "f32")
    with pytest.raises(RuntimeFailure, match="run 'opencl-from-linalg' first"):
        Program.from_mlir(text)
    with pytest.raises(RuntimeFailure, match="passes 'opencl-form-linalg'"):
        Program.from_mlir(text, passes="opencl-form-linalg")
    with pytest.raises(RuntimeFailure, match=r"passes 'opencl-from-linalg\{': Expect"):
        Program.from_mlir(text, passes="opencl-from-linalg{")
    with pytest.raises(RuntimeFailure, match=r"is a str, got bytes; .*\.decode\(\)"):
        Program.from_source(text.encode())  # pyright: ignore
    two = Program.from_mlir(text, passes=LINALG, devices={"a": "", "b": "gfx942"})
    x = np.arange(4, dtype=np.float32)
    for program in two.values():
        assert np.array_equal(program.functions["f"](x, x), 2 * x)


@pytest.mark.parametrize("shape", [(4, 2), (1, 2, 4), (8, 1)])
def test_arguments_of_other_shapes(shape: tuple[int, ...]):
    """As many elements in another shape are refused; in one dimension they are taken."""
    text = """
func.func @f(%x: memref<2x4xf32>, %i: index) -> f32 {
  %one = arith.constant 1 : index
  %v = memref.load %x[%one, %i] : memref<2x4xf32>
  return %v : f32
}
"""
    f = built(text).functions["f"]
    x = np.arange(8, dtype=np.float32)
    assert f(x, 2) == f(x.reshape(2, 4), 2) == 6
    with pytest.raises(RuntimeFailure, match=r"'f', argument 0: .*2x4xf32; reshape it"):
        f(x.reshape(shape), 2)


def test_sizes_of_called_functions():
    """Sizes that must be equal are checked where a function calls another."""
    text = """
func.func private @add(%x: tensor<?xf32>, %y: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = func.call @add(%x, %y, %e) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
"""
    f = built(text).functions["f"]
    x = np.arange(4, dtype=np.float32)
    np.testing.assert_array_equal(f(x, x), x + x)
    with pytest.raises(
        RuntimeFailure, match=r"'add', argument 1: .* must have the size"
    ):
        f(x, x[:3])


@pytest.mark.parametrize("device", DEVICES)
def test_parts_of_results(device: str):
    """Halves of a row are computed where they are concatenated; a part of them is read as it is."""
    text = """
func.func @f(%x: tensor<4x40xf32>) -> (tensor<4x80xf32>, tensor<4x2x20xf32>) {
  %three = arith.constant 3 : i64
  %e = tensor.empty() : tensor<4x40xf32>
  %a = linalg.negf ins(%x : tensor<4x40xf32>) outs(%e : tensor<4x40xf32>) -> tensor<4x40xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x40xf32>) outs(%e : tensor<4x40xf32>) {
  ^bb0(%u: f32, %o: f32):
    %p = math.fpowi %u, %three : f32, i64
    linalg.yield %p : f32
  } -> tensor<4x40xf32>
  %c = tensor.concat dim(1) %a, %b : (tensor<4x40xf32>, tensor<4x40xf32>) -> tensor<4x80xf32>
  %s = tensor.extract_slice %c[0, 20] [4, 40] [1, 1] : tensor<4x80xf32> to tensor<4x40xf32>
  %v = tensor.expand_shape %s [[0], [1, 2]] output_shape [4, 2, 20] : tensor<4x40xf32> into tensor<4x2x20xf32>
  %w = tensor.empty() : tensor<4x2x20xf32>
  %r = linalg.abs ins(%v : tensor<4x2x20xf32>) outs(%w : tensor<4x2x20xf32>) -> tensor<4x2x20xf32>
  return %c, %r : tensor<4x80xf32>, tensor<4x2x20xf32>
}
"""
    x = np.arange(160, dtype=np.float32).reshape(4, 40) % 11 - 5
    both, part = built(text, device).functions["f"](x)
    wanted = np.concatenate([-x, x**3], axis=1)
    np.testing.assert_array_equal(both, wanted)
    np.testing.assert_array_equal(part, np.abs(wanted[:, 20:60]).reshape(4, 2, 20))


def test_notes_of_front_ends():
    """Attributes that front ends leave on a module are kept unread; unknown ones of others are errors."""
    f = """func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.abs ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}"""
    notes = (
        "module attributes {mhlo.num_partitions = 1 : i32, tosa.target_env = "
        '#tosa.target_env<specification_version = "1.0", profiles = [pro_int]>} {\n'
    )
    x = np.array([-1, 2, -3, 4], np.float32)
    np.testing.assert_array_equal(built(f"{notes}{f}\n}}").functions["f"](x), abs(x))
    with pytest.raises(ParseError, match=r"no attribute or type 'other\.note'"):
        built(f"module attributes {{other.note = #other.note<1>}} {{\n{f}\n}}")
