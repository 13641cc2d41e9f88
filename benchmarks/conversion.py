"""
The conversions of upstream's dialects to `llvm`, with xDSL's parse of the same text.

Functions of 100 operations of a dialect, 1 000 and 10 000 operations in a module: xDSL parses
them, then the fused walk of `opencl-to-llvm` (`convert-standard-to-llvm`) converts them, and
so do the passes of the dialects one after the other. One process, processor time, both sides
in turn. The ratio must not grow with the module.

    python benchmarks/conversion.py [--sizes 1000,10000] [--only arith,memref]
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator

from bench_table import Table, chosen, positive, positives, run
from programs import context
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from xdsl_opencl.conversions.framework import make_converter
from xdsl_opencl.conversions.standard import convert_standard_to_llvm
from xdsl_opencl.dialects.llvm_ext import load_llvm_ext
from xdsl_opencl.dialects.opencl.interop.llvm_conversion import OpenCLToLLVM
from xdsl_opencl.garbage import no_collection
from xdsl_opencl.universe import our_pass

LENGTH = 100
"""Operations of a function."""

ARGUMENTS = (
    "%i: i32, %x: f32, %v: vector<4xf32>, %w: vector<4xi32>, %n: index, "
    "%m: memref<64x64xf32>, %z: complex<f32>"
)

LINES: dict[str, tuple[str, ...]] = {
    "arith": (
        "%{0} = arith.addi %i, %i : i32",
        "%{0} = arith.mulf %x, %x fastmath<contract> : f32",
        "%{0} = arith.cmpi slt, %i, %i : i32",
        "%{0} = arith.extf %x : f32 to f64",
        "%{0} = arith.constant 7 : i32",
    ),
    "vectors of arith": (
        "%{0} = arith.addi %w, %w : vector<4xi32>",
        "%{0} = arith.cmpf olt, %v, %v : vector<4xf32>",
        "%{0} = arith.fptosi %v : vector<4xf32> to vector<4xi32>",
    ),
    "math": (
        "%{0} = math.sqrt %x : f32",
        "%{0} = math.exp %v : vector<4xf32>",
        "%{0} = math.fma %x, %x, %x : f32",
        "%{0} = math.ctpop %i : i32",
    ),
    "memref": (
        "%{0} = memref.load %m[%n, %n] : memref<64x64xf32>",
        "memref.store %x, %m[%n, %n] : memref<64x64xf32>",
    ),
    "vector": (
        "%{0} = vector.extract %v[2] : f32 from vector<4xf32>",
        "%{0} = vector.insert %x, %v [1] : f32 into vector<4xf32>",
        "%{0} = vector.fma %v, %v, %v : vector<4xf32>",
        "%{0} = vector.load %m[%n, %n] : memref<64x64xf32>, vector<4xf32>",
    ),
    "complex": (
        "%{0} = complex.re %z : complex<f32>",
        "%{0} = complex.create %x, %x : complex<f32>",
        "%{0} = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>",
    ),
}
MIXED = tuple(line for lines in LINES.values() for line in lines)

PASSES = (
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-math-to-llvm",
    "convert-complex-to-llvm",
    "convert-vector-to-llvm",
    "convert-memref-to-llvm",
    "convert-func-to-llvm",
)


def text(kind: str, count: int) -> str:
    """
    Returns a module of `count` operations of a kind.
    """
    lines = MIXED if kind == "mixed" else LINES[kind]
    body = "\n".join(lines[i % len(lines)].format(i) for i in range(LENGTH))
    return "".join(
        f"func.func @f{number}({ARGUMENTS}) {{\n{body}\nfunc.return\n}}\n"
        for number in range(count // LENGTH)
    )


def fused(ctx: Context, module: ModuleOp) -> None:
    load_llvm_ext(ctx)
    converter = make_converter(module, interfaces={"opencl": OpenCLToLLVM()})
    convert_standard_to_llvm(module, converter)


def separate(ctx: Context, module: ModuleOp) -> None:
    for name in PASSES:
        our_pass(name)().apply(ctx, module)


def spent(work: Callable[[], object]) -> float:
    """
    Returns the processor time of `work` in seconds.
    """
    gc.collect()
    # As the commands do: a search for garbage would visit the whole module each time.
    with no_collection():
        start = time.process_time()
        work()
        return time.process_time() - start


def measure(kind: str, count: int, rounds: int) -> tuple[float, float, float]:
    """
    Returns the least times of parsing, of the fused walk and of the separate passes.
    """
    source = text(kind, count)
    times: list[tuple[float, float, float]] = []
    for _ in range(rounds):
        parses: list[float] = []
        conversions: list[float] = []
        for convert in (fused, separate):
            ctx = context()
            modules: list[ModuleOp] = []
            parses.append(
                spent(lambda: modules.append(Parser(ctx, source).parse_module()))
            )
            conversions.append(spent(lambda: convert(ctx, modules[0])))
        times.append((min(parses), conversions[0], conversions[1]))
    return min(t[0] for t in times), min(t[1] for t in times), min(t[2] for t in times)


def tables(arguments: argparse.Namespace) -> Iterator[Table]:
    """
    Yields the one walk, then a pass for each dialect.
    """
    kinds: list[str] = ["mixed"] if arguments.quick else arguments.only
    sizes: list[int] = [1000] if arguments.quick else arguments.sizes
    walks: dict[str, dict[str, float]] = {}
    passes: dict[str, dict[str, float]] = {}
    for kind in kinds:
        measure(kind, LENGTH, 1)
        for size in sizes:
            parse, one, many = (
                seconds / size * 1e6
                for seconds in measure(kind, size, arguments.rounds)
            )
            case = f"{kind}, {size} operations"
            walks[case] = {"ours": one, "xDSL's parse": parse}
            passes[case] = {"ours": many, "xDSL's parse": parse}
    for how, rows in (("one walk", walks), ("a pass for each dialect", passes)):
        yield Table(
            f"Conversion of upstream's dialects, {how}",
            "µs of processor time per operation",
            rows,
            goal="at most 1.0, whatever the size",
        )


def main() -> None:
    kinds = (*LINES, "mixed")
    parser = argparse.ArgumentParser(description="conversions with xDSL's parse")
    parser.add_argument("--sizes", type=positives, default="1000,10000")
    parser.add_argument("--only", type=chosen(kinds), default="mixed,memref,vector")
    parser.add_argument("--rounds", type=positive, default=3)
    run(parser, tables)


if __name__ == "__main__":
    main()
