"""
Vector instructions: modifiers, halves, SDWA, DPP, pairs, masks, lanes, and values of some; a few
scalar instructions.

Expected values are AMD's rules, applied by hand; sections are named at the tests. "RDNA3"
and so on stand for the "Instruction Set Architecture" documents of that name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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

from xdsl_opencl.emulator.waves import M0, lane_bits

LEGACY = 0x130
"""MODE with DX10_CLAMP and without IEEE; denormals of float are kept, those of half are not."""

CASES = """
# RDNA3, section 7.2.2: absolute value before negation, then the result is clamped.
v_add_f32_e64 v0, -v1, v2 | v1=2f v2=3f | v0=1f
v_add_f32_e64 v0, |v2|, -|v1| | v1=2f v2=3f | v0=1f
v_add_f32_e64 v0, v1, v2 clamp | v1=2f v2=3f | v0=1f
v_add_f32_e64 v0, -v1, -v2 clamp | v1=2f v2=3f | v0=0f
v_add_f32_e64 v0, 0.5, v1 clamp | v1=2f v2=3f | v0=1f
v_sub_f32_e32 v0, v1, v2 | v1=2f v2=3f | v0=-1f
v_subrev_f32_e32 v0, v1, v2 | v1=2f v2=3f | v0=1f
# The output modifier does nothing where denormals are kept, or with IEEE.
v_add_f32_e64 v0, v1, v2 mul:2 | mode=FLUSHING v1=2f v2=3f | v0=10f
v_add_f32_e64 v0, v1, v2 mul:4 | mode=FLUSHING v1=2f v2=3f | v0=20f
v_add_f32_e64 v0, v1, v2 div:2 | mode=FLUSHING v1=2f v2=3f | v0=2.5f
v_add_f32_e64 v0, v1, v2 mul:2 | mode=LEGACY v1=2f v2=3f | v0=5f
v_add_f32_e64 v0, v1, v2 mul:2 | mode=0x300 v1=2f v2=3f | v0=5f
v_add_f32_e64 v0, v1, v2 mul:4 clamp | mode=FLUSHING v1=2f v2=3f | v0=1f
# RDNA4 has no IEEE bit; denormals count still.
v_add_f32_e64 v0, v1, v2 mul:2 | gfx1200 mode=0 v1=2f v2=3f | v0=10f
v_add_f32_e64 v0, v1, v2 mul:2 | gfx1200 mode=0xf0 v1=2f v2=3f | v0=5f
# The output modifier loses the sign of zero.
v_mul_f32_e64 v0, v1, v2 mul:2 | mode=FLUSHING v1=-0f v2=3f | v0=0
# DX10_CLAMP makes NaN 0; without it NaN stays. gfx12 has no such bit and gives 0.
v_add_f32_e64 v0, v1, v1 clamp | mode=LEGACY v1=NAN | v0=0
v_add_f32_e64 v0, v1, v1 clamp | v1=NAN | v0=NAN
v_add_f32_e64 v0, v1, v1 clamp | gfx1200 mode=0xf0 v1=NAN | v0=0
# The carry comes out although the sum is clamped.
v_add_u32_e64 v0, vcc, v1, v2 clamp | gfx803 v1=-1,1 v2=3,1 | v0=-1,2 vcc=1

# RDNA3, section 3.3.4: FP_DENORM says for sources and results apart.
v_mul_f32_e32 v0, 1.0, v1 | mode=0xf0 v1=0x400000 | v0=0x400000
v_mul_f32_e32 v0, 1.0, v1 | mode=0xc0 v1=0x400000 | v0=0
v_mul_f32_e32 v0, 1.0, v1 | mode=0xe0 v1=0x400000 | v0=0
v_mul_f32_e32 v0, 1.0, v1 | mode=0xd0 v1=0x400000 | v0=0
# Only the result is denormal, then only the source.
v_mul_f32_e32 v0, 0.5, v1 | mode=0xe0 v1=0x800000 | v0=0x400000
v_mul_f32_e32 v0, 0.5, v1 | mode=0xd0 v1=0x800000 | v0=0
v_add_f32_e32 v0, v2, v1 | mode=0xd0 v1=0x400000 v2=0x800000 | v0=0xc00000
v_add_f32_e32 v0, v2, v1 | mode=0xe0 v1=0x400000 v2=0x800000 | v0=0x800000
# Halves have their own bits.
v_mul_f16_e32 v0, 1.0, v1 | gfx900 mode=0xc0 v1=1 | v0=1
v_mul_f16_e32 v0, 1.0, v1 | gfx900 mode=0x30 v1=1 | v0=0
# A flushed source is equal to zero.
v_cmp_eq_f32_e32 vcc_lo, 0, v1 | mode=0xf0 v1=1 active=1 | vcc=0
v_cmp_eq_f32_e32 vcc_lo, 0, v1 | mode=0xc0 v1=1 active=1 | vcc=1
# Moves do not flush.
v_mov_b32_e32 v0, v1 | mode=FLUSHING v1=1 | v0=1
v_cndmask_b32_e64 v0, v1, v1, vcc_lo | mode=FLUSHING v1=1 | v0=1
# LLVM, `GCNSubtarget::supportsMinMaxDenormModes`: from gfx9 on MODE counts.
v_max_f32_e32 v0, v1, v1 | gfx803 mode=FLUSHING v1=1 | v0=1
v_max_f32_e32 v0, v1, v1 | gfx900 mode=FLUSHING v1=1 | v0=0
# 1 + 2**-24 + 2**-30 rounds to 1, or up to the next float.
v_add_f32_e32 v0, 1.0, v1 | mode=0xf0 v1=0x33000000 | v0=0x3f800000
v_add_f32_e32 v0, 1.0, v1 | mode=0xf1 v1=0x33000000 | v0=0x3f800001
v_add_f32_e32 v0, 1.0, v1 | mode=0xf2 v1=0x33000000 | v0=0x3f800000
v_add_f32_e32 v0, 1.0, v1 | mode=0xf3 v1=0x33000000 | v0=0x3f800000
# The rounding mode of halves is that of doubles; 0x3eaaaaab is a third.
v_cvt_f16_f32_e32 v0, v1 | gfx900 mode=0xf0 v1=0x3eaaaaab | v0=0x3555
v_cvt_f16_f32_e32 v0, v1 | gfx900 mode=0xf4 v1=0x3eaaaaab | v0=0x3556
v_cvt_f16_f32_e32 v0, v1 | gfx900 mode=0xf1 v1=0x3eaaaaab | v0=0x3555
# Toward zero, by name: two thirds, and beyond the largest half.
v_cvt_pk_rtz_f16_f32_e32 v0, v1, v2 | v1=0x3f2aaaab v2=-65519f | v0=0xfbff3955
v_cvt_pk_rtz_f16_f32_e32 v0, v1, v2 | v1=70000f v2=inff | v0=0x7c007bff

