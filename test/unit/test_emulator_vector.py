"""
The forms of vector instructions: modifiers, halves, SDWA, DPP, pairs, masks, lanes.

Expected values are AMD's rules, applied by hand; sections are named at the tests. "RDNA3"
and so on stand for the "Instruction Set Architecture" documents of that name.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from emulator_memory_helpers import Bench as MemoryBench
from emulator_vector_helpers import (
    IEEE_MODE,
    JUNK,
    execute,
    f16,
    f32,
    lanes_of,
    one,
    vcc_of,
)

from xdsl_opencl.emulator.waves import M0

NAN = 0x7FC00000
SIGNALING = 0x7F800001
INF = 0x7F800000

LEGACY = 0x130
"""MODE with DX10_CLAMP and without IEEE; denormals of float are kept, those of half are not."""

FLUSHING = 0x100
"""MODE with DX10_CLAMP, where every denormal is zero."""


# Modifiers


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("v_add_f32_e64 v0, -v1, v2", 1.0),
        ("v_add_f32_e64 v0, |v2|, -|v1|", 1.0),
        ("v_add_f32_e64 v0, v1, v2 clamp", 1.0),
        ("v_add_f32_e64 v0, -v1, -v2 clamp", 0.0),
        ("v_add_f32_e64 v0, 0.5, v1 clamp", 1.0),
        ("v_sub_f32_e32 v0, v1, v2", -1.0),
        ("v_subrev_f32_e32 v0, v1, v2", 1.0),
    ],
)
def test_signs_and_clamp(text: str, wanted: float):
    """
    RDNA3, section 7.2.2: absolute value before negation, then the result is clamped.
    """
    assert one(text, v={1: f32(2), 2: f32(3)}) == f32(wanted)[0]


@pytest.mark.parametrize(
    ("mode", "text", "wanted"),
    [
        (FLUSHING, "mul:2", f32(10.0)[0]),
        (FLUSHING, "mul:4", f32(20.0)[0]),
        (FLUSHING, "div:2", f32(2.5)[0]),
        (LEGACY, "mul:2", f32(5.0)[0]),
        (FLUSHING | 0x200, "mul:2", f32(5.0)[0]),
        (FLUSHING, "mul:4 clamp", f32(1.0)[0]),
    ],
)
def test_output_modifier(mode: int, text: str, wanted: int):
    """The output modifier does nothing where denormals are kept, or with IEEE."""
    text = f"v_add_f32_e64 v0, v1, v2 {text}"
    assert one(text, v={1: f32(2), 2: f32(3)}, mode=mode) == wanted


def test_output_modifier_of_gfx12():
    """RDNA4 has no IEEE bit; denormals count still."""
    text = "v_add_f32_e64 v0, v1, v2 mul:2"
    values = {1: f32(2), 2: f32(3)}
    assert one(text, "gfx1200", v=values, mode=0) == f32(10.0)[0]
    assert one(text, "gfx1200", v=values, mode=0xF0) == f32(5.0)[0]


def test_output_modifier_loses_the_sign_of_zero():
    text = "v_mul_f32_e64 v0, v1, v2 mul:2"
    assert one(text, v={1: f32(-0.0), 2: f32(3)}, mode=FLUSHING) == 0


def test_clamp_of_nan():
    """
    DX10_CLAMP makes NaN 0; without it NaN stays. gfx12 has no such bit and gives 0.
    """
    text = "v_add_f32_e64 v0, v1, v1 clamp"
    assert one(text, v={1: [NAN]}, mode=LEGACY) == 0
    assert one(text, v={1: [NAN]}) == NAN
    assert one(text, "gfx1200", v={1: [NAN]}, mode=0xF0) == 0


@pytest.mark.parametrize(
    ("text", "a", "b", "wanted"),
    [
        ("v_add_u32_e64 v0, v1, v2", 0xFFFFFFFF, 2, 0xFFFFFFFF),
        ("v_sub_u32_e64 v0, v1, v2", 1, 2, 0),
        ("v_subrev_u32_e64 v0, v1, v2", 2, 1, 0),
        ("v_add_i32 v0, v1, v2", 0x7FFFFFFF, 1, 0x7FFFFFFF),
        ("v_sub_i32 v0, v1, v2", 0x80000000, 1, 0x80000000),
        ("v_add_i32 v0, v1, v2", 0xFFFFFFFF, 1, 0),
        ("v_add_u16_e64 v0, v1, v2", 0xFFFF, 2, 0xFFFF),
        ("v_sub_i16 v0, v1, v2", 0x8000, 1, 0x5A5A8000),
        ("v_mad_u32_u24 v0, v1, v2, v2", 0xFFFFFF, 0xFFFFFF, 0xFFFFFFFF),
        ("v_mad_i32_i24 v0, v1, v2, v2", 0x800000, 0x7FFFFF, 0x80000000),
        ("v_sad_u32 v0, v1, v2, v1", 0xFFFFFFFF, 1, 0xFFFFFFFF),
    ],
)
def test_integer_clamp(text: str, a: int, b: int, wanted: int):
    """Vega, section 6.2.3: the clamp saturates to the range of the type."""
    assert one(f"{text} clamp", "gfx900", v={1: [a], 2: [b]}) == wanted
    if "sad" not in text:
        unclamped = one(text, "gfx900", v={1: [a], 2: [b]})
        assert unclamped != wanted or wanted == 0


def test_carry_clamp_on_gfx8():
    """The carry comes out although the sum is clamped."""
    text = "v_add_u32_e64 v0, vcc, v1, v2 clamp"
    state = execute(text, "gfx803", v={1: [0xFFFFFFFF, 1], 2: [3, 1]})
    assert lanes_of(state, 0, 2) == [0xFFFFFFFF, 2]
    assert vcc_of(state) == 1


# Denormals and rounding


def test_denormals_follow_mode():
    """RDNA3, section 3.3.4: FP_DENORM says for sources and results apart."""
    tiny = 0x00400000
    for mode, wanted in ((0xF0, tiny), (0xC0, 0), (0xE0, 0), (0xD0, 0)):
        assert one("v_mul_f32_e32 v0, 1.0, v1", v={1: [tiny]}, mode=mode) == wanted
    # Only the result is denormal, then only the source.
    text = "v_mul_f32_e32 v0, 0.5, v1"
    assert one(text, v={1: [0x00800000]}, mode=0xE0) == tiny
    assert one(text, v={1: [0x00800000]}, mode=0xD0) == 0
    text = "v_add_f32_e32 v0, v2, v1"
    assert one(text, v={1: [tiny], 2: f32(2.0**-126)}, mode=0xD0) == 0x00C00000
    assert one(text, v={1: [tiny], 2: f32(2.0**-126)}, mode=0xE0) == 0x00800000


def test_denormals_of_halves_have_their_own_bits():
    text = "v_mul_f16_e32 v0, 1.0, v1"
    assert one(text, "gfx900", v={1: [1]}, mode=0xC0) == 1
    assert one(text, "gfx900", v={1: [1]}, mode=0x30) == 0


def test_denormals_in_comparisons():
    """A flushed source is equal to zero."""
    for mode, wanted in ((0xF0, 0), (0xC0, 1)):
        state = execute(
            "v_cmp_eq_f32_e32 vcc_lo, 0, v1", v={1: [1]}, mode=mode, active=1
        )
        assert vcc_of(state) == wanted


def test_moves_do_not_flush():
    assert one("v_mov_b32_e32 v0, v1", v={1: [1]}, mode=FLUSHING) == 1
    text = "v_cndmask_b32_e64 v0, v1, v1, vcc_lo"
    assert one(text, v={1: [1]}, mode=FLUSHING) == 1


def test_minimum_on_gfx8_keeps_denormals():
    """LLVM, `GCNSubtarget::supportsMinMaxDenormModes`: from gfx9 on MODE counts."""
    text = "v_max_f32_e32 v0, v1, v1"
    assert one(text, "gfx803", v={1: [1]}, mode=FLUSHING) == 1
    assert one(text, "gfx900", v={1: [1]}, mode=FLUSHING) == 0


@pytest.mark.parametrize(
    ("rounding", "wanted"), [(0, 1), (1, 2), (2, 1), (3, 1)], ids=str
)
def test_rounding_mode_of_float(rounding: int, wanted: int):
    """1 + 2**-24 + 2**-30 rounds to 1, or up to the next float."""
    bits = f32(2.0**-25)[0]
    result = one("v_add_f32_e32 v0, 1.0, v1", v={1: [bits]}, mode=0xF0 | rounding)
    assert result == 0x3F800000 + wanted - 1


def test_rounding_mode_of_half_is_that_of_double():
    text = "v_cvt_f16_f32_e32 v0, v1"
    third = {1: f32(1 / 3)}
    assert one(text, "gfx900", v=third, mode=0xF0) == 0x3555
    assert one(text, "gfx900", v=third, mode=0xF4) == 0x3556
    assert one(text, "gfx900", v=third, mode=0xF1) == 0x3555


def test_rounding_toward_zero_by_name():
    text = "v_cvt_pk_rtz_f16_f32_e32 v0, v1, v2"
    values = {1: f32(2 / 3), 2: f32(-65519.0)}
    assert one(text, v=values) == 0xFBFF3955
    assert one(text, v={1: f32(70000.0), 2: f32(np.inf)}) == 0x7C007BFF


# NaNs and zeros


@pytest.mark.parametrize(
    ("text", "a", "b", "wanted"),
    [
        ("v_min_f32_e32 v0, v1, v2", NAN, 0x3F800000, 0x3F800000),
        ("v_max_f32_e32 v0, v1, v2", 0x3F800000, NAN, 0x3F800000),
        ("v_min_f32_e32 v0, v1, v2", 0x00000000, 0x80000000, 0x80000000),
        ("v_max_f32_e32 v0, v1, v2", 0x80000000, 0x00000000, 0x00000000),
        ("v_min_f32_e32 v0, v1, v2", 0x80000000, 0x00000000, 0x80000000),
        ("v_max_f32_e32 v0, v1, v2", 0x00000000, 0x80000000, 0x00000000),
        ("v_min_f32_e32 v0, v1, v2", SIGNALING, 0x3F800000, 0x7FC00001),
        ("v_max_f32_e32 v0, v1, v2", 0x3F800000, SIGNALING, 0x7FC00001),
    ],
)
def test_minimum_and_maximum(text: str, a: int, b: int, wanted: int):
    """RDNA3, section 16.8, V_MIN_F32, with IEEE."""
    assert one(text, v={1: [a], 2: [b]}) == wanted


@pytest.mark.parametrize(
    ("cpu", "second"), [("gfx803", True), ("gfx942", True), ("gfx1100", False)]
)
def test_minimum_and_maximum_of_two_nans(cpu: str, second: bool):
    """CDNA4 and RDNA3, V_MIN_F32: which of two quiet NaNs is the result."""
    a, b, signaling = 0x7FC00003, 0xFFC00005, 0x7F800007
    for name in ("v_min_f32", "v_max_f32"):
        text = f"{name} v0, v1, v2"
        wanted = b if second else a
        assert one(text, cpu, v={1: [a], 2: [b]}) == wanted
        assert one(text, cpu, v={1: [a], 2: [signaling]}) == 0x7FC00007
        assert one(text, cpu, v={1: [signaling], 2: [b]}) == 0x7FC00007
        assert one(text, cpu, v={1: [a], 2: [signaling]}, mode=LEGACY) == (
            signaling if second else a
        )
    for name in ("v_min3_f32", "v_med3_f32"):
        three = {1: [a], 2: [b], 3: [a]}
        assert one(f"{name} v0, v1, v2, v3", cpu, v=three) == a
        three = {1: [b], 2: [b], 3: [a]}
        assert one(f"{name} v0, v1, v2, v3", cpu, v=three) == (a if second else b)
    if cpu != "gfx803":
        text = "v_pk_max_f16 v0, v1, v2"
        pair = {1: [0x7E033C00], 2: [0xFE057E05]}
        assert one(text, cpu, v=pair) == (0xFE053C00 if second else 0x7E033C00)


def test_minimum_without_ieee_takes_the_number():
    text = "v_min_f32_e32 v0, v1, v2"
    assert one(text, v={1: [SIGNALING], 2: f32(1)}, mode=LEGACY) == f32(1)[0]


@pytest.mark.parametrize(
    ("name", "a", "b", "wanted"),
    [
        ("v_min_num_f32_e32", SIGNALING, 0x3F800000, 0x3F800000),
        ("v_min_num_f32_e32", SIGNALING, NAN, 0x7FC00001),
        ("v_minimum_f32", 0x3F800000, NAN, NAN),
        ("v_maximum_f32", NAN, SIGNALING, 0x7FC00001),
        ("v_maximum_f32", 0x80000000, 0, 0),
        ("v_minimum_f32", 0, 0x80000000, 0x80000000),
    ],
)
def test_ieee_2019(name: str, a: int, b: int, wanted: int):
    """RDNA4, V_MIN_NUM_F32 and V_MINIMUM_F32."""
    text = f"{name} v0, v1, v2"
    assert one(text, "gfx1200", v={1: [a], 2: [b]}, mode=0xF0) == wanted


def test_median():
    """RDNA3, V_MED3_F32: with a NaN the minimum of three."""
    text = "v_med3_f32 v0, v1, v2, v3"

    def median(*values: int) -> int:
        return one(text, v={i + 1: [value] for i, value in enumerate(values)})

    one_, two, three = f32(1, 2, 3)
    for order in ((one_, two, three), (three, one_, two), (two, three, one_)):
        assert median(*order) == two
    assert median(NAN, three, one_) == one_
    assert median(three, NAN, one_) == one_
    assert median(two, two, three) == two


def test_median_of_integers():
    text = "v_med3_i32 v0, v1, v2, v3"
    assert one(text, v={1: [0xFFFFFFFF], 2: [5], 3: [1]}) == 1
    text = "v_med3_u32 v0, v1, v2, v3"
    assert one(text, v={1: [0xFFFFFFFF], 2: [5], 3: [1]}) == 5


# Halves of registers


def test_gfx9_zeroes_the_high_half():
    """LLVM, `GCNSubtarget::zeroesHigh16BitsOfDest`, whose list is from experiments."""
    values = {0: [JUNK], 1: f16(1.5), 2: f16(2.0), 3: f16(1.0)}
    assert one("v_add_f16_e32 v0, v1, v2", "gfx803", v=values) == f16(3.5)[0]
    assert one("v_add_f16_e32 v0, v1, v2", "gfx900", v=values) == f16(3.5)[0]
    assert one("v_add_f16_e32 v0, v1, v2", "gfx1030", v=values) == 0x5A5A4300
    assert one("v_mad_f16 v0, v1, v2, v3", "gfx803", v=values) == f16(4.0)[0]
    assert one("v_mad_legacy_f16 v0, v1, v2, v3", "gfx900", v=values) == f16(4.0)[0]
    assert one("v_mad_f16 v0, v1, v2, v3", "gfx900", v=values) == 0x5A5A4400
    assert one("v_mac_f16_e32 v0, v1, v2", "gfx803", v={**values, 0: f16(1)}) == 0x4400


def test_operand_selection_of_halves():
    """Vega, section 6.2.4: one bit for each source and the last for the result."""
    one_, two, three = f16(1, 2, 3)
    values = {0: [JUNK], 1: [one_ << 16 | two], 2: [three << 16 | one_]}
    text = "v_fma_f16 v0, v1, v2, v2 op_sel:[1,1,0,1]"
    wanted = f16(1 * 3 + 1)[0] << 16 | 0x5A5A
    assert one(text, "gfx900", v=values) == wanted
    text = "v_mad_u32_u16 v0, v1, v2, v1 op_sel:[1,0,0,0]"
    assert one(text, "gfx900", v=values) == one_ * one_ + values[1][0]


def test_true_halves():
    """gfx11: `v1.h` is the high half, the other half of the destination stays."""
    values = {0: [JUNK], 1: [0x40003C00], 2: [0x42004400]}
    assert one("v_add_f16_e32 v0.l, v1.h, v2.l", v=values) == 0x5A5A4600
    assert one("v_add_f16_e32 v0.h, v1.l, v2.h", v=values) == 0x44005A5A
    assert one("v_mov_b16_e32 v0.h, v1.l", v=values) == 0x3C005A5A
    state = execute("v_swap_b16 v0.l, v1.h", v=values)
    assert lanes_of(state, 0, 1) == [0x5A5A4000]
    assert lanes_of(state, 1, 1) == [0x5A5A3C00]


def test_true_half_as_an_amount():
    """LLVM prints the amount of gfx11's shifts of two registers as a half."""
    values = {1: [1], 2: [0], 3: [0x0004001F]}
    assert one("v_alignbit_b32 v0, v1, v2, v3.h", v=values) == 0x10000000
    assert one("v_alignbit_b32 v0, v1, v2, v3.l", v=values) == 2


