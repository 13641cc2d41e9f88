"""
Sub-group functions of the active work items: on amdgcn run by a machine of waves with
lanes switched off, on the host by the CPU device.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from frontend_helpers import needs_clang
from long_runs import LONG
from test_builtins_groups import COMBINE, TARGETS, identity, lowered, numbers, plain
from wave_machine import JUNK, Machine, signed
from xdsl.ir import SSAValue

from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.diagnostics import CompileError
from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.runtime import Program
from xdsl_opencl.source import SourceFile

FEW_TARGETS = list(TARGETS) if LONG else ["gfx900", "gfx1100"]
WAVES = 2
PATTERNS: dict[str, Callable[[int], bool]] = {
    "all": lambda i: True,
    "odd": lambda i: i % 2 == 1,
    "few": lambda i: i % 11 in (3, 4),
    "upper": lambda i: i % 32 >= 9,
    "one": lambda i: i % 32 == 17,
}
FEW_PATTERNS = list(PATTERNS) if LONG else ["few"]


def run(
    line: str,
    type: str,
    result: str,
    target: Target,
    values: Sequence[Any],
    active: Sequence[bool],
    ballots: Sequence[list[int]] = (),
) -> list[Any]:
    """
    `%r` in each work item; operands are `%x`, `%lane` (its number plus 5) and `%b`.
    """
    kernel = lowered(
        f"""
        opencl.kernel @k(%x: {type}, %lane: i32, %b: vector<4xi32>, %out: !llvm.ptr<1>) {{
          {line}
          llvm.store %r, %out : {result}, !llvm.ptr<1>
          opencl.return
        }}
        """,
        target,
    )
    block = kernel.body.block
    x, lane, ballot, out = block.args
    (use,) = out.uses
    value = use.operation.operands[0]
    use.operation.detach()
    wave = target.wave_size
    half = target.processor.generation >= 10 and wave == 64
    machine = Machine((len(values), 1, 1), wave, half_permute=half, active=active)
    items = range(len(values))
    junk: Any = float(JUNK % 97) if type.startswith("f") else JUNK % 251
    held = [v if on else junk for v, on in zip(values, active, strict=True)]
    lanes = [(i * 7 + 3) % wave for i in items]
    inputs: dict[SSAValue, list[Any]] = {x: held, lane: lanes}
    inputs[ballot] = list(ballots) or [[0] * 4] * len(values)
    machine.run(block, inputs)
    return machine.values[value]


def parts(target: Target, size: int | None = None) -> list[range]:
    wave = target.wave_size if size is None else size
    return [range(i, i + wave) for i in range(0, WAVES * target.wave_size, wave)]


def check(
    found: Sequence[Any], wanted: dict[int, Any], type: str, message: object
) -> None:
    assert {i: found[i] for i in wanted} == {
        i: plain(type, v) for i, v in wanted.items()
    }, message


CASES = [("add", "i32"), ("mul", "f32"), ("min", "i64"), ("umax", "i8"), ("and", "i16")]


@pytest.mark.parametrize("pattern", FEW_PATTERNS)
@pytest.mark.parametrize("name", FEW_TARGETS)
def test_reductions_and_scans(name: str, pattern: str):
    target = TARGETS[name]
    count = WAVES * target.wave_size
    active = [PATTERNS[pattern](i) for i in range(count)]
    for kind, type in CASES if LONG else random.Random(name).sample(CASES, 2):
        values = numbers(type, count, kind)
        if type.startswith("i") and kind in ("min", "add"):
            values = [signed(v, int(type[1:])) for v in values]
        function, start = COMBINE[kind], identity(kind, type)
        wanted: dict[str, dict[int, Any]] = {
            "reduce": {},
            "scan_inclusive": {},
            "scan_exclusive": {},
        }
        for part in parts(target):
            total = start
            on = [i for i in part if active[i]]
            for i in on:
                wanted["scan_exclusive"][i] = total
                total = function(total, values[i])
                wanted["scan_inclusive"][i] = total
            wanted["reduce"].update(dict.fromkeys(on, total))
        for operation, expected in wanted.items():
            line = f"%r = opencl.sub_group_non_uniform_{operation} {kind} %x : {type}"
            unsigned = [plain(type, v) for v in values]
            check(run(line, type, type, target, unsigned, active), expected, type, line)


@pytest.mark.parametrize("pattern", FEW_PATTERNS)
@pytest.mark.parametrize("name", FEW_TARGETS)
def test_clusters(name: str, pattern: str):
    target = TARGETS[name]
    count = WAVES * target.wave_size
    active = [PATTERNS[pattern](i) for i in range(count)]
    for size in (1, 4, 16, target.wave_size) if LONG else (8, target.wave_size):
        for kind, type in (("add", "i32"), ("max", "f32"))[: 1 + LONG]:
            values = numbers(type, count, kind)
            wanted: dict[int, Any] = {}
            for part in parts(target, size):
                on = [i for i in part if active[i]]
                if on:
                    total = functools.reduce(COMBINE[kind], [values[i] for i in on])
                    wanted.update(dict.fromkeys(on, total))
            line = f"%r = opencl.sub_group_clustered_reduce {kind} %x cluster {size} : {type}"
            check(run(line, type, type, target, values, active), wanted, type, line)


@pytest.mark.parametrize("name", FEW_TARGETS)
def test_rotate(name: str):
    target = TARGETS[name]
    count = WAVES * target.wave_size
    values = numbers("f64", count, "add")
    active = [True] * count
    for size in (8, target.wave_size):
        for delta in (0, 1, 5, -3, 70) if LONG else (5, -3):
            line = f"""%d = llvm.mlir.constant({delta} : i32) : i32
            %r = opencl.sub_group_rotate %x by %d, cluster {size} : f64"""
            wanted = {
                i: values[part[(i - part[0] + delta) % size]]
                for part in parts(target, size)
                for i in part
            }
            check(run(line, "f64", "f64", target, values, active), wanted, "f64", line)
    line = """%d = llvm.mlir.constant(3 : i32) : i32
    %r = opencl.sub_group_rotate %x by %d : f64"""
    wanted = {
        i: values[part[(i - part[0] + 3) % len(part)]]
        for part in parts(target)
        for i in part
    }
    check(run(line, "f64", "f64", target, values, active), wanted, "f64", line)


def bits(mask: int) -> list[int]:
    return [(mask >> 32 * i) & 0xFFFFFFFF for i in range(4)]


@pytest.mark.parametrize("pattern", FEW_PATTERNS)
@pytest.mark.parametrize("name", FEW_TARGETS)
def test_ballots_and_votes(name: str, pattern: str):
    target = TARGETS[name]
    wave = target.wave_size
    count = WAVES * wave
    active = [PATTERNS[pattern](i) for i in range(count)]
    source = random.Random(f"{name}{pattern}")
    values = [source.choice((0, 0, 5, -1)) % 2**32 for _ in range(count)]
    wanted: dict[str, dict[int, Any]] = {}

    def expect(line: str, of: Callable[[int, list[int]], Any]) -> None:
        expected = wanted.setdefault(line, {})
        for part in parts(target):
            on = [i for i in part if active[i]]
            expected.update({i: of(i, on) for i in on})

    def some(i: int, on: list[int]) -> int:
        return sum(1 << j % wave for j in on if values[j])

    expect("elect", lambda i, on: int(i == on[0]))
    expect("broadcast_first %x : i32", lambda i, on: values[on[0]])
    expect("any %x", lambda i, on: int(any(values[j] for j in on)))
    expect("all %x", lambda i, on: int(all(values[j] for j in on)))
    expect(
        "non_uniform_all_equal %x : i32",
        lambda i, on: int(len({values[j] for j in on}) == 1),
    )
    for line, expected in wanted.items():
        found = run(
            f"%r = opencl.sub_group_{line}", "i32", "i32", target, values, active
        )
        check(found, expected, "i32", line)
    line = "%r = opencl.sub_group_ballot %x"
    found = run(line, "i32", "vector<4xi32>", target, values, active)
    for part in parts(target):
        on = [i for i in part if active[i]]
        for i in on:
            assert found[i] == bits(some(i, on)), (line, i)


@pytest.mark.parametrize("name", list(TARGETS))
def test_queries_of_ballots(name: str):
    target = TARGETS[name]
    wave = target.wave_size
    source = random.Random(name)
    masks = [
        source.getrandbits(128) & source.getrandbits(128) for _ in range(WAVES * wave)
    ]
    # A ballot without a work item has no lowest and no highest bit.
    masks = [m | 1 << source.randrange(wave) for m in masks]
    active = [True] * len(masks)
    ballots = [bits(m) for m in masks]
    whole = (1 << wave) - 1
    queries: dict[str, Callable[[int, int], int]] = {
        "query bit_count %b": lambda m, lane: (m & whole).bit_count(),
        "query inclusive_scan %b": lambda m, lane: (m & (2 << lane) - 1).bit_count(),
        "query exclusive_scan %b": lambda m, lane: (m & (1 << lane) - 1).bit_count(),
        "query find_lsb %b": lambda m, lane: (m & -m & whole).bit_length() - 1,
        "query find_msb %b": lambda m, lane: (m & whole).bit_length() - 1,
        "bit_extract %b[%lane]": lambda m, lane: m >> (lane * 7 + 3) % wave & 1,
    }
    lines = {f"ballot_{line}": of for line, of in queries.items()}
    lines["inverse_ballot %b"] = lambda m, lane: m >> lane & 1
    for line, of in lines.items():
        text = f"%r = opencl.sub_group_{line}"
        found = run(text, "i32", "i32", target, [0] * len(masks), active, ballots)
        # Numbers of lanes repeat in each wave, and so do those in `%lane`.
        wanted = [
            of(m, i % wave) if "%lane" not in line else m >> (i * 7 + 3) % wave & 1
            for i, m in enumerate(masks)
        ]
        assert found == wanted, line
    relations: dict[str, Callable[[int], int]] = {
        "eq": lambda lane: 1 << lane,
        "ge": lambda lane: whole & -(1 << lane),
        "gt": lambda lane: whole & -(2 << lane),
        "le": lambda lane: (2 << lane) - 1,
        "lt": lambda lane: (1 << lane) - 1,
    }
    for relation, mask in relations.items():
        text = f"%r = opencl.get_sub_group_mask {relation}"
        found = run(text, "i32", "vector<4xi32>", target, [0] * len(masks), active)
        assert found == [bits(mask(i % wave)) for i in range(len(masks))], relation


def test_cluster_larger_than_a_wave():
    # A cluster is at most the whole sub-group: 5 for each of 32 or 64 work items.
    text = "%r = opencl.sub_group_clustered_reduce add %x cluster 128 : i32"
    for name, total in (("gfx900", 320), ("gfx1100", 160)):
        target = TARGETS[name]
        lanes = target.wave_size
        assert run(text, "i32", "i32", target, [5] * lanes, [True] * lanes) == (
            [total] * lanes
        )


HOST = """
#pragma OPENCL EXTENSION all : enable
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0), x = in[i];
  global int *o = out + 24 * i;
  o[0] = sub_group_elect();
  o[1] = sub_group_non_uniform_reduce_add(x);
  o[2] = sub_group_non_uniform_scan_inclusive_mul(x);
  o[3] = sub_group_non_uniform_scan_exclusive_min(x);
  o[4] = sub_group_non_uniform_reduce_logical_and(x);
  o[5] = sub_group_non_uniform_scan_exclusive_logical_and(x);
  o[6] = sub_group_non_uniform_scan_exclusive_logical_or(x);
  uint4 b = sub_group_ballot(x);
  o[7] = b.x; o[8] = b.y | b.z | b.w;
  o[9] = sub_group_ballot_bit_count((uint4)(0xFF, 1, 1, 1));
  o[10] = sub_group_ballot_inclusive_scan((uint4)(3, 0, 0, 0));
  o[11] = sub_group_ballot_exclusive_scan((uint4)(3, 0, 0, 0));
  o[12] = sub_group_ballot_find_lsb((uint4)(1, 0, 0, 0));
  o[13] = sub_group_inverse_ballot((uint4)(2, 0, 0, 0));
  o[14] = sub_group_ballot_bit_extract((uint4)(0, 4, 0, 0), 34);
  o[15] = get_sub_group_ge_mask().x;
  o[16] = get_sub_group_gt_mask().x;
  o[17] = sub_group_non_uniform_all_equal((float)x);
  o[18] = sub_group_rotate(x, 3);
  o[19] = sub_group_broadcast_first(x);
  o[20] = sub_group_non_uniform_broadcast(x, 0);
  o[21] = sub_group_non_uniform_any(x);
  o[22] = sub_group_clustered_reduce_max(x, 1);
  o[23] = sub_group_clustered_rotate(x, 3, 1);
}
"""


@needs_clang
def test_host_has_sub_groups_of_one():
    given = np.array([7, 0, -3], np.int32)
    found = np.zeros((3, 24), np.int32)
    Program.from_source(HOST, "-cl-std=CL3.0")["k"](3, 1, given, found)
    for x, row in zip(given.tolist(), found.tolist(), strict=True):
        holds = int(x != 0)
        assert row == [
            *(1, x, x, 2**31 - 1, holds, 1, 0, holds, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1),
            *(x, x, x, holds, x, x),
        ]


@needs_clang
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
    options = BuildOptions("CL3.0")
    target = Target(mcpu="gfx900")
    compilation = Compilation(SourceFile("k.cl", text), target, build=options)
    with pytest.raises(CompileError, match=message):
        assert compilation.llvm_ir
