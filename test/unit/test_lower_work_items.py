"""
Work-item functions against OpenCL's definitions: the lowered code is run for every
work-item of small launches, with the packet and the hidden block that a runtime would
give it (AMDGPUUsage, "Code Object V5 Metadata"; HSA Runtime 1.2, section 2.6).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod

import pytest
from lower_helpers import evaluate, parse, run
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.kernel import KernelOp

Vector = tuple[int, int, int]


@dataclass(frozen=True)
class Launch:
    """An enqueued range; dimensions from `dimensions` on have size 1."""

    dimensions: int
    global_size: Vector
    local_size: Vector
    offset: Vector

    @property
    def groups(self) -> Vector:
        x, y, z = (
            -(-g // s) for g, s in zip(self.global_size, self.local_size, strict=True)
        )
        return x, y, z

    def actual(self, group: Vector) -> Vector:
        """The size of one work-group; the last of a dimension may be smaller."""
        x, y, z = (
            min(s, g - i * s)
            for g, s, i in zip(self.global_size, self.local_size, group, strict=True)
        )
        return x, y, z

    def packet(self) -> bytes:
        return struct.pack(
            "<HHHHHHIII", 0, self.dimensions, *self.local_size, 0, *self.global_size
        ).ljust(64, b"\0")

    def hidden(self, target: Target) -> bytes:
        if target.abi is Abi.MESA3D or target.abi is Abi.R600:
            return struct.pack("<IIII", self.dimensions, *self.offset)
        if target.code_object_version == 4:
            return struct.pack("<QQQ", *self.offset).ljust(56, b"\0")
        counts = [
            g // s for g, s in zip(self.global_size, self.local_size, strict=True)
        ]
        rest = [g % s for g, s in zip(self.global_size, self.local_size, strict=True)]
        block = struct.pack("<IIIHHHHHH", *counts, *self.local_size, *rest)
        block = block.ljust(40, b"\0") + struct.pack(
            "<QQQH", *self.offset, self.dimensions
        )
        return block.ljust(256, b"\0")


PARTIAL = Launch(3, (7, 5, 3), (3, 2, 2), (10, 20, 30))
EVEN = Launch(3, (8, 4, 2), (4, 2, 1), (1, 2, 3))
FLAT = Launch(1, (9, 1, 1), (4, 1, 1), (0, 0, 0))
WIDE = Launch(2, (200, 2, 1), (100, 1, 1), (5, 0, 0))

TARGETS = {
    "v4": Target(Abi.AMDHSA, "gfx900", code_object_version=4),
    "v5": Target(Abi.AMDHSA, "gfx1100", code_object_version=5),
    "v6": Target(Abi.AMDHSA, "gfx1030", code_object_version=6, wave_size=64),
    "mesa3d": Target(Abi.MESA3D, "gfx803"),
    "r600": Target(Abi.R600, "juniper"),
}

QUERIES: dict[str, Callable[[Launch, Vector, Vector, int], int]] = {
    "global_id": lambda n, g, i, d: n.offset[d] + g[d] * n.local_size[d] + i[d],
    "global_size": lambda n, g, i, d: n.global_size[d],
    "global_offset": lambda n, g, i, d: n.offset[d],
    "local_id": lambda n, g, i, d: i[d],
    "local_size": lambda n, g, i, d: n.actual(g)[d],
    "enqueued_local_size": lambda n, g, i, d: n.local_size[d],
    "num_groups": lambda n, g, i, d: n.groups[d],
    "group_id": lambda n, g, i, d: g[d],
}
"""OpenCL C 3.0, section 6.15.1."""

NO_DIMENSIONS = (3, 4, 255, 2**31, 2**32 - 1)
"""Legal arguments of the queries, which take a `uint` (OpenCL C 3.0, 6.15.1)."""
OUT_OF_RANGE = {name: int("size" in name or "groups" in name) for name in QUERIES}


def local_linear(n: Launch, g: Vector, i: Vector) -> int:
    x, y, _ = n.actual(g)
    return (i[2] * y + i[1]) * x + i[0]


def global_linear(n: Launch, g: Vector, i: Vector) -> int:
    x, y, z = (g[d] * n.local_size[d] + i[d] for d in range(3))
    return (z * n.global_size[1] + y) * n.global_size[0] + x


def intrinsics(n: Launch, g: Vector, i: Vector) -> dict[str, Callable[..., int]]:
    lane = local_linear(n, g, i) % 64

    # Bits of the mask below this lane, in the lower and the upper half of the wave.
    def low(mask: int, base: int) -> int:
        return base + min(lane, 32)

    def high(mask: int, base: int) -> int:
        return base + max(lane - 32, 0)

    values: dict[str, Callable[..., int]] = {
        "llvm.amdgcn.mbcnt.lo": low,
        "llvm.amdgcn.mbcnt.hi": high,
    }
    for d, axis in enumerate("xyz"):
        for name, value in (
            (f"llvm.amdgcn.workitem.id.{axis}", i[d]),
            (f"llvm.amdgcn.workgroup.id.{axis}", g[d]),
            (f"llvm.r600.read.tidig.{axis}", i[d]),
            (f"llvm.r600.read.tgid.{axis}", g[d]),
            (f"llvm.r600.read.ngroups.{axis}", n.groups[d]),
            (f"llvm.r600.read.global.size.{axis}", n.global_size[d]),
            (f"llvm.r600.read.local.size.{axis}", n.local_size[d]),
        ):
            values[name] = partial(int, value)
    return values


def items(n: Launch) -> Iterator[tuple[Vector, Vector]]:
    for gz, gy, gx in product(*map(range, reversed(n.groups))):
        group = gx, gy, gz
        for z, y, x in product(*map(range, reversed(n.actual(group)))):
            yield group, (x, y, z)


def check(
    lines: list[str],
    expected: Callable[[Launch, Vector, Vector], list[int]],
    launch: Launch,
    target: Target,
    attributes: str = "",
    arguments: tuple[int, ...] = (),
) -> None:
    """
    The values `%0`, `%1`, ... that `lines` define, for every work-item of `launch`.
    """
    types = [line.rsplit(" : ", 1)[1] for line in lines]
    body = "\n".join(f"%v{k} = {line}" for k, line in enumerate(lines))
    sink = f'"test.sink"({", ".join(f"%v{k}" for k in range(len(lines)))})'
    parameters = ", ".join(f"%a{k}: i32" for k in range(len(arguments)))
    text = f"""opencl.kernel @k({parameters}) {attributes} {{
      {body}
      {sink} : ({", ".join(types)}) -> ()
      opencl.return
    }}"""
    module = run(parse(text, target), "opencl-lower-work-items")
    kernel = module.body.block.first_op
    assert isinstance(kernel, KernelOp)
    segments = {"dispatch": launch.packet(), "implicit": launch.hidden(target)}
    for group, item in items(launch):
        (found,) = evaluate(
            kernel.body.block.ops,
            dict(zip(kernel.args, arguments, strict=True)),
            intrinsics=intrinsics(launch, group, item),
            segments=segments,
        )
        assert found == expected(launch, group, item), (group, item)


def launches(target: Target) -> tuple[Launch, ...]:
    # Clover has no partial work-groups.
    partial = (PARTIAL, FLAT) if target.abi is Abi.AMDHSA else ()
    return (EVEN, *partial)


@pytest.mark.parametrize("type", ["i64", "i32", "index"])
@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_queries_of_a_dimension(target: Target, type: str) -> None:
    dimensions = (*range(3), *NO_DIMENSIONS)
    lines = [f"opencl.get_{q} {d} : {type}" for q in QUERIES for d in dimensions]

    def expected(n: Launch, g: Vector, i: Vector) -> list[int]:
        return [
            query(n, g, i, d) if d < 3 else OUT_OF_RANGE[name]
            for name, query in QUERIES.items()
            for d in dimensions
        ]

    for launch in launches(target):
        check(lines, expected, launch, target)


@pytest.mark.parametrize("dimension", [0, 1, 2, *NO_DIMENSIONS])
@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_dimension_as_a_value(target: Target, dimension: int) -> None:
    lines = [f"opencl.get_{q} %a0 : i64" for q in QUERIES]

    def expected(n: Launch, g: Vector, i: Vector) -> list[int]:
        return [
            query(n, g, i, dimension) if dimension < 3 else OUT_OF_RANGE[name]
            for name, query in QUERIES.items()
        ]

    check(lines, expected, EVEN, target, arguments=(dimension,))


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_work_dim_and_linear_ids(target: Target) -> None:
    lines = [
        "opencl.get_work_dim : i32",
        "opencl.get_global_linear_id : i64",
        "opencl.get_local_linear_id : i32",
    ]

    def expected(n: Launch, g: Vector, i: Vector) -> list[int]:
        return [n.dimensions, global_linear(n, g, i), local_linear(n, g, i)]

    for launch in launches(target):
        check(lines, expected, launch, target)


@pytest.mark.parametrize("name", ["v4", "v5", "v6", "mesa3d"])
def test_sub_groups(name: str) -> None:
    target = TARGETS[name]
    wave = target.wave_size
    lines = [
        f"opencl.get_{query} : i32"
        for query in (
            "sub_group_size",
            "max_sub_group_size",
            "num_sub_groups",
            "enqueued_num_sub_groups",
            "sub_group_id",
        )
    ]

    def expected(n: Launch, g: Vector, i: Vector) -> list[int]:
        size, most = prod(n.actual(g)), prod(n.local_size)
        number = local_linear(n, g, i) // wave
        return [
            min(wave, size - number * wave),
            min(wave, most),
            -(-size // wave),
            -(-most // wave),
            number,
        ]

    for launch in (*launches(target), WIDE):
        check(lines, expected, launch, target)


@pytest.mark.parametrize("name", ["v4", "v6"])
def test_lane(name: str) -> None:
    def expected(n: Launch, g: Vector, i: Vector) -> list[int]:
        return [local_linear(n, g, i) % 64]

    lines = ["opencl.get_sub_group_local_id : i32"]
    check(lines, expected, WIDE, TARGETS[name])


@pytest.mark.parametrize("name", ["v4", "v5"])
def test_required_size(name: str) -> None:
    """With a required size the groups may still be partial."""
    attributes = "attributes {reqd_work_group_size = array<i32: 4, 1, 1>}"
    lines = [f"opencl.get_{q} {d} : i64" for q in QUERIES for d in range(3)]

    def expected(n: Launch, g: Vector, i: Vector) -> list[int]:
        return [query(n, g, i, d) for query in QUERIES.values() for d in range(3)]

    check(lines, expected, FLAT, TARGETS[name], attributes)


@pytest.mark.parametrize("name", ["v4", "v5"])
def test_uniform_groups(name: str) -> None:
    attributes = 'attributes {passthrough = [["uniform-work-group-size", "true"]]}'
    lines = [f"opencl.get_{q} {d} : i64" for q in QUERIES for d in range(3)]

    def expected(n: Launch, g: Vector, i: Vector) -> list[int]:
        return [query(n, g, i, d) for query in QUERIES.values() for d in range(3)]

    check(lines, expected, EVEN, TARGETS[name], attributes)


def test_r600_has_no_sub_groups() -> None:
    module = parse(
        "opencl.kernel @k() { %0 = opencl.get_sub_group_id : i32 opencl.return }",
        TARGETS["r600"],
    )
    with pytest.raises(PassFailedException, match="ABI r600 has no sub-groups"):
        run(module, "opencl-lower-work-items")
