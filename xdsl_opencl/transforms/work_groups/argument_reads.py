"""
Reads the arguments of a kernel on the CPU device from the argument block, once for each
work-group.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i8, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.abi.model import PlacedArgument
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.transforms.private.variables import reads_of
from xdsl_opencl.transforms.work_groups.group import WorkGroup


def copy_structures(group: WorkGroup) -> None:
    """
    Copies each structure by value to private memory: it belongs to the work item. A structure that
    the kernel only reads is shared; its fields are read in the prologue.
    """
    entry = group.kernel.body.blocks[0]
    sizes = {a.index: a for a in group.layout.arguments if a.index is not None}
    for index, arg in enumerate(group.kernel.args):
        structure = _by_value_type(group, index)
        if structure is None or not arg.uses:
            continue
        if group.check is None and (reads := reads_of(arg)) is not None:
            group.argument_reads.update(reads)
            continue
        placed = sizes[index]
        uses = tuple(arg.uses)
        copy = Builder.at_start(entry).private_copy(
            arg, structure, placed.size, placed.align
        )
        copy.name_hint = arg.name_hint
        for use in uses:
            use.operation.operands[use.index] = copy


def bind_arguments(group: WorkGroup) -> None:
    """
    Binds the kernel's parameters to loads from the argument block. A local pointer becomes memory
    of the function; the block has its size. A structure by value becomes its address in the block;
    `copy_structures` has already added the private copy where there is one.
    """
    explicit = sorted(
        (a for a in group.layout.arguments if a.index is not None),
        key=lambda a: a.index or 0,
    )
    for arg, placed in zip(group.kernel.args, explicit, strict=True):
        if not arg.uses:
            continue
        if placed.kind == "local_pointer":
            size = _load_explicit(group, placed, i64)
            group.values[arg] = group.prologue.alloca(
                i8, size, alignment=128, type=arg.type, hint=placed.name or None
            )
            if group.check is not None:
                index = placed.index or 0
                group.check.local_argument(group.values[arg], size, index)
        elif _by_value_type(group, placed.index or 0) is not None:
            group.values[arg] = group.prologue.offset(group.arguments, placed.offset)
        else:
            group.values[arg] = _load_explicit(group, placed, arg.type)


def _by_value_type(group: WorkGroup, index: int) -> Attribute | None:
    attributes = group.kernel.arg_attrs
    return None if attributes is None else attributes.data[index].data.get("llvm.byval")


def _load_explicit(
    group: WorkGroup, placed: PlacedArgument, type: Attribute
) -> SSAValue:
    address = group.prologue.offset(group.arguments, placed.offset)
    return group.prologue.load(address, type, placed.align, placed.name or None)
