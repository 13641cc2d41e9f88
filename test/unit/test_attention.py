"""
Attention in one kernel (`opencl-tile-contractions`), beside NumPy in double precision.

The powers of a row are at most 1 and rounded to the values' type, as the programs say: a
result differs by at most half a unit of that type of the largest value, and by the rounding
of sums in single precision.

`python test/unit/test_attention.py DEVICE` runs `CASES`, as a lit test does.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from long_runs import LONG
from test_contractions import LINALG, lowered

from xdsl_opencl.runtime import Program

Array = Any

MATRIX = ("gfx90a", "gfx942", "gfx1100", "gfx1200")

TYPES: dict[str, Any] = {"f16": np.float16, "bf16": np.uint16, "f32": np.float32}
UNITS = {"f16": 2**-11, "bf16": 2**-8, "f32": 2**-20}

MASKS = {
    "none": "",
    "added": "%m = arith.addf %t, %mask : f32",
    "causal": """
      %i = linalg.index 2 : index
      %j = linalg.index 3 : index
      %hidden = arith.cmpi ugt, %j, %i : index
      %m = arith.select %hidden, %lowest, %t : f32""",
}


def softmax_parts(
    s: str, row: str, p: str, element: str, sizes: str, rows: str, result: str
) -> str:
    """A softmax of `%d` in `result`: maximum, powers, sum, quotients with a conversion."""
    kinds = 'iterator_types = ["parallel", "parallel", "parallel", '
    each = f'indexing_maps = [#s, #r, #s], {kinds}"parallel"]'
    along = f'indexing_maps = [#s, #r], {kinds}"reduction"]'
    convert = f"%n = arith.truncf %u : f32 to {element}" if element != "f32" else ""
    last = "%n" if convert else "%u"
    return f"""
  %top = memref.alloc({rows}) : {row}
  linalg.fill ins(%lowest : f32) outs(%top : {row})
  linalg.generic {{{along}}} ins(%d : {s}) outs(%top : {row}) {{
  ^bb0(%x: f32, %o: f32):
    %t = arith.maximumf %x, %o : f32
    linalg.yield %t : f32
  }}
  %power = memref.alloc({sizes}) : {s}
  linalg.generic {{{each}}} ins(%d, %top : {s}, {row}) outs(%power : {s}) {{
  ^bb0(%x: f32, %y: f32, %o: f32):
    %t = arith.subf %x, %y : f32
    %u = math.exp %t : f32
    linalg.yield %u : f32
  }}
  %total = memref.alloc({rows}) : {row}
  linalg.fill ins(%zero : f32) outs(%total : {row})
  linalg.generic {{{along}}} ins(%power : {s}) outs(%total : {row}) {{
  ^bb0(%x: f32, %o: f32):
    %t = arith.addf %o, %x : f32
    linalg.yield %t : f32
  }}
  {result} = memref.alloc({sizes}) : {p}
  linalg.generic {{{each}}} ins(%power, %total : {s}, {row}) outs({result} : {p}) {{
  ^bb0(%x: f32, %y: f32, %o: {element}):
    %u = arith.divf %x, %y : f32
    {convert}
    linalg.yield {last} : {element}
  }}"""


@dataclass(frozen=True)
class Case:
    """
    A program: `heads` queries share the keys and values of one group. Softmax is an operation of
    `linalg`, or its `parts` as they are behind `linalg-fuse-elementwise-ops`.
    """

    element: str = "f16"
    batch: int = 2
    heads: int = 1
    queries: int = 64
    keys: int = 64
    head: int = 32
    width: int = 32
    mask: str = "none"
    keys_transposed: bool = False
    result: str = "f32"
    dynamic: bool = False
    parts: bool = False

    def shape(self, sizes: Sequence[int], element: str) -> str:
        known = [self.head, self.width]
        text = ["?" if self.dynamic and n not in known else str(n) for n in sizes]
        return f"memref<{'x'.join(text)}x{element}>"

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        key = (self.batch, self.keys, self.head)
        return (
            (self.batch, self.heads, self.queries, self.head),
            (key[0], key[2], key[1]) if self.keys_transposed else key,
            (self.batch, self.keys, self.width),
            (self.queries, self.keys),
            (self.batch, self.heads, self.queries, self.width),
        )

    def text(self) -> str:
        kinds = (*[self.element] * 3, "f32", self.result)
        q, k, v, m, r = map(self.shape, self.shapes, kinds)
        scores = (self.batch, self.heads, self.queries, self.keys)
        s, p = self.shape(scores, "f32"), self.shape(scores, self.element)
        o = self.shape(self.shapes[4], "f32")
        outer = "b, h, m, n, k"
        sizes = ", ".join(f"%d{name}" for name in ("bhmn" if self.dynamic else ""))
        rows = ", ".join(f"%d{name}" for name in ("bhm" if self.dynamic else ""))
        found = "%m" if self.mask != "none" else "%t"
        wide = "" if self.element == "f32" else "arith.extf"
        x, y = ("%x", "%y") if not wide else ("%wx", "%wy")
        extended = "".join(
            f"%w{name} = arith.extf %{name} : {self.element} to f32\n"
            for name in ("xy" if wide else "")
        )
        converted = f"""
  %p = memref.alloc({sizes}) : {p}
  linalg.generic {{indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}}
    ins(%e : {s}) outs(%p : {p}) {{
    ^bb0(%t: f32, %o: {self.element}):
      %n = arith.truncf %t : f32 to {self.element}
      linalg.yield %n : {self.element}
  }}"""
        narrowed = f"""
  linalg.generic {{indexing_maps = [#s, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}}
    ins(%w : {o}) outs(%r : {r}) {{
    ^bb0(%t: f32, %o: {self.result}):
      %n = arith.truncf %t : f32 to {self.result}
      linalg.yield %n : {self.result}
  }}"""
        plain = f"""
  %e = memref.alloc({sizes}) : {s}
  linalg.softmax dimension(3) ins(%d : {s}) outs(%e : {s})
  {converted if wide else ""}"""
        if self.parts:
            row = self.shape(scores[:3], "f32")
            plain = softmax_parts(
                s, row, p, self.element, sizes, rows, "%p" if wide else "%e"
            )
        return f"""
#q = affine_map<({outer}) -> (b, h, m, k)>
#k = affine_map<({outer}) -> (b, {"k, n" if self.keys_transposed else "n, k"})>
#c = affine_map<({outer}) -> (b, h, m, n)>
#v = affine_map<({outer}) -> (b, k, n)>
#s = affine_map<(b, h, m, n) -> (b, h, m, n)>
#m = affine_map<(b, h, m, n) -> (m, n)>
#r = affine_map<(b, h, m, n) -> (b, h, m)>
func.func @f(%q: {q}, %k: {k}, %v: {v}, %mm: {m}, %r: {r}) {{
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %lowest = arith.constant 0xff800000 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %db = memref.dim %q, %c0 : {q}
  %dh = memref.dim %q, %c1 : {q}
  %dm = memref.dim %q, %c2 : {q}
  %dn = memref.dim %v, %c1 : {v}
  %a = memref.alloc({sizes}) : {s}
  linalg.fill ins(%zero : f32) outs(%a : {s})
  linalg.generic {{indexing_maps = [#q, #k, #c], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}}
    ins(%q, %k : {q}, {k}) outs(%a : {s}) {{
    ^bb0(%x: {self.element}, %y: {self.element}, %o: f32):
      {extended}
      %t = arith.mulf {x}, {y} : f32
      %u = arith.addf %o, %t : f32
      linalg.yield %u : f32
  }}
  %d = memref.alloc({sizes}) : {s}
  linalg.generic {{indexing_maps = [#s, #m, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}}
    ins(%a, %mm : {s}, {m}) outs(%d : {s}) {{
    ^bb0(%x: f32, %mask: f32, %o: f32):
      %t = arith.mulf %x, %scale : f32
      {MASKS[self.mask]}
      linalg.yield {found} : f32
  }}
  {plain}
  {f"%w = memref.alloc({rows}) : {o}" if self.result != "f32" else ""}
  linalg.fill ins(%zero : f32) outs({"%r" if self.result == "f32" else "%w"} : {o})
  linalg.generic {{indexing_maps = [#q, #v, #c], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}}
    ins({"%p" if wide else "%e"}, %v : {p}, {v}) outs({"%r" if self.result == "f32" else "%w"} : {o}) {{
    ^bb0(%x: {self.element}, %y: {self.element}, %o: f32):
      {extended}
      %t = arith.mulf {x}, {y} : f32
      %u = arith.addf %o, %t : f32
      linalg.yield %u : f32
  }}
  {narrowed if self.result != "f32" else ""}
  func.return
}}"""


def _stored(values: Array, element: str) -> Array:
    values = values.astype(np.float32)
    if element == "bf16":
        return (values.view(np.uint32) >> 16).astype(np.uint16)
    return values.astype(TYPES[element])


def _wide(values: Array, element: str) -> Array:
    if element == "bf16":
        return (values.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return values.astype(np.float64)


def launches(module: Any) -> int:
    return sum(op.name == "opencl.launch" for op in module.walk())


def check(case: Case, device: str, mask: Array | None = None, kernels: int = 1) -> None:
    """Runs `case` on `device`; `kernels` is the number of launches."""
    rng = np.random.default_rng(3)
    target = "abi=host" if device == "host" else f"mcpu={device}"
    passes = f"opencl-attach-target{{{target}}},opencl-from-linalg"
    module, _ = lowered(case.text(), passes)
    assert launches(module) == kernels
    arrays = [
        _stored(rng.standard_normal(shape) * 2, case.element)
        for shape in case.shapes[:3]
    ]
    if mask is None:
        mask = rng.standard_normal(case.shapes[3])
    mask = mask.astype(np.float32)
    result = np.zeros(case.shapes[4], TYPES[case.result])
    Program(module, device=device).functions["f"](*arrays, mask, result)
    q, k, v = (_wide(array, case.element) for array in arrays)
    if not case.keys_transposed:
        k = k.transpose(0, 2, 1)
    scores = q @ k[:, None] * 0.25
    if case.mask == "added":
        scores = scores + mask
    if case.mask == "causal":
        hidden = np.arange(case.keys) > np.arange(case.queries)[:, None]
        scores = np.where(hidden, -np.inf, scores)
    with np.errstate(invalid="ignore"):
        powers = np.exp(scores - scores.max(-1, keepdims=True))
    want = powers / powers.sum(-1, keepdims=True) @ v[:, None]
    units = UNITS[case.element] + (case.result != "f32") * UNITS[case.result]
    bound = units * np.abs(v).max() * 1.5
    assert np.array_equal(np.isnan(want), np.isnan(result))
    difference = np.abs(want - result.astype(np.float64))
    assert np.nanmax(difference, initial=0) <= bound


@pytest.mark.parametrize(
    ("mask", "device"),
    [
        (mask, device)
        for number, mask in enumerate(MASKS)
        for device in (MATRIX if LONG else [MATRIX[number % len(MATRIX)]])
    ],
)
def test_masks(mask: str, device: str) -> None:
    check(Case(mask=mask, queries=80, keys=144), device)


@pytest.mark.parametrize("device", MATRIX)
def test_a_row_whose_first_keys_are_all_hidden(device: str) -> None:
    """The first tiles of a row have no score; a row may have none at all."""
    mask = np.zeros((48, 160))
    mask[:, :130] = -np.inf
    mask[5] = 0
    mask[7] = -np.inf
    check(Case(mask="added", queries=48, keys=160), device, mask)


CASES = {
    "one query": Case(queries=1, keys=100),
    "one key": Case(queries=17, keys=1),
    "long heads": Case(head=128, width=128, queries=33, keys=70, batch=1),
    "odd heads": Case(head=40, width=24, queries=33, keys=70, batch=1),
    "shared keys": Case(heads=3, queries=20, keys=50, batch=1),
    "transposed keys": Case(keys_transposed=True, keys=77),
    "narrow result": Case(result="f16", queries=40, keys=96),
    "narrow ragged result": Case(result="f16", queries=41, keys=33, width=20),
    "parts": Case(parts=True, queries=40, keys=96, mask="causal"),
    "dynamic parts": Case(parts=True, dynamic=True, queries=37, keys=91),
    "dynamic": Case(dynamic=True, queries=37, keys=91, mask="added"),
    "dynamic, transposed": Case(
        dynamic=True, queries=37, keys=91, mask="causal", keys_transposed=True
    ),
}
"""What test/transforms/contractions/attention-run.mlir runs."""


@pytest.mark.parametrize("device", ["gfx942", "gfx950", "gfx1100", "gfx1200"])
def test_bf16(device: str) -> None:
    check(Case(element="bf16", queries=40, keys=80), device)


def test_f32_where_it_has_instructions() -> None:
    case = Case(element="f32", queries=40, keys=80, mask="added")
    check(case, "gfx942")
    check(case, "gfx1100", kernels=3)


def test_tiles_that_do_not_fit_local_memory() -> None:
    """Queries, keys and values of 128 floats need 73 472 bytes: each product is a kernel."""
    case = Case("f32", head=128, width=128)
    module, _ = lowered(case.text(), "opencl-from-linalg{mcpu=gfx942}")
    assert launches(module) == 3


@pytest.mark.parametrize("device", ["host", "gfx1030"])
def test_devices_without_matrix_instructions(device: str) -> None:
    """The softmax and what is around it are one kernel between those of the products."""
    case = Case(queries=20, keys=40, mask="causal", result="f16")
    check(case, device, kernels=3)


@pytest.mark.parametrize("seed", range(40 if LONG else 4))
def test_random_shapes(seed: int) -> None:
    rng = random.Random(seed)
    case = Case(
        element=rng.choice(["f16", "f16", "bf16"]),
        batch=rng.randint(1, 2),
        heads=rng.randint(1, 2),
        queries=rng.randint(1, 90),
        keys=rng.randint(1, 150),
        head=rng.choice([8, 16, 24, 32, 64, 96]),
        width=rng.choice([1, 8, 16, 30, 64]),
        mask=rng.choice([*MASKS]),
        keys_transposed=rng.random() < 0.3,
        result=rng.choice(["f32", "f16"]),
        dynamic=rng.random() < 0.3,
        parts=rng.random() < 0.3,
    )
    check(case, rng.choice(MATRIX))


def square(between: str = "", **changes: str) -> str:
    """Attention on square matrices of f32 by named operations, with `changes`."""
    words = {"along": "1", "second": "%v", "sum": "%zero", "seen": "%s", **changes}
    t = "memref<32x32xf32>"
    return f"""
func.func @f(%q: {t}, %k: {t}, %v: {t}, %r: {t}, %other: {t}) {{
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %s = memref.alloc() : {t}
  linalg.fill ins(%zero : f32) outs(%s : {t})
  linalg.matmul_transpose_b ins(%q, %k : {t}, {t}) outs(%s : {t})
  %p = memref.alloc() : {t}
  linalg.softmax dimension({words["along"]}) ins(%s : {t}) outs(%p : {t})
  {between.format(t=t)}
  linalg.fill ins({words["sum"]} : f32) outs(%r : {t})
  linalg.matmul ins(%p, {words["second"]} : {t}, {t}) outs(%r : {t})
  func.return
}}"""


@pytest.mark.parametrize("device", ["gfx942", "gfx1100", "gfx1200"])
def test_sums_of_halves(device: str) -> None:
    """The program's type of the scores and of the powers is f16, too."""
    text = square().replace("xf32", "xf16").replace(": f32", ": f16")
    module, _ = lowered(text, f"opencl-from-linalg{{mcpu={device}}}")
    assert launches(module) == 1
    rng = np.random.default_rng(3)
    q, k, v, r, other = (
        rng.standard_normal((32, 32)).astype(np.float16) for _ in range(5)
    )
    Program(module, device=device).functions["f"](q, k, v, r, other)
    scores = (q.astype(np.float64) @ k.astype(np.float64).T).astype(np.float16)
    powers = np.exp(scores.astype(np.float64))
    want = powers / powers.sum(1, keepdims=True) @ v.astype(np.float64)
    # A score between two numbers may be rounded to either, a 2000th of it.
    bound = np.abs(v).max() * (2 * UNITS["f16"] + np.abs(scores).max() * UNITS["f16"])
    assert np.abs(want - r).max() <= bound


COPY = "linalg.copy ins({} : {{t}}) outs(%other : {{t}})"

SQUARES: dict[str, tuple[str, int]] = {
    "attention": (square(), 1),
    "softmax of columns": (square(along="0"), 3),
    "sums that start with one": (square(sum="%one"), 3),
    "powers times powers": (square(second="%p"), 3),
    "powers are seen": (square(COPY.format("%p")), 3),
    "scores are seen": (square(COPY.format("%s")), 3),
    "queries are written": (square("linalg.fill ins(%one : f32) outs(%q : {t})"), 3),
    "keys are read": (square(COPY.format("%k")), 2),
}
"""Text to the number of launches on a GPU with instructions for f32."""


def same_as_loops(
    text: str, kernels: int | None, shapes: Sequence[tuple[int, ...]]
) -> None:
    """The launches of `text` on a GPU, and its results beside those of the CPU device's loops."""
    results: list[list[Array]] = []
    for device, passes in (
        ("gfx942", "opencl-from-linalg{mcpu=gfx942}"),
        ("host", f"opencl-attach-target{{abi=host}},{LINALG}"),
    ):
        module, _ = lowered(text, passes)
        if device != "host":
            count = launches(module)
            assert count > 1 if kernels is None else count == kernels
        rng = np.random.default_rng(3)
        arrays = [rng.standard_normal(shape).astype(np.float32) for shape in shapes]
        Program(module, device=device).functions["f"](*arrays)
        results.append(arrays)
    for one, other in zip(*results, strict=True):
        # Sums of large numbers may be small.
        largest = float(np.abs(other[np.isfinite(other)]).max(initial=1))
        assert np.allclose(one, other, atol=1e-5 * largest, rtol=1e-4, equal_nan=True)


@pytest.mark.parametrize("name", SQUARES)
def test_what_is_attention(name: str) -> None:
    """What is none stays several kernels, with the same results."""
    same_as_loops(*SQUARES[name], [(32, 32)] * 5)


if __name__ == "__main__":
    for device in sys.argv[1:]:
        for case in CASES.values():
            check(case, device)
