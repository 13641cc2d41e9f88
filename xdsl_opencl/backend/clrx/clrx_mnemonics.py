"""
The instructions that LLVM and CLRX spell alike, by generation.

LLVM 22 printed each of them for the acceptance kernels, and clrxasm 0.1.9 assembled this text to
the same words as LLVM; LLVM's suffix `_e32` is left out. Instructions that differ in an operand
(packed 16-bit arithmetic, classes of double) or do not occur in these kernels are not listed.
"""

from __future__ import annotations

from collections.abc import Mapping

_SPELT_ALIKE: Mapping[tuple[int, ...], str] = {
    (7, 8, 9): """
buffer_load_dword buffer_load_sbyte buffer_load_ubyte buffer_load_ushort
buffer_store_dword ds_add_u32 ds_and_b32 ds_max_i32 ds_min_i32 ds_read2_b32 ds_read_b128
ds_read_b32 ds_read_b96 ds_sub_u32 ds_write_b128 ds_write_b16 ds_write_b32 ds_write_b8
ds_wrxchg_rtn_b32 ds_xor_b32 flat_load_dword image_load image_sample_lz image_store
s_add_i32 s_add_u32 s_addc_u32 s_addk_i32 s_and_b32 s_and_b64 s_and_saveexec_b64
s_andn2_b64 s_andn2_saveexec_b64 s_ashr_i32 s_barrier s_bcnt1_i32_b64 s_bfe_u32
s_bitcmp0_b32 s_brev_b32 s_cmp_eq_u32 s_cmp_ge_u32 s_cmp_gt_i32 s_cmp_gt_u32
s_cmp_lg_u32 s_cmp_lt_i32 s_cmp_lt_u32 s_cmpk_eq_i32 s_cmpk_gt_u32 s_cselect_b32
s_cselect_b64 s_endpgm s_ff1_i32_b64 s_load_dword s_load_dwordx16 s_load_dwordx2
s_load_dwordx4 s_load_dwordx8 s_lshl_b32 s_lshl_b64 s_lshr_b32 s_lshr_b64 s_max_i32
s_max_u32 s_min_i32 s_min_u32 s_mov_b32 s_mov_b64 s_movk_i32 s_mul_i32 s_nop s_or_b32
s_or_b64 s_or_saveexec_b64 s_orn2_b64 s_sext_i32_i8 s_sub_i32 s_waitcnt s_xor_b32
s_xor_b64 v_add_f32_e32 v_add_f32_e64 v_add_f64 v_alignbit_b32 v_and_b32_e32
v_ashrrev_i32_e32 v_bfe_i32 v_bfe_u32 v_bfi_b32 v_bfrev_b32_e32 v_ceil_f32_e32
v_cmp_class_f32_e32 v_cmp_class_f32_e64 v_cmp_eq_f32_e32 v_cmp_eq_f32_e64
v_cmp_eq_u32_e32 v_cmp_eq_u32_e64 v_cmp_eq_u64_e32 v_cmp_ge_f32_e32 v_cmp_ge_f32_e64
v_cmp_ge_f64_e64 v_cmp_ge_i32_e32 v_cmp_ge_u32_e32 v_cmp_ge_u32_e64 v_cmp_gt_f32_e32
v_cmp_gt_f32_e64 v_cmp_gt_f64_e32 v_cmp_gt_i32_e32 v_cmp_gt_i32_e64 v_cmp_gt_i64_e32
v_cmp_gt_i64_e64 v_cmp_gt_u32_e32 v_cmp_gt_u32_e64 v_cmp_gt_u64_e32 v_cmp_gt_u64_e64
v_cmp_le_f32_e32 v_cmp_le_f32_e64 v_cmp_le_f64_e32 v_cmp_le_i32_e32 v_cmp_le_u32_e32
v_cmp_le_u32_e64 v_cmp_le_u64_e32 v_cmp_le_u64_e64 v_cmp_lg_f32_e64 v_cmp_lt_f32_e32
v_cmp_lt_f32_e64 v_cmp_lt_i32_e32 v_cmp_lt_i32_e64 v_cmp_lt_i64_e32 v_cmp_lt_i64_e64
v_cmp_lt_u32_e32 v_cmp_lt_u32_e64 v_cmp_lt_u64_e32 v_cmp_lt_u64_e64 v_cmp_ne_u32_e32
v_cmp_ne_u32_e64 v_cmp_ne_u64_e64 v_cmp_neq_f32_e32 v_cmp_neq_f32_e64 v_cmp_neq_f64_e32
v_cmp_neq_f64_e64 v_cmp_nge_f32_e64 v_cmp_nge_f64_e32 v_cmp_ngt_f32_e32
v_cmp_ngt_f32_e64 v_cmp_ngt_f64_e32 v_cmp_ngt_f64_e64 v_cmp_nle_f32_e32
v_cmp_nle_f32_e64 v_cmp_nlg_f32_e32 v_cmp_nlt_f32_e32 v_cmp_nlt_f32_e64
v_cmp_nlt_f64_e32 v_cmp_nlt_f64_e64 v_cmp_o_f32_e32 v_cmp_o_f32_e64 v_cmp_u_f32_e64
v_cndmask_b32_e32 v_cndmask_b32_e64 v_cos_f32_e32 v_cvt_f16_f32_e32 v_cvt_f32_f16_e32
v_cvt_f32_f64_e32 v_cvt_f32_i32_e32 v_cvt_f32_u32_e32 v_cvt_f64_f32_e32
v_cvt_f64_f32_e64 v_cvt_f64_i32_e32 v_cvt_i32_f32_e32 v_cvt_i32_f64_e32
v_cvt_u32_f32_e32 v_div_fixup_f64 v_div_fmas_f64 v_div_scale_f64 v_exp_f32_e32
v_ffbh_u32_e32 v_floor_f32_e32 v_floor_f64_e32 v_fma_f32 v_fma_f64 v_fract_f32_e32
v_fract_f64_e32 v_frexp_exp_i32_f32_e32 v_frexp_exp_i32_f64_e32 v_frexp_mant_f32_e32
v_frexp_mant_f32_e64 v_frexp_mant_f64_e32 v_ldexp_f64 v_log_f32_e32 v_lshlrev_b32_e32
v_lshlrev_b32_e64 v_lshrrev_b32_e32 v_mad_i32_i24 v_mad_i64_i32 v_mad_u32_u24
v_mad_u64_u32 v_max3_f32 v_max_f32_e32 v_max_f64 v_max_i32_e32 v_max_u32_e32 v_med3_f32
v_med3_i32 v_med3_u32 v_min3_u32 v_min_f32_e32 v_min_i32_e32 v_min_u32_e32 v_mov_b32_e32
v_mul_f32_e32 v_mul_f32_e64 v_mul_f64 v_mul_hi_i32 v_mul_hi_u32 v_mul_i32_i24_e32
v_mul_lo_u32 v_mul_u32_u24_e32 v_not_b32_e32 v_or_b32_e32 v_rcp_f32_e32 v_rcp_f32_e64
v_rcp_f64_e32 v_rcp_iflag_f32_e32 v_readfirstlane_b32 v_readlane_b32 v_rndne_f32_e32
v_rndne_f64_e32 v_rsq_f32_e32 v_rsq_f64_e32 v_sin_f32_e32 v_sqrt_f32_e32 v_sub_f32_e32
v_sub_f32_e64 v_trig_preop_f64 v_trunc_f32_e32 v_trunc_f32_e64 v_trunc_f64_e32
v_trunc_f64_e64 v_xor_b32_e32
""",
    (7, 8): """
ds_read_u16 flat_atomic_add flat_atomic_add_x2 flat_atomic_and flat_atomic_cmpswap
flat_atomic_cmpswap_x2 flat_atomic_or flat_atomic_smax flat_atomic_smax_x2
flat_atomic_smin flat_atomic_smin_x2 flat_atomic_sub flat_atomic_swap flat_atomic_umax
flat_atomic_umin flat_atomic_xor flat_atomic_xor_x2 flat_load_dwordx2 flat_load_dwordx3
flat_load_dwordx4 flat_load_sbyte flat_load_ubyte flat_load_ushort flat_store_byte
flat_store_dword flat_store_dwordx2 flat_store_dwordx3 flat_store_dwordx4
flat_store_short v_addc_u32_e32 v_addc_u32_e64 v_subb_u32_e32 v_subb_u32_e64
v_subbrev_u32_e32 v_subbrev_u32_e64
""",
    (7, 9): """
v_max_f32_e64
""",
    (8, 9): """
s_cmp_lg_u64 v_add_u16_e32 v_add_u16_e64 v_add_u32_e32 v_add_u32_e64 v_ashrrev_i16_e32
v_ashrrev_i64 v_bcnt_u32_b32 v_cmp_eq_f16_e64 v_cmp_eq_u16_e32 v_cmp_gt_i16_e32
v_cmp_gt_i16_e64 v_cmp_lt_i16_e32 v_cmp_ne_u16_e32 v_ldexp_f32 v_lshlrev_b16_e32
v_lshlrev_b64 v_lshrrev_b16_e32 v_lshrrev_b64 v_max_u16_e32 v_mbcnt_hi_u32_b32
v_mbcnt_lo_u32_b32 v_min_i16_e32 v_min_u16_e32 v_mul_lo_u16_e32 v_perm_b32 v_sub_u16_e32
v_sub_u16_e64 v_sub_u32_e32 v_sub_u32_e64 v_subrev_u32_e32
""",
    (7,): """
buffer_load_sshort buffer_store_byte buffer_store_short ds_read_u8 flat_load_sshort
s_abs_i32 v_add_i32_e32 v_add_i32_e64 v_and_b32_e64 v_ashr_i64 v_ashrrev_i32_e64
v_bcnt_u32_b32_e32 v_bcnt_u32_b32_e64 v_ceil_f32_e64 v_cmp_eq_f64_e64 v_cmp_eq_u64_e64
v_cmp_ge_i32_e64 v_cmp_gt_f64_e64 v_cmp_lg_f64_e64 v_cmp_lt_f64_e64 v_cmp_nlg_f32_e64
v_cmp_u_f64_e64 v_cos_f32_e64 v_cvt_f16_f32_e64 v_cvt_f32_f16_e64 v_cvt_f32_f64_e64
v_cvt_f32_i32_e64 v_cvt_f32_u32_e64 v_cvt_f64_i32_e64 v_cvt_i32_f32_e64
v_cvt_i32_f64_e64 v_cvt_u32_f32_e64 v_div_fixup_f32 v_div_fmas_f32 v_div_scale_f32
v_exp_f32_e64 v_ffbh_u32_e64 v_floor_f32_e64 v_floor_f64_e64 v_frexp_exp_i32_f32_e64
v_frexp_exp_i32_f64_e64 v_frexp_mant_f64_e64 v_ldexp_f32_e32 v_ldexp_f32_e64
v_log_f32_e64 v_lshl_b32_e32 v_lshl_b64 v_lshr_b64 v_lshrrev_b32_e64 v_max_i32_e64
v_max_u32_e64 v_mbcnt_hi_u32_b32_e32 v_mbcnt_hi_u32_b32_e64 v_mbcnt_lo_u32_b32_e64
v_min_f32_e64 v_min_f64 v_min_i32_e64 v_min_u32_e64 v_or_b32_e64 v_rcp_f64_e64
v_rndne_f32_e64 v_rndne_f64_e64 v_rsq_f32_e64 v_rsq_f64_e64 v_sin_f32_e64 v_sqrt_f32_e64
v_sub_i32_e32 v_sub_i32_e64 v_subrev_i32_e32 v_subrev_i32_e64 v_writelane_b32
v_xor_b32_e64
""",
    (8,): """
s_bfe_i64 v_cmp_lt_i16_e64 v_mad_u16 v_subrev_u32_e64
""",
    (9,): """
ds_read_b64 global_atomic_add global_atomic_add_x2 global_atomic_and
global_atomic_cmpswap global_atomic_cmpswap_x2 global_atomic_or global_atomic_smax
global_atomic_smax_x2 global_atomic_smin global_atomic_smin_x2 global_atomic_sub
global_atomic_swap global_atomic_umax global_atomic_umin global_atomic_xor
global_atomic_xor_x2 global_load_dword global_load_dwordx2 global_load_dwordx3
global_load_dwordx4 global_load_sbyte global_load_ubyte global_load_ushort
global_store_byte global_store_dword global_store_dwordx2 global_store_dwordx3
global_store_dwordx4 global_store_short s_lshl2_add_u32 s_mul_hi_u32 v_add3_u32
v_add_co_u32_e32 v_add_co_u32_e64 v_add_i16 v_add_i32 v_add_lshl_u32 v_addc_co_u32_e32
v_addc_co_u32_e64 v_and_or_b32 v_lshl_add_u32 v_lshl_or_b32 v_mad_legacy_u16
v_max_i16_e32 v_med3_i16 v_med3_u16 v_or3_b32 v_pack_b32_f16 v_sub_co_u32_e32 v_sub_i16
v_sub_i32 v_subb_co_u32_e32 v_subbrev_co_u32_e32 v_subbrev_co_u32_e64 v_xad_u32
""",
}
"""Maps generations to the instructions that were confirmed for all of them."""


def spelt_alike(generation: int) -> frozenset[str]:
    """The instructions of `generation` that CLRX reads as LLVM prints them."""
    return frozenset(
        name
        for generations, names in _SPELT_ALIKE.items()
        if generation in generations
        for name in names.split()
    )
