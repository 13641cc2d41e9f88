"""Vector loads and stores, half memory, on the host."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from builtin_jit import DTYPES, Batch, Function, Shape

COUNT = 20
INDEX = Shape("i64")


def load(name: str, result: Shape) -> Function:
    text = f"opencl.{name} %p2[{{0}}] : !llvm.ptr, i64 -> {result}"
    return Function(text, (INDEX,), (result,), 1)


def store(name: str, value: Shape) -> Function:
    text = f"opencl.{name} {{0}}, %p2[{{1}}] : {value}, !llvm.ptr, i64"
    return Function(text, (value, INDEX), (), 1)


def aligned(elements: int, dtype: Any, beyond: int = 0) -> Any:
    """
    Memory that begins `beyond` bytes after a multiple of 64; NumPy's own begins at one of
    16, where a vector of 32 bytes must not.
    """
    size = elements * np.dtype(dtype).itemsize
    raw = np.zeros(size + 64 + beyond, np.uint8)
    start = -raw.ctypes.data % 64 + beyond
    return raw[start : start + size].view(dtype)


def unaligned(elements: int, dtype: Any) -> Any:
    """Memory that is aligned to an element only."""
    return aligned(elements, dtype, np.dtype(dtype).itemsize)


@pytest.mark.parametrize("element", ["i8", "i16", "f32", "i64"])
def test_vload_vstore(element: str):
    widths = (2, 3, 4, 8, 16)
    batch = Batch(
        [load("vload", Shape(element, w)) for w in widths]
        + [store("vstore", Shape(element, w)) for w in widths]
    )
    order = np.random.default_rng(1).permutation(COUNT)
    for i, width in enumerate(widths):
        memory = unaligned(COUNT * width, DTYPES[element])
        memory[:] = np.arange(COUNT * width) % 120
        rows = memory.reshape(COUNT, width)
        (found,) = batch.run(i, [order], [memory])
        assert (found == rows[order]).all()
        target = unaligned(COUNT * width, DTYPES[element])
        batch.run(len(widths) + i, [found, order], [target])
        assert (target == memory).all()


@pytest.mark.parametrize("width", [1, 2, 3, 4, 8, 16])
def test_half(width: int):
    """`vload_half3` goes by 3 elements, `vloada_half3` by 4."""
    batch = Batch(
        [
            load("vload_half", Shape("f32", width)),
            load("vloada_half", Shape("f32", width)),
            store("vstore_half", Shape("f32", width)),
            store("vstorea_half", Shape("f32", width)),
            store("vstore_half round rtz", Shape("f64", width)),
            store("vstore_half round rtp", Shape("f32", width)),
        ]
    )
    order = np.random.default_rng(2).permutation(COUNT)
    data = np.random.default_rng(3).normal(0, 100, (COUNT, width)).astype(np.float16)
    room = 4 if width == 3 else width
    padded = aligned(COUNT * room, np.float16).reshape(COUNT, room)
    padded[:, :width] = data
    packed = unaligned(COUNT * width, np.float16)
    packed[:] = data.ravel()
    wanted = data[order].reshape(COUNT, width).astype(np.float32)
    (found,) = batch.run(0, [order], [packed])
    assert (found.reshape(COUNT, width) == wanted).all()
    (found,) = batch.run(1, [order], [padded])
    assert (found.reshape(COUNT, width) == wanted).all()

    values = np.random.default_rng(4).normal(0, 100, (COUNT, width))
    single = values.astype(np.float32)
    nearest = single.astype(np.float16)
    out = unaligned(COUNT * width, np.float16)
    batch.run(2, [single, order], [out])
    assert (out.reshape(COUNT, width)[order] == nearest).all()
    vectors = aligned(COUNT * room, np.float16).reshape(COUNT, room)
    batch.run(3, [single, order], [vectors])
    assert (vectors[order][:, :width] == nearest).all()
    batch.run(4, [values, order], [out])
    given = out.reshape(COUNT, width)[order].astype(np.float64)
    assert (abs(given) <= abs(values)).all()
    assert (abs(given - values) < abs(values) * 2.0**-10).all()
    batch.run(5, [single, order], [out])
    given = out.reshape(COUNT, width)[order].astype(np.float32)
    assert (given >= single).all()
    assert (given - single <= abs(single) * 2.0**-10).all()
