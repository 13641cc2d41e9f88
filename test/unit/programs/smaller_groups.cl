kernel __attribute__((reqd_work_group_size(8, 4, 1)))
void tell(global int *sizes, global int *met, global int *ranks) {
  local int count;
  if (get_local_id(0) + get_local_id(1) == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&count, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  int i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  met[i] = count;
#if __OPENCL_C_VERSION__ >= 200
  int enqueued = get_enqueued_local_size(0) + 10 * get_enqueued_local_size(1);
  ranks[i] = work_group_scan_inclusive_add(1);
#else
  int enqueued = get_local_size(0) + 10 * get_local_size(1);
  ranks[i] = get_local_id(1) * get_local_size(0) + get_local_id(0) + 1;
#endif
  sizes[i] = get_local_size(0) + 10 * get_local_size(1) + 100 * get_local_size(2)
           + 1000 * enqueued;
}
