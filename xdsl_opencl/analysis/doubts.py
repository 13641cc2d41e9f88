"""Warnings of programs that a build accepts and whose behaviour may not be what they expect."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

from xdsl_opencl.analysis.work_group_convergence import WORK_GROUP_CONVERGENT
from xdsl_opencl.dialects.opencl.attrs import (
    TARGET_ATTRIBUTE,
    SamplerAttr,
    TargetAttr,
)
from xdsl_opencl.errors import Place
from xdsl_opencl.ir.diagnostics import REMARK, enclosing_symbol, place_near
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.source import SourceFile, render

_PRODUCT = "gpu.subgroup_mma_compute"
_PLAIN_PRODUCT = f"{{}} has no matrix instruction that is known here; '{_PRODUCT}' becomes plain code"

_NUMBER = "opencl.get_sub_group_id"
_UNSIZED = (
    f"'{_NUMBER}' in a kernel of matrices that does not state the size of its sub-groups: on the "
    "CPU device they have 16 work items; add 'reqd_sub_group_size = 32 : i32', or the size that "
    "the kernel is written for"
)


def _plain_products(
    products: list[Operation], module: ModuleOp
) -> list[tuple[Operation, str]]:
    """
    A warning at the first of the `products` of matrices in each kernel, if the GPU that
    `module` is for has no instruction for them.
    """
    attribute = module.attributes.get(TARGET_ATTRIBUTE)
    if not isinstance(attribute, TargetAttr) or not attribute.target.is_amdgcn:
        return []
    # Few modules have matrices.
    from xdsl_opencl.abi.gpu.matrix_instructions import matrix_instructions

    if matrix_instructions(attribute.target):
        return []
    message = _PLAIN_PRODUCT.format(attribute.target.mcpu)
    first = {enclosing_symbol(op): op for op in reversed(products)}
    return [(op, message) for op in first.values()]


def _unsized_sub_groups(
    products: list[Operation], numbers: list[Operation], module: ModuleOp
) -> list[tuple[Operation, str]]:
    """
    On the CPU device: one warning for each kernel that multiplies matrices (`products`) and asks for
    sub-group numbers (`numbers`) without stating their size.
    """
    attribute = module.attributes.get(TARGET_ATTRIBUTE)
    if (
        not isinstance(attribute, TargetAttr)
        or not attribute.target.interface.work_groups_are_loops
    ):
        return []
    kernels = {enclosing_symbol(op) for op in products}
    first: dict[str | None, Operation] = {}
    for op in numbers:
        kernel = op.parent_op()
        while kernel is not None and kernel.name != "opencl.kernel":
            kernel = kernel.parent_op()
        if kernel is not None and "reqd_sub_group_size" not in kernel.properties:
            first.setdefault(enclosing_symbol(op), op)
    return [(op, _UNSIZED) for symbol, op in first.items() if symbol in kernels]


def doubts(module: ModuleOp, source: SourceFile | None = None) -> str:
    """
    Warnings of an opencl-level module, each with its kernel and, where known, its place in
    `source`: samplers without a meaning, barriers that some work items may not reach, products of
    matrices that are plain code on a GPU, tiles chosen by sub-groups of unknown size, and remarks of
    passes.
    """
    found: list[tuple[Operation, str]] = []
    products: list[Operation] = []
    numbers: list[Operation] = []
    remarks: dict[tuple[str | None, str], Operation] = {}
    meets = False
    for op in operations(module):
        if op.name == _PRODUCT:
            products.append(op)
        elif op.name == _NUMBER:
            numbers.append(op)
        remark = op.attributes.get(REMARK)
        if remark is not None and isinstance(remark, StringAttr):
            remarks.setdefault((enclosing_symbol(op), remark.data), op)
        meets = meets or type(op) in WORK_GROUP_CONVERGENT
        sampler = op.properties.get("value")
        if type(sampler) is SamplerAttr and sampler.doubt is not None:
            found.append((op, sampler.doubt))
    found += [(op, text) for (_, text), op in remarks.items()]
    if products:
        found += _plain_products(products, module)
        found += _unsized_sub_groups(products, numbers, module)
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
        place = place_near(op) or (Place(source.name) if source else None)
        lines.append(render(where + message, place, source, "warning") + "\n")
    return "".join(lines)
