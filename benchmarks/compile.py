"""
How long our part of a compilation takes, beside xDSL's own.

Modules of 1, 10 and 100 kernels of about 60 operations are parsed, verified and
printed by xDSL, and lowered and printed as LLVM IR by us (`opencl-attach-target`,
`opencl-to-llvm`, `opencl-llvm-ir`), in one process, alternating. What counts is the ratio
of the two in one run, and that time and memory per kernel stay the same.

    python benchmarks/compile.py [--kernels 1,10,100] [--mcpu gfx1100] [--repeat 5]
"""

from __future__ import annotations

import argparse
import gc
import io
import time
import tracemalloc
from collections.abc import Iterator

from bench_table import Table, positive, positives, run
from programs import context
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer

from xdsl_opencl.transforms.llvm_text import emit_llvm_ir
from xdsl_opencl.transforms.opencl_attach_target import OpenCLAttachTargetPass
from xdsl_opencl.transforms.opencl_to_llvm import OpenCLToLLVMPass

KERNEL = """
opencl.kernel @k{n}(
    %src: !opencl.image<image2d_t, read_only> {{opencl.name = "src"}},
    %dst: !opencl.image<image2d_t, write_only> {{opencl.name = "dst"}},
    %weights: memref<?xf32, #opencl.address_space<global>> {{opencl.name = "weights"}},
    %scale: f32 {{opencl.name = "scale"}}) {{
  %x = opencl.get_global_id 0 : i32
  %y = opencl.get_global_id 1 : i32
  %width = opencl.get_image_width %dst : !opencl.image<image2d_t, write_only> -> i32
  %height = opencl.get_image_height %dst : !opencl.image<image2d_t, write_only> -> i32
  %x_in = arith.cmpi slt, %x, %width : i32
  %y_in = arith.cmpi slt, %y, %height : i32
  %in = arith.andi %x_in, %y_in : i1
  scf.if %in {{
    %sampler = opencl.sampler_constant <normalized = false, addressing = clamp_to_edge, filter = nearest>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %sum0 = arith.constant dense<0.0> : vector<4xf32>
    %at_x = vector.broadcast %x : i32 to vector<2xi32>
    %at = vector.insert %y, %at_x[1] : i32 into vector<2xi32>
{taps}
    %scale4 = vector.broadcast %scale : f32 to vector<4xf32>
    %out = arith.mulf %sum4, %scale4 : vector<4xf32>
    opencl.write_image f %out, %dst[%at] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  }}
  opencl.return
}}
"""

TAP = """    %i{t} = arith.constant {t} : index
    %o{t} = arith.constant {t} : i32
    %x{t} = arith.addi %x, %o{t} : i32
    %a{t} = vector.broadcast %x{t} : i32 to vector<2xi32>
    %b{t} = vector.insert %y, %a{t}[1] : i32 into vector<2xi32>
    %v{t} = opencl.read_image f %src[%b{t}] sampler %sampler : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
    %w{t} = memref.load %weights[%i{t}] : memref<?xf32, #opencl.address_space<global>>
    %w4{t} = vector.broadcast %w{t} : f32 to vector<4xf32>
    %p{t} = arith.mulf %v{t}, %w4{t} : vector<4xf32>
    %sum{n} = arith.addf %sum{t}, %p{t} : vector<4xf32>"""


def source(kernels: int) -> str:
    taps = "\n".join(TAP.format(t=t, n=t + 1) for t in range(4))
    return "\n".join(KERNEL.format(n=n, taps=taps) for n in range(kernels))


def parse(ctx: Context, text: str) -> ModuleOp:
    return Parser(ctx, text).parse_module()


def xdsl_time(text: str) -> float:
    ctx = context()
    gc.collect()
    start = time.process_time()
    module = parse(ctx, text)
    module.verify()
    Printer(io.StringIO()).print_op(module)
    return time.process_time() - start


def our_time(text: str, mcpu: str) -> tuple[float, int]:
    """
    Seconds from the parsed module to LLVM IR text, and the number of operations parsed.
    """
    ctx = context()
    module = parse(ctx, text)
    operations = sum(1 for _ in module.walk())
    gc.collect()
    start = time.process_time()
    OpenCLAttachTargetPass(abi="amdhsa", mcpu=mcpu).apply(ctx, module)
    OpenCLToLLVMPass().apply(ctx, module)
    emit_llvm_ir(module)
    return time.process_time() - start, operations


def our_memory(text: str, mcpu: str) -> int:
    """
    Bytes at the peak of our part, above the parsed module.
    """
    ctx = context()
    module = parse(ctx, text)
    gc.collect()
    tracemalloc.start()
    OpenCLAttachTargetPass(abi="amdhsa", mcpu=mcpu).apply(ctx, module)
    OpenCLToLLVMPass().apply(ctx, module)
    emit_llvm_ir(module)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def tables(options: argparse.Namespace) -> Iterator[Table]:
    """
    Yields milliseconds, then memory.
    """
    sizes: list[int] = [1, 10] if options.quick else options.kernels
    our_time(source(1), options.mcpu)
    xdsl_time(source(1))
    taken: dict[str, dict[str, float]] = {}
    memory: dict[str, dict[str, float]] = {}
    for kernels in sizes:
        text = source(kernels)
        repeat = options.repeat if kernels < 1000 else min(options.repeat, 2)
        reference: list[float] = []
        ours: list[float] = []
        operations = 0
        for _ in range(repeat):
            reference.append(xdsl_time(text))
            seconds, operations = our_time(text, options.mcpu)
            ours.append(seconds)
        case = f"{operations} operations in {kernels} kernels"
        taken[case] = {"ours": min(ours) * 1e3, "xDSL": min(reference) * 1e3}
        memory[case] = {"ours": our_memory(text, options.mcpu) / kernels / 1024}
    yield Table(
        "Lowering and printing, beside xDSL's parse, verify and print",
        "ms of processor time",
        taken,
        goal="at most 1.0, whatever the number of kernels",
    )
    yield Table(
        "Memory of lowering", "KiB per kernel", memory, goal="the same for any number"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="our part of a compilation")
    parser.add_argument("--kernels", type=positives, default="1,10,100")
    parser.add_argument("--mcpu", default="gfx1100")
    parser.add_argument("--repeat", type=positive, default=5)
    run(parser, tables)


if __name__ == "__main__":
    main()
