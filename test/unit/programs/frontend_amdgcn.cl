// --- PROGRAM

#ifndef __AMDGCN__
#error not for a GPU
#endif
kernel __attribute__((amdgpu_flat_work_group_size(64, 128)))
__attribute__((amdgpu_waves_per_eu(2, 4))) __attribute__((amdgpu_num_vgpr(48)))
__attribute__((amdgpu_num_sgpr(40)))
void k(global uint *x, local float *l) {
  uint v = x[get_local_id(0)], r;
  __asm__ volatile("v_add3_u32 %0, %1, %2, 1" : "=v"(r) : "v"(v), "s"(x[1]) : "vcc",
                   "memory");
  constant uint *packet = __builtin_amdgcn_dispatch_ptr();
  x[2] = r + packet[1] + __builtin_amdgcn_mbcnt_lo(~0u, 0) + sizeof(l)
      + __builtin_amdgcn_readfirstlane(v) + (uint)__builtin_readcyclecounter()
      + __builtin_amdgcn_update_dpp(0, v, 0x111, 0xf, 0xf, true);
  x[3] = __AMDGCN_WAVEFRONT_SIZE;
  l[0] = __builtin_amdgcn_rcpf(x[4]) + __builtin_amdgcn_fmed3f(l[1], l[2], l[3]);
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_sched_group_barrier(1, 2, 0);
  l[5] = as_float(__builtin_amdgcn_raw_buffer_load_b32(
      __builtin_amdgcn_make_buffer_rsrc(x, 0, 64, 0), 4, 0, 0));
}
kernel void q(global float *f) {
  f[0] = __builtin_amdgcn_interp_p2(f[1], f[2], 0, 0, 3);
}
// --- LOCAL_RESERVATION

kernel void k(global int *x, read_only pipe int p, write_only pipe int q) {
  local reserve_id_t rid;
  local reserve_id_t many[2];
  int packet;
  if (get_local_id(0) == 0)
    many[1] = rid = reserve_read_pipe(p, 4);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (is_valid_reserve_id(rid))
    read_pipe(p, rid, 1, &packet);
  rid = work_group_reserve_write_pipe(q, 4);
  write_pipe(q, rid, 0, &packet);
  work_group_commit_write_pipe(q, rid);
  x[0] = packet;
}
// --- EMULATED

typedef struct { int a; float b; } pair;
int scaled(pair p, int n) { return p.a * n; }
kernel void k(global uint *out, uint start, pair p) {
  uint i = get_global_id(0), r;
  __asm__ volatile("v_lshl_add_u32 %0, %1, 2, %2" : "=v"(r) : "v"(i), "s"(start));
  uint lane = __builtin_amdgcn_mbcnt_lo(~0u, 0);
#if __AMDGCN_WAVEFRONT_SIZE == 64
  lane = __builtin_amdgcn_mbcnt_hi(~0u, lane);
#endif
  uint moved = __builtin_amdgcn_update_dpp(7, lane, 0x111, 0xf, 0xf, false);
  constant uint *packet = __builtin_amdgcn_dispatch_ptr();
  out[i] = r + 1000 * moved + 1000000 * __builtin_amdgcn_readfirstlane(i)
      + 500 * (packet[3] == 128) + scaled(p, 7) + (uint)p.b;
}
// --- FLOAT_ATOMICS_AS_PROGRAMS_ASK

#ifdef __opencl_c_ext_fp32_global_atomic_add
void add(volatile global float *p, float x) {
  atomic_fetch_add_explicit((volatile global atomic_float *)p, x,
                            memory_order_relaxed, memory_scope_device);
}
#else
void add(volatile global float *p, float x) {
  union { uint u; float f; } old, new;
  do { old.f = *p; new.f = old.f + x; }
  while (atomic_cmpxchg((volatile global uint *)p, old.u, new.u) != old.u);
}
#endif
kernel void k(global float *sum) { add(sum, 0.5f); }
