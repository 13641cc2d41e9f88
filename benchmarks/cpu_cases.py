"""
The launches that `cpu.py` measures: the kernels of `cpu.cl` with arrays for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

SOURCE = Path(__file__).with_name("cpu.cl").read_text(encoding="utf-8")


def source_of(name: str) -> str:
    """
    The kernel `name` and all functions and types: the program that would be built for it.
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
    A launch: arrays are buffers, ints are `int` arguments, NumPy's numbers are of their own
    type; `result` is the index of the argument that all implementations must agree on after
    the first launch.
    """

    name: str
    global_size: tuple[int, ...]
    local_size: tuple[int, ...]
    arguments: tuple[Any, ...]
    result: int
    source: str | None = None
    """OpenCL C; `None` is the kernel of that name in `cpu.cl`."""

    kernel: str | None = None
    """The kernel's name where it is not the launch's."""

    @property
    def program(self) -> str:
        return source_of(self.name) if self.source is None else self.source

    @property
    def entry(self) -> str:
        return self.kernel or self.name


def aligned(value: Any) -> Any:
    """
    Copies an array to where a page begins: peers have copies in buffers of their own, and
    neither side's vectors shall cross cache lines.
    """
    if isinstance(value, Pixels):
        return Pixels(aligned(value.data))
    if not hasattr(value, "ctypes"):
        return value
    size: int = value.nbytes
    page = 4096
    memory: Any = np.empty(size + page, np.uint8)
    start = -memory.ctypes.data % page
    copy = memory[start : start + size].view(value.dtype).reshape(value.shape)
    copy[...] = value
    return copy


def all_aligned(cases: Iterable[Benchmark]) -> list[Benchmark]:
    return [replace(b, arguments=tuple(map(aligned, b.arguments))) for b in cases]


def cases() -> list[Benchmark]:
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
