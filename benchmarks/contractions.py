"""
Contractions of `linalg` as machine code, beside IREE: the emulator's counts of both.

Each problem is one function on tensors. `opencl-from-linalg` makes our kernels of it;
`iree-compile` makes IREE's, whose code objects it dumps. The emulator runs both on the same
arrays, the results are compared with NumPy's, and the table has executed instructions of
waves, bytes of global memory that lanes access, and the cycles that LDS loses to bank
conflicts, and
the waves that fit on a SIMD.

    python benchmarks/contractions.py [--mcpu gfx942,gfx1100,gfx1200] [--iree FOLDER]
        [--cpu] [--occupancy] [--only NAME] [--json]

Each problem has a line on the standard error as soon as it has run; the tables follow.
With `--occupancy` the programs are compiled only, and the table is that of
results/contractions.md.
With `--cpu` the CPU device runs the programs, and others, beside IREE's `llvm-cpu`, on all
processors of the machine; `taskset -c 0` gives it one. Both take turns, and the least of their
times count.

FOLDER has `iree-compile` and `iree-benchmark-module` (`pip install iree-base-compiler
iree-base-runtime` in an environment of its own); without it the programs on the PATH are
used, and without any only our figures are shown.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from bench_table import Table, lines, run
from numpy.typing import NDArray

import xdsl_opencl as ocl
from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.report import report_code_object
from xdsl_opencl.runtime import Program, RuntimeFailure
from xdsl_opencl.runtime.gpu import GpuDevice
from xdsl_opencl.runtime.kernel import Launch

PROCESSORS = "gfx942,gfx1100,gfx1200"

Array = NDArray[Any]

_NUMPY = {"f16": np.float16, "f32": np.float32, "i8": np.int8, "i32": np.int32}

_MOST_ERROR = 1e-2
"""The most that a sum of floats of 16 bits may differ from that of doubles."""


@dataclass(frozen=True)
class Problem:
    """
    A function of arrays, of two unless a class says more: the operation of `linalg`, the shapes and types of operands and
    result, and NumPy's function for it.
    """

    operation: str
    first: tuple[int, ...]
    second: tuple[int, ...]
    result: tuple[int, ...]
    elements: str
    total: str
    reference: Callable[..., Array]
    products: int = 0
    """Those of each element; 0 for the quotient of the second factor and its columns."""

    def text(self) -> str:
        """The program, on tensors."""
        a, b = (_tensor(shape, self.elements) for shape in (self.first, self.second))
        c = _tensor(self.result, self.total)
        zero = "0" if self.total.startswith("i") else "0.0"
        return (
            f"func.func @main(%a: {a}, %b: {b}) -> {c} {{\n"
            f"  %zero = arith.constant {zero} : {self.total}\n"
            f"  %none = tensor.empty() : {c}\n"
            f"  %start = linalg.fill ins(%zero : {self.total}) outs(%none : {c}) -> {c}\n"
            f"  %r = linalg.{self.operation} ins(%a, %b : {a}, {b}) outs(%start : {c}) -> {c}\n"
            f"  func.return %r : {c}\n}}\n"
        )

    @property
    def operations(self) -> int:
        """The products and sums."""
        products = self.products or prod(self.second) // self.result[-1]
        return 2 * prod(self.result) * products

    @property
    def peer(self) -> str:
        """The program as IREE reads it."""
        return self.text()

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Those of the operands."""
        return self.first, self.second

    def inputs(self) -> tuple[Array, ...]:
        """Random arrays."""
        rng = np.random.default_rng(1)

        def one(shape: tuple[int, ...]) -> Array:
            if self.elements == "i8":
                return rng.integers(-128, 128, shape).astype(np.int8)
            values = (rng.random(shape) - 0.5).astype(np.float32)
            return _stored(values, self.elements)

        return tuple(map(one, self.shapes))

    def expected(self, *inputs: Array) -> Array:
        """The result in doubles, or integers."""
        return self.reference(*(_wide(array, self.elements) for array in inputs))


