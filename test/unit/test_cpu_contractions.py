"""
Contractions on the CPU device (`transforms/contractions/cpu_kernel.py`) beside `numpy.einsum`:
random forms, sizes and types, with vector registers of 64 and 32 bytes.

The elements are small whole numbers, so that sums of floats are exact in any order.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import prod
from typing import Any

import numpy as np
import pytest
from long_runs import LONG
from numpy.typing import NDArray
from test_contractions import LINALG, lowered

from xdsl_opencl.runtime import Program
from xdsl_opencl.transforms.contractions import (
    cpu_kernel,
    opencl_schedule_contractions,
)

Array = NDArray[Any]

TYPES: Mapping[str, Any] = {
    "f16": np.float16,
    "bf16": np.uint16,
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
}
"""The arrays of each type; of bf16 the bits."""

PAIRS = (
    *(("f16", "f32"), ("f16", "f16"), ("bf16", "f32"), ("bf16", "bf16")),
    *(("f32", "f32"), ("f32", "f64"), ("f64", "f64")),
    *(("i8", "i32"), ("i8", "i8"), ("i16", "i32"), ("i32", "i32"), ("i64", "i64")),
)
"""The types of factors and sums."""

FORMS = (
    *("mk,kn->mn", "km,kn->mn", "mk,nk->mn", "km,nk->mn"),
    # The rows of the result follow each other: the factors change places.
    *("mk,kn->nm", "km,nk->nm"),
    *("bmk,bkn->bmn", "bmk,bnk->bmn", "bkm,bkn->bmn", "mbk,nbk->bmn"),
    # Several loops of rows, of columns, of the depth.
    *("mik,kn->min", "mk,knj->mnj", "mk,njk->mnj", "mk,njk->njm", "mk,jkn->mjn"),
    *("mkl,kln->mn", "mkl,nkl->mn", "klm,lkn->mn", "mkl,lnk->mn", "mikl,lnkj->minj"),
)

RNG = np.random.default_rng(11)


def numbers(shape: tuple[int, ...], element: str) -> Array:
    values = RNG.integers(-4, 5, shape)
    if element == "bf16":
        return bits_of(values)
    return values.astype(TYPES[element])


def bits_of(values: Array) -> Array:
    """Numbers as bf16, rounded to the nearest, to the even one of two."""
    bits = values.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def integers(values: Array, element: str) -> Array:
    if element == "bf16":
        values = (values.astype(np.uint32) << 16).view(np.float32)
    return values.astype(np.int64)


def contract(
    form: str,
    sizes: Mapping[str, int],
    elements: tuple[str, str],
    *,
    dynamic: str = "",
    fill: bool = False,
    check: bool = False,
    others: Sequence[Mapping[str, int]] = (),
) -> list[str]:
    """
    Runs a contraction, with dynamic sizes of the loops `dynamic`, and once more for each of the
    sizes `others`. Returns the names of the operations that it becomes.
    """
    operands, total = form.split("->")
    parts = (*operands.split(","), total)
    kinds = (elements[0], elements[0], elements[1])
    a, b, c = (
        "memref<"
        + "".join(f"{'?' if loop in dynamic else sizes[loop]}x" for loop in part)
        + f"{kind}>"
        for part, kind in zip(parts, kinds, strict=True)
    )
    outer = ", ".join(sizes)
    maps = ", ".join(f"affine_map<({outer}) -> ({', '.join(part)})>" for part in parts)
    zero = "0" if elements[1].startswith("i") else "0.0"
    start = f"linalg.fill ins(%zero : {elements[1]}) outs(%c : {c})" if fill else ""
    text = f"""
