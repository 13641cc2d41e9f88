#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define RELAXED memory_order_relaxed
#define DEVICE RELAXED, memory_scope_device
#define GROUP RELAXED, memory_scope_work_group
#define I get_global_id(0)
#define ALL barrier(CLK_LOCAL_MEM_FENCE)
#define FIRST if (get_local_id(0) == 0)

kernel void global_all(global ATOMIC *a, global TYPE *x, global TYPE *out) {
  atomic_fetch_add(a, x[I]);
  atomic_fetch_sub_explicit(a + 1, x[I], RELAXED);
  atomic_fetch_min_explicit(a + 2, x[I], DEVICE);
  atomic_fetch_max(a + 3, x[I]);
  ATOMIC *any = a + 4;
  atomic_fetch_add_explicit(any, x[I], DEVICE);
  atomic_fetch_min(any + 1, x[I]);
  out[I] = atomic_exchange(a + 6 + I, x[I]);
  atomic_store(a + 6 + COUNT + I, atomic_load(a + 6 + I) + 1);
}

kernel void local_all(global TYPE *x, global TYPE *out) {
  local ATOMIC a[5], each[ITEMS];
  FIRST for (int i = 0; i != 5; i++) atomic_store(a + i, (TYPE)i);
  ALL;
  atomic_fetch_add(a, x[I]);
  atomic_fetch_sub_explicit(a + 1, x[I], GROUP);
  atomic_fetch_min(a + 2, x[I]);
  atomic_fetch_max_explicit(a + 3, x[I], RELAXED);
  atomic_store_explicit(each + get_local_id(0), x[I], GROUP);
  atomic_exchange(a + 4, 7);
  ALL;
  FIRST for (int i = 0; i != 5; i++) out[5 * get_group_id(0) + i] = atomic_load(a + i);
  out[5 * GROUPS + I] = atomic_load_explicit(each + ITEMS - 1 - get_local_id(0), GROUP);
}
