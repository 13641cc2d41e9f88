"""
`opencl-form-work-groups`: a kernel of ABI `host` becomes a function that runs one
work-group.

Needs: kernels with bodies of LLVM operations and the operations of the opencl dialect that remain
for the host: work-item queries, barriers and group functions, `opencl.local`,
`opencl.load_argument`; calls of functions that use any of these are inlined. Leaves: for each
kernel the two functions described in `abi/cpu/host_launch.py`; no `opencl.kernel`.

`lower_kernel` lists the steps, each in a file of its own: barriers are formed in
`barriers.py`, the loops over work items between them in `loops.py`, a work item's code in
them in `work_item.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.cpu.host_launch import (
    ASSERTION,
    ASSERTIONS_SUFFIX,
    DIMENSIONS,
    FACTS,
    FRAME_BYTES,
    GROUPS_SUFFIX,
    ITEM_BYTES,
    LAUNCH_FACTS,
    LAUNCH_FIELDS,
    LOCAL_BYTES,
    LOOPS,
    ROUNDS,
    ROW_AXIS,
    ROW_FUNCTIONS,
    ROW_ITEMS,
    RUN_GROUPS,
    WHOLE_ROWS,
)
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext.symbols import GlobalOp
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import GENERIC_POINTER, Builder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.templates import Templates
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.transforms.kernels.signature.stated_inputs import pair
from xdsl_opencl.transforms.work_groups.argument_reads import (
    bind_arguments,
    copy_structures,
)
from xdsl_opencl.transforms.work_groups.barriers.barrier_storage import (
    make_slots,
    place_private,
)
from xdsl_opencl.transforms.work_groups.barriers.barriers import (
    WorkGroupRegions,
    check_added_barriers,
    find_regions,
    has_cycle,
    is_group_meeting,
    is_meeting,
)
from xdsl_opencl.transforms.work_groups.barriers.early_exits import make_done_flags
from xdsl_opencl.transforms.work_groups.checked_group import is_checked
from xdsl_opencl.transforms.work_groups.checker_calls import EXTENT
from xdsl_opencl.transforms.work_groups.group import Library, WorkGroup
from xdsl_opencl.transforms.work_groups.hoisting import hoist
from xdsl_opencl.transforms.work_groups.local_atomics import lower_local_atomics
from xdsl_opencl.transforms.work_groups.lockstep.lanes import NotInLockstep
from xdsl_opencl.transforms.work_groups.opaque_handles import handles_to_pointers
from xdsl_opencl.transforms.work_groups.regions.loops import RegionLoops
from xdsl_opencl.transforms.work_groups.regions.row_axis import choose_row_axis
from xdsl_opencl.transforms.work_groups.regions.trip_counts import find_rounds
from xdsl_opencl.transforms.work_groups.sub_groups.sub_group_loops import (
    Exits,
    gather_in_loops,
    lower_sub_groups,
)
from xdsl_opencl.transforms.work_groups.sub_groups.sub_groups import (
    expand,
    find_queries_and_functions,
    has_functions,
    sub_group_size,
)

_GROUPS = Templates(
    Path(__file__).with_name("groups.mlir"),
    run=RUN_GROUPS,
    **{
        field: str(LAUNCH_FIELDS[field])
        for field in ("num_groups_x", "num_groups_y", "stop")
    },
)


_EXACT_DIVISIONS = pair("reciprocal-estimates", "!vec-div")
"""
Fast-math flags let LLVM divide vectors by an estimate of the reciprocal, which it refines; for a
divisor of infinity the result is NaN instead of 0. Kernels such as `1 / (1 + exp(-x))` rely on 0.
LLVM divides scalars exactly for that reason.
"""


def _function(
    name: str,
    region: Region,
    facts: Mapping[str, int | str] | None = None,
    linkage: str = "external",
) -> llvm.FuncOp:
    """
    Returns the function of `region`; `facts` are for the runtime (`abi/cpu/host_launch.py`).
    """
    entry = region.blocks[0]
    words = ["noinline", "nounwind"]
    if facts is not None:
        # A row is one or a few vectors; a call to copy or fill it costs more than the copy itself.
        words += ["no-builtin-memcpy", "no-builtin-memset", "no-builtin-memmove"]
    pairs = (pair(key, str(value)) for key, value in (facts or {}).items())
    return llvm.FuncOp(
        name,
        llvm.LLVMFunctionType(tuple(entry.arg_types)),
        llvm.LinkageAttr(linkage),
        body=region,
        other_props={
            # The memory of a group must be freed at its end.
            "passthrough": ArrayAttr((*map(StringAttr, words), *pairs))
        },
    )


def _groups_function(name: str) -> llvm.FuncOp:
    """
    Returns `void k.groups(ptr arguments, ptr launch, i64 begin, i64 end)`, which runs the
    work-groups `[begin, end)` of kernel `k`, fewer when the launch is stopped.
    """
    function = _GROUPS.function("groups")
    address = function.body.block.first_op
    assert isinstance(address, llvm.AddressOfOp)
    address.global_name = SymbolRefAttr(name)
    region = function.detach_region(function.body)
    return _function(f"{name}{GROUPS_SUFFIX}", region)


_RUN_GROUPS_TYPE = llvm.LLVMFunctionType(
    (GENERIC_POINTER, GENERIC_POINTER, i64, i64, GENERIC_POINTER)
)


def run_groups_function() -> llvm.FuncOp:
    """Returns the function `RUN_GROUPS`."""
    function = _GROUPS.function(RUN_GROUPS)
    region = function.detach_region(function.body)
    return _function(RUN_GROUPS, region, linkage="internal")


def _no_facts() -> GlobalOp:
    """Returns the constant `LAUNCH_FACTS` for all launches, which the device replaces."""
    return GlobalOp.of(LAUNCH_FACTS, i32, "weak", value=IntegerAttr(0, i32))


def _assertions(kernel: str, texts: Attribute) -> GlobalOp:
    """Returns the constant with the texts of a kernel's assertions."""
    data = "".join(f"{t.data}\0" for t in cast("ArrayAttr[StringAttr]", texts))
    type, name = llvm.LLVMArrayType(len(data.encode()), i8), kernel + ASSERTIONS_SUFFIX
    return GlobalOp.of(name, type, "external", value=StringAttr(data))


