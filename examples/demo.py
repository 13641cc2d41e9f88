"""
Compiles every example for four GPUs and prints what their kernels need.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import xdsl_opencl as ocl

PROCESSORS = ("gfx900", "gfx1030", "gfx1100", "gfx1200")
HEADER = ("example", "kernel", "GPU", "VGPRs", "SGPRs", "LDS", "scratch", "arguments")


def compile_examples(folder: Path, output: Path) -> tuple[list[tuple[str, ...]], int]:
    """
    Compiles each `.mlir` and `.cl` of `folder` to a code object in `output`; returns the
    rows of the table and the number of failures.
    """
    rows: list[tuple[str, ...]] = []
    failures = 0
    for path in sorted((*folder.glob("*.mlir"), *folder.glob("*.cl"))):
        for processor in PROCESSORS:
            try:
                target = ocl.Target(ocl.Abi.AMDHSA, mcpu=processor)
                program = ocl.compile(path, target)
                program.save(str(output / f"{path.stem}.{processor}.hsaco"))
            except ocl.CompileError as error:
                print(error, file=sys.stderr)
                failures += 1
                continue
            for kernel in program.info.kernels:
                rows.append(
                    (
                        path.name,
                        kernel.name,
                        processor,
                        str(kernel.vgprs),
                        str(kernel.sgprs),
                        str(kernel.group_segment_size),
                        str(kernel.private_segment_size),
                        f"{kernel.layout.kernarg_segment_size} B",
                    )
                )
    return rows, failures


def print_table(rows: list[tuple[str, ...]]) -> None:
    """
    Prints `rows` below `HEADER`, the text columns flush left.
    """
    widths = [max(map(len, column)) for column in zip(HEADER, *rows, strict=True)]
    for row in (HEADER, *rows):
        cells = (
            cell.ljust(width) if column < 3 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


def main() -> int:
    """
    Returns the exit status: 1 if an example did not compile.
    """
    folder = Path(__file__).parent
    output = folder.parent / "out" / "demo"
    output.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    rows, failures = compile_examples(folder, output)
    print_table(rows)
    seconds = time.perf_counter() - start
    print(
        f"\n{len({(row[0], row[2]) for row in rows})} code objects in {seconds:.1f} s; "
        "they are in out/demo"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
