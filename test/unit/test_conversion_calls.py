"""
Every `convert_` that OpenCL C has, of every type to every type, over edge values: the CPU
device, emulated GPUs and PoCL against exact rationals (OpenCL C 3.0, sections 6.4.3.2 and 6.4.3.3).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from conversion_references import (
    float_edges,
    integer_edges,
    round_to_float,
    round_to_integer,
    same,
)
from long_runs import LONG, long_run
from pocl_helpers import Launch, other

from xdsl_opencl.runtime import Program

INTEGERS = {
    f"{'u' * unsigned}{name}": (bits, bool(unsigned))
    for name, bits in (("char", 8), ("short", 16), ("int", 32), ("long", 64))
    for unsigned in (0, 1)
}
FLOATS = {"half": "f16", "float": "f32", "double": "f64"}
TYPES = (*INTEGERS, *FLOATS)
MODES = ("", "_rte", "_rtz", "_rtp", "_rtn")
WIDTHS = (1, 2, 3, 4, 8, 16)
COUNT = 192
GPUS = ("gfx900", "gfx1100", "gfx803", "gfx1200")


def forms(target: str) -> list[str]:
    """The suffixes of `convert_<target>`; only integers saturate."""
    saturating = ("", "_sat") if target in INTEGERS else ("",)
    return [sat + mode for sat in saturating for mode in MODES]


def width_of(source: str, target: str) -> int:
    return WIDTHS[(TYPES.index(source) * 5 + TYPES.index(target)) % len(WIDTHS)]


def kernel(source: str, target: str) -> str:
    """All forms, one result after the other."""
    width = width_of(source, target)
    suffix = "" if width == 1 else str(width)
    n = COUNT // width
    lines = ["size_t i = get_global_id(0);"]
    load = f"vload{width}(i, a)" if width > 1 else "a[i]"
    lines.append(f"{source}{suffix} v = {load};")
    for k, form in enumerate(forms(target)):
        call = f"convert_{target}{suffix}{form}(v)"
        at = f"i + {k * n}"
        store = (
            f"vstore{width}({call}, {at}, r);" if width > 1 else f"r[{at}] = {call};"
        )
        lines.append(store)
    body = "\n  ".join(lines)
    return (
        f"kernel void {source}_{target}(global const {source} *a, global {target} *r) "
        f"{{\n  {body}\n}}"
    )


def dtype_of(name: str) -> Any:
    if name in FLOATS:
        return np.dtype(
            FLOATS[name].replace("16", "2").replace("32", "4").replace("64", "8")
        )
    bits, unsigned = INTEGERS[name]
    return np.dtype(f"{'u' if unsigned else 'i'}{bits // 8}")


@cache
def operands(source: str) -> Any:
    if source in FLOATS:
        values = float_edges(FLOATS[source], source)
        # Every one of the numbers that are not random, and then some of those that are.
        rest = values[30:]
        values = [*values[-3:], *values[:30], *(-v for v in values[:30]), *rest]
    else:
        bits, unsigned = INTEGERS[source]
        values = integer_edges(bits, unsigned, source)
        step = -(-len(values) // COUNT)
        values = values[::step]
    return np.resize(np.array(values, dtype_of(source)), COUNT)


def wrong(source: str, target: str, results: Any) -> Iterator[str]:
    """
    Results that are not those of the specification. A number out of range without `_sat`
    may give anything, but for its own element only.
    """
    values = operands(source).tolist()
    for form, row in zip(forms(target), results.reshape(-1, COUNT), strict=True):
        mode = form.removeprefix("_sat").removeprefix("_")
        for value, found in zip(values, row, strict=True):
            if "_sat" not in form and is_undefined(target, mode, value):
                continue
            if target in FLOATS:
                expected = value
                if math.isfinite(value):
                    exact = Fraction(value)
                    expected = round_to_float(exact, FLOATS[target], mode or "rte")
                    expected = math.copysign(expected, value)
                right = same(found, expected)
            else:
                expected = rounded(target, form, mode, value)
                right = int(found) == expected
            if not right:
                yield f"convert_{target}{form}({source} {value}) = {found}, not {expected}"


def limits(target: str) -> tuple[int, int]:
    bits, unsigned = INTEGERS[target]
    low = 0 if unsigned else -(1 << (bits - 1))
    return low, low + (1 << bits) - 1


def is_undefined(target: str, mode: str, value: float) -> bool:
    """
    Tells if a number without `_sat` is out of range; between integers the low bits stay.
    """
    if target in FLOATS or isinstance(value, int):
        return False
    low, high = limits(target)
    return not (
        math.isfinite(value)
        and low <= round_to_integer(Fraction(value), mode or "rtz") <= high
    )


def rounded(target: str, form: str, mode: str, value: float) -> float:
    low, high = limits(target)
    if math.isnan(value):
        return 0
    exact = value
    if math.isfinite(value):
        exact = round_to_integer(Fraction(value), mode or "rtz")
    if form.startswith("_sat"):
        return min(max(exact, low), high)
    return (int(exact) - low) % (high - low + 1) + low


def pairs(sources: Sequence[str]) -> list[tuple[str, str]]:
    return [(s, t) for s in sources for t in TYPES]


def results_of(target: str) -> Any:
    return np.zeros(COUNT * len(forms(target)), dtype_of(target))


def source_of(table: Sequence[tuple[str, str]], extension: str) -> str:
    pragma = f"#pragma OPENCL EXTENSION {extension} : enable"
    return "\n".join([pragma, *(kernel(*pair) for pair in table)])


CHOSEN = [
    *(("ushort", ""), ("ulong", ""), ("half", ""), ("float", ""), ("double", "")),
    *(("long", "gfx1200"), ("half", "gfx803"), ("float", "gfx1100")),
    ("double", "gfx900"),
]


@pytest.mark.parametrize(
    ("source", "device"),
    [(source, gpu) for source in TYPES for gpu in ("", *GPUS)] if LONG else CHOSEN,
)
def test_devices(source: str, device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The CPU device and emulated GPUs; in the short run floats of each, and integers of each sign.
    """
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "")
    table = pairs([source])
    text = source_of(table, "cl_khr_fp16")
    program = Program.from_source(text, "-cl-std=CL3.0", device=device, level=1)
    for _, target in table:
        results = results_of(target)
        items = COUNT // width_of(source, target)
        program[f"{source}_{target}"](items, None, operands(source), results)
        assert list(wrong(source, target, results))[:3] == []


@long_run
@pytest.mark.parametrize("source", [t for t in TYPES if t != "half"])
def test_pocl(source: str) -> None:
    table = [pair for pair in pairs([source]) if pair[1] != "half"]
    launches: list[Launch] = [
        (
            f"{source}_{target}",
            (COUNT // width_of(source, target),),
            (1,),
            None,
            [("buffer", operands(source)), ("buffer", results_of(target))],
        )
        for _, target in table
    ]
    answers = other("PoCL").run(source_of(table, "cl_khr_fp64"), launches)
    for (_, target), answer in zip(table, answers, strict=True):
        assert not isinstance(answer, str), answer
        assert list(wrong(source, target, answer[1]))[:3] == []
