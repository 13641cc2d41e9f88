"""
Moves and selections within a lane, including moves between register files and indexed moves.

Sources: "RDNA3 Instruction Set Architecture", section 16.8 (V_MOVRELS_B32 and its like); "AMD
CDNA4 Instruction Set Architecture", V_ACCVGPR_READ_B32, V_MOV_B64, V_BITOP3_B32.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step, acting, nothing
from xdsl_opencl.emulator.operands import Operand, Register, Special
from xdsl_opencl.emulator.vector.execution.execute import by_instruction, table
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    InstructionRow,
    integer,
    keeping,
)
from xdsl_opencl.emulator.vector.semantics import integers
from xdsl_opencl.emulator.vector.semantics.formats import Array
from xdsl_opencl.emulator.waves import Waves


def _same(values: Array) -> Array:
    return values


def _select(otherwise: Array, chosen: Array, mask: Array) -> Array:
    return np.where(mask, chosen, otherwise)


ROWS: Mapping[str, InstructionRow] = {
    "v_mov_b16": integer("b16", "b16", _same),
    "v_mov_b32": integer("b32", "b32", _same),
    "v_mov_b64": integer("b64", "b64", _same),
    "v_cndmask_b32": integer("b32", "b32 b32 vcc", _select),
    "v_cndmask_b16": integer("b16", "b16 b16 vcc", _select),
    "v_accvgpr_read_b32": integer("b32", "b32", _same),
    "v_accvgpr_write_b32": integer("b32", "b32", _same),
    "v_accvgpr_mov_b32": integer("b32", "b32", _same),
}


@acting
def _swap32(instruction: Instruction, waves: Waves) -> None:
    """V_SWAP: both registers are read before either is written."""
    first, second = instruction.operands
    a, b = waves.read32(first).copy(), waves.read32(second).copy()
    waves.write32(first, b)
    waves.write32(second, a)


@acting
def _swap16(instruction: Instruction, waves: Waves) -> None:
    first, second = instruction.operands
    a, b = waves.read16(first).copy(), waves.read16(second).copy()
    waves.write16(first, b)
    waves.write16(second, a)


_TABLES = {"v_bitop3_b32": "u32", "v_bitop3_b16": "u16"}


def bitwise_row(instruction: Instruction, count: int) -> InstructionRow:
    """The row of V_BITOP3 and V_BITOP2, whose third source is 0: the truth table is a modifier."""
    table_bits = int(instruction.modifiers.get("bitop3", 0))
    type = _TABLES.get(instruction.mnemonic, "u32")

    def compute(a: Array, b: Array, *c: Array) -> Array:
        third = c[0] if c else np.zeros((), a.dtype)
        return integers.bitwise_table(a, b, third, table_bits)

    return keeping(integer(type, " ".join([type] * count), compute))


# Registers by index

_M0 = Special("m0")


def _register(operand: Operand, instruction: Instruction) -> Register:
    if isinstance(operand, Register):
        return operand
    raise EmulatorError(
        f"instruction '{instruction.text}' at {instruction.address:#x} has no register "
        "to count from; report it"
    )


def _at(register: Register, offset: int) -> Register:
    return Register(register.file, register.first + offset)


def _move_relative(
    source_field: tuple[int, int] | None,
    target_field: tuple[int, int] | None,
    swap: bool,
    instruction: Instruction,
    generation: Generation,
) -> Step:
    """
    V_MOVREL: M0 (or a field of it, as first bit and width) is added to the number of the
    source register, the destination register, or both. Outside the waves' registers, a
    source is v0, and a destination is not written ("RDNA3 Instruction Set Architecture",
    section 3.3.2.2 "Out-of-Range behavior").
    """
    target = _register(instruction.operands[0], instruction)
    source = instruction.operands[1]

    def moved(operand: Operand, field: tuple[int, int] | None, m0: int) -> Operand:
        if field is None:
            return operand
        first, bits = field
        return _at(_register(operand, instruction), m0 >> first & ((1 << bits) - 1))

    def step(waves: Waves) -> None:
        m0 = np.broadcast_to(waves.read_scalar32(_M0), (waves.count,))
        for value in map(int, np.unique(m0)):
            mask = waves.exec & (m0 == value)[:, None]
            to = moved(target, target_field, value)
            origin = moved(source, source_field, value)
            if not waves.has(to):
                continue
            if not waves.has(origin):
                origin = Register("v", 0)
            new = waves.read32(origin).copy()
            old = waves.read32(to).copy()
            waves.write32(to, new, mask)
            if swap:
                waves.write32(origin, old, mask)

    return step


_WHOLE = (0, 32)
_LOW = (0, 10)
_HIGH = (16, 10)

INSTRUCTIONS: Mapping[str, Builder] = {
    **table(ROWS),
    "v_nop": nothing,
    "v_pipeflush": nothing,
    "v_clrexcp": nothing,
    "v_swap_b32": _swap32,
    "v_swap_b16": _swap16,
    **{
        name: by_instruction(lambda instruction, _: bitwise_row(instruction, 3))
        for name in _TABLES
    },
    "v_movreld_b32": partial(_move_relative, None, _WHOLE, False),
    "v_movrels_b32": partial(_move_relative, _WHOLE, None, False),
    "v_movrelsd_b32": partial(_move_relative, _WHOLE, _WHOLE, False),
    "v_movrelsd_2_b32": partial(_move_relative, _LOW, _HIGH, False),
    "v_swaprel_b32": partial(_move_relative, _LOW, _HIGH, True),
}
