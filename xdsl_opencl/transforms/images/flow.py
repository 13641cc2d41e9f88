"""
Companions: values that accompany an image or a sampler along all paths.

`CompanionFlow.companion(value)` gives the value that belongs to `value`, an SSA value of an
`opencl` type: the size of the image in hand, its resource id, and so on. It is made on demand,
only along the paths to the place that needs it:

| the value is | its companion is |
|---|---|
| an argument of a kernel | defined by the subclass (`root`) |
| an argument of a function | a new argument after it; every call passes its own |
| a block argument (`cf`, `llvm` branches) | a new block argument; every branch passes it |
| a result of `arith.select` | a select of the companions |
| a result of a cast from another such value | the companion of that value |
| anything else | defined by the subclass (`leaf`), or an error |

`scf` that carries images or samplers becomes branches first (`lower_carriers`).

Nothing here recurses: new values first take their image as a placeholder operand, a work
list replaces it by the companion. So cycles (loops) need no care, and chains may be long.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from xdsl.dialects import arith, cf, func, llvm
from xdsl.dialects.builtin import (
    DictionaryAttr,
    ModuleOp,
    StringAttr,
    UnrealizedConversionCastOp,
)
from xdsl.ir import (
    Attribute,
    Block,
    BlockArgument,
    Operation,
    OpResult,
    Region,
    SSAValue,
)
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_opencl.analysis.call_graph import (
    CallGraph,
    Function,
    argument_attributes,
    entry_block,
    set_arguments,
)
from xdsl_opencl.analysis.cfg import append_arguments, branch_arguments
from xdsl_opencl.dialects.opencl.kernel import ARGUMENT_NAME, KernelOp
from xdsl_opencl.dialects.opencl.types import ImageType, SamplerType
from xdsl_opencl.ir.build import made_operation
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.walk import operations

_CASTS = frozenset(
    (
        UnrealizedConversionCastOp.name,
        "llvm.addrspacecast",
        llvm.BitcastOp.name,
        "llvm.freeze",
    )
)
"""Operations whose only result is their only operand under another type."""

_BRANCHES = frozenset(
    (
        cf.BranchOp.name,
        cf.ConditionalBranchOp.name,
        cf.SwitchOp.name,
        llvm.BrOp.name,
        llvm.CondBrOp.name,
        "llvm.switch",
    )
)


_HANDLES = ImageType | SamplerType


@dataclass(frozen=True)
class Position:
    """The position of a companion in an argument list without an SSA value for it."""

    index: int


@dataclass(frozen=True)
class Source:
    """A place that feeds a value: operand `first(op) + value.index` of `op`."""

    op: Operation
    first: Callable[[Operation], int]


class CompanionFlow(ABC):
    """Makes and caches the companions of one kind."""

    label: str
    """
    The name of the companion, for name hints and diagnostics: `size`, `resource_id`.
    """
    type: Attribute

    def __init__(self, graph: CallGraph) -> None:
        self.graph = graph
        self.user: Operation | None = None
        """The operation that needs the companion, for diagnostics."""
        self._known: dict[SSAValue, SSAValue] = {}
        self._pending: list[tuple[Operation, Source, BlockArgument | Position]] = []
        self._branches: dict[Region, dict[Block, list[Source]]] = {}

    def refuse_call(self, kernel: KernelOp, argument: BlockArgument) -> None:
        """Raises an error about `argument` if another kernel calls `kernel`."""
        name = kernel.sym_name.data
        if name in self.graph.calls:
            self.unknown(
                argument,
                f"kernel @{name} is called like a function; run "
                "opencl-split-kernel-entries first",
            )

    @abstractmethod
    def root(self, kernel: KernelOp, argument: BlockArgument) -> SSAValue:
        """The companion of an argument of a kernel."""

    def leaf(self, value: SSAValue) -> SSAValue | None:
        """
        The companion of a value made by an operation that is not in the table above;
        `None`: there is none.
        """
        return None

    def existing_argument(
        self, function: func.FuncOp, argument: BlockArgument
    ) -> BlockArgument | None:
        """The argument of `function` that already is the companion of `argument`."""
        return None

    def argument_attributes(
        self, function: func.FuncOp, argument: BlockArgument
    ) -> DictionaryAttr:
        """The dictionary of a companion that is added to a function's arguments."""
        return DictionaryAttr({})

    def place(self, function: func.FuncOp, argument: BlockArgument) -> int:
        """The index at which the companion of `argument` is inserted."""
        return argument.index + 1

    def companion(self, value: SSAValue, user: Operation) -> SSAValue:
        """
        The companion of `value`, which is available wherever `value` is.

        Raises `PassFailedException`, naming `user`, if `value` comes from an unknown operation.
        Call `finish` before the module is read.
        """
        self.user = user
        result = self._resolve(value)
        self.finish()
        return result

    def origins(self, value: SSAValue) -> set[SSAValue]:
        """
        The values that `value` may be a copy of: arguments of kernels and results of
        operations that are not in the table above. Changes nothing.
        """
        result: set[SSAValue] = set()
        seen = {value}
        pending = [value]
        while pending:
            current = pending.pop()
            if (incoming := self._incoming(current)) is None:
                result.add(current)
                continue
            for each in incoming:
                if each not in seen:
                    seen.add(each)
                    pending.append(each)
        return result

    def pass_on(self, call: Operation, position: int) -> None:
        """
        Records that operand `position` of `call`, which now holds an image, must become
        the image's companion.
        """
        self.user = call
        self._later(Source(call, _first_operand), Position(position))

    def finish(self) -> None:
        """Replaces every placeholder."""
        while self._pending:
            self.user, source, companion = self._pending.pop()
            index = source.first(source.op) + companion.index
            source.op.operands[index] = self._resolve(source.op.operands[index])

    def unknown(self, value: SSAValue, reason: str) -> NoReturn:
        """Fails because `value` has no companion, naming the operation that needs it."""
        what = "the value cast here"
        if isinstance(value.type, _HANDLES):
            name = "image" if isinstance(value.type, ImageType) else "sampler"
            what = f"this {name}"
        assert self.user is not None
        label = self.label.replace("_", " ")
        fail(self.user, f"the {label} of {what} is not known: {reason}")

    def _later(self, source: Source, companion: BlockArgument | Position) -> None:
        assert self.user is not None
        self._pending.append((self.user, source, companion))

    def _resolve(self, value: SSAValue) -> SSAValue:
        while (known := self._known.get(value)) is None:
            owner = value.owner
            if (
                isinstance(owner, Operation)
                and owner.name in _CASTS
                and len(owner.operands) == 1
            ):
                value = owner.operands[0]
                continue
            if isinstance(value, BlockArgument):
                known = self._of_block_argument(value)
            else:
                assert isinstance(value, OpResult)
                known = self._of_result(value)
            self._remember(value, known)
        return known

    def _remember(self, value: SSAValue, companion: SSAValue) -> None:
        if companion.name_hint is None and value.name_hint is not None:
            companion.name_hint = f"{value.name_hint}_{self.label}"
        self._known[value] = companion

    def _of_block_argument(self, value: BlockArgument) -> SSAValue:
        block = value.block
        parent = block.parent_op()
        is_entry = block.parent is not None and block.parent.first_block is block
        if not is_entry:
            sources = self._branch_sources(block)
            return self._joined(value, block, sources)
        if isinstance(parent, KernelOp):
            if not isinstance(value.type, _HANDLES):
                name = argument_name(parent, value.index)
                self.unknown(
                    value,
                    f"it is argument {value.index} ('{name}') of type {value.type} of "
                    f"kernel @{parent.sym_name.data}",
                )
            return self.root(parent, value)
        if isinstance(parent, func.FuncOp):
            return self._of_function_argument(parent, value)
        where = "no operation" if parent is None else f"'{parent.name}'"
        self.unknown(value, f"it is a block argument of {where}")

    def _of_result(self, value: OpResult) -> SSAValue:
        op = value.op
        if isinstance(op, arith.SelectOp):
            select = made_operation(arith.SelectOp, op.operands, self.type, {})
            Rewriter.insert_op(select, InsertPoint.after(op))
            result = select.results[0]
            # Both placeholders are replaced through their positions.
            for position in (1, 2):
                self._later(Source(select, _first_operand), Position(position))
            return result
        if (known := self.leaf(value)) is not None:
            return known
        if isinstance(op, func.CallOp):
            name = op.callee.string_value()
            self.unknown(
                value,
                f"function @{name} returns it, which OpenCL C forbids (3.0, section "
                "6.11)",
            )
        self.unknown(value, f"it is made by '{op.name}'")

    def _incoming(self, value: SSAValue) -> list[SSAValue] | None:
        """The values that may reach `value` in one step; `None` for an origin."""
        if isinstance(value, BlockArgument):
            index = value.index
            block = value.block
            parent = block.parent_op()
            if block.parent is None or block.parent.first_block is not block:
                return [
                    source.op.operands[source.first(source.op) + index]
                    for source in self._branch_sources(block)
                ]
            if isinstance(parent, func.FuncOp):
                calls = self.graph.calls.get(parent.sym_name.data, ())
                return [call.operands[index] for call in calls]
            return None
        assert isinstance(value, OpResult)
        op = value.op
        if op.name in _CASTS:
            return list(op.operands)
        if isinstance(op, arith.SelectOp):
            return [op.lhs, op.rhs]
        return None

    # Function arguments.

    def _of_function_argument(
        self, function: func.FuncOp, value: BlockArgument
    ) -> SSAValue:
        if (existing := self.existing_argument(function, value)) is not None:
            return existing
        name = function.sym_name.data
        if (other := self.graph.address_taken.get(name)) is not None:
            fail(
                other,
                f"@{name} needs a further argument, the {self.label} of its argument "
                f"{value.index}, but is used other than by 'func.call'",
            )
        types = list(function.function_type.inputs.data)
        attributes = argument_attributes(function)
        place = self.place(function, value)
        types.insert(place, self.type)
        attributes.insert(place, self.argument_attributes(function, value))
        new = value.block.insert_arg(self.type, place)
        set_arguments(function, types, attributes)
        self._remember(value, new)
        for call in self.graph.calls.get(name, ()):
            operands = list(call.operands)
            operands.insert(place, operands[value.index])
            call.operands = operands
            self._later(Source(call, _first_operand), new)
        return new

    # Branches.

    def _branch_sources(self, block: Block) -> list[Source]:
        region = block.parent
        assert region is not None
        found = self._branches.get(region)
        if found is None:
            found = dict[Block, list[Source]]()
            for each in region.blocks:
                if (last := each.last_op) is None:
                    continue
                for number, target in enumerate(last.successors):
                    source = Source(last, _segment_start(number))
                    found.setdefault(target, []).append(source)
            self._branches[region] = found
        return found.get(block, [])

    def _joined(
        self, value: BlockArgument, block: Block, sources: list[Source]
    ) -> SSAValue:
        for source in sources:
            if source.op.name not in _BRANCHES:
                self.unknown(value, f"'{source.op.name}' passes it to a block")
        new = block.insert_arg(self.type, len(block.args))
        self._remember(value, new)
        done: set[Operation] = set()
        for source in sources:
            if source.op not in done:
                done.add(source.op)
                _extend_branch(source.op, block, value.index)
            self._later(source, new)
        return new


