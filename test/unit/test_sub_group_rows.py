"""
Sub-group functions of every type, in both forms of the CPU device: sub-groups in lockstep where
they are whole rows, work items in turn elsewhere. Expected are NumPy's results for the active work
items of each sub-group.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice

np: Any = import_module("numpy")

pytestmark = needs_clang

TYPES = {
    "char": np.int8,
    "uchar": np.uint8,
    "short": np.int16,
    "ushort": np.uint16,
    "int": np.int32,
    "uint": np.uint32,
    "long": np.int64,
    "ulong": np.uint64,
    "half": np.float16,
    "float": np.float32,
    "double": np.float64,
}
FOLDS: dict[str, Any] = {
    "add": np.add,
    "mul": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
Lanes = Any
"""The numbers of a sub-group, or of its active work items."""


def neutral(name: str, type: Any) -> Any:
    if name in ("min", "max"):
        if np.issubdtype(type, np.floating):
            return type(math.inf if name == "min" else -math.inf)
        limits = np.iinfo(type)
        return type(limits.max if name == "min" else limits.min)
    number = {"add": 0, "mul": 1, "and": -1, "or": 0, "xor": 0}[name]
    return np.array(number).astype(type)[()]


def folded(name: str, values: Lanes) -> Any:
    """The combination of `values`, which is exact, in their own type."""
    total = neutral(name, values.dtype.type)
    for value in values:
        total = FOLDS[name](total, value, dtype=values.dtype)
    return total


def everywhere(name: str) -> Callable[[Lanes, Lanes], list[Any]]:
    return lambda v, lane: [folded(name, v)] * len(v)


def clustered(name: str, size: int) -> Callable[[Lanes, Lanes], list[Any]]:
    return lambda v, lane: [
        folded(name, v[lane // size == n // size]) for n in lane.tolist()
    ]


def scanned(name: str, behind: int) -> Callable[[Lanes, Lanes], list[Any]]:
    return lambda v, lane: [folded(name, v[: i + behind]) for i in range(len(v))]


def moved(source: Callable[[Lanes, int], Lanes]) -> Callable[[Lanes, Lanes], list[Any]]:
    """All work items of a whole sub-group take part."""
    return lambda v, lane: list(v[source(lane, len(v))])


Function = tuple[str, Callable[[Lanes, Lanes], list[Any]]]


def active_functions(type: str, size: int) -> list[Function]:
    """Functions of `x`, a `type`, that stand anywhere."""
    names = [*FOLDS][: 4 if np.issubdtype(TYPES[type], np.floating) else 7]
    found: list[Function] = []
    for name in names:
        x = "y" if name == "mul" else "x"
        prefix = "sub_group_non_uniform"
        found += [
            (f"{prefix}_reduce_{name}({x})", everywhere(name)),
            (f"{prefix}_scan_inclusive_{name}({x})", scanned(name, 1)),
            (f"{prefix}_scan_exclusive_{name}({x})", scanned(name, 0)),
            (f"sub_group_clustered_reduce_{name}({x}, 4)", clustered(name, 4)),
            (f"sub_group_clustered_reduce_{name}({x}, {size})", everywhere(name)),
        ]
    return [
        *found,
        ("sub_group_broadcast_first(x)", lambda v, lane: [v[0]] * len(v)),
        (
            "(T)sub_group_non_uniform_all_equal(x)",
            lambda v, lane: [len({*v.tolist()}) == 1] * len(v),
        ),
        (
            "(T)sub_group_non_uniform_any(x > (T)2)",
            lambda v, lane: [(v > 2).any()] * len(v),
        ),
        (
            "(T)sub_group_non_uniform_all(x < (T)3)",
            lambda v, lane: [(v < 3).all()] * len(v),
        ),
        (
            "(T)sub_group_elect()",
            lambda v, lane: [n == lane[0] for n in lane.tolist()],
        ),
        (
            "(T)sub_group_ballot_bit_count(sub_group_ballot(x > (T)1))",
            lambda v, lane: [(v > 1).sum()] * len(v),
        ),
        (
            "(T)sub_group_ballot_find_lsb(sub_group_ballot(1))",
            lambda v, lane: [lane[0]] * len(v),
        ),
        (
            "(T)sub_group_inverse_ballot(sub_group_ballot(x > (T)1))",
            lambda v, lane: list(v > 1),
        ),
    ]


def whole_functions(size: int) -> list[Function]:
    """Functions of `x` that read other work items, of whole sub-groups."""
    texts: dict[str, Callable[[Lanes, int], Lanes]] = {
        "sub_group_broadcast(x, 3)": lambda lane, n: lane * 0 + 3,
        "sub_group_shuffle(x, 5)": lambda lane, n: lane * 0 + 5,
        "sub_group_shuffle(x, (lane * 3 + 1) % S)": lambda lane, n: (lane * 3 + 1) % n,
        "sub_group_shuffle(x, at[lane])": lambda lane, n: (lane * lane + 1) % n,
        "sub_group_shuffle_xor(x, 5)": lambda lane, n: lane ^ 5,
        "sub_group_shuffle_up(x, lane > 1 ? 2 : 0)": lambda lane, n: np.where(
            lane > 1, lane - 2, lane
        ),
        "sub_group_shuffle_down(x, lane < S - 1)": lambda lane, n: np.minimum(
            lane + 1, n - 1
        ),
        "sub_group_rotate(x, 3)": lambda lane, n: (lane + 3) % n,
        "sub_group_clustered_rotate(x, 1, 4)": lambda lane, n: (
            lane // 4 * 4 + (lane + 1) % 4
        ),
    }
    found: list[Function] = [(text, moved(source)) for text, source in texts.items()]
    for name in ("add", "min", "max"):
        found += [
            (f"sub_group_reduce_{name}(x)", everywhere(name)),
            (f"sub_group_scan_inclusive_{name}(x)", scanned(name, 1)),
            (f"sub_group_scan_exclusive_{name}(x)", scanned(name, 0)),
        ]
    return [
        *found,
        ("(T)sub_group_any(x > (T)2)", lambda v, lane: [(v > 2).any()] * len(v)),
        ("(T)sub_group_all(x < (T)4)", lambda v, lane: [(v < 4).all()] * len(v)),
    ]


def run(
    type: str,
    size: int,
    local: tuple[int, ...],
    functions: list[Function],
    some: str = "1",
    holds: Callable[[Any, int], bool] = lambda x, lane: True,
) -> None:
    """
    Runs `functions` in three work-groups where `some`, a condition, `holds`; both forms, if sub-groups
    can run in lockstep, are compared too.
    """
    items = 3 * math.prod(local)
    lines = "\n".join(
        f"out[{number * items} + i] = {text};"
        for number, (text, _) in enumerate(functions)
    )
    source = f"""
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef {type} T;
#define S {size}
__attribute__((intel_reqd_sub_group_size(S)))
kernel void k(global const T *in, global const T *signs, global const uint *at, global T *out) {{
  uint lane = get_sub_group_local_id();
  size_t group = get_group_id(0);
  size_t i = group * get_local_size(0) * get_local_size(1) + get_local_linear_id();
  T x = in[i], y = signs[i];
  if ({some}) {{
{lines}
  }}
}}
"""
    draw = np.random.default_rng(size)
    element = TYPES[type]
    lowest = 0 if np.issubdtype(element, np.unsignedinteger) else -3
    given = draw.integers(lowest, 4, items).astype(element)
    signs = draw.choice([1, 1 if lowest == 0 else -1], items).astype(element)
    signs[:: size // 2] *= element(2)
    at = ((np.arange(size) ** 2 + 1) % size).astype(np.uint32)
    out = np.full((len(functions), items), 77, element)
    program = Program.from_source(
        source, "-cl-std=CL3.0", device=CpuDevice(verify=True)
    )
    program["k"]((3 * local[0], *local[1:]), local, given, signs, at, out)
    wanted = np.full_like(out, 77)
    for group in range(3):
        for first in range(0, items // 3, size):
            start = group * (items // 3) + first
            lanes = np.arange(min(size, items // 3 - first))
            lanes = lanes[[holds(given[start + n], n) for n in lanes.tolist()]]
            if len(lanes) == 0:
                continue
            for number, (text, compute) in enumerate(functions):
                values = (signs if "(y" in text else given)[start + lanes]
                wanted[number, start + lanes] = np.array(compute(values, lanes)).astype(
                    element
                )
    for number, (text, _) in enumerate(functions):
        assert out[number].tolist() == wanted[number].tolist(), text


CASES = dict.fromkeys(
    (type, size)
    for number, type in enumerate(TYPES)
    for size in ((8, 16, 32, 64)[number % 4], 16)
)


@pytest.mark.parametrize(("type", "size"), CASES)
def test_rows(type: str, size: int):
    functions = [*active_functions(type, size), *whole_functions(size)]
    run(type, size, (64, 2), functions)


@pytest.mark.parametrize(("type", "size"), CASES)
def test_rows_behind_a_condition(type: str, size: int):
    run(
        type,
        size,
        (128, 1),
        active_functions(type, size),
        "lane % 5 == 2 || x == 1",
        lambda x, lane: bool(lane % 5 == 2 or x == 1),
    )


@pytest.mark.parametrize("type", TYPES)
def test_parts_of_sub_groups(type: str):
    functions = active_functions(type, 16)
    run(type, 16, (40, 1), functions, "x != 2", lambda x, lane: bool(x != 2))
