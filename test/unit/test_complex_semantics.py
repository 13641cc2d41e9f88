"""
Special values of complex functions: where upstream's conversion gives what NumPy does, ours
does too. (`test_composition_ops.py` has the numbers in between.)
"""

from __future__ import annotations

import ctypes
import itertools
import warnings
from typing import Any

import numpy as np
import pytest
from conversion_helpers import (
    UPSTREAM,
    Code,
    convert,
    optimized,
    ours,
    run_tool,
    upstream,
)
from tools import need, needs

pytestmark = [needs("mlir-opt", 22), needs("mlir-translate", 22)]


def log1p(z: Any) -> Any:
    # NumPy's loses small numbers.
    return z if abs(z) < 1e-200 else np.log1p(z)


def rsqrt(z: Any) -> Any:
    return 1 / np.sqrt(z)


UNARY: dict[str, Any] = {
    "abs": np.abs,
    "angle": np.angle,
    "conj": np.conj,
    "cos": np.cos,
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": log1p,
    "neg": np.negative,
    "rsqrt": rsqrt,
    "sign": np.sign,
    "sin": np.sin,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
}
BINARY: dict[str, Any] = {
    "add": np.add,
    "div": np.divide,
    "mul": np.multiply,
    "pow": np.power,
    "sub": np.subtract,
}
VALUES = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    30.0,
    np.inf,
    -np.inf,
    np.nan,
    1e-300,
    1e300,
    750.0,
)


def text() -> str:
    """For each operation a function of the parts that gives a part of the result."""
    parts: list[str] = []
    for name, operands in (*((n, 1) for n in UNARY), *((n, 2) for n in BINARY)):
        letters = "abcd"[: 2 * operands]
        arguments = ", ".join(f"%{letter}: f64" for letter in letters)
        made = "".join(
            f"  %z{i} = complex.create %{letters[2 * i]}, %{letters[2 * i + 1]} : "
            "complex<f64>\n"
            for i in range(operands)
        )
        values = ", ".join(f"%z{i}" for i in range(operands))
        for part in ("re", "im"):
            body = f"  %w = complex.{name} {values} : complex<f64>\n"
            if name in ("abs", "angle"):
                result = "%w"
            else:
                body += f"  %r = complex.{part} %w : complex<f64>\n"
                result = "%r"
            parts.append(
                f"func.func @{name}_{part}({arguments}) -> f64 {{\n{made}{body}"
                f"  func.return {result} : f64\n}}\n"
            )
    return "".join(parts)


@pytest.fixture(scope="module")
def codes() -> tuple[Code, Code]:
    return ours(text()), upstream(text(), 22)


def close(found: complex, wanted: complex) -> bool:
    """
    Tells whether each part of `found` is NaN where that of `wanted` is, equal to it, or near.
    """
    for a, b in ((found.real, wanted.real), (found.imag, wanted.imag)):
        if a == b or (np.isnan(a) and np.isnan(b)):
            continue
        if not np.isfinite(a) or not np.isfinite(b):
            return False
        if abs(a - b) > 1e-12 * abs(wanted):
            return False
    return True


@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_special_values(name: str, codes: tuple[Code, Code]):
    count = 2 if name in UNARY else 4
    signature = (ctypes.c_double,) * (count + 1)
    mine, theirs = (
        [code.function(f"{name}_{part}", *signature) for part in ("re", "im")]
        for code in codes
    )
    # The grid of two numbers is large.
    values = VALUES if count == 2 else VALUES[1::2]
    agreed = 0
    wrong: list[Any] = []
    for operands in itertools.product(values, repeat=count):
        numbers = [
            np.complex128(complex(*operands[i : i + 2])) for i in range(0, count, 2)
        ]
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wanted = complex((UNARY | BINARY)[name](*numbers))
        found, other = (
            complex(*(f(*operands) for f in pair)) for pair in (mine, theirs)
        )
        if name in ("abs", "angle"):
            found, other = complex(found.real), complex(other.real)
        if close(other, wanted):
            agreed += 1
            if not close(found, wanted):
                wrong.append((operands, found, wanted))
    assert not wrong, "\n".join(map(str, wrong[:30]))
    assert agreed > len(values), agreed


SAME = ("neg", "conj", "re", "im", "abs", "eq", "neq")
"""Operations that LLVM compiles alike from our form and from upstream's."""


@pytest.mark.parametrize("name", SAME)
def test_the_conversion_is_upstreams(name: str):
    operands = "%z, %w" if name in ("eq", "neq") else "%z"
    result = {"eq": "i1", "neq": "i1", "re": "f32", "im": "f32", "abs": "f32"}.get(
        name, "complex<f32>"
    )
    source = (
        f"func.func @f(%z: complex<f32>, %w: complex<f32>) -> {result} {{\n"
        f"  %r = complex.{name} {operands} : complex<f32>\n"
        f"  func.return %r : {result}\n}}\n"
    )
    translate = need("mlir-translate", 22), ("--mlir-to-llvmir",)
    mine = run_tool(*translate, convert(source))
    theirs = run_tool(*translate, run_tool(need("mlir-opt", 22), UPSTREAM, source))
    assert optimized(mine) == optimized(theirs)
