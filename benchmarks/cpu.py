"""
The CPU device against pocl and Intel's OpenCL runtime, on the same kernels and arrays.

The kernels are those of `cpu.cl`. Each implementation has a process of its own for each
round, which builds with an empty cache, launches once ("first": build and launch), and
launches for a while; the least time of all rounds counts. Peers come through pyopencl,
which is not a dependency of ours: `--pocl` and `--intel` name a Python that has it, the
latter with Intel's runtime beside it (`pip install pyopencl intel-opencl-rt
intel-cmplr-lib-rt tbb`).

    python benchmarks/cpu.py [--pocl PYTHON] [--intel PYTHON] [--rounds 2] [--seconds 0.4]
        [--only NAMES] [--threads 2,1]
    python benchmarks/cpu.py --check [--only NAMES]

`--check` compares checked kernels with the others: processor time on one thread, which
other programs on the computer change little.
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
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

SOURCE = Path(__file__).with_suffix(".cl").read_text(encoding="utf-8")


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

    def numbers(size: int) -> Any:
        return rng.integers(0, 1 << 32, size, np.uint32)

    n, image = 512, rng.integers(0, 256, (512, 512, 4), np.uint8)
    bodies, options, long, rows = 2048, 1 << 18, 1 << 20, 1 << 16
    starts = np.concatenate(([0], rng.integers(0, 33, rows).cumsum()))
    distances = rng.integers(1, 1 << 20, (n, n), np.int32)
    doubles = rng.uniform(0.5, 1.5, (128, 128, 128))
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
        Benchmark("bitonic", (long // 2,), (256,), (numbers(long), 12, 6), 0),
        Benchmark(
            "fft",
            (long // 2,),
            (256,),
            (floats(long, 2), floats(long, 2), long, 256),
            1,
        ),
        Benchmark("floyd_warshall", (n, n), (64, 4), (distances, n, 17), 0),
        Benchmark(
            "spmv",
            (rows,),
            (64,),
            (
                starts.astype(np.int32),
                rng.integers(0, rows, int(starts[-1]), np.int32),
                floats(int(starts[-1])),
                floats(rows),
                floats(rows),
            ),
            4,
        ),
        Benchmark(
            "stencil3d",
            (128, 128, 128),
            (64, 2, 2),
            (doubles, doubles.copy(), 128, 128, 128),
            1,
        ),
        Benchmark("sha256", (1 << 14,), (64,), (numbers(1 << 18), numbers(1 << 17)), 1),
        Benchmark(
            "kmeans",
            (1 << 16,),
            (256,),
            (floats(8, 1 << 16), floats(32, 8), numbers(1 << 16), 1 << 16, 32),
            2,
        ),
        Benchmark(
            "histogram",
            (1 << 16,),
            (256,),
            (numbers(long), numbers(1 << 16), LocalBytes(1024)),
            1,
        ),
        Benchmark(
            "bilateral", (512, 512), (64, 4), (Pixels(image), Pixels(image.copy())), 1
        ),
        Benchmark("mandelbrot", (512, 512), (64, 4), (numbers(n * n), n, 256), 0),
    ]


def our_launch(
    benchmark: Benchmark, *, check: bool = False
) -> tuple[Callable[[], None], Callable[[], Any]]:
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
    program = Program.from_source(source_of(benchmark.name), check=check)
    kernel = program[benchmark.name]

    def read() -> Any:
        result = benchmark.arguments[benchmark.result]
        return result.data if isinstance(result, Pixels) else result

    def launch() -> None:
        kernel(benchmark.global_size, benchmark.local_size, *values)

    return launch, read


def peer_launch(
    benchmark: Benchmark, platform_name: str
) -> tuple[Callable[[], None], Callable[[], Any]]:
    from importlib import import_module

    cl: Any = import_module("pyopencl")
    devices = [
        device
        for platform in cl.get_platforms()
        if platform_name in platform.name
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


PEERS = {"pocl": "Portable Computing Language", "intel": "Intel(R) OpenCL"}
"""The names of the peers' platforms."""

