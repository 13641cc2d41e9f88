"""Functions on tensors that call one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from xdsl.dialects import func
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.conversions.tensors.bufferization.buffers import Buffers, Storage
from xdsl_opencl.conversions.tensors.bufferization.uses import is_tensor
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.diagnostics import fail


@dataclass(frozen=True)
class Summary:
    """What a function does to its arguments, and the memory of its results."""

    written: frozenset[int]
    """The arguments whose memory it writes."""
    arguments: Mapping[int, Storage]
    """The storages of the tensors among the arguments."""
    results: Mapping[int, Storage]
    same: Mapping[int, int]
    """For each result that is an argument's memref unchanged, that argument."""
    result_types: Sequence[Attribute]


def summarise(
    f: Buffers,
    arguments: Sequence[SSAValue],
    returned: Sequence[SSAValue],
    memrefs: Sequence[SSAValue],
) -> Summary:
    """
    Describes a function whose body is lowered: `returned` are its results, and `memrefs` what
    it returns now.
    """
    taken = {n: f.storage(a) for n, a in enumerate(arguments) if is_tensor(a)}
    owners = {f.buffers[arguments[n]]: n for n in taken}
    results: dict[int, Storage] = {}
    same: dict[int, int] = {}
    for n, (value, buffer) in enumerate(zip(returned, memrefs, strict=True)):
        if is_tensor(value):
            is_copy = buffer is not f.buffers[value]
            results[n] = Storage(f.frame) if is_copy else f.storage(value)
            if buffer in owners:
                same[n] = owners[buffer]
    return Summary(
        frozenset(n for n, storage in taken.items() if storage.root().written),
        taken,
        results,
        same,
        [value.type for value in memrefs],
    )


def callees_first(functions: Mapping[str, func.FuncOp]) -> Sequence[func.FuncOp]:
    """
    Orders `functions` so that each comes after the functions that it calls.

    Raises `PassFailedException` for tensors that go through a recursion.
    """
    graph: dict[str, list[str]] = {}
    calls: dict[tuple[str, str], func.CallOp] = {}
    for name, function in functions.items():
        graph[name] = []
        for op in function.walk():
            if isinstance(op, func.CallOp) and any(
                map(is_tensor, (*op.operands, *op.results))
            ):
                callee = op.callee.root_reference.data
                if callee in functions:
                    graph[name].append(callee)
                    calls[name, callee] = op
    try:
        return [functions[name] for name in TopologicalSorter(graph).static_order()]
    except CycleError as error:
        cycle: Sequence[str] = error.args[1]
        # Each is a dependence of the next.
        fail(
            calls[cycle[1], cycle[0]],
            f"function @{cycle[0]} has tensors and calls itself, directly or not; write a "
            "loop ('scf.while'), or put its tensors into memrefs",
        )


def lower_call(f: Buffers, op: func.CallOp, summaries: Mapping[str, Summary]) -> None:
    """Passes memrefs: in place if the function may write them, else copies."""
    build = ArithBuilder.before(op)
    name = op.callee.root_reference.data
    summary = summaries.get(name)
    if summary is None:
        fail(
            op,
            f"function @{name} takes or returns tensors and has no body here; define it, or "
            "declare it on memrefs",
        )
    operands = list(op.operands)
    tensors = [n for n, value in enumerate(op.operands) if is_tensor(value)]
    passed: dict[int, Storage] = {}
    for n in tensors:
        value = op.operands[n]
        if n in summary.written:
            beside = [op.operands[m] for m in tensors if m != n]
            operands[n] = f.destination(build, op, n, beside=beside, plain=True)
        else:
            operands[n] = f.plain(build, value)
        if operands[n] is f.buffers[value]:
            passed[n] = f.storage(value)
        else:
            passed[n] = Storage(f.frame)
    call = func.CallOp(op.callee, operands, summary.result_types)
    build.insert(call)
    # Memory that arguments and results share there is shared here.
    shared: dict[Storage, Storage] = {}
    for n, storage in summary.arguments.items():
        known = shared.setdefault(storage.root(), passed[n])
        known.join(passed[n])
    for n, (old, new) in enumerate(zip(op.results, call.results, strict=True)):
        if not is_tensor(old):
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
            continue
        storage = summary.results[n].root()
        known = shared.setdefault(storage, Storage(f.frame))
        known.root().constant |= storage.constant
        f.put(
            old, operands[summary.same[n]] if n in summary.same else new, known.root()
        )
