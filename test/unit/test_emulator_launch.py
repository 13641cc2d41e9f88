"""
The registers that a launch sets before a kernel's first instruction, against the tables of
LLVM's AMDGPUUsage ("Initial Kernel Execution State"); statistics, limits, errors.

The kernels are assembly text with a descriptor that asks for what a test wants, whose bits
LLVM's assembler writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.abi.arguments.packing import Launch as IndexSpace
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.backend.objects.assembler import assemble
from xdsl_opencl.backend.objects.code_object import find_linker, link
from xdsl_opencl.backend.toolchain import translate
from xdsl_opencl.emulator.errors import EmulatorError, InstructionLimitError
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.launches.emulated_launch import (
    LaunchOptions,
    Statistics,
    launch,
)
from xdsl_opencl.emulator.memory.address_space import AddressSpace
from xdsl_opencl.emulator.memory.scratch import SCRATCH_ADDRESS
from xdsl_opencl.emulator.program.loaded_code_object import CodeObject, load_code_object
from xdsl_opencl.emulator.waves import Waves

pytestmark = needs_clang

IMAGE = 0x7E00_0000_0000
KERNARG, PACKET, QUEUE, NUMBER = 0x1111_2222_3330, 0x4444_5555_6660, 0x7777_8880, 77
POINTERS = {
    "dispatch_ptr": PACKET,
    "queue_ptr": QUEUE,
    "kernarg_segment_ptr": KERNARG,
    "dispatch_id": NUMBER,
}


def source(
    processor: str,
    directives: tuple[tuple[str, int], ...] = (),
    body: str = "s_endpgm",
    wave: int = 64,
) -> str:
    """The assembly of a kernel `k`."""
    values: Mapping[str, int] = {
        "next_free_vgpr": 8,
        "next_free_sgpr": 32,
        **({"accum_offset": 8} if processor in ("gfx90a", "gfx942") else {}),
        **dict(directives),
    }
    info: Mapping[str, int] = {
        "kernarg_segment_size": 64,
        "kernarg_segment_align": 8,
        "group_segment_fixed_size": values.get("group_segment_fixed_size", 0),
        "private_segment_fixed_size": values.get("private_segment_fixed_size", 0),
        "wavefront_size": wave,
        "sgpr_count": 32,
        "vgpr_count": 8,
        "max_flat_workgroup_size": 1024,
    }
    lines = [
        "\t.text",
        "\t.globl k",
        "\t.p2align 8",
        "\t.type k,@function",
        "k:",
        body,
        ".Lend:",
        "\t.size k, .Lend-k",
        "\t.rodata",
        "\t.amdhsa_kernel k",
        *(f"\t\t.amdhsa_{name} {value}" for name, value in values.items()),
        "\t.end_amdhsa_kernel",
        "\t.amdgpu_metadata",
        "---",
        "amdhsa.version: [1, 2]",
        f"amdhsa.target: amdgcn-amd-amdhsa--{processor}",
        "amdhsa.kernels:",
        "  - .name: k",
        "    .symbol: k.kd",
        *(f"    .{name}: {value}" for name, value in info.items()),
        "...",
        "\t.end_amdgpu_metadata",
    ]
    return "\n".join(lines) + "\n"


@cache
def kernel(
    processor: str,
    directives: tuple[tuple[str, int], ...] = (),
    body: str = "s_endpgm",
    wave: int = 64,
) -> CodeObject:
    """A code object with one kernel `k`."""
    target = Target(Abi.AMDHSA, processor, wave_size=wave)
    text = source(processor, directives, body, wave)
    return load_code_object(link(assemble(text, target)))


class Registers:
    """Takes the registers of all waves at the first instruction."""

    def __init__(self) -> None:
        self.s: Any = None
        self.taken: list[tuple[Any, Any, Any, Any]] = []

    def execute(self, waves: Waves, instruction: Instruction) -> None:
        state = waves.state
        for slot in waves.indices.tolist():
            self.taken.append(
                (
                    (int(state.group[slot]), int(state.wave_in_group[slot])),
                    state.s[:, slot].copy(),
                    state.v[:, slot].copy(),
                    state.exec[slot].copy(),
                )
            )


def start(
    code: CodeObject,
    global_size: tuple[int, ...] = (64,),
    local_size: tuple[int, ...] = (64,),
    **options: Any,
) -> dict[tuple[int, int], tuple[Any, Any, Any]]:
    """
    SGPRs, vector registers and EXEC of each wave, by its group and its number there.
    """
    seen = Registers()
    run(code, global_size, local_size, observer=seen, **options)
    return {key: (s, v, active) for key, s, v, active in seen.taken}


def run(
    code: CodeObject,
    global_size: tuple[int, ...] = (64,),
    local_size: tuple[int, ...] = (64,),
    *,
    dynamic_lds_bytes: int = 0,
    **options: Any,
) -> Statistics:
    memory = AddressSpace()
    memory.place("arguments", np.arange(16, dtype=np.uint32), address=KERNARG)
    return launch(
        code,
        "k",
        memory,
        IndexSpace(global_size, local_size),
        POINTERS,
        image_address=IMAGE,
        dynamic_lds_bytes=dynamic_lds_bytes,
        options=LaunchOptions(**options),
    )


def pair(registers: Any, first: int) -> int:
    return int(registers[first]) | int(registers[first + 1]) << 32


ALL_USER = tuple(
    (f"user_sgpr_{name}", 1)
    for name in (
        "private_segment_buffer",
        "dispatch_ptr",
        "queue_ptr",
        "kernarg_segment_ptr",
        "dispatch_id",
        "flat_scratch_init",
        "private_segment_size",
    )
)
ALL_IDS = (
    ("system_sgpr_workgroup_id_x", 1),
    ("system_sgpr_workgroup_id_y", 1),
    ("system_sgpr_workgroup_id_z", 1),
    ("system_sgpr_workgroup_info", 1),
    ("system_vgpr_workitem_id", 2),
)
SCRATCH = (("private_segment_fixed_size", 48),)


def private(processor: str) -> tuple[tuple[str, int], ...]:
    name = (
        "enable_private_segment"
        if processor in ("gfx942", "gfx1100", "gfx1200")
        else "system_sgpr_private_segment_wavefront_offset"
    )
    return ((name, 1),)


@pytest.mark.parametrize("processor", ["gfx803", "gfx900", "gfx1030"])
def test_all_user_registers(processor: str):
    """
    In the order of the table; then the system registers, with the wave's place in scratch.
    """
    code = kernel(processor, ALL_USER + ALL_IDS + SCRATCH + private(processor))
    waves = start(code, (128, 2, 3), (128, 1, 1))
    assert waves.keys() == {(g, w) for g in range(6) for w in range(2)}
    for (group, wave), (s, _, _) in waves.items():
        base = int(s[0]) | (int(s[1]) & 0xFFFF) << 32
        assert base == SCRATCH_ADDRESS
        assert int(s[3]) >> 23 & 1  # ADD_TID_ENABLE
        assert [pair(s, i) for i in (4, 6, 8, 10)] == [PACKET, QUEUE, KERNARG, NUMBER]
        if processor == "gfx803":
            assert s[12:14].tolist() == [0, 48]
        else:
            assert pair(s, 12) == SCRATCH_ADDRESS
        assert s[14] == 48
        # Six groups: x is 0, y counts first.
        assert s[15:18].tolist() == [0, group % 2, group // 2]
        assert s[18] & 0x3F == 2
        assert s[18] >> 31 == (wave == 0)
    offsets = {int(s[19]) for s, _, _ in waves.values()}
    assert offsets == {i * 64 * 48 for i in range(len(waves))}


def test_some_user_registers():
    """Those that are not enabled take no place; the count may leave a gap."""
    code = kernel(
        "gfx1100",
        (
            ("user_sgpr_kernarg_segment_ptr", 1),
            ("user_sgpr_count", 15),
            ("system_sgpr_workgroup_id_y", 0),
            ("system_sgpr_workgroup_id_z", 1),
        ),
    )
    for (group, _), (s, _, _) in start(code, (64, 1, 3), (64, 1, 1)).items():
        assert pair(s, 0) == KERNARG
        assert s[15:17].tolist() == [0, group]


def test_groups_of_gfx12():
    """The hardware's registers have the ids: y and z share one."""
    code = kernel("gfx1200", (("user_sgpr_kernarg_segment_ptr", 1), *ALL_IDS), wave=32)
    for (group, wave), (s, _, _) in start(code, (128, 3, 2), (64, 1, 1)).items():
        ttmp = s[108:124]
        assert ttmp[9] == group % 2
        assert ttmp[7] == group // 2 % 3 | group // 6 << 16
        assert ttmp[8] >> 25 & 0x1F == wave