# RDNA3, section 16.8, V_MIN_F32, with IEEE.
v_min_f32_e32 v0, v1, v2 | v1=NAN v2=1f | v0=1f
v_max_f32_e32 v0, v1, v2 | v1=1f v2=NAN | v0=1f
v_min_f32_e32 v0, v1, v2 | v1=0f v2=-0f | v0=-0f
v_max_f32_e32 v0, v1, v2 | v1=-0f v2=0f | v0=0f
v_min_f32_e32 v0, v1, v2 | v1=-0f v2=0f | v0=-0f
v_max_f32_e32 v0, v1, v2 | v1=0f v2=-0f | v0=0f
v_min_f32_e32 v0, v1, v2 | v1=SIGNALING v2=1f | v0=0x7fc00001
v_max_f32_e32 v0, v1, v2 | v1=1f v2=SIGNALING | v0=0x7fc00001
# Without IEEE it takes the number.
v_min_f32_e32 v0, v1, v2 | mode=LEGACY v1=SIGNALING v2=1f | v0=1f
# RDNA4, V_MIN_NUM_F32 and V_MINIMUM_F32.
v_min_num_f32_e32 v0, v1, v2 | gfx1200 mode=0xf0 v1=SIGNALING v2=1f | v0=1f
v_min_num_f32_e32 v0, v1, v2 | gfx1200 mode=0xf0 v1=SIGNALING v2=NAN | v0=0x7fc00001
v_minimum_f32 v0, v1, v2 | gfx1200 mode=0xf0 v1=1f v2=NAN | v0=NAN
v_maximum_f32 v0, v1, v2 | gfx1200 mode=0xf0 v1=NAN v2=SIGNALING | v0=0x7fc00001
v_maximum_f32 v0, v1, v2 | gfx1200 mode=0xf0 v1=-0f v2=0f | v0=0f
v_minimum_f32 v0, v1, v2 | gfx1200 mode=0xf0 v1=0f v2=-0f | v0=-0f
# RDNA3, V_MED3_F32: with a NaN the minimum of three.
v_med3_f32 v0, v1, v2, v3 | v1=1f v2=2f v3=3f | v0=2f
v_med3_f32 v0, v1, v2, v3 | v1=3f v2=1f v3=2f | v0=2f
v_med3_f32 v0, v1, v2, v3 | v1=2f v2=3f v3=1f | v0=2f
v_med3_f32 v0, v1, v2, v3 | v1=NAN v2=3f v3=1f | v0=1f
v_med3_f32 v0, v1, v2, v3 | v1=3f v2=NAN v3=1f | v0=1f
v_med3_f32 v0, v1, v2, v3 | v1=2f v2=2f v3=3f | v0=2f
v_med3_i32 v0, v1, v2, v3 | v1=-1 v2=5 v3=1 | v0=1
v_med3_u32 v0, v1, v2, v3 | v1=-1 v2=5 v3=1 | v0=5

# LLVM, `GCNSubtarget::zeroesHigh16BitsOfDest`, whose list is from experiments.
v_add_f16_e32 v0, v1, v2 | gfx803 v1=1.5h v2=2h | v0=3.5h
v_add_f16_e32 v0, v1, v2 | gfx900 v1=1.5h v2=2h | v0=3.5h
v_add_f16_e32 v0, v1, v2 | gfx1030 v1=1.5h v2=2h | v0=0x5a5a4300
v_mad_f16 v0, v1, v2, v3 | gfx803 v1=1.5h v2=2h v3=1h | v0=4h
v_mad_legacy_f16 v0, v1, v2, v3 | gfx900 v1=1.5h v2=2h v3=1h | v0=4h
v_mad_f16 v0, v1, v2, v3 | gfx900 v1=1.5h v2=2h v3=1h | v0=0x5a5a4400
v_mac_f16_e32 v0, v1, v2 | gfx803 v0=1h v1=1.5h v2=2h | v0=0x4400
# Vega, section 6.2.4: one bit for each source and the last for the result.
v_fma_f16 v0, v1, v2, v2 op_sel:[1,1,0,1] | gfx900 v1=0x3c004000 v2=0x42003c00 | v0=0x44005a5a
v_mad_u32_u16 v0, v1, v2, v1 op_sel:[1,0,0,0] | gfx900 v1=0x10003 v2=0x70001 | v0=0x10004
v_mad_u32_u16 v0, v1, v2, v1 op_sel:[1,0,0,0] | gfx900 v1=0x3c004000 v2=0x42003c00 | v0=0x4a104000
# gfx11: `v1.h` is the high half, the other half of the destination stays.
v_add_f16_e32 v0.l, v1.h, v2.l | v1=0x40003c00 v2=0x42004400 | v0=0x5a5a4600
v_add_f16_e32 v0.h, v1.l, v2.h | v1=0x40003c00 v2=0x42004400 | v0=0x44005a5a
v_mov_b16_e32 v0.h, v1.l | v1=0x40003c00 | v0=0x3c005a5a
v_swap_b16 v0.l, v1.h | v1=0x40003c00 | v0=0x5a5a4000 v1=0x5a5a3c00
# LLVM prints the amount of gfx11's shifts of two registers as a half.
v_alignbit_b32 v0, v1, v2, v3.h | v1=1 v2=0 v3=0x4001f | v0=0x10000000
v_alignbit_b32 v0, v1, v2, v3.l | v1=1 v2=0 v3=0x4001f | v0=2

