"""
Messages of the conversions of control flow, memory and tensors: each is followed, and then
there is no error.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from conversion_helpers import opencl_converter, parse, run_tool
from lower_helpers import context, run
from tools import need, needs
from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import Universe
from xdsl.utils.exceptions import ParseError, PassFailedException

from xdsl_opencl.conversions.standard import convert_standard_to_llvm
from xdsl_opencl.frontend.ir_text.mlir_parser import LocatingParser
from xdsl_opencl.source import SourceFile

TARGET = "opencl-attach-target{abi=amdhsa mcpu=gfx1100}"
ALL = f"{TARGET},opencl-to-llvm"
MEMORY = "convert-func-to-llvm,convert-memref-to-llvm,convert-arith-to-llvm"


def strict_context() -> Context:
    """A context that knows what xDSL and this plugin know, and nothing else."""
    made = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        made.register_dialect(name, factory)
    return made


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


@dataclass(frozen=True)
class Hint:
    """
    A module that is an error with `message`, and what the message says to do instead: another
    text (the same where there is none), other passes.
    """

    text: str
    passes: str
    message: str
    instead: str = ""
    first: str = ""


GLOBAL = "#opencl.address_space<global>"
STRIDED = "memref<8xf32, strided<[?]>>"
GAPS = "memref<16x8xf32, strided<[16, 2]>>"
PARALLEL = (
    '%r = "affine.parallel"(%n) <{reductions = ["addi"], lowerBoundsMap = '
    "affine_map<() -> (0)>, lowerBoundsGroups = dense<1> : vector<1xi32>, upperBoundsMap = "
    "affine_map<() -> (8)>, upperBoundsGroups = dense<1> : vector<1xi32>, "
    "steps = [1 : i64]}> ({\n^bb0(%j: index):\naffine.yield %j : index\n"
    "}) : (index) -> index"
)
REDUCED = (
    "%z = arith.constant 0 : index\n"
    '%r = "scf.parallel"(%z, %n, %n, %z) <{operandSegmentSizes = '
    "array<i32: 1, 1, 1, 1>}> ({\n^bb0(%j: index):\n"
    '"scf.reduce"(%j) ({\n^bb1(%a: index, %b: index):\n'
    "%c = arith.addi %a, %b : index\nscf.reduce.return %c : index\n}) : (index) -> ()\n"
    "}) : (index, index, index, index) -> index"
)

HINTS = {
    "heap": Hint(
        kernel("%m = memref.alloc() : memref<4xi32>"),
        ALL,
        "a kernel cannot allocate memory of type memref<4xi32>; use 'memref.alloca'",
        kernel("%m = memref.alloca() : memref<4xi32>"),
    ),
    "heap, work-group": Hint(
        kernel("%m = memref.alloc() : memref<4xi32>"),
        ALL,
        "#opencl.address_space<local> for work-group memory",
        kernel("%m = memref.alloc() : memref<4xi32, #opencl.address_space<local>>"),
    ),
    "freeing": Hint(
        kernel("memref.dealloc %m : memref<4xi32>", "%m: memref<4xi32>").replace(
            "memref<4xi32>", f"memref<4xi32, {GLOBAL}>"
        ),
        ALL,
        "remove 'memref.dealloc'",
        kernel("", f"%m: memref<4xi32, {GLOBAL}>"),
    ),
    "unranked": Hint(
        function(
            '%c = "memref.cast"(%m) : (memref<4xi32>) -> memref<*xi32>',
            "%m: memref<4xi32>",
        ),
        MEMORY,
        "use ranked ones",
        function(
            '%c = "memref.cast"(%m) : (memref<4xi32>) -> memref<?xi32>',
            "%m: memref<4xi32>",
        ),
    ),
    "stride": Hint(
        function(f"%x = memref.load %m[%i] : {STRIDED}", f"%m: {STRIDED}, %i: index"),
        f"{TARGET},{MEMORY}",
        "give the type static sizes and strides",
        function(
            f"%x = memref.load %m[%i] : {STRIDED}", f"%m: {STRIDED}, %i: index"
        ).replace("[?]", "[2]"),
    ),
    "stride, operands": Hint(
        function(f"%x = memref.load %m[%i] : {STRIDED}", f"%m: {STRIDED}, %i: index"),
        f"{TARGET},{MEMORY}",
        "use 'memref.reinterpret_cast' with the sizes and strides as operands",
        function(
            f"%v = memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [%i]"
            f" : memref<8xf32> to {STRIDED}\n%x = memref.load %v[%i] : {STRIDED}",
            "%m: memref<8xf32>, %i: index",
        ),
    ),
    "copy with gaps": Hint(
        function(
            f'"memref.copy"(%a, %b) : ({GAPS}, {GAPS}) -> ()', f"%a: {GAPS}, %b: {GAPS}"
        ),
        MEMORY,
        "run 'lower-scf-to-cf' first",
        first="lower-scf-to-cf,convert-cf-to-llvm,",
    ),
    "memory space": Hint(
        function(
            '%x = memref.load %m[%i] : memref<4xf32, "fast">',
            '%m: memref<4xf32, "fast">, %i: index',
        ),
        MEMORY,
        'memory space "fast" is not supported; use an integer',
        function(
            "%x = memref.load %m[%i] : memref<4xf32, 1 : i32>",
            "%m: memref<4xf32, 1 : i32>, %i: index",
        ),
    ),
    "bare dynamic": Hint(
        function("", "%m: memref<?xf32>"),
        "convert-func-to-llvm{use-bare-ptr-memref-call-conv=true}",
        "give it static sizes and strides",
        function("", "%m: memref<4xf32>"),
    ),
    "image": Hint(
        function("", "%m: !opencl.image<image2d_t, read_only>"),
        "convert-func-to-llvm",
        "attach a target first: 'opencl-attach-target{abi=... mcpu=...}'",
        first=f"{TARGET},",
    ),
    "modulo": Hint(
        function("%a = affine.apply affine_map<(d0) -> (d0 mod -4)> (%x)", "%x: index"),
        "convert-affine-to-llvm",
        "divide by a positive number",
        function("%a = affine.apply affine_map<(d0) -> (d0 mod 4)> (%x)", "%x: index"),
    ),
    "step": Hint(
        function("affine.for %i = 0 to 8 step 0 {\n}", ""),
        "convert-affine-to-llvm",
        "needs a positive step, got 0",
        function("affine.for %i = 0 to 8 step 2 {\n}", ""),
    ),
    "parallel with results": Hint(
        function(PARALLEL, "%n: index"),
        "convert-affine-to-scf,lower-scf-to-cf",
        "use 'scf.parallel' with 'scf.reduce'",
        function(REDUCED, "%n: index"),
    ),
    "parallel, numbered": Hint(
        function(PARALLEL, "%n: index"),
        "convert-affine-to-scf",
        "needs the numbers of kinds of reductions",
        function(PARALLEL.replace('["addi"]', "[1]"), "")
        .replace("(%n)", "()")
        .replace("(index) ->", "() ->"),
    ),
    "parallel, wrong kind": Hint(
        function(PARALLEL.replace('["addi"]', "[0]"), "")
        .replace("(%n)", "()")
        .replace("(index) ->", "() ->"),
        "convert-affine-to-scf",
        "cannot reduce index by kind 0; use a kind of integers, from 1, 4",
        function(PARALLEL.replace('["addi"]', "[4]"), "")
        .replace("(%n)", "()")
        .replace("(index) ->", "() ->"),
    ),
}


@pytest.mark.parametrize("name", HINTS)
def test_hint(name: str):
    hint = HINTS[name]
    with pytest.raises(PassFailedException) as raised:
        run_passes(hint.text, hint.passes)
    assert hint.message in str(raised.value)
    run_passes(hint.instead or hint.text, hint.first + hint.passes)


def test_bare_dynamic_without_the_option():
    run_passes(HINTS["bare dynamic"].text, "convert-func-to-llvm")


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
        LocatingParser(strict_context(), source).parse_module()
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


def test_tensors_in_loops():
    def loop(body: str) -> str:
        return kernel(
            f"%n = arith.index_cast %n64 : i64 to index\n"
            f"%z = arith.constant 0.0 : f32\n%m = memref.alloca() : memref<4xf32>\n"
            f"{body}",
            "%n64: i64",
        )

    inside = loop(
        "%t = tensor.splat %z : tensor<4xf32>\n"
        "%u = scf.for %i = %n to %n step %n iter_args(%a = %t) -> (tensor<4xf32>) {\n"
        "%b = tensor.insert %z into %a[%i] : tensor<4xf32>\n"
        "scf.yield %b : tensor<4xf32>\n}",
    )
    with pytest.raises(
        PassFailedException, match="loops and branches are to be on mem"
    ):
        run_passes(inside, ALL)
    on_memory = loop(
        "%t = tensor.splat %z : tensor<4xf32>\n"
        "%b = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>\n"
        "scf.for %i = %n to %n step %n {\n"
        "memref.store %z, %b[%i] : memref<4xf32>\n}",
    )
    run_passes(on_memory, ALL)
