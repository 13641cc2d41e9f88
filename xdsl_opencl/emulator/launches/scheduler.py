"""
The scheduler: executes a program for the resident waves; waves at the same instruction run
together.

Waves at the same instruction run a block of consecutive instructions. A branch, a barrier or the
end of the program ends the block and decides how they continue. The order of waves is fair: a
wave that waits for a lock does not prevent the holder of the lock from running.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from xdsl_opencl.emulator.errors import (
    DeadlockError,
    EmulatorError,
    InstructionLimitError,
)
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.operands import Register
from xdsl_opencl.emulator.program.emulated_program import Block, Program
from xdsl_opencl.emulator.waves import Bools, Indices, Longs, Selection, State, Waves

FREE, READY, BLOCKED, ASLEEP = range(4)
"""States of a slot: no wave, a runnable wave, a wave at a barrier, a wave in s_sleep."""

SCHEDULES = ("round-robin", "random", "one-wave")
"""
Orders of waves: all in turn, with all waves at one instruction together; random waves for a
random number of instructions; one wave as long as it can run.
"""

_OLDEST_EVERY = 8
"""
One in this many choices takes the wave that has waited longest. The others take the lowest
address, where the waves of a loop meet again.
"""

_PATIENCE = 4096
"""In the schedule one-wave: the blocks that a wave runs before the next wave's turn."""

WavesType = Callable[["Machine", State, Selection], Waves]


class InstructionObserver(Protocol):
    """Observes each instruction before it is executed."""

    def execute(self, waves: Waves, instruction: Instruction) -> None:
        """Called before `waves` execute `instruction`."""
        ...


class Groups(Protocol):
    """The work-groups of a launch, as they start."""

    def start(self, machine: Machine, group_slots: Indices) -> Indices:
        """
        Starts the next groups in the free `group_slots` until slots or groups run out, and
        sets the registers of their waves; returns the slots of the waves.
        """
        ...


