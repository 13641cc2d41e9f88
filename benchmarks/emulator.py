"""
The speed of the emulator: instructions of waves and of lanes in a second, on a blur of an
image and a product of matrices, for each generation.

A lane-instruction is an instruction of a wave times its lanes, active or not. Each kernel
is launched once to build what is built at the first launch, then `--rounds` times; the
least time counts.

    python benchmarks/emulator.py [--rounds 3] [--only gfx1100,gfx90a] [--size 512]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator

import numpy as np
from bench_table import Table, chosen, positive, run

from xdsl_opencl.runtime import Image, Program, Sampler
from xdsl_opencl.runtime.kernel import Launch

PROCESSORS = ("gfx803", "gfx900", "gfx90a", "gfx1030", "gfx1100", "gfx1200")

SOURCE = """
kernel void blur(read_only image2d_t from, write_only image2d_t to, sampler_t s) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x)
      sum += read_imagef(from, s, at + (int2)(x, y));
  write_imagef(to, at, sum / 25);
}
kernel void gemm(global const float *a, global const float *b, global float *c, int n) {
  local float ta[16][16], tb[16][16];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    ta[y][x] = a[row * n + t + x];
    tb[y][x] = b[(t + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; ++i) sum += ta[y][i] * tb[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
"""


def kernels(program: Program, size: int) -> dict[str, Callable[[], Launch]]:
    """
    The launches by name; `size` is the edge of the image, half of it that of the matrices.
    """
    draw = np.random.default_rng(1)
    pixels = draw.integers(0, 256, (size, size, 4), np.uint8)
    source, target = Image(pixels), Image(np.zeros_like(pixels))
    sampler = Sampler(False, "clamp_to_edge", "nearest")
    n = max(size // 2, 16)
    a, b = draw.normal(size=(2, n, n)).astype(np.float32)
    c = np.zeros((n, n), np.float32)

    def blur() -> Launch:
        return program.blur((size, size), (16, 16), source, target, sampler)

    def gemm() -> Launch:
        launch = program.gemm((n, n), (16, 16), a, b, c, n)
        np.testing.assert_allclose(c, a @ b, rtol=1e-3, atol=1e-3)
        return launch

    return {"blur": blur, "gemm": gemm}


def tables(args: argparse.Namespace) -> Iterator[Table]:
    """
    Yields instructions of lanes by processor.
    """
    size = 64 if args.quick else args.size
    processors: list[str] = ["gfx900", "gfx1100"] if args.quick else args.only
    rows: dict[str, dict[str, float]] = {}
    for processor in processors:
        program = Program.from_source(SOURCE, device=processor)
        wave = 32 if processor.startswith("gfx1") else 64
        for name, run_kernel in kernels(program, size).items():
            launch = run_kernel()
            times: list[float] = []
            for _ in range(args.rounds):
                begin = time.process_time()
                run_kernel()
                times.append(time.process_time() - begin)
            rate = launch.instructions / min(times) / 1e6
            rows[f"{processor}, {name}"] = {"waves": rate, "lanes": rate * wave}
    yield Table(
        "Speed of the emulator",
        "million instructions of waves, and of lanes, in a second of one core",
        rows,
        mine="",
        more=True,
        goal="at least 20 of lanes",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="The speed of the emulator.")
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("--size", type=positive, default=512)
    parser.add_argument("--only", type=chosen(PROCESSORS), default=",".join(PROCESSORS))
    run(parser, tables)


if __name__ == "__main__":
    main()
