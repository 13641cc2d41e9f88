"""
The checker of machine code. It reports uninitialised values, results that are used before their
wait counter allows it, and misaligned scalar accesses.

Each bit of a register has a shadow, which is 1 if the bit is uninitialised. As in Valgrind, an
instruction propagates the shadows of its sources to its results. An uninitialised value is
reported where it has an effect: in an address, in a branch, in EXEC. Accesses outside of memory
and barriers that not all waves reach are errors of the emulator, even without the checker.

Sources: LLVM, `SIInsertWaitcnts.cpp` (which instruction counts in which counter, and which
counters are out of order); AMD, "RDNA3 Instruction Set Architecture", section 4.4 "Data
dependency resolution"; "RDNA4 Instruction Set Architecture", section 5.7.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.operands import Literal, Name, Operand, Register, Special
from xdsl_opencl.emulator.watch.access_observer import Access
from xdsl_opencl.emulator.watch.shadow_propagation import (
    CARRYING_RULES,
    SAVING_RULES,
    SCALAR_RULES,
    VECTOR_RULES,
    Pair,
)
from xdsl_opencl.emulator.waves import (
    TTMP,
    VCC,
    Bools,
    Halves,
    Indices,
    Longs,
    Selection,
    State,
    Waves,
    Words,
)

if TYPE_CHECKING:
    from xdsl_opencl.emulator.launch.scheduler import Groups, Machine

MOST_REPORTS = 100
"""The most distinct findings of one launch; later ones are dropped."""

_ALL = np.uint32(0xFFFFFFFF)


@dataclass(frozen=True)
class Finding:
    """
    A violation by a wave: `kind` is a machine-readable name, `message` the description,
    `group` the linear number of the work-group. `lane` is `None` if the whole wave is at
    fault; `times` counts the waves with the same violation at the instruction.
    """

    kind: str
    message: str
    instruction: Instruction
    group: int
    wave: int
    lane: int | None
    times: int


# Wait counters

LOAD, STORE, LOCAL, SCALAR, SAMPLE, BVH = range(6)
_COUNTERS = 6

_FIELDS: Mapping[str, tuple[int, ...]] = {
    "vmcnt": (LOAD,),
    "vscnt": (STORE,),
    "lgkmcnt": (LOCAL, SCALAR),
    "loadcnt": (LOAD,),
    "storecnt": (STORE,),
    "dscnt": (LOCAL,),
    "kmcnt": (SCALAR,),
    "samplecnt": (SAMPLE,),
    "bvhcnt": (BVH,),
    "idle": tuple(range(_COUNTERS)),
}
"""The counters for which a field of a wait instruction waits."""

_WAIT = re.compile(r"s_wait(?:cnt)?_(\w+)")
_VECTOR_MEMORY = ("global_", "flat_", "buffer_", "tbuffer_", "scratch_", "image_")
_SCALAR_MEMORY = re.compile(r"s_(?:buffer_)?load_|s_mem(?:real)?time|s_sendmsg_rtn")
_STORES = re.compile(r"(?:global|flat|t?buffer|scratch|image)_(?:\w+_)?store|.*_wb")
_ATOMIC = re.compile(r"(?:global|flat|buffer|image)_atomic_")
_SAMPLES = re.compile(r"image_(?:sample|gather4|get_lod)")


def counter_of(instruction: Instruction, generation: Generation) -> tuple[int, ...]:
    """The counters that `instruction` counts up."""
    mnemonic = instruction.mnemonic
    if mnemonic.startswith("ds_"):
        return (LOCAL,)
    if _SCALAR_MEMORY.match(mnemonic):
        return (SCALAR,)
    if not mnemonic.startswith(_VECTOR_MEMORY) or "_inv" in mnemonic:
        return ()
    store = _STORES.match(mnemonic) is not None
    if _ATOMIC.match(mnemonic):
        store = not _returns(instruction)
    kind = STORE if store else LOAD
    if generation.major < 10:
        # One counter covers both.
        kind = LOAD
    elif generation.split_counters and _SAMPLES.match(mnemonic):
        kind = SAMPLE
    elif generation.split_counters and mnemonic.startswith("image_bvh"):
        kind = BVH
    return (kind, LOCAL) if mnemonic.startswith("flat_") else (kind,)


def _returns(instruction: Instruction) -> bool:
    """True if an atomic instruction returns the old value."""
    modifiers = instruction.modifiers
    temporal = str(modifiers.get("th", ""))
    if instruction.mnemonic.startswith("image_") or "sc0" in modifiers:
        return "glc" in modifiers or "sc0" in modifiers or "RETURN" in temporal
    return "glc" in modifiers or "RETURN" in temporal


def waits(instruction: Instruction) -> list[tuple[int, int]]:
    """
    The counters for which `instruction` waits, each with the number of accesses that may be
    outstanding.
    """
    mnemonic = instruction.mnemonic
    if mnemonic == "s_waitcnt":
        return [
            (counter, int(operand.arguments[0]))
            for operand in instruction.operands
            if isinstance(operand, Name) and operand.name in _FIELDS
            for counter in _FIELDS[operand.name]
        ]
    match = _WAIT.fullmatch(mnemonic)
    if match is None:
        return []
    most = 0
    for operand in instruction.operands:
        if isinstance(operand, Literal):
            most = int(operand.value)
    names = match[1].split("_")
    # If one instruction has two counters, the first is in bits 8 and up.
    counts = [most] if len(names) == 1 else [most >> 8 & 0x3F, most & 0x3F]
    return [
        (counter, count)
        for name, count in zip(names, counts, strict=False)
        for counter in _FIELDS.get(name, ())
    ]


# Shadows


class Shadow:
    """
    The shadow state of the registers and the memory of all resident waves: for each bit of
    a register, 1 if it is uninitialised; for each byte of LDS and scratch the same; for
    each register, the counter and the number of the access whose result is outstanding.
    """

    def __init__(self, state: State):
        slots, lanes = state.slots, state.lanes
        self.v: Words = np.zeros(state.v.shape, np.uint32)
        self.a: Words = np.zeros(state.a.shape, np.uint32)
        self.s: Words = np.zeros(state.s.shape, np.uint32)
        self.scc: Bools = np.zeros(slots, np.bool_)
        self.lds: Bools = np.ones(state.lds.shape, np.bool_)
        self.scratch: Bools = np.ones(
            (slots, lanes, state.scratch.shape[1] // lanes), np.bool_
        )
        self.issued = np.zeros((_COUNTERS, slots), np.int64)
        self.done = np.zeros((_COUNTERS, slots), np.int64)
        self.waiting: dict[str, NDArray[np.int64]] = {
            file: np.zeros((len(registers), slots), np.int64)
            for file, registers in (("v", state.v), ("a", state.a), ("s", state.s))
        }
        self.counter: dict[str, NDArray[np.int8]] = {
            file: np.zeros(rows.shape, np.int8) for file, rows in self.waiting.items()
        }

    def file(self, name: str) -> Words:
        return self.v if name == "v" else self.a


class _Load:
    """
    A load of the current instruction: its counter, and the shadows [words, waves, lanes] of
    the words that it reads.
    """

    def __init__(self, counter: int, words: Words):
        self.counter = counter
        self.words = words
        self.written = 0


class CheckedWaves(Waves):
    """`Waves` whose reads and writes maintain the shadows."""

    def __init__(
        self, machine: Any, state: State, selection: Selection, checks: Checks
    ):
        super().__init__(machine, state, selection)
        self.checks = checks
        self.shadow = checks.shadow_of(state)
        self.instruction: Instruction | None = None
        self.lane_taint: Words | None = None
        """The uninitialised bits among those that the instruction has read in each lane."""
        self.wave_taint: Bools | None = None
        """True for waves in which the instruction has read an uninitialised scalar."""
        self.known: dict[tuple[str, int], Any] = {}
        """Shadows of results that a rule computes, by file and number of the register."""
        self.load: _Load | None = None
        self._quiet = False

    def of(self, slots: Indices) -> Waves:
        other = CheckedWaves(self.machine, self.state, slots, self.checks)
        other.instruction = self.instruction
        return other

    def begin(self, instruction: Instruction) -> None:
        """Clears the reads of the previous instruction."""
        self.instruction = instruction
        self.lane_taint = self.wave_taint = self.load = None
        self.known = {}

    # Reads

    def _see_lanes(self, bits: Words) -> None:
        if bits.any():
            self.lane_taint = (
                bits if self.lane_taint is None else self.lane_taint | bits
            )

    def _see_waves(self, waves: Bools) -> None:
        if waves.any():
            self.wave_taint = (
                waves if self.wave_taint is None else self.wave_taint | waves
            )

    def _see_registers(self, file: str, first: int, count: int) -> None:
        if self._quiet:
            return
        self.checks.require_arrived(self, file, first, count)
        some = self.shadow.file(file)[first : first + count][:, self.selection]
        bits = some[0] if count == 1 else np.bitwise_or.reduce(some, axis=0)
        self._see_lanes(bits)

    def _see_rows(self, row: int, count: int) -> None:
        if self._quiet:
            return
        self.checks.require_arrived(self, "s", row, count)
        rows = self.shadow.s[row : row + count][:, self.selection]
        self._see_waves((rows != 0).any(axis=0))

    def row(self, operand: Operand) -> int | None:
        """The row of a scalar register; `None` for other operands."""
        if isinstance(operand, Register):
            if operand.file == "s":
                return operand.first
            return TTMP + operand.first if operand.file == "ttmp" else None
        if isinstance(operand, Special):
            try:
                return self._scalar_row(operand)
            except Exception:
                return None
        return None

    def read_scalar32(self, operand: Operand) -> Words:
        if (row := self.row(operand)) is not None:
            self._see_rows(row, 1)
        return super().read_scalar32(operand)

    def read_scalar64(
        self, operand: Operand, *, floating: bool = False, signed: bool = False
    ) -> Longs:
        if (row := self.row(operand)) is not None:
            self._see_rows(row, 2)
        return super().read_scalar64(operand, floating=floating, signed=signed)

    def read_scalars(self, operand: Operand, count: int) -> Words:
        if (row := self.row(operand)) is not None:
            self._see_rows(row, count)
        return super().read_scalars(operand, count)

    def read_mask(self, operand: Operand) -> Bools:
        row = self.row(operand)
        if row is not None and not self._quiet:
            count = self.lanes // 32
            self.checks.require_arrived(self, "s", row, count)
            rows = self.shadow.s[row : row + count][:, self.selection]
            if rows.any():
                bits = np.unpackbits(
                    np.ascontiguousarray(rows.T).view(np.uint8),
                    axis=1,
                    bitorder="little",
                )
                self._see_lanes(bits.astype(np.uint32) * _ALL)
        return super().read_mask(operand)

    def _file(self, operand: Register, count: int) -> Words:
        self._see_registers(operand.file, operand.first, count)
        return super()._file(operand, count)

    def read32(self, operand: Operand) -> Words:
        if isinstance(operand, Register) and operand.file == "v":
            self._see_registers("v", operand.first, 1)
        return super().read32(operand)

    def read16(self, operand: Operand, *, high: bool = False) -> Halves:
        if not isinstance(operand, Register) or operand.file not in "va":
            return super().read16(operand, high=high)
        if not self._quiet:
            self.checks.require_arrived(self, operand.file, operand.first, 1)
            bits = self.shadow.file(operand.file)[operand.first][self.selection]
            upper = high or operand.half == "h"
            half = np.uint32(0xFFFF0000) if upper else np.uint32(0xFFFF)
            self._see_lanes(np.where(bits & half != 0, _ALL, np.uint32(0)))
        quiet, self._quiet = self._quiet, True
        try:
            return super().read16(operand, high=high)
        finally:
            self._quiet = quiet

    @property
    def scc(self) -> Bools:
        if not self._quiet:
            self._see_waves(self.shadow.scc[self.selection])
        return self.state.scc[self.selection]

    @scc.setter
    def scc(self, values: Bools) -> None:
        self.state.scc[self.selection] = values
        self.shadow.scc[self.selection] = self._wave_result()

    # Writes

    def lane_result(self) -> Any:
        """The shadow of a vector result of 32 bits."""
        bits: Any = np.uint32(0)
        if self.lane_taint is not None:
            bits = np.where(self.lane_taint != 0, _ALL, np.uint32(0))
        if self.wave_taint is not None:
            bits = bits | np.where(self.wave_taint, _ALL, np.uint32(0))[:, None]
        return bits

    def _wave_result(self) -> Any:
        """True for waves whose scalar result is uninitialised."""
        taint: Any = np.bool_(False)
        if self.lane_taint is not None:
            lanes = np.broadcast_to(self.lane_taint != 0, self.exec.shape)
            taint = (lanes & self.exec).any(axis=1)
        if self.wave_taint is not None:
            taint = taint | self.wave_taint
        return taint

    def write32(self, operand: Operand, values: Any, mask: Bools | None = None) -> None:
        super().write32(operand, values, mask)
        if self._quiet or not isinstance(operand, Register):
            return
        lanes = self.exec if mask is None else mask
        bits = self.known.get((operand.file, operand.first))
        self._mark(operand, self._next_word() if bits is None else bits, lanes)

    def _next_word(self) -> Any:
        """
        The shadow of the next word that the instruction writes, if no rule computes it.
        """
        load = self.load
        if load is None or not len(load.words):
            return self.lane_result()
        word = load.words[min(load.written, len(load.words) - 1)]
        load.written += 1
        return word

    def _mark(self, operand: Register, bits: Any, lanes: Bools) -> None:
        shadow, first = self.shadow.file(operand.file), operand.first
        old = shadow[first][self.selection]
        shadow[first][self.selection] = np.where(lanes, bits, old)
        self._arrive(operand.file, first)

    def _arrive(self, file: str, row: int) -> None:
        """Records that the register has been written, or that a load will write it."""
        shadow = self.shadow
        if self.load is None:
            self.checks.require_arrived(self, file, row, 1, writes=True)
            shadow.waiting[file][row, self.selection] = 0
            return
        counter = self.load.counter
        shadow.counter[file][row, self.selection] = counter
        shadow.waiting[file][row, self.selection] = shadow.issued[
            counter, self.selection
        ]

    def write16(
        self,
        operand: Operand,
        values: Any,
        mask: Bools | None = None,
        *,
        high: bool = False,
        keep: bool | None = None,
    ) -> None:
        quiet, self._quiet = self._quiet, True
        try:
            super().write16(operand, values, mask, high=high, keep=keep)
        finally:
            self._quiet = quiet
        if self._quiet or not isinstance(operand, Register):
            return
        upper = high or operand.half == "h"
        half = np.uint32(0xFFFF0000) if upper else np.uint32(0xFFFF)
        bits = np.where(self._next_word() != 0, half, np.uint32(0))
        if keep is None:
            keep = not self.generation.zeroes_high_half
        if keep or high:
            old = self.shadow.file(operand.file)[operand.first][self.selection]
            bits = bits | (old & ~half)
        self._mark(operand, bits, self.exec if mask is None else mask)

    def _mark_rows(self, row: int, count: int) -> None:
        taint = np.where(self._wave_result(), _ALL, np.uint32(0))
        for index in range(count):
            word = taint
            if self.load is not None and len(self.load.words):
                word = self.load.words[min(self.load.written, len(self.load.words) - 1)]
                word = word[:, 0]
                self.load.written += 1
            known = self.known.get(("s", row + index))
            self.shadow.s[row + index, self.selection] = (
                word if known is None else known
            )
            self._arrive("s", row + index)

    def write_scalar32(self, operand: Operand, values: Any) -> None:
        super().write_scalar32(operand, values)
        self._mark_scalar(operand, 1)

    def write_scalar64(self, operand: Operand, values: Longs) -> None:
        super().write_scalar64(operand, values)
        self._mark_scalar(operand, 2)

    def write_scalars(self, operand: Operand, values: Words) -> None:
        super().write_scalars(operand, values)
        self._mark_scalar(operand, len(values))

    def _mark_scalar(self, operand: Operand, count: int) -> None:
        if (row := self.row(operand)) is not None:
            self._mark_rows(row, count)

    def write_mask(self, operand: Operand, lanes: Bools) -> None:
        super().write_mask(operand, lanes)
        if (row := self.row(operand)) is not None:
            count = self.lanes // 32
            if ("s", row) in self.known:
                self._mark_rows(row, count)
                return
            packed = np.packbits(self._mask_taint(), axis=1, bitorder="little")
            words = packed.view(np.uint32)
            for index in range(count):
                self.shadow.s[row + index, self.selection] = words[:, index]
                self._arrive("s", row + index)

    def _mask_taint(self) -> Bools:
        """The lanes whose bit in the written mask is uninitialised."""
        bits = np.broadcast_to(self.lane_result(), (self.count, self.lanes)) != 0
        # Comparisons give 0 in inactive lanes; scalar operations do not depend on lanes.
        scalar = self.instruction is not None and (
            self.instruction.mnemonic.startswith("s_")
        )
        return bits if scalar else bits & self.exec

    @property
    def exec(self) -> Bools:
        if self._exec is None:
            self._exec = self.state.exec[self.selection]
        return self._exec

    @exec.setter
    def exec(self, lanes: Bools) -> None:
        known = self.known.get(("exec", 0))
        if known is not None:
            taint = known != 0
        else:
            taint = self._mask_taint().any(axis=1)
        self.checks.decides(self, taint, "the lanes that go on depend on")
        self.state.exec[self.selection] = lanes
        self._exec = self._full = self._any = None

    # For more precise shadows

    def pair(self, operand: Operand, bits: int, *, scalar: bool) -> Pair:
        """
        The value of `operand` and its shadow, of 32 or 64 bits: [count or 1, lanes or 1],
        or [count or 1] for scalars.
        """
        self._quiet = True
        try:
            if bits == 64:
                value: Any = self.read64(operand, signed=True)
            else:
                value = self.read32(operand)
        finally:
            self._quiet = False
        words = [self._bits(operand, index) for index in range(bits // 32)]
        shadow: Any = words[0]
        if bits == 64:
            low, high = (word.astype(np.uint64) for word in words)
            shadow = low | high << np.uint64(32)
        return (value[:, 0], shadow[:, 0]) if scalar else (value, shadow)

    def _bits(self, operand: Operand, index: int) -> Words:
        """The shadow of one register of `operand`, [count or 1, lanes or 1]."""
        if isinstance(operand, Register) and operand.file in "va":
            rows = self.shadow.file(operand.file)
            return rows[operand.first + index][self.selection]
        if (row := self.row(operand)) is not None:
            return self.shadow.s[row + index, self.selection][:, None]
        return np.zeros((1, 1), np.uint32)

    def chosen(self, mask: Operand) -> tuple[Bools, Bools]:
        """The lanes of a mask, and the lanes whose bit is uninitialised."""
        before = self.lane_taint
        self.lane_taint = None
        lanes = self.read_mask(mask)
        taint, self.lane_taint = self.lane_taint, before
        if taint is None:
            return lanes, np.zeros((1, 1), np.bool_)
        return lanes, taint != 0

    def know(self, instruction: Instruction) -> None:
        """Computes the shadows of the results of `instruction` if it has a rule."""
        if not _plain(instruction):
            return
        mnemonic, operands = instruction.mnemonic, instruction.operands
        dual = mnemonic.startswith("v_dual_")
        name = f"v_{mnemonic[7:]}" if dual else mnemonic
        if name in ("v_readlane_b32", "v_readfirstlane_b32"):
            self._know_words(operands[0], [self._of_one_lane(operands)])
        elif name == "v_cndmask_b32":
            self._know_words(operands[0], [self._of_selection(operands)])
        elif (match := _SAVING.fullmatch(name)) is not None:
            self._know_saving(match[1], int(match[2]), operands)
        elif name.startswith("s_cselect_b"):
            count = 2 if name.endswith("64") else 1
            words = [self._of_scalar_selection(operands, i) for i in range(count)]
            self._know_words(operands[0], words)
        else:
            self._know_by_rule(name, operands, dual)

    def _know_by_rule(
        self, name: str, operands: tuple[Operand, ...], dual: bool
    ) -> None:
        scalar = name.startswith("s_")
        rule = (SCALAR_RULES if scalar else VECTOR_RULES).get(name)
        sources = operands[1:]
        if rule is not None and len(sources) != len(rule.sources):
            rule = None
        if rule is None and (rule := CARRYING_RULES.get(name)) is not None:
            sources = operands[2:]
        if rule is not None and len(sources) == len(rule.sources):
            pairs = [
                self.pair(operand, bits, scalar=scalar)
                for operand, bits in zip(sources, rule.sources, strict=True)
            ]
            shadow = rule.formula(pairs)
            if shadow is not None:
                self._know_words(operands[0], _words(shadow, rule.result))
                return
        if dual:
            # The two halves of a pair are independent.
            own = operands if "fmac" in name or "dot" in name else operands[1:]
            bits = [self._bits(operand, 0) for operand in own]
            taint: Any = bits[0]
            for more in bits[1:]:
                taint = taint | more
            self._know_words(operands[0], [np.where(taint != 0, _ALL, np.uint32(0))])

    def _know_saving(self, name: str, bits: int, operands: Sequence[Operand]) -> None:
        """
        The shadows of an instruction that copies EXEC to a register and writes a new EXEC.
        """
        mask = Special("exec" if bits == 64 else "exec_lo")
        pairs = [self.pair(o, bits, scalar=True) for o in (operands[1], mask)]
        shadow = SAVING_RULES[name](pairs)
        if shadow is not None:
            self._know_words(mask, _words(shadow, bits))
            zeros = [np.zeros(1, np.uint32)] * (bits // 32)
            self._know_words(operands[0], zeros)

    def _know_words(self, operand: Operand, words: Sequence[Any]) -> None:
        if isinstance(operand, Register) and operand.file in "va":
            for index, word in enumerate(words):
                self.known[operand.file, operand.first + index] = word
        elif (row := self.row(operand)) is not None:
            for index, word in enumerate(words):
                self.known["s", row + index] = np.broadcast_to(
                    word.reshape(-1), (self.count,)
                )
        elif isinstance(operand, Special):
            taint: Any = words[0]
            for more in words[1:]:
                taint = taint | more
            self.known[operand.name.removesuffix("_lo"), 0] = np.broadcast_to(
                taint.reshape(-1), (self.count,)
            )

    def _of_selection(self, operands: Sequence[Operand]) -> Any:
        mask = operands[3] if len(operands) > 3 else Special("vcc")
        lanes, vague = self.chosen(mask)
        no, yes = self._bits(operands[1], 0), self._bits(operands[2], 0)
        return np.where(lanes, yes, no) | np.where(vague, _ALL, np.uint32(0))

    def _of_scalar_selection(self, operands: Sequence[Operand], index: int) -> Any:
        yes = self._bits(operands[1], index)[:, 0]
        no = self._bits(operands[2], index)[:, 0]
        vague = np.where(self.shadow.scc[self.selection], _ALL, np.uint32(0))
        return np.where(self.state.scc[self.selection], yes, no) | vague

    def _of_one_lane(self, operands: Sequence[Operand]) -> Any:
        """The shadow [count] of the one lane that is read."""
        bits = np.broadcast_to(self._bits(operands[1], 0), (self.count, self.lanes))
        if len(operands) > 2:
            value, _ = self.pair(operands[2], 32, scalar=True)
            lane = np.broadcast_to(value, (self.count,)) % self.lanes
        else:
            lane = np.argmax(self.exec, axis=1)
        return bits[np.arange(self.count), lane.astype(np.intp)]


def _words(shadow: Any, bits: int) -> list[Any]:
    if bits == 32:
        return [shadow]
    low = shadow.astype(np.uint32)
    return [low, (shadow >> np.uint64(32)).astype(np.uint32)]


_SAVING = re.compile(rf"s_({'|'.join(SAVING_RULES)})_saveexec_b(32|64)")
_PLAIN = frozenset({"", "e32", "e64"})


def _plain(instruction: Instruction) -> bool:
    """True if the operands have no modifiers."""
    return instruction.encoding in _PLAIN and not any(
        getattr(operand, "negate", False)
        or getattr(operand, "absolute", False)
        or (isinstance(operand, Register) and operand.half)
        for operand in instruction.operands
    )


# The checker


def _address_operands(instruction: Instruction) -> tuple[Operand, ...]:
    """The operands of a memory instruction that form its address."""
    mnemonic, operands = instruction.mnemonic, instruction.operands
    if mnemonic.startswith(("ds_bpermute", "ds_permute", "ds_swizzle", "ds_gws")):
        return ()
    if mnemonic.startswith("ds_"):
        loads = "read" in mnemonic or "load" in mnemonic or "_rtn" in mnemonic
        return operands[1:2] if loads else operands[:1]
    store = _STORES.match(mnemonic) is not None
    if _ATOMIC.match(mnemonic):
        store = not _returns(instruction)
    if mnemonic.startswith(("buffer_", "tbuffer_", "image_")):
        return operands[1:]
    if mnemonic.startswith(("global_", "flat_", "scratch_")):
        if store:
            return (*operands[:1], *operands[2:])
        if _ATOMIC.match(mnemonic):
            return (*operands[1:2], *operands[3:])
        return operands[1:]
    if _SCALAR_MEMORY.match(mnemonic):
        return operands[1:]
    return ()


class Checks:
    """
    The checker of one launch. `undefined` lists partly uninitialised places in global
    memory: an address, and for each byte True if it is uninitialised.
    """

    def __init__(
        self,
        generation: Generation,
        undefined: Sequence[tuple[int, NDArray[np.bool_]]] = (),
        seed: int = 0,
    ):
        self.generation = generation
        self._undefined = undefined
        self.random = np.random.default_rng(seed)
        self._shadow: Shadow | None = None
        self._state: State | None = None
        self._found: dict[tuple[str, int], Finding] = {}
        self._counters: dict[int, tuple[int, ...]] = {}
        self._waits: dict[int, list[tuple[int, int]]] = {}

    @property
    def findings(self) -> list[Finding]:
        """The findings in the order of addresses."""
        return sorted(self._found.values(), key=lambda f: f.instruction.address)

    def shadow_of(self, state: State) -> Shadow:
        if self._shadow is None or self._state is not state:
            self._shadow, self._state = Shadow(state), state
        return self._shadow

    def waves(self, machine: Any, state: State, selection: Selection) -> Waves:
        """The waves of a selection, for the scheduler."""
        return CheckedWaves(machine, state, selection, self)

    # Findings

    def report(self, waves: CheckedWaves, bad: Bools, kind: str, message: str) -> None:
        """
        Records the violation `message` of the `bad` waves [count], or lanes [count, lanes].
        """
        instruction = waves.instruction
        assert instruction is not None
        key = (kind, instruction.address)
        times = int(np.count_nonzero(bad if bad.ndim == 1 else bad.any(axis=1)))
        if (old := self._found.get(key)) is not None:
            self._found[key] = Finding(
                old.kind,
                old.message,
                old.instruction,
                old.group,
                old.wave,
                old.lane,
                old.times + times,
            )
            return
        if len(self._found) >= MOST_REPORTS:
            return
        first = np.unravel_index(int(np.argmax(bad)), bad.shape)
        slot = int(waves.indices[int(first[0])])
        self._found[key] = Finding(
            kind,
            message,
            instruction,
            int(waves.state.group[slot]),
            int(waves.state.wave_in_group[slot]),
            int(first[1]) if len(first) > 1 else None,
            times,
        )

    def decides(self, waves: CheckedWaves, taint: Any, message: str) -> None:
        """
        Reports the waves in which an uninitialised value has the effect described in
        `message`.
        """
        bad = np.broadcast_to(np.asarray(taint, np.bool_), (waves.count,))
        if bad.any():
            self.report(
                waves, bad, "undefined-branch", f"{message} a value that nobody wrote"
            )

    def require_arrived(
        self,
        waves: CheckedWaves,
        file: str,
        first: int,
        count: int,
        *,
        writes: bool = False,
    ) -> None:
        """
        Reports registers whose load may not have arrived when they are read or written.
        """
        shadow = waves.shadow
        numbers = shadow.waiting[file][first : first + count][:, waves.selection]
        if not numbers.any():
            return
        counters = shadow.counter[file][first : first + count][:, waves.selection]
        done = shadow.done[:, waves.selection]
        arrived = np.take_along_axis(done, counters.astype(np.intp), axis=0)
        late = numbers > arrived
        if not late.any():
            return
        row = first + int(np.argmax(late.any(axis=1)))
        name = "vcc" if file == "s" and row in (VCC, VCC + 1) else f"{file}{row}"
        counter = int(counters[row - first][int(np.argmax(late[row - first]))])
        word = "overwrites" if writes else "uses"
        self.report(
            waves,
            np.asarray(late.any(axis=0)),
            "not-arrived",
            f"{word} {name} before a wait instruction for the "
            f"{_ACCESSES[counter]} that writes it",
        )
        shadow.waiting[file][row, waves.selection] = 0

    # Called by the scheduler

    def execute(self, waves: Waves, instruction: Instruction) -> None:
        """Called before `waves` execute the instruction."""
        assert isinstance(waves, CheckedWaves)
        waves.begin(instruction)
        address = instruction.address
        counters = self._counters.get(address)
        if counters is None:
            counters = counter_of(instruction, self.generation)
            self._counters[address] = counters
            self._waits[address] = waits(instruction)
        for counter in counters:
            waves.shadow.issued[counter, waves.selection] += 1
        for counter, most in self._waits[address]:
            self._wait(waves, counter, most)
        if counters:
            self._check_address(waves, instruction)
        mnemonic = instruction.mnemonic
        if mnemonic.startswith("s_cbranch_"):
            self._check_branch(waves, mnemonic)
        else:
            waves.know(instruction)
            if instruction.second is not None:
                waves.know(instruction.second)

    def _wait(self, waves: CheckedWaves, counter: int, most: int) -> None:
        """
        Marks the accesses for which the waves wait as arrived. Scalar loads arrive in any
        order, as do LDS and scalar memory in one counter.
        """
        shadow = waves.shadow
        issued = shadow.issued[counter, waves.selection]
        done = shadow.done[counter, waves.selection]
        if most == 0:
            shadow.done[counter, waves.selection] = issued
            return
        if counter == SCALAR:
            return
        arrived = issued - most
        if counter == LOCAL and not self.generation.split_counters:
            scalar = shadow.issued[SCALAR, waves.selection]
            mixed = scalar > shadow.done[SCALAR, waves.selection]
            arrived = np.where(mixed, done, arrived)
        shadow.done[counter, waves.selection] = np.maximum(done, arrived)

    def _check_address(self, waves: CheckedWaves, instruction: Instruction) -> None:
        for operand in _address_operands(instruction):
            if isinstance(operand, Register) and operand.file in "va":
                some = waves.shadow.file(operand.file)[
                    operand.first : operand.first + operand.count
                ][:, waves.selection]
                bad = (some != 0).any(axis=0) & waves.exec
            elif (row := waves.row(operand)) is not None:
                count = operand.count if isinstance(operand, Register) else 1
                rows = waves.shadow.s[row : row + count][:, waves.selection]
                bad = (rows != 0).any(axis=0)
                if not instruction.mnemonic.startswith("s_"):
                    bad = bad & waves.exec.any(axis=1)
            else:
                continue
            if bad.any():
                self.report(
                    waves,
                    bad,
                    "undefined-address",
                    "accesses memory at an address of which nobody wrote a part",
                )

    def _check_branch(self, waves: CheckedWaves, mnemonic: str) -> None:
        if "scc" in mnemonic:
            taint = waves.shadow.scc[waves.selection]
        elif "vcc" in mnemonic:
            rows = waves.shadow.s[VCC : VCC + waves.lanes // 32][:, waves.selection]
            taint = rows.any(axis=0)
        else:
            return
        self.decides(waves, taint, "the branch depends on")

    def access(
        self,
        waves: Waves,
        instruction: Instruction,
        access: Access,
        addresses: NDArray[Any],
        mask: NDArray[Any],
    ) -> None:
        """Records an access to memory, see `MemoryObserver`."""
        assert isinstance(waves, CheckedWaves)
        if access.space == "scalar":
            self._check_alignment(waves, addresses, min(access.size, 4))
        memory = self._shadow_memory(waves, access.space)
        if access.kind != "load":
            if memory is not None:
                self._store(waves, memory, access, addresses, mask)
            if access.kind == "store" or not _has_result(instruction):
                return
        counter = {"lds": LOCAL, "scalar": SCALAR}.get(access.space)
        if counter is None:
            (counter, *_) = counter_of(instruction, self.generation) or (LOAD,)
        words = self._loaded(waves, memory, access, addresses, mask)
        if waves.load is None:
            waves.load = _Load(counter, words)
        else:
            # For a flat access with lanes in several memories, or an access to two places.
            waves.load.words = _joined(instruction, waves.load.words, words)

    def _check_alignment(
        self, waves: CheckedWaves, addresses: NDArray[Any], alignment: int
    ) -> None:
        """
        Reports misaligned scalar loads. Those of 8 and 16 bits on gfx12 only need the
        alignment of their size: LLVM selects them for such loads.
        """
        bad = addresses.reshape(len(addresses), -1)[:, 0] % alignment != 0
        bad = np.broadcast_to(bad, (waves.count,))
        if bad.any():
            self.report(
                waves,
                bad,
                "misaligned",
                f"loads scalars from an address that is not a multiple of {alignment}; "
                "the hardware leaves the low bits out",
            )

    def _shadow_memory(
        self, waves: CheckedWaves, space: str
    ) -> Callable[[Any, Any, Any], Any] | None:
        """The index in shadow memory for wave, lane and offset."""
        shadow = waves.shadow
        if space == "lds":
            groups = waves.group_slots
            return lambda wave, lane, offset: (shadow.lds, (groups[wave], offset))
        if space == "scratch":
            slots = waves.indices
            return lambda wave, lane, offset: (
                shadow.scratch,
                (slots[wave], lane, offset),
            )
        return None

    def _store(
        self,
        waves: CheckedWaves,
        memory: Callable[[Any, Any, Any], Any],
        access: Access,
        addresses: NDArray[Any],
        mask: NDArray[Any],
    ) -> None:
        wave, lane = np.nonzero(np.broadcast_to(mask, (waves.count, mask.shape[1])))
        offsets = addresses[wave, lane].astype(np.int64)
        taint = np.broadcast_to(waves.lane_result(), (waves.count, waves.lanes))
        bad = taint[wave, lane] != 0
        for byte in range(access.size):
            array, index = memory(wave, lane, offsets + byte)
            array[index] = bad

    def _loaded(
        self,
        waves: CheckedWaves,
        memory: Callable[[Any, Any, Any], Any] | None,
        access: Access,
        addresses: NDArray[Any],
        mask: NDArray[Any],
    ) -> Words:
        """The shadows [words, waves, lanes] of the words that a load returns."""
        words = max(-(-access.size // 4), 1)
        lanes = 1 if access.space == "scalar" else waves.lanes
        result = np.zeros((words, waves.count, lanes), np.uint32)
        if memory is not None:
            wave, lane = np.nonzero(mask)
            offsets = addresses[wave, lane].astype(np.int64)
            for byte in range(access.size):
                array, index = memory(wave, lane, offsets + byte)
                self._taint_byte(result, byte, wave, lane, array[index])
        for base, undefined in self._undefined:
            where = addresses.astype(np.int64) - base
            inside = (where > -access.size) & (where < len(undefined)) & mask
            if inside.any():
                wave, lane = np.nonzero(inside)
                offsets = where[wave, lane]
                for byte in range(access.size):
                    at = offsets + byte
                    known = (at >= 0) & (at < len(undefined))
                    bad = np.zeros(len(at), np.bool_)
                    bad[known] = undefined[at[known]]
                    self._taint_byte(result, byte, wave, lane, bad)
        return result

    @staticmethod
    def _taint_byte(
        result: Words, byte: int, wave: Any, lane: Any, bad: NDArray[np.bool_]
    ) -> None:
        bits = np.uint32(0xFF << 8 * (byte % 4))
        result[byte // 4, wave, lane] |= np.where(bad, bits, np.uint32(0))

    # Groups

    def groups(self, groups: Groups) -> Groups:
        """
        Wraps the work-groups `groups`, to record the registers that are set at the start.
        """
        return _CheckedGroups(self, groups)

    def started(self, state: State, slots: Indices, old: Mapping[str, Words]) -> None:
        """Records that waves have started in `slots`; `old` are the registers before."""
        shadow = self.shadow_of(state)
        for file, before in old.items():
            now = getattr(state, file)[:, slots]
            same = now == before
            if file != "s":
                same = same.all(axis=2)
                getattr(shadow, file)[:, slots] = np.where(same, _ALL, 0)[:, :, None]
            else:
                shadow.s[:, slots] = np.where(same, _ALL, 0)
        shadow.scc[slots] = True
        shadow.scratch[slots] = True
        shadow.lds[np.unique(state.group_slot[slots])] = True
        for array in (shadow.issued, shadow.done, *shadow.waiting.values()):
            array[:, slots] = 0


_ACCESSES = {
    LOAD: "load",
    STORE: "store",
    LOCAL: "access to LDS",
    SCALAR: "scalar load",
    SAMPLE: "read of an image",
    BVH: "intersection",
}


def _has_result(instruction: Instruction) -> bool:
    """True if an atomic instruction writes the old value to registers."""
    if instruction.mnemonic.startswith("ds_"):
        return "_rtn" in instruction.mnemonic
    return _returns(instruction)


def _joined(instruction: Instruction, first: Words, second: Words) -> Words:
    """
    Joins the shadows of two accesses of one instruction: one after the other for two
    places, else combined lane by lane.
    """
    if "2" in instruction.mnemonic.partition("_b")[0]:
        return np.concatenate((first, second))
    return first | second


class _CheckedGroups:
    """
    Work-groups whose waves start with junk in every register that the launch does not set.
    """

    def __init__(self, checks: Checks, groups: Groups):
        self._checks = checks
        self._groups = groups

    def start(self, machine: Machine, group_slots: Indices) -> Indices:
        state = machine.state
        per_group = machine.waves_per_group
        slots = (group_slots[:, None] * per_group + np.arange(per_group)).reshape(-1)
        random = self._checks.random
        old: dict[str, Words] = {}
        for file in ("v", "a", "s"):
            registers: Words = getattr(state, file)
            shape = (len(registers), len(slots), *registers.shape[2:])
            old[file] = random.integers(0, 1 << 32, shape, np.uint32)
            registers[:, slots] = old[file]
        started = self._groups.start(machine, group_slots)
        if len(started):
            where = np.searchsorted(slots, started)
            before = {file: words[:, where] for file, words in old.items()}
            self._checks.started(state, started, before)
        return started
