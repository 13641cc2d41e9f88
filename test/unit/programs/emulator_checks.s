; --- FAULTS
# undefined address: undefined-address: .*'global_store_b32 v5, .* in work-group 0, wave 0, lane 0
  BEGIN
  v_mov_b32 v2, 1
  global_store_b32 v5, v2, s[2:3]
# undefined through a sum: undefined-address
  BEGIN
  v_add_nc_u32 v6, v1, v5
  global_store_b32 v6, v1, s[2:3]
# undefined branch: undefined-branch: the branch depends on .*'s_cbranch_scc1
  BEGIN
  s_cmp_eq_u32 s9, 3
  s_cbranch_scc1 .Lout
  s_nop 0
.Lout:
# undefined lanes: undefined-branch: the lanes that go on depend on
  BEGIN
  v_cmp_lt_u32 vcc_lo, v7, v0
  s_and_saveexec_b32 s4, vcc_lo
# undefined bits of a sum, whose low half is known: undefined-address
  BEGIN
  v_and_b32 v5, 0xffff0000, v9
  v_lshrrev_b32 v5, 16, v5
  global_store_b32 v5, v1, s[2:3]
# undefined in the second of a pair: undefined-address
  BEGIN
  v_dual_mov_b32 v4, v0 :: v_dual_lshlrev_b32 v5, 2, v9
  global_store_b32 v5, v4, s[2:3]
# padding of the arguments: undefined-branch
  s_load_b128 s[4:7], s[0:1], 0x8
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s5, 0
  s_cbranch_scc1 .Lout
  s_nop 0
.Lout:
# LDS that nobody wrote: undefined-address
  BEGIN
  ds_load_b32 v3, v1
  s_waitcnt lgkmcnt(0)
  v_and_b32 v3, 0xfc, v3
  global_store_b32 v3, v1, s[2:3]
# scalar load used at once: not-arrived: uses s2 before a wait instruction for the scalar load
  s_load_b64 s[2:3], s[0:1], 0x0
  s_add_u32 s4, s2, 4
# scalar loads have no order: not-arrived: uses s4
  s_load_b32 s4, s[0:1], 0x8
  s_load_b32 s5, s[0:1], 0x8
  s_waitcnt lgkmcnt(1)
  s_add_u32 s6, s4, 4
# vector load used at once: not-arrived: uses v3 before a wait instruction for the load
  BEGIN
  global_load_b32 v3, v1, s[2:3]
  v_add_nc_u32 v4, 1, v3
# the second of two loads: not-arrived: uses v4
  BEGIN
  global_load_b32 v3, v1, s[2:3]
  global_load_b32 v4, v1, s[2:3]
  s_waitcnt vmcnt(1)
  v_add_nc_u32 v5, v3, v4
# overwritten: not-arrived: overwrites v3
  BEGIN
  global_load_b32 v3, v1, s[2:3]
  v_mov_b32 v3, 1
# LDS load used at once: not-arrived: uses v3 before a wait instruction for the access to LDS
  BEGIN
  ds_store_b32 v1, v0
  ds_load_b32 v3, v1
  v_add_nc_u32 v4, 1, v3
# the loaded half used at once: not-arrived: uses v3
  BEGIN
  global_load_d16_hi_b16 v3, v1, s[2:3]
  global_store_d16_hi_b16 v1, v3, s[2:3]
# the other half used at once: not-arrived: uses v3
  BEGIN
  global_load_d16_b16 v3, v1, s[2:3]
  global_store_b16 v1, v3, s[2:3]
# misaligned scalar load: misaligned: loads scalars from an address that is not a multiple of 4
  s_add_u32 s4, s0, 2
  s_addc_u32 s5, s1, 0
  s_load_b32 s6, s[4:5], 0x0
  s_waitcnt lgkmcnt(0)
; --- RIGHT
# waits
  BEGIN
  global_load_b32 v3, v1, s[2:3]
  ds_store_b32 v1, v0
  ds_load_b32 v4, v1
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_add3_u32 v4, v4, v3, 10
  global_store_b32 v1, v4, s[2:3]
# the first of two loads
  BEGIN
  global_load_b32 v3, v1, s[2:3]
  global_load_b32 v4, v1, s[2:3]
  s_waitcnt vmcnt(1)
  v_add_nc_u32 v5, v0, v3
  s_waitcnt vmcnt(0)
  v_add3_u32 v5, v4, v5, 10
  global_store_b32 v1, v5, s[2:3]
# undefined bits that nobody uses
  BEGIN
  v_lshl_or_b32 v3, v9, 16, v0
  v_and_b32 v3, 0xffff, v3
  v_mad_u64_u32 v[4:5], null, s9, 0, v[3:4]
  v_mov_b32 v8, 0
  v_cmp_gt_u32 vcc_lo, 100, v0
  v_cndmask_b32 v6, v9, v3, vcc_lo
  v_lshlrev_b32 v6, 2, v6
  v_add_nc_u32 v7, 10, v0
  global_store_b32 v6, v7, s[2:3]
# a half of a register whose other half is loaded
  BEGIN
  v_add_nc_u32 v4, 10, v0
  global_store_b32 v1, v4, s[2:3]
  v_mov_b32 v3, v4
  global_load_d16_hi_b16 v3, v1, s[2:3]
  global_store_b16 v1, v3, s[2:3]
  s_waitcnt vmcnt(0)
  global_store_d16_hi_b16 v1, v3, s[2:3]
# undefined bits that the second of a pair shifts out
  BEGIN
  v_lshl_or_b32 v3, v9, 30, v0
  v_dual_mov_b32 v4, v0 :: v_dual_lshlrev_b32 v5, 2, v3
  v_add_nc_u32 v7, 10, v4
  global_store_b32 v5, v7, s[2:3]
# padding that is loaded and not used
  s_load_b128 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  v_add_nc_u32 v2, s6, v0
  v_add_nc_u32 v2, 3, v2
  global_store_b32 v1, v2, s[4:5]
