"""
What a module's kernels and functions call: one walk, for the passes that change
signatures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Block, Operation

from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp

Function = KernelOp | func.FuncOp
Call = CallKernelOp | func.CallOp


class CallGraph:
    """
    The kernels and functions of a module, who calls them, and selected operations.

    `functions` maps symbols to definitions and declarations, in module order. `calls`
    maps a symbol to its direct calls (`func.call`, `opencl.call_kernel`), `callees` a
    symbol to the calls that its body makes. `address_taken` maps a symbol to an operation
    that refers to it in another way, so that its signature is not ours to change. `found`
    are the operations of the types asked for, in order.
    """

    __slots__ = ("address_taken", "callees", "calls", "found", "functions")

    def __init__(self, module: ModuleOp, types: Iterable[type[Operation]] = ()) -> None:
        self.functions: dict[str, Function] = {}
        self.calls: dict[str, list[Call]] = {}
        self.callees: dict[str, list[Call]] = {}
        self.address_taken: dict[str, Operation] = {}
        self.found: list[Operation] = []

        wanted = frozenset(types)
        for top in module.body.block.ops:
            made: list[Call] = []
            if isinstance(top, KernelOp | func.FuncOp):
                self.functions[top.sym_name.data] = top
                self.callees[top.sym_name.data] = made
            for op in top.walk():
                kind = type(op)
                if kind in wanted:
                    self.found.append(op)
                elif kind is func.CallOp or kind is CallKernelOp:
                    assert isinstance(op, CallKernelOp | func.CallOp)
                    made.append(op)
                    self.calls.setdefault(callee(op), []).append(op)
                elif kind is llvm.AddressOfOp:
                    assert isinstance(op, llvm.AddressOfOp)
                    self.address_taken[op.global_name.root_reference.data] = op
                elif kind is llvm.CallOp:
                    assert isinstance(op, llvm.CallOp)
                    if isinstance(op.callee, SymbolRefAttr):
                        self.address_taken[op.callee.root_reference.data] = op

    @property
    def kernels(self) -> list[KernelOp]:
        return [f for f in self.functions.values() if isinstance(f, KernelOp)]

    def find_cycle(self) -> list[Call] | None:
        """
        The calls that form a cycle, each made by the callee of the one before it, or
        `None`. No recursion of our own, so that call chains may be long.
        """
        done: set[str] = set()
        for root in self.functions:
            if root in done:
                continue
            path: list[str] = [root]
            taken: list[Call] = []
            pending = [iter(self.callees[root])]
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
                if name not in done and name in self.functions:
                    path.append(name)
                    on_path.add(name)
                    taken.append(call)
                    pending.append(iter(self.callees[name]))
        return None


def callee(call: Call) -> str:
    """
    The symbol that `call` names.
    """
    return call.callee.root_reference.data


def entry_block(function: Function) -> Block | None:
    """
    The block whose arguments are the function's; `None` for a declaration.
    """
    return function.body.blocks.first


def argument_attributes(function: Function) -> list[DictionaryAttr]:
    """
    One dictionary for each argument, empty where `arg_attrs` is absent.
    """
    if function.arg_attrs is None:
        return [_EMPTY] * len(function.function_type.inputs)
    return list(function.arg_attrs.data)


def set_arguments(
    function: Function,
    types: Sequence[Attribute],
    attributes: Sequence[DictionaryAttr],
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
