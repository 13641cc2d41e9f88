// --- PING_PONG

kernel void k(global int *a, global int *b, int rounds) {
  global int *from = a, *to = b;
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < 8; i++) to[i] = from[(i + 1) % 8] + i;
    global int *other = from; from = to; to = other;
  }
}
// --- SCAN

kernel void k(global int *a, global int *b, local int *s, local int *t) {
  int l = get_local_id(0), n = get_local_size(0);
  local int *from = s, *to = t;
  from[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < n; d *= 2) {
    to[l] = l >= d ? from[l] + from[l - d] : from[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *other = from; from = to; to = other;
  }
  b[l] = from[l];
}
// --- CROSSED

kernel void k(global int *a, global int *b, int c) {
  global int *p, *q;
  if (c) { p = a; q = b; } else { p = b; q = a; }
  for (int i = 0; i < 8; i++) p[i] = 3 * q[i] + i;
}
// --- VARIABLES

constant int low[4] = {1, 2, 3, 4};
constant int high[4] = {50, 60, 70, 80};
kernel void k(global int *a, global int *b, int c) {
  constant int *p, *q;
  if (c) { p = low; q = high; } else { p = high; q = low + 1; }
  b[0] = a[0] ? p[a[1]] : q[a[2]];
}
