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
// --- SOME_LEAVE_BEFORE_WHAT_THE_OTHERS_AGREE_ON

kernel void k(constant long *p, global int *d, int n) {
  int l = get_local_id(0), x = get_global_id(0);
  if (l > n) return;
  long v = p[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  d[x] = v;
}
// --- TRUTH_VALUES_THAT_CROSS

kernel void k(global int *d, int n) {
  int x = get_global_id(0), r = 0;
  bool large = d[x] > 5;
  d[x] = -1;
  uint v = x * 7;
  while (v > 1 && r < n) { v = v & 1 ? 3 * v + 1 : v / 2; r++; }
  barrier(CLK_LOCAL_MEM_FENCE);
  d[x] = r + (large ? 1000 : 0);
}
// --- VALUES_OF_WORK_ITEMS_THAT_LEFT_A_LOOP

kernel void k(global int *d) {
  int x = get_global_id(0), i = 0, rounds = d[x], v;
  do { v = rounds * i + 3; d[x] = v; } while (++i < rounds);
  barrier(CLK_LOCAL_MEM_FENCE);
  d[x] = v * 10 + i;
}
// --- VECTORS_THAT_CROSS

kernel void k(global int2 *d, int n) {
  int x = get_global_id(0);
  int2 v = d[x];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (n) v += d[x ^ 1].yx;
  barrier(CLK_GLOBAL_MEM_FENCE);
  d[x] = v * 3;
}
// --- PRIVATE_ARRAYS_THAT_CROSS

kernel void k(global int *d, int n) {
  int x = get_global_id(0), a[8], b[8];
  for (int i = 0; i < 8; i++) a[i] = d[x] + i;
  int *p = a, *end = a + n;
  do {
    *p += x;
    barrier(CLK_LOCAL_MEM_FENCE);
    p++;
  } while (p < end);
  d[x] = 0;
  for (int *q = b, *last = b + 8; q != last; q++) *q = x + (q - b);
  for (int i = 0; i < 8; i++) d[x] += (a[i] << i) * b[(n + i) & 7];
}
// --- ONE_ANSWER_FOR_ALL

kernel void k(global int *d, local int *t, int n) {
  int l = get_local_id(0), x = get_global_id(0);
  t[l] = d[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; work_group_any(t[l] < n); round++) {
    int next = t[(l + 1) % get_local_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] += next;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  d[x] = t[l];
}
