"""
The emulator's scheduler: branches, calls, barriers, locks, limits, in every order of waves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from emulator_vector_helpers import execute

from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.objects.assembler import assemble
from xdsl_opencl.backend.objects.elf import read_elf
from xdsl_opencl.emulator.errors import (
    DeadlockError,
    EmulatorError,
    InstructionLimitError,
    MachineFault,
    UnknownInstructionError,
)
from xdsl_opencl.emulator.generations import Generation, generation
from xdsl_opencl.emulator.instruction import Instruction, Step
from xdsl_opencl.emulator.instruction_tables import build
from xdsl_opencl.emulator.launches.scheduler import SCHEDULES, Machine
from xdsl_opencl.emulator.operands import Register
from xdsl_opencl.emulator.program.emulated_program import Program
from xdsl_opencl.emulator.program.machine_code import read_parts
from xdsl_opencl.emulator.waves import Indices, State, Waves

WAVES, GROUPS = 4, 6
BASE = 0x10000


class Starter:
    """Starts `groups` groups of `WAVES` waves: s0 is the group, s1 the wave in it."""

    def __init__(self, groups: int = GROUPS):
        self.groups = groups
        self.next = 0
        self.started: list[int] = []

    def start(self, machine: Machine, group_slots: Indices) -> Indices:
        count = min(len(group_slots), self.groups - self.next)
        state = machine.state
        slots = (group_slots[:count, None] * WAVES + np.arange(WAVES)).reshape(-1)
        state.s[0, slots] = self.next + np.arange(len(slots)) // WAVES
        state.s[1, slots] = state.wave_in_group[slots] = np.arange(len(slots)) % WAVES
        state.group_slot[slots] = slots // WAVES
        state.pc[slots] = 0
        state.exec[slots] = True
        self.next += count
        self.started.append(count)
        return slots


def machine_of(
    text: str,
    *,
    name: str = "gfx1200",
    resident: int = GROUPS,
    schedule: str = "round-robin",
    seed: int = 0,
    max_instructions: int | None = 100_000,
    registers: int = 4,
) -> Machine:
    elf = read_elf(assemble(f"\t.text\n{text}\n", Target(mcpu=name)))
    section = elf.section(".text")
    assert section is not None
    program = Program(read_parts(elf, name, 32), generation(name))
    program.index(0)
    state = State(
        program.generation,
        resident * WAVES,
        32,
        vector_registers=registers,
        groups=resident,
    )
    return Machine(
        program,
        state,
        None,
        base=BASE,
        waves_per_group=WAVES,
        schedule=schedule,
        seed=seed,
        max_instructions=max_instructions,
    )


def run(text: str, **options: Any) -> Machine:
    machine = machine_of(text, **options)
    machine.run(Starter())
    return machine


def row(machine: Machine, register: int) -> list[int]:
    return machine.state.s[register].tolist()


ORDERS: Sequence[dict[str, Any]] = [{"schedule": name} for name in SCHEDULES] + [
    {"schedule": "random", "seed": 7}
]
in_every_order = pytest.mark.parametrize(
    "order", ORDERS, ids=lambda order: "-".join(map(str, order.values()))
)

LOOP = """
    s_mov_b32 s2, 0
    s_mov_b32 s3, 0
.Lloop:
    s_add_co_u32 s2, s2, s0
    s_add_co_u32 s3, s3, 1
    s_cmp_le_u32 s3, s1
    s_cbranch_scc1 .Lloop
    s_endpgm
