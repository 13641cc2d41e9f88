"""
The cost of importing: Clang, LLVM's promotion, our reader with raising, and
verification, for each file of the kernel suite or those given; and the reader alone on
one large module.

    python benchmarks/reading.py [--option=WORD ...] [FILE.cl ...]
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bench_table import Table, run
from suite_builds import SUITE

from xdsl_opencl.frontend import BuildOptions, FrontendError, load_llvm_ir
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c
from xdsl_opencl.frontend.ir_text.normalise import normalise
from xdsl_opencl.frontend.raise_module import raise_module
from xdsl_opencl.llvm_ir.reader.module import ModuleReader

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


STEPS = ("Clang", "promotion", "reading", "verification")


def tables(arguments: argparse.Namespace) -> Iterator[Table]:
    """
    Yields the steps for each file, then the large modules.
    """
    paths: list[Path] = arguments.files or sorted(SUITE.glob("*.cl"))
    words: list[str] = arguments.option
    if not arguments.files:
        words = ["-DT=int", "-DUT=uint", "-DTS=8", "-cl-std=CL2.0"]
    if arguments.quick:
        paths = paths[:3]
    options = BuildOptions.parse(words)
    rows: dict[str, dict[str, float]] = {}
    notes: list[str] = []
    seconds, operations = 0.0, 0
    for path in paths:
        try:
            rounds = [measure(path, options) for _ in range(ROUNDS)]
        except FrontendError as error:
            notes.append(f"{path.name} left out: {str(error).splitlines()[0][:80]}")
            continue
        best = [min(times[step] for times, _ in rounds) * 1e3 for step in range(4)]
        rows[path.name] = dict(zip(STEPS, best, strict=True))
        seconds += best[STEPS.index("reading")] / 1e3
        operations += rounds[0][1]
    if operations:
        each = seconds / operations * 1e6
        notes.append(f"reading takes {each:.1f} µs per operation")
    yield Table(
        "Importing a file, by step",
        "ms; the ratio is of reading to Clang's time",
        {
            case: {side: row[side] for side in ("Clang", "reading")}
            for case, row in rows.items()
        },
        mine="reading",
        goal="at most 1.0",
        over=1.0,
        notes=tuple(notes),
    )
    large: dict[str, dict[str, float]] = {}
    for statements in (STATEMENTS // 4, STATEMENTS):
        if arguments.quick:
            statements //= 10
        text = large_module(statements)
        start = perf_counter()
        load_llvm_ir(text)
        each = (perf_counter() - start) / statements * 1e6
        large[f"{statements} lines"] = {"ours": each}
    yield Table(
        "Importing LLVM IR", "µs per line", large, goal="the same for any number"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="the cost of importing")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE.cl")
    parser.add_argument("--option", action="append", default=[], metavar="WORD")
    run(parser, tables)


if __name__ == "__main__":
    main()
