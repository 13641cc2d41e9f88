"""
Group functions on amdgcn: what the lowering makes of them, run by a machine of waves.
"""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from typing import Any

import pytest
from lower_helpers import parse
from wave_machine import Machine, signed
from xdsl.context import Context
from xdsl.ir import SSAValue

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.transforms.sync.opencl_lower_sync import OpenCLLowerSyncPass

TARGETS = {
    "gfx900": Target(mcpu="gfx900"),
    "gfx1100": Target(mcpu="gfx1100"),
    "gfx1100-wave64": Target(mcpu="gfx1100", wave_size=64),
    "gfx700": Target(mcpu="gfx700"),
}
SIZES = [(7, 1, 1), (65, 1, 1), (10, 4, 3)]


def lowered(text: str, target: Target) -> KernelOp:
    module = parse(text, target)
    OpenCLLowerSyncPass().apply(Context(), module)
    module.verify()
    (kernel,) = (op for op in module.body.block.ops if isinstance(op, KernelOp))
    return kernel


@cache
def program(line: str, type: str, target: Target) -> tuple[KernelOp, SSAValue]:
    """
    A kernel of `line`, lowered, and its value `%r`.
    """
    kernel = lowered(
        f"""
        opencl.kernel @k(%x: {type}, %lane: i32, %out: !llvm.ptr<1>) {{
          {line}
          llvm.store %r, %out : {type}, !llvm.ptr<1>
          opencl.return
        }}
        """,
        target,
    )
    (use,) = kernel.body.block.args[2].uses
    result = use.operation.operands[0]
    use.operation.detach()
    return kernel, result


def run(
    line: str, type: str, sizes: tuple[int, int, int], target: Target, values: list[Any]
) -> list[Any]:
    """
    The result `%r` of `line`, whose operand is `%x`, in each work item.
    """
    kernel, result = program(line, type, target)
    block = kernel.body.block
    x, lane, _ = block.args
    half = target.processor.generation >= 10 and target.wave_size == 64
    machine = Machine(sizes, target.wave_size, half_permute=half)
    items = range(machine.items)
    lanes = [(i * 7 + 3) % min(target.wave_size, machine.items) for i in items]
    machine.run(block, {x: values, lane: lanes})
    return machine.values[result]


COMBINE: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "mul": operator.mul,
    "min": min,
    "max": max,
    "umin": min,
    "umax": max,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def identity(kind: str, type: str) -> Any:
    if type.startswith("f"):
        return {"mul": 1.0, "min": math.inf, "max": -math.inf}.get(kind, 0.0)
    bits = int(type[1:])
    return {
        "mul": 1,
        "min": (1 << (bits - 1)) - 1,
        "max": -(1 << (bits - 1)),
        "umin": (1 << bits) - 1,
        "and": -1,
    }.get(kind, 0)


def numbers(type: str, count: int, kind: str) -> list[Any]:
    source = random.Random(f"{type}{kind}{count}")
    if type.startswith("f"):
        # Sums and products of these are exact in any order.
        choices = (1.0, -1.0, 2.0, 0.5) if kind == "mul" else range(-8, 9)
        few = [float(source.choice(choices)) for _ in range(count)]
        if kind == "mul":
            return [v if abs(v) == 1 or i % 17 == 0 else 1.0 for i, v in enumerate(few)]
        return few
    bits = int(type[1:])
    return [source.getrandbits(bits) for _ in range(count)]


def scans(kind: str, type: str, values: list[Any]) -> tuple[list[Any], list[Any]]:
    """
    Inclusive and exclusive, each of one more element than needed.
    """
    function = COMBINE[kind]
    start = identity(kind, type)
    if type.startswith("i") and kind in ("min", "max", "add", "mul"):
        values = [signed(v, int(type[1:])) for v in values]
    exclusive = list(accumulate(values, function, initial=start))
    return exclusive[1:], exclusive[:-1]


def plain(type: str, value: Any) -> Any:
    return value % (1 << int(type[1:])) if type.startswith("i") else value


CASES = [
    ("add", "i32"),
    ("add", "f32"),
    ("mul", "f64"),
    ("min", "i32"),
    ("max", "i64"),
    ("umax", "i8"),
    ("min", "f16"),
    ("xor", "i16"),
]


@pytest.mark.parametrize(
    ("name", "kind", "type"),
    [
        (name, *case)
        for name in TARGETS
        for case in (CASES if name in ("gfx900", "gfx1100") else CASES[1:3])
    ],
)
def test_scans_and_reductions(name: str, kind: str, type: str):
    target = TARGETS[name]
    wave = target.wave_size
    for sizes in SIZES[1:2] if name == "gfx700" else SIZES:
        count = math.prod(sizes)
        values = numbers(type, count, kind)
        groups = {"work_group": [values]}
        groups["sub_group"] = [values[i : i + wave] for i in range(0, count, wave)]
        for group, parts in groups.items():
            both = [scans(kind, type, part) for part in parts]
            expected = {
                "scan_inclusive": [v for inclusive, _ in both for v in inclusive],
                "scan_exclusive": [v for _, exclusive in both for v in exclusive],
                "reduce": [i[-1] for i, _ in both for _ in i],
            }
            for function, wanted in expected.items():
                line = f"%r = opencl.{group}_{function} {kind} %x : {type}"
                found = run(line, type, sizes, target, values)
                assert found == [plain(type, v) for v in wanted], (line, sizes)


