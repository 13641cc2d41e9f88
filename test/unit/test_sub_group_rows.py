"""
Sub-group functions of every type, in both forms of the CPU device: sub-groups in lockstep where
they are whole rows, work items in turn elsewhere. Expected are NumPy's results for the active work
items of each sub-group.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any
from unittest import mock

import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.runtime import Image, Program
from xdsl_opencl.runtime.cpu.cpu_device import CpuDevice
from xdsl_opencl.transforms.work_groups import opencl_form_work_groups

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
        # The number counts modulo the size.
        "sub_group_shuffle(x, lane + S + 1)": lambda lane, n: (lane + 1) % n,
        "sub_group_shuffle(x, S + 2)": lambda lane, n: lane * 0 + 2,
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
    functions: Sequence[Function],
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
    with mock.patch.object(
        opencl_form_work_groups,
        "_choose_form",
        wraps=opencl_form_work_groups.__dict__["_choose_form"],
    ) as choice:
        program = both_forms(source)
    assert choice.called, "the kernel has the plain form only"
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


@pytest.mark.parametrize(("size", "items"), [(32, 48), (64, 96), (8, 12), (16, 24)])
def test_work_groups_of_no_whole_sub_groups(size: int, items: int):
    """Launches whose sizes smaller rows divide have machine code of their own."""
    run("int", size, (items, 1), active_functions("int", size))


def both_forms(source: str) -> Program:
    return Program.from_source(source, "-cl-std=CL3.0", device=CpuDevice(verify=True))


def test_work_items_that_returned_take_no_part():
    program = both_forms("""
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0), x = in[i];
  if (x % 3 == 0)
    return;
  out[i] = sub_group_reduce_add(x) + 1000 * (int)get_sub_group_id();
}
""")
    given = np.random.default_rng(2).integers(0, 99, 128).astype(np.int32)
    out = np.full(128, -1, np.int32)
    program["k"](128, 64, given, out)
    stays = given % 3 != 0
    sums = np.where(stays, given, 0).reshape(8, 16).sum(axis=1)
    wanted = np.repeat(sums + 1000 * (np.arange(8) % 4), 16)
    assert out.tolist() == np.where(stays, wanted, -1).tolist()


def test_ids_that_wrap_within_a_sub_group():
    """Those of an `int` are no line there."""
    program = both_forms("""
kernel void k(global long *out) {
  int id = get_global_id(0);
  out[get_global_id(0) - get_global_offset(0)] = (long)id + (sub_group_any(id == 5) ? 1 : 0);
}
""")
    out = np.zeros(32, np.int64)
    first = 2**31 - 8
    program["k"](32, 32, out, global_offset=first)
    wanted = np.arange(first, first + 32).astype(np.uint32).astype(np.int32)
    assert out.tolist() == wanted.tolist()


@pytest.mark.parametrize("size", [8, 16, 32, 64])
def test_library_functions(size: int):
    """Those for rows are for sixteen work items."""
    program = both_forms(f"""
__attribute__((intel_reqd_sub_group_size({size})))
kernel void k(global const float *in, global float *out, read_only image2d_t image) {{
  int i = get_global_id(0);
  float x = sub_group_shuffle_xor(in[i], 1u);
  out[i] = sin(x) + exp(in[i]) + read_imagef(image, (int2)(i % 8, 0)).x;
}}
""")
    given = np.random.default_rng(5).standard_normal(64).astype(np.float32)
    texels = np.random.default_rng(6).integers(0, 256, (1, 8, 4)).astype(np.uint8)
    out = np.zeros(64, np.float32)
    program["k"](64, 64, given, out, Image(texels))
    ids = np.arange(64)
    wanted = np.sin(given[ids ^ 1]) + np.exp(given) + texels[0, ids % 8, 0] / 255
    np.testing.assert_allclose(out, wanted, rtol=1e-5, atol=1e-5)


def in_order(values: Lanes) -> Any:
    """A reduction as docs/cpu-device.md has it."""
    while len(values) > 1:
        half = len(values) // 2
        values = values[:half] + values[half:]
    return values[0]


def scan_in_order(values: Lanes) -> Lanes:
    distance = 1
    while distance < len(values):
        before = np.concatenate([np.zeros(distance, np.float32), values[:-distance]])
        values = before + values
        distance *= 2
    return values


@pytest.mark.parametrize("items", [64, 40])
def test_order_of_additions(items: int):
    program = both_forms("""
kernel void k(global const float *in, global float *out) {
  int i = get_global_id(0);
  out[3 * i] = sub_group_reduce_add(in[i]);
  out[3 * i + 1] = sub_group_scan_inclusive_add(in[i]);
  out[3 * i + 2] = sub_group_clustered_reduce_add(in[i], 4);
}
""")
    given = np.random.default_rng(3).standard_normal(items).astype(np.float32)
    out = np.zeros((items, 3), np.float32)
    program["k"](items, items, given, out)
    for first in range(0, items, 16):
        count = min(16, items - first)
        values = np.zeros(16, np.float32)
        values[:count] = given[first : first + count]
        part = out[first : first + count]
        assert part[:, 0].tolist() == [in_order(values)] * count
        assert part[:, 1].tolist() == scan_in_order(values)[:count].tolist()
        fours = [in_order(values[n : n + 4]) for n in range(0, 16, 4)]
        assert part[:, 2].tolist() == np.repeat(fours, 4)[:count].tolist()


def test_a_barrier_orders_the_accesses_of_a_sub_group():
    program = both_forms("""
kernel void k(global int *p) {
  local int shared[64];
  int own = get_local_id(0), lane = get_sub_group_local_id();
  for (int n = 1; n < 4; n++) {
    shared[own] = p[own] * n;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    p[own] = shared[own - lane + (lane + n) % 16];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
}
""")
    given = np.random.default_rng(4).integers(0, 99, (4, 16)).astype(np.int32)
    found = given.copy().ravel()
    program["k"](64, 64, found)
    for n in range(1, 4):
        given = np.roll(given * n, -n, axis=1)
    assert found.tolist() == given.ravel().tolist()
