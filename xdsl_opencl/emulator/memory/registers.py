"""Registers that loads write and stores read."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from xdsl_opencl.emulator.memory.storage import Words
from xdsl_opencl.emulator.memory.widths import Width
from xdsl_opencl.emulator.operands import Operand
from xdsl_opencl.emulator.waves import Waves


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
    if width.signed:
        kind = np.int8 if width.size == 1 else np.int16

        def signed(waves: Waves, words: Words) -> None:
            value = words[0].astype(kind).astype(np.int32).view(np.uint32)
            waves.write32(destination, value)

        return signed

    def whole(waves: Waves, words: Words) -> None:
        waves.write_registers(destination, words)

    return whole


def data_of_store(data: Operand, width: Width) -> Callable[[Waves], Words]:
    """
    Returns the reader of a store's words [n, waves, lanes]: the low bits of a register, its
    high half, or whole registers.
    """
    count = width.words
    if width.half == "h":

        def high(waves: Waves) -> Words:
            return waves.read_registers(data, 1) >> np.uint32(16)

        return high

    def low(waves: Waves) -> Words:
        return waves.read_registers(data, count)

    return low


def extend(words: Words, width: Width) -> None:
    """Extends the sign of a value smaller than a word, in place."""
    if width.signed:
        shift = 32 - 8 * width.size
        words[0] = ((words[0] << np.uint32(shift)).view(np.int32) >> shift).view(
            np.uint32
        )
