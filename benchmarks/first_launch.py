"""
Measures the processor time of each stage of a first launch. The content cache is off.

The programs are a small element-wise kernel, a product of matrices, a file of 30 kernels of
which one is launched, and files that are named. Each is built and launched first in a new
process, then again and again with another constant; the last figure is the median of the last
ten. With drivers (`pocl=/etc/OpenCL/vendors/pocl.icd`) pyopencl runs the same programs on each
of them and on ours in turn; the figures are then the clock's and the processor's for the whole
process.

    python benchmarks/first_launch.py [--times 100] [--driver NAME=ICD ...] [FILE.cl ...]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from compileall import compile_dir
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from bench_table import Row, Table, positive, run
from builds import kernel
from suite_builds import SUITE

TINY = "kernel void tiny(global float *p) { p[get_global_id(0)] *= NUMBER; }"
MANY = "30 kernels, one launched"
SIZES = (16, 16), (16, 16)
_MEMORY = np.zeros(1 << 20, np.uint8)
LAST = 10
"""The builds of a process whose median counts."""

STAGES = {
    "Clang": "xdsl_opencl.frontend.clang.opencl_c:_output",
    "promotion of variables": "xdsl_opencl.frontend.ir_text.normalise_in_child:normalise_contained",
    "reading LLVM IR": "xdsl_opencl.llvm_ir.reader.module:ModuleReader.read",
    "raising": "xdsl_opencl.frontend.load:raise_module",
    "passes": "xdsl_opencl.transforms.opencl_to_llvm:OpenCLToLLVMPass.apply",
    "printing": "xdsl_opencl.transforms.llvm_text:emit_llvm_ir",
    "LLVM": "xdsl_opencl.runtime.cpu.jit:Compilation.code",
    "loading": "xdsl_opencl.runtime.cpu.jit:Engine.__init__",
}
"""The function of each stage; time in another stage inside counts for that one."""


def sources(files: list[str]) -> dict[str, str]:
    """The programs by their names, each with `NUMBER`, which differs in each build."""
    found = {
        "tiny": TINY,
        "gemm": "#define TS 16\n" + (SUITE / "gemm.cl").read_text(),
        MANY: "".join(map(kernel, range(30))),
    }
    return found | {Path(name).name: Path(name).read_text() for name in files}


def processor_time() -> float:
    """Seconds of this process, of its children that ended, and of LLVM's process."""
    used = time.process_time()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    used += children.ru_utime + children.ru_stime
    if child := sys.modules.get("xdsl_opencl.backend.llvm.llvm_child"):
        for process in child.children():
            # The clock of another process (Linux, `CPUCLOCK_SCHED`).
            used += time.clock_gettime(~process.process.pid << 3 | 2)
    return used


class Stages:
    """The time of each stage, in seconds, without that of the stages inside."""

    def __init__(self) -> None:
        self.times: defaultdict[str, float] = defaultdict(float)
        self._open = ["rest"]
        self._since = processor_time()

    def change(self) -> None:
        """Gives the time since the last change to the stage that is open."""
        now = processor_time()
        self.times[self._open[-1]] += now - self._since
        self._since = now

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.change()
            self._open.append(name)
            try:
                return function(*args, **kwargs)
            finally:
                self.change()
                self._open.pop()

        return call

    def watch(self, name: str, place: str) -> None:
        """Measures the function `place` wherever a module has it."""
        module, _, path = place.partition(":")
        owner: Any = import_module(module)
        *outer, last = path.split(".")
        for word in outer:
            owner = getattr(owner, word)
        function = getattr(owner, last)
        timed = self.timed(name, function)
        setattr(owner, last, timed)
        for module in tuple(sys.modules.values()):
            if getattr(module, last, None) is function:
                setattr(module, last, timed)

    def watch_all(self) -> None:
        """Measures all stages, and each pass."""
        from xdsl_opencl.abi.target import Abi, Target
        from xdsl_opencl.transforms.pipeline import pipeline

        for name, place in STAGES.items():
            self.watch(name, place)
        for step in pipeline(Target(Abi.HOST)):
            kind: Any = type(step)
            kind.apply = self.timed(f"pass {step.name}", kind.apply)


def build_ours(source: str, times: int) -> list[dict[str, float]]:
    """Builds and launches `source` so often; returns the stages' times in ms."""
    stages = Stages()
    found: list[dict[str, float]] = []
    for number in range(times):
        if number == 0:
            import_module("xdsl_opencl.runtime")
        if number == 1:
            # Importing everything would add to the first.
            stages.watch_all()
        stages.times.clear()
        _launch_ours(f"#define NUMBER {number + 2}\n{source}")
        stages.change()
        found.append({name: 1000 * t for name, t in stages.times.items()})
    return found


