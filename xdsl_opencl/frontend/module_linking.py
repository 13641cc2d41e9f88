"""Links modules at the opencl level, such as those of SPIR-V with those of OpenCL C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Operation

from xdsl_opencl.frontend.errors import FrontendError
from xdsl_opencl.ir.module import LINKAGE_ATTRIBUTE, OCL_VERSION

_FROM_ELSEWHERE = ("external", "extern_weak")
"""
The linkages of variables without a value that another module defines. Local memory is a
variable of a linkage of its own.
"""
_OWN = ("internal", "private")
_ANY_ONE = ("linkonce", "linkonce_odr", "weak", "weak_odr", "common")
"""Linkages of which another definition may stand for this one."""


def declared_name(op: Operation) -> str | None:
    """
    The name of the function or variable that `op` declares without defining it; `None` for
    all else.
    """
    if isinstance(op, llvm.GlobalOp):
        if op.value is not None or op.body.blocks:
            return None
        if op.linkage.linkage.data not in _FROM_ELSEWHERE:
            return None
    elif not isinstance(op, func.FuncOp | llvm.FuncOp) or op.body.blocks:
        return None
    name = op.sym_name.data
    return None if name.startswith("llvm.") else name


def link_modules(modules: Sequence[ModuleOp]) -> ModuleOp:
    """
    One module with the symbols of all `modules`, of which nothing is left but the first.
    Symbols of a module's own get other names where two have the same.

    Raises `FrontendError` for a name that two define, and for one that they use as different
    things.
    """
    whole, *others = modules
    symbols = _symbols(whole)
    for module in others:
        _rename_own(module, whole, symbols)
        for name, op in _symbols(module).items():
            other = symbols.get(name)
            if other is not None and _chosen(name, op, other) is other:
                continue
            if other is not None:
                other.detach()
            op.detach()
            whole.body.block.add_op(op)
            symbols[name] = op
        for key, value in module.attributes.items():
            whole.attributes.setdefault(key, value)
    version = max((m.attributes.get(OCL_VERSION) for m in modules), key=_numbers)
    if version is not None:
        # Kernels of OpenCL C 1.x say themselves that their work-groups are uniform.
        whole.attributes[OCL_VERSION] = version
    return whole


def _numbers(version: Attribute | None) -> list[int]:
    if not isinstance(version, ArrayAttr):
        return []
    parts = cast("ArrayAttr[IntegerAttr]", version).data
    return [part.value.data for part in parts]


def _symbols(module: ModuleOp) -> dict[str, Operation]:
    return {
        name.data: op
        for op in module.body.block.ops
        if isinstance(name := op.properties.get("sym_name"), StringAttr)
    }


def _linkage(op: Operation) -> str:
    found = op.attributes.get(LINKAGE_ATTRIBUTE) or op.properties.get("linkage")
    return found.linkage.data if isinstance(found, llvm.LinkageAttr) else "external"


def _rename_own(module: ModuleOp, whole: ModuleOp, taken: dict[str, Operation]) -> None:
    """Gives symbols of `module` or `whole` that no other sees names that are not `taken`."""
    own = _symbols(module)
    names: dict[str, str] = {}
    names_of_whole: dict[str, str] = {}
    for name, op in own.items():
        if name not in taken:
            continue
        # The first of two may be the one that no other sees.
        if _linkage(op) in _OWN or _linkage(taken[name]) in _OWN:
            count = 1
            while (other := f"{name}.{count}") in taken or other in own:
                count += 1
            if _linkage(op) in _OWN:
                names[name] = other
            else:
                taken[other] = taken.pop(name)
                names_of_whole[name] = other
    _rename(module, names)
    _rename(whole, names_of_whole)


def _rename(module: ModuleOp, names: dict[str, str]) -> None:
    if not names:
        return
    for op in module.walk():
        for key, value in op.properties.items():
            if isinstance(value, SymbolRefAttr) and value.string_value() in names:
                op.properties[key] = SymbolRefAttr(names[value.string_value()])
        if op.parent_op() is module:
            name = op.properties.get("sym_name")
            if isinstance(name, StringAttr) and name.data in names:
                op.properties["sym_name"] = StringAttr(names[name.data])


def _chosen(name: str, op: Operation, other: Operation) -> Operation:
    """The one that stays of `op` and `other`, which have one name."""
    types = [_type(each) for each in (op, other)]
    if None not in types and types[0] != types[1]:
        raise FrontendError(
            f"error: the programs cannot be linked: '{name}' is {types[1]} in one and "
            f"{types[0]} in another; declare it as it is defined"
        )
    if declared_name(op) is not None:
        return other
    if declared_name(other) is not None or _linkage(other) in _ANY_ONE:
        return op
    if _linkage(op) in _ANY_ONE:
        return other
    raise FrontendError(
        f"error: the programs cannot be linked: two of them define '{name}'; rename one, or "
        "make a function static"
    )


def _type(op: Operation) -> Attribute | str | None:
    """What the uses of a function or variable depend on; `None` for other symbols."""
    if isinstance(op, llvm.GlobalOp):
        return f"a variable in address space {op.addr_space.value.data}"
    return op.properties.get("function_type")
