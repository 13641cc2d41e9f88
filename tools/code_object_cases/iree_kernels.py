"""Functions of `iree_kernels.mlir` by IREE, with their results by NumPy."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from xdsl_opencl.emulator import launch, load

SOURCE = Path(__file__).with_suffix(".mlir")
EXPORT = re.compile(
    r"hal\.executable\.export public @(\w+).*?\n(.*?)hal\.return (.*?) : index",
    re.DOTALL,
)

Made = tuple[list[Any], Any, float]
"""Bindings and constants, the result, which is the last binding's, and the tolerance."""


def compiled(gpu: str, folder: Path) -> tuple[bytes, str]:
    """The code object, and the IR whose `hal.executable.export` has the work-groups."""
    here = folder / f"iree-{gpu}"
    groups = here / "groups.mlir"
    if not groups.exists():
        common = ["iree-compile", str(SOURCE), "--iree-hal-target-device=hip"]
        common += [
            f"--iree-rocm-target={gpu}",
            "--mlir-elide-elementsattrs-if-larger=1",
        ]
        dump = f"--iree-hal-dump-executable-binaries-to={here}"
        for options in (
            [dump, "-o", "/dev/null"],
            ["--compile-to=executable-targets", "-o", str(groups)],
        ):
            subprocess.run([*common, *options], check=True)
    (path,) = (p for p in here.iterdir() if ".hsaco" in p.name)
    return path.read_bytes(), groups.read_text()


def run(
    name: str,
    make: Callable[[np.random.Generator], Made],
    gpu: str,
    folder: Path,
    check: bool,
) -> None:
    code, text = compiled(gpu, folder)
    program = load(code)
    (export,) = (e for e in EXPORT.findall(text) if e[0].startswith(f"{name}_dispatch"))
    kernel, body, counts = export
    bindings, wanted, tolerance = make(np.random.default_rng(1))
    known = dict(re.findall(r"(%\w+) = arith\.constant (\d+)", body))
    # The one size that is not constant is the number of rows.
    groups = [int(known.get(value, len(wanted))) for value in counts.split(", ")]
    size = program.code.kernel(kernel).info.reqd_work_group_size
    assert size is not None
    items = tuple(g * s for g, s in zip(groups, size, strict=True))
    out = np.zeros_like(wanted)
    arrays = [value for value in bindings if np.ndim(value)]
    numbers = [value for value in bindings if not np.ndim(value)]
    launch(program, kernel, items, size, *arrays, out, *numbers, check=check)
    np.testing.assert_allclose(out, wanted, rtol=tolerance, atol=tolerance)


def cases() -> Iterator[tuple[str, Callable[[str, Path, bool], object]]]:
    for name, make in KERNELS.items():
        yield name, partial(run, name, make)


def elementwise(rng: np.random.Generator) -> Made:
    a, b = rng.random((2, 1000), np.float32)
    return [a, b], np.exp(a * b) + a, 1e-6


def matmul_f32(rng: np.random.Generator) -> Made:
    a, b = rng.random((64, 32), np.float32), rng.random((32, 48), np.float32)
    return [a, b], a @ b, 1e-5


def matmul_f16(rng: np.random.Generator) -> Made:
    a = rng.standard_normal((128, 256)).astype(np.float16)
    b = rng.standard_normal((256, 128)).astype(np.float16)
    return [a, b], a.astype(np.float32) @ b.astype(np.float32), 1e-3


def matmul_bf16(rng: np.random.Generator) -> Made:
    wide = [
        rng.standard_normal(shape).astype(np.float32)
        for shape in ((64, 128), (128, 64))
    ]
    short = [(values.view(np.uint32) >> 16).astype(np.uint16) for values in wide]
    a, b = ((bits.astype(np.uint32) << 16).view(np.float32) for bits in short)
    return list(short), a @ b, 1e-3


def matmul_i8(rng: np.random.Generator) -> Made:
    a, b = (rng.integers(-128, 128, s, np.int8) for s in ((64, 128), (128, 64)))
    return [a, b], a.astype(np.int32) @ b.astype(np.int32), 0


def softmax(rng: np.random.Generator) -> Made:
    a = rng.standard_normal((16, 512)).astype(np.float32)
    powers = np.exp(a - a.max(1, keepdims=True))
    return [a], powers / powers.sum(1, keepdims=True), 1e-5


def convolution(rng: np.random.Generator) -> Made:
    x = rng.standard_normal((1, 18, 18, 8)).astype(np.float32)
    w = rng.standard_normal((3, 3, 8, 16)).astype(np.float32)
    parts = [x[:, i : i + 16, j : j + 16] @ w[i, j] for i in range(3) for j in range(3)]
    return [x, w], np.sum(parts, 0), 1e-4


def row_sums(rng: np.random.Generator) -> Made:
    """The constants are the factor's bits, then rows and columns in the order of the IR."""
    a = rng.standard_normal((10, 300)).astype(np.float32)
    factor = np.float32(1.5)
    numbers = [factor.view(np.uint32), *(np.uint32(n) for n in (300, 0, 10, 0))]
    return [a, *numbers], (a * factor).sum(1), 1e-4


KERNELS = {
    made.__name__: made
    for made in (
        elementwise,
        matmul_f32,
        matmul_f16,
        matmul_bf16,
        matmul_i8,
        softmax,
        convolution,
        row_sums,
    )
}
