"""
`opencl-form-work-groups`: a kernel of ABI `host` becomes a function that runs one
work-group.

Needs: kernels whose bodies are LLVM operations and what is left of the opencl dialect for
the host: work-item queries, barriers and group functions, `opencl.local`,
`opencl.load_argument`; calls of functions that use any of these are inlined. Leaves: for
each kernel the two functions described in `abi/host_launch.py`; no `opencl.kernel`.

`lower_kernel` lists the steps, each in a file of its own: barriers are formed in
`barriers.py`, the loops over work items between them in `loops.py`, a work item's code in
them in `work_item.py`.
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
from xdsl_opencl.transforms.work_groups.arguments import (
    bind_arguments,
    copy_structures,
)
from xdsl_opencl.transforms.work_groups.barriers import (
    find_regions,
    has_cycle,
    is_meeting,
)
from xdsl_opencl.transforms.work_groups.checker_calls import EXTENT
from xdsl_opencl.transforms.work_groups.group import WorkGroup
from xdsl_opencl.transforms.work_groups.hoisting import hoist
from xdsl_opencl.transforms.work_groups.interchange import interchange_loops
from xdsl_opencl.transforms.work_groups.leaving import make_done_flags
from xdsl_opencl.transforms.work_groups.loops import RegionLoops
from xdsl_opencl.transforms.work_groups.opaque import handles_to_pointers
from xdsl_opencl.transforms.work_groups.storage import make_slots, place_private


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
    group = WorkGroup(kernel, target, access_groups)
    handles_to_pointers(kernel)
    group.begin_check()
    copy_structures(group)
    bind_arguments(group)
    hoist(group)
    interchange_loops(group)
    regions = find_regions(group.kernel.body, is_meeting)
    done = None
    if regions.meeting:
        uniformity = group.analyse(regions.order, regions.continuation)
        make_slots(group, regions, uniformity)
        done = make_done_flags(group, regions, uniformity)
    place_private(group, regions)
    for axis in range(3):
        group.shared("actual_local_size", axis)
    exit_block = Block()
    build = BlockBuilder(exit_block)
    if group.check is not None:
        group.check.end(build)
    build.ret()
    starts = [Block() for _ in regions.regions]
    made: list[Block] = []
    for number, (region, start) in enumerate(zip(regions.regions, starts, strict=True)):
        first = number == 0
        if first or done is None or group.left is None:
            loops = RegionLoops(group, region, done, skip=not first)
            made += loops.lower(start, regions, starts, exit_block)
            continue
        # Mostly nobody has left, and the loops need not look for who has.
        some, nobody = Block(), Block()
        build = BlockBuilder(start)
        left = build.load(group.left, i8)
        zero = build.constant(0, i8)
        build.branch_if(build.compare("eq", left, zero), nobody, some)
        made.append(start)
        for block, skip in ((nobody, False), (some, True)):
            loops = RegionLoops(group, region, done, skip=skip)
            made += loops.lower(block, regions, starts, exit_block)
    group.prologue.branch(starts[0])
    group.region.add_block((*made, exit_block))
    name = group.kernel.sym_name.data
    facts = {
        FRAME_BYTES: group.frame_bytes,
        ITEM_BYTES: group.item_bytes,
        LOOPS: int(has_cycle(regions)),
    }
    functions = (_function(name, group.region, facts), _groups_function(name))
    return functions, group.access_groups


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