# SDWA: Vega, section 13.3.8.
v_or_b32_sdwa v0, v1, v2 dst_sel:DWORD src0_sel:BYTE_1 src1_sel:DWORD | gfx900 v1=0x91238045 v2=0 | v0=0x80
v_or_b32_sdwa v0, v1, v2 dst_sel:DWORD src0_sel:WORD_1 src1_sel:DWORD | gfx900 v1=0x91238045 v2=0 | v0=0x9123
v_or_b32_sdwa v0, v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD | gfx900 v1=0x91238045 v2=0 | v0=0x450000
v_or_b32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0 src1_sel:DWORD | gfx900 v1=0x91238045 v2=0 | v0=0x5a5a455a
v_or_b32_sdwa v0, v1, v2 dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:WORD_1 src1_sel:DWORD | gfx900 v1=0x91238045 v2=0 | v0=0xffff9123
v_or_b32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_1 src1_sel:DWORD | gfx900 v1=0x91238045 v2=0 | v0=0xffff8000
v_add_u32_sdwa v0, sext(v1), v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:BYTE_0 | gfx900 v1=0x8000 v2=1 | v0=0xffffff81
v_cvt_f32_f16_sdwa v0, -v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 | gfx900 v1=0x3c000000 | v0=-1f
v_cmp_eq_u16_sdwa s[4:5], v1, v2 src0_sel:WORD_1 src1_sel:BYTE_3 | gfx900 v1=0x120000,0 v2=0x12000000,0x1000000 | s4=0xfffffffd

# DPP: all lanes are read before one is written.
v_add_u32_dpp v0, v0, v0 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1 | gfx900 v0=0..63 | v0=0,1,3,5
# An inactive lane is not a source, unless `fi` says so (RDNA3, section 7.7.1).
v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf | gfx1030 active=13 v0=9*32 v1=100..131 | v0=9,9,9,102
v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1 | gfx1030 active=13 v0=9*32 v1=100..131 | v0=0,9,0,102
v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1 fi:1 | gfx1030 active=13 v0=9*32 v1=100..131 | v0=0,9,101,102
v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0] | v1=0..31 | v0=7,6,5,4,3,2,1,0,15,14,13,12,11,10,9,8,23,22,21,20,19,18,17,16,31,30,29,28,27,26,25,24
v_cmp_eq_f32_e64_dpp s4, -v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf | active=15 v1=1f,2f,3f,4f v2=-2f,-1f,0f,-3f | s4=0b1011

# Pairs read before they write (RDNA3, section 7.6).
v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0 | v0=1 v1=2 | v0=2 v1=1
v_dual_fmac_f32 v0, v2, v3 :: v_dual_add_nc_u32 v1, v0, v2 | v0=1f v2=2f v3=3f | v0=7f v1=0x7f800000
v_dual_cndmask_b32 v0, v1, v2 :: v_dual_lshlrev_b32 v3, 4, v1 | v1=1,2 v2=3,4 vcc=2 | v0=1,4 v3=16,32

# Inactive lanes keep their values, and comparisons give 0 in them (RDNA3, section 7.3.1).
v_mov_b32_e32 v0, 1 | v0=7*32 active=5 | v0=1,7,1,7
v_cmp_lt_i32_e64 s4, v1, 0 | v1=-1*32 s4=-1 active=6 | s4=6
# Comparisons that write EXEC: from RDNA on only EXEC is written; gfx9 writes both.
v_cmpx_gt_u32_e32 v1, v2 | v1=1,5,5,5 v2=3,3,3,3 active=0b1011 vcc=77 | exec=0b1010 vcc=77
v_cmpx_gt_u32_e32 vcc, v1, v2 | gfx900 v1=1,5,5,5 v2=3,3,3,3 active=0b1011 | exec=0b1010 vcc=0b1010
# Less, equal, greater, and NaN on either side.
v_cmp_lt_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b00001
v_cmp_eq_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b00010
v_cmp_le_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b00011
v_cmp_gt_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b00100
v_cmp_lg_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b00101
v_cmp_ge_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b00110
v_cmp_o_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b00111
v_cmp_u_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b11000
v_cmp_nge_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b11001
v_cmp_nlg_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b11010
v_cmp_ngt_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b11011
v_cmp_nle_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b11100
v_cmp_neq_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b11101
v_cmp_nlt_f32_e32 vcc_lo, v1, v2 | FIVE | vcc=0b11110
v_cmp_lt_i64_e32 vcc_lo, v[2:3], v[4:5] | v2=5,1 v3=-1,1 v4=1,5 v5=0,0 active=3 | vcc=1
# Each lane's carry goes to its bit; inactive lanes have 0.
v_add_co_u32 v0, vcc_lo, v1, v2; v_add_co_ci_u32_e32 v3, vcc_lo, v1, v4, vcc_lo | v1=-1*3 v2=1,0,1 v4=0,0,5 active=3 | v0=0,-1,JUNK v3=0,-1,JUNK vcc=1

