"""
Whole programs beside NumPy: networks of `examples/dialects`, with the number of their launches, and
programs of `stencil`, `gpu` and loops (`programs/whole_programs.mlir`).
"""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shell
from test_contractions import lowered
from test_fused_programs import FUSED, PLAIN, attached
from test_kernels_of_dialects import MAP
from texts import parts
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
    path = "examples/dialects/mlp.mlir"
    made = shell.in_process("run", path, *shlex.split(command[1]), folder=ROOT)
    values = [float(number) for number in re.findall(r"0\.\d+", made.stdout)]
    assert values
    assert np.allclose(values, 0.1)


def heat(a: Array, b: Array) -> None:
    for _ in range(20):
        inner = a[1:-1, 1:-1]
        sides = a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]
        b[1:-1, 1:-1] = inner + (sides - 4 * inner) / 8
        a, b = b, a


def wave(old: Array, now: Array, new: Array) -> None:
    for _ in range(20):
        m = now[2:-2]
        slope = (now[1:-3] + now[3:-1]) * (4 / 3) - (now[:-4] + now[4:]) / 12 - 2.5 * m
        new[2:-2] = 2 * m - old[2:-2] + slope / 16
        old, now, new = now, new, old


def fields(u: Array, v: Array, damp: Array, new_u: Array, new_v: Array) -> None:
    inside = (slice(1, -1),) * 3
    dx = u[2:, 1:-1, 1:-1] - u[:-2, 1:-1, 1:-1]
    dy = v[1:-1, 1:-1, 2:] - v[1:-1, :-2, 1:-1]
    new_u[inside] = (dx + dy) * damp[inside]
    new_v[inside] = dx / 2 - dy


def squared_and_reversed(given: Array, result: Array) -> None:
    result[:] = given[::-1] ** 2


def sums_of_roots(given: Array, result: Array) -> None:
    result[:] = np.sqrt(given).sum(0)


TEXTS = parts("whole_programs.mlir")
STENCIL = "opencl-from-stencil"
PROGRAMS: dict[str, tuple[str, Callable[..., None], list[tuple[int, ...]], str]] = {
    "HEAT": (STENCIL, heat, [(34, 34)] * 2, "f4"),
    "WAVE": (STENCIL, wave, [(68,)] * 3, "f8"),
    "FIELDS": (STENCIL, fields, [(10, 11, 12)] * 5, "f4"),
    "ASYNC": ("convert-gpu-to-opencl", squared_and_reversed, [(64,)] * 2, "f4"),
    "SEQUENCE": (MAP, sums_of_roots, [(30, 20), (20,)], "f4"),
}
"""The passes of each program, what it computes, its arrays, and their type."""


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name: str, device: str) -> None:
    passes, reference, shapes, type = PROGRAMS[name]
    module, _ = lowered(TEXTS[name], f"{attached(device)},{passes}")
    random = np.random.default_rng(4)
    arrays = [random.random(shape).astype(type) for shape in shapes]
    want = [each.astype(np.float64) for each in arrays]
    reference(*want)
    before = [np.copy(each) for each in arrays]
    Program(module, device=device).functions["f"](*arrays)
    assert not all(map(np.array_equal, arrays, before))
    for got, expected in zip(arrays, want, strict=True):
        # Up to 30 sums, or 20 steps; those of heat never grow, those of the wave by two.
        assert np.allclose(
            got, expected, rtol=1e-5 if type == "f4" else 1e-12, atol=1e-6
        )
