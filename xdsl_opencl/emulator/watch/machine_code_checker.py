"""
The checker of machine code. It reports uninitialised values, results that are used before their
wait counter allows it, and misaligned scalar accesses.

Each bit of a register has a shadow, which is 1 if the bit is uninitialised. As in Valgrind, an
instruction propagates the shadows of its sources to its results. An uninitialised value is
reported where it has an effect: in an address, in a branch, in EXEC. Accesses outside of memory
and barriers that not all waves reach are errors of the emulator, even without the checker.

The shadows are a second `State`. `CheckedWaves` reads and writes it with the same operands as the
registers, so the implementations of instructions do not know about checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.operands import Group, Literal, Operand, Register, Special
from xdsl_opencl.emulator.watch.access_observer import Access
from xdsl_opencl.emulator.watch.shadow_propagation import (
    CARRYING_RULES,
    MASK,
    SCALAR_RULES,
    VECTOR_RULES,
    Bits,
    Rule,
)
from xdsl_opencl.emulator.watch.wait_counters import (
    ACCESSES,
    LOAD,
    LOCAL,
    SCALAR,
    counters_of,
    has_result,
    waits,
)
from xdsl_opencl.emulator.waves import (
    VCC,
    Bools,
    Halves,
    Indices,
    Longs,
    Selection,
    State,
    Waves,
    Words,
    any_lane,
    mask_rows,
)

if TYPE_CHECKING:
    from xdsl_opencl.emulator.launches.scheduler import Groups, Machine

MOST_REPORTS = 100
"""The most distinct findings of one launch; later ones are dropped."""

_ALL = np.uint32(0xFFFFFFFF)
_BYTE = np.uint8(0xFF)


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

    @property
    def note(self) -> str:
        """The instruction, the wave that executed it first, and how many did."""
        lane = "" if self.lane is None else f", lane {self.lane}"
        text = (
            f"'{self.instruction.text}' at {self.instruction.address:#x} in work-group "
            f"{self.group}, wave {self.wave}{lane}"
        )
        return f"{text}; the first of {self.times}" if self.times > 1 else text


# Shadows


class Shadow(State):
    """
    The shadows of the registers and the memory of all resident waves: for each bit, 1 if it
    is uninitialised. The bytes of scratch are in the order of the lanes. For each half of a
    register, the counter and the number of the access whose result is outstanding.
    """

    def __init__(self, state: State):
        super().__init__(
            state.generation,
            state.slots,
            state.lanes,
            vector_registers=len(state.v),
            accumulation_registers=len(state.a),
            groups=len(state.lds),
            lds_bytes=state.lds_bytes,
            scratch_bytes=state.scratch.shape[1],
        )
        self.issued = np.zeros((len(ACCESSES), self.slots), np.int64)
        self.done = np.zeros_like(self.issued)
        sizes = {"v": len(self.v), "a": len(self.a), "s": len(self.s)}
        self.waiting, self.counter = (
            {f: np.zeros((2, n, self.slots), np.int64) for f, n in sizes.items()}
            for _ in range(2)
        )

    def _junk(self, shape: tuple[int, ...]) -> Words:
        return np.zeros(shape, np.uint32)

    def _junk_bytes(self, shape: tuple[int, int]) -> NDArray[np.uint8]:
        return np.full(shape, 0xFF, np.uint8)


class _Shadows(Waves):
    """The shadows of the selected waves. EXEC and names of constants are initialised."""

    def _special64(self, operand: Operand) -> Longs:
        name = operand.name if isinstance(operand, Special) else ""
        if name in {"scc", "src_scc"}:
            return self.scc.astype(np.uint64)
        if name in {"vccz", "src_vccz"}:
            return any_lane(self.read_mask(Special("vcc"))).astype(np.uint64)
        return np.zeros(1, np.uint64)


def _shadowed(operand: Operand) -> Operand:
    """The operand of `_Shadows` for `operand`: for a literal 0."""
    return Literal(0) if isinstance(operand, Literal) else operand


class CheckedWaves(Waves):
    """`Waves` whose reads and writes are those of the registers and of their shadows."""

    def __init__(
        self, checks: Checks, machine: Any, state: State, selection: Selection
    ):
        super().__init__(machine, state, selection)
        self.checks = checks
        self.plain = Waves(machine, state, selection)
        self.shadow_state = checks.shadow_of(state)
        self.shadow = _Shadows(machine, self.shadow_state, selection)
        self.begin()

    def of(self, slots: Indices) -> Waves:
        return CheckedWaves(self.checks, self.machine, self.state, slots)

    def begin(self) -> None:
        """Clears the reads of the previous instruction."""
        self.lane_taint: Bools = np.zeros((1, 1), np.bool_)
        """True for lanes whose uninitialised bits the instruction has read."""
        self.wave_taint: Bools = np.zeros(1, np.bool_)
        """The same for waves and scalars."""
        self.known: dict[tuple[str, int], Any] = {}
        """Shadows of results that a rule computes, by file and number of the register."""
        self.loaded = None
        self.counter = LOAD
        """The counter of the load."""
        self._written = 0

    # Reads

    def _place(self, operand: Operand) -> tuple[str, int] | None:
        """The file and the number of a register; `None` for other operands."""
        if isinstance(operand, Register) and operand.file in "va":
            return operand.file, operand.first
        row = self.row(operand)
        return None if row is None else ("s", row)

    def _read(
        self,
        read: Callable[..., Any],
        operand: Operand,
        count: int,
        *arguments: int,
        scalar: bool = False,
        **modes: bool,
    ) -> Any:
        """What `read` reads, of `count` registers; notes if it is uninitialised."""
        if (place := self._place(operand)) is not None:
            half = _half(operand, modes["high"]) if "high" in modes else _BOTH
            self.require_arrived(*place, count, half)
        taint = read(self.shadow, _shadowed(operand), *arguments, **modes) != 0
        if scalar:
            taint = taint[..., None]
        taint = taint.reshape(-1, *taint.shape[-2:]).any(axis=0)
        if taint.shape[1] == 1:
            self.wave_taint = self.wave_taint | taint[:, 0]
        else:
            self.lane_taint = self.lane_taint | taint
        return read(self.plain, operand, *arguments, **modes)

    def read32(self, operand: Operand) -> Words:
        return self._read(Waves.read32, operand, 1)

    def read16(self, operand: Operand, *, high: bool = False) -> Halves:
        return self._read(Waves.read16, operand, 1, high=high)

    def read_registers(self, operand: Operand, count: int) -> Words:
        return self._read(Waves.read_registers, operand, count, count)

    def read_mask(self, operand: Operand) -> Bools:
        return self._read(Waves.read_mask, operand, self.lanes // 32)

    def read_scalar32(self, operand: Operand) -> Words:
        return self._read(Waves.read_scalar32, operand, 1, scalar=True)

    def read_scalars(self, operand: Operand, count: int) -> Words:
        return self._read(Waves.read_scalars, operand, count, count, scalar=True)

    @property
    def scc(self) -> Bools:
        self.wave_taint = self.wave_taint | self.shadow.scc
        return self.plain.scc

    @scc.setter
    def scc(self, values: Bools) -> None:
        self.plain.scc = values
        self.shadow.scc = self._wave_result()

    @property
    def full(self) -> bool:
        return self.plain.full

    @property
    def exec(self) -> Bools:
        return self.plain.exec

    @exec.setter
    def exec(self, lanes: Bools) -> None:
        taint = self.known.get(("exec", 0), self._mask_taint().any(axis=1))
        self.checks.decides(self, taint, "the lanes that go on depend on")
        self.plain.exec = lanes

    def require_arrived(
        self,
        file: str,
        first: int,
        count: int,
        half: slice,
        *,
        writes: bool = False,
    ) -> None:
        """
        Reports registers whose load may not have arrived when the `half` of them is read
        or written.
        """
        shadow, rows = self.shadow_state, slice(first, first + count)
        numbers = shadow.waiting[file][half, rows, self.selection]
        if not numbers.any():  # mutant: a short cut: what follows finds none
            return
        counters = shadow.counter[file][half, rows, self.selection]
        places = numbers.shape[1]
        numbers, counters = (a.reshape(-1, a.shape[-1]) for a in (numbers, counters))
        arrived = np.take_along_axis(shadow.done[:, self.selection], counters, axis=0)
        late = numbers > arrived
        if not late.any():
            return
        row = int(np.argmax(late.any(axis=1)))
        counter = int(counters[row][int(np.argmax(late[row]))])
        row = first + row % places
        name = "vcc" if file == "s" and row in (VCC, VCC + 1) else f"{file}{row}"
        self.checks.report(
            self,
            np.asarray(late.any(axis=0)),
            "not-arrived",
            f"{'overwrites' if writes else 'uses'} {name} before a wait instruction for the "
            f"{ACCESSES[counter]} that writes it",
        )
        shadow.waiting[file][half, row, self.selection] = 0

    # Writes

    def lane_result(self) -> Words:
        """The shadow of a vector result of 32 bits."""
        taint = self.lane_taint | self.wave_taint[:, None]
        return np.where(taint, _ALL, np.uint32(0))

    def _wave_result(self) -> Bools:
        """True for waves whose scalar result is uninitialised."""
        return any_lane(self.lane_taint & self.exec) | self.wave_taint

    def _mask_taint(self) -> Bools:
        """The lanes whose bit in the written mask is uninitialised."""
        bits = np.broadcast_to(self.lane_result() != 0, (self.count, self.lanes))
        # Comparisons give 0 in inactive lanes; scalar operations do not depend on lanes.
        instruction = self.checks.instruction
        scalar = instruction is not None and instruction.mnemonic.startswith("s_")
        return bits if scalar else bits & self.exec

    def _result(self, file: str, first: int, taint: Words) -> Words:
        """
        The shadow of the register that the instruction writes next: from its rule, from
        memory, or the `taint` of all sources.
        """
        if (known := self.known.get((file, first))) is not None:
            return known
        if self.loaded is None:
            return taint
        self._written += 1
        return self.loaded[min(self._written, len(self.loaded)) - 1]

    def _arrive(self, file: str, row: int, half: slice | None = None) -> None:
        """Records that the register has been written, or that a load will write it."""
        half = half or _BOTH
        shadow, some = self.shadow_state, (half, row, self.selection)
        if self.loaded is None:
            self.require_arrived(file, row, 1, half, writes=True)
            shadow.waiting[file][some] = 0
            return
        shadow.counter[file][some] = self.counter
        shadow.waiting[file][some] = shadow.issued[self.counter, self.selection]

    def write32(self, operand: Operand, values: Any, mask: Bools | None = None) -> None:
        self.plain.write32(operand, values, mask)
        assert isinstance(operand, Register)
        shadow = self._result(operand.file, operand.first, self.lane_result())
        self.shadow.write32(operand, shadow, self.exec if mask is None else mask)
        self._arrive(operand.file, operand.first)

    def write16(
        self,
        operand: Operand,
        values: Any,
        mask: Bools | None = None,
        *,
        high: bool = False,
        keep: bool | None = None,
    ) -> None:
        self.plain.write16(operand, values, mask, high=high, keep=keep)
        assert isinstance(operand, Register)
        shadow = self._result(operand.file, operand.first, self.lane_result())
        half = np.where(shadow != 0, np.uint16(0xFFFF), np.uint16(0))
        lanes = self.exec if mask is None else mask
        self.shadow.write16(operand, half, lanes, high=high, keep=keep)
        keeps = high or (not self.generation.zeroes_high_half if keep is None else keep)
        written = _half(operand, high) if keeps else _BOTH
        self._arrive(operand.file, operand.first, written)

    def write_scalar32(self, operand: Operand, values: Any) -> None:
        super().write_scalar32(operand, values)
        self._mark_scalars(operand, [self._scalar_result()])

    def write_scalars(self, operand: Operand, values: Words) -> None:
        super().write_scalars(operand, values)
        self._mark_scalars(operand, [self._scalar_result()] * len(values))

    def write_mask(self, operand: Operand, lanes: Bools) -> None:
        super().write_mask(operand, lanes)
        self._mark_scalars(operand, mask_rows(self._mask_taint()))

    def _scalar_result(self) -> Words:
        return np.where(self._wave_result(), _ALL, np.uint32(0))

    def _mark_scalars(self, operand: Operand, taints: Iterable[Words]) -> None:
        if (first := self.row(operand)) is not None:
            for row, taint in enumerate(taints, first):
                shadow = self._result("s", row, taint).reshape(-1)
                self.shadow_state.s[row, self.selection] = shadow
                self._arrive("s", row)

    # Rules

    def _bits(self, operand: Operand, bits: int, *, scalar: bool) -> Bits:
        """
        The value of `operand` and its shadow, of 32 or 64 bits, or a mask: [count or 1,
        lanes or 1], or [count or 1] for scalars.
        """
        read: Any = {MASK: Waves.read_mask, 32: Waves.read32, 64: _read64}[bits]
        value, shadow = read(self.plain, operand), read(self.shadow, _shadowed(operand))
        return Bits(value[:, 0], shadow[:, 0]) if scalar else Bits(value, shadow)

    def know(self, instruction: Instruction) -> None:
        """Computes the shadows of the results of `instruction` if it has a rule."""
        if not _plain(instruction):
            return
        mnemonic, operands = instruction.mnemonic, instruction.operands
        dual = mnemonic.startswith("v_dual_")
        name = f"v_{mnemonic[7:]}" if dual else mnemonic
        if name in ("v_readlane_b32", "v_readfirstlane_b32"):
            self._know(operands[0], self._of_one_lane(operands), 32)
        elif not self._know_by_rule(name, operands) and dual:
            # The two halves of a pair are independent.
            own = operands if "fmac" in name or "dot" in name else operands[1:]
            taint = np.zeros((1, 1), np.bool_)
            for operand in own:
                taint = taint | (self.shadow.read32(_shadowed(operand)) != 0)
            self._know(operands[0], np.where(taint, _ALL, np.uint32(0)), 32)

    def _know_by_rule(self, name: str, operands: tuple[Operand, ...]) -> bool:
        """Computes the shadow of the result by the rule of `name`; False without one."""
        scalar = name.startswith("s_")
        rule = (SCALAR_RULES if scalar else VECTOR_RULES).get(name)
        sources = _sources(rule, operands[1:])
        if sources is None:
            rule = CARRYING_RULES.get(name)
            sources = _sources(rule, operands[2:])
        if rule is None or sources is None:
            return False
        shadow = rule.formula(
            *(
                self._bits(operand, bits, scalar=scalar)
                for operand, bits in zip(sources, rule.sources, strict=True)
            )
        )
        if shadow is None:
            return False
        target = operands[0]
        if rule.saves:
            self._know(target, np.zeros(1, np.uint64), rule.result)
            target = Special("exec")
        self._know(target, shadow, rule.result)
        return True

    def _know(self, operand: Operand, shadow: Any, bits: int) -> None:
        """Sets the shadow of a result of 32 or 64 bits."""
        place = self._place(operand)
        if place is None:
            if isinstance(operand, Special):
                taint = np.broadcast_to(shadow.reshape(-1) != 0, (self.count,))
                self.known[operand.name.removesuffix("_lo"), 0] = taint
            return
        file, first = place
        for index in range(bits // 32):
            word = shadow.astype(np.uint64) >> np.uint64(32 * index)
            word = word.astype(np.uint32)
            if file == "s":
                word = np.broadcast_to(word.reshape(-1), (self.count,))
            self.known[file, first + index] = word

    def _of_one_lane(self, operands: Sequence[Operand]) -> Words:
        """The shadow [count] of the one lane that is read."""
        bits = self.shadow.read32(_shadowed(operands[1]))
        bits = np.broadcast_to(bits, (self.count, self.lanes))
        if len(operands) > 2:
            lane = self.plain.read_scalar32(operands[2]) % self.lanes
            lane = np.broadcast_to(lane, (self.count,))
        else:
            lane = np.argmax(self.exec, axis=1)
        return bits[np.arange(self.count), lane.astype(np.intp)]


_BOTH = slice(2)
"""The halves of a register."""


def _half(operand: Operand, high: bool) -> slice:
    """The half of a register that an access of 16 bits to `operand` reads or writes."""
    high = high or (isinstance(operand, Register) and operand.half == "h")
    return slice(1, 2) if high else slice(1)


_read64 = partial(Waves.read64, signed=True)


def _sources(
    rule: Rule | None, operands: tuple[Operand, ...]
) -> tuple[Operand, ...] | None:
    """The sources of `rule` among the `operands`; `None` if they are not those of it."""
    if rule is None:
        return None
    if rule.implicit is not None and len(operands) == len(rule.sources) - 1:
        operands = (*operands, rule.implicit)
    return operands if len(operands) == len(rule.sources) else None


_PLAIN = frozenset({"", "e32", "e64"})


def _plain(instruction: Instruction) -> bool:
    """Returns whether the operands have no modifiers."""
    return instruction.encoding in _PLAIN and not any(
        getattr(operand, "negate", False)
        or getattr(operand, "absolute", False)
        or (isinstance(operand, Register) and operand.half)
        for operand in instruction.operands
    )


# The checker


class Checks:
    """
    The checker of one launch. `add_undefined` tells it of partly uninitialised places in
    global memory.
    """

    def __init__(self, generation: Generation, seed: int = 0):
        self.generation = generation
        self.random = np.random.default_rng(seed)
        self.instruction: Instruction | None = None
        """The instruction that waves execute."""
        self._undefined: list[tuple[int, NDArray[np.bool_]]] = []
        self._shadow: Shadow | None = None
        self._found: dict[tuple[str, int], Finding] = {}
        self._groups: Groups | None = None

    @property
    def findings(self) -> list[Finding]:
        """The findings in the order of addresses."""
        return sorted(self._found.values(), key=lambda f: f.instruction.address)

    def add_undefined(self, address: int, undefined: NDArray[np.bool_]) -> None:
        """
        Records memory at `address` in which the bytes that are true in `undefined` are
        uninitialised.
        """
        self._undefined.append((address, undefined))

    def shadow_of(self, state: State) -> Shadow:
        if self._shadow is None:
            self._shadow = Shadow(state)
        return self._shadow

    def waves(self, machine: Any, state: State, selection: Selection) -> Waves:
        return CheckedWaves(self, machine, state, selection)

    # Findings

    def report(self, waves: CheckedWaves, bad: Bools, kind: str, message: str) -> None:
        """
        Records the violation `message` of the `bad` waves [count or 1], or lanes [count,
        lanes], if there are any.
        """
        bad = np.broadcast_to(bad, (waves.count, *bad.shape[1:]))
        if not bad.any():
            return
        instruction = self.instruction
        assert instruction is not None
        key = (kind, instruction.address)
        times = int(np.count_nonzero(bad if bad.ndim == 1 else bad.any(axis=1)))
        if (old := self._found.get(key)) is not None:
            self._found[key] = replace(old, times=old.times + times)
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

    def decides(self, waves: CheckedWaves, taint: Bools, effect: str) -> None:
        """Reports the waves in which an uninitialised value has an `effect`."""
        message = f"{effect} an uninitialised value"
        self.report(waves, taint, "undefined-branch", message)

    # Called by the scheduler

    def execute(self, waves: Waves, instruction: Instruction) -> None:
        """Called before `waves` execute the instruction."""
        assert isinstance(waves, CheckedWaves)
        self.instruction = instruction
        waves.begin()
        counters = counters_of(instruction, self.generation)
        for counter in counters:
            waves.shadow_state.issued[counter, waves.selection] += 1
        for counter, most in waits(instruction):
            self._wait(waves, counter, most)
        if counters:
            for operand in instruction.place:
                self._check_address(waves, instruction, operand)
        if instruction.mnemonic.startswith("s_cbranch_"):
            condition = instruction.mnemonic[10:13]
            if condition in ("scc", "vcc"):
                taint = waves.shadow.scc
                if condition == "vcc":
                    taint = any_lane(waves.shadow.read_mask(Special("vcc")))
                self.decides(waves, taint, "the branch depends on")
            return
        for half in (instruction, instruction.second):
            if half is not None:
                waves.know(half)

    def _wait(self, waves: CheckedWaves, counter: int, most: int) -> None:
        """
        Marks the accesses for which the waves wait as arrived. Scalar loads arrive in any
        order, as do LDS and scalar memory in one counter.
        """
        shadow, selection = waves.shadow_state, waves.selection
        issued = shadow.issued[counter, selection]
        done = shadow.done[counter, selection]
        if most == 0:
            shadow.done[counter, selection] = issued
            return
        if counter == SCALAR:
            return
        arrived = issued - most
        if counter == LOCAL and not self.generation.split_counters:
            scalar = shadow.issued[SCALAR, selection]
            mixed = scalar > shadow.done[SCALAR, selection]
            arrived = np.where(mixed, done, arrived)
        shadow.done[counter, selection] = np.maximum(done, arrived)

    def _check_address(
        self, waves: CheckedWaves, instruction: Instruction, operand: Operand
    ) -> None:
        if isinstance(operand, Group):
            for part in operand.operands:
                self._check_address(waves, instruction, part)
        if not isinstance(operand, Register | Special):
            return
        count = operand.count if isinstance(operand, Register) else 1
        bad = (waves.shadow.read_registers(operand, count) != 0).any(axis=0)
        if isinstance(operand, Register) and operand.file in "va":
            bad = bad & waves.exec
        elif instruction.mnemonic.startswith("s_"):
            bad = bad[:, 0]
        else:
            bad = bad[:, 0] & any_lane(waves.exec)
        self.report(
            waves,
            bad,
            "undefined-address",
            "accesses memory at an address that is partly uninitialised",
        )

    # Memory

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
            # Loads of 8 and 16 bits on gfx12 only need the alignment of their size: LLVM
            # selects them for such loads.
            alignment = min(access.size, 4)
            self.report(
                waves,
                addresses[:, 0] % alignment != 0,
                "misaligned",
                f"loads scalars from an address that is not a multiple of {alignment}; "
                "the hardware leaves the low bits out",
            )
        wave, lane = np.nonzero(np.broadcast_to(mask, (waves.count, mask.shape[1])))
        offsets = addresses[wave, lane].astype(np.int64)
        shadow, places = waves.shadow_state, offsets[:, None] + np.arange(access.size)
        memory: NDArray[np.uint8] | None = None
        if access.space == "lds":
            memory = shadow.lds.reshape(-1)
            places += waves.group_slots[wave, None] * shadow.lds.shape[1]
        elif access.space == "scratch":
            memory = shadow.scratch.reshape(-1)
            lane_bytes = shadow.scratch.shape[1] // shadow.lanes
            places += (waves.indices[wave] * shadow.lanes + lane)[:, None] * lane_bytes
        if access.kind != "load":
            if memory is not None:
                taint = np.broadcast_to(waves.lane_result(), waves.exec.shape)
                memory[places] = np.where(taint[wave, lane] != 0, 0xFF, 0)[:, None]
            if access.kind == "store" or not has_result(instruction):
                return
        words = max(-(-access.size // 4), 1)
        bytes_ = np.zeros((*mask.shape, words * 4), np.uint8)
        if memory is not None:
            bytes_[wave, lane, : access.size] = memory[places]
        for base, undefined in self._undefined:
            index = places - base
            inside = (index >= 0) & (index < len(undefined))
            found = undefined[np.where(inside, index, 0)] & inside
            bytes_[wave, lane, : access.size] |= np.where(found, _BYTE, np.uint8(0))
        loaded = np.moveaxis(bytes_.view(np.uint32), 2, 0)
        counter = {"lds": LOCAL, "scalar": SCALAR}.get(access.space)
        if counter is None:
            (counter, *_) = counters_of(instruction, self.generation) or (LOAD,)
        if waves.loaded is None:
            waves.loaded, waves.counter = loaded, counter
        elif "2" in instruction.mnemonic.partition("_b")[0]:
            # An access to two places.
            waves.loaded = np.concatenate((waves.loaded, loaded))
        else:
            # A flat access with lanes in several memories.
            waves.loaded = waves.loaded | loaded

    # Groups

    def groups(self, groups: Groups) -> Groups:
        """
        Wraps the work-groups `groups`, to record the registers that are set at the start.
        """
        self._groups = groups
        return self

    def start(self, machine: Machine, group_slots: Indices) -> Indices:
        """Starts work-groups with junk in every register that the launch does not set."""
        assert self._groups is not None
        state = machine.state
        per_group = machine.waves_per_group
        slots = (group_slots[:, None] * per_group + np.arange(per_group)).reshape(-1)
        junk: dict[str, Words] = {}
        for file in ("v", "a", "s"):
            registers: Words = getattr(state, file)
            shape = (len(registers), len(slots), *registers.shape[2:])
            junk[file] = self.random.integers(0, 1 << 32, shape, np.uint32)
            registers[:, slots] = junk[file]
        started = self._groups.start(machine, group_slots)
        if not len(started):
            return started
        shadow = self.shadow_of(state)
        where = np.searchsorted(slots, started)
        for file, before in junk.items():
            unset = getattr(state, file)[:, started] == before[:, where]
            if file != "s":
                unset = unset.all(axis=2, keepdims=True)
            getattr(shadow, file)[:, started] = np.where(unset, _ALL, 0)
        shadow.scc[started] = True
        shadow.scratch[started] = 0xFF
        shadow.lds[np.unique(state.group_slot[started])] = 0xFF
        for array in (shadow.issued, shadow.done, *shadow.waiting.values()):
            array[..., started] = 0
        return started
