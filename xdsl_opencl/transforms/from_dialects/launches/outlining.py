"""Turns a region of a host function into a kernel: `outline`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith, complex, func, memref
from xdsl.dialects.builtin import IntegerAttr, MemRefType, ModuleOp, StringAttr
from xdsl.ir import Operation, Region, SSAValue
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.diagnostics import enclosing_symbol
from xdsl_opencl.transforms.from_dialects.from_gpu.argument_boundary import (
    INDEX,
    form_arguments,
    passable,
)
from xdsl_opencl.transforms.from_dialects.from_gpu.known_index_values import known
from xdsl_opencl.transforms.from_dialects.launches.gpu_host_operations import Launched


@dataclass
class Outliner:
    """Turns regions into kernels, before their functions."""

    module: ModuleOp
    kernels: list[KernelOp] = field(default_factory=list[KernelOp])
    _names: set[str] = field(default_factory=set[str])
    _counts: dict[str, int] = field(default_factory=dict[str, int])
    """The number of kernels outlined from each function."""

    def __post_init__(self) -> None:
        for top in self.module.ops:
            if isinstance(name := top.properties.get("sym_name"), StringAttr):
                self._names.add(name.data)

    def name(self, op: Operation) -> str:
        """
        Returns a name for the kernel that `op` becomes: the name of its function, `_kernel`, and a
        number from the second kernel on.
        """
        stem = f"{enclosing_symbol(op) or 'main'}_kernel"
        number = self._counts.get(stem, 0)
        while (name := f"{stem}_{number}" if number else stem) in self._names:
            number += 1
        self._counts[stem] = number + 1
        self._names.add(name)
        return name

    def outline(
        self, region: Region, at: Operation
    ) -> tuple[Launched, Sequence[SSAValue]]:
        """
        Makes the kernel that runs `region`, a region of `at` whose entry block has no arguments.
        Returns the kernel with the outer values that it uses. Constants and views of memrefs are
        recreated inside.

        Raises `PassFailedException` for a value whose type cannot be a kernel argument.
        """
        entry = region.blocks[0]
        first = entry.first_op
        assert first is not None
        made: dict[SSAValue, SSAValue] = {}
        taken: list[SSAValue] = []
        for value in _in_order(_captured(region)):
            owner = value.owner
            number = known(value) if value.type == INDEX else None
            new: SSAValue
            if number is not None:
                constant = arith.ConstantOp(IntegerAttr(number, INDEX))
                entry.insert_op_before(constant, first)
                new = constant.result
            elif isinstance(owner, _SUNK):
                copy = owner.clone(made)
                entry.insert_op_before(copy, first)
                new = copy.results[0]
            else:
                name = f" '{value.name_hint}'" if value.name_hint else ""
                passable(at, value.type, f"the value{name} from outside of '{at.name}'")
                new = entry.insert_arg(value.type, len(entry.args))
                taken.append(value)
            new.name_hint = value.name_hint
            made[value] = new
        for op in region.walk():
            for i, operand in enumerate(op.operands):
                if operand in made:
                    op.operands[i] = made[operand]
        kernel = KernelOp(self.name(at), entry.arg_types, region)
        kernel.location = at.location
        top: Operation = at
        while (parent := top.parent_op()) is not None and parent is not self.module:
            top = parent
        self.module.body.block.insert_op_before(kernel, top)
        self.kernels.append(kernel)
        return Launched(kernel, form_arguments(kernel)), taken


_SUNK = (
    arith.ConstantOp,
    complex.ConstantOp,
    complex.CreateOp,
    memref.CastOp,
    memref.CollapseShapeOp,
    memref.ExpandShapeOp,
    memref.ReinterpretCastOp,
    memref.SubviewOp,
)
"""Operations that are recreated in the kernel, instead of passing their results."""


def erase_copied(host: func.FuncOp) -> None:
    """
    Erases constants and views of static memory that only kernels used, which recreate them. A
    view that may lie outside of its memory stays for the error.
    """
    for op in reversed([*host.walk()]):
        if not isinstance(op, _SUNK) or any(any(result.uses) for result in op.results):
            continue
        if len(op.operands) > 1 or any(
            isa(operand.type, MemRefType) and not operand.type.has_static_shape()
            for operand in op.operands
        ):
            continue
        erase(op)


def _in_order(values: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Returns `values` and the operands of their owners in `_SUNK`, each after the values that it needs.
    """
    order: dict[SSAValue, None] = {}
    pending = list(reversed(values))
    while pending:
        value = pending[-1]
        missing: list[SSAValue] = []
        if isinstance(value.owner, _SUNK):
            missing = [o for o in value.owner.operands if o not in order]
        if missing:
            pending += missing
            continue
        order[pending.pop()] = None
    return list(order)


def _captured(region: Region) -> Sequence[SSAValue]:
    """Returns the outer values that `region` uses, in the order of their first use."""
    inside: set[SSAValue] = set()
    used: dict[SSAValue, None] = {}
    for block in region.blocks:
        inside.update(block.args)
    for op in region.walk():
        inside.update(op.results)
        for inner in op.regions:
            for block in inner.blocks:
                inside.update(block.args)
        used |= dict.fromkeys(op.operands)
    return [value for value in used if value not in inside]


def called_functions(
    module: ModuleOp, kernels: Sequence[KernelOp]
) -> list[func.FuncOp]:
    """Returns the functions of `module` that `kernels` call, directly or not."""
    functions = {
        op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp)
    }
    found: dict[str, func.FuncOp] = {}
    pending: list[Operation] = list(kernels)
    while pending:
        for op in pending.pop().walk():
            if isinstance(op, func.CallOp):
                name = op.callee.root_reference.data
                if name in functions and name not in found:
                    found[name] = functions[name]
                    pending.append(functions[name])
    return list(found.values())