def _library(module: ModuleOp) -> Library | None:
    """Takes the facts about the library from `module`; `None` if no library is linked."""
    known = module.attributes.pop(ROW_FUNCTIONS, None)
    if not isinstance(known, DictionaryAttr):
        return None
    return Library(
        {
            name: bound.value.data if isinstance(bound, FloatAttr) else None
            for name, bound in known.data.items()
        }
    )


def frames_of_functions(module: ModuleOp) -> int:
    """
    Returns the bytes of the variables of all functions that kernels may call. There is no
    recursion, so no more bytes are in use at one time.
    """
    target = module_target(module)
    return sum(
        memory_size_align(op.elem_type, target, op)[0]
        for function in module.body.block.ops
        if isinstance(function, llvm.FuncOp)
        for op in function.walk()
        if isinstance(op, llvm.AllocaOp)
    )


def _choose_form(group: WorkGroup, row_items: int, forms: Sequence[str]) -> Region:
    """
    Returns the body of a function that calls the first of `forms` for work-groups whose sub-groups
    are rows of `row_items` work items, and the second for other sizes. `group` has no other use.
    """
    build = group.prologue
    size = group.shared("actual_local_size", 0)
    rest = build.op(llvm.AndOp, size, build.constant(row_items - 1))
    whole = build.compare("eq", rest, build.constant(0))
    rows = build.op(llvm.AndOp, group.has_int_ids(build, 0), whole)
    for items, fact in WHOLE_ROWS.items():
        if items % row_items == 0:
            rows = build.op(llvm.OrOp, rows, group.is_known(fact))
            break
    ways = (Block(), Block())
    build.branch_if(rows, ways[0], ways[1])
    arguments = group.region.block.args
    for way, form in zip(ways, forms, strict=True):
        inside = Builder(way)
        inside.insert(llvm.CallOp(form, *arguments))
        inside.ret()
    group.region.add_block(ways)
    return group.region


