"""
Global variables of an `llvm`-dialect module on its way to the opencl level: local ones become
`opencl.local`, and unused ones are removed.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    UnitAttr,
)
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_opencl.dialects.llvm_ext.instructions import PoisonOp
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.dialects.opencl.types import SamplerType
from xdsl_opencl.frontend.builtins.builtin_calls import LOST_SAMPLER
from xdsl_opencl.frontend.builtins.pipe_reservations import type_in_memory
from xdsl_opencl.frontend.errors import RaiseError
from xdsl_opencl.frontend.function_rewriter import FunctionRewriter
from xdsl_opencl.ir.build import may_be_hint

_LOCAL_SPACE = 3
_DISCARDABLE = ("internal", "private", "weak_odr", "linkonce", "linkonce_odr")
"""Linkages of variables that may be removed if unused here."""


class Variables:
    """The global variables of one module, and the places that refer to them."""

    def __init__(self, module: ModuleOp):
        self.by_name: dict[str, llvm.GlobalOp] = {
            op.sym_name.data: op for op in module.ops if isinstance(op, llvm.GlobalOp)
        }
        self._uses: dict[str, list[tuple[Operation, FunctionRewriter]]] = {}

    def note(self, op: Operation, site: FunctionRewriter) -> None:
        """Handles an `llvm.mlir.addressof` in a function."""
        assert isinstance(op, llvm.AddressOfOp)
        name = op.global_name.root_reference.data
        if name in self.by_name:
            self._uses.setdefault(name, []).append((op, site))

    def raise_types(self) -> None:
        """
        Gives variables the dialect's types. Raises `RaiseError` for a sampler without a value.
        """
        for name, variable in self.by_name.items():
            type_ = variable.global_type
            if (raised := type_in_memory(type_)) is not type_:
                variable.properties["global_type"] = raised
            if raised == SamplerType() and (uses := self._live(name)):
                raise RaiseError(LOST_SAMPLER, uses[0][0])

    def raise_local(self, names: dict[FunctionRewriter, str]) -> None:
        """
        Turns each local variable with a single user function into `opencl.local`, before its first
        use there. `names` are the functions'.
        """
        inner = self._references()
        for name, variable in self.by_name.items():
            uses = self._live(name)
            sites = {site for _, site in uses}
            if len(sites) != 1 or name in inner or not _is_static_local(variable):
                continue
            (site,) = sites
            local: LocalOp | None = None
            for op, _ in uses:
                if local is None:
                    local = LocalOp(
                        op.results[0].type,
                        variable.global_type,
                        variable.alignment.value.data
                        if isinstance(variable.alignment, IntegerAttr)
                        else None,
                    )
                    hint = name.removeprefix(names[site] + ".")
                    if may_be_hint(hint):
                        local.result.name_hint = hint
                    block = op.parent
                    assert block is not None
                    if block is site.entry:
                        block.insert_ops_before((local,), op)
                    else:
                        assert site.entry.first_op is not None
                        site.entry.insert_ops_before((local,), site.entry.first_op)
                op.results[0].replace_all_uses_with(local.result)
                Rewriter.erase_op(op)

    def erase_unused(self) -> None:
        """Erases the unused variables that are not visible outside."""
        used: set[str] = set()
        work = [
            name
            for name, variable in self.by_name.items()
            if variable.linkage.linkage.data not in _DISCARDABLE or self._live(name)
        ]
        while work:
            name = work.pop()
            if name not in used and name in self.by_name:
                used.add(name)
                work += _references(self.by_name[name])
        for name in self.by_name.keys() - used:
            variable = self.by_name.pop(name)
            Rewriter.erase_op(variable)

    def _live(self, name: str) -> list[tuple[Operation, FunctionRewriter]]:
        return [use for use in self._uses.get(name, ()) if use[0].parent is not None]

    def _references(self) -> set[str]:
        return {
            name for variable in self.by_name.values() for name in _references(variable)
        }


def _references(variable: llvm.GlobalOp) -> list[str]:
    """The symbols that the initial value of `variable` refers to."""
    return [
        op.global_name.root_reference.data
        for op in variable.body.walk()
        if isinstance(op, llvm.AddressOfOp)
    ]


def _is_static_local(variable: llvm.GlobalOp) -> bool:
    """
    Returns whether `variable` is local memory of one function: not visible outside, and without an
    initial value. Some compilers write zeros instead of no value.
    """
    space = variable.addr_space.value.data
    if space != _LOCAL_SPACE or variable.linkage.linkage.data not in _DISCARDABLE[:2]:
        return False
    match variable.value:
        case None:
            blocks = variable.body.blocks
            first = blocks[0].first_op if blocks else None
            return isinstance(first, None | llvm.UndefOp | PoisonOp | llvm.ZeroOp)
        case UnitAttr():
            return True
        case IntegerAttr() | FloatAttr() as value:
            return not value.value.data
        case DenseIntOrFPElementsAttr() as value:
            return value.is_splat() and not value.get_values()[0]
        case _:
            return False