# RDNA3, V_READFIRSTLANE_B32: lane 0 if none is active.
v_readfirstlane_b32 s4, v1 | v1=10..41 | s4=10
v_readfirstlane_b32 s4, v1 | v1=10..41 active=0b1100 | s4=12
v_readfirstlane_b32 s4, v1 | v1=10..41 active=0 | s4=10
# Lanes by number ignore EXEC.
v_readlane_b32 s4, v1, s5 | v1=0..31 s5=35 active=1 | s4=3
v_writelane_b32 v0, s5, 4 | v0=1*32 s5=9 active=1 | v0=1,1,1,1,9,1
# V_MBCNT: the ones below each lane, in two halves.
v_mbcnt_lo_u32_b32 v1, -1, 0; v_mbcnt_hi_u32_b32 v0, -1, v1 | gfx900 | v0=0..63
v_mbcnt_lo_u32_b32 v0, s4, 5 | s4=0b1011 | v0=5,6,7,7,8
# RDNA3, V_PERMLANE16_B32: 16 selections of 4 bits in two scalars.
v_permlane16_b32 v0, v1, s4, s5 | v0=7*32 v1=0..31 s4=0x67452301 s5=0xfedcba98 | v0=1,0,3,2,5,4,7,6,8..15,17,16,19,18,21,20,23,22,24..31
v_permlanex16_b32 v0, v1, s4, s5 | v0=7*32 v1=0..31 s4=0x67452301 s5=0xfedcba98 | v0=17,16,19,18,21,20,23,22,24..31,1,0,3,2,5,4,7,6,8..15
# From inactive lanes.
v_permlane16_b32 v0, v1, s4, s5 | v0=7*32 v1=100..131 s4=0 s5=0 active=0x3fffe | v0=7*16,116,116
v_permlane16_b32 v0, v1, s4, s5 op_sel:[0,1] | v0=7*32 v1=100..131 s4=0 s5=0 active=0x3fffe | v0=7,0*15,116,116
v_permlane16_b32 v0, v1, s4, s5 op_sel:[1,0] | v0=7*32 v1=100..131 s4=0 s5=0 active=0x3fffe | v0=7,100*15,116,116
v_swap_b32 v0, v1 | v0=1 v1=2 active=1 | v0=2 v1=1
# RDNA3, V_MOVRELS_B32: M0 is added to the register's number.
v_movrels_b32_e32 v0, v1 | v1=10 v2=20 v3=30 v4=40 v5=50 s124=3 | v0=40
v_movreld_b32_e32 v2, v1 | v1=10 v2=20 v3=30 v4=40 v5=50 s124=3 | v5=10
v_movrelsd_2_b32_e32 v2, v1 | v1=10 v2=20 v3=30 v4=40 v5=50 s124=0x20003 | v4=40
# Out of range the source is v0, and a destination is ignored (RDNA3, section 3.3.2.2).
v_movrels_b32_e32 v2, v1 | v0=7 v1=8 s124=5000 | v2=7
v_movrels_b32_e32 v2, v1 | v0=7 v1=8 s124=0x80000000 | v2=7
v_movreld_b32_e32 v2, v1 | v0=7 v1=8 v2=9 v3=10 v4=11 v5=12 s124=5000 | v0=7 v1=8 v2=9 v3=10 v4=11 v5=12
v_movreld_b32_e32 v2, v1 | v0=7 v1=8 v2=9 v3=10 v4=11 v5=12 s124=0x80000000 | v0=7 v1=8 v2=9 v3=10 v4=11 v5=12

# RDNA3, section 7.5: `op_sel` for the low result, `op_sel_hi` for the high one.
v_pk_add_u16 v0, v1, v2 | v1=0x20001 v2=0x200010 | v0=0x220011
v_pk_add_u16 v0, v1, v2 op_sel:[1,0] op_sel_hi:[0,1] | v1=0x20001 v2=0x200010 | v0=0x210012
v_pk_add_u16 v0, v1, v2 op_sel_hi:[0,0] | v1=0x20001 v2=0x200010 | v0=0x110011
# An inline float is in the low half, an integer is sign-extended.
v_pk_add_u16 v0, v1, -1 | v1=0x50003 | v0=0x40002
v_pk_mul_f16 v0, v1, 2.0 op_sel_hi:[1,0] | v1=0x3c003c00 | v0=0x40004000
v_pk_mul_f16 v0, v1, 2.0 | v1=0x3c003c00 | v0=0x4000
# 1 and 2, 3 and 4: (-2, 2).
v_pk_add_f16 v0, v1, v2 neg_lo:[1,0] neg_hi:[0,1] | v1=0x3c004000 v2=0x42004400 | v0=0xc0004000
v_pk_add_f16 v0, v1, v2 neg_lo:[1,0] neg_hi:[0,1] clamp | v1=0x3c004000 v2=0x42004400 | v0=1h
v_pk_sub_u16 v0, v1, v2 clamp | v1=0x10005 v2=0x20002 | v0=3
v_pk_add_f32 v[0:1], v[2:3], v[4:5] | gfx90a v2=1f v3=2f v4=10f v5=20f | v0=11f v1=22f
v_pk_mul_f32 v[0:1], v[2:3], v[4:5] op_sel:[1,0] op_sel_hi:[0,1] neg_hi:[1,0] | gfx90a v2=1f v3=2f v4=10f v5=20f | v0=20f v1=-20f
v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[1,0] | gfx90a v2=1f v3=2f v4=10f v5=20f | v0=2f v1=10f
# `op_sel_hi` says which sources are halves (3 and 2), `op_sel` which half.
v_fma_mix_f32 v0, v1, v2, v1 op_sel:[1,0,0] op_sel_hi:[1,0,1] | v1=0x42004000 v2=5f | v0=17f
v_fma_mixhi_f16 v0, v1, v2, v1 op_sel:[1,0,0] op_sel_hi:[1,0,1] | v1=0x42004000 v2=5f | v0=0x4c405a5a
v_mad_mixlo_f16 v0, v1, v2, 0 op_sel_hi:[1,0,0] | gfx900 v1=0x42004000 v2=5f | v0=0x5a5a4900
v_fma_mixlo_f16 v0, -v1, v2, |v2| op_sel_hi:[1,0,0] | v1=0x42004000 v2=5f | v0=0x5a5ac500
v_dot4_u32_u8 v0, v1, v2, 7 | v1=0x1020304 v2=0x5060708 | v0=77
v_dot4_i32_iu8 v0, v1, v2, 0 neg_lo:[1,0,0] | v1=0xff v2=0xff | v0=0xffffff01
v_dot8_i32_i4 v0, v1, v2, v3 | gfx906 v1=15 v2=2 v3=-1 | v0=-3
v_dot2_f32_f16 v0, v1, v1, 1.0 | v1=0x40004200 | v0=14f
v_dot4_u32_u8 v0, v1, v2, -1 clamp | v1=1 v2=1 | v0=-1

