"""
Raises an `llvm`-dialect module to the opencl level: `opencl-raise-kernels` and
`opencl-raise-builtins`, alone or in one walk.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_opencl.abi.model import KERNEL_BODY_PREFIX
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.frontend.builtins.call_raising import CallRaiser
from xdsl_opencl.frontend.errors import RaiseError
from xdsl_opencl.frontend.function_rewriter import (
    FunctionRewriter,
    Handler,
    by_class,
    walk,
)
from xdsl_opencl.frontend.kernels.function_raising import FunctionRaiser
from xdsl_opencl.frontend.kernels.global_variables import Variables
from xdsl_opencl.ir.diagnostics import fail


@contextmanager
def reported(module: ModuleOp) -> Generator[None]:
    """Turns a `RaiseError` into the diagnostic of a pass on `module`."""
    try:
        yield
    except RaiseError as error:
        fail(module if error.op is None else error.op, error.message)


def raise_module(module: ModuleOp, *, strict: bool = False) -> tuple[str, ...]:
    """
    Raises functions and calls of builtins, in one walk. `strict` accepts the named metadata of
    kernels only in the original R600 form. Returns the names of functions that are called and
    neither defined nor known.

    Raises `RaiseError`.
    """
    return _raise_functions(module, strict=strict, calls=True)


def raise_kernels(module: ModuleOp, *, strict: bool = False) -> None:
    """
    Raises functions; calls of builtins stay calls.

    Raises `RaiseError`.
    """
    _raise_functions(module, strict=strict, calls=False)


def _raise_functions(module: ModuleOp, *, strict: bool, calls: bool) -> tuple[str, ...]:
    variables = Variables(module)
    functions = FunctionRaiser(module, variables, strict=strict)
    handlers: Mapping[type[Operation], Handler] = by_class(functions.handlers)
    if calls:
        raiser = CallRaiser(functions.defined(), handlers)
        handlers = {**handlers, **by_class(raiser.handlers)}
    names = functions.sites()
    for site, name in names.items():
        functions.enter(name)
        walk(site, handlers)
    variables.raise_types()
    variables.raise_local(names)
    functions.raise_attributes()
    externals = functions.finish()
    variables.erase_unused()
    return tuple(externals)


def raise_variables(module: ModuleOp) -> None:
    """
    Variables of work-groups that one function of `module` has, whose addresses stand in its first
    block, become its own; unused variables are removed.
    """
    variables = Variables(module)
    names: dict[FunctionRewriter, str] = {}
    for op in module.ops if variables.by_name else ():
        if isinstance(op, func.FuncOp | KernelOp) and op.body.blocks:
            site = FunctionRewriter(op.body, variables.by_name)
            names[site] = op.sym_name.data.removeprefix(KERNEL_BODY_PREFIX)
            for each in site.entry.ops:
                # By name: `isinstance` takes ten times as long, and there are many.
                if each.name == llvm.AddressOfOp.name:
                    variables.note(each, site)
    variables.raise_local(names)
    variables.erase_unused()


def raise_builtins(module: ModuleOp) -> None:
    """
    Raises calls of builtins in the functions and kernels of `module`.

    Raises `RaiseError`.
    """
    variables = Variables(module)
    functions = {
        op.sym_name.data: op
        for op in module.ops
        if isinstance(op, llvm.FuncOp | func.FuncOp | KernelOp)
    }
    bodies = {name: op.body for name, op in functions.items() if op.body.blocks}
    calls = CallRaiser(bodies.keys())
    handlers = by_class({**calls.handlers, llvm.AddressOfOp: variables.note})
    for body in bodies.values():
        walk(FunctionRewriter(body, variables.by_name), handlers, types=False)
    for name, op in functions.items():
        if name in calls.raised:
            op.detach()
            op.erase()
    variables.erase_unused()
