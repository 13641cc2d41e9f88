// Kernels that run in lockstep: work items in rows of sixteen do the same.

#define KERNEL(name) \
  kernel void name(global const int *a, global const float *f, global int *out, \
                   global float *g, int n, int m)

KERNEL(collatz) {
  int x = get_global_id(0);
  int c = 0; uint v = a[x] & 1023; while (v > 1) { v = v & 1 ? 3 * v + 1 : v / 2; if (++c > m)
  break; } out[x] = c * 7;
}

KERNEL(early) {
  int x = get_global_id(0);
  if (a[x] & 1) return; int s = 0; for (int i = 0; i < n; ++i) s += a[i]; out[x] = s;
}

KERNEL(leaves) {
  int x = get_global_id(0);
  for (int i = 0; i < n; ++i) { if (a[i] == a[x]) { out[x] = i; return; } } out[x] = -5;
}

KERNEL(in_order) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < n; ++i) { if (a[i] < 0) continue; if (s > 900) break; s += a[i]
  + x; } out[x] = s;
}

KERNEL(nested) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < (a[x] & 7); ++i) { for (int j = i; j < (a[i] & 15); ++j) { if
  (j == 5) break; s += j * a[j]; } s ^= i; } out[x] = s;
}

KERNEL(shared_count) {
  int x = get_global_id(0);
  int c = 0; float v = f[x]; while (v < 100.0f && c < n) { v *= 1.5f; ++c; } out[x] = c + 1;
  g[x] = v;
}

KERNEL(behind) {
  int x = get_global_id(0);
  int i; for (i = 0; i < n; ++i) if (a[i] > a[x]) break; int twice = 2 * i; out[x] = twice - 1;
}

KERNEL(private_array) {
  int x = get_global_id(0);
  int t[8]; for (int i = 0; i < 8; ++i) t[i] = a[x] * i; int s = 0; for (int i = 0; i < n; ++i)
  { t[i & 7] += i; s += t[a[i] & 7]; } out[x] = s + t[x & 7];
}

KERNEL(filled_array) {
  int x = get_global_id(0);
  int t[6] = {3, -1, 4, 1, -5, 9}; int s = 0; for (int i = 0; i < n; ++i) { t[i % 6] += x; s = s
  * 3 + t[a[i] & 3]; } out[x] = s;
}

KERNEL(filled_by_some) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < n; ++i) if (a[i] > x) { short t[4] = {1, 2, 3, 4}; t[a[x] & 3]
  = 9; s += t[i & 3]; } out[x] = s;
}

KERNEL(elements) {
  int x = get_global_id(0);
  if (x < 100) { float2 v = vload2(x, f) * 2.0f; vstore2((float2)(v.y, sin(v.x)), x, g); out[x]
  = (int)v.x; }
}

KERNEL(private_bytes) {
  int x = get_global_id(0);
  char t[16]; for (int i = 0; i < 16; ++i) t[i] = (char)(x * i); int s = 0; for (int i = 0; i <
  16; ++i) s = 3 * s + t[(i * 5) & 15]; out[x] = s;
}

KERNEL(only_inside) {
  int x = get_global_id(0);
  if (x < m) { int s = 0; for (int i = 0; i < n; ++i) s += out[x + i]; g[x] = s; }
}

KERNEL(guarded_read) {
  int x = get_global_id(0);
  float s = 0; for (int i = -2; i <= 2; ++i) { int p = x + i; if (p >= 0 && p < m) s += f[p]; }
  g[x] = s;
}

KERNEL(vectors) {
  int x = get_global_id(0);
  float4 s = 0; for (int i = 0; i < n; ++i) { float4 v = vload4((x + i) & 31, f); s += v *
  v.wzyx; } g[x] = s.x + 2 * s.y - s.z; out[x] = (int)s.w;
}

