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

/* The sum of a work item is far from those of others, and `a` may have it. */
#define FAR(T) \
  kernel void far_##T(global T *sums, global const T *a, global const T *b, int m, int j, int n) { \
    int i = get_global_id(0); \
    for (int k = 0; k < n; ++k) sums[i * m + j] += a[i * m + k] * b[k]; \
  }
FAR(uchar)
FAR(short)
FAR(int)
FAR(long)
FAR(float)
FAR(double)

typedef struct { int x, y; } far_pair;

/* Two sums in a structure, of which the second takes the first, and a load that some rounds make. */
kernel void far_members(global far_pair *sums, global const int *a, int m, int j, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    sums[i * m + j].x += k & 1 ? 5 : a[2 * i * m + k];
    sums[i * m + j].y = sums[i * m + j].y * 3 + sums[i * m + j].x;
  }
}

kernel void far_vectors(global float4 *sums, global const float4 *a, int m, int j, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) sums[i * m + j] += a[i * m + k];
}

/* Numbers of another type. */
kernel void far_bits(global float *sums, global const int *a, int m, int j, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) sums[i * m + j] += a[i * m + k] & 0xffffff;
}

kernel void far_nans(global uint *sums, global const float *a, int m, int j, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) sums[i * m + j] = as_uint(a[i * m + k]) ^ (sums[i * m + j] & 7);
}

/* A part of the sum, at any place in it. */
kernel void far_bytes(global int *sums, global const uchar *a, int m, int j, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) sums[i * m + j] = sums[i * m + j] * 5 + a[4 * i * m + k];
}

kernel void far_longs(global int *sums, global const long *a, int m, int j, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) sums[i * m + j] += a[(i * m + k) / 2] >> 31;
}

typedef struct __attribute__((packed)) { short first; int x; } split;

kernel void far_split(global int *sums, global const split *a, int m, int j, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    sums[i * m + j] += ((global const split *)((global const char *)a + 4 * (i * m + k)))->x;
}

/* Stores to what may be the sum. */
kernel void far_stores(global int *sums, global int *a, int m, int j, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) { sums[i * m + j] += k + 1; a[i * m + k] *= 3; }
}

kernel void far_constants(global int *sums, constant int *a, int m, int j, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) sums[i * m + j] += a[i * m + k];
}

kernel void far_local(global int *out, local int *sums, int m, int j, int n) {
  int i = get_global_id(0), at = get_local_id(0);
  for (int k = 0; k < m; ++k) sums[at * m + k] = i + k;
  for (int k = 0; k < n; ++k) sums[at * m + j] += sums[at * m + k];
  out[i] = sums[at * m + j];
}