# SDWA


@pytest.mark.parametrize(
    ("selections", "wanted"),
    [
        ("dst_sel:DWORD src0_sel:BYTE_1 src1_sel:DWORD", 0x80),
        ("dst_sel:DWORD src0_sel:WORD_1 src1_sel:DWORD", 0x9123),
        (
            "dst_sel:BYTE_2 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD",
            0x450000,
        ),
        (
            "dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0 src1_sel:DWORD",
            0x5A5A455A,
        ),
        (
            "dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:WORD_1 src1_sel:DWORD",
            0xFFFF9123,
        ),
        (
            "dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_1 src1_sel:DWORD",
            0xFFFF8000,
        ),
    ],
)
def test_sdwa(selections: str, wanted: int):
    """Vega, section 13.3.8."""
    text = f"v_or_b32_sdwa v0, v1, v2 {selections}"
    assert one(text, "gfx900", v={0: [JUNK], 1: [0x91238045], 2: [0]}) == wanted


def test_sdwa_signs():
    text = (
        "v_add_u32_sdwa v0, sext(v1), v2 dst_sel:DWORD dst_unused:UNUSED_PAD "
        "src0_sel:BYTE_1 src1_sel:BYTE_0"
    )
    assert one(text, "gfx900", v={1: [0x8000], 2: [1]}) == 0xFFFFFF81
    text = (
        "v_cvt_f32_f16_sdwa v0, -v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1"
    )
    assert one(text, "gfx900", v={1: [0x3C000000]}) == f32(-1)[0]


