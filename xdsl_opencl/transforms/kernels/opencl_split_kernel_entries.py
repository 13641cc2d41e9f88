"""
`opencl-split-kernel-entries`: a kernel that is called becomes an entry and a function.

A called kernel behaves as a function in its caller's work item (OpenCL C 3.0, section 6.11). For
each kernel that `opencl.call_kernel` or `func.call` names, the body moves to a private `func.func
@__clang_ocl_kern_imp_<name>` (the name that Clang 21 gives it). The entry keeps the name, every
attribute and the reflection of the arguments, and only forwards its arguments; all calls go to the
function. Kernels without calls stay as they are.

The function takes over the attributes of its code: `llvm.*` argument attributes and `passthrough`,
without the keys that describe a launch. Work-group sizes and hints, `opencl.*` argument attributes
and all other attributes stay only on the entry.

`opencl.local` variables of a called kernel, which OpenCL leaves to the implementation,
move with the body: one copy per work-group, shared by all calls.

A declared kernel that is called stays, and its calls go to an external function of that name, as
Clang 21 expects of the module that defines it.

Errors: recursion, direct or mutual, among kernels and functions; a function that returns an
image, a sampler or a pipe; such a type in a structure, an array or a memref; a call that names no
kernel or does not fit its signature; a function in the module that already has the name
of the body of a declared kernel but another type.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.dialects.llvm import LinkageAttr
from xdsl.ir import Attribute, Block, Region
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from xdsl_opencl.abi.model import KERNEL_BODY_PREFIX
from xdsl_opencl.analysis.call_graph import Call, CallGraph, argument_attributes, callee
from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp, ReturnOp
from xdsl_opencl.ir.build import Builder, erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import LINKAGE_ATTRIBUTE
from xdsl_opencl.transforms.kernels.signature.opaque_value_checks import (
    check_opaque_values,
)

PASSTHROUGH = "passthrough"

LAUNCH_ATTRIBUTES = frozenset(
    (
        "amdgpu-flat-work-group-size",
        "amdgpu-max-num-workgroups",
        "amdgpu-waves-per-eu",
        "uniform-work-group-size",
    )
)
"""LLVM function attributes that describe a kernel's launch (AMDGPUUsage, "LLVM IR
Attributes"); they stay on the entry."""


def _checked_signature(kernel: KernelOp, call: Call) -> None:
    expected = kernel.function_type.inputs.data
    given = tuple(operand.type for operand in call.operands)
    name = kernel.sym_name.data
    if call.results:
        fail(
            call,
            f"call of kernel @{name} has a result; a kernel returns nothing; drop it",
        )
    if len(given) != len(expected):
        fail(
            call,
            f"kernel @{name} takes {len(expected)} arguments, the call passes {len(given)}",
        )
    for index, (want, got) in enumerate(zip(expected, given, strict=True)):
        if want != got:
            fail(
                call,
                f"argument {index} of kernel @{name} has type {want}, "
                f"the call passes {got}",
            )


def _body_passthrough(kernel: KernelOp) -> ArrayAttr[Attribute] | None:
    listed = kernel.attributes.get(PASSTHROUGH)
    if not isa(listed, ArrayAttr[Attribute]):
        return None
    kept = [item for item in listed if _passthrough_key(item) not in LAUNCH_ATTRIBUTES]
    return ArrayAttr(kept) if kept else None


def _passthrough_key(item: Attribute) -> str | None:
    if isa(item, ArrayAttr[StringAttr]) and item.data:
        return item.data[0].data
    return item.data if isinstance(item, StringAttr) else None


def _body_argument_attributes(kernel: KernelOp) -> ArrayAttr[DictionaryAttr] | None:
    kept = [
        DictionaryAttr({k: v for k, v in a.data.items() if not k.startswith("opencl.")})
        for a in argument_attributes(kernel)
    ]
    return ArrayAttr(kept) if any(a.data for a in kept) else None


def _unused_name(wanted: str, taken: set[str]) -> str:
    name, number = wanted, 0
    while name in taken:
        number += 1
        name = f"{wanted}_{number}"
    taken.add(name)
    return name


