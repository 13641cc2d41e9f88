"""
Networks of `examples/dialects`, one pass each, beside NumPy in f64, with the number of their launches.
"""

from __future__ import annotations

import math
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_contractions import lowered
from test_fused_programs import FUSED, PLAIN, attached
from xdsl.dialects.builtin import MemRefType, ModuleOp, TensorType
from xdsl.dialects.func import FuncOp

from xdsl_opencl.runtime import Program

ROOT = Path(__file__).parents[2]

Array = Any


def softmax(x: Array) -> Array:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def mlp(x: Array, *parts: Array) -> Array:
    for weights, bias in zip(parts[:4:2], parts[1:4:2]):
        x = np.maximum(x @ weights.T + bias, 0)
    return softmax(x @ parts[4].T + parts[5])


def convolved(x: Array, weights: Array) -> Array:
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (2, 3))
    return np.einsum("nchwkl,fckl->nfhw", windows, weights)


def cnn(x: Array, *parts: Array) -> Array:
    for weights, bias in zip(parts[:4:2], parts[1:4:2]):
        x = np.maximum(convolved(x, weights) + bias[:, None, None], 0)
        height, width = x.shape[2] // 2, x.shape[3] // 2
        x = x[:, :, : 2 * height, : 2 * width]
        x = x.reshape(*x.shape[:2], height, 2, width, 2).max((3, 5))
    return softmax(x.reshape(len(x), -1) @ parts[4].T + parts[5])


def normalised(x: Array, scale: Array, shift: Array) -> Array:
    centred = x - x.mean(-1, keepdims=True)
    variance = (centred**2).mean(-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * scale + shift


def transformer(x: Array, *parts: Array) -> Array:
    g0, b0, wq, bq, wk, bk, wv, bv, wo, bo, g1, b1, w1, c1, w2, c2 = parts
    y = normalised(x, g0, b0)
    q, k, v = (
        (y @ w.T + b).reshape(32, 4, 16).transpose(1, 0, 2)
        for w, b in ((wq, bq), (wk, bk), (wv, bv))
    )
    mixed = softmax(q @ k.transpose(0, 2, 1) / 4) @ v
    x = x + mixed.transpose(1, 0, 2).reshape(32, 64) @ wo.T + bo
    y = normalised(x, g1, b1) @ w1.T + c1
    y = y * 0.5 * (1 + np.vectorize(math.erf)(y / math.sqrt(2)))
    return x + y @ w2.T + c2


NETWORKS: dict[str, Callable[..., Array]] = {
    "mlp": mlp,
    "cnn": cnn,
    "transformer": transformer,
}
DEVICES = {"host": "CPU device", "gfx942": "gfx942", "gfx1100": "gfx1100"}
"""The devices, with the titles of their columns in the table of launches."""


def published() -> dict[tuple[str, str], tuple[int, int]]:
    """
    The launches in docs/composition.md, for each network and column without fusion and with it.
    """
    page = (ROOT / "docs" / "composition.md").read_text()
    part = page.split("### Fewer kernels")[1].split("\n### ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    titles, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines
    ]
    counts: dict[tuple[str, str], tuple[int, int]] = {}
    for row in rows:
        name = row[0].split("]")[0].strip("[")
        for title, cell in zip(titles[1:-1], row[1:-1], strict=True):
            before, after = map(int, cell.split(" → "))
            counts[name, title] = before, after
    return counts


def arguments(module: ModuleOp, name: str) -> list[Array]:
    """Numbers for the arguments of a network: weights that keep the size of what they multiply."""
    random = np.random.default_rng(3)
    (function,) = (
        op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == name
    )
    made: list[Array] = []
    for type in function.function_type.inputs:
        assert isinstance(type, TensorType | MemRefType)
        shape = type.get_shape()
        values = random.standard_normal(shape)
        made.append((values / np.sqrt(shape[-1]) if made else values).astype("f4"))
    return made


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", NETWORKS)
def test_network(name: str, device: str) -> None:
    text = (ROOT / "examples" / "dialects" / f"{name}.mlir").read_text()
    module, names = lowered(text, ",".join((attached(device), *FUSED)))
    _, plain = lowered(text, ",".join((attached(device), *PLAIN)))
    counts = plain.count("opencl.launch"), names.count("opencl.launch")
    assert counts == published()[name, DEVICES[device]]
    given = arguments(module, name)
    want = NETWORKS[name](*(each.astype(np.float64) for each in given))
    found = Program(module, device=device).functions[name](*map(np.copy, given))
    # Sums of at most 400 products of f32, whose results are near 1.
    assert np.allclose(np.asarray(found), want, rtol=0, atol=400 * 2**-24)


def test_one_command() -> None:
    """The command of docs/composition.md prints the softmax of each line."""
    command = re.search(
        r"^xdsl-opencl run examples/dialects/mlp.mlir (.*)$",
        (ROOT / "docs" / "composition.md").read_text(),
        re.MULTILINE,
    )
    assert command is not None
    path = str(ROOT / "examples" / "dialects" / "mlp.mlir")
    made = subprocess.run(
        [sys.executable, "-m", "xdsl_opencl", "run", path, *shlex.split(command[1])],
        capture_output=True,
        text=True,
        check=True,
    )
    values = [float(number) for number in re.findall(r"0\.\d+", made.stdout)]
    assert values
    assert np.allclose(values, 0.1)