func.func @f(%a: {a}, %b: {b}, %c: {c}) {{
  %zero = arith.constant {zero} : {elements[1]}
  {start}
  linalg.contract indexing_maps = [{maps}] ins(%a, %b : {a}, {b}) outs(%c : {c})
  func.return
}}"""
    passes = f"opencl-attach-target{{abi=host}},opencl-tile-contractions,opencl-copy-tiles,opencl-multiply-tiles,{LINALG}"
    module, names = lowered(text, passes)
    function = Program(module, check=check).functions["f"]
    for each in (sizes, *others):
        shapes = [tuple(each[loop] for loop in part) for part in parts]
        x, y, z = (numbers(s, k) for s, k in zip(shapes, kinds, strict=True))
        want = np.einsum(form, integers(x, elements[0]), integers(y, elements[0]))
        if not fill:
            want = want + integers(z, elements[1])
        function(x, y, z)
        if elements[1] == "bf16":
            want = bits_of(want)
        assert np.array_equal(z, want.astype(TYPES[elements[1]])), each
    return names


def drawn(draw: random.Random, form: str) -> dict[str, int]:
    """Sizes of the loops of `form`: ones, primes, powers of two, and their neighbours."""
    loops = sorted(set(form) - set(",->"))
    while True:
        sizes = {
            loop: draw.choice(
                (
                    1,
                    draw.randrange(2, 20),
                    draw.choice((8, 16, 31, 32, 33, 64, 97)),
                    draw.choice((127, 128, 257, 300)) if loop in "mnk" else 3,
                )
            )
            for loop in loops
        }
        if prod(sizes.values()) < 3e6:
            return sizes


@pytest.mark.parametrize("seed", range(300 if LONG else 12))
def test_random(seed: int, monkeypatch: pytest.MonkeyPatch):
    draw = random.Random(seed)
    form = FORMS[seed % len(FORMS)]
    sizes = drawn(draw, form)
    elements = draw.choice(PAIRS)
    is_wide = draw.random() < 0.5

    def has_wide_rows(features: Mapping[str, bool]) -> bool:
        return is_wide

    monkeypatch.setattr(opencl_schedule_contractions, "has_wide_rows", has_wide_rows)
    if draw.random() < 0.5 and elements[1] != "i8":
        # 64 places of the depth at a time, or 32.
        monkeypatch.setattr(cpu_kernel, "_PACKED_BYTES", 64 * 2 * 64)
    dynamic = draw.choice(("", "", "".join(sizes), *sizes))
    contract(form, sizes, elements, dynamic=dynamic, fill=draw.random() < 0.5)


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str):
    """All of them have tiles in registers."""
    sizes = {loop: 20 for loop in form if loop.isalpha()}
    if len(sizes) > 4:
        sizes = {loop: 6 for loop in sizes}
    names = contract(form, sizes, ("f16", "f32"))
    assert "vector.fma" in names


@pytest.mark.parametrize("elements", PAIRS)
def test_types(elements: tuple[str, str]):
    form = ("mk,kn->mn", "mk,nk->mn", "km,kn->mn")[PAIRS.index(elements) % 3]
    contract(form, {"m": 21, "n": 45, "k": 83}, elements)


DEPTHS = [15, 16, 17, 256, 257, 513, 1031]
BY_FORM = [("mk,nk->mn", ("f16", "f32")), ("mk,kn->mn", ("f32", "f32"))]


@pytest.mark.parametrize("depth", DEPTHS)
def test_depths(depth: int):
    """Stretches of the depth, and vectors that start before them."""
    form, elements = BY_FORM[DEPTHS.index(depth) % 2]
    contract(form, {"m": 9, "n": 19, "k": depth}, elements)


@pytest.mark.parametrize(("form", "elements"), BY_FORM)
def test_dynamic_depths(form: str, elements: tuple[str, str]):
    sizes = [{"m": 9, "n": 19, "k": depth} for depth in DEPTHS]
    contract(form, sizes[0], elements, dynamic="mnk", others=sizes[1:])


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        *((1, 3), (3, 4), (4, 5), (8, 15), (9, 16), (17, 31)),
        *((256, 32), (257, 33), (9, 5)),
    ],
)
def test_edges(rows: int, columns: int):
    sizes = {"m": rows, "n": columns, "k": 18}
    names = contract("mk,kn->mn", sizes, ("f32", "f32"))
    assert ("vector.fma" in names) is (columns >= 4)


@pytest.mark.parametrize("form", ["mk,kn->mn", "mk,nk->mn", "km,kn->mn", "mk,knj->mnj"])
def test_checked(form: str):
    """Nothing is read that is not initialised, or outside of the arrays."""
    sizes = {"m": 9, "n": 21, "j": 8, "k": 37}
    used = {loop: size for loop, size in sizes.items() if loop in form}
    shallow = [{**used, "k": 9}]
    contract(form, used, ("f16", "f32"), check=True)
    contract(
        form, used, ("f16", "f32"), dynamic="".join(used), check=True, others=shallow
    )


def test_checked_in_front_of_a_stretch():
    """The vectors of a last stretch of 5 places start in front of it, in their own memory."""
    sizes = {"m": 3, "n": 17, "k": 261}
    contract("mk,nk->mn", sizes, ("f32", "f32"), dynamic="mnk", check=True)


PLACES = ["n", "m", "0", "m, n", "n, m", "m, n + 3", "n, 1", "n floordiv 2"]
ELEMENTS = ("f32", "f16", "bf16", "i32")


@pytest.mark.parametrize(
    ("places", "element", "rows", "columns"),
    [
        (places, element, *size)
        for number, places in enumerate(PLACES)
        for which, size in enumerate(((24, 64), (21, 45)))
        for element in (ELEMENTS if LONG else [ELEMENTS[(number + which) % 4]])
    ],
)
def test_stages(places: str, element: str, rows: int, columns: int):
    """
    An operation on each element after a contraction, whose other operand has its element at
    `places`: vectors of it, one number of a row, or elements one by one.
    """
    indices = places.split(", ")
    grid: dict[str, Any] = dict(zip("mn", np.indices((rows, columns))))
    at = [eval(index.replace("floordiv", "//"), grid) for index in indices]
    shape = tuple(int(np.max(index)) + 1 for index in at)
    total = "i32" if element == "i32" else "f32"
    more, result = (
        f"memref<{'x'.join(map(str, sizes))}x{element}>"
        for sizes in (shape, (rows, columns))
    )
    sums = f"memref<{rows}x{columns}x{total}>"
    letter, zero = ("i", "0") if element == "i32" else ("f", "0.0")
    compared = "cmpi slt," if element == "i32" else "cmpf ole,"
    widen = narrow = ""
    if element != total:
        widen = f"%w = arith.extf %y : {element} to {total}"
        narrow = f"%n = arith.truncf %r : {total} to {element}"
    text = f"""