class Attention(Problem):
    """The softmax of products of queries and keys, times values; `first` is their shape."""

    def text(self) -> str:
        heads, count, size = self.first
        x, r = _tensor(self.first, self.elements), _tensor(self.result, "f32")
        s, p = (_tensor((heads, count, count), kind) for kind in ("f32", self.elements))
        each = (
            'iterator_types = ["parallel", "parallel", "parallel"], '
            "indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, "
            "affine_map<(b, m, n) -> (b, m, n)>]"
        )
        return f"""
func.func @main(%q: {x}, %k: {x}, %v: {x}) -> {r} {{
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant {size**-0.5} : f32
  %e = tensor.empty() : {s}
  %f = linalg.fill ins(%zero : f32) outs(%e : {s}) -> {s}
  %a = linalg.batch_matmul_transpose_b ins(%q, %k : {x}, {x}) outs(%f : {s}) -> {s}
  %b = linalg.generic {{{each}}} ins(%a : {s}) outs(%e : {s}) {{
  ^bb0(%y: f32, %o: f32):
    %t = arith.mulf %y, %scale : f32
    linalg.yield %t : f32
  }} -> {s}
  %c = linalg.softmax dimension(2) ins(%b : {s}) outs(%e : {s}) -> {s}
  %g = tensor.empty() : {p}
  %d = linalg.generic {{{each}}} ins(%c : {s}) outs(%g : {p}) {{
  ^bb0(%y: f32, %o: {self.elements}):
    %t = arith.truncf %y : f32 to {self.elements}
    linalg.yield %t : {self.elements}
  }} -> {p}
  %h = tensor.empty() : {r}
  %i = linalg.fill ins(%zero : f32) outs(%h : {r}) -> {r}
  %r = linalg.batch_matmul ins(%d, %v : {p}, {x}) outs(%i : {r}) -> {r}
  func.return %r : {r}
}}
"""

    @property
    def peer(self) -> str:
        x, r = _tensor(self.first, self.elements), _tensor(self.result, "f32")
        outer = "(b, m, n, k, l)"
        maps = ", ".join(
            f"affine_map<{outer} -> ({inner})>"
            for inner in ("b, m, k", "b, l, k", "b, l, n", "", "b, m, n")
        )
        return f"""
func.func @main(%q: {x}, %k: {x}, %v: {x}) -> {r} {{
  %scale = arith.constant {self.first[-1] ** -0.5} : {self.elements}
  %e = tensor.empty() : {r}
  %r = iree_linalg_ext.attention <{{indexing_maps = [{maps}]}}>
    ins(%q, %k, %v, %scale : {x}, {x}, {x}, {self.elements}) outs(%e : {r}) {{
    ^bb0(%s: f32):
      iree_linalg_ext.yield %s : f32
  }} -> {r}
  return %r : {r}
}}
"""

    @property
    def operations(self) -> int:
        return 4 * prod(self.first) * self.first[1]

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        return (self.first,) * 3


class Layers(Problem):
    """The network of `examples/dialects/mlp.mlir`, for `first[0]` vectors at once."""

    SIZES = (64, 128, 96, 10)

    def text(self) -> str:
        text = Path(__file__).parents[1].joinpath("examples/dialects/mlp.mlir")
        made = text.read_text().replace("@mlp", "@main")
        return made.replace("<32x", f"<{self.first[0]}x")

    @property
    def operations(self) -> int:
        pairs = zip(self.SIZES, self.SIZES[1:])
        return 2 * self.first[0] * sum(a * b for a, b in pairs)

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        found = [self.first]
        for size, following in zip(self.SIZES, self.SIZES[1:]):
            found += [(following, size), (following,)]
        return tuple(found)


