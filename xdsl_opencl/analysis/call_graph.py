"""
The kernels and functions of a module and their calls: for passes that change
signatures, and for facts that flow along calls.

Works on opencl-level and llvm-level modules; a function whose address is taken counts as
called by the one that takes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Block, Operation

from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp
from xdsl_opencl.ir.walk import operations

Function = KernelOp | func.FuncOp
Call = CallKernelOp | func.CallOp

REFERENCES = frozenset(
    kind.name for kind in (func.CallOp, llvm.CallOp, CallKernelOp, llvm.AddressOfOp)
)
"""Names of the operations that refer to a function."""

_PURE = "__ocml_"
"""Functions of ROCm's mathematical library: they need no input of the hardware."""


@dataclass(eq=False)
class Node:
    """
    One kernel or function. `calls` are its direct calls at the opencl level, `callees` the
    names of all functions of the module that it may run. `unknown` says that it calls
    something without a body in the module: a pointer, or a declaration.
    """

    name: str
    op: Operation
    calls: list[Call] = field(default_factory=list[Call])
    callees: set[str] = field(default_factory=set[str])
    unknown: bool = False

    @property
    def has_body(self) -> bool:
        return bool(self.op.regions[0].blocks)


class CallGraph:
    """
    The kernels and functions of a module, their callers, and selected operations.

    `nodes` maps symbols to definitions and declarations, in module order. `calls` maps a
    symbol to its direct calls (`func.call`, `opencl.call_kernel`). `address_taken` maps a
    symbol to an operation that refers to it in another way, so that its signature must
    stay as it is. `found` are the operations of the types asked for, in order.
    """

    __slots__ = ("address_taken", "calls", "found", "nodes")

    def __init__(
        self,
        module: ModuleOp,
        types: Iterable[type[Operation]] = (),
        *,
        walk: bool = True,
    ) -> None:
        """Without `walk`, the caller walks the bodies and calls `add`."""
        self.nodes: dict[str, Node] = {}
        self.calls: dict[str, list[Call]] = {}
        self.address_taken: dict[str, Operation] = {}
        self.found: list[Operation] = []
        for top in module.body.block.ops:
            if isinstance(top, KernelOp | func.FuncOp | llvm.FuncOp):
                name = top.properties["sym_name"]
                assert isinstance(name, StringAttr)
                self.nodes[name.data] = Node(name.data, top)
        if not walk:
            return
        wanted = frozenset(types)
        by_op = {node.op: node for node in self.nodes.values()}
        for top in module.body.block.ops:
            # References outside of functions, in initial values, take addresses.
            node = by_op.get(top) or Node("", top)
            for op in operations(top):
                if type(op) in wanted:
                    self.found.append(op)
                elif op.name in REFERENCES:
                    self.add(node, op)

    def add(self, node: Node, op: Operation) -> None:
        """Records the reference that `op`, one of `REFERENCES` inside `node`, makes."""
        name: str | None = None
        match op:
            case func.CallOp() | CallKernelOp():
                name = callee(op)
                node.calls.append(op)
                self.calls.setdefault(name, []).append(op)
            case llvm.CallOp():
                if op.callee is not None:
                    name = op.callee.root_reference.data
                    self.address_taken[name] = op
            case llvm.AddressOfOp():
                name = op.global_name.root_reference.data
                self.address_taken[name] = op
                if name not in self.nodes:
                    # The address of a variable calls nothing.
                    return
            case _:
                return
        target = None if name is None else self.nodes.get(name)
        if target is None:
            node.unknown = True
            return
        node.callees.add(target.name)
        node.unknown |= not target.has_body and not target.name.startswith(_PURE)

    @property
    def functions(self) -> dict[str, Function]:
        """The kernels and functions of the opencl level."""
        return {
            name: node.op
            for name, node in self.nodes.items()
            if isinstance(node.op, KernelOp | func.FuncOp)
        }

    @property
    def kernels(self) -> list[KernelOp]:
        return [n.op for n in self.nodes.values() if isinstance(n.op, KernelOp)]

    def find_cycle(self) -> list[Call] | None:
        """
        The calls that form a cycle, each made by the callee of the one before it, or
        `None`.
        """
        done: set[str] = set()
        for root in self.nodes:
            if root in done:
                continue
            path: list[str] = [root]
            taken: list[Call] = []
            pending = [iter(self.nodes[root].calls)]
            on_path = {root}
            while pending:
                call = next(pending[-1], None)
                if call is None:
                    pending.pop()
                    done.add(name := path.pop())
                    on_path.discard(name)
                    if taken:
                        taken.pop()
                    continue
                name = callee(call)
                if name in on_path:
                    return [*taken[path.index(name) :], call]
                if name not in done and name in self.nodes:
                    path.append(name)
                    on_path.add(name)
                    taken.append(call)
                    pending.append(iter(self.nodes[name].calls))
        return None


def callers_of(nodes: Mapping[str, Node]) -> dict[str, list[str]]:
    """Function name to the names of its callers."""
    result: dict[str, list[str]] = {name: [] for name in nodes}
    for name, node in nodes.items():
        for called in node.callees:
            result[called].append(name)
    return result


def callee(call: Call) -> str:
    """The symbol that `call` names."""
    return call.callee.root_reference.data


def entry_block(function: Function) -> Block | None:
    """The block whose arguments are the function's; `None` for a declaration."""
    return function.body.blocks.first


def argument_attributes(function: Function) -> list[DictionaryAttr]:
    """One dictionary for each argument, empty where `arg_attrs` is absent."""
    if function.arg_attrs is None:
        return [_EMPTY] * len(function.function_type.inputs)
    return list(function.arg_attrs.data)


def set_arguments(
    function: Function, types: Sequence[Attribute], attributes: Sequence[DictionaryAttr]
) -> None:
    """
    Replaces the argument types and dictionaries in the signature of `function`; the entry
    block is the caller's to change.
    """
    function.function_type = FunctionType.from_lists(
        types, function.function_type.outputs.data
    )
    if any(a.data for a in attributes):
        function.arg_attrs = ArrayAttr(attributes)
    else:
        function.arg_attrs = None


_EMPTY = DictionaryAttr({})