func.func @f(%a: memref<{rows}x11x{total}>, %b: memref<11x{columns}x{total}>, %m: {more}, %d: {result}) {{
  %zero = arith.constant {zero} : {total}
  %c = memref.alloc() : {sums}
  linalg.fill ins(%zero : {total}) outs(%c : {sums})
  linalg.matmul ins(%a, %b : memref<{rows}x11x{total}>, memref<11x{columns}x{total}>) outs(%c : {sums})
  linalg.generic {{indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> ({places})>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}} ins(%c, %m : {sums}, {more}) outs(%d : {result}) {{
  ^bb0(%x: {total}, %y: {element}, %z: {element}):
    {widen}
    %p = arith.mul{letter} %x, {"%w" if widen else "%y"} : {total}
    %o = arith.{compared} %p, %zero : {total}
    %r = arith.select %o, %zero, %p : {total}
    {narrow}
    linalg.yield {"%n" if narrow else "%r"} : {element}
  }}
  func.return
}}"""
    passes = f"opencl-attach-target{{abi=host}},opencl-tile-contractions,opencl-copy-tiles,opencl-multiply-tiles,{LINALG}"
    module, names = lowered(text, passes)
    assert names.count("opencl.launch") == 1
    x, y = (numbers(sizes, total) for sizes in ((rows, 11), (11, columns)))
    factor = numbers(shape, element)
    found = np.zeros((rows, columns), TYPES[element])
    Program(module).functions["f"](x, y, factor, found)
    want = integers(x, total) @ integers(y, total) * integers(factor, element)[*at]
    want = np.maximum(want, 0)
    want = bits_of(want) if element == "bf16" else want.astype(TYPES[element])
    assert np.array_equal(found, want)


IMAGES = """
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
func.func @f(%x: !t, %v: tensor<3x3x3x3xf32>, %b: tensor<3xf32>) -> (!t, !f) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %z = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !t to !p
  %c = linalg.conv_2d_nchw_fchw ins(%p, %v : !p, tensor<3x3x3x3xf32>) outs(%z : !t) -> !t
  %r = linalg.generic {indexing_maps = [#id, affine_map<(n, c, h, w) -> (c)>, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c, %b, %x : !t, tensor<3xf32>, !t) outs(%e : !t) {
  ^bb0(%s: f32, %y: f32, %q: f32, %o: f32):
    %a = arith.addf %s, %y : f32
    %m = arith.mulf %a, %q : f32
    linalg.yield %m : f32
  } -> !t
  %q = tensor.pad %r low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !t to !p
  %d = linalg.conv_2d_nchw_fchw ins(%q, %v : !p, tensor<3x3x3x3xf32>) outs(%z : !t) -> !t
  %u = linalg.add ins(%d, %r : !t, !t) outs(%e : !t) -> !t
  %w = linalg.add ins(%u, %z : !t, !t) outs(%e : !t) -> !t
  %f = tensor.collapse_shape %w [[0, 1], [2], [3]] : !t into !f
  func.return %u, %f : !t, !f
}
"""


@pytest.mark.parametrize("width", [5, 7, 14, 24, 28, 40])
def test_images(width: int):
    """
    Rows of images whose length is no multiple of a vector's; results that are padded, and read again
    later. The next call gets the memory of a call, but not its results.
    """
    text = IMAGES.replace("!t", f"tensor<2x3x6x{width}xf32>")
    text = text.replace("!p", f"tensor<2x3x8x{width + 2}xf32>")
    text = text.replace("!f", f"tensor<6x6x{width}xf32>")
    made = Program.from_mlir(text, passes="opencl-from-linalg").functions["f"]
    draw = np.random.default_rng(width)

    def drawn(*shape: int) -> Any:
        return draw.integers(-3, 4, shape).astype(np.float32)

    def convolution(x: Any, v: Any) -> Any:
        x = np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)])
        windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (2, 3))
        return np.einsum("nchwij,fcij->nfhw", windows, v)

    calls = [(drawn(2, 3, 6, width), drawn(3, 3, 3, 3), drawn(3)) for _ in range(8)]
    with ThreadPoolExecutor(4) as threads:
        results = [*threads.map(made, *zip(*calls, strict=True))]
    for (x, v, b), found in zip(calls, results, strict=True):
        r = (convolution(x, v) + b[:, None, None]) * x
        for each in found:
            assert np.array_equal(each.reshape(r.shape), convolution(r, v) + r)


def test_vectors_stay_in_a_row_of_unknown_length():
    """Columns of two loops: the last has 5 iterations, fewer than a vector."""
    sizes = {"m": 5, "n": 7, "j": 5, "k": 6}
    contract("mk,knj->mnj", sizes, ("f16", "f32"), dynamic="mnjk")


def test_checked_rows_beyond_the_end():
    """A tile has more rows than its two loops: no vector leaves the factor."""
    sizes = {"m": 5, "i": 4, "n": 17, "k": 6}
    contract("kmi,kn->min", sizes, ("f16", "f32"), check=True)
