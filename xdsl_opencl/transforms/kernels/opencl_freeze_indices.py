"""
`opencl-freeze-indices`: hides from LLVM that an index of a private array was read from it.

LLVM's AMDGPU target puts small private arrays into vectors. Up to LLVM 22 it cannot do so with an
array that is indexed by its own elements (`p[p[i]]`, as permutations and disjoint sets are
followed), and stops. A number that went through `llvm.freeze`, which takes no instruction, is
another value to it.

Needs: functions of `llvm`. Leaves: the same; each number that is loaded from private memory, or
through a generic pointer, is frozen if an index into such memory may be computed from it. The way
leads through operations on numbers, block arguments and calls: LLVM inlines functions, and forwards
what was stored.

Source: AMDGPUPromoteAlloca.cpp, `promoteAllocaUserToVector`; llvm/llvm-project#123173.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.conventions.amdgpu import ADDRESS_SPACES
from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.analysis.cfg import branch_arguments
from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp
from xdsl_opencl.ir.build import Builder, pointer_space_number

_SPACES = {ADDRESS_SPACES[s] for s in (AddressSpace.PRIVATE, AddressSpace.GENERIC)}


class OpenCLFreezeIndicesPass(ModulePass):
    """Freezes numbers of private memory that are indices into private memory."""

    name = "opencl-freeze-indices"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for load in _loaded_indices(op):
            number, following = load.dereferenced_value, load.next_op
            assert following is not None
            frozen = Builder.before(following).add(FreezeOp(number))
            number.replace_uses_with_if(
                frozen, lambda use: not isinstance(use.operation, FreezeOp)
            )


def _is_private(pointer: SSAValue) -> bool:
    return pointer_space_number(pointer.type) in _SPACES


def _callee(op: llvm.CallOp) -> str | None:
    return None if op.callee is None else op.callee.root_reference.data


def _loaded_indices(module: ModuleOp) -> list[llvm.LoadOp]:
    """The loads from private memory that its indices may be computed from."""
    arguments: dict[SSAValue, list[SSAValue]] = {}
    calls: dict[str | None, list[llvm.CallOp]] = {}
    results: dict[str, list[SSAValue]] = {}
    waiting: list[SSAValue] = []
    functions = [f for f in module.body.block.ops if isinstance(f, llvm.FuncOp)]
    for function in functions:
        for block in function.body.blocks:
            for op in block.ops:
                match op:
                    case llvm.GEPOp() if _is_private(op.ptr):
                        waiting += op.ssa_indices
                    case llvm.CallOp():
                        calls.setdefault(_callee(op), []).append(op)
                    case llvm.ReturnOp() if op.arg is not None:
                        results.setdefault(function.sym_name.data, []).append(op.arg)
                    case _:
                        pass
                for target, values in branch_arguments(op) if op.successors else ():
                    for argument, value in zip(target.args, values, strict=True):
                        arguments.setdefault(argument, []).append(value)
    for function in functions if waiting else ():
        name = function.sym_name.data
        if (entry := function.body.first_block) and name in calls:
            for number, argument in enumerate(entry.args):
                arguments[argument] = [call.args[number] for call in calls[name]]
    loads: list[llvm.LoadOp] = []
    seen = {*waiting}
    while waiting:
        value = waiting.pop()
        owner = value.owner
        origins: Iterable[SSAValue] = ()
        if isinstance(owner, Block):
            origins = arguments.get(value, ())
        elif isinstance(owner, llvm.CallOp):
            origins = results.get(_callee(owner) or "", ())
        elif isinstance(owner, llvm.LoadOp):
            if _is_private(owner.ptr):
                loads.append(owner)
        elif not isinstance(owner, FreezeOp):
            origins = owner.operands
        new = {*origins} - seen
        seen |= new
        waiting += new
    return loads
