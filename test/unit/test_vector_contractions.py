"""Operations of `vector` that are unrolled, executed beside NumPy with small whole numbers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from long_runs import LONG
from test_contractions import lowered
from texts import parts

from xdsl_opencl.runtime import Program

TYPES: dict[str, Any] = {
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "i32": np.int32,
}
DEVICES = ("host", "gfx1100")
KINDS: dict[str, Any] = {
    "add": np.add,
    "mul": np.multiply,
    "minnumf": np.minimum,
    "maxnumf": np.maximum,
    "minimumf": np.minimum,
    "maximumf": np.maximum,
    "minsi": np.minimum,
    "maxsi": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}


def shaped(kind: str, shape: Sequence[int], element: str, more: str = "") -> str:
    sizes = "".join(f"{size}x" for size in shape)
    return f"{kind}<{sizes}{element}{more}>"


def run(
    line: str,
    operands: Sequence[tuple[Sequence[int], str]],
    result: tuple[Sequence[int], str],
    device: str,
) -> tuple[list[Any], Any]:
    """
    Runs the operation `line` on vectors `%v0`, `%v1`, … of `operands` in a kernel. Returns the
    arrays and the result; the kernel stores all of its elements.
    """
    rng = np.random.default_rng(1)
    arrays = [
        rng.integers(-3, 4, shape).astype(TYPES[kind]) for shape, kind in operands
    ]
    found = np.zeros(result[0], TYPES[result[1]])
    space = ", #opencl.address_space<global>"
    names = [f"%m{i}" for i in range(len(operands))]
    arguments = [
        f"{name}: {shaped('memref', shape, kind, space)}"
        for name, (shape, kind) in zip((*names, "%r"), (*operands, result), strict=True)
    ]

    def moved(i: int, shape: Sequence[int], kind: str) -> str:
        memory = shaped("memref", shape, kind, space)
        place = ", ".join(["%zero"] * len(shape))
        if not shape:
            return f"%v{i} = memref.load %m{i}[] : {memory}"
        return f"%v{i} = vector.load %m{i}[{place}] : {memory}, {shaped('vector', shape, kind)}"

    shape, kind = result
    memory = shaped("memref", shape, kind, space)
    place = ", ".join(["%zero"] * len(shape))
    store = (
        f"vector.store %x, %r[{place}] : {memory}, {shaped('vector', shape, kind)}"
        if shape
        else f"memref.store %x, %r[] : {memory}"
    )
    loads = "\n".join(moved(i, *operand) for i, operand in enumerate(operands))
    text = f"""
