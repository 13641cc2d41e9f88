"""
`opencl-strip-unused`: removes what no kernel reaches, and makes the rest internal.

A symbol is reached if a kernel, or an operation of the module that is neither function nor
variable, refers to it in any attribute, directly or through other functions and variables,
initializer regions included. Functions, `memref.global`, `llvm.mlir.global` and
`opencl.program_sampler` that are not reached are removed; a module without kernels therefore
becomes empty. Symbols that stay and have a body or a value become private to the module:
`sym_visibility = "private"`, and internal linkage for LLVM.

Untouched: kernels, declarations that are reached, variables with appending linkage (`@llvm.used`;
the symbols that they list stay too), and the symbols of the option `keep`, which are roots like
kernels.

Errors: a name in `keep` that the module does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Data, Operation, ParametrizedAttribute, TypeAttribute
from xdsl.passes import ModulePass

from xdsl_opencl.dialects.opencl.sampler import ProgramSamplerOp
from xdsl_opencl.ir.diagnostics import PassError
from xdsl_opencl.ir.walk import operations

PRIVATE = StringAttr("private")
INTERNAL = llvm.LinkageAttr("internal")

_REMOVABLE = (
    func.FuncOp,
    llvm.FuncOp,
    llvm.GlobalOp,
    ProgramSamplerOp,
)


_MEMREF_GLOBAL = "memref.global"
"""By name: most modules do not need the `memref` dialect."""


@dataclass(frozen=True)
class OpenCLStripUnusedPass(ModulePass):
    """Removes unreached functions and variables and makes the rest internal."""

    name = "opencl-strip-unused"

    keep: tuple[str, ...] = ()
    """Symbols that stay as they are, with all that they reach."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        block = op.body.block
        removable: dict[str, Operation] = {}
        roots: list[Operation] = []
        unknown = set(self.keep)
        for top in block.ops:
            name = top.properties.get("sym_name")
            symbol = name.data if isinstance(name, StringAttr) else None
            if symbol in unknown:
                unknown.discard(symbol)
                roots.append(top)
            elif (
                symbol is None
                or not (isinstance(top, _REMOVABLE) or top.name == _MEMREF_GLOBAL)
                or (
                    isinstance(top, llvm.GlobalOp)
                    and top.linkage.linkage.data == "appending"
                )
                # Kernels at the LLVM level.
                or (
                    isinstance(top, llvm.FuncOp)
                    and top.CConv.cconv_name.endswith("_kernelcc")
                )
            ):
                roots.append(top)
            else:
                removable[symbol] = top
        if unknown:
            names = ", ".join(f"@{name}" for name in sorted(unknown))
            raise PassError(
                f"opencl-strip-unused{{keep=...}}: the module has no {names}"
            )
        if not removable:
            return

        named = set(_references(op.attributes.values())) & removable.keys()
        roots += [removable[name] for name in named]
        reached = named | reached_symbols(roots, removable)
        for name, unused in removable.items():
            if name in reached:
                _internalize(unused)
            else:
                block.erase_op(unused)


def reached_symbols(
    roots: Iterable[Operation], symbols: Mapping[str, Operation]
) -> set[str]:
    """The names of `symbols` that `roots` refer to, directly or through other symbols."""
    reached: set[str] = set()
    pending = list(roots)
    while pending:
        for inner in operations(pending.pop()):
            for attributes in (inner.properties, inner.attributes):
                for name in _references(attributes.values()):
                    if name not in reached and name in symbols:
                        reached.add(name)
                        pending.append(symbols[name])
    return reached


_LEAVES: set[type[Attribute]] = {
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    llvm.LinkageAttr,
    llvm.LLVMPointerType,
}
"""Attribute classes that hold no symbol; extended as further classes occur."""


def _references(attributes: Iterable[Attribute]) -> Iterator[str]:
    """The root symbols that `attributes` refer to, at any depth."""
    pending = [a for a in attributes if type(a) not in _LEAVES]
    while pending:
        attribute = pending.pop()
        kind = type(attribute)
        if kind in _LEAVES:
            continue
        if isinstance(attribute, SymbolRefAttr):
            yield attribute.root_reference.data
        elif isinstance(attribute, ArrayAttr):
            pending += attribute.data  # pyright: ignore[reportUnknownMemberType]
        elif isinstance(attribute, DictionaryAttr):
            pending += attribute.data.values()
        elif isinstance(attribute, ParametrizedAttribute) and not isinstance(
            attribute, TypeAttribute
        ):
            pending += attribute.parameters
        elif isinstance(attribute, Data | TypeAttribute):
            _LEAVES.add(kind)


def _internalize(op: Operation) -> None:
    if isinstance(op, llvm.GlobalOp):
        if (op.value is not None or op.body.blocks) and op.linkage.linkage.data not in (
            "internal",
            "private",
        ):
            op.linkage = INTERNAL
    elif isinstance(op, ProgramSamplerOp) or op.name == _MEMREF_GLOBAL:
        op.properties["sym_visibility"] = PRIVATE
    elif isinstance(op, llvm.FuncOp):
        if op.body.blocks:
            op.linkage = INTERNAL
    elif isinstance(op, func.FuncOp) and op.body.blocks:
        op.sym_visibility = PRIVATE
        op.attributes["llvm.linkage"] = INTERNAL