@pytest.mark.parametrize(
    ("processor", "packed"), [("gfx900", False), ("gfx90a", True), ("gfx1100", True)]
)
def test_work_item_ids(processor: str, packed: bool):
    code = kernel(processor, (("system_vgpr_workitem_id", 2),))
    waves = start(code, (8, 4, 6), (8, 4, 3))
    assert len(waves) == 4
    for (_, wave), (_, v, active) in waves.items():
        number = np.arange(64) + 64 * wave
        assert active.tolist() == (number < 96).tolist()
        ids = [number % 8, number // 8 % 4, number // 32]
        if packed:
            assert (v[0] == ids[0] | ids[1] << 10 | ids[2] << 20)[active].all()
        else:
            assert all((v[i] == ids[i])[active].all() for i in range(3))


def test_partial_groups():
    """The last groups of a dimension have fewer work items, and fewer waves."""
    code = kernel("gfx900", (("system_vgpr_workitem_id", 1),))
    waves = start(code, (20, 20), (16, 16))
    assert set(waves) == {
        *((0, w) for w in range(4)),
        (1, 0),
        (2, 0),
        (3, 0),
    }
    sizes = {0: (16, 16), 1: (4, 16), 2: (16, 4), 3: (4, 4)}
    for group, (x, y) in sizes.items():
        items = [
            (int(a), int(b))
            for (g, _), (_, v, active) in sorted(waves.items())
            if g == group
            for a, b in zip(v[0][active], v[1][active], strict=True)
        ]
        assert items == [(i % x, i // x) for i in range(x * y)]


def test_preloaded_arguments():
    """Dwords of the argument segment in SGPRs after the other user SGPRs (gfx942)."""
    code = kernel(
        "gfx942",
        (
            ("user_sgpr_kernarg_segment_ptr", 1),
            ("user_sgpr_kernarg_preload_length", 3),
            ("user_sgpr_kernarg_preload_offset", 2),
        ),
    )
    ((s, _, _),) = start(code).values()
    assert pair(s, 0) == KERNARG
    assert s[2:5].tolist() == [2, 3, 4]


def test_mode_of_the_descriptor():
    code = kernel(
        "gfx900",
        (
            ("float_round_mode_32", 1),
            ("float_round_mode_16_64", 2),
            ("float_denorm_mode_32", 0),
            ("float_denorm_mode_16_64", 3),
            ("dx10_clamp", 1),
            ("ieee_mode", 0),
            ("fp16_overflow", 1),
        ),
    )
    statistics = run(code)
    assert set(statistics.machine.state.mode.tolist()) == {0x8001C9}


def test_registers_and_memory_are_junk_of_the_seed():
    code = kernel("gfx900", (("group_segment_fixed_size", 64),))

    def junk(seed: int) -> tuple[bytes, bytes]:
        state = run(code, seed=seed).machine.state
        return state.v[1:].tobytes(), state.lds.tobytes()

    assert junk(1) == junk(1)
    assert junk(1)[0] != junk(2)[0]
    assert junk(1)[1] != junk(2)[1]


def test_sizes_of_files():
    code = kernel("gfx90a", (("next_free_vgpr", 40), ("accum_offset", 16)))
    state = run(code, dynamic_lds_bytes=96).machine.state
    assert (len(state.v), len(state.a)) == (16, 24)
    assert state.lds.shape[1] == 96
    code = kernel("gfx1100", (("next_free_vgpr", 20),), wave=32)
    assert len(run(code).machine.state.v) == 24
    code = kernel("gfx1100", (("next_free_vgpr", 21),), wave=64)
    assert len(run(code).machine.state.v) == 24


def test_statistics():
    code = kernel("gfx1100", body="s_nop 0\n s_endpgm", wave=32)
    statistics = run(code, (640,), (64,), resident_lanes=128)
    assert (statistics.groups, statistics.waves) == (10, 20)
    assert statistics.instructions == 40
    assert statistics.resident_waves == 4
    assert run(code, (0,), (64,)).instructions == 0
    with pytest.raises(InstructionLimitError, match="more than 10 instructions"):
        run(code, (640,), (64,), max_instructions=10)


def test_work_group_that_is_too_large():
    with pytest.raises(
        EmulatorError, match=r"'k': local size .* 2048 work items; at most 1024"
    ):
        run(kernel("gfx900"), (2048,), (2048,))


def test_too_much_memory():
    code = kernel("gfx900")
    with pytest.raises(EmulatorError, match=r"needs 70000 bytes of local memory, and"):
        run(code, dynamic_lds_bytes=70000)
    huge = kernel(
        "gfx900", (("private_segment_fixed_size", 1 << 25), *private("gfx900"))
    )
    # LLVM 22: "stack frame size (…) exceeds limit (131056)".
    with pytest.raises(EmulatorError, match="each work item; gfx900 has 131056"):
        run(huge)


def test_code_that_does_not_end():
    with pytest.raises(EmulatorError, match="past the end of the code"):
        run(kernel("gfx1100", body="s_nop 0", wave=32))


def test_addresses_that_the_loader_fills_in():
    data = """
    s_endpgm
    .data
    .globl table
    .type table,@object
table:
    .quad k
    .quad .Lhidden
.Lhidden:
    .long 7
    .size table, 20
    .text
"""
    code = kernel("gfx1100", body=data, wave=32)
    assert len(code.elf.dynamic_relocations()) == 2
    (table,) = (s.value for s in code.elf.symbols() if s.name == "table")
    image = np.zeros(code.size, np.uint8)
    code.fill(image, IMAGE)
    words = np.frombuffer(image, np.uint64, 2, table).tolist()
    assert words == [IMAGE + code.kernel("k").entry, IMAGE + table + 16]
    assert image[table + 16] == 7


def test_undefined_symbol():
    """Our own linker refuses it; others do not."""
    data = """
    s_endpgm
    .data
    .quad absent
    .text
"""
    target = Target(Abi.AMDHSA, "gfx1100", wave_size=32)
    command = [*find_linker().command, "-shared"]
    linked, words = translate(
        command, assemble(source("gfx1100", body=data, wave=32), target), "k.o", "k"
    )
    assert linked is not None, words
    with pytest.raises(EmulatorError, match="needs 'absent', which it does not define"):
        load_code_object(linked).fill(np.zeros(1 << 16, np.uint8), IMAGE)


@pytest.mark.parametrize(
    ("cpu", "body"),
    [
        ("gfx900", "v_mov_b32_e32 v99, v0"),
        ("gfx900", "v_add_f64 v[0:1], v[8:9], v[0:1]"),
        ("gfx1100", "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v99, v2"),
    ],
)
def test_registers_that_are_not_there(cpu: str, body: str):
    wave = 64 if cpu == "gfx900" else 32
    code = kernel(cpu, (("next_free_vgpr", 8),), f"{body}\n s_endpgm", wave=wave)
    with pytest.raises(EmulatorError, match=r"uses v\d+, and the kernel's descriptor"):
        run(code)