def lower_kernel(
    kernel: KernelOp,
    target: Target,
    access_groups: int,
    declared: Collection[str],
    frames: int,
    library: Library,
    *,
    lockstep: bool,
) -> tuple[list[llvm.FuncOp], int]:
    """
    Returns the functions of `kernel`, and the new number of access groups in the module.
    `declared` are the functions that the module does not define; `frames` are the bytes of the
    variables of those that it does. Called functions of `library` are added to it. Without
    `lockstep` work items run one after the other.
    """
    rounds = find_rounds(kernel.body)
    name = kernel.sym_name.data
    module = kernel.parent
    assert module is not None
    forms: list[WorkGroup] = []

    def group_of(kernel: KernelOp) -> WorkGroup:
        return WorkGroup(
            kernel, target, access_groups, declared, library, lockstep=lockstep
        )

    size = sub_group_size(kernel)
    chooser = None
    found = find_queries_and_functions(kernel)
    if lockstep and not is_checked(kernel) and has_functions(found):
        chooser = group_of(kernel)
        copy = kernel.clone()
        module.insert_op_before(copy, kernel)
        rows = group_of(copy)
        rows.row_items = size
        try:
            _form(rows, find_queries_and_functions(copy))
            forms.append(rows)
            access_groups = rows.access_groups
        except NotInLockstep:
            pass
        copy.detach()
    form = group_of(kernel)
    forms.append(form)
    loops = _form(form, found)
    known: dict[str, int | str | None] = {
        FRAME_BYTES: frames + sum(form.frame_bytes for form in forms),
        ITEM_BYTES: max(form.item_bytes for form in forms),
        LOOPS: int(loops),
        DIMENSIONS: max(form.dimensions for form in forms),
        ROUNDS: rounds if loops else None,
        LOCAL_BYTES: form.local_bytes or None,
        ROW_AXIS: form.row_axis or None,
    }
    facts = {key: value for key, value in known.items() if value is not None}
    functions: list[llvm.FuncOp] = []
    region = form.region
    if chooser is not None and len(forms) > 1:
        names = [f"{name}.rows", f"{name}.items"]
        for part, each in zip(names, forms, strict=True):
            functions.append(_function(part, each.region, {}, linkage="internal"))
        region = _choose_form(chooser, size, names)
        forms.append(chooser)
    asked = 0
    for each in forms:
        asked |= each.facts
    facts[FACTS] = asked
    functions += (_function(name, region, facts), _groups_function(name))
    return functions, form.access_groups


def _form(group: WorkGroup, found: Sequence[Operation]) -> bool:
    """
    Makes the function of `group` that runs one work-group; `found` is for `expand`. Returns whether
    its kernel has loops.

    Raises `NotInLockstep` if its sub-groups should run in lockstep and cannot.
    """
    kernel = group.kernel
    handles_to_pointers(kernel, group.target)
    group.begin_check()
    copy_structures(group)
    bind_arguments(group)
    size = sub_group_size(kernel)
    rows = group.row_items is not None
    group.sub_groups = expand(kernel, found, size, rows=rows) and not rows
    exits: Exits = gather_in_loops(kernel.body) if group.sub_groups else {}
    hoist(group)
    analyse = None if group.sub_groups else group.analyse
    meets = is_group_meeting if rows else is_meeting
    regions = find_regions(kernel.body, meets, analyse)
    done = None
    if regions.meeting:
        uniformity = group.uniformity(regions)
        check_added_barriers(uniformity)
        if not group.sub_groups:
            done = make_done_flags(group, regions, uniformity)
        make_slots(group, regions, uniformity, leaves=done is not None)
    place_private(group, regions)
    exit_block = Block()
    build = Builder(exit_block)
    if group.check is not None:
        group.check.end(build)
    build.ret()
    if group.sub_groups:
        made = lower_sub_groups(group, size, regions, exits, exit_block)
        group.prologue.branch(made[0])
    else:
        if done is None:
            group.row_axis = choose_row_axis(group, regions)
        made = _lower_regions(group, regions, done, exit_block)
    group.region.add_block((*made, exit_block))
    lower_local_atomics(op for block in group.region.blocks for op in block.ops)
    return has_cycle(regions)


