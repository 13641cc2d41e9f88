// --- EXCHANGE

kernel void f(global volatile atomic_float *p, global float *e, float d, global int *o) {
  o[0] = atomic_compare_exchange_strong(p, e, d);
}
kernel void d(global volatile atomic_double *p, global double *e, double d, global int *o) {
  o[0] = atomic_compare_exchange_strong(p, e, d);
}
// --- ATOMICS

#pragma OPENCL EXTENSION all : enable
kernel void add_f32(global atomic_float *p, float v) {
  atomic_fetch_add_explicit(p, v, memory_order_relaxed, memory_scope_device);
}
kernel void add_f64(global atomic_double *p, double v) {
  atomic_fetch_add_explicit(p, v, memory_order_relaxed, memory_scope_device);
}
kernel void max_f32(local atomic_float *p, float v) {
  atomic_fetch_max_explicit(p, v, memory_order_relaxed, memory_scope_work_group);
}
kernel void exchange_f32(global float *p, float v, global float *o) { *o = atomic_xchg(p, v); }
kernel void add_i64(global long *p, long v) { atom_add(p, v); }
kernel void min_u64(local ulong *p, ulong v) { atom_min(p, v); }
// --- EVENTS

kernel void k(global int *a, local int *l, int n) {
  event_t e[2];
  for (int i = 0; i < n; i++)
    e[i] = async_work_group_copy(l + 4 * i, a + 4 * i, 4, 0);
  wait_group_events(n, e);
  int v = l[7 - get_local_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = v;
}
