"""
Kernels are cut in the right places, and the values that work items agree on are found.

The control flow graphs are written as text; the expectations are worked out by hand.
"""

from __future__ import annotations

import pytest
from lower_helpers import context
from texts import parts
from xdsl.dialects import llvm
from xdsl.ir import Block, Operation, Region
from xdsl.parser import Parser

from xdsl_opencl.analysis.cfg import post_dominators, predecessors
from xdsl_opencl.analysis.uniformity import Uniformity
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.sync import BarrierOp
from xdsl_opencl.dialects.opencl.work_item import GetLocalIdOp
from xdsl_opencl.transforms.work_groups.barriers.barrier_storage import outlives_region
from xdsl_opencl.transforms.work_groups.barriers.barriers import (
    find_regions,
    has_cycle,
    successors,
)
from xdsl_opencl.transforms.work_groups.opencl_form_work_groups import (
    OpenCLFormWorkGroupsPass,
)

TEXTS = parts("work_group_regions.mlir")
DIAMOND = TEXTS["DIAMOND"]
LOOP = TEXTS["LOOP"]
USED_LOOP = TEXTS["USED_LOOP"]
NESTED = TEXTS["NESTED"]
SWITCH = TEXTS["SWITCH"]
ONE_SUCCESSOR = TEXTS["ONE_SUCCESSOR"]
RETURNS = TEXTS["RETURNS"]
ENDLESS = """
  llvm.br ^head(%one : i32)
^head(%i: i32):
  llvm.cond_br %c, ^left, ^right
^left:
  llvm.br ^head(%one : i32)
^right:
  llvm.br ^head(%two : i32)
"""


def body(text: str, *, condition: str = "uniform", limit: str = "uniform") -> Region:
    """A kernel's body that begins with `%one`, `%two`, `%c`, `%limit`, then `text`."""
    varying = {"uniform": "%n", "varying": "%id"}
    source = f"""
opencl.kernel @k(%n: i32) {{
  %id = opencl.get_local_id 0 : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %c = llvm.icmp "slt" {varying[condition]}, %two : i32
  %limit = llvm.add {varying[limit]}, %one : i32
{text}}}
"""
    module = Parser(context(), source).parse_module()
    module.verify()
    kernel = module.body.block.first_op
    assert isinstance(kernel, KernelOp)
    region = kernel.detach_region(kernel.body)
    return region


def is_barrier(op: Operation) -> bool:
    return isinstance(op, BarrierOp)


def block_of(region: Region, value: str) -> Block:
    for block in region.blocks:
        results = [r for op in block.ops for r in op.results]
        if value in [v.name_hint for v in (*block.args, *results)]:
            return block
    raise KeyError(value)


def analyse(region: Region) -> Uniformity:
    regions = find_regions(region, is_barrier)
    entry = region.first_block
    assert entry is not None

    def varies(op: Operation) -> bool | None:
        return True if isinstance(op, GetLocalIdOp) else None

    return Uniformity(
        regions.order,
        lambda block: successors(block, regions.continuation),
        varies,
        set(entry.args),
    )


def varying(region: Region) -> set[str | None]:
    found = {value.name_hint for value in analyse(region).varying}
    return found - {"id", "c", "limit"}


@pytest.mark.parametrize(
    ("text", "condition", "limit", "expected"),
    [
        (DIAMOND, "uniform", "uniform", set[str]()),
        (DIAMOND, "varying", "uniform", {"chosen"}),
        (LOOP, "uniform", "uniform", set[str]()),
        (LOOP, "uniform", "varying", {"more"}),
        (USED_LOOP, "uniform", "varying", {"i", "more", "next", "late"}),
        (NESTED, "uniform", "uniform", set[str]()),
        (NESTED, "uniform", "varying", {"j", "k", "again"}),
        (NESTED, "varying", "uniform", set[str]()),
        (SWITCH, "uniform", "uniform", set[str]()),
        (SWITCH, "uniform", "varying", {"chosen", "d"}),
        (ONE_SUCCESSOR, "uniform", "uniform", set[str]()),
        (ONE_SUCCESSOR, "varying", "uniform", {"chosen"}),
        (RETURNS, "uniform", "uniform", set[str]()),
        (RETURNS, "varying", "uniform", set[str]()),
        (ENDLESS, "uniform", "uniform", set[str]()),
        (ENDLESS, "varying", "uniform", {"i"}),
    ],
)
def test_varying_values(
    text: str, condition: str, limit: str, expected: set[str]
) -> None:
    assert varying(body(text, condition=condition, limit=limit)) == expected


def test_blocks_that_not_all_work_items_run() -> None:
    region = body(DIAMOND, condition="varying")
    partial = analyse(region).partial
    assert len(partial) == 2
    assert block_of(region, "chosen") not in partial
    # Work items run a loop's body different numbers of times.
    region = body(USED_LOOP, limit="varying")
    assert block_of(region, "next") in analyse(region).partial
    assert not analyse(body(LOOP)).partial


def test_blocks_from_which_work_items_leave() -> None:
    """Those that stay are all there is: nothing divides them."""
    for text, value in ((RETURNS, "one"), (LOOP, "more")):
        region = body(text, condition="varying", limit="varying")
        found = analyse(region)
        assert not found.partial
        assert found.guards == {block_of(region, value)}
    assert not analyse(body(RETURNS)).guards


def test_post_dominators() -> None:
    region = body(NESTED)
    order = list(region.blocks)
    entry, outer, inner, latch, leave = order

    def follow(block: Block) -> tuple[Block, ...]:
        assert block.last_op is not None
        return tuple(block.last_op.successors)

    assert post_dominators(order, follow) == {
        entry: outer,
        outer: leave,
        inner: latch,
        latch: outer,
        leave: None,
    }
    order = list(body(RETURNS).blocks)
    assert post_dominators(order, follow)[order[0]] is None
    order = list(body(ENDLESS).blocks)
    assert set(post_dominators(order, follow).values()) == {None}


