"""Variables of a module, with their initialisers."""

from __future__ import annotations

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, cast

from xdsl.dialects.builtin import i1, i8
from xdsl.dialects.llvm import AddressOfOp, GlobalOp
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.ir.build import known_integer
from xdsl_opencl.spirv.words import Value
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.declarations import (
    STORAGE,
    Declarations,
    Form,
    count,
    literal,
    member,
)
from xdsl_opencl.spirv.writer.llvm_operations import LLVM


def write_variables(
    d: Declarations, symbols: dict[str, int], variables: Sequence[GlobalOp]
) -> None:
    """
    Adds the ids of the module's variables to `symbols`; initialisers may be addresses of other
    variables.
    """
    by_name = {op.sym_name.data: op for op in variables}
    # An initialiser stands before the variable that has it.
    needed = {
        name: [
            other
            for block in op.body.blocks
            for inner in block.ops
            if isinstance(inner, AddressOfOp)
            and (other := inner.global_name.root_reference.data) in by_name
        ]
        for name, op in by_name.items()
    }
    try:
        names = [*TopologicalSorter(needed).static_order()]
    except CycleError as error:
        name = error.args[1][0]
        d.at = by_name[name]
        raise d.refuse(
            f"variable @{name} holds its own address when the program is loaded; set it in "
            "a kernel"
        ) from None
    for name in names:
        symbols[name] = _variable(d, symbols, by_name[name])


def _variable(d: Declarations, symbols: dict[str, int], op: GlobalOp) -> int:
    d.at = op
    name, space = op.sym_name.data, op.addr_space.value.data
    if space not in (1, 2, 3):
        raise d.refuse(
            f"program-scope variable @{name} is in address space {space}; give it "
            "addr_space 1 (global), 2 (constant) or 3 (local)"
        )
    type, initialiser, is_undefined = op.global_type, 0, False
    # OpenCL has no initial values of local memory.
    if op.body.blocks and space != 3:
        initialiser = _Initialiser(d, _CONSTANTS, symbols, {}, name).made(op)
        is_undefined = initialiser == d.undefined(d.memory(type))
    elif op.value is not None and space != 3:
        initialiser = literal(d, op.value, i8 if type == i1 else type)
    operands = () if is_undefined else (initialiser,)
    variable = d.variable(STORAGE[space], d.memory(type).id, *operands)
    d.name(variable, name)
    if op.alignment is not None:
        d.decorate(variable, "Alignment", op.alignment.value.data)
    if op.constant is not None or space == 2:
        d.decorate(variable, "Constant")
    external = op.linkage.linkage.data in ("external", "extern_weak")
    if external and not initialiser and space != 3:
        d.decorate(variable, "LinkageAttributes", name, "Import")
    return variable


class _Initialiser(Body):
    """The region of an initialiser: what it computes are constants."""

    def made(self, variable: GlobalOp) -> int:
        """The value of `variable`."""
        self.members: dict[SSAValue, list[Any]] = {}
        """The members of aggregates by value: ids, or lists of further ones."""
        for op in variable.body.block.ops:
            self.d.at = op
            if op.name == "llvm.return":
                return self.stored(op.operands[0])
            handler = self.table.get(op.name)
            if handler is None:
                raise self.d.refuse(
                    f"'{op.name}' is no constant of SPIR-V; set the variable in a kernel"
                )
            if (made := handler(self, op)) is not None:
                self.ids[op.results[0]] = made
        raise self.d.refuse("the region of an initialiser ends with 'llvm.return'")

    def emit(self, opcode: str, type: Form | int, *operands: Value) -> int:
        type_id = type if isinstance(type, int) else type.id
        return self.d.unique("OpSpecConstantOp", type_id, opcode, *operands)

    def value(self, value: SSAValue) -> int:
        if (parts := self.members.get(value)) is not None:
            return self._whole(parts, value.type)
        return super().value(value)

    def _whole(self, value: int | list[Any], type: Attribute) -> int:
        if isinstance(value, int):
            return value
        d = self.d
        parts = [self._whole(v, member(d, type, n)) for n, v in enumerate(value)]
        return d.composite(d.form(type), parts)

    def split(self, value: int | list[Any], type: Attribute) -> list[Any]:
        """A copy of `value` as members; all of one that is whole are undefined or zero."""
        if isinstance(value, list):
            return [*value]
        d = self.d
        make = d.null if value == d.null(d.memory(type)) else d.undefined
        return [make(d.memory(member(d, type, n))) for n in range(count(type))]


def _insert(b: Body, op: Operation) -> None:
    assert isinstance(b, _Initialiser)
    container, value = op.operands[:2]
    if op.name == "llvm.insertelement":
        path = [known_integer(op.operands[2]) or 0]
    else:
        path = [int(n) for n in cast("Any", op).position.get_values()]
    type = container.type
    found = b.members[container] if container in b.members else b.ids[container]
    inner = b.members[op.results[0]] = b.split(found, type)
    for index in path[:-1]:
        type = member(b.d, type, index)
        inner[index] = inner = b.split(inner[index], type)
    inner[path[-1]] = b.members.get(value) or b.stored(value)


_CONSTANTS: dict[str, Handler] = {
    "llvm.insertvalue": _insert,
    "llvm.insertelement": _insert,
    **{
        f"llvm.{name}": LLVM[f"llvm.{name}"]
        for name in (
            "mlir.constant mlir.zero mlir.undef mlir.poison mlir.addressof getelementptr "
            "addrspacecast ptrtoint inttoptr bitcast"
        ).split()
    },
}
"""Handlers of the operations of initialisers, by name."""
