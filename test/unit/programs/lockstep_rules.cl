kernel void joined(global const int *a, global int *out, int n) {
  int x = get_global_id(0);
  if (!n && a[x] <= 5) return;
  out[0] = 7;
}
kernel void both(global int *out, global long *wide, int n, int m) {
  int x = get_global_id(0), j;
  if (n) { j = x + n; out[x] = 1; }
  else { j = (int)((uint)x + (uint)m); out[x] = 2; }
  wide[x] = j;
}
kernel void without(global int *out, global ulong *wide, uint n, uint m) {
  uint x = get_global_id(0), j;
  if (n) { j = x; out[x] = 1; }
  else { j = x + m; out[x] = 2; }
  wide[x] = j;
}
#define FEW(u, v) (u < 1000 && v < 1000)
#define PRODUCT(u, v) (max(u, 1l) * max(v, 1l))
kernel void divided(global const long *a, global const long *b, global long *out, long n) {
  int x = get_global_id(0);
  long u = a[x], v = b[x], r = 0;
  if (FEW(u, v)) r = n / PRODUCT(u, v);
  out[x] = r;
}
kernel void remained(global const long *a, global const long *b, global ulong *out, ulong n) {
  int x = get_global_id(0);
  long u = a[x], v = b[x];
  ulong r = 0;
  if (FEW(u, v)) r = n % (ulong)PRODUCT(u, v);
  out[x] = r;
}
kernel void negated(global const long *a, global const long *b, global long *out, long n) {
  int x = get_global_id(0);
  long u = a[x], v = b[x], r = 0;
  if (FEW(u, v)) r = PRODUCT(u, v) / n;
  out[x] = r;
}
kernel void shared(global const long *a, global long *out, long n, long u, long v) {
  int x = get_global_id(0);
  long r = 0;
  if (a[x] < 5) { long p = PRODUCT(u, v); out[x + get_global_size(0)] = p; if (a[x] < 3) r = n / p; }
  out[x] = r;
}
kernel void quotients(global const long *a, global const long *b, global long *out,
                      global ulong *rest) {
  int x = get_global_id(0);
  if (b[x] > 0) { out[x] = -a[x] / b[x]; rest[x] = (ulong)a[x] % (ulong)b[x]; }
}

kernel void by_powers(global const ulong *a, global ulong *out, uint k) {
  size_t x = get_global_id(0);
  uint small = a[x];
  out[4 * x] = a[x] / (1ul << k);
  out[4 * x + 1] = a[x] % (1ul << k);
  out[4 * x + 2] = small / (1u << k);
  out[4 * x + 3] = small % (1u << k);
}

kernel void threes(global const int *a, global int *out, int n) {
  size_t x = get_global_id(0);
  int3 v = vload3(x, a);
  for (int i = 0; i < n; ++i) v = v.zxy + (int3)(1, x, i);
  vstore3(v, x, out);
}

#define AROUND(name, type, middle)                                                           \
  kernel void name(global uchar *a, global uint *out, type first, int step, int masked) {    \
    global uchar *m = a + middle;                                                            \
    type i = first + (type)get_global_id(0) * STEP;                                          \
    uint sum = 0;                                                                            \
    for (int r = 0; r < 3; ++r) {                                                            \
      if (!masked || get_global_id(0) % 3) { sum = sum * 8 + m[i]; m[i] = r + 1; }           \
      i += (type)step * get_global_size(0);                                                  \
    }                                                                                        \
    out[get_global_id(0)] = sum;                                                             \
  }
#define STEP 1
AROUND(around_signed, int, (1ul << 31))
AROUND(around_unsigned, uint, 0)
#undef STEP
#define STEP (-1)
AROUND(down_signed, int, (1ul << 31))
AROUND(down_unsigned, uint, 0)
#undef STEP

kernel void bounded(global const int *a, global int *sums, int first, int end, int rounds) {
  int x = get_global_id(0), y = get_global_id(1), at = x + y * get_global_size(0);
  int seen = 0;
  if (x >= first && x < end && y != 1)
    for (int k = 0; k < rounds; ++k) { sums[at] = sums[at] * 3 + a[k]; seen += sums[at]; }
  else
    sums[at] = -sums[at];
  sums[at] += seen + 1;
}

kernel void walk(global const int *a, global int *sums, global ulong *last, int first, int end) {
  int x = get_global_id(0), sum = 0;
  ulong wide = 0;
  for (int i = x + first; i < end; i += 20) {
    wide = (uint)i;
    if (i >= 0) { sum += a[i]; sums[i] += x; }
  }
  sums[128 + x] = sum;
  last[x] = wide;
}
kernel void behind(global int *a, int n, int m, int rounds) {
  int i = get_global_id(0);
  if (i < m) {
    global int *p = a + (i + n) % 64;
    int s = *p;
    for (int k = i; k < rounds; ++k) s += k;
    *p = s;
  }
}
