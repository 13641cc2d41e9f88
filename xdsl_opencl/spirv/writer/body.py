"""
A function of a module of SPIR-V: values, blocks and what handlers of operations build with.

Blocks of MLIR stand in reverse post-order, so that a block follows those that dominate it.
Handlers may open further blocks (`loop`); the values that a block receives come from the block in
which the terminator stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from xdsl.dialects.builtin import i1, i8
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_opencl.analysis.cfg import branch_arguments, reverse_post_order
from xdsl_opencl.spirv.words import Instruction, Value
from xdsl_opencl.spirv.writer.declarations import Declarations, Form

Handler = Callable[["Body", Any], int | None]
"""Writes an operation; returns the id of its first result unless it has named that itself."""


class Body:
    """
    One function; `table` has the handler of each operation by name, `symbols` the ids of functions
    and variables, `pointees` the types that the arguments of functions point to (0: a byte, or no
    pointer).
    """

    def __init__(
        self,
        d: Declarations,
        table: dict[str, Handler],
        symbols: dict[str, int],
        pointees: dict[str, list[int]],
        name: str,
    ):
        self.d = d
        self.table = table
        self.symbols = symbols
        self.pointees = pointees
        self.name = name
        self.variables: list[Instruction] = []
        """The function's variables, which stand first in its first block."""
        self.instructions: list[Instruction] = []
        self.label = 0
        self.ids: dict[SSAValue, int] = {}
        self.pointers: dict[SSAValue, tuple[int, int, str]] = {}
        """Pointers to something else than a byte: id, id of the pointee's type, storage class."""
        self.choices: dict[SSAValue, tuple[tuple[int, ...], int]] = {}
        """The samplers that a chosen sampler may be; a number at run time, the id of the right one."""
        self.labels: dict[Block, int] = {}
        self.phis: dict[Block, list[Instruction]] = {}
        self.casts: dict[tuple[int, int], int] = {}
        """Casts of pointers in the block that is written, by the source and the type."""
        self.between: list[tuple[int, int]] = []
        """Blocks on edges of the last terminator: their labels and targets."""

    # Instructions.

    def emit(self, opcode: str, type: Form | int, *operands: Value) -> int:
        """Adds an instruction with a result of `type`, or the type's id; returns its id."""
        self.d.last = result = self.d.last + 1
        type_id = type if isinstance(type, int) else type.id
        self.instructions.append(Instruction(opcode, type_id, result, operands))
        return result

    def run(self, opcode: str, *operands: Value) -> None:
        """Adds an instruction without a result."""
        self.instructions.append(Instruction(opcode, 0, 0, operands))

    def same(self, op: Operation, opcode: str, *first: Value) -> int | None:
        """Adds an instruction with the operands, after `first`, and the result of `op`."""
        values = (*first, *self.values(op.operands))
        if op.results:
            return self.emit(opcode, self.form(op.results[0]), *values)
        self.run(opcode, *values)

    def extended(self, name: str, form: Form, *operands: Value) -> int:
        """Calls an instruction of OpenCL.std."""
        return self.emit("OpExtInst", form, self.d.set, name, *operands)

    def begin(self, label: int) -> None:
        """Begins a block."""
        self.instructions.append(Instruction("OpLabel", 0, label))
        self.label = label
        self.casts.clear()

    # Values.

    def form(self, value: SSAValue) -> Form:
        """The form of `value`."""
        return self.d.form(value.type)

    def set_pointer(
        self, value: SSAValue, made: int, pointee: int, storage: str
    ) -> None:
        """Names the id of `value`, a pointer to a value of the type `pointee`."""
        if pointee == self.d.form(i8).id:
            self.ids[value] = made
        else:
            self.pointers[value] = made, pointee, storage

    def value(self, value: SSAValue) -> int:
        """The id of `value`; of a pointer one to a byte."""
        found = self.ids.get(value)
        if found is None:
            if value in self.choices:
                raise self.d.refuse(
                    "SPIR-V reads images through one of two samplers, but has no other use of it; choose between results"
                )
            made, _, storage = self.pointers[value]
            found = self.cast(made, self.d.pointer(storage, self.d.form(i8).id))
        return found

    def values(self, values: Iterable[SSAValue]) -> list[int]:
        """The ids of `values`."""
        return [self.value(value) for value in values]

    def composed(self, form: Form, parts: Sequence[int]) -> int:
        """The vector `form` of its elements; of a scalar it is the only one."""
        if form.width == 1:
            return parts[0]
        return self.emit("OpCompositeConstruct", form, *parts)

    def parts(self, made: int, form: Form) -> list[int]:
        """The elements of the vector `made`; a scalar is its own."""
        if form.width == 1:
            return [made]
        extract, scalar = "OpCompositeExtract", form.scalar
        return [self.emit(extract, scalar, made, at) for at in range(form.width)]

    def pointer(self, value: SSAValue, pointee: int) -> int:
        """The id of the pointer `value` as one to the type `pointee`."""
        natural = self.pointers.get(value)
        if natural is None:
            natural = self.ids[value], self.d.form(i8).id, self.form(value).storage
        made, known, storage = natural
        if known == pointee:
            return made
        return self.cast(made, self.d.pointer(storage, pointee))

    def cast(self, made: int, type_id: int) -> int:
        """The pointer `made` as one of another type."""
        key = made, type_id
        found = self.casts.get(key)
        if found is None:
            found = self.casts[key] = self.emit("OpBitcast", type_id, made)
        return found

    def number_of_truth(self, made: int, form: Form, yes: int = 1) -> int:
        """The bits `yes` for true, and zero."""
        return self.emit(
            "OpSelect", form, made, self.d.number(yes, form), self.d.number(0, form)
        )

    def is_nonzero(self, made: int, form: Form) -> int:
        """Whether an integer is other than zero."""
        truth, zero = self.d.like(form, i1), self.d.number(0, form)
        return self.emit("OpINotEqual", truth, made, zero)

    def masked(self, made: int, form: Form) -> int:
        """An integer with zeros in the bits that `form` does not have."""
        if not form.held:
            return made
        mask = self.d.number((1 << form.bits) - 1, form)
        return self.emit("OpBitwiseAnd", form, made, mask)

    def signed(self, made: int, form: Form) -> int:
        """An integer with its sign in the bits that `form` does not have."""
        if not form.held:
            return made
        distance = self.d.number(form.held - form.bits, form)
        made = self.emit("OpShiftLeftLogical", form, made, distance)
        return self.emit("OpShiftRightArithmetic", form, made, distance)

    def splat(self, value: int, form: Form) -> int:
        """The vector `form` of a scalar; the scalar itself where `form` is one."""
        return self.composed(form, [value] * form.width)

    def stored(self, value: SSAValue) -> int:
        """The id of `value` as memory and aggregates have it."""
        made = self.value(value)
        if value.type == i1:
            return self.number_of_truth(made, self.d.form(i8))
        return made

    def set_stored(self, value: SSAValue, made: int) -> None:
        """Names the id of `value`, which comes from memory or an aggregate as `made`."""
        if value.type == i1:
            made = self.is_nonzero(made, self.d.form(i8))
        self.ids[value] = made

    def local_variable(self, pointee: int) -> int:
        """A variable of the function."""
        type_id = self.d.pointer("Function", pointee)
        made = self.d.fresh()
        self.variables.append(Instruction("OpVariable", type_id, made, ("Function",)))
        return made

    # Control flow.

    def target(self, block: Block) -> int:
        """The label of `block`."""
        found = self.labels.get(block)
        if found is None:
            found = self.labels[block] = self.d.fresh()
        return found

    def edges(self, op: Operation) -> list[int]:
        """
        The labels of the successors of the terminator `op`, which receive their values. Edges to
        one block with different values pass a block of their own.
        """
        labels: list[int] = []
        seen: dict[Block, list[int]] = {}
        for block, operands in branch_arguments(op):
            values = [self.value(operand) for operand in operands]
            if block not in seen:
                seen[block] = values
                self.receive(block, values, self.label)
                labels.append(self.target(block))
            elif seen[block] == values:
                labels.append(self.target(block))
            else:
                label = self.d.fresh()
                self.between.append((label, self.target(block)))
                self.receive(block, values, label)
                labels.append(label)
        return labels

    def receive(self, block: Block, values: list[int], label: int) -> None:
        """Adds the values that `block` receives from the block with this label."""
        phis = self.phis.get(block)
        if phis is None:
            d = self.d
            phis = self.phis[block] = [
                Instruction("OpPhi", d.form(argument.type).id, d.fresh())
                for argument in block.args
            ]
        for phi, value in zip(phis, values, strict=True):
            phi.operands = (*phi.operands, value, label)

    def write(self, region: Region) -> list[Instruction]:
        """
        The blocks of `region`, whose first one has its arguments already, with the variables.
        """
        entry = region.blocks[0]
        table, d = self.table, self.d
        for block in reverse_post_order(entry):
            self.begin(self.target(block))
            if block is not entry:
                for phi, argument in zip(self.phis.get(block, ()), block.args):
                    self.instructions.append(phi)
                    self.ids[argument] = phi.result
            for op in block.ops:
                d.at = op
                handler = table.get(op.name)
                if handler is None:
                    raise d.refuse(unwritten(op))
                made = handler(self, op)
                if made is not None:
                    self.ids[op.results[0]] = made
            for label, target in self.between:
                self.begin(label)
                self.run("OpBranch", target)
            self.between.clear()
        first = self.instructions[0]
        return [first, *self.variables, *self.instructions[1:]]


def unwritten(op: Operation) -> str:
    """The error about an operation that SPIR-V does not have."""
    dialect = op.dialect_name()
    if dialect in ("llvm", "opencl", "builtin"):
        return (
            f"'{op.name}' has no form in SPIR-V for OpenCL; compute its result with other "
            "operations, or compile for a GPU or the CPU device"
        )
    return (
        f"'{op.name}' must be lowered before; 'opencl-to-llvm' runs all passes for the "
        "module's target"
    )
