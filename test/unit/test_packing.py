"""
`linalg.pack` and `linalg.unpack` of random shapes compute what upstream documents: the tiles of a padded
array, in NumPy's terms.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from test_contractions import lowered
from texts import parts

from xdsl_opencl.runtime import Program

Array = Any


class Packed(NamedTuple):
    """A tensor of `shape` with tiles: `tiles[k]` elements of dimension `tiled[k]`."""

    shape: list[int]
    tiled: list[int]
    tiles: list[int]
    order: list[int]
    dynamic: list[bool]
    """The tiles whose sizes are operands."""
    known: bool
    """Tells if the text has the sizes of tensors."""

    @property
    def counts(self) -> list[int]:
        """The number of tiles along each dimension."""
        tiles = dict(zip(self.tiled, self.tiles, strict=True))
        return [-(-n // tiles.get(d, 1)) for d, n in enumerate(self.shape)]

    @property
    def packed(self) -> list[int]:
        return [*(self.counts[d] for d in self.order), *self.tiles]


def chosen(seed: int) -> Packed:
    random = Random(seed)
    rank = random.randint(1, 3)
    tiled = random.sample(range(rank), random.randint(0, rank))
    return Packed(
        [random.randint(1, 9) for _ in range(rank)],
        tiled,
        [random.randint(1, 4) for _ in tiled],
        random.sample(range(rank), rank),
        [random.random() < 0.3 for _ in tiled],
        random.random() < 0.6,
    )


def pack(a: Array, p: Packed, padding: int) -> Array:
    """Pads `a` to whole tiles, and parts each dimension into their numbers and places."""
    tiles = dict(zip(p.tiled, p.tiles, strict=True))
    whole = [n * tiles.get(d, 1) for d, n in enumerate(p.counts)]
    rest = [(0, m - n) for m, n in zip(whole, p.shape, strict=True)]
    padded = np.pad(a, rest, constant_values=padding)
    parted = padded.reshape(
        [x for d, n in enumerate(p.counts) for x in (n, tiles.get(d, 1))]
    )
    inner = [2 * d + 1 for d in p.tiled]
    others = [2 * d + 1 for d in range(len(p.shape)) if d not in p.tiled]
    moved = parted.transpose([*(2 * d for d in p.order), *inner, *others])
    return np.ascontiguousarray(moved.reshape(p.packed))


def text(p: Packed) -> str:
    plain = "x".join(str(n) if p.known else "?" for n in p.shape)
    tiled = "x".join(
        "?" if k >= len(p.shape) and p.dynamic[k - len(p.shape)] else str(n)
        for k, n in enumerate(p.packed)
    )
    sizes = [
        f"%t{k}" if d else str(n)
        for k, (n, d) in enumerate(zip(p.tiles, p.dynamic, strict=True))
    ]
    arguments = "".join(f", %t{k}: index" for k, d in enumerate(p.dynamic) if d)
    facts = (
        f"outer_dims_perm = {p.order} inner_dims_pos = {p.tiled} "
        f"inner_tiles = [{', '.join(sizes)}]"
    )
    a, b = f"tensor<{plain}xi32>", f"tensor<{tiled}xi32>"
    return f"""
    func.func @pack(%a: {a}, %b: {b}, %p: i32{arguments}) -> {b} {{
      %r = linalg.pack %a padding_value(%p : i32) {facts} into %b : {a} -> {b}
      return %r : {b}
    }}
    func.func @unpack(%b: {b}, %a: {a}, %p: i32{arguments}) -> {a} {{
      %r = linalg.unpack %b {facts} into %a : {b} -> {a}
      return %r : {a}
    }}"""


@pytest.mark.parametrize("device", ["host", "gfx1100"])
@pytest.mark.parametrize("seed", range(6))
def test_random_tiles(seed: int, device: str) -> None:
    p = chosen(seed)
    target = "" if device == "host" else f"{{mcpu={device}}}"
    module, _ = lowered(text(p), f"opencl-from-linalg{target}")
    run = Program(module, device=device).functions
    a = np.arange(100, 100 + np.prod(p.shape), dtype=np.int32).reshape(p.shape)
    sizes = [n for n, d in zip(p.tiles, p.dynamic, strict=True) if d]
    found = run["pack"](a, np.zeros(p.packed, np.int32), 7, *sizes)
    assert np.array_equal(found, pack(a, p, 7)), p
    back = run["unpack"](found, np.zeros(p.shape, np.int32), 7, *sizes)
    assert np.array_equal(back, a), p


TILED_PRODUCT = parts("packing.mlir")["TILED_PRODUCT"]
"""A product of tiles, as `mlir-opt --linalg-block-pack-matmul` makes it; tiles over their own elements."""


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_tiles_in_programs(device: str) -> None:
    target = "" if device == "host" else f"{{mcpu={device}}}"
    module, _ = lowered(TILED_PRODUCT, f"opencl-from-linalg{target}")
    run = Program(module, device=device).functions
    random = np.random.default_rng(0)
    a, b, c = (
        random.integers(-4, 5, shape).astype(np.float32)
        for shape in ((13, 10), (10, 9), (13, 9))
    )
    assert np.array_equal(run["product"](a, b, c.copy()), c + a @ b)
    x = np.arange(24, dtype=np.float32).reshape(4, 6)
    want = x.copy()
    want[:, :4] = x[:, :4].reshape(2, 2, 2, 2).transpose(0, 2, 1, 3).reshape(4, 4)
    assert np.array_equal(run["in_its_own_memory"](x.copy()), want)