IMPLEMENTATIONS = {
    "ours": our_launch,
    **{
        name: partial(peer_launch, platform_name=platform)
        for name, platform in PEERS.items()
    },
}


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
            "DPCPP_CPU_NUM_CUS": str(threads),
        }
        if name == "intel":
            library = Path(python).parent.parent / "lib" / "libintelocl.so"
            Path(cache, "intel.icd").write_text(f"{library}\n")
            environment["OCL_ICD_VENDORS"] = cache
        command = [python, "-W", "ignore", __file__, "--child", name]
        command += ["--seconds", str(args.seconds), "--only", args.only]
        done = subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        )
    return json.loads(done.stdout.splitlines()[-1])


def mean(ratios: Sequence[float]) -> float:
    """
    The geometric mean.
    """
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def table(pythons: dict[str, str], threads: int, args: argparse.Namespace) -> None:
    """
    Prints a row a kernel: milliseconds of a launch and of the first, and their ratios to
    the better peer.
    """
    rounds = [
        {name: child(python, name, threads, args) for name, python in pythons.items()}
        for _ in range(args.rounds)
    ]
    peers = [name for name in pythons if name != "ours"]
    print(f"| {threads} thread{'s' if threads > 1 else ''}, ms |", end="")
    for _ in range(2):
        print("", *pythons, "ratio", sep=" | ", end=" ")
    print("|\n| ---" * (2 * len(pythons) + 3), end=" |\n")
    ratios: list[list[float]] = [[], []]
    for name in rounds[0]["ours"]:
        if name == EMPTY:
            continue
        print(f"| {name}", end="")
        for index in (1, 0):
            best = {p: min(r[p][name][index] for r in rounds) for p in pythons}
            print("", *(f"{best[p]:.3g}" for p in pythons), sep=" | ", end=" | ")
            ratio = best["ours"] / min((best[p] for p in peers), default=math.nan)
            ratios[index].append(ratio)
            print(f"{ratio:.2f}", end="")
        checks = [rounds[0][p][name][2] for p in pythons]
        wrong = not all(math.isclose(checks[0], c, rel_tol=1e-3) for c in checks)
        print(" | RESULTS DIFFER" if wrong else " |")
    print(f"geometric mean {mean(ratios[1]):.2f}, first {mean(ratios[0]):.2f}")
    for name in pythons:
        print(f"empty launch {name} {min(r[name][EMPTY] for r in rounds):.1f} us")


def processor_time(action: Callable[[], object], times: int) -> float:
    """
    The least processor time of `action`, in milliseconds.
    """
    best = math.inf
    for _ in range(times):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best * 1e3


def check_table(only: Sequence[str]) -> None:
    """
    Prints what checking costs.
    """
    os.environ["XDSL_OPENCL_THREADS"] = "1"
    ratios: list[float] = []
    print(f"{'milliseconds':16} {'plain':>9} {'checked':>9} {'ratio':>6}")
    for benchmark in benchmarks():
        if only and benchmark.name not in only:
            continue
        launches = [our_launch(benchmark, check=check)[0] for check in (False, True)]
        best = [math.inf, math.inf]
        # By turns: other programs may slow down either.
        for _ in range(4):
            for number, times in enumerate((20, 3)):
                took = processor_time(launches[number], times)
                best[number] = min(best[number], took)
        ratios.append(best[1] / best[0])
        print(f"{benchmark.name:16} {best[0]:9.3f} {best[1]:9.3f} {ratios[-1]:6.1f}")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{'geometric mean':36} {mean:6.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for peer in PEERS:
        parser.add_argument(f"--{peer}", metavar="PYTHON")
    parser.add_argument("--check", action="store_true")
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
    if args.check:
        check_table(only)
        return
    given = {peer: vars(args)[peer] for peer in PEERS if vars(args)[peer]}
    pythons = {"ours": sys.executable, **given}
    for threads in args.threads.split(","):
        table(pythons, int(threads), args)


if __name__ == "__main__":
    main()