class Machine:
    """
    Runs the waves of one launch.

    `state.slots` has `waves_per_group` slots for each resident group. `base` is the address
    of the program's image. `executed` counts, for each instruction, the waves that have
    executed it.
    """

    def __init__(
        self,
        program: Program,
        state: State,
        memory: Any,
        *,
        base: int = 0,
        waves_per_group: int = 1,
        schedule: str = "round-robin",
        seed: int = 0,
        max_instructions: int | None = None,
        waves_type: WavesType = Waves,
    ):
        if schedule not in SCHEDULES:
            raise EmulatorError(
                f"unknown schedule '{schedule}'; choose one of {', '.join(SCHEDULES)}"
            )
        self.program = program
        self.state = state
        self.memory = memory
        self.base = base
        self.waves_per_group = waves_per_group
        self.schedule = schedule
        self.max_instructions = max_instructions
        self.waves_type = waves_type
        self.observer: InstructionObserver | None = None
        self.modes_differ = False
        self.executed = np.zeros(program.end + 1, np.int64)
        self.instructions = 0
        """The number of executed instructions, summed over the waves."""
        self.blocks = 0
        self.random = np.random.default_rng(seed)
        groups = state.slots // waves_per_group
        self.status = np.full(state.slots, FREE, np.int8)
        self.alive = np.zeros(groups, np.int64)
        """Waves of each group that have not ended."""
        self._arrived = np.zeros(groups, np.int64)
        self._phase = np.zeros(groups, np.int64)
        self._expected = np.zeros(state.slots, np.int64)
        self._last_turn = np.zeros(state.slots, np.int64)
        self._turn = 0
        self._limit: int | None = None
        self._next: int | None = None
        self._alone = False
        self._ended = False

    # The loop

    def run(self, groups: Groups) -> None:
        """
        Runs all waves of all `groups` to their ends.

        Raises `DeadlockError` when no wave can continue, `InstructionLimitError` after too
        many instructions, and the errors of instructions.
        """
        with np.errstate(all="ignore"):
            while self._refill(groups):
                while True:
                    selection = self._pick()
                    if selection is None:
                        break
                    self._run(selection)
                    if self._ended and self._many_free():
                        break
                if (self.status == BLOCKED).any() and not self._can_run().any():
                    self._deadlock()

    def _many_free(self) -> bool:
        """Returns whether at least a quarter of the group slots are free."""
        self._ended = False
        free = int(np.count_nonzero(self.alive == 0))
        return free * 4 >= len(self.alive)

    def _refill(self, groups: Groups) -> bool:
        """Starts groups where earlier ones have ended; False if no wave is left."""
        free = np.flatnonzero(self.alive == 0)
        if len(free):
            slots = groups.start(self, free)
            if len(slots):
                self.status[slots] = READY
                self._last_turn[slots] = self._turn
                started = self.state.group_slot[slots]
                np.add.at(self.alive, started, 1)
                self._arrived[started] = 0
                self._expected[slots] = self._phase[started]
                self.modes_differ = True
        return bool((self.status != FREE).any())

    def _deadlock(self) -> None:
        slot = int(np.flatnonzero(self.status == BLOCKED)[0])
        state = self.state
        after = int(state.pc[slot])
        known = self.program.instructions
        instruction = known.get(after - 1) or known[after]
        raise DeadlockError(
            f"no wave can go on: wave {state.wave_in_group[slot]} of work-group "
            f"{state.group[slot]} waits at {place(instruction)}, which other waves of "
            "its work-group do not reach"
        )

    def _pick(self) -> Selection | None:
        """Chooses the waves that run next, all at one instruction and with one MODE."""
        ready = np.flatnonzero(self.status == READY)
        asleep = self.status == ASLEEP
        if asleep.any():
            if not len(ready):
                ready = np.flatnonzero(asleep)
            self.status[asleep] = READY
        if not len(ready):
            return None
        self._turn += 1
        self._limit = None
        if self.schedule == "one-wave":
            last = self._last_turn[ready]
            first = int(ready[int(np.argmax(last == last.min()))])
            chosen = np.array([first], np.intp)
        else:
            chosen = self._together(ready)
        self._last_turn[chosen] = self._turn
        return as_selection(chosen)

    def _together(self, ready: Indices) -> Indices:
        places = self.state.pc[ready]
        if self.schedule == "random":
            here = int(places[self.random.integers(len(places))])
        elif self._turn % _OLDEST_EVERY == 0:
            here = int(places[int(np.argmin(self._last_turn[ready]))])
        else:
            here = int(places.min())
        chosen = ready[places == here]
        if self.modes_differ:
            modes = self.state.mode[self.status != FREE]
            self.modes_differ = bool((modes != modes[0]).any())
            modes = self.state.mode[chosen]
            chosen = chosen[modes == modes[0]]
        if self.schedule == "random":
            some = chosen[self.random.random(len(chosen)) < self.random.random()]
            chosen = some if len(some) else chosen[:1]
            self._limit = int(self.random.integers(1, 32))
        return chosen

    def _run(self, selection: Selection) -> None:
        """Runs waves as long as they stay together and no other wave can run."""
        program, state = self.program, self.state
        first = selection.start if isinstance(selection, slice) else int(selection[0])
        index = int(state.pc[first])
        waves = self.waves_type(self, state, selection)
        count = waves.count
        self._alone = self._is_alone(count)
        limit = self.max_instructions
        if limit is None:
            limit = 1 << 62  # mutant: as many instructions as there never are
        patience = _PATIENCE if self.schedule == "one-wave" else 1
        while True:
            block = program.block(index, waves.mode)
            length = self._execute(block, waves)
            self.executed[block.start : block.start + length] += count
            self.instructions += count * length
            self.blocks += 1
            if self.instructions > limit:
                raise self._over_limit(block, waves)
            if self._next is None:
                return
            index = self._next
            patience -= 1
            if self._limit is not None or not (self._alone or patience > 0):
                state.pc[selection] = index
                return

    def _is_alone(self, count: int) -> bool:
        """Returns whether the `count` chosen waves are the only ones that can run."""
        if self.schedule == "random":
            return False
        return count == int(np.count_nonzero(self._can_run()))

    def _can_run(self) -> Bools:
        return (self.status == READY) | (self.status == ASLEEP)

    def _execute(self, block: Block, waves: Waves) -> int:
        """
        Executes the steps of `block`, or only as many as the schedule allows; returns their
        number.
        """
        self._next = block.end
        steps = block.steps
        if self._limit is not None and self._limit < len(steps):
            steps = steps[: self._limit]
            self._next = block.start + self._limit
        done = 0
        try:
            if self.observer is None:
                for step in steps:
                    step(waves)
                    done += 1
            else:
                for step in steps:
                    self.observer.execute(waves, block.instructions[done])
                    step(waves)
                    done += 1
        except EmulatorError as error:
            if type(error) is not EmulatorError:
                raise
            instruction = block.instructions[done]
            raise EmulatorError(f"{error}; it is {place(instruction)}") from error
        except Exception as error:
            instruction = block.instructions[done]
            if name := self._absent_register(instruction):
                raise EmulatorError(
                    f"{place(instruction)} uses {name}, and the kernel's descriptor asks for "
                    "fewer registers; the code object is damaged, compile again"
                ) from error
            error.add_note(f"in the emulator, at {place(instruction)}")
            raise
        return done

    def _absent_register(self, instruction: Instruction) -> str:
        """
        The name of a vector register of `instruction` that waves do not have, or an empty
        text.
        """
        counts = {"v": len(self.state.v), "a": len(self.state.a)}
        second = instruction.second
        for operand in instruction.operands + (second.operands if second else ()):
            if isinstance(operand, Register) and operand.file in counts:
                last = operand.first + operand.count - 1
                if last >= counts[operand.file]:
                    return f"{operand.file}{last}"
        return ""

    def _over_limit(self, block: Block, waves: Waves) -> InstructionLimitError:
        limit = self.max_instructions
        slot = int(waves.indices[0])
        state = self.state
        return InstructionLimitError(
            f"the launch has executed more than {limit} instructions (max_instructions), "
            f"each wave counted; wave {state.wave_in_group[slot]} of work-group "
            f"{state.group[slot]} is at "
            f"{place(block.instructions[-1])}"
        )

    # Effects of the last instruction of a block

    def branch(self, waves: Waves, taken: Bools, target: int, after: int) -> None:
        """
        Continues the waves that are `taken` at address `target` of the image, the others at
        `after`.
        """
        yes = self.program.index(target)
        if taken.all():
            self._next = yes
        elif not taken.any():
            self._next = self.program.index(after)
        else:
            no = self.program.index(after)
            self.state.pc[waves.selection] = np.where(taken, yes, no)
            self._next = None

    def jump(self, waves: Waves, addresses: Longs) -> None:
        """
        Continues each wave at its address in memory.

        Raises `EmulatorError` for an address without an instruction.
        """
        targets = np.broadcast_to(addresses, (waves.count,))
        different = np.unique(targets).tolist()
        indices = [self.program.index(address - self.base) for address in different]
        if len(indices) == 1:
            self._next = indices[0]
            return
        places = np.array(indices, np.int64)
        self.state.pc[waves.selection] = places[np.searchsorted(different, targets)]
        self._next = None

    def end(self, waves: Waves) -> None:
        """Ends the waves; barriers no longer wait for them."""
        self.status[waves.selection] = FREE
        self._ended = True
        np.subtract.at(self.alive, waves.group_slots, 1)
        self._next = None
        if self._arrived.any():
            self._complete()

    def sleep(self, waves: Waves, after: int) -> None:
        """Lets other waves go first."""
        self.state.pc[waves.selection] = self.program.index(after)
        self.status[waves.selection] = ASLEEP
        self._next = None

    def signal(self, waves: Waves) -> Bools:
        """
        Counts each wave's arrival at the barrier of its group; returns for each wave if it
        is the first of its group. Waves are in the order of their groups.
        """
        groups = waves.group_slots
        self._expected[waves.selection] = self._phase[groups]
        first = self._arrived[groups] == 0
        first[1:] &= groups[1:] != groups[:-1]
        np.add.at(self._arrived, groups, 1)
        self._complete()
        return first

    def wait(self, waves: Waves, after: int) -> None:
        """
        Makes the waves wait until all waves of their group have arrived at the barrier.
        """
        phase = self._phase[waves.group_slots]
        passed = phase > self._expected[waves.selection]
        # A wave that passes must arrive again before the next barrier.
        self._expected[waves.indices[passed]] = phase[passed]
        if passed.all():
            self._next = self.program.index(after)
            return
        self.state.pc[waves.selection] = self.program.index(after)
        slots = waves.indices
        self.status[slots[~passed]] = BLOCKED
        self._next = None

    def _complete(self) -> None:
        """Wakes the waves of the groups whose waves have all arrived."""
        done = (self._arrived > 0) & (self._arrived >= self.alive)
        if not done.any():
            return
        self._phase[done] += 1
        self._arrived[done] = 0
        blocked = np.flatnonzero(self.status == BLOCKED)
        slots = self.state.group_slot[blocked]
        awake = blocked[self._phase[slots] > self._expected[blocked]]
        self.status[awake] = READY
        self._expected[awake] = self._phase[self.state.group_slot[awake]]
        if len(awake):
            self._alone = False


def place(instruction: Instruction) -> str:
    """Describes an instruction: its text, its address, its source line if known."""
    line = f" ({instruction.file}:{instruction.line})" if instruction.line else ""
    text = instruction.text or instruction.mnemonic
    return f"'{text}' at address {instruction.address:#x}{line}"


def as_selection(slots: Indices) -> Selection:
    """The slots, as a slice if they are consecutive."""
    first, last = int(slots[0]), int(slots[-1])
    if last - first + 1 == len(slots):
        return slice(first, last + 1)
    return slots
