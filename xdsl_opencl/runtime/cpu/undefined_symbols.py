"""
Functions and variables that a program declares and does not define.

The runtime's own functions are declared by the passes that call them. The program's own
declarations are not looked up in the C library of this process, which has functions and
variables of any name and type: `y0` takes a double, `system` runs commands, and
`optind` is a variable of the process.
"""

from __future__ import annotations

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Operation

from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.frontend.module_linking import declared_name
from xdsl_opencl.ir.diagnostics import place_of
from xdsl_opencl.runtime.errors import RuntimeFailure

_SUFFIX = ".undefined"


def _reference(op: Operation) -> tuple[str, str] | None:
    """The property of `op` that names a function or variable, and the name."""
    if isinstance(op, func.CallOp | llvm.CallOp):
        return None if op.callee is None else ("callee", op.callee.string_value())
    if isinstance(op, llvm.AddressOfOp):
        return "global_name", op.global_name.string_value()
    return None


def mark_undefined(module: ModuleOp) -> frozenset[str]:
    """
    Renames the functions and variables that the opencl-level `module` declares and does
    not define, and their uses, so that they never match a symbol of another kind.
    Returns the new names.
    """
    names = {
        name: op
        for op in module.body.block.ops
        if (name := declared_name(op)) is not None
    }
    if not names:
        return frozenset()
    for name, op in names.items():
        op.properties["sym_name"] = StringAttr(name + _SUFFIX)
    for op in module.walk():
        if (found := _reference(op)) is not None and found[1] in names:
            op.properties[found[0]] = SymbolRefAttr(found[1] + _SUFFIX)
    return frozenset(name + _SUFFIX for name in names)


def take_unusable(
    module: ModuleOp, undefined: frozenset[str]
) -> dict[str, RuntimeFailure]:
    """
    Removes from `module`, whose operations are LLVM's by now but for those of kernels, the
    functions and variables `undefined`, and everything that needs one: other functions, variables whose value has its address,
    kernels. Returns the reason for each kernel, by its name.
    """
    symbols = {
        name.data: op
        for op in module.body.block.ops
        if isinstance(name := op.properties.get("sym_name"), StringAttr)
    }
    users: dict[str, list[tuple[str, Operation]]] = {}
    for name, symbol in symbols.items():
        for op in symbol.walk():
            if (found := _reference(op)) is not None:
                users.setdefault(found[1], []).append((name, op))
    reasons: dict[str, RuntimeFailure] = {}
    removed: set[str] = set()
    # Each symbol to remove, with the missing symbol and its use.
    pending = [(name, name, None) for name in sorted(undefined, reverse=True)]
    while pending:
        name, missing, use = pending.pop()
        if name in removed:
            continue
        removed.add(name)
        pending += [(user, missing, use or op) for user, op in users.get(name, ())]
        if use is not None and isinstance(symbols[name], KernelOp):
            reasons[name] = _reason(name, missing.removesuffix(_SUFFIX), use)
    for name in removed & symbols.keys():
        symbols[name].detach()
        symbols[name].erase(safe_erase=False)
    return reasons


def _reason(kernel: str, missing: str, op: Operation) -> RuntimeFailure:
    message = (
        f"kernel '{kernel}': nothing defines '{missing}'; define it in the program, or link "
        "the module that does"
    )
    # The address of a variable, and a sum with it, have no place in the source.
    seen = {op: place_of(op.location)}
    pending = [op]
    while pending and seen[pending[-1]] is None:
        uses = [use for result in pending.pop().results for use in result.uses]
        users = [use.operation for use in uses if use.operation not in seen]
        seen |= {user: place_of(user.location) for user in users}
        pending += users
    place = seen[pending[-1]] if pending else None
    if place is None:
        return RuntimeFailure(message, kernel=kernel)
    return RuntimeFailure.at(place, message, kernel=kernel)