def _first_operand(_: Operation) -> int:
    return 0


def _segment_start(successor: int) -> Callable[[Operation], int]:
    """
    Returns a function that computes the index of the first operand that a branch currently passes
    to its successor number `successor`.
    """

    def start(op: Operation) -> int:
        later = branch_arguments(op)[successor:]
        return len(op.operands) - sum(len(values) for _, values in later)

    return start


def _extend_branch(op: Operation, block: Block, index: int) -> None:
    """Repeats operand `index` at the end of each list that `op` passes to `block`."""
    added = {
        number: (values[index],)
        for number, (target, values) in enumerate(branch_arguments(op))
        if target is block
    }
    append_arguments(op, added)


def lower_carriers(module: ModuleOp) -> None:
    """Makes branches of all `scf` if some of it carries images or samplers."""
    if any(
        op.name.startswith("scf.")
        and any(isinstance(v.type, _HANDLES) for v in (*op.operands, *op.results))
        for op in operations(module)
    ):
        from xdsl_opencl.conversions.control_flow.structured_control_flow import (
            lower_scf,
        )

        lower_scf(module)


def image_arguments(function: Function) -> Iterator[tuple[int, ImageType]]:
    """Index and type of the image arguments of `function`, in order."""
    for index, argument in enumerate(function.function_type.inputs.data):
        if isinstance(argument, ImageType):
            yield index, argument


def argument_name(function: Function, index: int) -> str:
    """
    The source name of argument `index`: from reflection, or the name in the text, or `arg<index>`.
    """
    name = argument_attributes(function)[index].data.get(ARGUMENT_NAME)
    if isinstance(name, StringAttr):
        return name.data
    block = entry_block(function)
    hint = None if block is None else block.args[index].name_hint
    return hint or f"arg{index}"
