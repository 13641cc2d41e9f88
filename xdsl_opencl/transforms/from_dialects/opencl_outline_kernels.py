"""
`opencl-outline-kernels`: turns the regions that host functions launch into kernels, and launches
these by `opencl.launch`.

* The body of a `gpu.launch`; block sizes that are constants become `reqd_work_group_size`.
* A mapped `scf.parallel` (`gpu-map-parallel-loops`) with the loops inside, reductions
  included (`mapped_loops.py`). Loops without a mapping stay on the host.

The name of a kernel is that of its function, `_kernel`, and a number from the second on. Outer
values are passed as arguments, except constants; see `argument_boundary.py` for the types. The
host's functions stay, so that `xdsl-opencl run` and `Program` can run them; for a GPU they are not
compiled.

Errors: mappings and bounds that cannot be launched, values whose types cannot be kernel arguments,
operations that OpenCL does not have, clusters, memory of dynamic size.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, gpu, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.dialects.gpu_ext.launching import workgroup_attributions
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.kernel import ReturnOp
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.transforms.from_dialects.from_gpu.argument_boundary import (
    INDEX,
    arguments_placed,
)
from xdsl_opencl.transforms.from_dialects.from_gpu.gpu_types import (
    lower_attributions,
    lower_work_items,
    place_types,
    set_work_group_size,
)
from xdsl_opencl.transforms.from_dialects.from_gpu.known_index_values import known
from xdsl_opencl.transforms.from_dialects.from_gpu.memory_spaces import (
    is_placeless,
    place_memrefs,
)
from xdsl_opencl.transforms.from_dialects.launches.gpu_host_operations import (
    launch,
    lower_host,
    work_items,
)
from xdsl_opencl.transforms.from_dialects.launches.mapped_loops import (
    form_nest,
    is_mapped,
)
from xdsl_opencl.transforms.from_dialects.launches.outlining import (
    Outliner,
    called_functions,
    erase_copied,
)

TILES = "opencl.tiles"
"""The attribute of a launch whose work items do not share their products of tiles yet."""

_IDS = (
    work_item.GetGroupIdOp,
    work_item.GetLocalIdOp,
    work_item.GetNumGroupsOp,
    work_item.GetEnqueuedLocalSizeOp,
)
"""The first arguments of a launch's body, three of each."""


@dataclass(frozen=True)
class OpenCLOutlineKernelsPass(ModulePass):
    """Turns `gpu.launch` and mapped `scf.parallel` into kernels."""

    name = "opencl-outline-kernels"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        hosts = [top for top in op.ops if isinstance(top, func.FuncOp)]
        outliner = Outliner(op)
        for host in hosts:
            for inner in _outermost(host):
                if isinstance(inner, scf.ParallelOp):
                    _outline_loops(outliner, inner)
                else:
                    assert isinstance(inner, gpu.LaunchOp)
                    _outline_launch(outliner, inner)
        for kernel in outliner.kernels:
            place_types(kernel.walk())
        lower_work_items(outliner.kernels)
        functions = called_functions(op, outliner.kernels)
        lower_work_items(functions)
        seeds = arguments_placed(outliner.kernels)
        for kernel in outliner.kernels:
            for inner in kernel.walk():
                if isinstance(inner, LocalOp) and is_placeless(inner.result):
                    seeds[inner.result] = AddressSpace.LOCAL
        place_memrefs([*outliner.kernels, *functions], seeds)
        for host in hosts:
            if host not in functions:
                lower_host(tuple(host.walk()))
                erase_copied(host)


def _outermost(function: Operation) -> list[Operation]:
    """Returns the launches of `function` that are not inside another."""
    found: list[Operation] = []
    inside: set[Operation] = set()
    for op in function.walk():
        if op in inside:
            continue
        if is_mapped(op) or isinstance(op, gpu.LaunchOp):
            found.append(op)
            inside.update(op.walk())
    return found


def _outline_loops(outliner: Outliner, loop: scf.ParallelOp) -> None:
    nest = form_nest(loop)
    launched, taken = outliner.outline(nest.region, nest.anchor)
    if nest.required is not None:
        set_work_group_size(launched.kernel, nest.required)
    build = ArithBuilder.before(nest.anchor)
    launch(build, launched, nest.global_size, nest.local_size, taken)


def _outline_launch(outliner: Outliner, op: gpu.LaunchOp) -> None:
    if TILES in op.attributes:
        fail(
            op,
            "each work item computes whole tiles here; run 'opencl-multiply-tiles' before",
        )
    if op.clusterSizeX is not None:
        fail(op, "OpenCL has no clusters of work-groups; launch without them")
    if op.dynamicSharedMemorySize is not None:
        fail(
            op,
            "OpenCL passes memory of a size that the launch says as an argument; use a "
            "workgroup attribution of static size",
        )
    if op.asyncToken is not None and any(op.asyncToken.uses):
        users = {use.operation for use in op.asyncToken.uses}
        if not all(isinstance(user, gpu.WaitOp) for user in users):
            fail(op, "'gpu.launch' hands on a token; launches wait here, so remove it")
        for user in users:
            erase(user)
    build = ArithBuilder.before(op)
    sizes = [
        op.gridSizeX,
        op.gridSizeY,
        op.gridSizeZ,
        op.blockSizeX,
        op.blockSizeY,
        op.blockSizeZ,
    ]
    groups, local = sizes[:3], sizes[3:]
    region = op.detach_region(op.body)
    entry = region.blocks[0]
    lower_attributions(entry, 12, workgroup_attributions(op), op)
    _name_ids(entry, op)
    for block in region.blocks:
        if isinstance(block.last_op, gpu.TerminatorOp):
            last = block.last_op
            ArithBuilder.before(last).insert(ReturnOp())
            erase(last)
    launched, taken = outliner.outline(region, op)
    required = [known(size) for size in local]
    if all(required):
        set_work_group_size(
            launched.kernel, tuple(size for size in required if size is not None)
        )
    launch(build, launched, work_items(build, groups, local), local, taken)
    erase(op)


def _name_ids(entry: Block, op: Operation) -> None:
    """Replaces the arguments of a launch's body by queries."""
    build = ArithBuilder.at_start(entry)
    build.location = op.location
    for i, argument in enumerate(tuple(entry.args)):
        if any(argument.uses):
            query = build.add(_IDS[i // 3](i % 3, INDEX), argument.name_hint)
            argument.replace_all_uses_with(query)
        entry.erase_arg(argument)