def _lower_regions(
    group: WorkGroup,
    regions: WorkGroupRegions,
    done: SSAValue | None,
    exit_block: Block,
) -> list[Block]:
    """
    Ends the prologue; returns the blocks that run the regions one after the other. `done` are the
    flags of work items that left.
    """
    starts = [Block() for _ in regions.regions]
    made: list[Block] = []
    for number, (region, start) in enumerate(zip(regions.regions, starts, strict=True)):
        first = number == 0
        if axis := group.row_axis:
            # In all regions: the order of the loops is that of the values which stay.
            across, along = Block(), Block()
            build = Builder(start)
            size = group.shared("actual_local_size", axis)
            row = build.compare("uge", size, build.constant(ROW_ITEMS))
            build.branch_if(row, across, along)
            made.append(start)
            for block, chosen in ((across, axis), (along, 0)):
                loops = RegionLoops(group, region, None, skip=False, axis=chosen)
                made += loops.lower(block, regions, starts, exit_block)
            continue
        if first or done is None or group.left is None:
            loops = RegionLoops(group, region, done, skip=not first)
            made += loops.lower(start, regions, starts, exit_block)
            continue
        # Usually no work item has left, and the loops can skip the check.
        some, nobody = Block(), Block()
        build = Builder(start)
        left = build.load(group.left, i8)
        zero = build.constant(0, i8)
        build.branch_if(build.compare("eq", left, zero), nobody, some)
        made.append(start)
        for block, skip in ((nobody, False), (some, True)):
            loops = RegionLoops(group, region, done, skip=skip)
            made += loops.lower(block, regions, starts, exit_block)
    group.prologue.branch(starts[0])
    return made


@dataclass(frozen=True)
class OpenCLFormWorkGroupsPass(ModulePass):
    """
    Turns the kernels of a module for ABI host into functions that run work-groups. Without
    `lockstep` they have the plain form: between two barriers work items run one after the
    other.
    """

    name = "opencl-form-work-groups"

    lockstep: bool = True

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        if not target.interface.work_groups_are_loops:
            fail(op, f"opencl-form-work-groups is for ABI host, not {target.abi}")
        access_groups = 0
        declared = {
            function.sym_name.data
            for function in op.body.block.ops
            if isinstance(function, llvm.FuncOp) and not function.body.blocks
        }
        frames = frames_of_functions(op)
        linked = _library(op)
        library = linked or Library()
        has_kernels = False
        for kernel in tuple(op.body.block.ops):
            if not isinstance(kernel, KernelOp):
                continue
            if kernel.is_declaration:
                kernel.detach()
                continue
            functions, access_groups = lower_kernel(
                kernel,
                target,
                access_groups,
                declared,
                frames,
                library,
                lockstep=self.lockstep,
            )
            op.body.block.insert_ops_before(functions, kernel)
            if texts := kernel.attributes.get(ASSERTION):
                op.body.block.add_op(_assertions(kernel.sym_name.data, texts))
            op.body.block.detach_op(kernel)
            has_kernels = True
        if has_kernels:
            op.body.block.add_op(_no_facts())
        if linked is None:
            op.body.block.add_op(run_groups_function())
        else:
            library.called[RUN_GROUPS] = _RUN_GROUPS_TYPE
        for name, type in library.called.items():
            op.body.block.add_op(llvm.FuncOp(name, type, llvm.LinkageAttr("external")))
        for symbol in op.body.block.ops:
            symbol.attributes.pop(EXTENT, None)
            if isinstance(symbol, llvm.FuncOp) and symbol.body.blocks:
                given = symbol.passthrough or ()
                symbol.passthrough = ArrayAttr((*given, _EXACT_DIVISIONS))
