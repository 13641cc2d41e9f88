"""
`bufferize-destinations`: functions on tensors become functions on memrefs.

A tensor is a version of a buffer. An operation that has the tensor `T` as its destination
(`outs`, the target of `tensor.insert` and `tensor.insert_slice`, what a loop carries, what
a called function writes) writes into the buffer of `T` where nothing reads `T`, or another tensor
in the same memory, afterwards; otherwise into a new buffer, into which `T` is copied if it
matters (`bufferization/buffers.py`). Slices are views. Loops, branches and calls hand on memrefs
where tensors change their places (`bufferization/regions.py`, `calls.py`).

Tensor arguments become memrefs without layout; results the memrefs that hold them. Arguments of private
functions, and those with `bufferization.writable = true`, are written in place by the same rule. `tensor.empty` and
constants allocate; `tensor.generate`, `pad`, `concat` and arithmetic on tensors become `linalg`
first (`bufferization/decomposition.py`). Nothing is freed. In a kernel, any operation with a body that is not a function,
memory is `memref.alloca`.

Errors, with advice: functions of several blocks, tensors without a rank, recursion with tensors, slices
outside of their tensor, and operations without a row in the table (`bufferization/operations.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import affine, bufferization, func, scf
from xdsl.dialects.builtin import (
    BoolAttr,
    FunctionType,
    ModuleOp,
    StringAttr,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.conversions.tensors.bufferization.buffers import Buffers, buffer_type
from xdsl_opencl.conversions.tensors.bufferization.calls import (
    Summary,
    callees_first,
    lower_call,
    summarise,
)
from xdsl_opencl.conversions.tensors.bufferization.copies import write_in_place
from xdsl_opencl.conversions.tensors.bufferization.decomposition import decompose
from xdsl_opencl.conversions.tensors.bufferization.operations import lower
from xdsl_opencl.conversions.tensors.bufferization.regions import (
    COUNTED,
    Loop,
    enter_counted,
    enter_forall,
    enter_plain,
    enter_while,
    leave,
    leave_branches,
    leave_counted,
    leave_forall,
    leave_while,
    lower_condition,
)
from xdsl_opencl.conversions.tensors.bufferization.uses import BRANCHES, Uses, is_tensor
from xdsl_opencl.dialects.scf_ext.forall import ForallOp, InParallelOp
from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.walk import operations

_WRITABLE = "bufferization.writable"
_FALSE = BoolAttr.from_bool(False)


def _has_tensors(op: Operation) -> bool:
    return any(map(is_tensor, (*op.operands, *op.results)))


def _is_concerned(op: Operation) -> bool:
    return isinstance(op, bufferization.CloneOp) or _has_tensors(op)


def _check(op: Operation) -> None:
    """
    Refuses tensors without a rank, in control flow that is not structured, or before they are
    defined.
    """
    defined: set[SSAValue] = set()
    for inner in operations(op):
        for value in (*inner.operands, *inner.results):
            type: Attribute = value.type
            if isinstance(type, UnrankedTensorType):
                fail(
                    inner,
                    f"'{inner.name}' has a tensor without a rank, {type!s}; give it one "
                    "('tensor.cast'), or leave out what needs it",
                )
        for operand in inner.operands:
            if is_tensor(operand) and operand not in defined:
                fail(
                    inner,
                    f"'{inner.name}' uses a tensor that is defined after it; define it "
                    "before",
                )
        defined.update(inner.results)
        for region in inner.regions:
            for block in region.blocks:
                defined.update(block.args)
        region = inner.parent_region()
        if (
            inner is not op
            and region is not None
            and len(region.blocks) > 1
            and (_has_tensors(inner) or region.parent is op)
        ):
            parent = region.parent
            assert parent is not None
            fail(
                parent,
                f"'{parent.name}' has tensors and several blocks; write its control flow "
                "as scf, around functions on tensors",
            )


class _Function:
    """Lowers one function, or kernel."""

    def __init__(
        self,
        op: Operation,
        module: ModuleOp,
        names: set[str],
        summaries: Mapping[str, Summary],
    ):
        self.op = op
        self.summaries = summaries
        self.buffers = Buffers(op, module, names, Uses(op))
        self.dead: list[Operation] = []
        self.loops: list[Loop] = []

    def convert(self) -> Summary | None:
        """Lowers the function; describes it if others may call it."""
        f = self.buffers
        block = self.op.regions[0].block
        arguments = tuple(block.args)
        for argument in arguments:
            if is_tensor(argument):
                buffer = block.insert_arg(buffer_type(argument), argument.index)
                buffer.name_hint = argument.name_hint
                f.put_new(argument, buffer)
                f.old_arguments.append(argument)
        self._keep_constant(arguments)
        last = block.last_op
        returned = tuple(last.operands) if last is not None else ()
        for op, enters in f.uses.steps:
            if enters:
                self._enter(op)
            else:
                self._leave(op)
        summary = None
        if isinstance(self.op, func.FuncOp):
            assert last is not None
            summary = summarise(f, arguments, returned, last.operands)
        for op in reversed(self.dead):
            erase(op)
        for argument in f.old_arguments:
            argument.block.erase_arg(argument)
        write_in_place(block)
        for made in f.made:
            if made.parent is not None and not any(made.results[0].uses):
                erase(made)
        if isinstance(self.op, func.FuncOp):
            assert last is not None
            self.op.function_type = FunctionType.from_lists(
                block.arg_types, last.operand_types
            )
        return summary

    def _keep_constant(self, arguments: Sequence[SSAValue]) -> None:
        """
        Keeps the arguments of a function for its callers, unless it says that they may be written, or
        only functions of this module call it.
        """
        if not isinstance(self.op, func.FuncOp):
            return
        given = () if self.op.arg_attrs is None else self.op.arg_attrs.data
        facts = {i: each.data.get(_WRITABLE) for i, each in enumerate(given)}
        visibility = self.op.sym_visibility
        private = visibility is not None and visibility.data == "private"
        for i, argument in enumerate(arguments):
            kept = _FALSE if facts.get(i) is None and not private else facts.get(i)
            if is_tensor(argument) and kept == _FALSE:
                self.buffers.storage(argument).constant = True

    def _enter(self, op: Operation) -> None:
        f = self.buffers
        if isinstance(op, func.CallOp) and _has_tensors(op):
            lower_call(f, op, self.summaries)
        elif isinstance(op, COUNTED) and any(map(is_tensor, op.results)):
            self.loops.append(enter_counted(f, op))
            return
        elif isinstance(op, scf.WhileOp) and _has_tensors(op):
            self.loops.append(enter_while(f, op))
            return
        elif isinstance(op, ForallOp) and op.results:
            self.loops.append(enter_forall(f, op))
            return
        elif isinstance(op, scf.ConditionOp) and self._is_replaced(op):
            lower_condition(f, self.loops[-1], op)
        elif isinstance(op, scf.YieldOp | affine.YieldOp) and self._is_replaced(op):
            # The operation around makes another.
            pass
        elif isinstance(op, (*BRANCHES, InParallelOp)):
            return
        elif _is_concerned(op):
            has_regions = bool(op.regions)
            lower(f, op)
            if has_regions:
                enter_plain(f, op)
            if isinstance(op, func.ReturnOp):
                return
        else:
            if op.regions:
                enter_plain(f, op)
            return
        self.dead.append(op)

    def _is_replaced(self, last: Operation) -> bool:
        """Returns whether `last` ends a region of an operation that hands on tensors."""
        parent = last.parent_op()
        return (
            isinstance(parent, (*COUNTED, *BRANCHES, scf.WhileOp))
            and parent is not self.op
            and (
                any(map(is_tensor, parent.results))
                or (isinstance(parent, scf.WhileOp) and _has_tensors(parent))
            )
        )

    def _leave(self, op: Operation) -> None:
        f = self.buffers
        if self.loops and self.loops[-1].op is op:
            loop = self.loops.pop()
            match op:
                case scf.WhileOp():
                    leave_while(f, loop)
                case ForallOp():
                    leave_forall(f, loop)
                case _:
                    leave_counted(f, loop)
        elif isinstance(op, BRANCHES):
            if not any(map(is_tensor, op.results)):
                return
            leave_branches(f, op)
        elif isinstance(op, InParallelOp):
            return
        else:
            leave(f, op)
            return
        self.dead.append(op)


@dataclass(frozen=True)
class BufferizeDestinationsPass(ModulePass):
    """Puts the tensors of functions into memory."""

    name = "bufferize-destinations"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        names = {
            name.data
            for top in op.ops
            if isinstance(name := top.properties.get("sym_name"), StringAttr)
        }
        functions: dict[str, func.FuncOp] = {}
        kernels: list[Operation] = []
        for top in op.ops:
            if isinstance(top, ModuleOp) and any(map(_has_tensors, operations(top))):
                fail(
                    top,
                    "a module inside of a module has tensors; run the pass on it alone, or "
                    "take its functions out",
                )
            if not isinstance(top, func.FuncOp):
                # A kernel, whose arguments are memory and numbers.
                if len(top.regions) == 1 and any(map(_is_concerned, operations(top))):
                    kernels.append(top)
                continue
            types = (*top.function_type.inputs, *top.function_type.outputs)
            has_tensors = any(isinstance(type, TensorType) for type in types)
            if not top.body.blocks:
                if has_tensors:
                    fail(
                        top,
                        f"function @{top.sym_name.data} has tensors and no body; declare "
                        "it on memrefs",
                    )
            elif has_tensors or any(map(_is_concerned, operations(top))):
                functions[top.sym_name.data] = top
        summaries: dict[str, Summary] = {}
        for top in (*callees_first(functions), *kernels):
            _check(top)
            decompose(top)
            summary = _Function(top, op, names, summaries).convert()
            if summary is not None:
                assert isinstance(top, func.FuncOp)
                summaries[top.sym_name.data] = summary