def _move_body(kernel: KernelOp, name: str) -> func.FuncOp:
    """
    Gives `kernel`'s body to a new function `name` and a forwarding one to `kernel`.
    """
    old_entry = kernel.body.blocks[0]
    region = kernel.detach_region(kernel.body)
    for block in region.blocks:
        if isinstance(last := block.last_op, ReturnOp):
            block.insert_op_before(func.ReturnOp(), last)
            block.erase_op(last)

    function = func.FuncOp(
        name,
        FunctionType.from_lists(kernel.function_type.inputs.data, ()),
        region,
        visibility="private",
        arg_attrs=_body_argument_attributes(kernel),
    )
    function.attributes[LINKAGE_ATTRIBUTE] = LinkageAttr("internal")
    if (passthrough := _body_passthrough(kernel)) is not None:
        function.attributes[PASSTHROUGH] = passthrough

    entry = Block(arg_types=kernel.function_type.inputs.data)
    for old, new in zip(old_entry.args, entry.args, strict=True):
        new.name_hint = old.name_hint
    entry.add_ops((func.CallOp(name, entry.args, ()), ReturnOp()))
    kernel.add_region(Region(entry))
    return function


def _declare_body(module: ModuleOp, kernel: KernelOp, name: str) -> None:
    wanted = FunctionType.from_lists(kernel.function_type.inputs.data, ())
    for op in module.body.block.ops:
        symbol = op.properties.get("sym_name")
        if not isinstance(symbol, StringAttr) or symbol.data != name:
            continue
        if isinstance(op, func.FuncOp) and op.function_type == wanted:
            return
        fail(
            op,
            f"@{name}, the body of the declared kernel @{kernel.sym_name.data}, "
            f"must be a function of type {wanted}",
        )
    declaration = func.FuncOp.external(name, wanted.inputs.data, ())
    if (attributes := _body_argument_attributes(kernel)) is not None:
        declaration.arg_attrs = attributes
    if (passthrough := _body_passthrough(kernel)) is not None:
        declaration.attributes[PASSTHROUGH] = passthrough
    Rewriter.insert_op(declaration, InsertPoint.after(kernel))


@dataclass(frozen=True)
class OpenCLSplitKernelEntriesPass(ModulePass):
    """Splits every called kernel into its entry and a function with its body."""

    name = "opencl-split-kernel-entries"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        graph = CallGraph(op)
        if (cycle := graph.find_cycle()) is not None:
            names = " -> ".join(f"@{callee(call)}" for call in (cycle[-1], *cycle))
            fail(
                cycle[0],
                f"recursion: {names}; OpenCL C forbids recursion (3.0, section 6.11); "
                "write a loop",
            )
        check_opaque_values(op)

        split = {
            name: function
            for name, function in graph.functions.items()
            if isinstance(function, KernelOp) and name in graph.calls
        }
        for name, calls in graph.calls.items():
            for call in calls:
                if name in split:
                    _checked_signature(split[name], call)
                elif isinstance(call, CallKernelOp):
                    found = "a function" if name in graph.nodes else "not defined"
                    fail(call, f"@{name} is not a kernel of this module: it is {found}")
        if not split:
            return

        taken = {
            symbol.data
            for top in op.body.block.ops
            if isinstance(symbol := top.properties.get("sym_name"), StringAttr)
        }
        for name, kernel in split.items():
            body = KERNEL_BODY_PREFIX + name
            if kernel.is_declaration:
                _declare_body(op, kernel, body)
            else:
                body = _unused_name(body, taken)
                made = _move_body(kernel, body)
                Rewriter.insert_op(made, InsertPoint.after(kernel))
            for call in graph.calls[name]:
                if isinstance(call, func.CallOp):
                    call.callee = SymbolRefAttr(body)
                    continue
                new = func.CallOp(body, call.arguments, ())
                new.attributes.update(call.attributes)
                new.location = call.location
                Builder.before(call).insert(new)
                erase(call)
