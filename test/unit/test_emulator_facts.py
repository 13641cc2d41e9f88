"""
The facts that the checker takes from the tables of encodings, of instructions as LLVM's assembler
encodes them. The rules are those of LLVM's `SIInsertWaitcnts.cpp`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from emulator_vector_helpers import decoded, execute

from xdsl_opencl.emulator.generations import generation
from xdsl_opencl.emulator.isa.source_lines import SourceLines
from xdsl_opencl.emulator.operands import Group, Operand, Register
from xdsl_opencl.emulator.program.machine_code import read_code
from xdsl_opencl.emulator.watch.wait_counters import (
    BVH,
    LOAD,
    LOCAL,
    SAMPLE,
    SCALAR,
    STORE,
    counters_of,
    has_result,
)

CASES = (
    ("gfx900", "008070dc01020200", (LOAD,), "v1 s[2:3]", False),  # global_store_dword
    ("gfx1030", "008070dc01020200", (STORE,), "v1 s[2:3]", False),  # global_store_dword
    ("gfx1030", "0000c9dc01047d03", (LOAD, LOCAL), "v[1:2]", True),  # flat_atomic_add
    ("gfx1030", "0000c8dc01047d00", (STORE, LOCAL), "v[1:2]", False),  # flat_atomic_add
    ("gfx900", "001051e001000108", (LOAD,), "v1 s[4:7] s8", False),  # buffer_load_dword
    ("gfx900", "0000f8e000000000", (), "", False),  # buffer_wbinvl1
    ("gfx900", "010140c006000000", (SCALAR,), "s[2:3] s6", False),  # s_store_dword
    ("gfx900", "000190c000000000", (SCALAR,), "", True),  # s_memtime
    ("gfx900", "000084c000000000", (SCALAR,), "", False),  # s_dcache_wb
    ("gfx900", "00007cd900000001", (LOCAL,), "", True),  # ds_append
    ("gfx900", "000040d801020003", (LOCAL,), "v1", True),  # ds_add_rtn_u32
    ("gfx900", "00001ad801020000", (LOCAL,), "v1", False),  # ds_write_b32
    ("gfx900", "00007ed801020003", (LOCAL,), "", True),  # ds_bpermute_b32
    ("gfx1200", "7cc00aee0000000000000000", (LOAD,), "", False),  # global_inv
    ("gfx1200", "7c000bee0000000000000000", (STORE,), "", False),  # global_wb
    (
        "gfx1200",
        "01c046e40110000202030000",
        (SAMPLE,),
        "v2 v3 s[8:15] s[4:7]",
        True,
    ),  # image_sample
    (
        "gfx1200",
        "010040d00110000002030000",
        (LOAD,),
        "v2 v3 s[8:15]",
        True,
    ),  # image_load
    (
        "gfx1200",
        "1040c6d304080011090a0b0e",
        (BVH,),
        "v9 v10 v[11:13] v[14:16] v[17:19] s[4:7]",
        True,
    ),  # image_bvh_intersect_ray
    ("gfx1030", "000144f002010200", (STORE,), "v2 s[8:15]", False),  # image_atomic_add
    ("gfx1030", "002144f002010200", (LOAD,), "v2 s[8:15]", True),  # image_atomic_add
    ("gfx1100", "804c84be", (SCALAR,), "", True),  # s_sendmsg_rtn_b32
    ("gfx1100", "02070206", (), "", False),  # v_add_f32_e32
)
"""A processor and bytes; the counters, the registers of the address, and if it has a result."""


def registers(operands: tuple[Operand, ...]) -> Iterator[str]:
    for operand in operands:
        if isinstance(operand, Group):
            yield from registers(operand.operands)
        elif isinstance(operand, Register):
            first, last = operand.first, operand.first + operand.count - 1
            numbers = f"{first}" if first == last else f"[{first}:{last}]"
            yield operand.file + numbers


@pytest.mark.parametrize(("processor", "code", "counters", "place", "result"), CASES)
def test_facts(
    processor: str, code: str, counters: tuple[int, ...], place: str, result: bool
) -> None:
    target = generation(processor)
    wave_size = 32 if target.major >= 10 else 64
    code_bytes = bytes.fromhex(code)
    (instruction,) = read_code(code_bytes, 0, processor, wave_size, SourceLines())
    assert counters_of(instruction, target) == counters
    assert " ".join(registers(instruction.place)) == place
    assert has_result(instruction) == result


LITERALS = (
    # llvm-mc 22: the words of an instruction, and the value of its literal.
    ("gfx1100", "000027d7ff04020005000000", 5 << 32),  # v_add_f64 ..., lit(0x5), v[2:3]
    ("gfx1100", "000027d7ff040200f0ffffff", 0xFFFFFFF0 << 32),
    ("gfx1200", "ff04000440000000", 64 << 32),  # v_add_f64_e32 ..., lit(0x40), v[2:3]
    ("gfx90a", "ff30007e00000540", 0x40080000 << 32),  # v_ceil_f64_e32 ..., 0x40050000
    ("gfx1100", "000027d7f8040200", 0x3FC45F306DC9C882),  # 0.15915494309189532
    ("gfx1100", "000027d780040200", 0),
    ("gfx1100", "00003cd702ff010055555585", 0x85555555),  # v_lshlrev_b64 ..., v2, ...
    ("gfx1100", "00003cd702ff010005000000", 5),
)


@pytest.mark.parametrize(("cpu", "code", "wanted"), LITERALS)
def test_literals_of_64_bits(cpu: str, code: str, wanted: int) -> None:
    """
    "RDNA3 Instruction Set Architecture", section 3.5.3: a literal of 32 bits is the high half of
    a double, whatever its value, and is extended in an operand that is an integer.
    """
    lanes = 64 if cpu == "gfx90a" else 32
    found = decoded(code, cpu, lanes)
    state = execute(found, cpu, v={2: [0], 3: [0]}, lanes=lanes)
    low, high = state.v[:2, 0, 0].tolist()
    assert low | high << 32 == wanted


@pytest.mark.parametrize(
    ("cpu", "wanted"), [("gfx1030", 0x00004200), ("gfx1100", 0x44004200)]
)
def test_inline_constants_of_two_halves(cpu: str, wanted: int) -> None:
    """v_pk_fmac_f16 v0, 1.0, v1: from gfx11 on both halves (LLVM, `isPKFMACF16InlineConstant`)."""
    found = decoded("f2020078", cpu, 32)
    state = execute(found, cpu, v={0: [0], 1: [0x44004200]})
    assert state.v[0, 0, 0] == wanted