KERNEL(whole_vectors) {
  int x = get_global_id(0);
  global const float4 *p = (global const float4 *)f; float4 s = p[x & 31]; for (int i = 0; i <
  n; ++i) s = s * 0.5f + p[i & 31].yxwz; g[x] = s.x + s.y + s.z;
}

KERNEL(stores_vectors) {
  int x = get_global_id(0);
  int4 s = (int4)(x); for (int i = 0; i < n; ++i) s += a[i]; if (x < 50) ((global int4 *)out)[x]
  = s + (int4)(0, 1, 2, 3);
}

KERNEL(stores_three) {
  int x = get_global_id(0);
  int3 s = (int3)(x); for (int i = 0; i < n; ++i) s += a[i]; if (x < 60) vstore3(s + (int3)(0,
  1, 2), x, out);
}

KERNEL(narrow) {
  int x = get_global_id(0);
  uchar b = (uchar)a[x]; short h = 3; for (int i = 0; i < n; ++i) { b = b * 5 + i; h -= b; }
  out[x] = b + h;
}

KERNEL(wide) {
  int x = get_global_id(0);
  ulong v = x + 1; for (int i = 0; i < n; ++i) v = v * 6364136223846793005ul + (ulong)a[i];
  out[x] = (int)(v >> 32);
}

KERNEL(doubles) {
  int x = get_global_id(0);
  double v = f[x]; for (int i = 0; i < n; ++i) v = v * 0.99 + a[i]; g[x] = (float)v;
}

KERNEL(halves) {
  int x = get_global_id(0);
  float v = 0; for (int i = 0; i < n; ++i) v += vload_half((x + i) & 255, (global const half
  *)f) > 0.0f; g[x] = v;
}

KERNEL(wraps) {
  int x = get_global_id(0);
  uint u = (uint)x + 4294967290u; int s = 0; for (int i = 0; i < n; ++i) { s += a[(u + i) &
  255]; } out[x] = s; g[x] = (float)(ulong)u;
}

KERNEL(wrapping_index) {
  int x = get_global_id(0);
  uint u = (uint)x - 20u; int s = 0; for (int i = 0; i < n; ++i) if (u < 150u) s += a[u] + i;
  out[x] = s;
}

KERNEL(backwards) {
  int x = get_global_id(0);
  int s = 0; for (int i = n; i-- > 0;) s = s * 3 + a[255 - x - (i & 7)]; out[x] = s;
}

KERNEL(grid) {
  int x = get_global_id(0);
  int s = 0; for (int i = x; i < n * 4; i += 8) s = s * 5 + a[i & 255]; out[x] = s;
}

KERNEL(strided) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < n; ++i) s += a[(3 * x + i) & 255] - a[(x << 1) & 255]; out[x] =
  s;
}

KERNEL(pointers) {
  int x = get_global_id(0);
  global const int *p = a + x, *q = a; int s = 0; for (int i = 0; i < n; ++i) { s = s * 3 + *p;
  p = (s & 1) ? a : q + (i & 7); ++q; if (i % 9 == 8) q = a; } out[x] = s;
}

KERNEL(functions) {
  int x = get_global_id(0);
  float v = f[x]; for (int i = 0; i < (a[x] & 7); ++i) v = sin(v) + exp(-v) * pow(fabs(v),
  0.3f); g[x] = v;
}

KERNEL(far) {
  int x = get_global_id(0);
  float v = a[x] > 170 ? f[x] * 1e20f : f[x]; if (a[x] > 190) v = v / 0.0f; g[x] = sin(v) +
  cos(v * 3); if (a[255 - x] > 150) g[x] += cos(f[x] * 1e9f);
}

KERNEL(uniform_branch) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < n; ++i) { if (a[i] & 1) s += a[i]; else if (m > 3) s ^= x; else
  s -= 1; } out[x] = s;
}

KERNEL(chooses) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < n; ++i) { switch ((a[i] + x) & 3) { case 0: s += 1; break; case
  1: s *= 3; case 2: s -= x; break; default: s ^= i; } } out[x] = s;
}

