"""Kernels of `hip_kernels.hip` by Clang 22 at three levels, with their results by NumPy."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from xdsl_opencl.emulator import EmulatorError, launch, load

SOURCE = Path(__file__).with_suffix(".hip")
LEVELS = ("-O0", "-O1", "-O3")

Made = tuple[list[Any], dict[int, Any], float]
"""Arguments, results by position, and the tolerance."""


def libraries() -> Path:
    """The folder of ROCm's `ocml.bc` and `ockl.bc` in IREE's wheel."""
    import iree.compiler

    return Path(iree.compiler.__path__[0], "_mlir_libs/iree_platform_libs/rocm")


def compiled(gpu: str, level: str, folder: Path) -> bytes:
    path = folder / f"hip{level}-{gpu}.hsaco"
    if not path.exists():
        isa = re.fullmatch(r"gfx(\d+)(.)(.)", gpu)
        assert isa is not None
        number = int(isa[1]) * 1000 + int(isa[2], 16) * 100 + int(isa[3], 16)
        command = [
            "clang-22",
            "-x",
            "hip",
            "--cuda-device-only",
            "-nogpulib",
            "-nogpuinc",
        ]
        command += ["--no-gpu-bundle-output", level, f"--offload-arch={gpu}"]
        command += [f"-DISA={number}", f"-DWAVE64={int(gpu.startswith('gfx9'))}"]
        for name in ("ocml", "ockl"):
            command += ["-Xclang", "-mlink-builtin-bitcode"]
            command += ["-Xclang", str(libraries() / f"{name}.bc")]
        subprocess.run([*command, str(SOURCE), "-o", str(path)], check=True)
    return path.read_bytes()


def run(name: str, make: Any, level: str, gpu: str, folder: Path, check: bool) -> None:
    program = load(compiled(gpu, level, folder))
    values, expected, tolerance = make(np.random.default_rng(1))
    items, group = ((32, 32), (16, 16)) if name == "tiled" else (512, 128)
    local = 512 if name == "block_scan" else 0
    start = partial(launch, program, name, items, group, *values)
    if name == "printing":
        words = ""
        try:
            start()
        except EmulatorError as error:
            words = str(error)
        if "calls the host" not in words:
            raise AssertionError(words or "printf returned")
        return
    start(dynamic_local_bytes=local, check=check)
    for position, wanted in expected.items():
        np.testing.assert_allclose(
            values[position], wanted, rtol=tolerance, atol=tolerance
        )


def cases() -> Iterator[tuple[str, Callable[[str, Path, bool], object]]]:
    for level in LEVELS:
        for name, make in KERNELS.items():
            yield f"{name}{level}", partial(run, name, make, level)


KERNELS: dict[str, Callable[[np.random.Generator], Made]] = {}
N = 512


def kernel(make: Callable[[np.random.Generator], Made]) -> None:
    KERNELS[make.__name__] = make


def whole(rng: np.random.Generator, low: int = 0, high: int = 1 << 30) -> Any:
    return rng.integers(low, high, N, np.int32)


def into(x: Any, wanted: Any, tolerance: float = 0) -> Made:
    return [x, np.zeros_like(wanted)], {1: wanted}, tolerance


@kernel
def saxpy(rng: np.random.Generator) -> Made:
    x, out = rng.random(N, np.float32), np.zeros(N, np.float32)
    wanted = np.where(np.arange(N) < 500, 2 * x + 1, 0)
    return [x, out, np.float32(2), np.int32(500)], {1: wanted}, 1e-6


@kernel
def tiled(rng: np.random.Generator) -> Made:
    a, b = rng.random((2, 32, 32), np.float32)
    return [a, b, np.zeros_like(a), np.int32(32)], {2: a @ b}, 1e-5


@kernel
def block_scan(rng: np.random.Generator) -> Made:
    x = whole(rng, -100, 100)
    return into(x, np.cumsum(x.reshape(-1, 128), 1, dtype=np.int32).ravel())


@kernel
def shuffled(rng: np.random.Generator) -> Made:
    x = whole(rng, 0, 1000)
    sums = np.repeat(x.reshape(-1, 32).sum(1), 32)
    quads = x.reshape(-1, 4)[:, ::-1].ravel()
    # All lanes of 32 have one sum.
    return into(
        x, (sums + 3 * x.reshape(-1, 2)[:, ::-1].ravel() + 5 * quads).astype(np.int32)
    )


@kernel
def ballots(rng: np.random.Generator) -> Made:
    x = whole(rng)
    odd = x.reshape(-1, 32) & 1
    return into(
        x,
        (odd.cumsum(1) - odd + 100 * odd.sum(1, keepdims=True))
        .ravel()
        .astype(np.int32),
    )


@kernel
def int_atomics(rng: np.random.Generator) -> Made:
    x, out = whole(rng), np.zeros(8, np.int32)
    out[1], out[5] = 1 << 30, -1
    wanted = [x.sum(dtype=np.int32), x.min(), x.max(), np.bitwise_or.reduce(x)]
    wanted += [
        np.bitwise_xor.reduce(x),
        np.bitwise_and.reduce(x | 255),
        (x & 3).sum(),
        9,
    ]
    return [x, out], {1: np.array(wanted, np.int32)}, 0


@kernel
def wide_atomics(rng: np.random.Generator) -> Made:
    x = rng.integers(0, 1 << 50, N)
    out, sums, small = np.zeros(2, np.int64), np.zeros(1), np.zeros(2, np.float32)
    low = (x & 255).sum()
    wanted = {1: np.array([x.sum(), x.max()]), 2: low, 3: [low, (x & 1023).max()]}
    return [x, out, sums, small], wanted, 0


@kernel
def local_histogram(rng: np.random.Generator) -> Made:
    x = whole(rng)
    return [x, np.zeros(64, np.int32)], {1: np.bincount(x & 63, minlength=64)}, 0


@kernel
def half_math(rng: np.random.Generator) -> Made:
    x = rng.random((N, 2)).astype(np.float16)
    wanted = x * x + x - np.maximum(x, x[:, ::-1]) / np.float16(2)
    return [x, np.zeros_like(x)], {1: wanted}, 4e-3


@kernel
def brain_math(rng: np.random.Generator) -> Made:
    bits = (rng.random(N, np.float32).view(np.uint32) >> 16).astype(np.uint16)
    x = (bits.astype(np.uint32) << 16).view(np.float32)
    out = np.zeros(N, np.uint16)
    wanted = ((x * x + x).view(np.uint32) >> 16).astype(np.uint16)
    # In units of the last place: the product and the sum may each be rounded.
    return [bits, out], {1: wanted}, 2


@kernel
def double_math(rng: np.random.Generator) -> Made:
    x = rng.random(N)
    wanted = np.sqrt(x) / (x + 3) + (x * x - x) + np.floor(x * 10) + np.trunc(x * 1e10)
    return into(x, wanted, 1e-14)


@kernel
def integers(rng: np.random.Generator) -> Made:
    x, y = (
        rng.integers(0, 1 << 63, N, np.uint64),
        rng.integers(0, 1 << 32, N, np.uint32),
    )

    def one(a: int, b: int) -> int:
        b |= 1
        signed = a - (a >> 63 << 64)
        total = a // b + a % b + 64 - (a | 1).bit_length() + (b & -b).bit_length() - 1
        total += a.bit_count() + int(f"{b:032b}"[::-1], 2) + (a << (b & 63))
        return (
            total
            + (signed >> (b & 31))
            + (a * b >> 64)
            + (b << 7 | b >> 25) % (1 << 32)
        ) % (1 << 64)

    wanted = np.array(
        [one(int(a), int(b)) for a, b in zip(x, y, strict=True)], np.uint64
    )
    return [x, y, np.zeros_like(x)], {2: wanted}, 0


@kernel
def private_array(rng: np.random.Generator) -> Made:
    x = whole(rng, 0, 1000)
    places = (x[:, None] + np.arange(24) * 7) % 24
    return into(x, (x[:, None] * places * (np.arange(24) & 3)).sum(1).astype(np.int32))


@kernel
def recursive(rng: np.random.Generator) -> Made:
    x = whole(rng)
    return into(x, np.array([0, 1, 1, 2, 3, 5, 8, 13], np.int32)[x & 7])


@kernel
def indirect(rng: np.random.Generator) -> Made:
    x = whole(rng, 0, 1000)
    return into(x, np.where(x & 1, x * x, 2 * x))


@kernel
def virtual_calls(rng: np.random.Generator) -> Made:
    x = whole(rng)
    side = x & 255
    return into(x, np.where(x & 1, side * side, side * 3))


@kernel
def structures(rng: np.random.Generator) -> Made:
    pair = np.dtype([("a", np.float32, 3), ("b", np.int16), ("c", float)], align=True)
    p = np.zeros(N, pair)
    p["a"], p["b"], p["c"] = rng.random((N, 3)), rng.integers(-99, 99, N), rng.random(N)
    one = p[7]
    wanted = one["c"] * p["c"] + one["a"][2] * p["a"][:, 1]
    wanted = wanted + int(one["b"]) * p["b"].astype(int)
    return [one, p, np.zeros(N)], {2: wanted}, 1e-6


@kernel
def variables(rng: np.random.Generator) -> Made:
    x = rng.random(N, np.float32)
    weights = np.tile(np.array([0.5, 0.25, 0.125, 2], np.float32), N // 4)
    return [x, np.zeros_like(x), np.zeros(1, np.int32)], {1: x * weights, 2: 6}, 0


@kernel
def packed_bytes(rng: np.random.Generator) -> Made:
    x, y = rng.integers(0, 1 << 32, (2, N), np.uint32)
    a, b = (
        x.view(np.int8).reshape(-1, 4).astype(int),
        y.view(np.int8).reshape(-1, 4).astype(int),
    )
    both = np.concatenate(
        [y.view(np.uint8).reshape(-1, 4), x.view(np.uint8).reshape(-1, 4)], 1
    )
    both = both.astype(int)
    picked = both[:, 0] | both[:, 5] << 8 | both[:, 2] << 16 | both[:, 7] << 24
    sad = np.abs((a & 255) - (b & 255)).sum(1) + 7
    wide = x.astype(int) << 32 | y.astype(int)
    total = (
        (a * b).sum(1)
        + picked
        + sad
        + (wide >> 8 & 0xFFFFFFFF)
        + (x.astype(int) >> 5 & 511)
    )
    return [x, y, np.zeros(N, np.int32)], {2: total.astype(np.int32)}, 0


@kernel
def mandelbrot(rng: np.random.Generator) -> Made:
    place = np.arange(N)
    c = (place % 32 * 3 / 32 - 2) + 1j * (place // 32 * 2 / 32 - 1)
    z, counts = np.zeros(N, complex), np.zeros(N, np.int32)
    for _ in range(50):
        inside = abs(z) < 2
        z = np.where(inside, z * z + c, z)
        counts += inside
    return [np.zeros(N, np.int32), np.int32(32)], {0: counts}, 0


@kernel
def selected(rng: np.random.Generator) -> Made:
    v = whole(rng)
    choices = [v + 3, v * 5, v ^ 77, v // 3, ~v, v % 11, -v, -v]
    return into(v, np.choose(v & 7, choices))


@kernel
def converted(rng: np.random.Generator) -> Made:
    x = (rng.random(N, np.float32) - np.float32(0.5)) * 400
    outs = [np.zeros(N, type) for type in (np.int32, np.uint8, np.float16, np.float64)]
    square = (x * x).astype(np.uint32)
    wanted = [x.astype(np.int32), abs(x).astype(np.uint8), x.astype(np.float16)]
    return [x, *outs], dict(enumerate([*wanted, x.astype(float) * square], 1)), 0


@kernel
def library(rng: np.random.Generator) -> Made:
    x = rng.random(N, np.float32) * 9
    v = x.astype(float)
    wanted = np.sin(v) + np.exp(-v) + np.log(v + 1) + v**1.5 + np.tanh(v) + np.cos(v)
    return into(x, wanted.astype(np.float32), 1e-5)


@kernel
def printing(rng: np.random.Generator) -> Made:
    return into(whole(rng), np.zeros(N, np.int32))