def _layers(x: Array, *parameters: Array) -> Array:
    weights, biases = parameters[::2], parameters[1::2]
    for w, b in zip(weights, biases, strict=True):
        x = x @ w.T + b
        if b is not biases[-1]:
            x = np.maximum(x, 0)
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def _tensor(shape: Sequence[int], element: str) -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def _stored(values: Array, element: str) -> Array:
    """Floats as `element`; those of bf16, which NumPy lacks, by their bits."""
    if element == "bf16":
        return (values.view(np.uint32) >> 16).astype(np.uint16)
    return values.astype(_NUMPY[element])


def _wide(values: Array, element: str) -> Array:
    if element == "bf16":
        return (values.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return values.astype(np.int64 if element == "i8" else np.float64)


def _convolution(image: Array, weights: Array) -> Array:
    """A convolution of NHWC by HWCF."""
    height, width = image.shape[1] - 2, image.shape[2] - 2
    parts = [
        image[:, i : i + height, j : j + width] @ weights[i, j]
        for i in range(3)
        for j in range(3)
    ]
    return np.sum(parts, axis=0)


def _channels_first(image: Array, weights: Array) -> Array:
    """A convolution of NCHW by FCHW."""
    found = _convolution(image.transpose(0, 2, 3, 1), weights.transpose(2, 3, 1, 0))
    return found.transpose(0, 3, 1, 2)


def _transposed(a: Array, b: Array) -> Array:
    return a @ b.T


def _attention(queries: Array, keys: Array, values: Array) -> Array:
    scores = queries @ keys.transpose(0, 2, 1) * queries.shape[-1] ** -0.5
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True) @ values


def matmul(rows: int, columns: int, depth: int, elements: str, total: str) -> Problem:
    shapes = (rows, depth), (depth, columns), (rows, columns)
    return Problem("matmul", *shapes, elements, total, np.matmul)


_STEPS = "{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}"

_BY_COLUMNS = "matmul indexing_maps = [{}]".format(
    ", ".join(
        f"affine_map<(m, n, k) -> ({results})>" for results in ("m, k", "n, k", "m, n")
    )
)

PROBLEMS = {
    **{
        f"matmul {size} {elements}": matmul(size, size, size, elements, total)
        for size in (512, 1024)
        for elements, total in (
            ("f16", "f32"),
            ("bf16", "f32"),
            ("i8", "i32"),
            ("f32", "f32"),
        )
    },
    **{
        f"matmul 1000x777x333 {elements}": matmul(1000, 777, 333, elements, total)
        for elements, total in (("f16", "f32"), ("f32", "f32"))
    },
    "attention 8x128x64 f16": Attention(
        "attention",
        first=(8, 128, 64),
        second=(8, 128, 64),
        result=(8, 128, 64),
        elements="f16",
        total="f32",
        reference=_attention,
    ),
    "convolution 3x3 f16": Problem(
        f"conv_2d_nhwc_hwcf {_STEPS}",
        (1, 58, 58, 64),
        (3, 3, 64, 64),
        (1, 56, 56, 64),
        "f16",
        "f32",
        _convolution,
    ),
}
"""Name to problem. The matrices of a matmul are rows x columns x depth."""

CPU_PROBLEMS = {
    **PROBLEMS,
    **{
        f"transposed matmul 512 {elements}": Problem(
            _BY_COLUMNS,
            first=(512, 512),
            second=(512, 512),
            result=(512, 512),
            elements=elements,
            total="f32",
            reference=_transposed,
        )
        for elements in ("f16", "f32")
    },
    "batch of 8 matmul 128 f32": Problem(
        "batch_matmul",
        first=(8, 128, 128),
        second=(8, 128, 128),
        result=(8, 128, 128),
        elements="f32",
        total="f32",
        reference=np.matmul,
        products=128,
    ),
    "convolution 3x3 f32": replace(PROBLEMS["convolution 3x3 f16"], elements="f32"),
    "convolution 3x3, channels first, f32": Problem(
        f"conv_2d_nchw_fchw {_STEPS}",
        first=(1, 64, 58, 58),
        second=(64, 64, 3, 3),
        result=(1, 64, 56, 56),
        elements="f32",
        total="f32",
        reference=_channels_first,
        products=64 * 9,
    ),
    **{
        f"mlp, {count} vectors, f32": Layers(
            "mlp",
            first=(count, 64),
            second=(128, 64),
            result=(count, 10),
            elements="f32",
            total="f32",
            reference=_layers,
        )
        for count in (32, 1024)
    },
}
"""The problems of the CPU device."""


