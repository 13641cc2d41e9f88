"""
Types, memory attributions and bodies of the `gpu` dialect as OpenCL's, shared by the conversion of
functions and the outlining of launches.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import memref
from xdsl.dialects.builtin import DenseArrayBase, MemRefType, i8, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.dialects.gpu_ext.attributes import (
    GPUAddressSpace,
    GPUAddressSpaceAttr,
)
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.dialects.opencl.shapes import as_memref
from xdsl_opencl.ir.build import ArithBuilder, set_type
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.patterns import lower
from xdsl_opencl.transforms.from_dialects.from_gpu.gpu_operations import (
    GPU_HANDLERS,
    refuse_others,
)
from xdsl_opencl.transforms.from_dialects.from_gpu.memory_spaces import in_space

_SPACES = {
    GPUAddressSpace.Global: AddressSpace.GLOBAL,
    GPUAddressSpace.Workgroup: AddressSpace.LOCAL,
    GPUAddressSpace.Private: AddressSpace.PRIVATE,
    GPUAddressSpace.Constant: AddressSpace.CONSTANT,
}

_BYTES_ALIGNMENT = 16
"""The alignment of local memory of bytes, which a view may show as elements of another type."""


def placed(type: Attribute) -> Attribute:
    """`type` with OpenCL's memory space instead of that of `gpu`."""
    known = as_memref(type)
    if known is None or not isinstance(known.memory_space, GPUAddressSpaceAttr):
        return type
    return in_space(type, _SPACES[known.memory_space.data])


def place_types(operations: Iterable[Operation]) -> None:
    """Gives all values and variables of `operations` OpenCL's memory spaces."""
    for op in operations:
        values: list[SSAValue] = list(op.results)
        for region in op.regions:
            for block in region.blocks:
                values += block.args
        for value in values:
            new = placed(value.type)
            if new is not value.type:
                set_type(value, new)
        if isinstance(op, memref.GlobalOp):
            op.properties["type"] = placed(op.type)


def lower_attributions(entry: Block, first: int, workgroup: int, at: Operation) -> None:
    """
    Replaces the arguments of `entry` from `first` on: the first `workgroup` by variables in local
    memory, the others by private variables.
    """
    build = ArithBuilder.at_start(entry)
    build.location = at.location
    for i, argument in enumerate(tuple(entry.args[first:])):
        type = as_memref(argument.type)
        if type is None or not type.has_static_shape():
            fail(
                at,
                f"the memory attribution of type {argument.type} is not a memref of static shape; "
                "make it one",
            )
        if i < workgroup:
            type = in_space(type, AddressSpace.LOCAL)
            alignment = _BYTES_ALIGNMENT if type.element_type == i8 else None
            value = build.add(LocalOp(type, alignment=alignment))
        else:
            type = MemRefType(type.element_type, type.shape, type.layout)
            value = build.add(memref.AllocaOp.get(type.element_type, None, type.shape))
        value.name_hint = argument.name_hint
        # The types of views follow when memrefs get their spaces.
        argument.replace_all_uses_with(value)
        entry.erase_arg(argument)


def lower_work_items(functions: Iterable[Operation]) -> None:
    """
    Lowers the `gpu` operations in `functions`.

    Raises `PassFailedException` for operations without an OpenCL counterpart.
    """
    for function in functions:
        inner = tuple(function.walk())
        lower(inner, GPU_HANDLERS, ArithBuilder.before)
        refuse_others([op for op in function.walk() if op is not function])


def set_work_group_size(kernel: KernelOp, size: tuple[int, ...]) -> None:
    """Requires work-groups of `size`, the size that `kernel` was written for."""
    if len(size) != 3 or any(n < 1 for n in size):
        fail(
            kernel,
            f"the known block size is {list(size)}; expected three positive numbers",
        )
    kernel.reqd_work_group_size = DenseArrayBase.from_list(i32, size)
