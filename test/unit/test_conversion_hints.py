"""
The hints of errors that conversions give (`programs/hints.mlir`): each is followed, and then
there is no error.
"""

from __future__ import annotations

import re

import pytest
from conversion_helpers import opencl_converter, parse, run_tool
from lower_helpers import context, run
from texts import whole
from tools import need, needs
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import Universe
from xdsl.utils.exceptions import ParseError, PassFailedException

from xdsl_opencl.conversions.standard import convert_standard_to_llvm
from xdsl_opencl.frontend.ir_text.mlir_parser import LocatingParser
from xdsl_opencl.source import SourceFile

ALL = "opencl-attach-target{abi=amdhsa mcpu=gfx1100},opencl-to-llvm"
MEMORY = "convert-func-to-llvm,convert-memref-to-llvm,convert-arith-to-llvm"


def run_passes(text: str, passes: str) -> None:
    """Does as `xdsl-opt text -p passes`."""
    shared = context()
    pipeline = PassPipeline.parse_spec(Universe.get_multiverse().all_passes, passes)
    module = Parser(shared, text).parse_module()
    module.verify()
    pipeline.apply(shared, module)
    module.verify()


def kernel(body: str, arguments: str = "") -> str:
    return f"opencl.kernel @k({arguments}) {{\n{body}\nopencl.return\n}}"


def function(body: str, arguments: str) -> str:
    return f"func.func @f({arguments}) {{\n{body}\nfunc.return\n}}"


HINTS = re.findall(
    r"^// --- (.*): (.*)\n// error: (.*)\n((?s:.*?))^// instead:? ?(.*)\n((?s:.*?))(?=// ---|\Z)",
    whole("hints.mlir"),
    re.MULTILINE,
)


@pytest.mark.parametrize("hint", [pytest.param(h[1:], id=h[0]) for h in HINTS])
def test_hint(hint: tuple[str, str, str, str, str]):
    passes, message, text, other_passes, other_text = hint
    with pytest.raises(PassFailedException, match=re.escape(message)):
        run_passes(text, passes.replace("ALL", ALL))
    instead = other_passes or passes
    run_passes(other_text.strip() or text, instead.replace("ALL", ALL))


@pytest.mark.parametrize(
    ("body", "lowering"),
    [
        ("affine.for %i = 0 to 8 {\n}", "convert-affine-to-scf"),
        ("scf.for %i = %n to %n step %n {\n}", "lower-scf-to-cf"),
    ],
)
def test_what_lowers_structures(body: str, lowering: str):
    module = parse(function(body, "%n: index"))
    with pytest.raises(PassFailedException, match=f"run '{lowering}' first"):
        convert_standard_to_llvm(module, opencl_converter(module))
    module = run(parse(function(body, "%n: index")), lowering, "lower-scf-to-cf")
    convert_standard_to_llvm(module, opencl_converter(module))
    module.verify()


# --- upstream's dialect `index`, which xDSL lacks -----------------------------------------

INDEX = (
    kernel('%a = "index.{}"(%n, %n) : (index, index) -> index', "%n: i64")
    .replace("{\n", "{\n%n = arith.index_cast %n64 : i64 to index\n", 1)
    .replace("@k(%n:", "@k(%n64:")
)


def index_kernel(op: str) -> str:
    return INDEX.replace('"index.{}"', f'"{op}"')


@pytest.mark.parametrize(
    ("short", "other"),
    [("add", "addi"), ("floordivs", "floordivsi"), ("rems", "remsi")],
)
def test_index(short: str, other: str):
    source = SourceFile("k.mlir", index_kernel(f"index.{short}"))
    advice = f"use 'arith.{other}' on values of type index"
    with pytest.raises(ParseError, match=advice) as raised:
        LocatingParser(context(strict=True), source).parse_module()
    assert "k.mlir:3" in str(raised.value)
    # Where unknown operations are let through, the conversion meets them.
    with pytest.raises(PassFailedException, match=advice):
        run_passes(source.text, ALL)
    run_passes(index_kernel(f"arith.{other}"), ALL)


# --- tensors ------------------------------------------------------------------------------


TENSORS = """
  %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  %s = tensor.extract_slice %t[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %x = tensor.extract %s[%i] : tensor<4xf32>
  %u = tensor.insert %x into %s[%i] : tensor<4xf32>
  %y = tensor.extract %u[%i] : tensor<4xf32>
"""


def test_tensors():
    text = function(TENSORS, "%m: memref<8xf32>, %i: index")
    module = parse(text)
    with pytest.raises(PassFailedException, match="run 'lower-tensors' first, or"):
        convert_standard_to_llvm(module, opencl_converter(module))
    run_passes(text, f"lower-tensors,lower-scf-to-cf,{MEMORY}")


@needs("mlir-opt", 22)
def test_tensors_with_upstream():
    arguments = ("--one-shot-bufferize", "--mlir-print-op-generic")
    text = function(TENSORS, "%m: memref<8xf32>, %i: index")
    text = text.replace("\nfunc.return", "\nreturn")
    buffers = run_tool(need("mlir-opt", 22), arguments, text)
    run_passes(buffers, f"lower-scf-to-cf,{MEMORY},convert-cf-to-llvm")