def _launch_ours(source: str) -> None:
    from xdsl_opencl.runtime import Program

    program: Any = Program.from_source(source)
    kernel = program[next(iter(program))]
    values = [
        _MEMORY if "*" in one.type_name else 4 if "int" in one.type_name else 4.0
        for one in kernel.arguments
    ]
    kernel(*SIZES, *values)


def build_opencl(source: str, times: int) -> list[dict[str, float]]:
    """The same with pyopencl, on the only driver; ms on the clock, and of processors."""
    cl: Any = import_module("pyopencl")
    (platform,) = cl.get_platforms()
    context = cl.Context(platform.get_devices()[:1])
    queue = cl.CommandQueue(context)
    memory = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1 << 20)
    found: list[dict[str, float]] = []
    for number in range(times):
        before = time.perf_counter()
        program = cl.Program(context, f"#define NUMBER {number + 2}\n{source}")
        name = (
            program.build("-cl-kernel-arg-info", cache_dir=False)
            .all_kernels()[0]
            .function_name
        )
        one = cl.Kernel(program, name)
        for index in range(one.num_args):
            kind = one.get_arg_info(index, cl.kernel_arg_info.TYPE_NAME)
            one.set_arg(index, memory if "*" in kind else bytes(4))
        cl.enqueue_nd_range_kernel(queue, one, *SIZES)
        queue.finish()
        found.append({"clock": 1000 * (time.perf_counter() - before)})
    return found


def measured(case: str, files: list[str], *words: str, icd: str = "") -> Any:
    """What a new process of this file says about `case`."""
    # Users' Python has bytecode.
    (package,) = import_module("xdsl_opencl").__path__
    compile_dir(package, quiet=1)
    variables = {"XDSL_OPENCL_CACHE": "", "POCL_KERNEL_CACHE": "0"}
    if icd:
        variables["OCL_ICD_VENDORS"] = icd
    done = subprocess.run(
        [sys.executable, __file__, "--one", case, *words, *files],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"error: {case} with {words}: {done.stderr[-600:]}")
    return json.loads(done.stdout.splitlines()[-1])


def of_last(builds: list[dict[str, float]]) -> dict[str, float]:
    """The medians of the last builds, by stage."""
    last = builds[-LAST:]
    names = dict.fromkeys(name for build in last for name in build)
    return {name: median(build.get(name, 0) for build in last) for name in names}


def tables(args: argparse.Namespace) -> Iterator[Table]:
    times = max(2, 5 if args.quick else args.times)
    cases = sources(args.files)
    rows: dict[str, Row] = defaultdict(dict)
    for case in cases:
        builds = measured(case, args.files, "--times", str(times))
        stages = of_last(builds)
        rows["first of a process"][case] = sum(builds[0].values())
        rows[f"number {times}"][case] = sum(stages.values())
        for name, spent in stages.items():
            if spent >= args.least:
                rows[name][case] = spent
    yield Table("Processor time of a first launch", "ms", dict(rows), mine="")
    drivers = dict(word.split("=", 1) for word in args.driver)
    if not drivers:
        return
    from xdsl_opencl.icd.api.driver_library import icd_file

    drivers = {"ours": str(icd_file()), **drivers}
    of_first: dict[str, Row] = defaultdict(dict)
    of_others: dict[str, Row] = defaultdict(dict)
    for case in cases:
        for name, icd in drivers.items():
            words = ("--opencl", "--times", str(times))
            builds = measured(case, args.files, *words, icd=icd)
            of_first[case][name] = builds[0]["clock"]
            of_others[case][name] = of_last(builds)["clock"]
    yield Table("First launch of a process", "ms", dict(of_first), goal="at most 0.9")
    title = f"Launch number {times} of another program"
    yield Table(title, "ms", dict(of_others), goal="at most 0.7")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--times", type=positive, default=100)
    parser.add_argument("--least", type=float, default=0.2, help="ms of a stage")
    parser.add_argument("--driver", action="append", default=[])
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--opencl", action="store_true", help=argparse.SUPPRESS)
    if "--one" not in sys.argv:
        run(parser, tables)
        return
    args = parser.parse_args()
    source = sources(args.files)[args.one]
    if args.opencl:
        found = build_opencl(source, args.times)
    else:
        found = build_ours(source, args.times)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
