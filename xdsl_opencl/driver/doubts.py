"""Warnings of programs that a build accepts and whose behaviour may not be what they expect."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_opencl.abi.host_launch import SUB_GROUP_SIZE
from xdsl_opencl.analysis.work_group_convergence import WORK_GROUP_CONVERGENT
from xdsl_opencl.dialects.opencl.attrs import SamplerAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.driver.diagnostics import operation_place, render
from xdsl_opencl.ir.diagnostics import enclosing_symbol
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.source import SourceFile

_SUB_GROUPS = (
    "the kernel requires sub-groups of {} work items; those of the CPU device have {}, and its "
    "sub-group functions see no other work item"
)


def doubts(
    module: ModuleOp, source: SourceFile | None = None, *, for_host: bool
) -> str:
    """
    Warnings of an opencl-level module, each with its kernel and, where known, its place in
    `source`: samplers without a meaning, barriers that some work items may not reach, and, if it is
    compiled `for_host`, sub-groups of a size that the CPU device does not have.
    """
    found: list[tuple[Operation, str]] = []
    meets = False
    for op in operations(module):
        meets = meets or type(op) in WORK_GROUP_CONVERGENT
        sampler = op.properties.get("value")
        if isinstance(sampler, SamplerAttr) and sampler.doubt is not None:
            found.append((op, sampler.doubt))
        if for_host and isinstance(op, KernelOp) and (size := op.reqd_sub_group_size):
            if size.value.data != SUB_GROUP_SIZE:
                found.append((op, _SUB_GROUPS.format(size.value.data, SUB_GROUP_SIZE)))
    if meets:
        # Imports dialects that few modules have.
        from xdsl_opencl.analysis.divergent_barriers import divergent_barriers

        found += [
            (
                op,
                f"{op.name} in code that depends on {origin.name}: all work items of "
                "a work-group must reach it (OpenCL C 3.0, section 6.15.8)",
            )
            for op, origin in divergent_barriers(module)
        ]
    lines: list[str] = []
    for op, message in found:
        symbol = enclosing_symbol(op)
        where = f"in @{symbol}: " if symbol else ""
        place = operation_place(op, source)
        lines.append(render(where + message, place, source, "warning") + "\n")
    return "".join(lines)