"""


@in_every_order
def test_loops_of_different_length(order: dict[str, Any]):
    machine = run(LOOP, **order)
    expected = [g * (w + 1) for g in range(GROUPS) for w in range(WAVES)]
    assert row(machine, 2) == expected
    # Two instructions before the loop, four in each turn, one behind.
    turns = sum(range(1, WAVES + 1)) * GROUPS
    assert machine.instructions == 3 * WAVES * GROUPS + 4 * turns
    executed = zip(
        machine.program.instructions.values(), machine.executed, strict=False
    )
    counts = {i.text: n for i, n in executed}
    assert counts["s_cmp_le_u32 s3, s1"] == turns
    assert counts["s_endpgm"] == WAVES * GROUPS


def test_groups_start_when_others_have_ended():
    machine = machine_of(LOOP, resident=2)
    starter = Starter()
    machine.run(starter)
    assert sum(starter.started) == GROUPS
    assert max(starter.started) <= 2
    assert row(machine, 0) == [4] * 4 + [5] * 4


CALL = """
    s_getpc_b64 s[4:5]
    s_sext_i32_i16 s5, s5
    s_add_co_u32 s4, s4, (.Lf-.Lhere)&4294967295
.Lhere:
    s_mov_b32 s2, 5
    s_cmp_eq_u32 s1, 2
    s_cbranch_scc1 .Lend
    s_call_b64 s[6:7], .Lf
.Lend:
    s_endpgm
.Lf:
    s_add_co_u32 s2, s2, s1
    s_setpc_b64 s[6:7]
"""


@in_every_order
def test_calls(order: dict[str, Any]):
    machine = run(CALL, **order)
    assert row(machine, 2) == [5, 6, 5, 8] * GROUPS
    # s_getpc gives the address after itself in memory.
    (behind,) = (
        i for i in machine.program.instructions.values() if i.mnemonic == "s_call_b64"
    )
    assert set(row(machine, 6)) - set(range(1 << 16)) >= {
        BASE + behind.address + behind.size
    }


def test_indirect_calls_that_differ():
    text = """
    s_getpc_b64 s[4:5]
.Lhere:
    s_lshl_b32 s6, s1, 3
    s_add_co_u32 s4, s4, s6
    s_add_co_u32 s4, s4, 24
    s_swappc_b64 s[8:9], s[4:5]
    s_endpgm
    s_nop 0
    s_mov_b32 s2, 10
    s_setpc_b64 s[8:9]
    s_mov_b32 s2, 11
    s_setpc_b64 s[8:9]
    s_mov_b32 s2, 12
    s_setpc_b64 s[8:9]
    s_mov_b32 s2, 13
    s_setpc_b64 s[8:9]
"""
    assert row(run(text), 2) == [10, 11, 12, 13] * GROUPS


def test_jump_outside_of_the_code():
    with pytest.raises(
        EmulatorError, match=r"goes on at address 0x5, .*'s_setpc_b64 s\[4:5\]'"
    ):
        run(f"\ts_mov_b32 s4, {BASE + 5}\n\ts_mov_b32 s5, 0\n\ts_setpc_b64 s[4:5]")
    with pytest.raises(EmulatorError, match="runs past the end of the code"):
        run("\ts_nop 0")


# Each wave adds the group's waves that have arrived before the barrier and after it.
BARRIERS = """
.Lagain:
    BEFORE
    BARRIER
    AFTER
    BARRIER
    s_add_co_u32 s2, s2, 1
    s_cmp_lt_u32 s2, 5
    s_cbranch_scc1 .Lagain
    s_endpgm