@dataclass
class Figures:
    """The emulator's counts of a program, summed over its launches."""

    instructions: int = 0
    bytes: int = 0
    conflicts: int = 0
    waves: int = 0
    """Those that fit on a SIMD, for the kernel with the fewest."""

    def add(self, launch: Launch) -> None:
        profile = launch.profile
        assert profile is not None
        total, classes = profile.total(), profile.by_class()
        self.instructions += total.waves
        self.conflicts += total.conflicts
        if "vector memory" in classes:
            self.bytes += classes["vector memory"].bytes
        if profile.occupancy is not None:
            fit = profile.occupancy.waves
            self.waves = min(self.waves or fit, fit)


class _Counted(Program):
    """A program whose functions of the host keep their launches."""

    def _launch(
        self,
        name: str,
        global_size: Sequence[int],
        local_size: Sequence[int],
        values: Sequence[Any],
    ) -> None:
        figures.add(self[name](tuple(global_size), tuple(local_size) or None, *values))


figures = Figures()
"""Those of the program that runs."""


def ours(problem: Problem, processor: str) -> tuple[Figures, Array]:
    """Our figures and result."""
    global figures
    source = ocl.SourceFile("main.mlir", problem.text())
    device = GpuDevice(processor, profile=True)
    made = Compilation(source, device.target, pipeline="opencl-from-linalg")
    program = _Counted(made.opencl_module, device=device)
    figures = Figures()
    result = program.functions["main"](*problem.inputs())
    return figures, np.asarray(result)


class PeerFailure(Exception):
    """IREE has no figures for a problem; the text says why."""


