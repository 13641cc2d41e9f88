"""
The registers of all resident waves, and the selection of waves that execute an instruction.

A step is a function of one `Waves`, which has all waves at the instruction. Arrays have the shape
[waves, lanes]; `count` and `lanes` are the two sizes.

    count, lanes, generation, machine, memory
    exec, full          bool[count, lanes], and True if every lane is active
    mode                int: MODE, which all selected waves share
    scc                 bool[count]; assign to write
    indices             int[count]: the slots of the waves in the arrays of `State`
    group_slots         int[count]: the rows of the waves in `state.lds`
    state               v, a, s, exec, scc, lds, scratch over all slots

    read32(operand)     uint32[count, lanes], or [count, 1] or [1, 1] of scalars, literals
    read64(operand, signed=)               uint64, likewise; the flag is for literals
    read16(operand, high=)                 uint16, likewise
    read_registers(operand, n)             uint32[n, count, lanes] (or 1)
    write32(operand, values, mask=None)    of lanes in EXEC, or of `mask` instead
    write64, write_registers(operand, values[n, …], mask=None)
    write16(operand, values, mask=None, high=, keep=)
    read_mask(operand), write_mask(operand, bools)   VCC and pairs of SGPRs, by lane
    read_scalar32(operand), read_scalar64(operand)   uint32[count], uint64[count]
    write_scalar32(operand, values), write_scalar64
    read_scalars(operand, n), write_scalars(operand, values[n, count])

Reads return views of registers where possible: copy a value that must survive a write, and never
change a value in place. Source modifiers (`negate`, `absolute`, `sext`) are not applied here, and
widths and counts of operands are not checked.

Bits of EXEC beyond 32 do not exist in wave32. `exec` is the only copy of EXEC; EXEC and VCC are
read and written like any mask or scalar.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.operands import (
    Literal,
    Operand,
    Register,
    Special,
    literal_bits,
)

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Halves = NDArray[np.uint16]
Words = NDArray[np.uint32]
Longs = NDArray[np.uint64]
Indices = NDArray[np.intp]

SCALARS = 128
"""
Rows of the scalar file: SGPRs 0 to 105, then the registers whose number depends on the
generation. EXEC has no row.
"""

_LOW: Longs = np.array([0xFFFFFFFF], np.uint64)
_THIRTY_TWO: Longs = np.array([32], np.uint64)

VCC = 106
TTMP = 108
M0 = 124

_ROWS = {
    "vcc": VCC,
    "vcc_lo": VCC,
    "vcc_hi": VCC + 1,
    "m0": M0,
    # SGPRs 102 to 105 of gfx8 and gfx9 ("Vega Instruction Set Architecture", table 10).
    "flat_scratch": 102,
    "flat_scratch_lo": 102,
    "flat_scratch_hi": 103,
    "xnack_mask": 104,
    "xnack_mask_lo": 104,
    "xnack_mask_hi": 105,
}
"""Names of scalar registers with a row of their own."""


class Host(Protocol):
    """
    The part of the scheduler that instructions use: the address space, the address of the
    program's image, a flag that MODE may differ between waves, and the control flow of
    waves (see `scheduler.Machine`). Addresses `target` and `after` are in the image.
    """

    memory: Any
    base: int
    modes_differ: bool

    def branch(self, waves: Waves, taken: Bools, target: int, after: int) -> None: ...
    def jump(self, waves: Waves, addresses: Longs) -> None: ...
    def end(self, waves: Waves) -> None: ...
    def sleep(self, waves: Waves, after: int) -> None: ...
    def signal(self, waves: Waves) -> Bools: ...
    def wait(self, waves: Waves, after: int) -> None: ...


_JUNK = 16381
"""
Numbers after which junk repeats: making each anew took a tenth of short launches. A prime, so that
registers and rows differ.
"""


class State:
    """
    The registers of `slots` waves with `lanes` lanes. LDS has one row of at least
    `lds_bytes` for each group, scratch one for each wave. Registers and LDS hold junk from
    `seed`.
    """

    def __init__(
        self,
        generation: Generation,
        slots: int,
        lanes: int,
        *,
        vector_registers: int,
        accumulation_registers: int = 0,
        groups: int = 1,
        lds_bytes: int = 0,
        scratch_bytes: int = 0,
        seed: int = 0,
    ):
        self.generation = generation
        self.slots = slots
        self.lanes = lanes
        self._random = np.random.default_rng(seed)
        self.v: Words = self._junk((vector_registers, slots, lanes))
        self.a: Words = self._junk((accumulation_registers, slots, lanes))
        self.s: Words = self._junk((SCALARS, slots))
        # Atomic operations take 8 bytes at once: no row begins between two such numbers.
        self.lds: Bytes = self._junk_bytes((groups, -(-lds_bytes // 8) * 8))
        self.lds_bytes = lds_bytes
        self.scratch: Bytes = self._junk_bytes((slots, scratch_bytes))
        self.exec: Bools = np.zeros((slots, lanes), np.bool_)
        self.scc: Bools = np.zeros(slots, np.bool_)
        self.mode: Words = np.zeros(slots, np.uint32)
        self.pc: NDArray[np.int64] = np.zeros(slots, np.int64)
        self.group_slot: Indices = np.zeros(slots, np.intp)
        """The row of the wave's group in `lds`."""
        self.group: NDArray[np.int64] = np.zeros(slots, np.int64)
        """The linear number of the wave's work-group in the grid."""
        self.wave_in_group: NDArray[np.int64] = np.zeros(slots, np.int64)

    def _junk(self, shape: tuple[int, ...]) -> Words:
        return np.resize(self._random.integers(0, 1 << 32, _JUNK, np.uint32), shape)

    def _junk_bytes(self, shape: tuple[int, int]) -> Bytes:
        return np.resize(self._random.integers(0, 256, _JUNK, np.uint8), shape)


