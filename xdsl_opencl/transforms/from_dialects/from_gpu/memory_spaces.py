"""
Finds the memory space of a kernel's memrefs that do not state one.

Other dialects omit the memory space of a kernel's buffers. In OpenCL a memref without a space is
private, so this module writes the space of the arguments, global memory, into the types of all
values that may hold the same memref: along views, selections, loops, branches and calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from xdsl.dialects import arith, cf, func, memref, scf
from xdsl.dialects.builtin import FunctionType, MemRefType, NoneAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.disjoint_set import DisjointSet

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.dialects.aliases import AnyMemRef
from xdsl_opencl.dialects.opencl.attrs import AddressSpaceAttr
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import set_type
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.views import VIEWS

_KEEPING = tuple(view for view in VIEWS if view is not memref.MemorySpaceCastOp)
"""Views in the space of their first operand."""


def in_space(type: Attribute, space: AddressSpace) -> AnyMemRef:
    """The memref `type` in `space`."""
    old = cast(AnyMemRef, type)
    return MemRefType(old.element_type, old.shape, old.layout, AddressSpaceAttr(space))


def is_placeless(value: SSAValue) -> bool:
    """True for a memref without a memory space."""
    type = value.type
    return isinstance(type, MemRefType) and isinstance(type.memory_space, NoneAttr)


def place_memrefs(
    functions: Iterable[KernelOp | func.FuncOp], seeds: Mapping[SSAValue, AddressSpace]
) -> None:
    """
    Writes the space of `seeds`, values of `functions`, into the types of all memrefs without a
    space that may be the same memory. Results of `memref.alloca` are private.

    Raises `PassFailedException` for a value that may be in two spaces.
    """
    functions = list(functions)
    values = [v for f in functions for v in _values(f) if is_placeless(v)]
    classes = DisjointSet([*dict.fromkeys((*values, *seeds))])
    found = dict(seeds)
    names = {f.sym_name.data: f for f in functions if isinstance(f, func.FuncOp)}
    for function in functions:
        for op in function.walk():
            for a, b in _links(op, names):
                if is_placeless(a) and is_placeless(b):
                    classes.union(a, b)
            if isinstance(op, memref.AllocaOp) and is_placeless(op.memref):
                found[op.memref] = AddressSpace.PRIVATE
    spaces: dict[SSAValue, AddressSpace] = {}
    for value, space in found.items():
        root = classes.find(value)
        if spaces.setdefault(root, space) is not space:
            owner = value.owner
            place = owner if isinstance(owner, Operation) else owner.parent_op()
            assert place is not None
            fail(
                place,
                f"a memref of type {value.type} is in {space} memory here and in "
                f"{spaces[root]} memory elsewhere; give each function or loop memrefs of "
                "one memory, or write the memory spaces into the types",
            )
    for value in values:
        space = spaces.get(classes.find(value), AddressSpace.PRIVATE)
        if space is not AddressSpace.PRIVATE:
            set_type(value, in_space(value.type, space))
    for function in functions:
        _update_type(function)


def _values(function: Operation) -> Iterator[SSAValue]:
    for op in function.walk():
        yield from op.results
        for region in op.regions:
            for block in region.blocks:
                yield from block.args


def _update_type(function: KernelOp | func.FuncOp) -> None:
    entry = function.body.blocks.first
    if entry is None:
        return
    outputs = function.function_type.outputs.data
    for block in function.body.blocks:
        if isinstance(last := block.last_op, func.ReturnOp):
            outputs = last.operand_types
    function.function_type = FunctionType.from_lists(entry.arg_types, outputs)


def _links(
    op: Operation, functions: Mapping[str, func.FuncOp]
) -> Iterator[tuple[SSAValue, SSAValue]]:
    """Yields pairs of values that, if they are memrefs, are the same memory."""
    match op:
        case arith.SelectOp():
            yield op.lhs, op.result
            yield op.rhs, op.result
        case scf.ForOp():
            body = op.body.block
            yields = body.last_op
            assert yields is not None
            for init, argument, last, result in zip(
                op.iter_args, body.args[1:], yields.operands, op.results
            ):
                yield init, argument
                yield last, result
                yield init, result
        case scf.WhileOp():
            before, after = op.before_region.block, op.after_region.block
            condition, again = before.last_op, after.last_op
            assert condition is not None
            assert again is not None
            yield from zip(op.arguments, before.args)
            yield from zip(condition.operands[1:], after.args)
            yield from zip(condition.operands[1:], op.results)
            yield from zip(again.operands, before.args)
        case scf.YieldOp():
            parent = op.parent_op()
            if isinstance(parent, scf.IfOp | scf.IndexSwitchOp | scf.ExecuteRegionOp):
                yield from zip(op.operands, parent.results)
        case cf.BranchOp():
            yield from zip(op.arguments, op.successor.args)
        case cf.ConditionalBranchOp():
            yield from zip(op.then_arguments, op.then_block.args)
            yield from zip(op.else_arguments, op.else_block.args)
        case func.CallOp():
            callee = functions.get(op.callee.root_reference.data)
            if callee is not None and callee.body.blocks:
                yield from zip(op.arguments, callee.body.blocks[0].args)
                for block in callee.body.blocks:
                    if isinstance(last := block.last_op, func.ReturnOp):
                        yield from zip(last.arguments, op.results)
        case _ if isinstance(op, _KEEPING):
            yield op.operands[0], op.results[0]
        case _:
            pass
