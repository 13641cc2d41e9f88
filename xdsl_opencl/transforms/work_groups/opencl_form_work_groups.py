"""
`opencl-form-work-groups`: a kernel of ABI `host` becomes a function that runs one
work-group.

Needs: kernels whose bodies are LLVM operations and what is left of the opencl dialect for
the host: work-item queries, barriers and group functions, `opencl.local`,
`opencl.load_argument`; calls of functions that use any of these are inlined. Leaves: for
each kernel the two functions described in `abi/host_launch.py`; no `opencl.kernel`.

The kernel is cut at its barriers (`work_group_regions.py`); each region is run for all
work items by three nested loops. A value that crosses a barrier has a slot for each work
item; a value that all work items agree on, as far as operations without side effects tell,
is computed once, before the first loop. Private memory that crosses a barrier has a copy
for each work item as well. Local memory is memory of the function.

Where it pays, the work items also meet in each round of a loop, as if there was a barrier
(`work_group_interchange.py`).

A region that both returns and meets a barrier marks the work items that returned, and
later regions skip those: OpenCL C leaves this undefined, GPUs run it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    ModuleOp,
    StringAttr,
    i8,
    i64,
)
from xdsl.ir import Block, Region
from xdsl.passes import ModulePass

from xdsl_opencl.abi.host_launch import (
    FRAME_BYTES,
    GROUPS_SUFFIX,
    ITEM_BYTES,
    LAUNCH_FIELDS,
    LOOPS,
)
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.blocks import GENERIC_POINTER, BlockBuilder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.work_groups.checker_calls import EXTENT
from xdsl_opencl.transforms.work_groups.interchange import interchange_loops
from xdsl_opencl.transforms.work_groups.loops import RegionLowering
from xdsl_opencl.transforms.work_groups.regions import find_regions, has_cycle
from xdsl_opencl.transforms.work_groups.state import GroupState, is_meeting


def _function(
    name: str, region: Region, facts: Mapping[str, int] | None = None
) -> llvm.FuncOp:
    """
    The function of `region`; `facts` are for the runtime (`abi/host_launch.py`).
    """
    entry = region.first_block
    assert entry is not None
    pairs = (
        ArrayAttr((StringAttr(key), StringAttr(str(value))))
        for key, value in (facts or {}).items()
    )
    return llvm.FuncOp(
        name,
        llvm.LLVMFunctionType(tuple(entry.arg_types)),
        llvm.LinkageAttr("external"),
        body=region,
        other_props={
            # Memory of a group must go when the group is done.
            "passthrough": ArrayAttr(
                (StringAttr("noinline"), StringAttr("nounwind"), *pairs)
            )
        },
    )


def _groups_function(name: str) -> llvm.FuncOp:
    """
    `void k.groups(ptr arguments, ptr launch, i64 begin, i64 end)`: the work-groups
    `[begin, end)`, fewer when the launch is stopped.
    """
    entry = Block(arg_types=(GENERIC_POINTER, GENERIC_POINTER, i64, i64))
    head, exit_block = Block(arg_types=(i64,)), Block()
    arguments, launch, begin, end = entry.args
    build = BlockBuilder(entry)
    counts = [
        build.load(build.offset(launch, LAUNCH_FIELDS[f"num_groups_{axis}"]), i64, 8)
        for axis in "xy"
    ]
    one = build.constant(1)
    build.branch_if(build.compare("ult", begin, end), head, exit_block, (begin,))
    build = BlockBuilder(head)
    index = head.args[0]
    x = build.binary(llvm.URemOp, index, counts[0])
    rest = build.binary(llvm.UDivOp, index, counts[0])
    y = build.binary(llvm.URemOp, rest, counts[1])
    z = build.binary(llvm.UDivOp, rest, counts[1])
    call = llvm.CallOp(name, arguments, launch, x, y, z)
    head.add_op(call)
    following = build.no_wrap(llvm.AddOp, index, one)
    stopped = build.load(build.offset(launch, LAUNCH_FIELDS["stop"]), i64, 8)
    going_on = build.compare("eq", stopped, build.constant(0))
    more = build.compare("ult", following, end)
    more = build.binary(llvm.AndOp, more, going_on)
    build.branch_if(more, head, exit_block, (following,))
    BlockBuilder(exit_block).ret()
    return _function(f"{name}{GROUPS_SUFFIX}", Region((entry, head, exit_block)))


def lower_kernel(
    kernel: KernelOp, target: Target, access_groups: int
) -> tuple[tuple[llvm.FuncOp, llvm.FuncOp], int]:
    """
    The two functions of `kernel`, and how many access groups the module has now.
    """
    state = GroupState(kernel, target, access_groups)
    state.handles_to_pointers()
    state.begin_check()
    state.copy_structures()
    state.bind_arguments()
    state.hoist()
    interchange_loops(state)
    regions = find_regions(state.kernel.body, is_meeting)
    done = None
    if regions.meeting:
        uniformity = state.analyse(regions.order, regions.continuation)
        state.make_slots(regions, uniformity)
        done = state.make_done_flags(regions, uniformity)
    state.place_private(regions)
    for axis in range(3):
        state.shared("actual_local_size", axis)
    exit_block = Block()
    build = BlockBuilder(exit_block)
    if state.check is not None:
        state.check.end(build)
    build.ret()
    starts = [Block() for _ in regions.regions]
    made: list[Block] = []
    for number, (region, start) in enumerate(zip(regions.regions, starts, strict=True)):
        first = number == 0
        if first or done is None or state.left is None:
            lowering = RegionLowering(state, region, done, skip=not first)
            made += lowering.lower(start, regions, starts, exit_block)
            continue
        # Mostly nobody has left, and the loops need not look for who has.
        some, nobody = Block(), Block()
        build = BlockBuilder(start)
        left = build.load(state.left, i8)
        zero = build.constant(0, i8)
        build.branch_if(build.compare("eq", left, zero), nobody, some)
        made.append(start)
        for block, skip in ((nobody, False), (some, True)):
            lowering = RegionLowering(state, region, done, skip=skip)
            made += lowering.lower(block, regions, starts, exit_block)
    state.prologue.branch(starts[0])
    state.region.add_block((*made, exit_block))
    name = state.kernel.sym_name.data
    facts = {
        FRAME_BYTES: state.frame_bytes,
        ITEM_BYTES: state.item_bytes,
        LOOPS: int(has_cycle(regions)),
    }
    functions = (_function(name, state.region, facts), _groups_function(name))
    return functions, state.access_groups


@dataclass(frozen=True)
class OpenCLFormWorkGroupsPass(ModulePass):
    """
    Turns the kernels of a module for ABI host into functions that run work-groups.
    """

    name = "opencl-form-work-groups"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        if not target.interface.work_groups_are_loops:
            fail(op, f"opencl-form-work-groups is for ABI host, not {target.abi}")
        access_groups = 0
        for kernel in tuple(op.body.block.ops):
            if not isinstance(kernel, KernelOp):
                continue
            if kernel.is_declaration:
                kernel.detach()
                continue
            functions, access_groups = lower_kernel(kernel, target, access_groups)
            op.body.block.insert_ops_before(functions, kernel)
            op.body.block.detach_op(kernel)
            kernel.drop_all_references()
        for symbol in op.body.block.ops:
            symbol.attributes.pop(EXTENT, None)