# An inline constant has the type of the operand; RDNA3, section 3.5.3.
v_add_f64 v[0:1], 1.0, 0.5 | gfx900 | v0=0 v1=0x3ff80000
v_add_f16_e32 v0, 1.0, v1 | gfx900 v1=0 | v0=1h
v_and_b32_e32 v0, 1.0, v1 | v1=-1 | v0=1f
v_lshlrev_b64 v[0:1], 4, -1 | gfx1100 | v0=-16 v1=-1
v_mul_f32_e32 v0, 0.15915494, v1 | v1=1f | v0=0x3e22f983
v_mul_f64 v[0:1], 0x40080000, v[2:3] | v2=0 v3=0x3ff00000 | v1=0x40080000
v_dot2_bf16_bf16 v0, v1, v2, 1.0 | v1=0x3f803f80 v2=0x40003f80 | v0=0x5a5a4080

# CDNA4, V_ASHR_PK_I8_I32 and V_ASHR_PK_U8_I32: five bits of the count.
v_ashr_pk_i8_i32 v0, v1, v2, v3 | gfx950 v0=0 v1=-700 v2=1200 v3=0xffffffe3 | v0=0x7fa8
v_ashr_pk_u8_i32 v0, v1, v2, v3 | gfx950 v0=0 v1=-700 v2=1200 v3=0xffffffe3 | v0=0x9600
# A sum of zero has no sign.
v_mad_i64_i32 v[0:1], s4, v2, v6, v[4:5] | v2=3 v6=5 v4=-15 v5=-1 active=1 | v0=0 v1=0 s4=0
# Vega, V_MAD_LEGACY_F32: zero times anything is zero; no denormals.
v_mad_legacy_f32 v0, v1, v2, v3 | gfx900 v1=0f v2=inff v3=3f | v0=3f
v_mad_legacy_f32 v0, v1, v2, v3 | gfx900 v1=nanf v2=-0f v3=3f | v0=3f
v_mad_legacy_f32 v0, v1, v2, v3 | gfx900 v1=2f v2=5f v3=1.5f | v0=11.5f
v_mad_legacy_f32 v0, v1, v2, v3 | gfx900 v1=2f v2=5f v3=1e-40f | v0=10f
# RDNA3, V_PERM_B32: bytes, eight times a sign, 0x00 and 0xFF.
v_perm_b32 v0, v1, v2, 0x7060504 | v1=0x80ff7f01 v2=0x7f80ff00 | v0=0x80ff7f01
v_perm_b32 v0, v1, v2, 0x3020100 | v1=0x80ff7f01 v2=0x7f80ff00 | v0=0x7f80ff00
v_perm_b32 v0, v1, v2, 0xc0d0eff | v1=0x80ff7f01 v2=0x7f80ff00 | v0=0xffffff
v_perm_b32 v0, v1, v2, 0xb0a0908 | v1=0x80ff7f01 v2=0x7f80ff00 | v0=0xff0000ff
# V_QSAD_PK_U16_U8 and V_MQSAD_U32_U8: four windows of eight bytes.
v_qsad_pk_u16_u8 v[0:1], v[2:3], v4, v[6:7] | v2=0x4030201 v3=0x8070605 v4=0 v6=1 v7=0 | v0=0xe000b v1=0x160012
v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[12:15] | v2=0x4030201 v3=0x8070605 v4=0x1000000 v12=5 v13=0 v14=0 v15=0 | v8=8 v9=4 v10=5 v11=6

