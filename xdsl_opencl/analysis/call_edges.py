"""
Which functions a kernel or function may run, for facts that flow along calls: from
kernels to the functions that they reach, from functions to the kernels that reach them.

Reads opencl-level and llvm-level modules; a function whose address is taken counts as
called by the one that takes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp

REFERENCES = frozenset(
    kind.name for kind in (func.CallOp, llvm.CallOp, CallKernelOp, llvm.AddressOfOp)
)
"""Names of the operations that refer to a function."""


@dataclass(eq=False)
class Node:
    """
    One kernel or function. `unknown` says that it calls something whose body is not in
    the module: a pointer, or a declaration.
    """

    name: str
    op: Operation
    callees: set[str] = field(default_factory=set[str])
    unknown: bool = False

    @property
    def has_body(self) -> bool:
        return bool(self.op.regions[0].blocks)


_PURE = "__ocml_"
"""Functions of ROCm's mathematical library: they need no input of the machine."""


def nodes_of(module: ModuleOp) -> dict[str, Node]:
    """
    The kernels and functions of `module` by name, in order, without their calls.
    """
    result: dict[str, Node] = {}
    for op in module.body.block.ops:
        if isinstance(op, KernelOp | func.FuncOp | llvm.FuncOp):
            name = op.properties["sym_name"]
            assert isinstance(name, StringAttr)
            result[name.data] = Node(name.data, op)
    return result


def add_reference(nodes: dict[str, Node], node: Node, op: Operation) -> None:
    """
    Records what `op`, one of `REFERENCES` inside `node`, refers to.
    """
    match op:
        case llvm.AddressOfOp():
            # The address of a variable calls nothing.
            callee = nodes.get(op.global_name.root_reference.data)
            if callee is None:
                return
        case llvm.CallOp():
            name = op.callee
            callee = None if name is None else nodes.get(name.root_reference.data)
        case func.CallOp() | CallKernelOp():
            callee = nodes.get(op.callee.root_reference.data)
        case _:
            return
    if callee is None:
        node.unknown = True
        return
    node.callees.add(callee.name)
    node.unknown |= not callee.has_body and not callee.name.startswith(_PURE)


def call_edges(module: ModuleOp) -> dict[str, Node]:
    """
    The functions of `module` with their calls: one walk of every body.
    """
    nodes = nodes_of(module)
    for node in nodes.values():
        for op in node.op.walk():
            if op.name in REFERENCES:
                add_reference(nodes, node, op)
    return nodes


def callers_of(nodes: Mapping[str, Node]) -> dict[str, list[str]]:
    """
    Function name to the names of its callers.
    """
    result: dict[str, list[str]] = {name: [] for name in nodes}
    for name, node in nodes.items():
        for callee in node.callees:
            result[callee].append(name)
    return result
