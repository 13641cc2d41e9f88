"""
Functions that a program declares and nobody defines.

The runtime's own functions are declared by the passes that call them. Whatever a program
declares itself is not looked for in the C library of this process, which has functions of
any name and type: `y0` takes a double, and `system` runs commands.
"""

from __future__ import annotations

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Operation

from xdsl_opencl.abi.host_launch import GROUPS_SUFFIX
from xdsl_opencl.ir.diagnostics import place_of
from xdsl_opencl.runtime.errors import RuntimeFailure

_SUFFIX = ".undefined"


def _declared(op: Operation) -> str | None:
    """
    The name of the function that `op` declares without a body; `None` for all else.
    """
    if not isinstance(op, func.FuncOp | llvm.FuncOp) or op.body.blocks:
        return None
    name = op.sym_name.data
    return None if name.startswith("llvm.") else name


def mark_undefined(module: ModuleOp) -> frozenset[str]:
    """
    Renames the functions that the opencl-level `module` declares and does not define, and
    their calls, so that no function of another kind is taken for them. Returns the new
    names.
    """
    names = {
        name: op for op in module.body.block.ops if (name := _declared(op)) is not None
    }
    if not names:
        return frozenset()
    for name, op in names.items():
        op.properties["sym_name"] = StringAttr(name + _SUFFIX)
    for op in module.walk():
        if isinstance(op, func.CallOp | llvm.CallOp) and op.callee is not None:
            name = op.callee.root_reference.data
            if name in names:
                op.properties["callee"] = SymbolRefAttr(name + _SUFFIX)
    return frozenset(name + _SUFFIX for name in names)


def take_unusable(
    module: ModuleOp, undefined: frozenset[str]
) -> dict[str, RuntimeFailure]:
    """
    Removes from the llvm-level `module` the functions `undefined` and the kernels that
    call one. Returns the reason for each kernel, by its name.
    """
    reasons: dict[str, RuntimeFailure] = {}
    functions = {
        op.sym_name.data: op
        for op in module.body.block.ops
        if isinstance(op, llvm.FuncOp)
    }
    for name, function in functions.items():
        for op in function.walk():
            if isinstance(op, llvm.CallOp) and op.callee is not None:
                callee = op.callee.root_reference.data
                if callee in undefined:
                    reasons[name] = _reason(name, callee.removesuffix(_SUFFIX), op)
                    break
    kernels = (symbol for name in reasons for symbol in (name + GROUPS_SUFFIX, name))
    for symbol in (*kernels, *undefined):
        if (function := functions.get(symbol)) is not None:
            function.detach()
            function.erase(safe_erase=False)
    return reasons


def _reason(kernel: str, callee: str, op: Operation) -> RuntimeFailure:
    message = (
        f"kernel '{kernel}': nothing defines '{callee}'; define it in the program, or link "
        "the module that does"
    )
    place = place_of(op.location)
    if place is None:
        return RuntimeFailure(message, kernel=kernel)
    return RuntimeFailure.at(place, message, kernel=kernel)
