"""
`convert-gpu-to-opencl`: `gpu.module` to kernels and functions of the module around it.

* A kernel `gpu.func` becomes an `opencl.kernel`, another `gpu.func` a private `func.func`; other
  members of a `gpu.module` move out as they are. `known_block_size` becomes
  `reqd_work_group_size`, `intel_reqd_sub_group_size` becomes `reqd_sub_group_size`, which a
  kernel may have, too.
* `#gpu.address_space<...>` becomes `#opencl.address_space<...>`: global, workgroup (local)
  and private; arguments of kernels without a memory space are in global memory
  (`memory_spaces.py`), and dynamic sizes that a kernel needs become arguments
  (`argument_boundary.py`).
* Work-group attributions become `opencl.local`, private ones `memref.alloca`.
* The operations of work items are those of `gpu_operations.py`.
* `gpu.launch_func` in functions of the host becomes `opencl.launch`; allocation, copies and
  waiting become those of memref, or nothing (`gpu_host_operations.py`). `gpu.launch` is for
  `opencl-outline-kernels`.

Errors: two symbols of one name, sub-operations without an OpenCL function, clusters,
memory of dynamic size, memrefs that may be in two memories, arguments that no ABI passes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import func, gpu
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnrankedMemRefType,
)
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from xdsl_opencl.dialects.gpu_ext.launching import (
    KNOWN_SIZES,
    WORKGROUP_ATTRIBUTIONS,
    known_size,
    workgroup_attributions,
)
from xdsl_opencl.dialects.opencl.kernel import KernelOp, ReturnOp
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.transforms.from_dialects.from_gpu.argument_boundary import (
    arguments_placed,
    form_arguments,
)
from xdsl_opencl.transforms.from_dialects.from_gpu.gpu_types import (
    lower_attributions,
    lower_work_items,
    place_types,
    placed,
    set_work_group_size,
)
from xdsl_opencl.transforms.from_dialects.from_gpu.memory_spaces import place_memrefs
from xdsl_opencl.transforms.from_dialects.launches.gpu_host_operations import (
    Launched,
    lower_host,
)

Function = KernelOp | func.FuncOp

_PRIVATE = StringAttr("private")
_SUB_GROUP_SIZES = ("reqd_sub_group_size", "intel_reqd_sub_group_size")

_OWN_ATTRIBUTES = frozenset(
    (
        "sym_name",
        "function_type",
        "kernel",
        "gpu.kernel",
        WORKGROUP_ATTRIBUTIONS,
        *KNOWN_SIZES,
        *(f"gpu.{name}" for name in KNOWN_SIZES),
    )
)


@dataclass(frozen=True)
class ConvertGpuToOpenCLPass(ModulePass):
    """
    Converts the functions in `gpu.module`s to kernels, and their launches to `opencl.launch`.
    """

    name = "convert-gpu-to-opencl"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        modules = [top for top in op.ops if isinstance(top, gpu.ModuleOp)]
        taken = {
            name.data: top
            for top in op.ops
            if not isinstance(top, gpu.ModuleOp)
            and isinstance(name := top.properties.get("sym_name"), StringAttr)
        }
        functions: list[Function] = []
        kernels: dict[SymbolRefAttr, KernelOp] = {}
        moved: list[Operation] = []
        for module in modules:
            for member in tuple(module.body.block.ops):
                new = (
                    _convert_function(member)
                    if isinstance(member, gpu.FuncOp)
                    else member
                )
                if new is member:
                    member.detach()
                op.body.block.insert_op_before(new, module)
                moved.append(new)
                name = new.properties.get("sym_name")
                if isinstance(name, StringAttr):
                    if name.data in taken:
                        fail(
                            new,
                            f"the module around 'gpu.module' @{module.sym_name.data} has "
                            f"@{name.data} too; rename one of them",
                        )
                    taken[name.data] = new
                    if isinstance(new, KernelOp):
                        kernels[SymbolRefAttr(module.sym_name, [name])] = new
                if isinstance(new, KernelOp | func.FuncOp):
                    functions.append(new)
            erase(module)
        for new in moved:
            place_types(new.walk())
        lower_work_items(functions)
        launched = {
            symbol: Launched(kernel, form_arguments(kernel))
            for symbol, kernel in kernels.items()
        }
        place_memrefs(functions, arguments_placed(kernels.values()))
        ours = set(moved)
        for top in op.ops:
            if top not in ours:
                lower_host(tuple(top.walk()), launched)
        op.attributes.pop("gpu.container_module", None)


def _convert_function(op: Operation) -> Operation:
    """Returns the kernel or function that replaces the `gpu.func` `op` and takes over its body."""
    assert isinstance(op, gpu.FuncOp)
    is_kernel = op.kernel is not None or "gpu.kernel" in op.attributes
    inputs = len(op.function_type.inputs.data)
    entry = op.body.blocks.first
    if entry is not None:
        lower_attributions(entry, inputs, workgroup_attributions(op), op)
    for block in op.body.blocks:
        last = block.last_op
        if isinstance(last, gpu.ReturnOp):
            build = ArithBuilder.before(last)
            if is_kernel:
                build.insert(ReturnOp())
            else:
                build.insert(func.ReturnOp(*last.args))
            erase(last)
    inputs_placed = [placed(type) for type in op.function_type.inputs.data]
    outputs = [placed(type) for type in op.function_type.outputs.data]
    region = op.detach_region(op.body)
    for each in inputs_placed:
        if isinstance(each, UnrankedMemRefType):
            fail(
                op,
                f"'gpu.func' @{op.sym_name.data} takes an unranked memref, {each}, whose "
                "sizes cannot be passed; cast it to a ranked one on the host",
            )
    known = op.properties.get("arg_attrs")
    facts = (
        cast("ArrayAttr[DictionaryAttr]", known)
        if isinstance(known, ArrayAttr)
        else None
    )
    name = op.sym_name.data
    new: Function
    if is_kernel:
        new = KernelOp(name, inputs_placed, region, arg_attrs=facts)
        new.location = op.location
        size = known_size(op, "known_block_size")
        if size is not None:
            set_work_group_size(new, size)
    else:
        new = func.FuncOp(
            name,
            FunctionType.from_lists(inputs_placed, outputs),
            region,
            _PRIVATE,
            arg_attrs=facts,
        )
        new.location = op.location
    for key, value in op.attributes.items():
        if is_kernel and key in _SUB_GROUP_SIZES:
            if not isinstance(value, IntegerAttr):
                fail(op, f"'{key}' is {value}, expected the size of a sub-group")
            new.properties["reqd_sub_group_size"] = value
        elif key not in _OWN_ATTRIBUTES:
            new.attributes[key] = value
    return new
