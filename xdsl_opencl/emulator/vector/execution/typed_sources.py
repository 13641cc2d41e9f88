"""
Reads sources of vector instructions as typed arrays: halves, selected bytes, other lanes, signs.

Sources: "RDNA3 Instruction Set Architecture", sections 7.2 (operands), 7.4 (16-bit math), 7.7
(DPP); "Vega Instruction Set Architecture", section 13.3.8 "SDWA".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.operands import (
    Literal,
    Name,
    Operand,
    Register,
    Special,
    literal_bits,
)
from xdsl_opencl.emulator.vector.execution import dpp
from xdsl_opencl.emulator.vector.execution.instruction_rows import TYPES, width
from xdsl_opencl.emulator.waves import Waves

Array = NDArray[Any]
Bools = NDArray[np.bool_]
Read = Callable[[Waves], Array]

VCC = Special("vcc")

SELECTIONS = {
    "BYTE_0": (0, 8),
    "BYTE_1": (8, 8),
    "BYTE_2": (16, 8),
    "BYTE_3": (24, 8),
    "WORD_0": (0, 16),
    "WORD_1": (16, 16),
    "DWORD": (0, 32),
}
"""First bit and width of the selections of SDWA."""


def constant_bits(literal: Literal, type: str) -> int:
    """The bits of a constant in a source of the type."""
    if type == "bf16" and isinstance(literal.value, float):
        return literal_bits(literal, 32) >> 16
    return literal_bits(
        literal, width(type), floating=type == "f64", signed=type == "i64"
    )


def _plain(operand: Operand, type: str, high: bool) -> Read:
    """Returns the reader of an operand without modifiers."""
    dtype = TYPES[type]
    bits = width(type)
    if isinstance(operand, Literal):
        raw = np.full((1, 1), constant_bits(operand, type), f"u{bits // 8}")
        values = raw.view(dtype)
        values.flags.writeable = False
        return lambda waves: values
    if bits == 16:
        return lambda waves: waves.read16(operand, high=high).view(dtype)
    if bits == 64:
        return lambda waves: waves.read64(operand).view(dtype)
    if dtype is np.uint32:
        return lambda waves: waves.read32(operand)
    return lambda waves: waves.read32(operand).view(dtype)


def read_selected(read: Read, selection: str, signed: bool, type: str) -> Read:
    """SDWA: the selected byte or half of 32 bits, extended, as a value of the type."""
    first, bits = SELECTIONS[selection]
    rest = np.uint32(32 - bits)
    left = np.uint32(32 - bits - first)
    dtype = TYPES[type]
    narrow = width(type) == 16

    def selected(waves: Waves) -> Array:
        words = read(waves)
        if bits < 32:
            words = words << left
            if signed:
                words = (words.view(np.int32) >> np.int32(rest)).view(np.uint32)
            else:
                words = words >> rest
        return (words.astype(np.uint16) if narrow else words).view(dtype)

    return selected


def with_sign(read: Read, type: str, absolute: bool, negate: bool) -> Read:
    """Applies the absolute value, then the negation, to the sign bit."""
    if not (absolute or negate):
        return read
    bits = width(type)
    unsigned: Any = np.dtype(f"u{bits // 8}").type
    sign, rest = unsigned(1 << (bits - 1)), unsigned((1 << (bits - 1)) - 1)
    dtype = TYPES[type]

    def signed(waves: Waves) -> Array:
        values = read(waves).view(unsigned)
        if absolute:
            values = values & rest
        if negate:
            values = values ^ sign
        return values.view(dtype)

    return signed


class Exchange:
    """
    DPP: lanes read `operand` from other lanes; `reads` gives the values and the lanes whose
    result may be written.

    A lane that would read a missing or inactive lane gets 0 with `bound_ctrl`, and is not
    written otherwise. With `fi` inactive lanes count as active.
    """

    def __init__(self, modifiers: Mapping[str, Any]):
        name = dpp.control(modifiers)
        assert name is not None
        self._name = name
        self._value = modifiers[name]
        # DPP8 has no bounds, and reads 0 from inactive lanes (RDNA 3, section 7.7.2).
        self._zeroes = "bound_ctrl" in modifiers or name == "dpp8"
        self._inactive = bool(modifiers.get("fi", 0))
        self._modifiers = modifiers
        self._by_size: dict[int, tuple[Any, Bools, Bools]] = {}

    def _lanes(self, lanes: int) -> tuple[Any, Bools, Bools]:
        if lanes not in self._by_size:
            picked, valid = dpp.sources(self._name, self._value, lanes)
            enabled = dpp.enabled(self._modifiers, lanes)
            self._by_size[lanes] = picked, valid, enabled
        return self._by_size[lanes]

    def _valid(self, waves: Waves) -> Bools:
        picked, valid, _ = self._lanes(waves.lanes)
        if self._inactive or waves.full:
            return valid
        return valid & waves.exec[:, picked]

    def reading(self, read: Read) -> Read:
        """Returns the reader of the values that lanes get from other lanes."""

        def exchanged(waves: Waves) -> Array:
            values = read(waves)
            if values.shape[1] == 1:
                values = np.broadcast_to(values, (values.shape[0], waves.lanes))
            picked, _, _ = self._lanes(waves.lanes)
            moved = values.take(picked, axis=1)
            valid = self._valid(waves)
            if valid.all():
                return moved
            bits = moved.view(f"u{moved.itemsize}")
            return (bits * valid).view(moved.dtype)

        return exchanged

    def mask(self, waves: Waves) -> Bools | None:
        """The active lanes that write; `None` if these are all."""
        _, _, written = self._lanes(waves.lanes)
        if not self._zeroes:
            written = written & self._valid(waves)
        return None if written.all() else waves.exec & written


def reader(
    operand: Operand,
    type: str,
    index: int,
    modifiers: Mapping[str, Any],
    exchange: Exchange | None,
) -> Read:
    """The reader of source `index` of an instruction."""
    if type == "mask":
        return lambda waves: waves.read_mask(operand)
    if type.startswith("r"):
        count = int(type[1:])
        return lambda waves: waves.read_registers(operand, count)
    assert not isinstance(operand, Name)
    negate = getattr(operand, "negate", False)
    absolute = getattr(operand, "absolute", False)
    selection = modifiers.get(f"src{index}_sel")
    if selection is not None and not isinstance(operand, Literal):
        sext = getattr(operand, "sext", False)
        read = read_selected(_plain(operand, "u32", False), selection, sext, type)
    else:
        is_high = any(modifiers.get("op_sel", ())[index : index + 1])
        read = _plain(operand, type, width(type) == 16 and is_high)
    if exchange is not None and index == 0:
        read = exchange.reading(read)
    return with_sign(read, type, absolute, negate)


def is_vector(operand: Operand) -> bool:
    """True for vector and accumulation registers."""
    return isinstance(operand, Register) and operand.file in "va"
