"""
Instructions that control the flow, wait, manage caches, or change special registers: branches,
calls, barriers, waits, MODE, hardware registers, messages.

Sources: "RDNA3 Instruction Set Architecture", chapter 4 "Shader Instruction Set" and section 16.5
"SOPP Instructions"; "RDNA4 Instruction Set Architecture", sections 4.3 "Workgroups" (split
barriers); LLVM, AMDGPUUsage, "Trap Handler ABI", and `SIDefines.h` (hardware registers).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import EmulatorError, MachineFault
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step, acting, nothing
from xdsl_opencl.emulator.operands import Literal, Name, Operand, Special
from xdsl_opencl.emulator.scalar.integer_alu import simm16
from xdsl_opencl.emulator.waves import Bools, Waves, any_lane

U32, U64 = np.uint32, np.uint64
_VCC = Special("vcc")


def _target(instruction: Instruction) -> int:
    target = instruction.modifiers.get("target")
    if target is None:
        raise EmulatorError(f"branch '{instruction.text}' has no target")
    return int(target)


def _next_address(instruction: Instruction) -> int:
    return instruction.address + instruction.size


def _branch_if(condition: Callable[[Waves], Bools]) -> Builder:
    def builder(instruction: Instruction, generation: Generation) -> Step:
        target, after = _target(instruction), _next_address(instruction)

        def step(waves: Waves) -> None:
            waves.machine.branch(waves, condition(waves), target, after)

        return step

    return builder


def _always(waves: Waves) -> Bools:
    return np.ones(1, np.bool_)


def _never(waves: Waves) -> Bools:
    return np.zeros(1, np.bool_)


_CONDITIONS: dict[str, Callable[[Waves], Bools]] = {
    "s_branch": _always,
    "s_cbranch_scc0": lambda waves: ~waves.scc,
    "s_cbranch_scc1": lambda waves: waves.scc,
    "s_cbranch_vccz": lambda waves: ~any_lane(waves.read_mask(_VCC)),
    "s_cbranch_vccnz": lambda waves: any_lane(waves.read_mask(_VCC)),
    "s_cbranch_execz": lambda waves: ~any_lane(waves.exec),
    "s_cbranch_execnz": lambda waves: any_lane(waves.exec),
    # No debugger sets these flags.
    "s_cbranch_cdbgsys": _never,
    "s_cbranch_cdbguser": _never,
    "s_cbranch_cdbgsys_or_user": _never,
    "s_cbranch_cdbgsys_and_user": _never,
}


@acting
def _end(instruction: Instruction, waves: Waves) -> None:
    waves.machine.end(waves)


@acting
def _past_the_end(instruction: Instruction, waves: Waves) -> None:
    """s_code_end: the padding after the code."""
    raise EmulatorError(
        "a wave runs past the end of the code; end the kernel with s_endpgm"
    )


@acting
def _sleep(instruction: Instruction, waves: Waves) -> None:
    waves.machine.sleep(waves, _next_address(instruction))


# Addresses of code


def _address(waves: Waves, address: int) -> NDArray[np.uint64]:
    return np.full(1, waves.machine.base + address, np.uint64)


@acting
def _get_pc(instruction: Instruction, waves: Waves) -> None:
    (destination,) = instruction.operands
    waves.write_scalar64(destination, _address(waves, _next_address(instruction)))


@acting
def _set_pc(instruction: Instruction, waves: Waves) -> None:
    (source,) = instruction.operands
    waves.machine.jump(waves, waves.read_scalar64(source))


@acting
def _swap_pc(instruction: Instruction, waves: Waves) -> None:
    destination, source = instruction.operands
    targets = waves.read_scalar64(source)
    waves.write_scalar64(destination, _address(waves, _next_address(instruction)))
    waves.machine.jump(waves, targets)


@acting
def _add_pc(instruction: Instruction, waves: Waves) -> None:
    (source,) = instruction.operands
    distance = waves.read_scalar64(source, signed=True)
    waves.machine.jump(waves, _address(waves, _next_address(instruction)) + distance)


@acting
def _get_cycles(instruction: Instruction, waves: Waves) -> None:
    (destination,) = instruction.operands
    waves.write_scalar64(destination, np.full(1, waves.memory.tick(), np.uint64))


def _call(instruction: Instruction, generation: Generation) -> Step:
    (destination,) = instruction.operands
    target, after = _target(instruction), _next_address(instruction)

    def step(waves: Waves) -> None:
        waves.write_scalar64(destination, _address(waves, after))
        waves.machine.branch(waves, _always(waves), target, after)

    return step


# Barriers

_WORK_GROUP = -1
"""The number of the barrier of a work-group."""


@acting
def _barrier(instruction: Instruction, waves: Waves) -> None:
    waves.machine.signal(waves)
    waves.machine.wait(waves, _next_address(instruction))


def _barrier_number(instruction: Instruction) -> None:
    """
    Checks that a split barrier is the barrier of the work-group.

    Raises `EmulatorError` for other barriers.
    """
    operand = instruction.operands[-1]
    if not isinstance(operand, Literal) or simm16(operand).value != _WORK_GROUP:
        raise EmulatorError(
            f"'{instruction.text}' at address {instruction.address:#x}: the emulator has "
            "only the barrier of the work-group, number -1"
        )


def _signal(*, first: bool) -> Builder:
    def builder(instruction: Instruction, generation: Generation) -> Step:
        _barrier_number(instruction)

        def step(waves: Waves) -> None:
            is_first = waves.machine.signal(waves)
            if first:
                waves.scc = is_first

        return step

    return builder


def _wait(instruction: Instruction, generation: Generation) -> Step:
    _barrier_number(instruction)
    after = _next_address(instruction)

    def step(waves: Waves) -> None:
        waves.machine.wait(waves, after)

    return step


# MODE and other hardware registers


def _mode(shift: int, instruction: Instruction, waves: Waves) -> None:
    """s_round_mode (MODE[3:0]) and s_denorm_mode (MODE[7:4])."""
    value = instruction.operands[0]
    assert isinstance(value, Literal)
    bits = (int(value.value) & 0xF) << shift
    waves.mode = waves.mode & ~(0xF << shift) | bits


BANKS = 0xFF << 12
"""The bits of MODE that add to the numbers of vector registers, on gfx1250."""


@acting
def _set_banks(instruction: Instruction, waves: Waves) -> None:
    """
    s_set_vgpr_msb: two bits each for the first sources and the result, which MODE has first
    (LLVM, `AMDGPULowerVGPREncoding.cpp`).
    """
    (operand,) = instruction.operands
    assert isinstance(operand, Literal)
    bits = int(operand.value) & 0xFF
    rotated = (bits << 2 | bits >> 6) & 0xFF
    waves.mode = waves.mode & ~BANKS | rotated << 12


_HARDWARE_REGISTERS = frozenset(
    f"HW_REG_{name}"
    for name in """
