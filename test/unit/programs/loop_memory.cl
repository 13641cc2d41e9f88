typedef struct { int x, y; } pair;

/* What a loop adds to memory, beside numbers that it reads from there and elsewhere. */
kernel void added(global pair *sums, global const int *a, local pair *l, int n, int m) {
  int i = get_global_id(0), at = get_local_id(0);
  l[at].x = a[i % 8]; l[at].y = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = at; r < m; r += 5) {
    for (int k = 0; k < n; ++k) {
      sums[i].x = sums[i].x / 2 + l[(at + k) % 16].x;
      if (k & 1) sums[i].y += sums[i].x;
      else sums[i].y -= l[at].y;
    }
    sums[i].x += r;
  }
}

/* `b` may be a part of `sums`. */
kernel void overlapping(global int *sums, global const int *b, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) { sums[40 + i] += b[i]; sums[i + 41 * k] += 1; }
}

kernel void bytes(global int *sums, local int *l, int n) {
  int i = get_global_id(0), at = get_local_id(0);
  global short *parts = (global short *)(sums + i);
  l[at] = i;
  for (int k = 0; k < n; ++k) { parts[1] += 1; sums[i] += l[at] * 65536 + 3; l[at] += 1; }
}

/* No place is touched where a loop has no round. */
kernel void none(global int *sums, local int *l, int n, int far) {
  int i = get_global_id(0);
  l[get_local_id(0)] = i;
  for (int k = i; k < n; ++k) sums[i < n ? i : far] += l[get_local_id(0)];
}

kernel void constants(global int *sums, constant int *b, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) sums[i] = sums[i] * 2 + b[k];
}

/* The second sum is of a number that the first store may have changed. */
kernel void in_place(global float *a, global float *b) {
  int i = get_global_id(0);
  b[2 * i] = a[2 * i] + a[2 * i + 1];
  b[2 * i + 1] = a[2 * i] - a[2 * i + 1];
}

/* The last store is to a place that the loop wrote. */
kernel void written(global float *a) {
  int i = get_global_id(0);
  for (int k = 0; k < 4; ++k) a[i * 4 + k] += i;
  a[i * 4 + 3] += 7;
}