"""


class Log:
    """Instructions that note which waves execute them."""

    def __init__(self) -> None:
        self.events: list[tuple[str, int, int]] = []

    def execute(self, waves: Waves, instruction: Instruction) -> None:
        if instruction.mnemonic == "s_nop":
            for slot in waves.indices.tolist():
                state = waves.state
                self.events.append(
                    (instruction.text, int(state.s[0, slot]), int(state.s[2, slot]))
                )


@in_every_order
@pytest.mark.parametrize(
    ("name", "barrier", "add"),
    [
        ("gfx1100", "s_barrier", "s_add_u32"),
        ("gfx1200", "s_barrier_signal -1\n    s_barrier_wait 0xffff", "s_add_co_u32"),
    ],
)
def test_barriers(name: str, barrier: str, add: str, order: dict[str, Any]):
    """Between two barriers no wave of a group is elsewhere."""
    text = BARRIERS.replace("BARRIER", barrier).replace("s_add_co_u32", add)
    text = text.replace("BEFORE", "s_nop 1").replace("AFTER", "s_nop 2")
    machine = machine_of(f"    s_mov_b32 s2, 0\n{text}", name=name, **order)
    log = Log()
    machine.observer = log
    machine.run(Starter())
    for group in range(GROUPS):
        seen = [(turn, what) for what, g, turn in log.events if g == group]
        expected = [
            (turn, f"s_nop {half}")
            for turn in range(5)
            for half in (1, 2)
            for _ in range(WAVES)
        ]
        assert seen == expected


def test_first_at_the_barrier():
    text = """
    s_barrier_signal_isfirst -1
    s_cselect_b32 s2, 1, 0
    s_barrier_wait -1
    s_endpgm
"""
    for order in ORDERS:
        firsts = np.array(row(run(text, **order), 2)).reshape(GROUPS, WAVES)
        assert (firsts.sum(axis=1) == 1).all()


@in_every_order
def test_ended_waves_do_not_hold_a_barrier(order: dict[str, Any]):
    text = """
    s_cmp_eq_u32 s1, 0
    s_cbranch_scc1 .Lend
    s_barrier
    s_mov_b32 s2, 3
.Lend:
    s_endpgm
"""
    machine = run(text, name="gfx1100", **order)
    assert row(machine, 2)[1:4] == [3, 3, 3]


def test_deadlock():
    text = """
    s_cmp_eq_u32 s1, 0
    s_cbranch_scc1 .Lother
    s_barrier_signal -1
.Lother:
    s_barrier_wait -1
    s_endpgm
"""
    # The first wave never arrives: it waits for itself.
    with pytest.raises(DeadlockError, match=r"wave \d of work-group 0 waits at"):
        run(text.replace(".Lother:\n", ".Lother:\n    s_barrier_wait -1\n"))


def test_waiting_without_arriving():
    """
    Who has passed a barrier has to arrive again; an earlier group's barriers do not count.
    """
    for name in ("once", "twice"):
        once = "    s_barrier_signal -1\n    s_barrier_wait -1\n"
        again = "    s_barrier_wait -1\n" if name == "twice" else ""
        machine = machine_of(f"{once}{again}    s_endpgm", resident=2)
        if name == "once":
            machine.run(Starter())
            continue
        with pytest.raises(DeadlockError, match="'s_barrier_wait 0xffff' at address"):
            machine.run(Starter())


class Lock:
    """A word in memory that instructions of a test take and give back."""

    holder = -1
    entered: list[int]


def lock_program(machine: Machine, lock: Lock) -> None:
    """
    Makes s_setprio 1 try to take a lock (SCC says if it did), and s_setprio 2 give it back.
    """

    def take(waves: Waves) -> None:
        taken = np.zeros(waves.count, np.bool_)
        if lock.holder < 0:
            taken[0] = True
            lock.holder = int(waves.indices[0])
            lock.entered.append(lock.holder)
        waves.scc = taken

    def give(waves: Waves) -> None:
        assert lock.holder in waves.indices.tolist()
        lock.holder = -1

    steps: dict[str, Step] = {"s_setprio 1": take, "s_setprio 2": give}
    for index, instruction in machine.program.instructions.items():
        if instruction.text in steps:
            machine.program.replace(index, steps[instruction.text])


@in_every_order
def test_locks_between_groups_end(order: dict[str, Any]):
    """Waves that wait for a lock are at a lower address than the one that has it."""
    text = """
.Lwait:
    s_setprio 1
    s_cbranch_scc0 .Lwait
    s_mov_b32 s3, 3
.Lwork:
    s_sub_co_u32 s3, s3, 1
    s_cmp_lg_u32 s3, 0
    s_cbranch_scc1 .Lwork
    s_setprio 2
    s_endpgm