KERNEL(divides) {
  int x = get_global_id(0);
  int s = 7; for (int i = 0; i < n; ++i) if (a[i] - x) s += a[x] / (a[i] - x) + a[i] % (a[x] |
  1); out[x] = s;
}

KERNEL(two_ends) {
  int x = get_global_id(0);
  int i = 0, s = 0; do { s += a[(x + i) & 255]; if (s > 5000) { s = -s; break; } i += 1 + (s &
  1); } while (i < n); out[x] = s; g[x] = i;
}

KERNEL(outer_goes_on) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < n; ++i) { int j; for (j = 0; j < 9; ++j) { if (a[(i + j) & 255]
  == (x & 3)) goto next; s += j; } s += 100; next: s ^= j; } out[x] = s;
}

KERNEL(leaves_two_loops) {
  int x = get_global_id(0);
  int s = 0; float w = 1; for (int i = 0; i < n; ++i) { for (int j = 0; j < 4; ++j) { if (a[(x +
  i * 4 + j) & 255] > 190) { w = j * 0.5f; goto out_; } s += j; } if (s > 100 + x) { out[x] =
  -s; return; } w *= 1.5f; } s += 7; out_: out[x] = s; g[x] = w;
}

KERNEL(nothing_divides) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < n; ++i) { if (a[i] == 3) return; if (m > 100) break; s += i; }
  out[x] = s;
}

KERNEL(uniform_reads) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < (x & 15); ++i) { if (i < m) s += a[i * 100000 * (i >= m)] +
  a[i]; } out[x] = s;
}

KERNEL(long_ids) {
  int x = get_global_id(0);
  size_t s = get_global_id(0); ulong v = 0; for (int i = 0; i < n; ++i) v = v * 3 + a[s]; out[s]
  = (int)v;
}

KERNEL(straight) {
  int x = get_global_id(0);
  out[x] = a[x] * 3 + x; g[x] = f[x] - 1.0f;
}

KERNEL(clamped) {
  int x = get_global_id(0);
  int w = max(x - 1, 0), e = min(x + 1, m); out[x] = a[w] * 5 - a[e];
}

KERNEL(limits) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < n; ++i) s = s * 3 + a[clamp(x + (i & 7) - 3, 0, m)] - a[min(2 *
  x, m)]; out[x] = s;
}

KERNEL(limits_back) {
  int x = get_global_id(0);
  int s = a[max(m - x, 0)] * 7 + a[min(250 - x, m)] * 3; out[x] = s + a[clamp(m - 3 * x, m - 90
  > 0 ? 5 : 0, 255)];
}

KERNEL(limits_unsigned) {
  int x = get_global_id(0);
  uint u = min((uint)x, (uint)m), v = max((uint)x, (uint)m) & 255u; out[x] = a[u] + a[v] * 3 +
  a[min((uint)(x - 9), 77u)];
}

KERNEL(limits_long) {
  int x = get_global_id(0);
  long j = clamp((long)x - 2, 0L, (long)m); out[x] = a[j] + a[j + 1];
}

KERNEL(limits_some) {
  int x = get_global_id(0);
  int j = max(x - 3, 0); if (a[x] & 1) g[j] = f[min(x, m)]; else out[x] = a[j] + a[(min(x, m) -
  j) & 255];
}

KERNEL(limits_kept) {
  int x = get_global_id(0);
  int j = x, s = 0; for (int i = 0; i < n; ++i) { j = min(j + 1, m); s = s * 5 + a[j]; } int k =
  n > 3 ? max(x - 1, 0) : min(x + 1, m); out[x] = s + a[k] + k;
}

KERNEL(limits_carried) {
  int x = get_global_id(0);
  int j = max(x - 2, 0), s = 0; for (int i = 0; i < n; ++i) { s = s * 5 + a[j]; j = min(j + 1,
  m); } for (int i = 0; i < (a[x] & 3); ++i) { j = min(j + 2, m); s ^= a[j] + i; } out[x] = s +
  a[j];
}