OWN = "  %own = llvm.alloca %two x i32 : (i32) -> !llvm.ptr\n"
STEP = "  %next = llvm.getelementptr {}[1] : (!llvm.ptr) -> !llvm.ptr, i32\n"
WALK = f"""
  llvm.br ^head(%own : !llvm.ptr)
^head(%at: !llvm.ptr):
{STEP.format("%at")}
  llvm.store %one, %at : i32, !llvm.ptr
  llvm.cond_br %c, ^head(%next : !llvm.ptr), ^end
^end:
"""


@pytest.mark.parametrize(
    ("text", "crossing", "outlives"),
    [
        ("", "one", False),
        ("", "own", True),
        ("%v = llvm.load %own : !llvm.ptr -> i32", "v", False),
        ("llvm.store %one, %own : i32, !llvm.ptr", "one", False),
        ("llvm.store %own, %own : !llvm.ptr, !llvm.ptr", "one", True),
        ('%v = llvm.icmp "eq" %own, %own : !llvm.ptr', "v", False),
        ("%v = llvm.ptrtoint %own : !llvm.ptr to i64", "one", True),
        (STEP.format("%own"), "one", False),
        (STEP.format("%own"), "next", True),
        ("%v = llvm.select %c, %own, %own : i1, !llvm.ptr", "one", False),
        ("%v = llvm.select %c, %own, %own : i1, !llvm.ptr", "v", True),
        (WALK, "one", False),
        (WALK, "at", True),
        (WALK, "next", True),
    ],
)
def test_private_memory_that_is_used_behind_a_barrier(
    text: str, crossing: str, outlives: bool
) -> None:
    region = body(f"{OWN}{text}\n  opencl.return\n")
    values = {
        value.name_hint: value
        for block in region.blocks
        for value in (*block.args, *(r for op in block.ops for r in op.results))
    }
    assert outlives_region(values["own"], {values[crossing]}) == outlives


def test_no_barrier_is_one_region() -> None:
    region = body(DIAMOND)
    regions = find_regions(region, is_barrier)
    assert [r.blocks for r in regions.regions] == [regions.order]
    assert regions.regions[0].returns
    assert not regions.regions[0].meets
    assert not regions.crossing
    assert not has_cycle(regions)


def test_barrier_in_a_loop() -> None:
    text = LOOP.replace("  %next", "  opencl.barrier local\n  %next")
    region = body(text)
    regions = find_regions(region, is_barrier)
    assert has_cycle(regions)
    first, behind = regions.regions
    # From the entry and from after the barrier the same loop head is reached.
    assert (first.meets, first.returns) == ([0], True)
    assert (behind.meets, behind.returns) == ([0], True)
    assert block_of(region, "i") in first.blocks
    assert block_of(region, "i") in behind.blocks
    assert behind.entry is block_of(region, "next")
    assert behind.entry not in first.blocks
    assert [v.name_hint for v in regions.crossing] == ["two", "limit", "i"]


def test_values_of_block_arguments_cross() -> None:
    text = DIAMOND.replace(
        "  opencl.return",
        "  opencl.barrier local\n  %use = llvm.add %chosen, %after : i32\n  opencl.return",
    )
    regions = find_regions(body(text), is_barrier)
    assert [v.name_hint for v in regions.crossing] == ["chosen", "after"]


def test_unreachable_blocks_are_left_out() -> None:
    text = DIAMOND + "^lost:\n  opencl.barrier local\n  llvm.br ^lost\n"
    regions = find_regions(body(text), is_barrier)
    assert len(regions.regions) == 1
    assert not regions.meeting
    assert not any(
        isinstance(op, llvm.BrOp) and op.successors[0] is block
        for block in regions.order
        for op in block.ops
    )


@pytest.mark.parametrize("name", ["sdiv", "udiv", "srem", "urem"])
def test_divisions_stay_where_they_are(name: str) -> None:
    """
    `n ? 7 / n : 5`: all work items agree on the division, and it must not be done early,
    unless a guard of its own is there: work items in lockstep have one.
    """
    source = f"""
builtin.module attributes {{opencl.target = #opencl.target<abi = "host">}} {{
  opencl.kernel @k(%n: i32 {{opencl.name = "n"}}, %o: !llvm.ptr<1> {{opencl.name = "o"}}) {{
    %seven = llvm.mlir.constant(7 : i32) : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %any = llvm.icmp "ne" %n, %zero : i32
    llvm.cond_br %any, ^divide, ^done(%zero : i32)
  ^divide:
    %quotient = llvm.{name} %seven, %n : i32
    llvm.br ^done(%quotient : i32)
  ^done(%r: i32):
    llvm.store %r, %o : i32, !llvm.ptr<1>
    opencl.return
  }}
}}
"""
    ctx = context()
    module = Parser(ctx, source).parse_module()
    OpenCLFormWorkGroupsPass().apply(ctx, module)
    module.verify()
    function = module.body.block.first_op
    assert isinstance(function, llvm.FuncOp)
    divisions = [op for op in function.walk() if op.name == f"llvm.{name}"]
    comparison = next(op for op in function.walk() if isinstance(op, llvm.ICmpOp))
    assert comparison.parent is function.body.first_block
    divisions = [
        op for op in divisions if not isinstance(op.operands[1].owner, llvm.SelectOp)
    ]
    assert divisions
    before = predecessors(tuple(function.body.blocks))
    for division in divisions:
        assert division.parent is not None
        for block in before[division.parent]:
            assert isinstance(block.last_op, llvm.CondBrOp)
