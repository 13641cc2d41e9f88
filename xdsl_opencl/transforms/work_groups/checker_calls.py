"""Calls of the checker of the CPU device (`libraries/check.c`)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp, StringAttr, i32, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.ir.build import GENERIC_POINTER, Builder

CHECKED = "opencl.checked"
"""Attribute of a kernel, a unit: its accesses are checked."""
SITE = "opencl.check_site"
"""Attribute of a barrier or group function: its number in the table of sites."""
EXTENT = "opencl.check_extent"
"""Attribute of a local or program-scope variable: its extent (`abi/cpu/host_check.py`)."""
GRAIN = "opencl.check_grain"
"""Attribute of a checked kernel: log2 of the number of bytes that the checker tracks as a unit."""
SLOT = "opencl.check_slot"
"""Attribute of a local variable: its place in the group record."""
TABLES = "opencl.check"
"""Module attribute: the meanings of the numbers, `sites`, `variables` and, by name, `kernels`."""

PREFIX = "__xdsl_opencl_check_"

_P = GENERIC_POINTER
_PLACE = (_P, _P, i64)
"""An address, and base and extent of its object."""

_FUNCTIONS: dict[str, tuple[tuple[Attribute, ...], Attribute | None]] = {
    **dict.fromkeys(
        (
            "constant",
            "global_read",
            "global_write",
            "local_atomic",
            "local_read",
            "local_write",
            "slow",
            "table",
        ),
        ((_P, *_PLACE, i64, i64, i64), _P),
    ),
    "arrive": ((_P, i64, i64), None),
    "async": ((_P, *_PLACE, *_PLACE, i64, i64, i64, i64, i64, i64), i64),
    "begin": ((_P, _P, i64, i64, i64, i64), None),
    "copy": ((_P, *_PLACE, _P, *_PLACE, _P, i64, i64, i64, i64), None),
    "divide": ((_P, i32, i64), None),
    "end": ((_P,), None),
    "image": ((_P, _P, i32, i32, i32, i32, i32, i32, i64, i64), None),
    "index": ((_P, _P, i64, i64, i64, i64), _P),
    "leave": ((_P,), None),
    "local": ((_P, _P, i64, i64, i64, i64), None),
    "meet": ((_P,), i32),
    "private": ((_P, *_PLACE, i64, i64, _P), _P),
    "set": ((_P, *_PLACE, _P, i64, i32, i64, i64), None),
    "texel": ((_P, _P, i32, i64), None),
    "undefined": ((_P, i32, i64), None),
    "variable": ((_P, _P, i64), None),
    "wait": ((_P, i64, i64, i64), None),
}
"""Parameters and result; the first parameter is the group record."""


def declare(module: ModuleOp) -> None:
    """Declares the checker's functions in `module`."""
    for name, (parameters, result) in _FUNCTIONS.items():
        returned = llvm.LLVMVoidType() if result is None else result
        function = llvm.FuncOp(
            PREFIX + name,
            llvm.LLVMFunctionType(parameters, returned),
            llvm.LinkageAttr("external"),
        )
        function.properties["sym_visibility"] = StringAttr("private")
        module.body.block.add_op(function)


def call(build: Builder, name: str, operands: Sequence[SSAValue]) -> SSAValue | None:
    """Makes a call of the checker's function `name`."""
    _, result = _FUNCTIONS[name]
    op = llvm.CallOp(PREFIX + name, *operands, return_type=result)
    build.insert(op)
    return None if result is None else op.results[0]