"""
    machine = machine_of(text, **order)
    lock = Lock()
    lock.entered = []
    lock_program(machine, lock)
    machine.run(Starter())
    assert sorted(lock.entered) == list(range(WAVES * GROUPS))
    sleeping = text.replace(
        "s_cbranch_scc0 .Lwait", "s_sleep 1\n s_cbranch_scc0 .Lwait"
    )
    machine = machine_of(sleeping, **order)
    lock.entered = []
    lock_program(machine, lock)
    machine.run(Starter())
    assert len(lock.entered) == WAVES * GROUPS


@in_every_order
def test_endless_loop(order: dict[str, Any]):
    with pytest.raises(
        InstructionLimitError,
        match=r"more than 1000 instructions \(max_instructions\).*wave \d of work-group",
    ):
        run(".La:\n s_nop 0\n s_branch .La", max_instructions=1000, **order)


def test_random_order_is_that_of_its_seed():
    def order(seed: int) -> list[tuple[str, int, int]]:
        text = "    s_mov_b32 s2, s1\n    s_nop 1\n" * 10 + "    s_endpgm"
        machine = machine_of(text, schedule="random", seed=seed)
        log = Log()
        machine.observer = log
        machine.run(Starter())
        return log.events

    assert order(1) == order(1)
    assert order(1) != order(2)


def test_mode():
    """Waves of different MODE go on separately, and MODE is what was written."""
    seen: list[tuple[int, int]] = []

    class Modes:
        def execute(self, waves: Waves, instruction: Instruction) -> None:
            if instruction.mnemonic == "s_nop":
                for slot in waves.indices.tolist():
                    assert waves.mode == waves.state.mode[slot]
                    seen.append((int(waves.state.s[1, slot]), waves.mode))

    text = """
    s_round_mode 0x2
    s_denorm_mode 0x3
    s_setreg_b32 hwreg(HW_REG_WAVE_MODE, 0, 2), s1
    s_nop 0
    s_getreg_b32 s2, hwreg(HW_REG_WAVE_MODE, 4, 4)
    s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 4, 2), 0
    s_getreg_b32 s3, hwreg(HW_REG_WAVE_MODE)
    s_endpgm
