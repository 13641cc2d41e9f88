// Kernels of HIP without ROCm: what HIP's headers call is declared here.
#define KERNEL extern "C" __attribute__((global))
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))
#define ITEM __builtin_amdgcn_workitem_id_x()
#define SIZE __builtin_amdgcn_workgroup_size_x()
#define GROUP __builtin_amdgcn_workgroup_id_x()
#define GLOBAL (GROUP * SIZE + ITEM)
#define RELAXED __ATOMIC_RELAXED
typedef long long i64;
typedef unsigned long long u64;

DEVICE static void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

DEVICE static unsigned lane() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
}

KERNEL void saxpy(const float *x, float *out, float a, int n) {
  int i = GLOBAL;
  if (i < n) out[i] = a * x[i] + 1;
}

KERNEL void tiled(const float *a, const float *b, float *c, int n) {
  SHARED static float left[16][17], right[16][17];
  int x = ITEM, y = __builtin_amdgcn_workitem_id_y();
  int column = GROUP * 16 + x, row = __builtin_amdgcn_workgroup_id_y() * 16 + y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    left[y][x] = a[row * n + k + x];
    right[y][x] = b[(k + y) * n + column];
    barrier();
    for (int i = 0; i < 16; ++i) sum += left[y][i] * right[i][x];
    barrier();
  }
  c[row * n + column] = sum;
}

extern SHARED int dynamic[];

KERNEL void block_scan(const int *x, int *out) {
  int i = ITEM;
  dynamic[i] = x[GLOBAL];
  for (int step = 1; step < SIZE; step *= 2) {
    barrier();
    int value = i >= step ? dynamic[i - step] : 0;
    barrier();
    dynamic[i] += value;
  }
  out[GLOBAL] = dynamic[i];
}

KERNEL void shuffled(const int *x, int *out) {
  int value = x[GLOBAL];
  for (int mask = 16; mask; mask /= 2) value += __builtin_amdgcn_ds_bpermute(4 * (lane() ^ mask), value);
  int first = __builtin_amdgcn_readfirstlane(value), fifth = __builtin_amdgcn_readlane(value, 5);
  int moved = __builtin_amdgcn_ds_swizzle(x[GLOBAL], 0x041f);  // lane ^ 1
  int quad = __builtin_amdgcn_update_dpp(0, x[GLOBAL], 0x1b, 0xf, 0xf, true);
  out[GLOBAL] = value + (first - fifth) + 3 * moved + 5 * quad;
}

KERNEL void ballots(const int *x, int *out) {
  u64 odd = __builtin_amdgcn_ballot_w64(x[GLOBAL] & 1);
  unsigned half = lane() & 32 ? odd >> 32 : odd;
  out[GLOBAL] = __builtin_popcount(half & ((1u << (lane() & 31)) - 1)) + 100 * __builtin_popcount(half);
}