MODE WAVE_MODE STATUS WAVE_STATUS TRAPSTS HW_ID GPR_ALLOC LDS_ALLOC IB_STS
SH_MEM_BASES FLAT_SCR_LO FLAT_SCR_HI XNACK_MASK HW_ID1 WAVE_HW_ID1 HW_ID2
WAVE_HW_ID2 POPS_PACKER XCC_ID SHADER_CYCLES SHADER_CYCLES_LO SHADER_CYCLES_HI
IB_STS2 WAVE_SCHED_MODE
""".split()
)
"""
Hardware registers that can be read and written; others are an error. IB_STS2 is 0: no launch is in
clusters of work-groups (LLVM, `SIISelLowering.cpp`).
"""

_FLAT_SCRATCH = {"HW_REG_FLAT_SCR_LO": 102, "HW_REG_FLAT_SCR_HI": 103}
"""
Writable hardware registers, whose values are stored in unused rows of the scalar file (gfx10 has
no SGPRs with these numbers).
"""


def _hardware_register(operand: Operand) -> tuple[str, int, int]:
    """Name, first bit and number of bits of `hwreg(…)`."""
    if isinstance(operand, Name) and operand.name == "hwreg" and operand.arguments:
        register, *field = operand.arguments
        first, size = (int(f) for f in field) if len(field) == 2 else (0, 32)
        return str(register), first, size
    raise EmulatorError(f"operand {operand} is not a hardware register")


def _read_register(waves: Waves, name: str) -> Any:
    """The 32 bits of a hardware register in each wave."""
    state = waves.state
    if name in {"HW_REG_MODE", "HW_REG_WAVE_MODE"}:
        return U32(waves.mode)
    if name == "HW_REG_SH_MEM_BASES":
        generation = waves.generation
        private, shared = generation.private_aperture, generation.shared_aperture
        return U32(private >> 48 | shared >> 48 << 16)
    if name in _FLAT_SCRATCH:
        return state.s[_FLAT_SCRATCH[name], waves.selection]
    if name in {"HW_REG_HW_ID", "HW_REG_HW_ID1", "HW_REG_WAVE_HW_ID1"}:
        # The wave's hardware slot: any unique number will do.
        return waves.indices.astype(U32)
    # LLVM reads 20 bits before gfx12 (`SMInstructions.td`), then 64 in two parts
    # (`SIISelLowering.cpp`).
    if name == "HW_REG_SHADER_CYCLES":
        return U32(waves.memory.tick() & 0xFFFFF)
    if name == "HW_REG_SHADER_CYCLES_LO":
        return U32(waves.memory.tick() & 0xFFFFFFFF)
    if name == "HW_REG_SHADER_CYCLES_HI":
        return U32(waves.memory.clock >> 32)
    if name in _HARDWARE_REGISTERS:
        return U32(0)
    raise EmulatorError(
        f"the emulator does not know the hardware register {name}; report it"
    )


def _get_register(instruction: Instruction, generation: Generation) -> Step:
    destination, source = instruction.operands
    name, first, size = _hardware_register(source)
    mask = U32((1 << size) - 1)

    def step(waves: Waves) -> None:
        value = np.asarray(_read_register(waves, name), U32)
        waves.write_scalar32(destination, (value >> U32(first)) & mask)

    return step


def _set_register(instruction: Instruction, generation: Generation) -> Step:
    destination, source = instruction.operands
    name, first, size = _hardware_register(destination)
    mask = ((1 << size) - 1) << first
    after = _next_address(instruction)
    banks = None
    if generation.is_gfx1250 and isinstance(source, Literal):
        # The field of an immediate is written, too (LLVM, `AMDGPULowerVGPREncoding.cpp`).
        banks = int(source.value) & BANKS

    def step(waves: Waves) -> None:
        values = (waves.read_scalar32(source) << U32(first)) & U32(mask)
        if name in {"HW_REG_MODE", "HW_REG_WAVE_MODE"}:
            modes = values | U32(waves.mode & ~mask)
            if banks is not None:
                modes = modes & U32(~BANKS & 0xFFFFFFFF) | U32(banks)
            if (modes == modes[0]).all():
                waves.mode = int(modes[0])
            else:
                waves.state.mode[waves.selection] = modes
                waves.machine.modes_differ = True
                # The waves may now differ in MODE.
                waves.machine.sleep(waves, after)
        elif name in _FLAT_SCRATCH:
            row = waves.state.s[_FLAT_SCRATCH[name], waves.selection]
            row = (row & U32(~mask & 0xFFFFFFFF)) | values
            waves.state.s[_FLAT_SCRATCH[name], waves.selection] = row
        elif name not in _HARDWARE_REGISTERS:
            raise EmulatorError(
                f"the emulator does not know the hardware register {name}; report it"
            )

    return step


@acting
def _trap(instruction: Instruction, waves: Waves) -> None:
    """
    s_trap: 2 is llvm.trap; 3 is llvm.debugtrap, which continues without a debugger
    (AMDGPUUsage, "Trap Handler ABI").
    """
    number = instruction.operands[0]
    value = int(number.value) if isinstance(number, Literal) else 0
    if value != 3:
        slot = int(waves.indices[0])
        state = waves.state
        line = f" ({instruction.file}:{instruction.line})" if instruction.line else ""
        raise MachineFault(
            f"the kernel aborts: trap {value} at address {instruction.address:#x}{line} "
            f"in work-group {state.group[slot]}, wave {state.wave_in_group[slot]}"
        )


@acting
def _halt(instruction: Instruction, waves: Waves) -> None:
    """s_sethalt: a wave that halts itself never continues; LLVM emits it after a trap."""
    operand = instruction.operands[0]
    value = int(operand.value) if isinstance(operand, Literal) else 0
    if value & 1:
        raise MachineFault(
            f"the kernel halts at address {instruction.address:#x}, for ever"
        )


def _message_with_return(width: int, instruction: Instruction, waves: Waves) -> None:
    destination, message = instruction.operands
    names = message.arguments if isinstance(message, Name) else ()
    name = str(names[0]) if names else ""
    if name == "MSG_RTN_GET_REALTIME":
        value = waves.memory.tick()
    elif name == "MSG_RTN_GET_DOORBELL":
        value = 0
    else:
        raise EmulatorError(
            f"message {name or message} has no answer here; the emulator knows "
            "MSG_RTN_GET_REALTIME and MSG_RTN_GET_DOORBELL"
        )
    if width == 32:
        waves.write_scalar32(destination, np.full(1, value & 0xFFFFFFFF, U32))
    else:
        waves.write_scalar64(destination, np.full(1, value, U64))


_NOTHING = """
s_nop s_waitcnt s_waitcnt_depctr s_waitcnt_vscnt s_waitcnt_vmcnt s_waitcnt_expcnt
s_waitcnt_lgkmcnt s_wait_idle s_wait_event s_wait_alu s_wait_loadcnt s_wait_storecnt
s_wait_samplecnt s_wait_bvhcnt s_wait_expcnt s_wait_dscnt s_wait_kmcnt
s_wait_loadcnt_dscnt s_wait_storecnt_dscnt s_wait_xcnt s_wait_asynccnt s_wait_tensorcnt
s_setprio_inc_wg s_monitor_sleep s_delay_alu s_clause s_inst_prefetch
s_set_inst_prefetch_distance s_setprio s_setkill s_incperflevel s_decperflevel
s_ttracedata s_ttracedata_imm s_sendmsg s_sendmsghalt s_version s_set_gpr_idx_off
s_wakeup s_sleep_var
buffer_gl0_inv buffer_gl1_inv buffer_inv buffer_wbl2 buffer_wbinvl1 buffer_wbinvl1_vol
buffer_invl2 global_inv global_wb global_wbinv
s_dcache_inv s_dcache_inv_vol s_dcache_wb s_dcache_wb_vol s_gl1_inv s_icache_inv
s_dcache_discard s_dcache_discard_x2 s_atc_probe s_atc_probe_buffer
s_prefetch_data s_prefetch_data_pc_rel s_prefetch_inst s_prefetch_inst_pc_rel
s_buffer_prefetch_data global_prefetch_b8 flat_prefetch_b8
""".split()
"""
Hints, waits, and instructions that only manage caches: memory is coherent, and every access is
complete before the next instruction (LLVM, AMDGPUUsage, "Memory Model").
"""


@acting
def _index_on(instruction: Instruction, waves: Waves) -> None:
    """
    s_set_gpr_idx_on, s_set_gpr_idx_idx: set M0[7:0], the index. The program finds the
    indexed operands in the instruction itself.
    """
    (source, *_) = instruction.operands
    m0 = Special("m0")
    kept = waves.read_scalar32(m0) & U32(0xFFFFFF00)
    low = waves.read_scalar32(source) & U32(0xFF)
    waves.write_scalar32(m0, kept | low)


INSTRUCTIONS: dict[str, Builder] = {
    **dict.fromkeys(_NOTHING, nothing),
    **{name: _branch_if(condition) for name, condition in _CONDITIONS.items()},
    **dict.fromkeys(("s_endpgm", "s_endpgm_saved", "s_endpgm_ordered_ps_done"), _end),
    "s_code_end": _past_the_end,
    "s_sleep": _sleep,
    "s_getpc_b64": _get_pc,
    "s_setpc_b64": _set_pc,
    "s_swappc_b64": _swap_pc,
    "s_call_b64": _call,
    "s_get_pc_i64": _get_pc,
    "s_set_pc_i64": _set_pc,
    "s_swap_pc_i64": _swap_pc,
    "s_call_i64": _call,
    "s_add_pc_i64": _add_pc,
    "s_set_vgpr_msb": _set_banks,
    "s_get_shader_cycles_u64": _get_cycles,
    "s_barrier": _barrier,
    "s_barrier_signal": _signal(first=False),
    "s_barrier_signal_isfirst": _signal(first=True),
    "s_barrier_wait": _wait,
    "s_round_mode": acting(partial(_mode, 0)),
    "s_denorm_mode": acting(partial(_mode, 4)),
    "s_getreg_b32": _get_register,
    "s_setreg_b32": _set_register,
    "s_setreg_imm32_b32": _set_register,
    "s_trap": _trap,
    "s_sethalt": _halt,
    "s_sendmsg_rtn_b32": acting(partial(_message_with_return, 32)),
    "s_sendmsg_rtn_b64": acting(partial(_message_with_return, 64)),
    "s_set_gpr_idx_on": _index_on,
    "s_set_gpr_idx_idx": _index_on,
    "s_set_gpr_idx_mode": nothing,
}
