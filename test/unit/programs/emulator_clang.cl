// --- PRELUDE

#define F __attribute__((overloadable))
#define AXIS(name) (d == 0 ? name##_x() : d == 1 ? name##_y() : name##_z())
F size_t get_local_id(uint d) { return AXIS(__builtin_amdgcn_workitem_id); }
F size_t get_group_id(uint d) { return AXIS(__builtin_amdgcn_workgroup_id); }
F size_t get_global_offset(uint d) {
  return ((constant ulong *)__builtin_amdgcn_implicitarg_ptr())[5 + d];
}
F size_t get_global_size(uint d) { return AXIS(__builtin_amdgcn_grid_size); }
static uint enqueued(uint d) { return AXIS(__builtin_amdgcn_workgroup_size); }
F size_t get_global_id(uint d) {
  return get_global_offset(d) + get_group_id(d) * enqueued(d) + get_local_id(d);
}
F size_t get_local_size(uint d) {
  ulong rest = get_global_size(d) - get_group_id(d) * enqueued(d);
  return rest < enqueued(d) ? rest : enqueued(d);
}
F size_t get_num_groups(uint d) {
  return (get_global_size(d) + enqueued(d) - 1) / enqueued(d);
}
F void barrier(cl_mem_fence_flags flags) {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
  __builtin_amdgcn_s_barrier();
}
F float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
F float mad(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
F float sqrt(float a) { return __builtin_sqrtf(a); }
F float rsqrt(float a) { return 1 / __builtin_sqrtf(a); }
