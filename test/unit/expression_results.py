"""
Inputs of the programs of `expression_programs.py`, and comparison of their results.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from expression_programs import (
    BITS,
    BUCKETS,
    DTYPES,
    FLOATS,
    GROUPS,
    ITEMS,
    ROWS,
    SIGNED,
    STRIDE,
    UNSIGNED,
    ExpressionProgram,
    Output,
)
from pocl_helpers import Launch


def integers(source: random.Random, element: str, count: int) -> npt.NDArray[Any]:
    bits = BITS[element]
    top = 1 << bits
    edges = (0, 1, 2, 3, top - 1, top - 2, top // 2, top // 2 - 1, top // 2 + 1, bits)
    values = [
        source.choice(edges)
        if source.random() < 0.3
        else source.getrandbits(source.randrange(1, bits + 1))
        for _ in range(count)
    ]
    unsigned = np.array(values, np.uint64).astype(f"u{bits // 8}")
    return unsigned.view(DTYPES[element])


def floats(source: random.Random, element: str, count: int) -> npt.NDArray[Any]:
    info = np.finfo(DTYPES[element])
    inf = float("inf")
    edges = [0.0, 1.0, 0.5, 1.5, 2.5, inf, float(info.max), float(info.tiny)]
    edges += [float(info.smallest_subnormal), float(info.tiny) * 0.75, 127.5, 128.0]
    edges += [2.0**31, 2.0**63, 255.5, 65504.0, float("nan")]
    values: list[float] = []
    for _ in range(count):
        kind = source.random()
        if kind < 0.25:
            value = source.choice(edges)
        elif kind < 0.35:
            value = source.uniform(1, 2) * 2.0 ** source.randrange(-40, 40)
        else:
            value = source.uniform(0, 8)
        values.append(-value if source.random() < 0.4 else value)
    with np.errstate(over="ignore"):
        return np.array(values).astype(DTYPES[element])


def inputs(seed: int) -> list[npt.NDArray[Any]]:
    """The input buffers in the order of the parameters; the same on every machine."""
    source = random.Random(f"inputs {seed}")
    count = 16 * ROWS
    arrays = [integers(source, e, count) for e in (*SIGNED, *UNSIGNED)]
    return [*arrays, *(floats(source, e, count) for e in (*FLOATS, "half"))]


def buckets(seed: int) -> npt.NDArray[np.int32]:
    return integers(random.Random(f"buckets {seed}"), "int", BUCKETS)


def values(output: Output, out: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
    """
    Returns the values of `output` in the output bytes `out`: `[work item, element]`, with
    one bit pattern for NaN.
    """
    dtype = np.dtype(DTYPES[output.type.element])
    rows = out.reshape(-1, STRIDE)
    size = dtype.itemsize * output.type.width
    part = np.ascontiguousarray(rows[:, output.offset : output.offset + size])
    found = part.view(dtype)
    if output.type.floating:
        found = np.where(np.isnan(found), np.array(np.nan, dtype), found)
    return found


def differences(
    program: ExpressionProgram, one: Sequence[Any], other: Sequence[Any]
) -> list[str]:
    """
    Describes where two results `(output bytes, buckets)` of `program` are further apart than
    their bounds.
    """
    found: list[str] = []
    if (one[1] != other[1]).any():
        found.append(f"buckets: {one[1]} and {other[1]}")
    for output in program.outputs:
        a, b = values(output, one[0]), values(output, other[0])
        integer = f"u{a.dtype.itemsize}"
        right = a.view(integer) == b.view(integer)
        if output.ulp:
            # Each may be off by the bound, in its own direction.
            info = np.finfo(a.dtype)
            with np.errstate(all="ignore"):
                wide = [v.astype(np.longdouble) for v in (a, b)]
                size = np.fmax(abs(a), abs(b)).astype(np.longdouble)
                unit = np.fmax(size, info.tiny) * info.eps
                near = abs(wide[0] - wide[1]) <= (2 * output.ulp + 1) * unit
                end = size >= float(info.max) * (1 - 32 * float(info.eps))
                least = np.fmin(abs(a), abs(b))
                near |= end & (least >= float(info.max) * (1 - 32 * float(info.eps)))
            right = right | near
        if not right.all():
            i = tuple(int(k) for k in np.argwhere(~right)[0])
            found.append(
                f"{output.type} at {output.offset}, work item {i[0]}, element {i[1]}: "
                f"{a[i]!r} and {b[i]!r} ({int((~right).sum())} differ): {output.text}"
            )
    return found


_OVERWRITTEN = "element 12 of a variable of 16 longs is overwritten, by addresses even"
POCL_WRONG: dict[int, str] = {
    367: _OVERWRITTEN,
    432: "a work item of `switch` goes to `default` although there is its case",
    493: _OVERWRITTEN,
    524: "`fmod` of double8 has other remainders than `fmod` of its numbers (NumPy's are ours)",
    577: _OVERWRITTEN,
    866: _OVERWRITTEN,
}
"""Seeds on which PoCL 3.1 is wrong: what it does instead of what the program says."""


def launch(seed: int, program: ExpressionProgram) -> Launch:
    """
    The launch of `program`, made from `seed`, on another implementation; its last two
    buffers hold the result.
    """
    items = GROUPS * ITEMS
    arrays = [*inputs(seed), np.zeros(items * STRIDE, np.uint8), buckets(seed)]
    arguments = [("buffer", array) for array in arrays]
    return program.name, (items,), (ITEMS,), None, arguments


def digest(program: ExpressionProgram, result: Sequence[Any]) -> str:
    """Of the exact results."""
    text = hashlib.sha256(np.ascontiguousarray(result[1]).tobytes())
    for output in program.outputs:
        if not output.ulp:
            text.update(np.ascontiguousarray(values(output, result[0])).tobytes())
    return text.hexdigest()
