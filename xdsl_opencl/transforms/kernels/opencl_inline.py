"""
`opencl-inline`: replaces every call of a function with a body by that body.

Needs: calls are `func.call` of `func.func`, or `llvm.call` of `llvm.func`; a callee of
several blocks is called from a CFG (run `lower-scf-to-cf` first). Leaves: no call of a
defined function inside a kernel or function; a local variable of the module (`llvm.mlir.global`,
which several functions may use) is an `opencl.local` of each kernel that uses it, since each
work-group has its own. Functions and variables stay; `opencl-strip-unused`
removes functions that are now unused. Recursion, which OpenCL C forbids (3.0, section 6.11),
is an error that names the cycle.

Callees are handled before their callers, so each body is copied once per call site, and
each function is walked once. With `move` the last call of a function gets the body itself, and the
function is gone, if nothing else refers to it: chains of functions cost no copies of copies.

With `most-operations` the calls of functions with `least-operations` stay where the kernels
together would have more operations than that: a body that is copied once per call site doubles
with each level of calls, and 70 thousand operations can become 700 million. Such a function gets
the answers to its work-item queries (`get_global_id(0)`) as further arguments, so it needs no
kernel around it. Functions with barriers and the like are always inlined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, cf, func, llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE
from xdsl_opencl.dialects.opencl.kernel import KernelOp, ReturnOp
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.ir.build import Builder, pointer_space_number
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.split import put_blocks, returned
from xdsl_opencl.ir.type_layout import type_size_align
from xdsl_opencl.ir.walk import operations

Function = func.FuncOp | llvm.FuncOp


def _callee(op: Operation) -> str | None:
    if isinstance(op, func.CallOp):
        return op.callee.root_reference.data
    if isinstance(op, llvm.CallOp) and isinstance(op.callee, SymbolRefAttr):
        return op.callee.root_reference.data
    return None


def _inline_single_block(call: Operation, body: Region, move: bool) -> None:
    block, entry = call.parent_block(), body.first_block
    assert block is not None
    assert entry is not None
    mapper: dict[SSAValue, SSAValue] = dict(zip(entry.args, call.operands, strict=True))
    results: tuple[SSAValue, ...] = ()
    for op in tuple(entry.ops):
        if (values := returned(op)) is not None:
            results = tuple(mapper.get(value, value) for value in values)
        elif move:
            op.detach()
            block.insert_op_before(op, call)
        else:
            block.insert_op_before(op.clone(mapper), call)
    if move:
        for argument, operand in mapper.items():
            argument.replace_all_uses_with(operand)
    for old, new in zip(call.results, results, strict=True):
        old.replace_all_uses_with(new)
    Rewriter.erase_op(call)


def _inline_cfg(call: Operation, body: Region, move: bool) -> None:
    copies = body
    if not move:
        # `clone_into` renames operands by walking its destination, so that must be empty.
        copies = Region()
        body.clone_into(copies)
    put_blocks(call, copies, cf.BranchOp)


_HOW_PASSED = ("llvm.byval", "llvm.sret")


def _stand_alone(function: func.FuncOp) -> Sequence[Operation]:
    """
    Adds parameters for the numbers of the work item after the arguments of `function`; returns
    the queries for these numbers.
    """
    entry = function.body.blocks[0]
    queries: dict[tuple[type[Operation], Attribute | None, Attribute], Operation] = {}
    numbers: list[SSAValue] = []
    for op in tuple(function.walk()):
        if isinstance(op, llvm.AllocaOp):
            _allocate_first(op, entry)
        elif _asks(op):
            result = op.results[0]
            key = type(op), op.properties.get("dimension"), result.type
            if key not in queries:
                queries[key] = op.clone()
                number = entry.insert_arg(result.type, len(entry.args))
                number.name_hint = result.name_hint
                numbers.append(number)
            result.replace_all_uses_with(numbers[list(queries).index(key)])
            Rewriter.erase_op(op)
    function.properties["function_type"] = FunctionType.from_lists(
        entry.arg_types, function.function_type.outputs.data
    )
    function.attributes["llvm.linkage"] = llvm.LinkageAttr("internal")
    if function.arg_attrs is not None:
        more = (DictionaryAttr({}) for _ in queries)
        function.arg_attrs = ArrayAttr((*function.arg_attrs.data, *more))
    return tuple(queries.values())


def _allocate_first(op: llvm.AllocaOp, entry: Block) -> None:
    """
    Moves a variable to the start of its function: inside a loop, each iteration would allocate it
    again.
    """
    size = op.size.owner
    if op.parent is entry or not isinstance(size, llvm.ConstantOp | arith.ConstantOp):
        return
    count = size.clone()
    op.detach()
    Rewriter.insert_op((count, op), InsertPoint.at_start(entry))
    op.operands[0] = count.results[0]


def _give(call: Operation, queries: Sequence[Operation]) -> None:
    """Passes the results of `queries` to `call` as further operands."""
    assert isinstance(call, func.CallOp)
    if not queries:
        return
    asked = [query.clone() for query in queries]
    answers = [query.results[0] for query in asked]
    new = func.CallOp(call.callee, (*call.operands, *answers), call.result_types)
    new.attributes.update(call.attributes)
    Rewriter.insert_op((*asked, new), InsertPoint.before(call))
    for old, result in zip(call.results, new.results, strict=True):
        old.replace_all_uses_with(result)
        result.name_hint = old.name_hint
    Rewriter.erase_op(call)


def _copy_by_value(call: Operation, callee: Function, target: Target) -> None:
    """Gives the inlined body a copy of each argument that it owns (`llvm.byval`)."""
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
"""The target of a module without one: sizes are the same on all targets except r600."""


_LOCAL_SPACE = 3


def _asks(op: Operation) -> bool:
    """Returns whether `op` queries a number that every work item has."""
    if isinstance(op, work_item.DimensionQueryOp):
        return op.static_dimension is not None
    return isinstance(op, work_item.NullaryQueryOp)


def _needs_kernel(op: Operation) -> bool:
    """Returns whether `op` can be lowered only in a kernel."""
    if op.name.startswith("opencl."):
        return not _asks(op)
    # Local memory belongs to a kernel.
    return (
        isinstance(op, llvm.AddressOfOp)
        and pointer_space_number(op.result.type) == _LOCAL_SPACE
    )


@dataclass
class _Facts:
    """
    Facts about one function or kernel before inlining: the number of its operations, its calls of
    functions with a body, if an operation in it needs a kernel, and the names whose addresses it
    takes.
    """

    operations: int
    calls: list[tuple[Operation, str]]
    needs_kernel: bool
    named: set[str]


class _Inliner:
    def __init__(self, module: ModuleOp, most: int, least: int, move: bool):
        attached = TARGET_ATTRIBUTE in module.attributes
        self.target = module_target(module) if attached else _ANY_TARGET
        self.module = module
        self.functions: dict[str, Function] = {
            op.sym_name.data: op
            for op in module.body.block.ops
            if isinstance(op, func.FuncOp | llvm.FuncOp) and op.body.blocks
        }
        self.facts: dict[Operation, _Facts] = {}
        self.done: set[Operation] = set()
        self.kept: dict[Operation, Sequence[Operation]] = {}
        """Functions whose calls stay, with the queries whose results they are passed."""
        self.left: Counter[str] = Counter()
        """The calls of each function whose body may move into the last of these."""
        self.move = move
        if most:
            self.choose(most, least)
        if move and self.functions:
            tops = [self.facts_of(top) for top in module.body.block.ops]
            self.left.update(name for facts in tops for _, name in facts.calls)
            for name in set[str]().union(*(facts.named for facts in tops)):
                del self.left[name]

    def facts_of(self, owner: Operation) -> _Facts:
        if (facts := self.facts.get(owner)) is None:
            facts = self.facts[owner] = _Facts(0, [], False, set())
            for op in operations(owner):
                facts.operations += 1
                if (name := _callee(op)) is not None and name in self.functions:
                    facts.calls.append((op, name))
                    continue
                if op is not owner and _needs_kernel(op):
                    facts.needs_kernel |= not isinstance(op, ReturnOp)
                if op.name == "llvm.mlir.addressof":
                    assert isinstance(op, llvm.AddressOfOp)
                    facts.named.add(op.global_name.root_reference.data)
        return facts

    def calls_of(self, owner: Operation) -> list[tuple[Operation, str]]:
        return self.facts_of(owner).calls

    def choose(self, most: int, least: int) -> None:
        """
        Finds the functions whose calls stay: those of at least `least` operations, if the kernels
        would otherwise have more than `most` operations together.
        """
        kernels = [op for op in self.module.body.block.ops if isinstance(op, KernelOp)]
        order = list(self.callees_first(kernels))
        whole: dict[Operation, int] = {}
        for owner in order:
            facts = self.facts_of(owner)
            callees = (self.functions[name] for _, name in facts.calls)
            whole[owner] = facts.operations + sum(whole.get(f, 0) for f in callees)
        if sum(whole[kernel] for kernel in kernels) <= most:
            return
        bound: set[Operation] = {
            self.functions[name]
            for owner in order
            for call, name in self.calls_of(owner)
            if not isinstance(call, func.CallOp)
        }
        for owner in order:
            facts = self.facts_of(owner)
            callees = [self.functions[name] for _, name in facts.calls]
            inlined = [callee for callee in callees if callee not in self.kept]
            whole[owner] = facts.operations + sum(whole.get(f, 0) for f in inlined)
            if facts.needs_kernel or any(callee in bound for callee in inlined):
                bound.add(owner)
            elif (
                owner not in bound
                and isinstance(owner, func.FuncOp)
                and whole[owner] >= least
            ):
                self.kept[owner] = ()

    def callees_first(self, roots: Sequence[Operation]) -> Iterator[Operation]:
        """
        Returns the functions that `roots` call, directly or not, each once and after its own
        callees; then `roots`.
        """
        seen: set[Operation] = set()
        for root in roots:
            seen.add(root)
            path = [(root, iter(self.calls_of(root)))]
            while path:
                owner, rest = path[-1]
                for _, name in rest:
                    callee = self.functions[name]
                    if callee not in seen:
                        seen.add(callee)
                        path.append((callee, iter(self.calls_of(callee))))
                        break
                else:
                    path.pop()
                    yield owner

    def inline_into(self, root: Operation) -> None:
        """Inlines the calls of `root` after the calls of its callees."""
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
                # From the last to the first: the operations after a call are moved once.
                for call, name in reversed(calls):
                    self.inline(call, self.functions[name], owner)
                if owner in self.kept:
                    assert isinstance(owner, func.FuncOp)
                    self.kept[owner] = _stand_alone(owner)
                self.done.add(owner)
                del active[owner]
                path.pop()

    def inline(self, call: Operation, callee: Function, owner: Operation) -> None:
        _copy_by_value(call, callee, self.target)
        if (queries := self.kept.get(callee)) is not None:
            _give(call, queries)
            return
        name = _name(callee)
        self.left[name] -= 1
        move = self.left[name] == 0
        last = callee.body.block.last_op if len(callee.body.blocks) == 1 else None
        if last is not None and returned(last) is not None:
            _inline_single_block(call, callee.body, move)
        elif call.parent_op() is owner:
            _inline_cfg(call, callee.body, move)
        else:
            fail(
                call,
                f"@{callee.sym_name.data} has several blocks or no return, and is called in a "
                "structured operation; run lower-scf-to-cf first",
            )
        if move:
            Rewriter.erase_op(callee)


def _own_local_variables(kernel: KernelOp, variables: dict[str, llvm.GlobalOp]) -> None:
    """Gives `kernel` an `opencl.local` for each of the `variables` that it uses."""
    made: dict[tuple[str, Attribute], SSAValue] = {}
    entry = kernel.body.blocks[0]
    for op in list(kernel.walk()):
        if not isinstance(op, llvm.AddressOfOp):
            continue
        name = op.global_name.root_reference.data
        if (variable := variables.get(name)) is None:
            continue
        if (local := made.get((name, op.result.type))) is None:
            align = variable.alignment
            new = LocalOp(
                op.result.type,
                variable.global_type,
                align.value.data if isinstance(align, IntegerAttr) else None,
            )
            Rewriter.insert_op(new, InsertPoint.at_start(entry))
            local = made[name, op.result.type] = new.result
        op.result.replace_all_uses_with(local)
        Rewriter.erase_op(op)


def _name(function: Operation) -> str:
    name = function.properties["sym_name"]
    assert isinstance(name, StringAttr)
    return name.data


@dataclass(frozen=True)
class OpenCLInlinePass(ModulePass):
    """
    Inlines every call of a function that has a body. With `most_operations`, large
    functions stay where the kernels would have more operations than that together; with `move` a
    function whose calls are all inlined is gone.
    """

    name = "opencl-inline"

    most_operations: int = 0
    least_operations: int = 20
    """Smaller functions are always inlined."""
    move: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        inliner = _Inliner(op, self.most_operations, self.least_operations, self.move)
        for top in tuple(op.body.block.ops):
            if isinstance(top, KernelOp) or (
                isinstance(top, func.FuncOp | llvm.FuncOp) and top.body.blocks
            ):
                inliner.inline_into(top)
        local = {
            variable.sym_name.data: variable
            for variable in op.body.block.ops
            if isinstance(variable, llvm.GlobalOp)
            and variable.addr_space.value.data == _LOCAL_SPACE
            and variable.linkage.linkage.data in ("internal", "private")
        }
        if local:
            for top in op.body.block.ops:
                if isinstance(top, KernelOp) and top.body.blocks:
                    _own_local_variables(top, local)
        for function in inliner.kept:
            assert isinstance(function, func.FuncOp)
            if function.arg_attrs is not None:
                # The arguments become plain pointers: each call passes a copy.
                function.arg_attrs = ArrayAttr(
                    DictionaryAttr(
                        {k: v for k, v in a.data.items() if k not in _HOW_PASSED}
                    )
                    for a in function.arg_attrs.data
                )
