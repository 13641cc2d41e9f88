"""
AMDGPU's own forms of builtins give the results of the host's forms, which are compared
with NumPy elsewhere. The AMDGPU form is compiled for the host, with the instructions that
it names defined as their manual says (AMD, "RDNA 3 Instruction Set Architecture": V_MED3_F32,
V_FREXP_MANT_F32, V_FREXP_EXP_I32_F32).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from builtin_jit import DTYPES, Batch, Function, Shape

from xdsl_opencl.abi.target import Target

GFX9 = Target(mcpu="gfx900")


def call(name: str, operands: str, results: str) -> Function:
    types = operands.split()
    values = ", ".join("{}" for _ in types)
    made = results.split()
    answer = made[0] if len(made) == 1 else f"({', '.join(made)})"
    text = f'opencl.builtin "{name}"({values}) : ({", ".join(types)}) -> {answer}'
    return function(text, types, made)


def convert(source: str, target: str, words: str, unsigned: str) -> Function:
    text = (
        f"opencl.convert saturate round {words} {{}} : {source} -> {unsigned}{target}"
    )
    return function(text, [source], [target])


def function(text: str, operands: list[str], results: list[str]) -> Function:
    return Function(text, tuple(map(Shape, operands)), tuple(map(Shape, results)))


FUNCTIONS = {
    **{
        f"{sign}_{name}": call(f"{sign}_{name}", " ".join(["i64"] * count), "i64")
        for sign in "su"
        for name, count in (("mul_hi", 2), ("mad_hi", 3), ("mad_sat", 3))
    },
    **{
        f"fclamp_{kind}": call("fclamp", f"{kind} {kind} {kind}", kind)
        for kind in ("f16", "f32", "f64")
    },
    **{
        f"frexp_{kind}": call("frexp", kind, f"{kind} i32")
        for kind in ("f16", "f32", "f64")
    },
    **{
        f"fract_{kind}": call("fract", kind, f"{kind} {kind}")
        for kind in ("f32", "f64")
    },
    **{
        f"convert_{source}_{unsigned}{target}_{words}": convert(
            source, target, words, unsigned
        )
        for source in ("f16", "f32", "f64")
        for target in ("i8", "i16", "i32")
        for unsigned in ("", "unsigned ")
        for words in ("rte", "rtz", "rtn")
    },
}

NUMBERS = [
    *(0.0, 0.5, 1.0, 1.5, 2.5, 126.5, 127.0, 127.5, 128.0, 255.0, 255.5, 32767.0),
    *(32767.5, 32768.0, 65504.0, 65535.5, 1e-5, 6e-8, 2.0**31, 1e30, np.inf, np.nan),
]
INTEGERS = [0, 1, 2, 3, 0xFFFFFFFF, 1 << 32, (1 << 32) + 1, (1 << 63) - 1, 1 << 63]


def operands_of(shapes: Sequence[Shape]) -> list[Any]:
    """
    Edge values and random ones, so many of each operand.
    """
    random = np.random.default_rng(7)
    count = 4000
    result: list[Any] = []
    for shape in shapes:
        if shape.element.startswith("f"):
            with np.errstate(over="ignore"):
                edges = np.array(NUMBERS).astype(DTYPES[shape.element])
            edges = np.concatenate([edges, -edges])
            others = (random.normal(size=count) * 300).astype(edges.dtype)
        else:
            bits = np.array(
                [*INTEGERS, *(~np.array(INTEGERS, np.uint64)).tolist()], np.uint64
            )
            edges = bits.view(np.int64)
            others = random.integers(0, 1 << 64, count, np.uint64).view(np.int64)
        chosen = random.integers(0, len(edges), count)
        result.append(np.where(random.random(count) < 0.7, edges[chosen], others))
    return result


@pytest.fixture(scope="module")
def batches() -> tuple[Batch, Batch]:
    functions = list(FUNCTIONS.values())
    return Batch(functions), Batch(functions, GFX9)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_as_on_the_host(batches: tuple[Batch, Batch], name: str) -> None:
    index = list(FUNCTIONS).index(name)
    operands = operands_of(FUNCTIONS[name].operands)
    if name.startswith("fclamp"):
        low, high = operands[1:]
        defined = low <= high
        operands = [operand[defined] for operand in operands]
    host, amdgpu = (batch.run(index, operands) for batch in batches)
    for a, b in zip(host, amdgpu, strict=True):
        np.testing.assert_array_equal(a, b)