KERNEL(limits_differ) {
  int x = get_global_id(0);
  int j = max(x - 5, 0), k = min(x + 5, m); out[x] = a[(j + k) / 2] + a[max(k - j, 0)] * 3 + (j
  ^ k) + a[max(j, a[x] & 63)];
}

KERNEL(limits_stored) {
  int x = get_global_id(0);
  out[clamp(x - 4, 0, m)] = n; vstore2((float2)(x, n), clamp(x, 3, 120), g);
}

KERNEL(folded) {
  int x = get_global_id(0);
  int d = 1 << (n & 5), j = x / d * 2 * d + x % d; if (j + d < 256) { out[j & 255] = a[j & 255]
  * 3; out[(j + d) & 255] = a[j & 255]; }
}

KERNEL(folded_some) {
  int x = get_global_id(0);
  if (a[x] & 2) out[(x + 16) & 255] = a[(x ^ 0) & 127] + a[x % 100]; else g[x & 255] = f[255 -
  (x & 127)];
}

KERNEL(folded_unsigned) {
  int x = get_global_id(0);
  uint j = max((uint)x, 3u) - 3u; out[x] = a[j & 127] + a[min(j, 99u)];
}

KERNEL(folded_long) {
  int x = get_global_id(0);
  long j = max((long)x, 3L) - 3; out[x] = a[j & 127] + a[min(j, 99L)];
}

KERNEL(folded_back) {
  int x = get_global_id(0);
  global const int *p = a + 150; out[x] = p[max(x, 50) - 200] * n;
}

KERNEL(folded_wraps) {
  int x = get_global_id(0);
  int j = (int)(((uint)x + 2147483600u) & ~1u); out[x] = a[j < 0 ? (j & 31) : 7] + (j < 0 ?
  a[(uint)j - 2147483648u] : 0);
}

KERNEL(folded_vectors) {
  int x = get_global_id(0);
  float2 v = vload2(x & 63, f); if (x < 128) vstore2(v.yx, x ^ 1, g);
}

KERNEL(quotients) {
  int x = get_global_id(0);
  uint u = (uint)a[x] * 77777777u, v = (uint)(x - m) * 99999999u; int s = a[255 - x] * 88888888,
  t = (x - n) * 3; out[x] = u / v ^ (u % v) ^ (s / t) ^ (s % t) ^ (s / n);
}

KERNEL(short_quotients) {
  int x = get_global_id(0);
  short s = (short)(a[x] * 999), t = (short)(x * 7 - m); uchar u = (uchar)(a[x] * 3), v =
  (uchar)(x - n); out[x] = (short)(s / t) + (short)(s % t) * 3 + (uchar)(u / v) * 5 + (uchar)(u
  % v);
}

KERNEL(long_quotients) {
  int x = get_global_id(0);
  long s = (long)a[x] << 40, t = x - m; if (t) out[x] = (int)(s / t);
}

KERNEL(local_id) {
  int x = get_global_id(0);
  int s = 0; for (int i = 0; i < n; ++i) s += a[i] * (int)get_global_linear_id(); out[x] = s;
}

struct pair { int key; int of[3]; };

KERNEL(members) {
  int x = get_global_id(0);
  global const struct pair *p = (global const struct pair *)a; int s = 0; for (int i = 0; i < n;
  ++i) s += p[x & 63].of[(uint)(i + x) % 3] * (p[i & 63].key - m); out[x] = s;
}

KERNEL(private_members) {
  int x = get_global_id(0);
  struct pair p[2]; for (int i = 0; i < 2; ++i) { p[i].key = a[x ^ i]; for (int j = 0; j < 3; ++j)
  p[i].of[j] = i - j * x; } int s = m; for (int i = 0; i < n; ++i) s = s * 3 + p[(x >> (i & 7)) &
  1].of[(uint)s % 3] + p[i & 1].key; out[x] = s;
}
