"""Loads and stores: the registers that they write and read, and their steps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.memory.lane_accesses import Lanes, on_lanes
from xdsl_opencl.emulator.memory.storage import Words
from xdsl_opencl.emulator.memory.widths import Width
from xdsl_opencl.emulator.operands import Operand, Special
from xdsl_opencl.emulator.waves import Waves

AddressOf = Callable[[Waves], Any]
"""The place of each lane's access."""

Load = Callable[[Lanes, Any, int], Words]
Store = Callable[[Lanes, Any, Words, int], None]


def scale_of(instruction: Instruction) -> int:
    """The bytes that 1 in the offset register of the instruction stands for."""
    if not instruction.modifiers.get("scale_offset"):
        return 1
    if "_pk_" in instruction.mnemonic:
        return 4
    width = re.search(r"[buif](\d+)$", instruction.mnemonic)
    assert width is not None, instruction.mnemonic
    return int(width[1]) // 8


def write_load(destination: Operand, width: Width) -> Callable[[Waves, Words], None]:
    """
    Returns the writer of a load's words to registers: extended to 32 bits, or to one half
    of a register, whose other half stays (LLVM, `AMDGPU.td`: "d16 preserves unused bits").
    """
    if width.half:
        high = width.half == "h"

        def half(waves: Waves, words: Words) -> None:
            value = words[0].astype(np.uint16)
            if width.signed:
                value = value.astype(np.int8).astype(np.int16).view(np.uint16)
            waves.write16(destination, value, high=high, keep=True)

        return half
    return lambda waves, words: waves.write_registers(
        destination, extended(words, width)
    )


def data_of_store(data: Operand, width: Width) -> Callable[[Waves], Words]:
    """
    Returns the reader of a store's words [n, waves, lanes]: the low bits of a register, its
    high half, or whole registers.
    """
    if width.size <= 2:
        high = width.half == "h"
        return lambda waves: waves.read16(data, high=high)[None].astype(np.uint32)
    return lambda waves: waves.read_registers(data, width.words)


def extended(words: Words, width: Width) -> Words:
    """Extends the sign of signed values smaller than a word."""
    if not width.signed:
        return words
    kind = np.int8 if width.size == 1 else np.int16
    return words.astype(kind).astype(np.int32).view(np.uint32)


def load_step(
    instruction: Instruction, width: Width, address_of: AddressOf, load: Load
) -> Step:
    """A load into the registers of the first operand."""
    write = write_load(instruction.operands[0], width)

    def act(waves: Waves, lanes: Lanes) -> None:
        write(waves, load(lanes, address_of(waves), width.size))

    return on_lanes(instruction, act)


def load_builder(place: Callable[..., AddressOf], load: Load, width: Width) -> Builder:
    """A load whose operands after the destination are those of `place`."""
    return lambda instruction, generation: load_step(
        instruction, width, place(instruction, *instruction.operands[1:]), load
    )


def store_builder(
    place: Callable[..., AddressOf], store: Store, width: Width, data: int = 1
) -> Builder:
    """A store of operand number `data`, to the address that `place` forms of the other operands."""

    def build(instruction: Instruction, generation: Generation) -> Step:
        operands = list(instruction.operands)
        read = data_of_store(operands.pop(data), width)
        where = place(instruction, *operands)

        def act(waves: Waves, lanes: Lanes) -> None:
            store(lanes, where(waves), read(waves), width.size)

        return on_lanes(instruction, act)

    return build


def own_words(waves: Waves, offset: int, size: int = 4) -> Words:
    """The places in LDS of `size` bytes for each lane, from M0 and `offset` on."""
    base = waves.read_scalar32(Special("m0")) & np.uint32(0xFFFF)
    own = np.arange(waves.lanes, dtype=np.uint32) * np.uint32(size)
    return (base + np.uint32(offset & 0xFFFFFFFF))[:, None] + own


def lds_load_step(
    instruction: Instruction, width: Width, address_of: AddressOf, load: Load
) -> Step:
    """
    A load that writes to LDS at M0 plus the instruction's offset; each lane has its own
    place of at least a word ("Vega Instruction Set Architecture", section 8.1.7).
    """
    offset = instruction.offset
    size = max(width.size, 4)

    def act(waves: Waves, lanes: Lanes) -> None:
        words = extended(load(lanes, address_of(waves), width.size), width)
        lanes.store_lds(own_words(waves, offset, size), words, size)

    return on_lanes(instruction, act)
