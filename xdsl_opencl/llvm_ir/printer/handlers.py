"""The tables by operation name."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_opencl.llvm_ir.printer.attributes import CALL_GROUP_ATTRIBUTES
from xdsl_opencl.llvm_ir.printer.calls import CALLS
from xdsl_opencl.llvm_ir.printer.control import TERMINATORS
from xdsl_opencl.llvm_ir.printer.function_text import Handler
from xdsl_opencl.llvm_ir.printer.instructions import INSTRUCTIONS
from xdsl_opencl.llvm_ir.syntax.instructions import INSTRUCTIONS as ROWS
from xdsl_opencl.llvm_ir.syntax.words import FastMath

HANDLERS: Mapping[str, Handler] = {**INSTRUCTIONS, **CALLS, **TERMINATORS}

_ON_CALLS = frozenset(
    (
        *("arg_attrs", "res_attrs", "op_bundle_tags", "fastmathFlags"),
        *CALL_GROUP_ATTRIBUTES,
    )
)
_ON_ACCESSES = frozenset(
    (
        *("alignment", "ordering", "syncscope", "volatile_"),
        *("nontemporal", "invariant", "invariantGroup"),
    )
)
ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "llvm.call": _ON_CALLS,
    "llvm.call_intrinsic": _ON_CALLS,
    "llvm.inline_asm": _ON_CALLS,
    "llvm.load": _ON_ACCESSES,
    "llvm.store": _ON_ACCESSES,
    "llvm.atomicrmw": frozenset(("syncscope", "volatile_", "alignment")),
    "llvm.cmpxchg": frozenset(("syncscope", "volatile_", "alignment")),
    "llvm.alloca": frozenset(("inalloca",)),
    "llvm.getelementptr": frozenset(("noWrapFlags",)),
    "llvm.cond_br": frozenset(("branch_weights",)),
    "llvm.switch": frozenset(("branch_weights",)),
    **{
        f"llvm.{opcode}": frozenset(("fastmathFlags",))
        for opcode, row in ROWS.items()
        if any(isinstance(words, FastMath) for words in row.words)
    },
}
"""
The attributes that the functions above read, besides `opencl.metadata`. Intrinsics
take `ON_INTRINSICS`.
"""
ON_INTRINSICS = frozenset(("arg_attrs", "res_attrs", "fastmathFlags"))
