"""
Functions of work-groups and sub-groups against Python, on the CPU device and on emulated GPUs.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, reduce
from importlib import import_module
from typing import Any

import pytest
from frontend_helpers import needs_clang
from long_runs import LONG
from texts import parts

from xdsl_opencl import compile
from xdsl_opencl.abi.cpu.host_launch import SUB_GROUP_SIZE
from xdsl_opencl.abi.gpu.processors import CAPABILITIES
from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver import SourceFile
from xdsl_opencl.driver.diagnostics import CompileError
from xdsl_opencl.runtime import Program

np: Any = import_module("numpy")
nan, inf = math.nan, math.inf

pytestmark = needs_clang

OPTIONS = "-cl-std=CL3.0 -cl-uniform-work-group-size"
TARGETS = {
    "gfx900": Target(mcpu="gfx900"),
    "gfx1100": Target(mcpu="gfx1100"),
    "gfx1100-wave64": Target(mcpu="gfx1100", wave_size=64),
    # Older processors have no instructions that move values between lanes.
    "no moves": Target(mcpu="gfx803"),
}
SIZES = [(7,), (65,), (10, 4, 3)]
DTYPES: dict[str, Any] = {
    **{"char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16},
    **{"int": np.int32, "uint": np.uint32, "long": np.int64, "ulong": np.uint64},
    **{"half": np.float16, "float": np.float32, "double": np.float64},
}
GROUPS = [
    *(("add", "int"), ("add", "float"), ("add", "double"), ("min", "int")),
    *(("max", "long"), ("max", "uint"), ("min", "half"), ("min", "float")),
    ("max", "float"),
]
ACTIVE = [
    *(("add", "int"), ("mul", "float"), ("min", "long"), ("max", "uchar")),
    *(("and", "short"), ("xor", "short"), ("or", "char")),
]
REDUCED = [
    *((kind, type_) for kind in ("add", "mul", "min", "max") for type_ in DTYPES),
    *((kind, type_) for kind in ("and", "or", "xor") for type_ in [*DTYPES][:8]),
]
UNEVEN = (7, 40, 64, 96, 128)

TEXTS = parts("group_functions.cl")
HEAD = TEXTS["HEAD"]
OF_GROUPS = TEXTS["OF_GROUPS"]
OF_ACTIVE = TEXTS["OF_ACTIVE"]
OF_SIZE = TEXTS["OF_SIZE"]
REDUCTIONS = TEXTS["REDUCTIONS"]
OTHERS = TEXTS["OTHERS"]
COMBINE: dict[str, Callable[[Any, Any], Any]] = {
    **{"add": np.add, "mul": np.multiply, "min": np.fmin, "max": np.fmax},
    **{"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor},
}


class Device:
    """A program on the device `name`; a sub-group has `wave` work items."""

    def __init__(self, name: str):
        target = TARGETS.get(name)
        self.wave = SUB_GROUP_SIZE if target is None else target.wave_size
        parts = [HEAD, *(OF_GROUPS.format(*case) for case in GROUPS)]
        parts += [OF_ACTIVE.format(*case) for case in ACTIVE]
        parts += [
            REDUCTIONS.format(
                *case, "" if case[0] in ("add", "min", "max") else "non_uniform_"
            )
            for case in REDUCED
        ]
        parts += [*map(OF_SIZE.format, UNEVEN), OTHERS]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDSL_OPENCL_CACHE", "")
            if name == "no moves":
                facts = replace(CAPABILITIES[8], lane_shifts=False, permute_waves=())
                patch.setitem(CAPABILITIES.rows, 8, facts)
            self.program = Program.from_source(
                "".join(parts), OPTIONS, device=target or "", level=1
            )

    def run(
        self,
        name: str,
        size: tuple[int, ...],
        rows: int,
        *arrays: Any,
        local: Any = None,
    ) -> Any:
        """Runs a kernel that writes `rows` results of the type of the first array."""
        out = np.zeros((rows, math.prod(size)), arrays[0].dtype)
        self.program[name](size, local or size, *arrays, out)
        return out

    def parts(self, count: int, size: int | None = None) -> Iterator[range]:
        """Yields the work items of each sub-group, or of each cluster of `size`."""
        size = size or self.wave
        for first in range(0, count, size):
            yield range(first, min(first + size, count))


made = cache(Device)
# One moves and permutes values between lanes, the other neither.
GPUS = [*TARGETS] if LONG else ["gfx1100", "no moves"]


@pytest.fixture(scope="module", params=["cpu", *GPUS])
def device(request: pytest.FixtureRequest) -> Device:
    return made(request.param)


def numbers(type_: str, count: int, kind: str = "add") -> Any:
    """Numbers whose sums and products are exact in any order."""
    source = np.random.default_rng(count)
    dtype = DTYPES[type_]
    if np.dtype(dtype).kind == "f":
        if kind == "mul":
            return source.choice([1.0, -1.0, 1.0, -1.0, 2.0, 0.5], count).astype(dtype)
        return source.integers(-8, 9, count).astype(dtype)
    info = np.iinfo(dtype)
    return source.integers(info.min, info.max, count, dtype, endpoint=True)


def identity(kind: str, dtype: Any) -> Any:
    if kind in ("min", "max"):
        low, high = (
            (-inf, inf)
            if np.dtype(dtype).kind == "f"
            else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        )
        return dtype(high if kind == "min" else low)
    if kind == "and":
        return ~dtype(0)
    return dtype(1 if kind == "mul" else 0)


def scanned(kind: str, values: Any, parts: Sequence[Sequence[int]]) -> Any:
    """Reduction, inclusive and exclusive scan of each part."""
    wanted = np.zeros((3, len(values)), values.dtype)
    for part in parts:
        total = identity(kind, values.dtype.type)
        for i in part:
            wanted[2, i] = total
            with np.errstate(all="ignore"):
                wanted[1, i] = total = COMBINE[kind](total, values[i])
        wanted[0, [*part]] = total
    return wanted


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("kind", "type_"), GROUPS)
def test_scans_and_reductions(
    device: Device, kind: str, type_: str, size: tuple[int, ...]
):
    count = math.prod(size)
    values = numbers(type_, count)
    found = device.run(f"{kind}_{type_}", size, 6, values)
    np.testing.assert_array_equal(found[:3], scanned(kind, values, [range(count)]))
    wanted = scanned(kind, values, [*device.parts(count)])
    np.testing.assert_array_equal(found[3:], wanted)


@pytest.mark.parametrize(("kind", "type_"), REDUCED)
def test_reductions(device: Device, kind: str, type_: str):
    """
    Of all types, whole sub-groups and parts of one: numbers of both ends and between, and
    identities where there is no other number.
    """
    for size in (7, 17, 64, 83):
        values = numbers(type_, size, kind)
        if np.dtype(DTYPES[type_]).kind != "f":
            info = np.iinfo(DTYPES[type_])
            values[::5], values[2::7] = info.min, info.max
        found = device.run(f"reduce_{kind}_{type_}", (size,), 2, values)
        wanted = scanned(kind, values, [*device.parts(size)])
        np.testing.assert_array_equal(found, wanted[[0, 2]], f"{size} work items")


@pytest.mark.parametrize("kind", ["min", "max"])
@pytest.mark.parametrize(
    "few", [(1.0, nan, 2.0, 3.0), (nan, nan, -inf, 5.0), (-0.5, nan, -7.0, nan)]
)
def test_nan_is_a_missing_value(device: Device, kind: str, few: tuple[float, ...]):
    """As for `fmin` and `fmax`, in any order of the work items."""
    orders = np.array([*itertools.permutations(few)], np.float32)
    values = orders.ravel()
    found = device.run(f"{kind}_float", values.shape, 6, values, local=(4,))
    expected = {"min": np.fmin, "max": np.fmax}[kind].reduce(orders[0])
    assert (found[0] == expected).all()
    assert (found[3] == expected).all()


PATTERNS: dict[str, Callable[[int], bool]] = {
    "all": lambda i: True,
    "odd": lambda i: i % 2 == 1,
    "few": lambda i: i % 11 in (3, 4),
    "upper": lambda i: i % 32 >= 9,
    "one": lambda i: i % 32 == 17,
}


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize(("kind", "type_"), ACTIVE)
def test_of_active_work_items(device: Device, kind: str, type_: str, pattern: str):
    count = 2 * device.wave
    active = np.array([PATTERNS[pattern](i) for i in range(count)], np.uint8)
    values = numbers(type_, count, kind)
    found = device.run(f"active_{kind}_{type_}", (count,), 5, values, active)

    def on(size: int | None = None) -> list[list[int]]:
        return [[i for i in part if active[i]] for part in device.parts(count, size)]

    np.testing.assert_array_equal(found[:3], scanned(kind, values, on()))
    np.testing.assert_array_equal(found[3], scanned(kind, values, on(8))[0])
    # A cluster is at most the sub-group.
    np.testing.assert_array_equal(found[4], found[0])


@pytest.mark.parametrize("items", UNEVEN)
def test_waves_that_are_not_full(device: Device, items: int):
    """
    A known size that is not a multiple of the wave leaves lanes of its last wave without a
    work item: a reduction takes no value from them.
    """
    values = np.arange(items, dtype=np.int32) * 3 + 1
    found = device.run(f"of_{items}", (items,), 2, values)
    waves = [values[p.start : p.stop].sum() for p in device.parts(items) for _ in p]
    assert found.tolist() == [[values.sum()] * items, waves]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_votes(device: Device, size: tuple[int, ...]):
    count = math.prod(size)
    last = np.arange(count) == count - 1
    for values in (np.zeros(count), np.full(count, 5), last):
        found = device.run("votes", size, 4, values.astype(np.int32)) != 0
        sub = [
            (values[[*p]].any(), values[[*p]].all())
            for p in device.parts(count)
            for _ in p
        ]
        assert (found[0] == values.any()).all()
        assert (found[1] == values.all()).all()
        assert [*zip(*found[2:].tolist(), strict=True)] == sub


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("type_", ["double", "int"])
def test_moves(device: Device, type_: str, size: tuple[int, ...]):
    count, wave = math.prod(size), device.wave
    values = numbers(type_, count)
    lanes = (np.arange(count) * 7 + 3) % min(wave, count)
    found = device.run(f"moves_{type_}", size, 6, values, lanes.astype(np.uint32))
    assert (found[0] == values[-1]).all()
    own = np.arange(count) % wave
    first = np.arange(count) - own
    assert (found[1] == values[first]).all()
    sources = (lanes, own ^ lanes, own - lanes, own + lanes)
    for row, source in zip(found[2:], sources, strict=True):
        # The rest is undefined.
        defined = (source >= 0) & (source < wave) & (first + source < count)
        assert (row[defined] == values[(first + source)[defined]]).all()


def test_rotations(device: Device):
    values = numbers("double", 2 * device.wave)
    found = device.run("rotations", values.shape, 3, values)
    for row, delta, size in zip(found, (3, 5, -3), (device.wave, 8, 8), strict=True):
        wanted = np.roll(values.reshape(-1, size), -delta, axis=1)
        assert (row == wanted.ravel()).all()


def words(mask: int) -> list[int]:
    return [(mask >> 32 * i) & 0xFFFFFFFF for i in range(4)]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_ballots(device: Device, pattern: str):
    wave, count = device.wave, 2 * device.wave
    active = np.array([PATTERNS[pattern](i) for i in range(count)], np.uint8)
    values = np.random.default_rng(3).choice([0, 0, 5, -1], count).astype(np.int32)
    ballots = np.zeros((count, 4), np.uint32)
    out = np.zeros((5, count), np.int32)
    device.program["ballots"](count, count, values, active, out, ballots)
    for part in device.parts(count):
        on = [i for i in part if active[i]]
        some = [int(values[i]) for i in on]
        mask = sum(1 << i % wave for i in on if values[i])
        for i in on:
            elected, first, any_, all_, equal = out[:, i].tolist()
            assert bool(elected) == (i == on[0])
            assert first == some[0]
            assert [bool(any_), bool(all_)] == [any(some), all(some)]
            assert bool(equal) == (len(set(some)) == 1)
            assert ballots[i].tolist() == words(mask)


def test_queries_of_ballots(device: Device):
    wave, count = device.wave, 2 * device.wave
    source = np.random.default_rng(wave)
    ballots = source.integers(0, 1 << 32, (count, 4), np.uint32)
    ballots &= source.integers(0, 1 << 32, (count, 4), np.uint32)
    # A ballot without a work item has no lowest and no highest bit.
    ballots[:, 0] |= 1 << 5
    lanes = (np.arange(count, dtype=np.uint32) * 7 + 3) % wave
    out, masks = np.zeros((7, count), np.uint32), np.zeros((5, count, 4), np.uint32)
    device.program["queries"](count, count, ballots, lanes, out, masks)
    whole = (1 << wave) - 1
    for i in range(count):
        lane = i % wave
        m = sum(int(word) << 32 * k for k, word in enumerate(ballots[i])) & whole
        assert out[:, i].tolist() == [
            m.bit_count(),
            (m & (2 << lane) - 1).bit_count(),
            (m & (1 << lane) - 1).bit_count(),
            (m & -m).bit_length() - 1,
            m.bit_length() - 1,
            m >> int(lanes[i]) & 1,
            m >> lane & 1,
        ]
        own = 1 << lane
        relations = (own, whole & -own, whole & -2 * own, 2 * own - 1, own - 1)
        assert masks[:, i].tolist() == [words(relation) for relation in relations]


@pytest.mark.parametrize("items", [5, 8, 16, 32, 64])
def test_reductions_of_required_sizes(items: int):
    """A group of the required size combines values by halving a vector, a smaller one does not."""
    kinds = [*GROUPS, ("add", "long"), ("max", "uchar")]
    source = "".join(
        f"kernel __attribute__((reqd_work_group_size({items}, 1, 1))) void {kind}_{type_}("
        f"global const {type_} *x, global {type_} *y) {{ int i = get_global_id(0); "
        f"y[i] = work_group_reduce_{kind}(x[i]); }}\n"
        for kind, type_ in kinds
    )
    extension = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    program = Program.from_source(extension + source, options="-cl-std=CL3.0")
    rng = np.random.default_rng(items)
    for kind, type_ in kinds:
        x = rng.integers(0, 100, 2 * items + 3).astype(DTYPES[type_])
        if type_ == "float" and kind != "add":
            x[:: items + 1] = nan
        y = np.empty_like(x)
        program[f"{kind}_{type_}"](len(x), items, x, y)
        for start in range(0, len(x), items):
            part = slice(start, start + items)
            assert (y[part] == reduce(COMBINE[kind], x[part])).all(), (kind, type_)


def test_required_size_of_one_wave_needs_no_local_memory():
    for items, used in ((64, False), (128, True)):
        source = SourceFile("k.cl", OF_SIZE.format(items))
        ir = compile(source, TARGETS["gfx900"], options=OPTIONS).llvm_ir
        assert ("addrspace(3)" in ir) == used


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("in[1]", "needs a constant as its cluster size"),
        ("3", "clusters of 3 work items; the size is a power of two"),
        ("256", "clusters of 256 work items; the size is a power of two, at most 128"),
    ],
)
def test_wrong_clusters(size: str, message: str):
    text = (
        "#pragma OPENCL EXTENSION all : enable\n"
        "kernel void k(global int *in) { "
        f"in[0] = sub_group_clustered_reduce_add(in[0], {size}); }}"
    )
    with pytest.raises(CompileError, match=message):
        compile(SourceFile("k.cl", text), TARGETS["gfx900"], options=OPTIONS)
