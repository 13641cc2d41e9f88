/* What one work item does alone, in many ways; `n` may be none of them. */
kernel void stores(global const int *a, global int *out, int n) {
  int at = get_local_id(0), group = get_group_id(0);
  int mine = a[3 * get_global_id(0)];
  if (at == n) out[group] = mine + a[get_global_id(0)];
}

/* A number that one work item has, and the others have not, comes to all again. */
kernel void meets(global const int *a, global int *out, int n) {
  int i = get_global_id(0), at = get_local_id(0), v = i;
  if (n == at) v = a[5 * i + 1] / 3;
  out[i] = v + 1;
}

kernel void rounds(global int *a, global int *out, int n) {
  int i = get_global_id(0), at = get_local_id(0);
  int sum = 0;
  if (at == n) {
    for (int k = 0; k < at; ++k) { sum += a[2 * i - k]; a[2 * i - k] = sum; }
    if (sum & 1) out[at + get_group_id(0)] = sum;
  }
  out[64 + i] = sum;
}

/* Each fourth one has this number. */
kernel void several(global const int *a, global int *out, int n) {
  int i = get_global_id(0), at = get_local_id(0);
  if ((uint)at << 30 == (uint)n << 30) out[i] = a[3 * i];
}

kernel void others(global const int *a, global int *out, int n) {
  int i = get_global_id(0), at = get_local_id(0);
  if (at == n) out[i] = -a[2 * i];
  else out[i] = a[3 * i];
  if (at != n) out[i] += a[2 * i];
  else out[i] += a[3 * i];
}

/* All take one of two ways to the sum, after a condition that some come through. */
kernel void switched(global const int *a, global int *out, int n) {
  int i = get_global_id(0), v = 0;
  if (a[i] > 0)
    switch (n % 3) {
    case 0: v = i;
    case 1: out[i] = a[3 * i] + v; break;
    default: out[i] = 7;
    }
}

/* The steps are no multiple of a number's size. */
typedef struct __attribute__((packed)) { int x; short y; } pair;

kernel void packed(global pair *a, global int *out, int n) {
  int i = get_global_id(0);
  out[i] = a[i].x + a[i].y;
  a[i].x = i - n;
}

kernel void crosses(global const int *a, global int *out, local int *l, int n) {
  int i = get_global_id(0), at = get_local_id(0), v = -i;
  l[at] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (at == n) { v = l[(at * 7) % 16]; l[at] = v; }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = v + l[(at + 1) % get_local_size(0)];
}

kernel void vectors(global const int4 *a, global int4 *out, int n) {
  int i = get_global_id(0), at = get_local_id(0);
  int own[5];
  for (int k = 0; k < 5; ++k) own[k] = i + k;
  if (at == n) {
    own[at % 5] = 7;
    out[get_group_id(0)] = a[2 * i] + own[i % 5];
  }
  out[16 + i] = own[3] + own[i % 5];
}

/* Neighbours up to a border, which branches choose; those at an end of a row may take no part. */
kernel void borders(global const int *a, global int *out, int n, int m) {
  int x = get_global_id(0), at = get_local_id(0);
  int right, left;
  if (x + 1 > n) right = n; else right = x + 1;
  if (x - 1 < m) left = m; else left = x - 1;
  out[x] = 0;
  if (at > 0 && at < 15) out[x] = a[right] - 3 * a[left];
  if (a[x] & 1) out[x] += 7 * a[right] + 5 * a[left];
  if (x >= m) { uint low = (uint)x - (uint)m; if (a[x] & 2) low = low / 2; out[x] += 11 * a[low]; }
}
