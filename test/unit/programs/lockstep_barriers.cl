// --- SUMS

kernel void sums(global int *d, local int *t, int n, int m) {
  int l = get_local_id(0), L = get_local_size(0), s = d[get_global_id(0)];
  for (int j = 0; j < m; j++) {
    t[l] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int w = 0; w < n; w++) {
      s += t[(l + w) % L] * j;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  d[get_global_id(0)] = s;
}
// --- COUNTS

kernel void counts(global int *d, local int *t, int n, int m) {
  int s = d[get_global_id(0)], c = 0;
  for (int j = 0; j != m; j++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int w = 0; w < 2; w++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      s++;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    c++;
  }
  d[get_global_id(0)] = c;
}
// --- CONDITIONAL

kernel void {name}(global int *d, local int *t, int n, int m) {{
  int l = get_global_id(0);
  {loop} {{
    barrier(CLK_LOCAL_MEM_FENCE);
    d[l] += 1;
    {middle}
  }}
}}