# Doubles to integers: 2**32, -1 and 2**32 - 1.1.
v_cvt_u32_f64_e32 v0, v[2:3] | v2=0 v3=0x41f00000 | v0=-1
v_cvt_u32_f64_e32 v0, v[2:3] | v2=0 v3=0xbff00000 | v0=0
v_cvt_u32_f64_e32 v0, v[2:3] | v2=0xffdccccd v3=0x41efffff | v0=-2
# Halves to integers.
v_cvt_u16_f16_e32 v0.l, v1.l | v0=0*6 v1=-1h,65504h,infh,nanh,2.9h,-40000h | v0=0,65504,65535,0,2,0
v_cvt_i16_f16_e32 v0.l, v1.l | v0=0*6 v1=-1h,65504h,infh,nanh,2.9h,-40000h | v0=0xffff,32767,32767,0,2,0x8000
v_cvt_f32_i32_e32 v0, v1 | v1=16777217 mode=0xf1 | v0=16777218f
v_cvt_f32_ubyte2_e32 v0, v1 | v1=0x12345678 | v0=52f
v_cvt_pk_norm_i16_f32 v0, v1, v2 | v1=-1.5f v2=0.5f | v0=0x40008001
v_cvt_pk_norm_u16_f32 v0, v1, v2 | v1=2f v2=nanf | v0=0xffff
v_cvt_pk_u8_f32 v0, v1, 2, v3 | v1=300.7f v3=JUNK | v0=0x5aff5a5a
# Signaling NaNs become quiet.
v_cvt_f16_f32_e32 v0, v1 | gfx900 v1=0x7f802000 | v0=0x7e01
v_cvt_f32_f16_e32 v0, v1 | gfx900 v1=0x7c01 | v0=0x7fc02000
v_add_f32_e32 v0, 1.0, v1 | v1=SIGNALING | v0=0x7fc00001
v_rndne_f32_e32 v0, v1 | v1=0.5f,1.5f,2.5f,-0.5f,-1.5f,-0.2f,8388609f,inff | v0=0f,2f,2f,-0f,-2f,-0f,8388609f,inff
v_floor_f32_e32 v0, v1 | v1=0.5f,1.5f,2.5f,-0.5f,-1.5f,-0.2f,8388609f,inff | v0=0f,1f,2f,-1f,-2f,-1f,8388609f,inff
v_ceil_f32_e32 v0, v1 | v1=0.5f,1.5f,2.5f,-0.5f,-1.5f,-0.2f,8388609f,inff | v0=1f,2f,3f,-0f,-1f,-0f,8388609f,inff
# LLVM, `llvm.amdgcn.fract`: at most the largest number below 1.
v_fract_f32_e32 v0, v1 | v1=1.25f,-0.25f,-1e-20f,4f | v0=0.25f,0.75f,0x3f7fffff,0
# RDNA3, V_FREXP_EXP_I32_F32 and V_FREXP_MANT_F32; denormals are normalised.
v_frexp_exp_i32_f32_e32 v0, v1 | v1=8f,-0.75f,0f,inff,nanf,1 | v0=4,0,0,0,0,-148
v_frexp_mant_f32_e32 v0, v1 | v1=8f,-0.75f,0f,inff,nanf,1 | v0=0.5f,-0.75f,0f,inff,nanf,0.5f
v_frexp_exp_i16_f16_e32 v0, v1 | gfx900 v1=1 | v0=0xffe9
v_ldexp_f16_e32 v0, v1, v2 | gfx900 v1=1.5h v2=0xffe8 | v0=2
# Exact where the function is; denormals of float do not exist for it.
v_rcp_f32_e32 v0, v1 | v1=0f,-0f,inff,4f | v0=inff,-inff,0f,0.25f
v_rcp_f32_e32 v0, v1 | v1=0x7f000000 | v0=0f
v_rsq_f32_e32 v0, v1 | v1=4f,0f | v0=0.5f,inff
v_sqrt_f32_e32 v0, v1 | v1=49f,-0f | v0=7f,-0f
v_exp_f32_e32 v0, v1 | v1=10f,-140f,-inff | v0=1024f,0f,0f
v_log_f32_e32 v0, v1 | v1=8f,0f,0x200 | v0=3f,-inff,-inff
v_sin_f32_e32 v0, v1 | v1=0.25f,-0.25f,7.5f,-0f | v0=1f,-1f,0f,-0f
v_cos_f32_e32 v0, v1 | v1=0.5f,0.25f,1000f | v0=-1f,0f,1f
# Vega, V_SIN_F32: 0 beyond 256 turns, and V_COS_F32 1.
v_sin_f32_e32 v0, v1 | gfx900 v1=256.25f | v0=0
v_cos_f32_e32 v0, v1 | gfx900 v1=256.25f | v0=1f
v_sin_f32_e32 v0, v1 | gfx1030 v1=256.25f | v0=1f
# Vega, V_RCP_F16: denormals are supported, unless MODE flushes them; 0x200 is 2**-15.
v_rcp_f16_e32 v0, v1 | gfx900 mode=0x230 v1=32768h,0x200 | v0=0h,infh
v_rcp_f16_e32 v0, v1 | gfx900 v1=32768h,0x200 | v0=0x200,32768h
v_s_rcp_f32 s4, s5 | gfx1200 s5=4f | s4=0.25f
v_s_sqrt_f16 s4, s5 | gfx1200 s5=9h | s4=3h

# RDNA4, conversions of bytes (1, 2, 4, 8): bits of the byte select are reversed in `op_sel`.
v_cvt_f32_fp8_e64 v0, v1 byte_sel:0 | gfx1200 v1=0x38404850 | v0=8f
v_cvt_f32_fp8_e64 v0, v1 byte_sel:1 | gfx1200 v1=0x38404850 | v0=4f
v_cvt_f32_fp8_e64 v0, v1 byte_sel:2 | gfx1200 v1=0x38404850 | v0=2f
v_cvt_f32_fp8_e64 v0, v1 byte_sel:3 | gfx1200 v1=0x38404850 | v0=1f
v_cvt_f32_fp8_e64 v0, v1 op_sel:[0,0] | gfx1200 v1=0x38404850 | v0=8f
v_cvt_f32_fp8_e64 v0, v1 op_sel:[0,1] | gfx1200 v1=0x38404850 | v0=4f
v_cvt_f32_fp8_e64 v0, v1 op_sel:[1,0] | gfx1200 v1=0x38404850 | v0=2f
v_cvt_f32_fp8_e64 v0, v1 op_sel:[1,1] | gfx1200 v1=0x38404850 | v0=1f
v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1] | gfx1200 v1=1f v2=-2f | v0=0xc0385a5a
v_cvt_pk_fp8_f32 v0.h, v1, v2 | gfx1200 v1=1f v2=-2f | v0=0xc0385a5a
v_cvt_pk_f32_fp8_e32 v[0:1], v1.h | gfx1200 v1=0x38404850 | v0=2f v1=1f
# gfx942 has other numbers: a bias of 8.
v_cvt_pk_fp8_f32 v0.h, v1, v2 | gfx942 v1=1f v2=-2f | v0=0xc8405a5a
v_cvt_pk_f32_fp8_sdwa v[0:1], v1 src0_sel:WORD_1 | gfx942 v1=0xc8400000 | v0=1f v1=-2f
# Overflow gives NaN or infinity, but the largest number with MODE.FP16_OVFL.
v_cvt_pk_fp8_f32 v0, v1, v2 | gfx1200 v0=0 v1=1e6f v2=-1e6f | v0=0xff7f
v_cvt_pk_fp8_f32 v0, v1, v2 | gfx1200 v0=0 v1=1e6f v2=-1e6f mode=0x8000f0 | v0=0xfe7e
v_cvt_pk_bf8_f32 v0, v1, v2 | gfx1200 v0=0 v1=1e6f v2=-1e6f | v0=0xfc7c
v_cvt_pk_bf8_f32 v0, v1, v2 | gfx1200 v0=0 v1=1e6f v2=-1e6f mode=0x8000f0 | v0=0xfb7b
# CDNA4, scaled conversions: the scale is the exponent of a float.
v_cvt_scalef32_pk_f32_fp4 v[8:9], v1, v2 op_sel:[0,1,0] | gfx950 v1=0x420000 v2=4f | v8=4f v9=8f
v_cvt_scalef32_pk_fp4_f32 v0, v3, v4, v2 op_sel:[0,0,1,0] | gfx950 v2=4f v3=6f v4=-2f | v0=0x5a5a935a
v_cvt_scalef32_pk_f16_fp8 v0, v1, v2 | gfx950 v1=0x4038 v2=0.5f | v0=0x3c003800
v_cvt_f32_bf16_e32 v0, v1 | gfx950 v1=0x3fc0 | v0=1.5f
v_cvt_pk_bf16_f32 v0, v1, v2 | gfx950 v1=0x3f808000 v2=0x3f818000 | v0=0x3f823f80