opencl.kernel @k({", ".join(arguments)}) {{
  %zero = arith.constant 0 : index
  {loads}
  %x = {line}
  {store}
  opencl.return
}}"""
    target = "abi=host" if device == "host" else f"mcpu={device}"
    module, _ = lowered(text, f"opencl-attach-target{{{target}}}")
    Program(module, device=device)["k"]((1,), (1,), *arrays, found)
    return arrays, found


def contraction(
    maps: str, sizes: dict[str, int], elements: tuple[str, str], kind: str, device: str
) -> None:
    """Contracts by `maps`, as `einsum` spells them, and compares with a loop in Python."""
    ins, out = maps.split("->")
    first, second = ins.split(",")
    loops = sorted({*first, *second})
    kinds = ["parallel" if loop in out else "reduction" for loop in loops]
    listed = ", ".join(
        f"affine_map<({', '.join(loops)}) -> ({', '.join(part)})>"
        for part in (first, second, out)
    )
    shapes = [[sizes[loop] for loop in part] for part in (first, second, out)]
    factor, total = elements
    types = [
        shaped("vector", s, e)
        for s, e in zip(shapes, (factor, factor, total), strict=True)
    ]
    if not out:
        types[2] = total
    iterators = ", ".join(f'"{word}"' for word in kinds)
    line = (
        f"vector.contract {{indexing_maps = [{listed}], iterator_types = [{iterators}], "
        f"kind = #vector.kind<{kind}>}} %v0, %v1, %v2 : {types[0]}, {types[1]} into {types[2]}"
    )
    operands = [(shapes[0], factor), (shapes[1], factor), (shapes[2], total)]
    (a, b, c), found = run(line, operands, (shapes[2], total), device)
    want = c.astype(np.int64 if total.startswith("i") else np.float64)
    for place in np.ndindex(*[sizes[loop] for loop in loops]):
        at = dict(zip(loops, place, strict=True))
        x, y = (
            array[tuple(at[loop] for loop in part)].astype(want.dtype)
            for array, part in ((a, first), (b, second))
        )
        there = tuple(at[loop] for loop in out)
        want[there] = KINDS[kind](want[there], x * y)
    assert np.array_equal(found, want.astype(TYPES[total]))


SIZES = {"i": 3, "j": 5, "k": 4, "l": 2}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(
    "maps",
    [
        "ik,kj->ij",
        "ik,jk->ij",
        "ki,kj->ij",
        "ik,kj->ji",
        "lik,lkj->lij",
        "k,k->",
        "ik,k->i",
    ],
)
def test_contractions(maps: str, device: str) -> None:
    contraction(maps, SIZES, ("f32", "f32"), "add", device)


@pytest.mark.parametrize(
    ("elements", "kind"),
    [
        (("f16", "f32"), "add"),
        (("f64", "f64"), "maxnumf"),
        (("f32", "f32"), "minimumf"),
        (("i8", "i32"), "add"),
        (("i32", "i32"), "minsi"),
        (("i32", "i32"), "xor"),
    ],
)
def test_kinds_and_elements(elements: tuple[str, str], kind: str) -> None:
    contraction("ik,kj->ij", SIZES, elements, kind, "host")


@pytest.mark.parametrize("seed", range(40 if LONG else 5))
def test_random_contractions(seed: int) -> None:
    rng = random.Random(seed)
    loops = "ijkl"[: rng.randint(2, 4)]
    while True:
        out = "".join(rng.sample(loops, rng.randint(0, len(loops) - 1)))
        parts = ["".join(rng.sample(loops, rng.randint(1, len(loops)))) for _ in "ab"]
        if {*parts[0], *parts[1]} == {*loops}:
            break
    sizes = {loop: rng.randint(1, 4) for loop in loops}
    contraction(f"{parts[0]},{parts[1]}->{out}", sizes, ("f32", "f32"), "add", "host")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(
    ("dims", "kind", "element"),
    [
        ((1,), "add", "f32"),
        ((0,), "maxnumf", "f32"),
        ((0, 2), "mul", "i32"),
        ((0, 1, 2), "or", "i32"),
    ],
)
def test_reductions(
    dims: tuple[int, ...], kind: str, element: str, device: str
) -> None:
    shape = (2, 3, 4)
    kept = [size for d, size in enumerate(shape) if d not in dims]
    whole = shaped("vector", shape, element)
    rest = shaped("vector", kept, element) if kept else element
    line = f"vector.multi_reduction <{kind}>, %v0, %v1 {[*dims]} : {whole} to {rest}"
    operands = [(shape, element), (kept, element)]
    (a, b), found = run(line, operands, (kept, element), device)
    assert np.array_equal(found, KINDS[kind](b, KINDS[kind].reduce(a, axis=dims)))


@pytest.mark.parametrize("kind", ["add", "maxnumf"])
def test_outer_products(kind: str) -> None:
    line = f"vector.outerproduct %v0, %v1, %v2 {{kind = #vector.kind<{kind}>}} : vector<3xf32>, vector<5xf32>"
    operands = [((3,), "f32"), ((5,), "f32"), ((3, 5), "f32")]
    (a, b, c), found = run(line, operands, ((3, 5), "f32"), "host")
    assert np.array_equal(found, KINDS[kind](c, np.outer(a, b)))


def test_outer_products_without_a_sum() -> None:
    line = "vector.outerproduct %v0, %v1 : vector<3xi32>, vector<5xi32>"
    operands = [((3,), "i32"), ((5,), "i32")]
    (a, b), found = run(line, operands, ((3, 5), "i32"), "host")
    assert np.array_equal(found, np.outer(a, b))
    line = "vector.outerproduct %v0, %v1 : vector<3xf32>, f32"
    (a, b), found = run(line, [((3,), "f32"), ((), "f32")], ((3,), "f32"), "host")
    assert np.array_equal(found, a * b)


@pytest.mark.parametrize("device", DEVICES)
def test_transposition(device: str) -> None:
    line = "vector.transpose %v0, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>"
    (a,), found = run(line, [((2, 3, 4), "f32")], ((4, 2, 3), "f32"), device)
    assert np.array_equal(found, a.transpose(2, 0, 1))


@pytest.mark.parametrize("shape", [(24,), (4, 6), (3, 2, 4), (1, 24)])
def test_shapes(shape: tuple[int, ...]) -> None:
    line = (
        f"vector.shape_cast %v0 : vector<2x3x4xf32> to {shaped('vector', shape, 'f32')}"
    )
    (a,), found = run(line, [((2, 3, 4), "f32")], (shape, "f32"), "host")
    assert np.array_equal(found, a.reshape(shape))


SUB_GROUP = parts("vector_contractions.mlir")["SUB_GROUP"]


@pytest.mark.parametrize("device", ["gfx942", "gfx1100", "gfx1200", "host"])
@pytest.mark.parametrize("turned", [False, True])
def test_matrices_of_a_sub_group(turned: bool, device: str) -> None:
    """`convert-vector-to-gpu` gives the products of NumPy's integers."""
    shape = (16, 64) if turned else (64, 16)
    text = SUB_GROUP.format(
        b="x".join(map(str, shape)),
        place="%zero, %k" if turned else "%k, %zero",
        map="#t" if turned else "#b",
    )
    target = "abi=host" if device == "host" else f"mcpu={device}"
    module, names = lowered(
        text,
        f"opencl-attach-target{{{target}}},convert-vector-to-gpu,convert-gpu-to-opencl",
    )
    assert "vector.contract" not in names
    rng = np.random.default_rng(5)
    a, b = (rng.integers(-4, 5, s).astype(np.float16) for s in ((16, 64), shape))
    c = rng.integers(-4, 5, (16, 32)).astype(np.float32)
    want = c.copy()
    want[:, 16:] = a.astype(int) @ (b.T if turned else b).astype(int) + 2 - c[:, 16:]
    lanes = {"gfx942": 64, "host": 1}.get(device, 32)
    Program(module, device=device)["k"]((lanes,), (lanes,), a, b, c)
    assert np.array_equal(c, want)
