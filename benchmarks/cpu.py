"""
The CPU device against pocl, Intel's OpenCL runtime and NumPy, on the same arrays.

The kernels are those of `cpu.cl`. Each implementation has a process of its own for each
round, which builds with an empty cache, launches once ("first": build and launch), and
launches for a while; the least time of all rounds counts. Peers come through pyopencl,
which is not a dependency of ours: `--pocl` and `--intel` name a Python that has it, the
latter with Intel's runtime beside it (`pip install pyopencl intel-opencl-rt
intel-cmplr-lib-rt tbb`).

    python benchmarks/cpu.py [--pocl PYTHON] [--intel PYTHON] [--rounds 2] [--seconds 0.4]
        [--only NAMES] [--threads 2,1] [--loaded]
    python benchmarks/cpu.py --check [--only NAMES]
    python benchmarks/cpu.py --kernels FOLDER [...]

`--kernels` takes strangers' kernels instead (`foreign_kernels.py`). `--check` compares checked
kernels with the others: processor time on one thread, which other programs on the
computer change little. `--loaded` takes processor time for launches too.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import foreign_kernels
import numpy as np
from bench_table import Row, Table, chosen, positive, positives, run
from cpu_cases import Benchmark, LocalBytes, Pixels, all_aligned, cases


def our_launch(
    benchmark: Benchmark, *, check: bool = False
) -> tuple[Callable[[], object], Callable[[], Any]]:
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
    program = Program.from_source(benchmark.program, check=check)
    # Peers set their arguments once, too.
    launch = program[benchmark.entry].bind(
        benchmark.global_size, benchmark.local_size, *values
    )

    def read() -> Any:
        result = benchmark.arguments[benchmark.result]
        return result.data if isinstance(result, Pixels) else result

    return launch, read


def peer_devices(platform_name: str) -> list[Any]:
    """
    Returns the devices of a platform.

    Raises `SystemExit` where there is none.
    """
    cl: Any = import_module("pyopencl")
    devices = [
        device
        for platform in cl.get_platforms()
        if platform_name in platform.name
        for device in platform.get_devices()
    ]
    if not devices:
        raise SystemExit(f"no platform of OpenCL is called {platform_name}")
    return devices


def peer_launch(
    benchmark: Benchmark, platform_name: str
) -> tuple[Callable[[], None], Callable[[], Any]]:
    cl: Any = import_module("pyopencl")
    context = cl.Context(peer_devices(platform_name)[:1])
    queue = cl.CommandQueue(context)
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    form = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNORM_INT8)
    kernel = cl.Kernel(cl.Program(context, benchmark.program).build(), benchmark.entry)
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
            case bytes() | np.generic():
                values.append(value)
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

INSTALL = {
    "pocl": "one with pyopencl that finds pocl; Debian: pocl-opencl-icd",
    "intel": "one with pyopencl, intel-opencl-rt, intel-cmplr-lib-rt and tbb",
}
"""Packages that the Python of each peer must have."""


def _gemm(a: Any, b: Any, c: Any, n: int) -> None:
    np.matmul(a, b, out=c)


def _floyd_warshall(distance: Any, n: int, k: int) -> None:
    np.minimum(distance, distance[:, k, None] + distance[k], out=distance)


def _reduction(values: Any, sums: Any, local: LocalBytes) -> None:
    np.sum(values.reshape(len(sums), -1), axis=1, out=sums)


def _scan(values: Any, sums: Any, local: LocalBytes) -> None:
    np.cumsum(values.reshape(-1, 256), axis=1, out=sums.reshape(-1, 256))


def _transpose(matrix: Any, out: Any, n: int) -> None:
    np.copyto(out, matrix.T)


NUMPY: dict[str, Callable[..., None]] = {
    "gemm": _gemm,
    "floyd_warshall": _floyd_warshall,
    "reduction": _reduction,
    "scan": _scan,
    "transpose": _transpose,
}
"""The benchmarks that NumPy has as one or two calls."""


def numpy_launch(
    benchmark: Benchmark,
) -> tuple[Callable[[], None], Callable[[], Any]]:
    call = partial(NUMPY[benchmark.name], *benchmark.arguments)
    return call, lambda: benchmark.arguments[benchmark.result]


IMPLEMENTATIONS = {
    "ours": our_launch,
    "numpy": numpy_launch,
    **{
        name: partial(peer_launch, platform_name=platform)
        for name, platform in PEERS.items()
    },
}


def best_time(
    action: Callable[[], object], seconds: float, *, loaded: bool = False
) -> float:
    """
    The least time of `action`, repeated for a while; with `loaded` the processor time of all threads,
    which the system counts in steps: the mean of some 40 ms.
    """
    start = time.perf_counter()
    action()
    end = time.perf_counter()
    clock, times = time.perf_counter, 1
    if loaded:
        clock, times = time.process_time, int(0.04 / (end - start)) + 1
    best, end = math.inf, end + seconds
    while time.perf_counter() < end:
        start = clock()
        for _ in range(times):
            action()
        best = min(best, (clock() - start) / times)
    return best


EMPTY, VERSION = "empty launch", "version"

QUICK = ("gemm", "reduction", "transpose")


def benchmarks(folder: Path | None) -> list[Benchmark]:
    return all_aligned(foreign_kernels.cases(folder) if folder else cases())


def measure(
    name: str,
    only: Sequence[str],
    seconds: float,
    folder: Path | None,
    loaded: bool,
) -> dict[str, Any]:
    """
    In the process of implementation `name`: milliseconds, a sum of each result, and
    the microseconds of a launch that does nothing.
    """
    found: dict[str, Any] = {}
    if name == "numpy":
        found[VERSION] = np.__version__
    else:
        # What a process pays once, whatever it runs, is not part of a first launch.
        warm, _ = IMPLEMENTATIONS[name](Benchmark("warm", (1,), (1,), (), 0))
        warm()
        # Threads are among it.
        IMPLEMENTATIONS[name](Benchmark("warm", (1 << 16,), (64,), (), 0))[0]()
        found[EMPTY] = best_time(lambda: [warm() for _ in range(100)], seconds) * 1e4
        if name != "ours":
            found[VERSION] = peer_devices(PEERS[name])[0].platform.version.strip()
    for benchmark in benchmarks(folder):
        if only and benchmark.name not in only:
            continue
        if name == "numpy" and benchmark.name not in NUMPY:
            continue
        begin = time.perf_counter()
        launch, read = IMPLEMENTATIONS[name](benchmark)
        launch()
        first = time.perf_counter() - begin
        check = float(np.abs(read().astype(np.float64)).mean())
        best = best_time(launch, seconds, loaded=loaded)
        found[benchmark.name] = (first * 1e3, best * 1e3, check)
    return found


class ChildError(Exception):
    """
    An implementation that does not run here.
    """


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
            "OPENBLAS_NUM_THREADS": str(threads),
        }
        if name == "intel":
            library = Path(python).parent.parent / "lib" / "libintelocl.so"
            if not library.exists():
                raise ChildError(f"no {library.name} in {library.parent}")
            Path(cache, "intel.icd").write_text(f"{library}\n")
            environment["OCL_ICD_VENDORS"] = cache
        command = [python, "-W", "ignore", __file__, "--child", name]
        command += ["--seconds", str(args.seconds), "--only", ",".join(args.only)]
        if args.kernels:
            command += ["--kernels", str(args.kernels)]
        if args.loaded:
            command.append("--loaded")
        try:
            done = subprocess.run(
                command, env=environment, check=False, capture_output=True, text=True
            )
        except OSError as error:
            raise ChildError(f"'{python}' does not run: {error.strerror}") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise ChildError(f"its process ended with {done.returncode}: {last[:160]}")
    try:
        return json.loads(done.stdout.strip().splitlines()[-1])
    except (IndexError, json.JSONDecodeError):
        raise ChildError(f"'{python}' is not a Python: it prints no numbers") from None


def answers(
    pythons: Mapping[str, str], threads: int, args: argparse.Namespace
) -> tuple[dict[str, list[Any]], list[str]]:
    """
    Runs each implementation in turn. Returns what each round of each found, and why an
    implementation is left out.
    """
    found: dict[str, list[Any]] = {}
    absent: dict[str, str] = {}
    for _ in range(args.rounds):
        for name, python in pythons.items():
            if name in absent:
                continue
            try:
                found.setdefault(name, []).append(child(python, name, threads, args))
            except ChildError as error:
                absent[name] = f"{name} left out: {error}"
                found.pop(name, None)
    return found, list(absent.values())


def tables(args: argparse.Namespace) -> Iterator[Table]:
    """
    Yields milliseconds of launches, of first launches, of an empty one, and beside NumPy.
    """
    if args.quick:
        args.only, args.seconds, args.rounds = args.only or list(QUICK), 0.1, 1
    if args.check:
        yield checked(args.only, args.kernels)
        return
    pythons = {"ours": sys.executable, "numpy": sys.executable}
    notes: list[str] = []
    for peer, words in INSTALL.items():
        if python := getattr(args, peer):
            pythons[peer] = python
        else:
            notes.append(f"{peer} left out: no --{peer} PYTHON ({words})")
    for threads in args.threads:
        found, absent = answers(pythons, threads, args)
        if "ours" not in found:
            raise SystemExit(f"error: {absent[0]}")
        yield from compared(found, threads, [*notes, *absent], loaded=args.loaded)


def compared(
    found: Mapping[str, list[Any]], threads: int, notes: list[str], *, loaded: bool
) -> Iterator[Table]:
    """
    Yields the tables of one number of threads, of the least times of all rounds.
    """
    words = f"{threads} thread{'s' if threads > 1 else ''}"
    notes += (f"{name}: {found[name][0][VERSION]}" for name in found if name != "ours")
    launches: dict[str, Row] = {}
    firsts: dict[str, Row] = {}
    beside: dict[str, Row] = {}
    for name, ours in found["ours"][0].items():
        if name in (EMPTY, VERSION):
            continue
        least: list[Row] = [{}, {}]
        for side, rounds in found.items():
            if name not in rounds[0]:
                continue
            if not math.isclose(rounds[0][name][2], ours[2], rel_tol=1e-3):
                notes.append(f"{name}: THE RESULT OF {side} DIFFERS")
            for index in range(2):
                least[index][side] = min(r[name][index] for r in rounds)
        if "numpy" in least[1]:
            numpy = least[1].pop("numpy")
            least[0].pop("numpy")
            beside[name] = {"ours": least[1]["ours"], "NumPy": numpy}
        firsts[name], launches[name] = least
    goal = "at most 0.45, each at most 1.0"
    unit = "ms of processor time" if loaded else "ms"
    yield Table(f"CPU device, {words}", unit, launches, goal=goal, notes=tuple(notes))
    yield Table(
        f"CPU device, {words}, first launch",
        "ms with the build",
        firsts,
        goal="at most 0.9",
    )
    if beside:
        yield Table(f"CPU device, {words}, beside NumPy", "ms", beside)
    empty = {
        side: min(r[EMPTY] for r in rounds)
        for side, rounds in found.items()
        if EMPTY in rounds[0]
    }
    yield Table(f"CPU device, {words}, a launch that does nothing", "µs", {"": empty})


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


def checked(only: Sequence[str], folder: Path | None) -> Table:
    """
    Measures what checking costs.
    """
    os.environ["XDSL_OPENCL_THREADS"] = "1"
    rows: dict[str, Row] = {}
    for benchmark in benchmarks(folder):
        if only and benchmark.name not in only:
            continue
        launches = [our_launch(benchmark, check=check)[0] for check in (False, True)]
        best = [math.inf, math.inf]
        # By turns: other programs may slow down either.
        for _ in range(4):
            for number, times in enumerate((20, 3)):
                took = processor_time(launches[number], times)
                best[number] = min(best[number], took)
        rows[benchmark.name] = {"checked": best[1], "plain": best[0]}
    unit = "ms of processor time, one thread"
    return Table("Cost of checking", unit, rows, mine="checked")


def main() -> None:
    source = argparse.ArgumentParser(add_help=False)
    source.add_argument("--kernels", type=Path, metavar="FOLDER")
    folder = source.parse_known_args()[0].kernels
    names = [benchmark.name for benchmark in benchmarks(folder)]
    parser = argparse.ArgumentParser(description=__doc__, parents=[source])
    for peer, words in INSTALL.items():
        parser.add_argument(f"--{peer}", metavar="PYTHON", help=words)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--loaded", action="store_true", help="processor time")
    parser.add_argument("--rounds", type=positive, default=2)
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--only", type=chosen(names), metavar="NAMES", default="")
    parser.add_argument("--threads", type=positives, metavar="LIST", default="2,1")
    parser.add_argument(
        "--child", choices=tuple(IMPLEMENTATIONS), help=argparse.SUPPRESS
    )
    if "--child" in sys.argv:
        args = parser.parse_args()
        found = measure(args.child, args.only, args.seconds, args.kernels, args.loaded)
        print(json.dumps(found))
        return
    run(parser, tables)


if __name__ == "__main__":
    main()