def iree_code(problem: Problem, processor: str, compiler: str) -> tuple[bytes, str]:
    """
    IREE's code object, and its text about launches, for a program that is one kernel.

    Raises `PeerFailure` where it is none.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "main.mlir")
        source.write_text(problem.peer)
        command = [
            *(compiler, str(source), "--iree-hal-target-device=hip"),
            f"--iree-rocm-target={processor}",
        ]
        dump = ["--iree-hal-dump-executable-binaries-to=" + folder, "-o", "/dev/null"]
        for more in (
            dump,
            ["--compile-to=executable-targets", "-o", f"{folder}/parts"],
        ):
            done = subprocess.run([*command, *more], capture_output=True, text=True)
            if done.returncode:
                raise PeerFailure(done.stderr.strip().splitlines()[0])
        parts = Path(folder, "parts").read_text()
        codes = [*Path(folder).glob("*.hsaco")]
        if len(codes) != 1:
            raise PeerFailure(f"{len(codes)} kernels")
        return codes[0].read_bytes(), parts


def iree(problem: Problem, processor: str, compiler: str) -> tuple[Figures, Array]:
    """
    IREE's figures and result, for a program that is one kernel.

    Raises `PeerFailure` where it is none, or fails.
    """
    code, parts = iree_code(problem, processor, compiler)
    groups = re.findall(r"hal\.return %c(\d+)\w*, %c(\d+)\w*, %c(\d+)\w* :", parts)
    if len(groups) != 1:
        raise PeerFailure(f"{len(groups)} launches")
    program = Program.from_code_object(code, device=GpuDevice(processor, profile=True))
    (name,) = program
    kernel = program[name]
    size = re.search(r"workgroup_size = \[(\d+)[^,]*, (\d+)[^,]*, (\d+)", parts)
    assert size is not None
    local = tuple(map(int, size.groups()))
    counts = zip(map(int, groups[0]), local, strict=True)
    result = np.zeros(problem.result, _NUMPY[problem.total])
    found = Figures()
    items = tuple(count * items for count, items in counts)
    try:
        found.add(kernel(items, local, *problem.inputs(), result))
    except RuntimeFailure as error:
        raise PeerFailure(str(error)) from error
    return found, result


def check(problem: Problem, result: Array, side: str) -> None:
    want = problem.expected(*problem.inputs())
    if problem.elements == "i8":
        right = np.array_equal(result, want)
    else:
        right = bool(np.abs(result - want).max() < _MOST_ERROR)
    if not right:
        raise SystemExit(f"{side}: wrong result of {problem.operation}")


_ROUNDS = 3
"""How often both sides take turns."""


def _iree_on_cpu(
    problem: Problem, compiler: str, threads: int, folder: str
) -> Callable[[], float]:
    """
    A function that returns the seconds of IREE's code for this machine's processor.

    Raises `PeerFailure` where IREE cannot compile the problem.
    """
    source, module = Path(folder, "main.mlir"), Path(folder, "main.vmfb")
    source.write_text(problem.peer)
    inputs = [
        f"--input={'x'.join(map(str, shape))}x{problem.elements}=1"
        for shape in problem.shapes
    ]
    compiled = [
        *(compiler, str(source), "--iree-hal-target-device=local"),
        "--iree-hal-local-target-device-backends=llvm-cpu",
        *("--iree-llvmcpu-target-cpu=host", "-o", str(module)),
    ]
    timed = [
        str(Path(compiler).with_name("iree-benchmark-module")),
        *(f"--module={module}", "--device=local-task", "--function=main"),
        *(f"--task_topology_group_count={threads}", *inputs),
        *("--benchmark_format=json", "--benchmark_repetitions=3"),
        "--benchmark_min_time=0.2s",
    ]

    def run(command: Sequence[str]) -> str:
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise PeerFailure(done.stderr.strip().splitlines()[0])
        return done.stdout

    def seconds() -> float:
        unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3}
        rows = json.loads(run(timed))["benchmarks"]
        return min(
            row["real_time"] * unit[row["time_unit"]]
            for row in rows
            if row["run_type"] == "iteration"
        )

    run(compiled)
    return seconds


def _ours_on_cpu(problem: Problem) -> Callable[[], float]:
    """A function that returns the least seconds of our code for the CPU device."""
    source = ocl.SourceFile("main.mlir", problem.text())
    made = Compilation(source, Target("host"), pipeline="opencl-from-linalg")
    function = Program(made.opencl_module).functions["main"]
    inputs = problem.inputs()
    check(problem, np.asarray(function(*inputs)), "ours")

    def seconds() -> float:
        times: list[float] = []
        while len(times) < 5 or sum(times) < 0.5:
            start = time.perf_counter()
            function(*inputs)
            times.append(time.perf_counter() - start)
        return min(times)

    return seconds


def _show(name: str, sides: Mapping[str, object]) -> None:
    """Prints what is known of a problem before the tables."""
    found = ", ".join(f"{side} {value}" for side, value in sides.items())
    print(f"{name}: {found}", file=sys.stderr, flush=True)


def timed(args: argparse.Namespace) -> Iterator[Table]:
    """The table of the CPU device."""
    compiler, threads = _compiler(args), len(os.sched_getaffinity(0))
    rows: dict[str, dict[str, float]] = {}
    notes: list[str] = []
    for name, problem in CPU_PROBLEMS.items():
        if args.only and args.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            sides = {"ours": _ours_on_cpu(problem)}
            least: dict[str, float] = {}
            try:
                if compiler is not None:
                    sides["iree"] = _iree_on_cpu(problem, compiler, threads, folder)
            except PeerFailure as error:
                notes.append(f"{name}: IREE: {error}")
            for _ in range(_ROUNDS):
                for side, seconds in sides.items():
                    least[side] = min(least.get(side, math.inf), seconds())
        rows[name] = {
            side: problem.operations / seconds / 1e9 for side, seconds in least.items()
        }
        _show(name, rows[name])
    title = f"Contractions on the CPU device, {threads} threads"
    unit = "thousands of millions of operations a second"
    yield Table(title, unit, rows, more=True, notes=tuple(notes))


def _compiler(args: argparse.Namespace) -> str | None:
    found = shutil.which("iree-compile", path=args.iree) if args.iree else None
    return found or shutil.which("iree-compile")


def _resources(code: bytes) -> str:
    """The waves of a SIMD, the vector registers and the kilobytes of LDS of a kernel."""
    (kernel,) = report_code_object("kernel", code)["kernels"]
    found = kernel["code"]
    registers = found["vgprs"] + found["agprs"]
    return f"{found['waves']}, {registers}, {found['lds_bytes'] / 1024:.0f}"


def occupied(args: argparse.Namespace) -> str:
    """A table of the waves that fit on a SIMD, ours and IREE's, and of what they need."""
    compiler, processors = _compiler(args), args.mcpu.split(",")
    rows: list[list[str]] = []
    for name, problem in PROBLEMS.items():
        if args.only and args.only not in name:
            continue
        source, cells = ocl.SourceFile("main.mlir", problem.text()), [name]
        for processor in processors:
            made = ocl.compile(source, processor, pipeline="opencl-from-linalg")
            sides = [_resources(made.code_object)]
            if compiler is not None:
                try:
                    code, _ = iree_code(problem, processor, compiler)
                    sides.append(_resources(code))
                except PeerFailure:
                    sides.append("")
            cells.append(" / ".join(sides))
        rows.append(cells)
    return lines(["", *processors], rows, "0" * (len(processors) + 1))


