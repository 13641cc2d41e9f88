"""
The CPU device against pocl, on the same kernels and arrays.

Ten kernels: gemm, 2D convolution, hotspot stencil, reduction, n-body, Black-Scholes, Sobel
and blur on images, scan, transpose. Each implementation has a process of its own for each
round, which builds with an empty cache, launches once ("first": build and launch), and
launches for a while; the least time of all rounds counts. pocl comes through pyopencl,
which is not a dependency of ours: `--pocl` names a Python that has it.

    python benchmarks/cpu.py [--pocl PYTHON] [--rounds 2] [--seconds 0.4] [--only NAMES]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

SOURCE = r"""
kernel void warm(void) {
}
#define TILE 16
kernel void gemm(global const float *a, global const float *b, global float *c, int n) {
  local float ta[TILE][TILE], tb[TILE][TILE];
  int x = get_global_id(0), y = get_global_id(1);
  int lx = get_local_id(0), ly = get_local_id(1);
  float sum = 0.0f;
  for (int t = 0; t < n; t += TILE) {
    ta[ly][lx] = a[y * n + t + lx];
    tb[ly][lx] = b[(t + ly) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += ta[ly][k] * tb[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}
kernel void convolution(global const float *in, constant float *w, global float *out,
                        int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0.0f;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i) {
      int sx = clamp(x + i, 0, width - 1), sy = clamp(y + j, 0, height - 1);
      sum += in[sy * width + sx] * w[(j + 2) * 5 + i + 2];
    }
  out[y * width + x] = sum;
}
kernel void hotspot(global const float *temperature, global const float *power,
                    global float *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  int w = max(x - 1, 0), e = min(x + 1, width - 1);
  int n = max(y - 1, 0), s = min(y + 1, height - 1);
  float t = temperature[y * width + x];
  float d = power[y * width + x]
      + (temperature[y * width + w] + temperature[y * width + e] - 2.0f * t) * 0.1f
      + (temperature[n * width + x] + temperature[s * width + x] - 2.0f * t) * 0.1f
      + (80.0f - t) * 0.05f;
  out[y * width + x] = t + 0.5f * d;
}
kernel void reduction(global const float *in, global float *out, local float *l) {
  int i = get_local_id(0);
  l[i] = in[get_global_id(0)];
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < s) l[i] += l[i + s];
  }
  if (i == 0) out[get_group_id(0)] = l[0];
}
kernel void nbody(global const float4 *p, global float4 *a, int n) {
  int i = get_global_id(0);
  float3 here = p[i].xyz, sum = 0.0f;
  for (int j = 0; j < n; ++j) {
    float4 other = p[j];
    float3 d = other.xyz - here;
    float r = dot(d, d) + 1e-3f;
    float inverse = rsqrt(r);
    sum += d * (other.w * inverse * inverse * inverse);
  }
  a[i] = (float4)(sum, 0.0f);
}
float normal(float x) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
  float poly = k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f
             + k * (-1.821255978f + k * 1.330274429f))));
  float c = 1.0f - 0.398942280f * exp(-0.5f * x * x) * poly;
  return x < 0.0f ? 1.0f - c : c;
}
kernel void black_scholes(global const float *spot, global const float *strike,
                          global const float *years, global float *call,
                          global float *put) {
  int i = get_global_id(0);
  float s = spot[i], k = strike[i], t = years[i], r = 0.02f, v = 0.30f;
  float root = sqrt(t);
  float d1 = (log(s / k) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
  float n1 = normal(d1), n2 = normal(d2), e = k * exp(-r * t);
  call[i] = s * n1 - e * n2;
  put[i] = e * (1.0f - n2) - s * (1.0f - n1);
}
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |
                          CLK_FILTER_NEAREST;
kernel void sobel(read_only image2d_t in, write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 a = read_imagef(in, edge, (int2)(x - 1, y - 1));
  float4 b = read_imagef(in, edge, (int2)(x, y - 1));
  float4 c = read_imagef(in, edge, (int2)(x + 1, y - 1));
  float4 d = read_imagef(in, edge, (int2)(x - 1, y));
  float4 f = read_imagef(in, edge, (int2)(x + 1, y));
  float4 g = read_imagef(in, edge, (int2)(x - 1, y + 1));
  float4 h = read_imagef(in, edge, (int2)(x, y + 1));
  float4 i = read_imagef(in, edge, (int2)(x + 1, y + 1));
  float4 gx = c + 2.0f * f + i - a - 2.0f * d - g;
  float4 gy = g + 2.0f * h + i - a - 2.0f * b - c;
  write_imagef(out, (int2)(x, y), sqrt(gx * gx + gy * gy) * 0.25f);
}
kernel void blur(read_only image2d_t in, write_only image2d_t out, constant float *w) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 sum = 0.0f;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      sum += read_imagef(in, edge, (int2)(x + i, y + j)) * w[(j + 1) * 3 + i + 1];
  write_imagef(out, (int2)(x, y), sum);
}
kernel void scan(global const float *in, global float *out, local float *l) {
  int i = get_local_id(0), n = get_local_size(0);
  float v = in[get_global_id(0)];
  l[i] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < n; s <<= 1) {
    float t = i >= s ? l[i - s] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += t;
    l[i] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = v;
}
kernel void transpose(global const float *in, global float *out, int n) {
  local float tile[TILE][TILE + 1];
  int x = get_global_id(0), y = get_global_id(1);
  int lx = get_local_id(0), ly = get_local_id(1);
  tile[ly][lx] = in[y * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * TILE + ly) * n + get_group_id(1) * TILE + lx] = tile[lx][ly];
}
"""


def source_of(name: str) -> str:
    """
    The kernel `name` and what is not a kernel: what a program would build for it.
    """
    parts = re.split(r"^(?=kernel )", SOURCE, flags=re.MULTILINE)
    kept: list[str] = []
    for part in parts:
        kernel, brace, rest = part.partition("\n}\n")
        wanted = not part.startswith("kernel ") or f" {name}(" in kernel
        kept.append(part if wanted else rest)
        del brace
    return "".join(kept)


@dataclass(frozen=True)
class LocalBytes:
    size: int


@dataclass(frozen=True)
class Pixels:
    data: Any
    """`[height, width, 4]`, RGBA, 8 bits."""


@dataclass(frozen=True)
class Benchmark:
    """
    A launch: arrays are buffers, ints are `int` arguments; `result` is the index of the
    argument that both implementations must agree on.
    """

    name: str
    global_size: tuple[int, ...]
    local_size: tuple[int, ...]
    arguments: tuple[Any, ...]
    result: int


def benchmarks() -> list[Benchmark]:
    rng = np.random.default_rng(0)

    def floats(*shape: int) -> Any:
        return rng.uniform(0.5, 1.5, shape).astype(np.float32)

    n, image = 512, rng.integers(0, 256, (512, 512, 4), np.uint8)
    bodies, options, long = 2048, 1 << 18, 1 << 20
    return [
        Benchmark(
            "gemm", (n, n), (16, 16), (floats(n, n), floats(n, n), floats(n, n), n), 2
        ),
        Benchmark(
            "convolution",
            (1024, 1024),
            (64, 4),
            (floats(1024, 1024), floats(25), floats(1024, 1024), 1024, 1024),
            2,
        ),
        Benchmark(
            "hotspot",
            (1024, 1024),
            (64, 4),
            (floats(1024, 1024), floats(1024, 1024), floats(1024, 1024), 1024, 1024),
            2,
        ),
        Benchmark(
            "reduction",
            (long,),
            (256,),
            (floats(long), floats(long // 256), LocalBytes(1024)),
            1,
        ),
        Benchmark(
            "nbody", (bodies,), (64,), (floats(bodies, 4), floats(bodies, 4), bodies), 1
        ),
        Benchmark(
            "black_scholes",
            (options,),
            (256,),
            tuple(floats(options) for _ in range(5)),
            3,
        ),
        Benchmark(
            "sobel", (512, 512), (64, 4), (Pixels(image), Pixels(image.copy())), 1
        ),
        Benchmark(
            "blur",
            (512, 512),
            (64, 4),
            (Pixels(image), Pixels(image.copy()), (np.ones(9) / 9).astype(np.float32)),
            1,
        ),
        Benchmark(
            "scan", (long,), (256,), (floats(long), floats(long), LocalBytes(1024)), 1
        ),
        Benchmark(
            "transpose",
            (1024, 1024),
            (16, 16),
            (floats(1024, 1024), floats(1024, 1024), 1024),
            1,
        ),
    ]


def our_launch(benchmark: Benchmark) -> tuple[Callable[[], None], Callable[[], Any]]:
    from xdsl_opencl.runtime import Image, Local, Program

    values: list[Any] = []
    for value in benchmark.arguments:
        match value:
            case LocalBytes():
                values.append(Local(value.size))
            case Pixels():
                values.append(Image(value.data))
            case _:
                values.append(value)
    kernel = Program.from_source(source_of(benchmark.name))[benchmark.name]

    def read() -> Any:
        result = benchmark.arguments[benchmark.result]
        return result.data if isinstance(result, Pixels) else result

    def launch() -> None:
        kernel(benchmark.global_size, benchmark.local_size, *values)

    return launch, read


def pocl_launch(benchmark: Benchmark) -> tuple[Callable[[], None], Callable[[], Any]]:
    from importlib import import_module

    cl: Any = import_module("pyopencl")
    devices = [
        device
        for platform in cl.get_platforms()
        if "portable" in platform.name.lower()
        for device in platform.get_devices()
    ]
    context = cl.Context(devices[:1])
    queue = cl.CommandQueue(context)
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    form = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNORM_INT8)
    kernel = cl.Kernel(
        cl.Program(context, source_of(benchmark.name)).build(), benchmark.name
    )
    values: list[Any] = []
    for value in benchmark.arguments:
        match value:
            case LocalBytes():
                values.append(cl.LocalMemory(value.size))
            case Pixels():
                shape = value.data.shape[1::-1]
                values.append(cl.Image(context, flags, form, shape, hostbuf=value.data))
            case int():
                values.append(np.int32(value))
            case _:
                values.append(cl.Buffer(context, flags, hostbuf=value))
    for index, value in enumerate(values):
        kernel.set_arg(index, value)

    def launch() -> None:
        cl.enqueue_nd_range_kernel(
            queue, kernel, benchmark.global_size, benchmark.local_size
        )
        queue.finish()

    def read() -> Any:
        given = benchmark.arguments[benchmark.result]
        if isinstance(given, Pixels):
            out = np.empty_like(given.data)
            region = given.data.shape[1::-1]
            cl.enqueue_copy(
                queue, out, values[benchmark.result], origin=(0, 0), region=region
            )
            return out
        out = np.empty_like(given)
        cl.enqueue_copy(queue, out, values[benchmark.result])
        return out

    return launch, read


IMPLEMENTATIONS = {"ours": our_launch, "pocl": pocl_launch}


def best_time(action: Callable[[], object], seconds: float) -> float:
    """
    The least time of `action`, repeated for a while.
    """
    best = math.inf
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best


EMPTY = "empty launch"


def measure(name: str, only: Sequence[str], seconds: float) -> dict[str, Any]:
    """
    In the process of implementation `name`: milliseconds, a sum of each result, and
    the microseconds of a launch that does nothing.
    """
    found: dict[str, Any] = {}
    # What a process pays once, whatever it runs, is not part of a first launch.
    warm, _ = IMPLEMENTATIONS[name](Benchmark("warm", (1,), (1,), (), 0))
    warm()
    found[EMPTY] = best_time(lambda: [warm() for _ in range(100)], seconds) * 1e4
    for benchmark in benchmarks():
        if only and benchmark.name not in only:
            continue
        begin = time.perf_counter()
        launch, read = IMPLEMENTATIONS[name](benchmark)
        launch()
        first = time.perf_counter() - begin
        best = best_time(launch, seconds)
        check = float(np.abs(read().astype(np.float64)).mean())
        found[benchmark.name] = (first * 1e3, best * 1e3, check)
    return found


def child(python: str, name: str, threads: int, args: argparse.Namespace) -> Any:
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ,
            "XDSL_OPENCL_CACHE": cache,
            "POCL_CACHE_DIR": cache,
            "PYOPENCL_NO_CACHE": "1",
            "XDSL_OPENCL_THREADS": str(threads),
            "POCL_MAX_PTHREAD_COUNT": str(threads),
        }
        command = [python, "-W", "ignore", __file__, "--child", name]
        command += ["--seconds", str(args.seconds), "--only", args.only]
        done = subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        )
    return json.loads(done.stdout.splitlines()[-1])


def table(python: str, threads: int, args: argparse.Namespace) -> None:
    rounds = [
        {
            "ours": child(sys.executable, "ours", threads, args),
            "pocl": child(python, "pocl", threads, args),
        }
        for _ in range(args.rounds)
    ]
    print(f"{threads} thread{'s' if threads > 1 else ''}, milliseconds")
    print(
        f"{'':14} {'ours':>9} {'pocl':>9} {'ratio':>6}   {'first':>8} {'pocl':>8} {'ratio':>6}"
    )
    ratios: list[float] = []
    for name in rounds[0]["ours"]:
        if name == EMPTY:
            continue
        first, best = (
            [min(r[side][name][i] for r in rounds) for side in ("ours", "pocl")]
            for i in (0, 1)
        )
        ours, theirs = (rounds[0][side][name][2] for side in ("ours", "pocl"))
        wrong = "" if math.isclose(ours, theirs, rel_tol=1e-3) else "  RESULTS DIFFER"
        ratios.append(best[0] / best[1])
        print(
            f"{name:14} {best[0]:9.3f} {best[1]:9.3f} {ratios[-1]:6.2f}   "
            f"{first[0]:8.0f} {first[1]:8.0f} {first[0] / first[1]:6.2f}{wrong}"
        )
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{'geometric mean':14} {'':19} {mean:6.2f}")
    empty = [min(r[side][EMPTY] for r in rounds) for side in ("ours", "pocl")]
    print(f"an empty launch: {empty[0]:.1f} us, pocl {empty[1]:.1f} us\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pocl", metavar="PYTHON", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--only", metavar="NAMES", default="")
    parser.add_argument("--threads", metavar="LIST", default="2,1")
    parser.add_argument(
        "--child", choices=tuple(IMPLEMENTATIONS), help=argparse.SUPPRESS
    )
    args = parser.parse_args()
    only = [name for name in args.only.split(",") if name]
    if args.child:
        print(json.dumps(measure(args.child, only, args.seconds)))
        return
    for threads in args.threads.split(","):
        table(args.pocl, int(threads), args)


if __name__ == "__main__":
    main()