# RDNA3, V_DOT2_F16_F16, V_DOT2_BF16_BF16 and V_DOT2_F32_BF16: 2 * 3 + 4 * 5 + 0.5.
v_dot2_f16_f16 v0, v1, v2, v3 | v1=0x44004000 v2=0x45004200 v3=0.5h | v0=0x5a5a4ea0
v_dot2_bf16_bf16 v0, v1, v2, v3 | v1=0x40804000 v2=0x40a04040 v3=0x3f00 | v0=0x5a5a41d4
v_dot2_f32_bf16 v0, v1, v2, v3 | v1=0x40804000 v2=0x40a04040 v3=0.5f | v0=26.5f
# RDNA4, V_DOT4_F32_FP8_BF8: (1 + 2 - 1 + 0.5) * 1 + 10. The numbers have the exponents 7, 8,
# 7 and 6 of e4m3, 15 and so on of e5m2.
v_dot4_f32_fp8_fp8 v0, v1, v2, v3 | gfx1200 v1=0x30b84038 v2=0x38383838 v3=10f | v0=12.5f
v_dot4_f32_bf8_bf8 v0, v1, v2, v3 | gfx1200 v1=0x38bc403c v2=0x3c3c3c3c v3=10f | v0=12.5f
v_dot4_f32_fp8_bf8 v0, v1, v2, v3 | gfx1200 v1=0x30b84038 v2=0x3c3c3c3c v3=10f | v0=12.5f
v_dot4_f32_bf8_fp8 v0, v1, v2, v3 | gfx1200 v1=0x38bc403c v2=0x38383838 v3=10f | v0=12.5f
# Vega, section 6.2.3: an integer result with CLAMP is limited to its type.
v_add_co_u32 v0, vcc, v1, v2 | gfx900 v1=5 v2=7 active=1 | v0=12 vcc=0
v_add_co_u32_e64 v0, vcc, v1, v2 clamp | gfx900 v1=-1 v2=2 active=1 | v0=-1 vcc=1
v_add_co_u32_e64 v0, vcc, v1, v2 clamp | gfx900 v1=5 v2=7 active=1 | v0=12 vcc=0
v_sub_co_u32_e64 v0, vcc, v1, v2 clamp | gfx900 v1=5 v2=7 active=1 | v0=0 vcc=1
v_sub_co_u32_e64 v0, vcc, v1, v2 clamp | gfx900 v1=7 v2=5 active=1 | v0=2 vcc=0
v_subrev_co_u32_e64 v0, vcc, v1, v2 clamp | gfx900 v1=5 v2=7 active=1 | v0=2 vcc=0
v_subrev_co_u32_e64 v0, vcc, v1, v2 clamp | gfx900 v1=7 v2=5 active=1 | v0=0 vcc=1
# Sums and products of 64 bits: at most 2**64 - 1, or between -(2**63) and 2**63 - 1.
v_mad_u64_u32 v[6:7], vcc_lo, v1, v2, v[4:5] clamp | v1=-1 v2=-1 v4=-1 v5=-1 | v6=-1 v7=-1
v_mad_u64_u32 v[6:7], vcc_lo, v1, v2, v[4:5] clamp | v1=3 v2=5 v4=7 v5=0 | v6=22 v7=0
v_mad_i64_i32 v[6:7], vcc_lo, v1, v2, v[4:5] clamp | v1=0x40000000 v2=0x40000000 v4=-1 v5=0x7fffffff | v6=-1 v7=0x7fffffff
v_mad_i64_i32 v[6:7], vcc_lo, v1, v2, v[4:5] clamp | v1=0x40000000 v2=0xc0000000 v4=0 v5=0x80000000 | v6=0 v7=0x80000000
v_mad_i64_i32 v[6:7], vcc_lo, v1, v2, v[4:5] clamp | v1=-3 v2=5 v4=7 v5=0 | v6=-8 v7=-1
# RDNA3, V_DIV_FMAS_F32: VCC tells the lanes whose result is scaled, by 2**64 or 2**-64.
v_div_fmas_f32 v0, v1, v2, v3 | v1=3f v2=2f v3=1f | v0=7f
v_div_fmas_f32 v0, v1, v2, v3 | v1=3f v2=2f v3=1f vcc=1 | v0=0x20e00000
v_div_fmas_f32 v0, v1, v2, v3 | v1=3f v2=2f v3=4f vcc=1 | v0=0x61200000
v_div_fmas_f32 v0, v1, v2, v3 | v1=inff v2=2f v3=1f vcc=1 | v0=inff
v_div_fmas_f32 v0, v1, v2, v3 | v1=3f v2=2f v3=-inff vcc=1 | v0=-inff
v_div_fmas_f32 v0, v1, v2, v3 | v1=3f v2=0f v3=0f vcc=1 | v0=0f
v_div_fmas_f32 v0, v1, v2, v3 | v1=-3f v2=0f v3=-0f vcc=1 | v0=-0f