def counted(args: argparse.Namespace) -> Iterator[Table]:
    """The tables of all processors."""
    if args.occupancy:
        print(occupied(args))
        return
    if args.cpu:
        yield from timed(args)
        return
    compiler = _compiler(args)
    for processor in args.mcpu.split(","):
        rows: dict[str, dict[str, Figures]] = {}
        notes: list[str] = []
        for name, problem in PROBLEMS.items():
            if (args.only and args.only not in name) or (args.quick and "1024" in name):
                continue
            made, result = ours(problem, processor)
            check(problem, result, "ours")
            rows[name] = {"ours": made}
            if compiler is not None:
                try:
                    made, result = iree(problem, processor, compiler)
                    check(problem, result, "IREE")
                    rows[name]["iree"] = made
                except PeerFailure as error:
                    notes.append(f"{name}: IREE: {error}")
            _show(f"{name}, {processor}", rows[name])
        for field_name, title, unit in (
            ("instructions", "executed instructions", "thousands of waves'"),
            ("bytes", "global memory", "MB accessed"),
            ("conflicts", "bank conflicts of LDS", "thousands of cycles"),
            ("waves", "occupancy", "waves of a SIMD"),
        ):
            scale = {"bytes": 1e6, "waves": 1}.get(field_name, 1e3)
            yield Table(
                f"Contractions on {processor}: {title}",
                unit,
                {
                    name: {
                        side: getattr(counts, field_name) / scale
                        for side, counts in row.items()
                    }
                    for name, row in rows.items()
                },
                more=field_name == "waves",
                goal="at most 1.0 of IREE's",
                notes=tuple(notes),
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mcpu", default=PROCESSORS)
    parser.add_argument("--iree", help="the folder of iree-compile")
    parser.add_argument("--cpu", action="store_true", help="times of the CPU device")
    parser.add_argument("--occupancy", action="store_true", help="of ours and IREE's")
    parser.add_argument("--only", default="", help="a part of the problems' names")
    run(parser, counted)