"""
    machine = machine_of(text)
    machine.observer = Modes()
    machine.run(Starter())
    assert len(seen) == WAVES * GROUPS
    assert all(mode == 0x30 | wave for wave, mode in seen)
    assert set(row(machine, 2)) == {3}
    assert row(machine, 3) == [0, 1, 2, 3] * GROUPS


@pytest.mark.parametrize("name", ["TRAPSTS", "STATUS", "GPR_ALLOC"])
def test_hardware_registers_without_a_meaning_here(name: str):
    """No exception has happened."""
    text = f"\ts_getreg_b32 s2, hwreg(HW_REG_{name}, 0, 8)\n\ts_endpgm"
    assert set(row(run(text, name="gfx1030"), 2)) == {0}


@pytest.mark.parametrize(
    ("text", "name"),
    [("v_mov_b32 v9, v1", "v9"), ("v_mul_f64 v[0:1], v[3:4], v[0:1]", "v4")],
)
def test_registers_that_waves_do_not_have(text: str, name: str):
    with pytest.raises(
        EmulatorError, match=f"uses {name}, and the kernel's descriptor"
    ):
        run(f"\t{text}\n\ts_endpgm", name="gfx1100")


def test_apertures_in_a_hardware_register():
    """
    It is there that code of gfx9 finds them: bits 31:16 the LDS, 15:0 scratch, of addresses' bits 63:48.
    """
    machine = run(
        "\ts_getreg_b32 s2, hwreg(HW_REG_SH_MEM_BASES, 16, 16)\n\ts_endpgm",
        name="gfx900",
    )
    assert set(row(machine, 2)) == {machine.program.generation.shared_aperture >> 48}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("s_trap 2", MachineFault, "the kernel aborts: trap 2 at address 0x0"),
        ("s_sethalt 1", MachineFault, "halts at address 0x0"),
        ("s_barrier_signal 3", EmulatorError, "only the barrier of the work-group"),
        (
            ".long 0xffffffff",
            UnknownInstructionError,
            "no instruction of gfx1200 at address 0x0: there is .long 0xffffffff; look for",
        ),
        (
            "s_branch .Ldata\n.Ldata:\n.byte 1",
            UnknownInstructionError,
            "no instruction of gfx1200 at address 0x4: there is .byte 01; look for",
        ),
        ("s_branch 300", EmulatorError, "goes on at address 0x4b4, where no instruc"),
        ("s_branch -2", EmulatorError, "goes on at address -0x4, where no instruction"),
    ],
)
def test_errors(text: str, error: type[EmulatorError], message: str):
    with pytest.raises(error, match=message):
        run(f"\t{text}\n" + "\ts_endpgm\n" * ("byte" not in text))


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("s_getreg_b32 s0, hwreg(HW_REG_NONE)", EmulatorError, "HW_REG_NONE; report"),
        ("s_tomorrow s0", UnknownInstructionError, "'s_tomorrow s0' at address 0x0"),
        ("s_mov_b32 s0, v[0:1]", EmulatorError, "is not a scalar register"),
    ],
)
def test_forms_that_no_code_has(text: str, error: type[EmulatorError], message: str):
    with pytest.raises(error, match=message):
        execute(text, "gfx1200")


def test_debugger_trap_goes_on():
    assert set(row(run("\ts_trap 3\n\ts_mov_b32 s2, 1\n\ts_endpgm"), 2)) == {1}


def test_unknown_schedule():
    with pytest.raises(EmulatorError, match=r"unknown schedule 'x'; choose one of"):
        run("\ts_endpgm", schedule="x")


def test_indexed_vector_registers():
    """
    Between s_set_gpr_idx_on and _off, M0 counts to the number of the operand. Waves have
    four registers: a source after them is v0, and nothing is done for a destination.
    """
    moved: list[tuple[str, list[int]]] = []

    def builder(instruction: Instruction, generation: Generation) -> Step:
        if instruction.mnemonic != "v_mov_b32":
            return build(instruction, generation)
        numbers = [o.first for o in instruction.operands if isinstance(o, Register)]
        names = ", ".join(f"v{number}" for number in numbers)

        def step(waves: Waves) -> None:
            moved.append((names, waves.indices.tolist()))

        return step

    machine = machine_of(
        """
    s_set_gpr_idx_on s1, gpr_idx(SRC0)
    v_mov_b32_e32 v0, v1
    s_set_gpr_idx_off
    s_set_gpr_idx_on s1, gpr_idx(DST)
    v_mov_b32_e32 v0, v1
    s_set_gpr_idx_off
    v_mov_b32_e32 v0, v1
    s_movk_i32 s1, 0xc8
    s_set_gpr_idx_on s1, gpr_idx(SRC0)
    v_mov_b32_e32 v2, v1
    s_set_gpr_idx_off
    s_set_gpr_idx_on s1, gpr_idx(DST)
    v_mov_b32_e32 v2, v1
    s_set_gpr_idx_off
    s_endpgm
""",
        name="gfx900",
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "xdsl_opencl.emulator.program.emulated_program.build",
            builder,
        )
        machine.run(Starter())
    slots = [list(range(w, WAVES * GROUPS, WAVES)) for w in range(WAVES)]
    assert moved == [
        *[(f"v0, v{(1 + w) % 4}", slots[w]) for w in range(WAVES)],
        *[(f"v{w}, v1", slots[w]) for w in range(WAVES)],
        ("v0, v1", list(range(WAVES * GROUPS))),
        ("v2, v0", list(range(WAVES * GROUPS))),
    ]