Selection = slice | Indices


class Waves:
    """
    The waves that execute an instruction; the slots are a slice or an array. The module's
    docstring lists the members.
    """

    loaded: Words | None = None
    """Of a checked load the shadows [words, waves, lanes] of what it reads."""

    def __init__(self, machine: Host, state: State, selection: Selection):
        self.machine = machine
        self.state = state
        self.selection = selection
        self.generation = state.generation
        self.lanes = state.lanes
        if isinstance(selection, slice):
            self._contiguous = True
            self.count = selection.stop - selection.start
            self._v = state.v[:, selection]
            self._a = state.a[:, selection]
        else:
            self._contiguous = False
            self.count = len(selection)
        self._exec: Bools | None = None
        self._full: bool | None = None
        self._mode: int | None = None

    # The selected waves

    @property
    def memory(self) -> Any:
        """The address space of the launch."""
        return self.machine.memory

    @cached_property
    def indices(self) -> Indices:
        if isinstance(self.selection, slice):
            return np.arange(self.selection.start, self.selection.stop, dtype=np.intp)
        return self.selection

    @cached_property
    def group_slots(self) -> Indices:
        """The rows of `state.lds` that belong to the waves' groups."""
        return self.state.group_slot[self.selection]

    def of(self, slots: Indices) -> Waves:
        """The selection of other `slots`."""
        return type(self)(self.machine, self.state, slots)

    # EXEC, SCC, MODE

    @property
    def exec(self) -> Bools:
        """The active lanes; do not change them in place."""
        if self._exec is None:
            self._exec = self.state.exec[self.selection]
        return self._exec

    @exec.setter
    def exec(self, lanes: Bools) -> None:
        self.state.exec[self.selection] = lanes
        self._exec = None
        self._full = None

    @property
    def full(self) -> bool:
        """Returns whether every lane of every wave is active."""
        if self._full is None:
            self._full = bool(self.exec.all())
        return self._full

    @property
    def scc(self) -> Bools:
        return self.state.scc[self.selection]

    @scc.setter
    def scc(self, values: Bools) -> None:
        self.state.scc[self.selection] = values

    @property
    def mode(self) -> int:
        """The register MODE, which is the same in all selected waves."""
        if self._mode is None:
            self._mode = int(self.state.mode[self.indices[0]])
        return self._mode

    @mode.setter
    def mode(self, value: int) -> None:
        self.state.mode[self.selection] = value
        self._mode = value
        self.machine.modes_differ = True

    # Scalars

    @staticmethod
    def row(operand: Operand) -> int | None:
        """The row of a scalar register in `state.s`; `None` for other operands."""
        if isinstance(operand, Register):
            if operand.file == "s":
                return operand.first
            return TTMP + operand.first if operand.file == "ttmp" else None
        return _ROWS.get(operand.name) if isinstance(operand, Special) else None

    def read_scalar32(self, operand: Operand) -> Words:
        """
        The 32 bits of a scalar operand in each wave, shape [count] (literals: [1]).
        """
        if isinstance(operand, Literal):
            return _constant32(operand)
        if (row := self.row(operand)) is not None:
            return self.state.s[row, self.selection]
        return self._special64(operand).astype(np.uint32)

    def read_scalar64(self, operand: Operand, *, signed: bool = False) -> Longs:
        """
        The 64 bits of a scalar operand in each wave, shape [count] (literals: [1]).
        """
        if isinstance(operand, Literal):
            return _constant64(operand, signed)
        if self.row(operand) is None:
            return self._special64(operand)
        return join64(self.read_scalars(operand, 2))

    def read_scalars(self, operand: Operand, count: int) -> Words:
        """`count` scalar registers from `operand` on, shape [count, waves]."""
        if (row := self.row(operand)) is None:
            raise EmulatorError(f"operand {operand} is not a scalar register")
        return self.state.s[row : row + count, self.selection]

    def write_scalar32(self, operand: Operand, values: Any) -> None:
        """
        Writes 32 bits of each wave to a scalar register; writes to `null` have no effect.
        """
        if (row := self.row(operand)) is None:
            self._write_special(operand, values)
        else:
            self.state.s[row, self.selection] = values

    def write_scalar64(self, operand: Operand, values: Longs) -> None:
        """
        Writes 64 bits of each wave to a pair of scalar registers; writes to `null` have no
        effect.
        """
        self.write_scalars(operand, split64(values))

    def write_scalars(self, operand: Operand, values: Words) -> None:
        """Writes `values[n, count]` to n scalar registers from `operand` on."""
        if (row := self.row(operand)) is not None:
            self.state.s[row : row + len(values), self.selection] = values
        else:
            # EXEC, or `null`, which ignores writes.
            value = values[0] if len(values) == 1 else join64(values)
            self._write_special(operand, value)

    def _special64(self, operand: Operand) -> Longs:
        """The value of an operand that is not a row of the scalar file."""
        if not isinstance(operand, Special):
            raise EmulatorError(f"operand {operand} is not a scalar register")
        name = operand.name
        if name in {"exec", "exec_lo"}:
            bits = lane_bits(self.exec)
            return cast(Longs, bits & _LOW) if name == "exec_lo" else bits
        if name == "exec_hi":
            return cast(Longs, lane_bits(self.exec) >> _THIRTY_TWO)
        if name in {"scc", "src_scc"}:
            return self.scc.astype(np.uint64)
        if name in {"execz", "src_execz"}:
            return (~any_lane(self.exec)).astype(np.uint64)
        if name in {"vccz", "src_vccz"}:
            return (~any_lane(self.read_mask(Special("vcc")))).astype(np.uint64)
        value = self._constant(name)
        if value is None:
            raise EmulatorError(f"operand '{name}' has no value here")
        return np.full(1, value, np.uint64)

    def _constant(self, name: str) -> int | None:
        generation = self.generation
        return {
            "null": 0,
            "src_shared_base": generation.shared_aperture,
            "src_shared_limit": generation.shared_aperture | 0xFFFFFFFF,
            "src_private_base": generation.private_aperture,
            "src_private_limit": generation.private_aperture | 0xFFFFFFFF,
            "src_pops_exiting_wave_id": 0,
            "src_flat_scratch_base_lo": generation.private_aperture,
            "src_flat_scratch_base_hi": generation.private_aperture >> 32,
        }.get(name)

    def _write_special(self, operand: Operand, values: Any) -> None:
        if not isinstance(operand, Special):
            raise EmulatorError(f"operand {operand} is not a scalar register")
        name = operand.name
        if name == "null":
            return
        if name not in {"exec", "exec_lo", "exec_hi"}:
            raise EmulatorError(f"operand '{name}' cannot be written")
        words = np.broadcast_to(np.asarray(values, np.uint64), (self.count,))
        if name == "exec_hi":
            if self.lanes == 32:
                return
            words = words << _THIRTY_TWO | lane_bits(self.exec) & _LOW
        elif name == "exec_lo":
            words = words | lane_bits(self.exec) & ~_LOW
        self.exec = bit_lanes(words, self.lanes)

    # Masks

    def read_mask(self, operand: Operand) -> Bools:
        """
        One bit of each lane, bool[count, lanes] ([1, lanes] of a literal): EXEC, VCC, or one
        or two scalar registers by the wave size.
        """
        if isinstance(operand, Special) and operand.name in {"exec", "exec_lo"}:
            return self.exec
        if isinstance(operand, Literal):
            return bit_lanes(self.read_scalar64(operand), self.lanes)
        if (row := self.row(operand)) is None:
            return bit_lanes(self._special64(operand), self.lanes)
        rows = self.state.s[row : row + self.lanes // 32, self.selection]
        return _unpack(np.ascontiguousarray(rows.T))

    def write_mask(self, operand: Operand, lanes: Bools) -> None:
        """
        Writes one bit of each lane to EXEC, VCC or scalar registers. The bits of inactive
        lanes come from `lanes` too: comparisons give False there.
        """
        if (row := self.row(operand)) is not None:
            if lanes.shape[0] != self.count:
                lanes = np.broadcast_to(lanes, (self.count, self.lanes))
            rows = slice(row, row + self.lanes // 32)
            self.state.s[rows, self.selection] = mask_rows(lanes)
        elif isinstance(operand, Special) and operand.name in {"exec", "exec_lo"}:
            self.exec = lanes
        else:
            self._write_special(operand, lanes)

    # Vectors

    def has(self, operand: Operand) -> bool:
        """False if `operand` is a vector register that the waves do not have."""
        if not isinstance(operand, Register) or operand.file not in "va":
            return True
        registers = self.state.v if operand.file == "v" else self.state.a
        return operand.first + operand.count <= len(registers)

    def _file(self, operand: Register, count: int) -> Words:
        """`count` vector registers of the selected waves: a view, or a copy."""
        first = operand.first
        if self._contiguous:
            registers = self._v if operand.file == "v" else self._a
            return registers[first : first + count]
        registers = self.state.v if operand.file == "v" else self.state.a
        return registers[first : first + count, self.selection]

    def read32(self, operand: Operand) -> Words:
        """The 32 bits of `operand` in each lane."""
        if isinstance(operand, Register):
            if operand.file == "v":
                if self._contiguous:
                    return self._v[operand.first]
                return self.state.v[operand.first][self.selection]
            if operand.file == "a":
                return self._file(operand, 1)[0]
        return self.read_scalar32(operand)[:, None]

    def read64(self, operand: Operand, *, signed: bool = False) -> Longs:
        """The 64 bits of `operand` in each lane; for literals see `literal_bits`."""
        if isinstance(operand, Register) and operand.file in "va":
            return join64(self.read_registers(operand, 2))
        return self.read_scalar64(operand, signed=signed)[:, None]

    def read16(self, operand: Operand, *, high: bool = False) -> Halves:
        """
        16 bits of `operand` in each lane: the high ones with `high`, or if the operand
        names the high half (`v1.h`).
        """
        if isinstance(operand, Literal):
            bits = literal_bits(operand, 16)
            if high:
                bits = literal_bits(operand, 32) >> 16
            return np.full((1, 1), bits, np.uint16)
        words = self.read32(operand)
        if high or (isinstance(operand, Register) and operand.half == "h"):
            return (words >> np.uint32(16)).astype(np.uint16)
        return words.astype(np.uint16)

    def read_registers(self, operand: Operand, count: int) -> Words:
        """
        `count` registers from `operand` on, [count, waves, lanes]; of scalars the last is 1.
        """
        if isinstance(operand, Register) and operand.file in "va":
            return self._file(operand, count)
        if count == 1:
            return self.read_scalar32(operand)[None, :, None]
        if self.row(operand) is None:
            return split64(self.read_scalar64(operand))[:count, :, None]
        return self.read_scalars(operand, count)[:, :, None]

    def write32(self, operand: Operand, values: Any, mask: Bools | None = None) -> None:
        """
        Writes 32 bits to `operand` in the lanes of EXEC, or in those of `mask` instead.
        """
        if not isinstance(operand, Register) or operand.file not in "va":
            raise EmulatorError(f"operand {operand} is not a vector register")
        if mask is None:
            full, mask = self.full, self.exec
        else:
            full = False
        state = self.state
        registers = (state.v if operand.file == "v" else state.a)[operand.first]
        if self._contiguous:
            target = registers[self.selection]
            if full:
                target[...] = values
            else:
                np.copyto(target, values, where=mask)
        elif full:
            registers[self.selection] = values
        else:
            target = registers[self.selection]
            np.copyto(target, values, where=mask)
            registers[self.selection] = target

    def write64(
        self, operand: Operand, values: Longs, mask: Bools | None = None
    ) -> None:
        """Writes 64 bits to a pair of vector registers, like `write32`."""
        # A write takes the low bits.
        self.write32(operand, values, mask)
        self.write32(_next(operand, 1), values >> _THIRTY_TWO[0], mask)

    def write_registers(
        self, operand: Operand, values: Any, mask: Bools | None = None
    ) -> None:
        """Writes `values[n, …]` to n vector registers from `operand` on, like `write32`."""
        for index, value in enumerate(values):
            self.write32(_next(operand, index), value, mask)

    def write16(
        self,
        operand: Operand,
        values: Any,
        mask: Bools | None = None,
        *,
        high: bool = False,
        keep: bool | None = None,
    ) -> None:
        """
        Writes 16 bits to one half of `operand`: the high one with `high`, or if the operand
        names the high half (`v1.h`). The other half stays with `keep`, else becomes 0; the
        default is that of most instructions of the generation.
        """
        if keep is None:
            keep = not self.generation.zeroes_high_half
        words = np.asarray(values, np.uint16).astype(np.uint32)
        if high or (isinstance(operand, Register) and operand.half == "h"):
            words = words << np.uint32(16)
            other = np.uint32(0x0000FFFF)
        else:
            other = np.uint32(0xFFFF0000)
        if keep or high:
            words = words | (self.read32(operand) & other)
        self.write32(operand, words, mask)


@cache
def _next(operand: Operand, index: int) -> Operand:
    """The register `index` places after the first of `operand`."""
    if not isinstance(operand, Register):
        raise EmulatorError(f"operand {operand} is not a vector register")
    return Register(operand.file, operand.first + index)


def _frozen(array: Any) -> Any:
    array.flags.writeable = False
    return array


@cache
def _constant32(literal: Literal) -> Words:
    return _frozen(np.full(1, literal_bits(literal, 32), np.uint32))


@cache
def _constant64(literal: Literal, signed: bool) -> Longs:
    return _frozen(np.full(1, literal_bits(literal, 64, signed=signed), np.uint64))


def join64(registers: Words) -> Longs:
    """
    The 64-bit values of the two registers `registers[0]` (low) and `registers[1]`.
    """
    both = np.left_shift(registers[1], np.uint64(32), dtype=np.uint64)
    both |= registers[0]
    return both


def split64(values: Longs) -> Words:
    """The registers of 64-bit `values[count]`, uint32[2, count]."""
    return np.ascontiguousarray(values, np.uint64).view(np.uint32).reshape(-1, 2).T


def any_lane(lanes: Bools) -> Bools:
    """True for each wave that has a True in its `lanes`."""
    return np.asarray(lanes.any(axis=1))


def mask_rows(lanes: Bools) -> Words:
    """The registers of a mask: bool[count, lanes] to uint32[lanes / 32, count]."""
    return np.packbits(lanes, axis=1, bitorder="little").view(np.uint32).T


def lane_bits(lanes: Bools) -> Longs:
    """One bit of each lane as numbers: bool[count, 32 or 64] to uint64[count]."""
    packed = np.packbits(lanes, axis=1, bitorder="little")
    if lanes.shape[1] == 32:
        return packed.view(np.uint32)[:, 0].astype(np.uint64)
    return packed.view(np.uint64)[:, 0]


def bit_lanes(bits: Longs, lanes: int) -> Bools:
    """The reverse of `lane_bits`: uint64[count] to bool[count, lanes]."""
    words = np.ascontiguousarray(bits, np.uint64)
    if lanes == 32:
        words = words.astype(np.uint32)
    return _unpack(words[:, None])


def _unpack(words: NDArray[Any]) -> Bools:
    """The bits of `words[count, n]`, lowest first, as bool[count, 8 * bytes]."""
    return np.unpackbits(words.view(np.uint8), axis=1, bitorder="little").view(np.bool_)
