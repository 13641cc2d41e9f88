"""
Processor times of builds by the OpenCL driver: `python benchmarks/builds.py [KERNELS ...]`.

For each number of kernels a program is made, and built by processes of its own: from its
source with an empty cache, from its source again, and from its binary. Each process builds it
twice. Times are milliseconds of processor time of the process, without its children.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).parents[1] / "test"
STEPS = 12
"""Statements of a kernel before its loop."""


def kernel(number: int) -> str:
    steps = "\n".join(
        f"  a = a * {number % 89 + step * 3} + in[(i + {step}) & 1023]; b ^= a >> {step % 7};"
        for step in range(STEPS)
    )
    return f"""
kernel void k{number}(global const int *in, global int *out, int n, float f) {{
  int i = get_global_id(0), a = n, b = {number};
{steps}
  for (int j = 0; j < n; j++)
    b += in[(j + i) & 1023] * j;
  out[i] = a + b + (int)f;
}}
"""


def build(how: str, source: Path, binary: Path) -> list[float]:
    """Builds the program twice in this process; returns the times."""
    sys.path[:0] = [str(TESTS / "unit"), str(TESTS)]
    from test_icd_errors import create, function, handles

    from xdsl_opencl.abi import opencl_api as cl

    found = handles(0)
    function("clGetPlatformIDs")(1, found, None)
    function("clGetDeviceIDs")(found[0], cl.DEVICE_TYPE_ALL, 1, found, None)
    devices = handles(found[0])
    context = create("clCreateContext", None, 1, devices, None, None)
    data = (binary if how == "binary" else source).read_bytes()
    text = ctypes.create_string_buffer(data, len(data))
    place, size = handles(ctypes.addressof(text)), handles(len(data))
    times: list[float] = []
    program = 0
    for _ in range(2):
        begin = time.process_time()
        if how == "binary":
            words = (context, 1, devices, size, place, None)
            program = create("clCreateProgramWithBinary", *words)
        else:
            program = create("clCreateProgramWithSource", context, 1, place, size)
        assert function("clBuildProgram")(program, 0, None, None, None, None) == 0
        times.append(1000 * (time.process_time() - begin))
    if how != "binary":
        get = function("clGetProgramInfo")
        assert get(program, cl.PROGRAM_BINARY_SIZES, 8, size, None) == 0
        room = ctypes.create_string_buffer(size[0])
        place = handles(ctypes.addressof(room))
        assert get(program, cl.PROGRAM_BINARIES, 8, place, None) == 0
        binary.write_bytes(room.raw)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernels", nargs="*", type=int, default=[1, 30, 300])
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        how, source, binary = asked.one
        print(*build(how, Path(source), Path(binary)))
        return
    print("| kernels | source | kept | again | binary | again | bytes |")
    print("|---|---|---|---|---|---|---|")
    for count in asked.kernels:
        with tempfile.TemporaryDirectory() as folder:
            source, binary = Path(folder, "program.cl"), Path(folder, "program.bin")
            source.write_text("".join(map(kernel, range(count))))
            environment = os.environ | {"XDSL_OPENCL_CACHE": f"{folder}/cache"}
            row: list[str] = []
            for how in ("source", "source", "binary"):
                command = [sys.executable, __file__, "--one", how, source, binary]
                done = subprocess.run(
                    command, env=environment, capture_output=True, text=True, check=True
                )
                row += [f"{float(word):.0f}" for word in done.stdout.split()]
            cells = [count, row[0], *row[2:], binary.stat().st_size]
            print(f"| {' | '.join(map(str, cells))} |")


if __name__ == "__main__":
    main()