def test_sdwa_of_a_comparison():
    text = "v_cmp_eq_u16_sdwa s[4:5], v1, v2 src0_sel:WORD_1 src1_sel:BYTE_3"
    state = execute(text, "gfx900", v={1: [0x120000, 0], 2: [0x12000000, 1 << 24]})
    assert int(state.s[4, 0]) == 0xFFFFFFFD


# DPP


def _row_shift(step: int) -> Callable[[int], int | None]:
    return lambda i: i + step if 0 <= i % 16 + step < 16 else None


def _wave_shift(step: int) -> Callable[[int], int | None]:
    return lambda i: i + step if 0 <= i + step < 64 else None


CONTROLS: list[tuple[str, str, Callable[[int], int | None]]] = [
    ("gfx900", "quad_perm:[3,1,0,2]", lambda i: i // 4 * 4 + (3, 1, 0, 2)[i % 4]),
    ("gfx900", "row_shl:3", _row_shift(3)),
    ("gfx900", "row_shr:2", _row_shift(-2)),
    ("gfx900", "row_ror:5", lambda i: i // 16 * 16 + (i % 16 - 5) % 16),
    ("gfx900", "wave_shl:1", _wave_shift(1)),
    ("gfx900", "wave_shr:1", _wave_shift(-1)),
    ("gfx900", "wave_rol:1", lambda i: (i + 1) % 64),
    ("gfx900", "wave_ror:1", lambda i: (i - 1) % 64),
    ("gfx900", "row_mirror", lambda i: i // 16 * 16 + 15 - i % 16),
    ("gfx900", "row_half_mirror", lambda i: i // 8 * 8 + 7 - i % 8),
    ("gfx900", "row_bcast:15", lambda i: i // 16 * 16 - 1 if i >= 16 else None),
    ("gfx900", "row_bcast:31", lambda i: 31 if i >= 32 else None),
    ("gfx90a", "row_newbcast:6", lambda i: i // 16 * 16 + 6),
    ("gfx1030", "row_share:6", lambda i: i // 16 * 16 + 6),
    ("gfx1030", "row_xmask:5", lambda i: i ^ 5),
]


@pytest.mark.parametrize(("cpu", "control", "source"), CONTROLS)
def test_dpp_controls(cpu: str, control: str, source: Callable[[int], int | None]):
    """
    Vega, section 13.3.9; RDNA3, section 7.7.1. A lane without a source keeps its value.
    """
    values = [1000 + i for i in range(64)]
    text = f"v_mov_b32_dpp v0, v1 {control} row_mask:0xf bank_mask:0xf"
    state = execute(text, cpu, v={0: [7] * 64, 1: values}, lanes=64)
    picked = [source(i) for i in range(64)]
    assert lanes_of(state, 0) == [7 if p is None else 1000 + p for p in picked]
    state = execute(text + " bound_ctrl:1", cpu, v={1: values}, lanes=64)
    assert lanes_of(state, 0) == [0 if p is None else 1000 + p for p in picked]


def test_dpp_in_place():
    """All lanes are read before one is written."""
    text = "v_add_u32_dpp v0, v0, v0 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1"
    state = execute(text, "gfx900", v={0: range(64)})
    assert lanes_of(state, 0, 4) == [0, 1, 3, 5]


def test_dpp_masks():
    """Rows are 16 lanes; banks the four quarters of each row."""
    text = "v_mov_b32_dpp v0, v1 row_mirror row_mask:0x5 bank_mask:0x6"
    state = execute(text, "gfx900", v={0: [1] * 64, 1: [2] * 64})
    written = [i for i, value in enumerate(lanes_of(state, 0)) if value == 2]
    assert written == [*range(4, 12), *range(36, 44)]


def test_dpp_from_inactive_lanes():
    """An inactive lane is not a source, unless `fi` says so (RDNA3, section 7.7.1)."""
    base = "v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf"
    registers = {0: [9] * 32, 1: range(100, 132)}

    def lanes(extra: str) -> list[int]:
        state = execute(base + extra, "gfx1030", v=registers, active=0b1101)
        return lanes_of(state, 0, 4)

    assert lanes("") == [9, 9, 9, 102]
    assert lanes(" bound_ctrl:1") == [0, 9, 0, 102]
    assert lanes(" bound_ctrl:1 fi:1") == [0, 9, 101, 102]


def test_dpp8():
    text = "v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0]"
    state = execute(text, v={1: range(32)})
    assert lanes_of(state, 0) == [i ^ 7 for i in range(32)]


def test_dpp_of_a_comparison_and_with_signs():
    text = "v_cmp_eq_f32_e64_dpp s4, -v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"
    state = execute(text, v={1: f32(1, 2, 3, 4), 2: f32(-2, -1, 0, -3)}, active=15)
    assert int(state.s[4, 0]) == 0b1011


def test_dpp_of_64_bits():
    text = "v_mov_b64_dpp v[0:1], v[2:3] row_newbcast:1 row_mask:0xf bank_mask:0xf"
    state = execute(text, "gfx942", v={2: range(64), 3: range(100, 164)})
    assert lanes_of(state, 0, 2) == [1, 1]
    assert lanes_of(state, 1)[16:18] == [117, 117]


# Pairs


def test_pairs_read_before_they_write():
    """RDNA3, section 7.6."""
    text = "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0"
    state = execute(text, v={0: [1], 1: [2]})
    assert (lanes_of(state, 0, 1), lanes_of(state, 1, 1)) == ([2], [1])
    text = "v_dual_fmac_f32 v0, v2, v3 :: v_dual_add_nc_u32 v1, v0, v2"
    state = execute(text, v={0: f32(1), 2: f32(2), 3: f32(3)})
    assert lanes_of(state, 0, 1) == f32(7)
    assert lanes_of(state, 1, 1) == [f32(1)[0] + f32(2)[0]]


def test_pair_with_vcc():
    text = "v_dual_cndmask_b32 v0, v1, v2 :: v_dual_lshlrev_b32 v3, 4, v1"
    state = execute(text, v={1: [1, 2], 2: [3, 4]}, vcc=2)
    assert lanes_of(state, 0, 2) == [1, 4]
    assert lanes_of(state, 3, 2) == [16, 32]


# Masks


def test_inactive_lanes_keep_their_values():
    state = execute("v_mov_b32_e32 v0, 1", v={0: [7] * 32}, active=0b101)
    assert lanes_of(state, 0, 4) == [1, 7, 1, 7]


def test_comparisons_give_0_in_inactive_lanes():
    """RDNA3, section 7.3.1."""
    text = "v_cmp_lt_i32_e64 s4, v1, 0"
    state = execute(text, v={1: [0xFFFFFFFF] * 32}, active=0b110, s={4: 0xFFFFFFFF})
    assert int(state.s[4, 0]) == 0b110


def test_comparisons_that_write_exec():
    """From RDNA on only EXEC is written; gfx9 writes both."""
    text = "v_cmpx_gt_u32_e32 v1, v2"
    values = {1: [1, 5, 5, 5], 2: [3, 3, 3, 3]}
    state = execute(text, v=values, active=0b1011, vcc=77)
    assert np.flatnonzero(state.exec[0]).tolist() == [1, 3]
    assert vcc_of(state) == 77
    state = execute("v_cmpx_gt_u32_e32 vcc, v1, v2", "gfx900", v=values, active=0b1011)
    assert np.flatnonzero(state.exec[0]).tolist() == [1, 3]
    assert vcc_of(state) == 0b1010


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("lt", 0b00001),
        ("eq", 0b00010),
        ("le", 0b00011),
        ("gt", 0b00100),
        ("lg", 0b00101),
        ("ge", 0b00110),
        ("o", 0b00111),
        ("u", 0b11000),
        ("nge", 0b11001),
        ("nlg", 0b11010),
        ("ngt", 0b11011),
        ("nle", 0b11100),
        ("neq", 0b11101),
        ("nlt", 0b11110),
    ],
)
def test_float_comparisons(name: str, wanted: int):
    """Less, equal, greater, and NaN on either side."""
    text = f"v_cmp_{name}_f32_e32 vcc_lo, v1, v2"
    left, right = [*f32(1, 2, 3), NAN, *f32(1)], [*f32(2, 2, 2, 2), NAN]
    state = execute(text, v={1: left, 2: right}, active=0b11111)
    assert vcc_of(state) == wanted


def test_wide_comparisons():
    text = "v_cmp_lt_i64_e32 vcc_lo, v[2:3], v[4:5]"
    values = {2: [5, 1], 3: [0xFFFFFFFF, 1], 4: [1, 5], 5: [0, 0]}
    assert vcc_of(execute(text, v=values, active=3)) == 0b01


def test_classes():
    """
    RDNA3, section 16.11, V_CMP_CLASS_F32: ten classes from signaling NaN to +infinity.
    """
    values = [
        SIGNALING,
        NAN,
        0xFF800000,
        0xBF800000,
        0x80000001,
        0x80000000,
        0,
        1,
        0x3F800000,
        INF,
    ]
    for bit in range(10):
        text = f"v_cmp_class_f32_e64 s4, v1, {1 << bit:#x}"
        state = execute(text, v={1: values}, active=0x3FF)
        assert int(state.s[4, 0]) == 1 << bit


# Carries


def test_carries():
    """Each lane's carry goes to its bit; inactive lanes have 0."""
    text = """v_add_co_u32 v0, vcc_lo, v1, v2
    v_add_co_ci_u32_e32 v3, vcc_lo, v1, v4, vcc_lo"""
    values = {1: [0xFFFFFFFF] * 3, 2: [1, 0, 1], 4: [0, 0, 5]}
    state = execute(text, v=values, active=0b011)
    assert lanes_of(state, 0, 3) == [0, 0xFFFFFFFF, JUNK]
    assert lanes_of(state, 3, 3) == [0, 0xFFFFFFFF, JUNK]
    assert vcc_of(state) == 0b01


@pytest.mark.parametrize("a", [0, 1, 2, 0x7FFFFFFF, 0xFFFFFFFF])
@pytest.mark.parametrize("b", [0, 1, 2, 0x80000000, 0xFFFFFFFF])
@pytest.mark.parametrize("borrow", [0, 1])
def test_borrows(a: int, b: int, borrow: int):
    text = "v_sub_co_ci_u32_e64 v0, s4, v1, v2, s6"
    state = execute(text, v={1: [a], 2: [b]}, s={6: borrow}, active=1)
    assert lanes_of(state, 0, 1) == [(a - b - borrow) & 0xFFFFFFFF]
    assert int(state.s[4, 0]) == (a - b - borrow < 0)
    text = "v_add_co_ci_u32_e64 v0, s4, v1, v2, s6"
    state = execute(text, v={1: [a], 2: [b]}, s={6: borrow}, active=1)
    assert lanes_of(state, 0, 1) == [(a + b + borrow) & 0xFFFFFFFF]
    assert int(state.s[4, 0]) == (a + b + borrow) >> 32


# Lanes


def test_first_active_lane():
    """RDNA3, V_READFIRSTLANE_B32: lane 0 if none is active."""
    text = "v_readfirstlane_b32 s4, v1"
    for active, wanted in ((-1, 10), (0b1100, 12), (0, 10)):
        state = execute(text, v={1: range(10, 42)}, active=active)
        assert int(state.s[4, 0]) == wanted


def test_lanes_by_number_ignore_exec():
    state = execute("v_readlane_b32 s4, v1, s5", v={1: range(32)}, s={5: 35}, active=1)
    assert int(state.s[4, 0]) == 3
    text = "v_writelane_b32 v0, s5, 4"
    state = execute(text, v={0: [1] * 32}, s={5: 9}, active=1)
    assert lanes_of(state, 0, 6) == [1, 1, 1, 1, 9, 1]


def test_lane_counts():
    """V_MBCNT: the ones below each lane, in two halves."""
    text = """v_mbcnt_lo_u32_b32 v1, -1, 0
    v_mbcnt_hi_u32_b32 v0, -1, v1"""
    assert lanes_of(execute(text, "gfx900"), 0) == list(range(64))
    text = "v_mbcnt_lo_u32_b32 v0, s4, 5"
    state = execute(text, s={4: 0b1011})
    assert lanes_of(state, 0, 5) == [5, 6, 7, 7, 8]


def test_row_permutations():
    """RDNA3, V_PERMLANE16_B32: 16 selections of 4 bits in two scalars."""
    selections = {4: 0x76543210 ^ 0x11111111, 5: 0xFEDCBA98}
    values = {0: [7] * 32, 1: range(32)}
    state = execute("v_permlane16_b32 v0, v1, s4, s5", v=values, s=selections)
    row = [1, 0, 3, 2, 5, 4, 7, 6, *range(8, 16)]
    assert lanes_of(state, 0) == row + [i + 16 for i in row]
    state = execute("v_permlanex16_b32 v0, v1, s4, s5", v=values, s=selections)
    assert lanes_of(state, 0) == [i + 16 for i in row] + row


def test_row_permutations_from_inactive_lanes():
    values = {0: [7] * 32, 1: range(100, 132)}
    scalars = {4: 0, 5: 0}

    def lanes(extra: str) -> list[int]:
        text = "v_permlane16_b32 v0, v1, s4, s5" + extra
        return lanes_of(execute(text, v=values, s=scalars, active=0x3FFFE), 0, 18)

    assert lanes("") == [7] * 16 + [116, 116]
    assert lanes(" op_sel:[0,1]") == [7] + [0] * 15 + [116, 116]
    assert lanes(" op_sel:[1,0]") == [7] + [100] * 15 + [116, 116]


def test_variable_row_permutation():
    text = "v_permlane16_var_b32 v0, v1, v2"
    state = execute(text, "gfx1200", v={1: range(32), 2: [i ^ 3 for i in range(32)]})
    assert lanes_of(state, 0) == [i ^ 3 for i in range(32)]


def test_halves_of_a_wave_change_places():
    state = execute("v_permlane64_b32 v0, v1", v={1: range(64)}, lanes=64)
    assert lanes_of(state, 0) == [i ^ 32 for i in range(64)]
    state = execute("v_permlane64_b32 v0, v1", v={0: [7] * 32, 1: range(32)})
    assert lanes_of(state, 0) == [7] * 32


def test_rows_are_swapped():
    """
    CDNA4, V_PERMLANE16_SWAP_B32: odd rows of the first with even rows of the second.
    """
    values = {0: range(64), 1: range(100, 164)}
    state = execute("v_permlane16_swap_b32_e32 v0, v1", "gfx950", v=values)
    first, second = lanes_of(state, 0), lanes_of(state, 1)
    assert first[:16] == list(range(16))
    assert first[16:32] == list(range(100, 116))
    assert second[:16] == list(range(16, 32))
    assert second[16:32] == list(range(116, 132))
    state = execute("v_permlane32_swap_b32_e32 v0, v1", "gfx950", v=values)
    assert lanes_of(state, 0)[32:] == list(range(100, 132))
    assert lanes_of(state, 1)[:32] == list(range(32, 64))


def test_swap():
    state = execute("v_swap_b32 v0, v1", v={0: [1], 1: [2]}, active=1)
    assert (lanes_of(state, 0, 1), lanes_of(state, 1, 1)) == ([2], [1])


def test_relative_moves():
    """RDNA3, V_MOVRELS_B32: M0 is added to the register's number."""
    values = {i: [i * 10] for i in range(1, 6)}
    assert one("v_movrels_b32_e32 v0, v1", v=values, s={124: 3}) == 40
    state = execute("v_movreld_b32_e32 v2, v1", v=values, s={124: 3})
    assert lanes_of(state, 5, 1) == [10]
    state = execute("v_movrelsd_2_b32_e32 v2, v1", v=values, s={124: 0x20003})
    assert lanes_of(state, 4, 1) == [40]


def test_relative_moves_out_of_range():
    """RDNA3, section 3.3.2.2: the source is v0, a destination is ignored."""
    values = {i: [7 + i] for i in range(6)}
    for m0 in (5000, 0x80000000):
        state = execute("v_movrels_b32_e32 v2, v1", v=values, s={124: m0})
        assert lanes_of(state, 2, 1) == [7]
        state = execute("v_movreld_b32_e32 v2, v1", v=values, s={124: m0})
        assert [lanes_of(state, i, 1)[0] for i in range(6)] == [*range(7, 13)]


# Packed


def test_packed_selections():
    """RDNA3, section 7.5: `op_sel` for the low result, `op_sel_hi` for the high one."""
    values = {1: [0x00020001], 2: [0x00200010]}
    text = "v_pk_add_u16 v0, v1, v2"
    assert one(text, v=values) == 0x00220011
    assert one(text + " op_sel:[1,0] op_sel_hi:[0,1]", v=values) == 0x00210012
    assert one(text + " op_sel_hi:[0,0]", v=values) == 0x00110011


def test_packed_constants():
    """An inline float is in the low half, an integer is sign-extended."""
    assert one("v_pk_add_u16 v0, v1, -1", v={1: [0x00050003]}) == 0x00040002
    text = "v_pk_mul_f16 v0, v1, 2.0"
    ones = {1: [0x3C003C00]}
    assert one(text + " op_sel_hi:[1,0]", v=ones) == 0x40004000
    assert one(text, v=ones) == 0x00004000


def test_packed_signs_and_clamp():
    values = {1: [f16(1)[0] << 16 | f16(2)[0]], 2: [f16(3)[0] << 16 | f16(4)[0]]}
    text = "v_pk_add_f16 v0, v1, v2 neg_lo:[1,0] neg_hi:[0,1]"
    assert one(text, v=values) == f16(-2)[0] << 16 | f16(2)[0]
    assert one(text + " clamp", v=values) == f16(1)[0]
    text = "v_pk_sub_u16 v0, v1, v2 clamp"
    assert one(text, v={1: [0x00010005], 2: [0x00020002]}) == 3


def test_packed_floats():
    values = {2: f32(1), 3: f32(2), 4: f32(10), 5: f32(20)}
    state = execute("v_pk_add_f32 v[0:1], v[2:3], v[4:5]", "gfx90a", v=values)
    assert [*lanes_of(state, 0, 1), *lanes_of(state, 1, 1)] == f32(11, 22)
    text = (
        "v_pk_mul_f32 v[0:1], v[2:3], v[4:5] op_sel:[1,0] op_sel_hi:[0,1] neg_hi:[1,0]"
    )
    state = execute(text, "gfx90a", v=values)
    assert [*lanes_of(state, 0, 1), *lanes_of(state, 1, 1)] == f32(20, -20)
    text = "v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[1,0]"
    state = execute(text, "gfx90a", v=values)
    assert [*lanes_of(state, 0, 1), *lanes_of(state, 1, 1)] == f32(2, 10)


def test_mixed_precision():
    """`op_sel_hi` says which sources are halves, `op_sel` which half."""
    values = {0: [JUNK], 1: [f16(3)[0] << 16 | f16(2)[0]], 2: f32(5)}
    text = "v_fma_mix_f32 v0, v1, v2, v1 op_sel:[1,0,0] op_sel_hi:[1,0,1]"
    assert one(text, v=values) == f32(17)[0]
    text = "v_fma_mixhi_f16 v0, v1, v2, v1 op_sel:[1,0,0] op_sel_hi:[1,0,1]"
    assert one(text, v=values) == f16(17)[0] << 16 | 0x5A5A
    text = "v_mad_mixlo_f16 v0, v1, v2, 0 op_sel_hi:[1,0,0]"
    assert one(text, "gfx900", v=values) == 0x5A5A0000 | f16(10)[0]
    text = "v_fma_mixlo_f16 v0, -v1, v2, |v2| op_sel_hi:[1,0,0]"
    assert one(text, v=values) == 0x5A5A0000 | f16(-5)[0]


def test_dot_products():
    assert (
        one("v_dot4_u32_u8 v0, v1, v2, 7", v={1: [0x01020304], 2: [0x05060708]}) == 77
    )
    text = "v_dot4_i32_iu8 v0, v1, v2, 0 neg_lo:[1,0,0]"
    assert one(text, v={1: [0x000000FF], 2: [0x000000FF]}) == 0xFFFFFF01
    text = "v_dot8_i32_i4 v0, v1, v2, v3"
    values = {1: [0x0000000F], 2: [0x00000002], 3: [0xFFFFFFFF]}
    assert one(text, "gfx906", v=values) == 0xFFFFFFFD
    text = "v_dot2_f32_f16 v0, v1, v1, 1.0"
    assert one(text, v={1: [f16(2)[0] << 16 | f16(3)[0]]}) == f32(14)[0]
    text = "v_dot4_u32_u8 v0, v1, v2, -1 clamp"
    assert one(text, v={1: [1], 2: [1]}) == 0xFFFFFFFF


# Constants


def test_widths_of_constants():
    """An inline constant has the type of the operand; RDNA3, section 3.5.3."""
    state = execute("v_add_f64 v[0:1], 1.0, 0.5", "gfx900")
    assert (lanes_of(state, 1, 1), lanes_of(state, 0, 1)) == ([0x3FF80000], [0])
    assert one("v_add_f16_e32 v0, 1.0, v1", "gfx900", v={1: [0]}) == 0x3C00
    assert one("v_and_b32_e32 v0, 1.0, v1", v={1: [0xFFFFFFFF]}) == 0x3F800000
    state = execute("v_lshlrev_b64 v[0:1], 4, -1")
    assert (lanes_of(state, 0, 1), lanes_of(state, 1, 1)) == (
        [0xFFFFFFF0],
        [0xFFFFFFFF],
    )
    assert one("v_mul_f32_e32 v0, 0.15915494, v1", v={1: f32(1)}) == 0x3E22F983
    state = execute("v_mul_f64 v[0:1], 0x40080000, v[2:3]", v={2: [0], 3: [0x3FF00000]})
    assert lanes_of(state, 1, 1) == [0x40080000]


def test_bfloat_constants():
    text = "v_dot2_bf16_bf16 v0, v1, v2, 1.0"
    assert one(text, v={1: [0x3F803F80], 2: [0x40003F80]}) == 0x5A5A4080


def test_mode_is_that_of_llvm():
    assert IEEE_MODE & 0x3FF == 0x2F0


@pytest.mark.parametrize("cpu", ["gfx900", "gfx1100"])
def test_a_sum_of_three_is_limited(cpu: str) -> None:
    """With `clamp` the sum is that of all numbers, at most the largest of 32 bits."""
    bench = MemoryBench(cpu)
    rng = np.random.default_rng(3)
    numbers = rng.integers(0, 1 << 32, (3, *bench.lane.shape))
    numbers >>= rng.integers(0, 4, bench.lane.shape)
    for register, values in enumerate(numbers, 1):
        bench.put(register, values)
    bench.run("v_add3_u32 v0, v1, v2, v3")
    assert (bench.get(0) == numbers.sum(0) % (1 << 32)).all()
    bench.run("v_add3_u32 v0, v1, v2, v3 clamp")
    assert (bench.get(0) == np.minimum(numbers.sum(0), (1 << 32) - 1)).all()


def test_a_scalar_is_moved_to_a_register_by_its_number() -> None:
    """`v_movreld_b32` adds M0 to the number of its destination, which must be there."""
    bench = MemoryBench("gfx1030")
    bench.state.s[8] = 77
    bench.state.s[M0] = 3
    for register in (4, 7):
        bench.put(register, 1)
    bench.run("v_movreld_b32 v4, s8")
    assert (bench.get(4) == 1).all()
    assert (bench.get(7) == 77).all()
    bench.state.s[M0] = 1000
    before = bench.state.v.copy()
    bench.run("v_movreld_b32 v4, s8")
    assert (bench.state.v == before).all()