# EXECZ and VCCZ are 1 if no lane is active or set; SCC is what a comparison left.
s_mov_b64 s[2:3], src_vccz | gfx900 vcc=0 | s2=1 s3=0
s_mov_b64 s[2:3], src_vccz | gfx900 vcc=4 | s2=0 s3=0
s_mov_b64 s[2:3], src_execz | gfx900 active=0 | s2=1 s3=0
s_mov_b64 s[2:3], src_execz | gfx900 active=4 | s2=0 s3=0
s_cmp_eq_u32 s4, s5; s_mov_b64 s[2:3], src_scc | gfx900 s4=7 s5=7 | s2=1 s3=0
s_cmp_eq_u32 s4, s5; s_mov_b64 s[2:3], src_scc | gfx900 s4=7 s5=8 | s2=0 s3=0
# Halves of the active lanes.
s_mov_b32 s2, exec_hi; s_mov_b32 s3, exec_lo | gfx900 active=0x123456789abcdef | s2=0x1234567 s3=0x89abcdef
s_mov_b32 exec_hi, s4 | gfx900 active=0x123456789abcdef s4=15 | exec=0xf89abcdef
s_mov_b32 exec_lo, s4 | gfx900 active=0x123456789abcdef s4=15 | exec=0x12345670000000f
# RDNA3, table of scalar operands: NULL reads 0, and ignores writes.
s_mov_b64 null, s[4:5]; s_mov_b64 s[6:7], null | s4=1 s5=2 | s6=0 s7=0
"""
"""
Instructions, registers and settings before them, registers after them: the first lanes. `2f`
is the bits of a float, `2h` of a half; `7*3` three of them; `0..3` four numbers.
"""

NAMES = {
    "JUNK": JUNK,
    "NAN": 0x7FC00000,
    "SIGNALING": 0x7F800001,
    "LEGACY": LEGACY,
    # DX10_CLAMP, where every denormal is zero.
    "FLUSHING": 0x100,
}
FIVE = "active=31 v1=1f,2f,3f,NAN,1f v2=2f,2f,2f,2f,NAN"


def number(text: str) -> int:
    if text in NAMES:
        return NAMES[text]
    if text[-1] in "fh" and not text.startswith("0x"):
        return (f32 if text[-1] == "f" else f16)(float(text[:-1]))[0]
    return int(text, 0) & (1 << 64) - 1


def numbers(text: str) -> list[int]:
    found: list[int] = []
    for part in text.split(","):
        first, dots, last = part.partition("..")
        value, _, count = part.partition("*")
        if dots:
            found += range(int(first), int(last) + 1)
        else:
            found += [number(value) & 0xFFFFFFFF] * int(count or 1)
    return found


@pytest.mark.parametrize(
    "case", [line for line in CASES.splitlines() if line and line[0] != "#"]
)
def test_instructions(case: str):
    text, given, wanted = case.rsplit(" | ", 2)
    options: dict[str, Any] = {"v": {}, "s": {}}
    for word in given.replace("FIVE", FIVE).split():
        name, _, value = word.partition("=")
        if name.startswith("gfx"):
            options["cpu"] = name
        elif name[1:].isdigit():
            row = numbers(value)
            options[name[0]][int(name[1:])] = row if name[0] == "v" else row[0]
        else:
            options[name] = number(value)
    state = execute(text.replace(";", "\n"), **options)
    for word in wanted.split():
        name, _, value = word.partition("=")
        if name == "vcc":
            assert vcc_of(state) == number(value)
        elif name == "exec":
            assert int(lane_bits(state.exec)[0]) == number(value)
        elif name[0] == "s":
            assert int(state.s[int(name[1:]), 0]) == number(value) & 0xFFFFFFFF
        else:
            row = numbers(value)
            assert lanes_of(state, int(name[1:]), len(row)) == row, name


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


# NaNs and zeros


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


def test_dpp_masks():
    """Rows are 16 lanes; banks the four quarters of each row."""
    text = "v_mov_b32_dpp v0, v1 row_mirror row_mask:0x5 bank_mask:0x6"
    state = execute(text, "gfx900", v={0: [1] * 64, 1: [2] * 64})
    written = [i for i, value in enumerate(lanes_of(state, 0)) if value == 2]
    assert written == [*range(4, 12), *range(36, 44)]


def test_dpp_of_64_bits():
    text = "v_mov_b64_dpp v[0:1], v[2:3] row_newbcast:1 row_mask:0xf bank_mask:0xf"
    state = execute(text, "gfx942", v={2: range(64), 3: range(100, 164)})
    assert lanes_of(state, 0, 2) == [1, 1]
    assert lanes_of(state, 1)[16:18] == [117, 117]


def test_classes():
    """
    RDNA3, section 16.11, V_CMP_CLASS_F32: ten classes from signaling NaN to +infinity.
    """
    values = [
        NAMES["SIGNALING"],
        NAMES["NAN"],
        0xFF800000,
        0xBF800000,
        0x80000001,
        0x80000000,
        0,
        1,
        0x3F800000,
        0x7F800000,
    ]
    for bit in range(10):
        text = f"v_cmp_class_f32_e64 s4, v1, {1 << bit:#x}"
        state = execute(text, v={1: values}, active=0x3FF)
        assert int(state.s[4, 0]) == 1 << bit


# Carries


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
