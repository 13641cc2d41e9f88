"""
The cost of importing: Clang, LLVM's promotion, our reader with raising, and
verification, for each file of the kernel suite or those given; and the reader alone on
one large module.

    python benchmarks/reading.py [FILE.cl ...] [-- BUILD OPTIONS]
"""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from time import perf_counter

from xdsl_opencl.frontend import BuildOptions, FrontendError, load_llvm_ir
from xdsl_opencl.frontend.normalise import normalise
from xdsl_opencl.frontend.opencl_c import compile_opencl_c
from xdsl_opencl.frontend.raise_module import raise_module
from xdsl_opencl.llvm_ir.reader.module import ModuleReader

SUITE = Path(__file__).parent.parent / "test" / "kernels"
STATEMENTS = 50_000
ROUNDS = 3


def measure(path: Path, options: BuildOptions) -> tuple[list[float], int]:
    """
    Seconds of Clang, promotion, reading and verification; number of operations.
    """
    times = [perf_counter()]
    ir = compile_opencl_c(options, str(path)).ir
    times.append(perf_counter())
    text = normalise(ir, str(path))
    times.append(perf_counter())
    module = ModuleReader(text, source=str(path)).read()
    raise_module(module)
    times.append(perf_counter())
    module.verify()
    times.append(perf_counter())
    steps = [after - before for before, after in itertools.pairwise(times)]
    return steps, sum(1 for _ in module.walk())


def large_module(statements: int) -> str:
    """
    One kernel of `statements` additions, loads and stores in blocks of 100.
    """
    lines = ["define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {", "entry:"]
    value = "%n"
    for index in range(statements // 4):
        if index % 25 == 0:
            lines += [f"  br label %b{index}", f"b{index}:"]
        lines += [
            f"  %a{index} = getelementptr i32, ptr addrspace(1) %p, i32 {value}",
            f"  %l{index} = load i32, ptr addrspace(1) %a{index}, align 4",
            f"  %s{index} = add nsw i32 %l{index}, {index}",
            f"  store i32 %s{index}, ptr addrspace(1) %a{index}, align 4",
        ]
        value = f"%s{index}"
    return "\n".join([*lines, "  ret void", "}", ""])


def main(arguments: list[str]) -> None:
    """
    Prints one line a file, the mean, and the large modules.
    """
    words: list[str] = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, words = arguments[:at], arguments[at + 1 :]
    paths = [Path(argument) for argument in arguments] or sorted(SUITE.glob("*.cl"))
    if not arguments:
        words = ["-DT=int", "-DUT=uint", "-DTS=8", "-cl-std=CL2.0"]
    options = BuildOptions.parse(words)
    print(
        f"{'ms':>40} {'clang':>8} {'promote':>8} {'read':>8} {'verify':>8} {'ops':>7}"
    )
    total = [0.0] * 4
    operations = 0
    done = 0
    for path in paths:
        try:
            rounds = [measure(path, options) for _ in range(ROUNDS)]
        except FrontendError as error:
            print(f"{path.name:>40} {str(error).splitlines()[0][:80]}")
            continue
        best = [min(times[step] for times, _ in rounds) for step in range(4)]
        count = rounds[0][1]
        print(
            f"{path.name[-40:]:>40}",
            *(f"{seconds * 1e3:8.2f}" for seconds in best),
            f"{count:7}",
        )
        total = [a + b for a, b in zip(total, best, strict=True)]
        operations += count
        done += 1
    if done:
        print(
            f"{'mean':>40}",
            *(f"{seconds / done * 1e3:8.2f}" for seconds in total),
            f"{operations / done:7.0f}",
        )
        print(f"reader: {total[2] / operations * 1e6:.1f} us per operation")
    for statements in (STATEMENTS // 4, STATEMENTS):
        text = large_module(statements)
        start = perf_counter()
        load_llvm_ir(text)
        seconds = perf_counter() - start
        print(f"{statements} lines of LLVM IR: {seconds:.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
