"""
Times ten networks of `benchmarks/exporters.py` on the CPU device beside PyTorch, as it runs them without a
compiler, and IREE's `llvm-cpu`, with two threads each:

    pip install -e . torch==2.14.1 torch-mlir==20261001 jax==0.10.2
    pip install iree-base-compiler==3.13.0 iree-base-runtime==3.13.0
    python benchmarks/networks.py [FOLDER] [--only NAME,...] [--processor] [--rounds N]

Each runs in a process of its own, in turn; the least time of all rounds counts. `host`: the part of our call outside of
kernels. Memory: how much more a call needs at a time than the process had before it. FOLDER keeps the exported
programs. `--processor`: processor time of all threads, for a machine with other work.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import exporters
import numpy as np

THREADS = 2
Call = Callable[[], Any]
Part = Callable[[], float]
"""Seconds in kernels so far."""


def ours(text: str, name: str) -> tuple[Call, Part]:
    os.environ["XDSL_OPENCL_THREADS"] = str(THREADS)
    from xdsl_opencl.runtime import Program
    from xdsl_opencl.runtime.cpu import cpu_program, thread_pool

    seconds = 0.0

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any) -> None:
            nonlocal seconds
            start = time.perf_counter()
            function(*args)
            seconds += time.perf_counter() - start

        return run

    native = cpu_program.native_function
    thread_pool.Pool.run = timed(thread_pool.Pool.run)
    cpu_program.native_function = lambda address: timed(native(address))
    main = Program.from_mlir(text, passes="opencl-from-linalg").functions["main"]
    arrays = arguments(name)
    return lambda: main(*arrays), lambda: seconds


def torch(_: str, name: str) -> tuple[Call, Part]:
    from torch import inference_mode, set_num_threads

    set_num_threads(THREADS)
    module, inputs, _rest = exporters.network(name)

    def call() -> Any:
        with inference_mode():
            return module(*inputs).numpy()

    return call, lambda: 0.0


def iree(text: str, name: str) -> tuple[Call, Part]:
    import iree.runtime as runtime
    from iree.compiler.tools import compile_str

    options = [
        "--iree-hal-target-device=local",
        "--iree-hal-local-target-device-backends=llvm-cpu",
        "--iree-llvmcpu-target-cpu=host",
        "--iree-opt-level=O3",
    ]
    code = compile_str(text, extra_args=options)
    runtime.flags.parse_flags(f"--task_topology_group_count={THREADS}")
    config = runtime.Config("local-task")
    made = runtime.VmModule.copy_buffer(config.vm_instance, code)
    main = runtime.load_vm_module(made, config).main
    arrays = [runtime.asdevicearray(config.device, each) for each in arguments(name)]
    return lambda: main(*arrays).to_host(), lambda: 0.0


def arguments(name: str) -> list[Any]:
    return [np.ascontiguousarray(x.numpy()) for x in exporters.network(name)[1]]


def status(field: str) -> int:
    """A size in `/proc/self/status`, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    (line,) = (each for each in lines if each.startswith(field))
    return 1024 * int(line.split()[1])


def memory(call: Call) -> int:
    """How much more memory is resident at the peak of a call than before it."""
    ctypes.CDLL(None).malloc_trim(0)
    # The peak begins anew.
    Path("/proc/self/clear_refs").write_text("5")
    before = status("VmRSS")
    call()
    return status("VmHWM") - before


def serve(make: Callable[[str, str], Any], text: str, name: str, end: Connection):
    """Runs the calls that the other `end` asks for."""
    call, in_kernels = make(text, name)
    end.send(call())
    call()
    while (asked := end.recv()) is not None:
        if asked == "memory":
            end.send(memory(call))
            continue
        clock = time.process_time if asked == "processor" else time.perf_counter
        before, start = in_kernels(), clock()
        began = time.perf_counter()
        call()
        whole = time.perf_counter() - began
        end.send((clock() - start, 1 - (in_kernels() - before) / whole))


@contextmanager
def served(make: Callable[[str, str], Any], text: str, name: str) -> Iterator[Any]:
    context = get_context("spawn")
    end, other = context.Pipe()
    process = context.Process(target=serve, args=(make, text, name, other))
    process.start()
    other.close()
    try:
        yield end
        end.send(None)
    finally:
        process.join(5)
        process.kill()


def ask(end: Connection, question: str) -> Any:
    end.send(question)
    return end.recv()


def measure(text: str, name: str, rounds: int, clock: str) -> tuple[str, float]:
    """A row of the table, and our time as a ratio to the better."""
    makers = (ours, torch, iree)
    with (
        served(ours, text, name) as a,
        served(torch, text, name) as b,
        served(iree, text, name) as c,
    ):
        ends = (a, b, c)
        found, wanted, _ = (end.recv() for end in ends)
        error = np.abs(found - wanted).max() / np.abs(wanted).max()
        assert error < 1e-4, error
        times = [[ask(end, clock) for end in ends] for _ in range(rounds)]
        least = [min(row[i][0] for row in times) for i in range(len(makers))]
        host = min(row[0][1] for row in times)
        needed = [min(ask(end, "memory") for _ in range(3)) for end in ends]
    ratio = least[0] / min(least[1:])
    cells = [f"{1e3 * seconds:.2f}" for seconds in least]
    sizes = [f"{size / 1e6:.1f}" for size in needed]
    row = [name.removeprefix("large_"), *cells, f"{ratio:.2f}", f"{100 * host:.0f} %"]
    return " | ".join([*row, *sizes]), ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--processor", action="store_true")
    args = parser.parse_args()
    folder = args.folder or Path(tempfile.mkdtemp())
    only = [n for n in args.only.split(",") if n]
    names = [n for n in exporters.TORCH if n.startswith("large_")]
    heads = ("ours, ms", "PyTorch", "IREE", "ours / the better", "host")
    heads = ("network", *heads, "ours, MB", "PyTorch", "IREE")
    print(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|")
    ratios: list[float] = []
    for name in names:
        if only and name.removeprefix("large_") not in only:
            continue
        path = folder / f"torch_{name}.mlir"
        if not path.exists():
            exporters.main(folder, [path.stem])
        clock = "processor" if args.processor else "wall"
        row, ratio = measure(path.read_text(), name, args.rounds, clock)
        print(f"| {row} |", flush=True)
        ratios.append(ratio)
    mean = np.exp(np.log(ratios).mean())
    print(f"\nGeometric mean of ours / the better: {mean:.2f}; most {max(ratios):.2f}.")


if __name__ == "__main__":
    main()
