"""
`opencl-inline`: every call of a function with a body is replaced by that body.

Needs: calls are `func.call` of `func.func`, or `llvm.call` of `llvm.func`; a callee of
several blocks is called from a CFG (run `lower-scf-to-cf` first). Leaves: no call of a
defined function inside a kernel or function. Functions stay; `opencl-strip-unused`
removes those that are now unused. Recursion, which OpenCL C forbids (3.0, section 6.11),
is an error that names the cycle.

Callees are handled before their callers, so each body is copied once per call site, and
each function is walked once.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import cf, func, llvm
from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.split import split_before
from xdsl_opencl.ir.type_layout import type_size_align

Function = func.FuncOp | llvm.FuncOp


def _callee(op: Operation) -> str | None:
    if isinstance(op, func.CallOp):
        return op.callee.root_reference.data
    if isinstance(op, llvm.CallOp) and isinstance(op.callee, SymbolRefAttr):
        return op.callee.root_reference.data
    return None


def _returned(terminator: Operation) -> tuple[SSAValue, ...] | None:
    """
    The values that a function's terminator returns; `None` for a branch.
    """
    if isinstance(terminator, func.ReturnOp | llvm.ReturnOp):
        return tuple(terminator.operands)
    return None


def _inline_single_block(call: Operation, body: Region) -> None:
    block = call.parent_block()
    assert block is not None
    assert body.first_block is not None
    mapper: dict[SSAValue, SSAValue] = dict(
        zip(body.first_block.args, call.operands, strict=True)
    )
    results: tuple[SSAValue, ...] = ()
    for op in body.first_block.ops:
        if (returned := _returned(op)) is not None:
            results = tuple(mapper.get(value, value) for value in returned)
        else:
            block.insert_op_before(op.clone(mapper), call)
    for old, new in zip(call.results, results, strict=True):
        old.replace_all_uses_with(new)
    call.detach()
    call.erase()


def _inline_cfg(call: Operation, body: Region) -> None:
    block = call.parent_block()
    assert block is not None
    assert body.first_block is not None
    following = call.next_op
    assert following is not None
    rest = split_before(following, call.result_types)
    for old, new in zip(call.results, rest.args, strict=True):
        old.replace_all_uses_with(new)
    mapper: dict[SSAValue, SSAValue] = {}
    blocks: dict[Block, Block] = {}
    # `clone_into` renames operands by walking its destination, so that must be empty.
    copies = Region()
    body.clone_into(copies, None, mapper, blocks)
    copies.move_blocks_before(rest)
    for old in body.blocks:
        copy = blocks[old]
        terminator = copy.last_op
        if terminator is None or (values := _returned(terminator)) is None:
            continue
        terminator.detach()
        copy.add_op(cf.BranchOp(rest, *values))
        terminator.erase()
    # No branch leads back to a function's first block: its arguments are the operands.
    entry = blocks[body.first_block]
    for argument, operand in zip(tuple(entry.args), call.operands, strict=True):
        argument.replace_all_uses_with(operand)
        entry.erase_arg(argument)
    call.detach()
    call.erase()
    block.add_op(cf.BranchOp(entry))


def _copy_by_value(call: Operation, callee: Function, target: Target) -> None:
    """
    Gives the inlined body a copy of each argument that it owns (`llvm.byval`).
    """
    attributes = callee.arg_attrs
    if attributes is None:
        return
    for index, dictionary in enumerate(attributes.data):
        if (type := dictionary.data.get("llvm.byval")) is None:
            continue
        size, align = type_size_align(type, target)
        call.operands[index] = Builder.before(call).private_copy(
            call.operands[index], type, size, align
        )


_ANY_TARGET = Target(mcpu="gfx900")
"""Stands for the target that a module lacks: sizes are the same on all but r600."""


class _Inliner:
    def __init__(self, module: ModuleOp):
        attached = TARGET_ATTRIBUTE in module.attributes
        self.target = module_target(module) if attached else _ANY_TARGET
        self.functions: dict[str, Function] = {
            op.sym_name.data: op
            for op in module.body.block.ops
            if isinstance(op, func.FuncOp | llvm.FuncOp) and op.body.blocks
        }
        self.done: set[Operation] = set()

    def calls_of(self, owner: Operation) -> list[tuple[Operation, str]]:
        return [
            (op, name)
            for op in owner.walk()
            if (name := _callee(op)) is not None and name in self.functions
        ]

    def inline_into(self, root: Operation) -> None:
        """
        Inlines the calls of `root`, and before that those of what it calls.
        """
        if root in self.done:
            return
        active: dict[Operation, str] = {root: _name(root)}
        calls = self.calls_of(root)
        path = [(root, calls, iter(calls))]
        while path:
            owner, calls, rest = path[-1]
            for call, name in rest:
                callee = self.functions[name]
                if callee in active:
                    names = list(active.values())
                    cycle = " -> ".join([*names[names.index(name) :], name])
                    fail(call, f"recursion ({cycle}); OpenCL C has none; write a loop")
                if callee not in self.done:
                    active[callee] = name
                    inner = self.calls_of(callee)
                    path.append((callee, inner, iter(inner)))
                    break
            else:
                # From the last to the first: what is behind a call is moved once.
                for call, name in reversed(calls):
                    self.inline(call, self.functions[name], owner)
                self.done.add(owner)
                del active[owner]
                path.pop()

    def inline(self, call: Operation, callee: Function, owner: Operation) -> None:
        _copy_by_value(call, callee, self.target)
        if callee.body.first_block is callee.body.last_block:
            _inline_single_block(call, callee.body)
        elif call.parent_op() is owner:
            _inline_cfg(call, callee.body)
        else:
            fail(
                call,
                f"@{callee.sym_name.data} has several blocks and is called inside a "
                "structured operation; run lower-scf-to-cf first",
            )


def _name(function: Operation) -> str:
    name = function.properties["sym_name"]
    assert isinstance(name, StringAttr)
    return name.data


@dataclass(frozen=True)
class OpenCLInlinePass(ModulePass):
    """
    Inlines every call of a function that has a body.
    """

    name = "opencl-inline"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        inliner = _Inliner(op)
        for top in op.body.block.ops:
            if isinstance(top, KernelOp) or (
                isinstance(top, func.FuncOp | llvm.FuncOp) and top.body.blocks
            ):
                inliner.inline_into(top)