KERNEL void int_atomics(const int *x, int *out) {
  int v = x[GLOBAL];
  __hip_atomic_fetch_add(out, v, RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_min(out + 1, v, RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_max(out + 2, v, RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
  __hip_atomic_fetch_or(out + 3, v, RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_xor(out + 4, v, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_and(out + 5, v | 255, RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  int old = out[6];
  while (!__hip_atomic_compare_exchange_weak(out + 6, &old, old + (v & 3), __ATOMIC_ACQ_REL, RELAXED,
                                             __HIP_MEMORY_SCOPE_AGENT)) {}
  __hip_atomic_exchange(out + 7, 9, RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

KERNEL void wide_atomics(const i64 *x, i64 *out, double *sums, float *small) {
  i64 v = x[GLOBAL];
  __hip_atomic_fetch_add(out, v, RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_max(out + 1, v, RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_add(sums, (double)(v & 255), RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_add(small, (float)(v & 255), RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_max(small + 1, (float)(v & 1023), RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

KERNEL void local_histogram(const int *x, int *out) {
  SHARED static int bins[64];
  if (ITEM < 64) bins[ITEM] = 0;
  barrier();
  __hip_atomic_fetch_add(&bins[x[GLOBAL] & 63], 1, RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  barrier();
  if (ITEM < 64) __hip_atomic_fetch_add(out + ITEM, bins[ITEM], RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

typedef _Float16 half2 __attribute__((ext_vector_type(2)));

KERNEL void half_math(const half2 *x, half2 *out) {
  half2 v = x[GLOBAL];
  out[GLOBAL] = v * v + v - __builtin_elementwise_max(v, v.yx) / (half2)2;
}

KERNEL void brain_math(const __bf16 *x, __bf16 *out) { out[GLOBAL] = x[GLOBAL] * x[GLOBAL] + x[GLOBAL]; }

KERNEL void double_math(const double *x, double *out) {
  double v = x[GLOBAL];
  out[GLOBAL] = __builtin_sqrt(v) / (v + 3) + __builtin_fma(v, v, -v) + __builtin_floor(v * 10) + (double)(i64)(v * 1e10);
}

KERNEL void integers(const u64 *x, const unsigned *y, u64 *out) {
  u64 a = x[GLOBAL];
  unsigned b = y[GLOBAL] | 1;
  out[GLOBAL] = a / b + a % b + __builtin_clzll(a | 1) + __builtin_ctz(b) + __builtin_popcountll(a) +
                __builtin_bitreverse32(b) + (a << (b & 63)) + (u64)((i64)a >> (b & 31)) +
                (u64)((unsigned __int128)a * b >> 64) + __builtin_rotateleft32(b, 7);
}

KERNEL void private_array(const int *x, int *out) {
  int stack[24], top = 0;
  for (int i = 0; i < 24; ++i) stack[i] = x[GLOBAL] * i;
  for (int i = 0; i < 24; ++i) top += stack[(x[GLOBAL] + i * 7) % 24 & 31] * (i & 3);
  out[GLOBAL] = top;
}

DEVICE __attribute__((noinline)) int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

KERNEL void recursive(const int *x, int *out) { out[GLOBAL] = fibonacci(x[GLOBAL] & 7); }

DEVICE __attribute__((noinline)) int twice(int n) { return 2 * n; }
DEVICE __attribute__((noinline)) int squared(int n) { return n * n; }
DEVICE int (*const table[2])(int) = {twice, squared};

KERNEL void indirect(const int *x, int *out) { out[GLOBAL] = table[x[GLOBAL] & 1](x[GLOBAL]); }

extern "C" DEVICE void __cxa_pure_virtual() { __builtin_trap(); }

struct Shape {
  DEVICE virtual int area(int side) const = 0;
};
struct Square : Shape {
  DEVICE int area(int side) const override { return side * side; }
};
struct Strip : Shape {
  int width;
  DEVICE Strip(int w) : width(w) {}
  DEVICE int area(int side) const override { return side * width; }
};

KERNEL void virtual_calls(const int *x, int *out) {
  Square square;
  Strip strip(3);
  const Shape *shape = x[GLOBAL] & 1 ? static_cast<const Shape *>(&square) : &strip;
  out[GLOBAL] = shape->area(x[GLOBAL] & 255);
}

struct Pair {
  float a[3];
  short b;
  double c;
};

KERNEL void structures(Pair by_value, const Pair *pairs, double *out) {
  const Pair &p = pairs[GLOBAL];
  out[GLOBAL] = by_value.c * p.c + by_value.a[2] * p.a[1] + by_value.b * p.b;
}

DEVICE int counter = 5;
DEVICE const float weights[4] = {0.5f, 0.25f, 0.125f, 2.0f};

KERNEL void variables(const float *x, float *out, int *count) {
  out[GLOBAL] = x[GLOBAL] * weights[GLOBAL & 3];
  *count = __hip_atomic_fetch_add(&counter, 0, RELAXED, __HIP_MEMORY_SCOPE_AGENT) + 1;
}

KERNEL void packed_bytes(const unsigned *x, const unsigned *y, int *out) {
  unsigned a = x[GLOBAL], b = y[GLOBAL];
  int sum = 0;
  for (int i = 0; i < 32; i += 8) sum += (signed char)(a >> i) * (signed char)(b >> i);
  out[GLOBAL] = sum + (int)__builtin_amdgcn_perm(a, b, 0x07020500) + (int)__builtin_amdgcn_sad_u8(a, b, 7) +
                (int)__builtin_amdgcn_alignbyte(a, b, 1) + (int)__builtin_amdgcn_ubfe(a, 5, 9);
}

KERNEL void mandelbrot(int *out, int width) {
  float cr = (int)(GLOBAL % width) * 3.0f / width - 2, ci = (int)(GLOBAL / width) * 2.0f / width - 1, r = 0, i = 0;
  int n = 0;
  for (; n < 50 && r * r + i * i < 4; ++n) {
    float next = r * r - i * i + cr;
    i = 2 * r * i + ci;
    r = next;
  }
  out[GLOBAL] = n;
}

KERNEL void selected(const int *x, int *out) {
  int v = x[GLOBAL];
  switch (v & 7) {
    case 0: v += 3; break;
    case 1: v *= 5; break;
    case 2: v ^= 77; break;
    case 3: v = v / 3; break;
    case 4: v = ~v; break;
    case 5: v = v % 11; break;
    default: v = -v;
  }
  out[GLOBAL] = v;
}

KERNEL void converted(const float *x, int *ints, unsigned char *bytes, _Float16 *halves, double *doubles) {
  float v = x[GLOBAL];
  ints[GLOBAL] = (int)v;
  bytes[GLOBAL] = (unsigned char)(v < 0 ? -v : v);
  halves[GLOBAL] = (_Float16)v;
  doubles[GLOBAL] = (double)v * (unsigned)(v * v);
}

extern "C" {
DEVICE float __ocml_sin_f32(float);
DEVICE float __ocml_exp_f32(float);
DEVICE float __ocml_log_f32(float);
DEVICE float __ocml_pow_f32(float, float);
DEVICE float __ocml_tanh_f32(float);
DEVICE double __ocml_cos_f64(double);
DEVICE int printf(const char *, ...);
// Constants of the device library, which hipcc links for the GPU.
#define OPTION extern const __attribute__((device, weak, visibility("hidden")))
OPTION unsigned char __oclc_finite_only_opt = 0, __oclc_unsafe_math_opt = 0, __oclc_daz_opt = 0,
                     __oclc_correctly_rounded_sqrt32 = 1, __oclc_wavefrontsize64 = WAVE64;
OPTION int __oclc_ISA_version = ISA, __oclc_ABI_version = 600;
}

KERNEL void library(const float *x, float *out) {
  float v = x[GLOBAL];
  out[GLOBAL] = __ocml_sin_f32(v) + __ocml_exp_f32(-v) + __ocml_log_f32(v + 1) + __ocml_pow_f32(v, 1.5f) +
                __ocml_tanh_f32(v) + (float)__ocml_cos_f64(v);
}

KERNEL void printing(const int *x, int *out) {
  out[GLOBAL] = x[GLOBAL];
  if (x[GLOBAL] > 0) printf("%d is positive\n", x[GLOBAL]);
}