@pytest.mark.parametrize("name", list(TARGETS))
def test_votes(name: str):
    target = TARGETS[name]
    wave = target.wave_size
    for sizes in SIZES:
        count = math.prod(sizes)
        for values in (
            [0] * count,
            [5] * count,
            [int(i == count - 1) for i in range(count)],
        ):
            waves = [
                values[i // wave * wave : (i // wave + 1) * wave] for i in range(count)
            ]
            for group, parts in (("work", [values] * count), ("sub", waves)):
                for function in (any, all):
                    line = f"%r = opencl.{group}_group_{function.__name__} %x"
                    found = run(line, "i32", sizes, target, values)
                    assert found == [int(function(p)) for p in parts], (line, sizes)


@pytest.mark.parametrize("name", list(TARGETS))
@pytest.mark.parametrize("type", ["f64", "i8"])
def test_broadcast_and_shuffle(name: str, type: str):
    target = TARGETS[name]
    wave = target.wave_size
    for sizes in SIZES:
        count = math.prod(sizes)
        values = numbers(type, count, "add")
        ids = [s - 1 for s in sizes]
        index = (ids[2] * sizes[1] + ids[1]) * sizes[0] + ids[0]
        line = "\n".join(
            f"%c{d} = llvm.mlir.constant({n} : i64) : i64" for d, n in enumerate(ids)
        )
        line += f"\n%r = opencl.work_group_broadcast %x[%c0, %c1, %c2] : {type}, i64, i64, i64"
        assert run(line, type, sizes, target, values) == [values[index]] * count

        line = (
            "%c = llvm.mlir.constant(0 : i32) : i32\n"
            f"%r = opencl.sub_group_broadcast %x[%c] : {type}"
        )
        first = [values[i // wave * wave] for i in range(count)]
        assert run(line, type, sizes, target, values) == first

        span = min(wave, count)
        sources: dict[str, Callable[[int, int], int]] = {
            "": lambda lane, other: other,
            "_xor": lambda lane, other: lane ^ other,
            "_up": lambda lane, other: lane - other,
            "_down": lambda lane, other: lane + other,
        }
        for suffix, source in sources.items():
            line = f"%r = opencl.sub_group_shuffle{suffix} %x[%lane] : {type}"
            found = run(line, type, sizes, target, values)
            for i in range(count):
                lane = source(i % wave, (i * 7 + 3) % span)
                other = i // wave * wave + lane
                # The rest is undefined.
                if 0 <= lane < wave and other < count:
                    assert found[i] == values[other], (line, sizes, i)


def test_required_size_of_one_wave_needs_no_local_memory():
    attributes = " attributes {reqd_work_group_size = array<i32: 64, 1, 1>}"
    kernel = lowered(
        f"""
        opencl.kernel @k(%x: i32, %out: !llvm.ptr<1>){attributes} {{
          %r = opencl.work_group_reduce add %x : i32
          llvm.store %r, %out : i32, !llvm.ptr<1>
          opencl.return
        }}
        """,
        TARGETS["gfx900"],
    )
    names = [op.name for op in kernel.walk()]
    assert "llvm.mlir.addressof" not in names
    assert "llvm.fence" not in names


@pytest.mark.parametrize("target", list(TARGETS))
@pytest.mark.parametrize("items", [7, 40, 64, 96, 128])
def test_waves_that_are_not_full(items: int, target: str):
    """
    A known work-group size that is not a multiple of the wave leaves lanes of its last wave
    without a work item: a reduction takes no value from them.
    """
    kernel = lowered(
        f"""
        opencl.kernel @k(%x: i32, %out: !llvm.ptr<1>) attributes {{
            reqd_work_group_size = array<i32: {items}, 1, 1>,
            passthrough = [["uniform-work-group-size", "true"]]}} {{
          %r = opencl.work_group_reduce add %x : i32
          %s = opencl.sub_group_reduce add %x : i32
          llvm.store %r, %out : i32, !llvm.ptr<1>
          llvm.store %s, %out : i32, !llvm.ptr<1>
          opencl.return
        }}
        """,
        TARGETS[target],
    )
    block = kernel.body.block
    stores = [use.operation for use in block.args[1].uses]
    results = [store.operands[0] for store in stores]
    for store in stores:
        store.detach()
    wave = TARGETS[target].wave_size
    machine = Machine((items, 1, 1), wave)
    values = [3 * i + 1 for i in range(items)]
    machine.run(block, {block.args[0]: values})
    found = {tuple(machine.values[result]) for result in results}
    waves = [sum(values[i // wave * wave :][:wave]) for i in range(items)]
    assert found == {tuple([sum(values)] * items), tuple(waves)}
