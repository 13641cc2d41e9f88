// Kernels of HIP for the emulator's tests. The code objects beside this file are its output, by
// clang-22 -x hip --cuda-device-only --no-gpu-bundle-output -nogpulib -nogpuinc -O2
//   --offload-arch=GPU kernels.hip -o kernels-GPU.hsaco && gzip -9n kernels-GPU.hsaco
#define KERNEL extern "C" __attribute__((global))
#define SHARED __attribute__((shared))
#define ITEM(axis) __builtin_amdgcn_workitem_id_##axis()
#define GROUP(axis) __builtin_amdgcn_workgroup_id_##axis()
#define SIZE(axis) __builtin_amdgcn_workgroup_size_##axis()
#define GLOBAL(axis) (GROUP(axis) * SIZE(axis) + ITEM(axis))

__attribute__((device)) static void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

KERNEL void saxpy(float a, const float *x, float *y, int n) {
  int i = GLOBAL(x);
  if (i < n) y[i] += a * x[i];
}

// Square matrices whose size is a multiple of 16, in work-groups of 16 by 16.
KERNEL void matmul(const float *a, const float *b, float *c, int n) {
  SHARED static float left[16][16], right[16][16];
  int x = ITEM(x), y = ITEM(y), column = GLOBAL(x), row = GLOBAL(y);
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

// The sum of each row of 16 lanes by DPP, then of the work-group by local memory.
KERNEL void block_sum(const int *in, int *out) {
  SHARED static int rows[64];
  int i = ITEM(x), value = in[GLOBAL(x)];
  value += __builtin_amdgcn_update_dpp(0, value, 0x128, 0xf, 0xf, true);  // row_ror:8
  value += __builtin_amdgcn_update_dpp(0, value, 0x124, 0xf, 0xf, true);
  value += __builtin_amdgcn_update_dpp(0, value, 0x4e, 0xf, 0xf, true);  // quad_perm
  value += __builtin_amdgcn_update_dpp(0, value, 0xb1, 0xf, 0xf, true);
  if (i % 16 == 0) rows[i / 16] = value;
  barrier();
  if (i) return;
  int sum = 0;
  for (int row = 0; row < SIZE(x) / 16; ++row) sum += rows[row];
  out[GROUP(x)] = sum;
}

// Reverses each half of 32 lanes.
KERNEL void reversed(const float *in, float *out) {
  int lane = ITEM(x) & 31, from = 31 - lane + (ITEM(x) & 32);
  int bits = __builtin_bit_cast(int, in[GLOBAL(x)]);
  bits = __builtin_amdgcn_ds_bpermute(4 * from, bits);
  out[GLOBAL(x)] = __builtin_bit_cast(float, bits);
}

KERNEL void histogram(const unsigned char *in, unsigned *out, int n) {
  SHARED static unsigned bins[256];
  for (int i = ITEM(x); i < 256; i += SIZE(x)) bins[i] = 0;
  barrier();
  for (int i = GLOBAL(x); i < n; i += __builtin_amdgcn_grid_size_x())
    __hip_atomic_fetch_add(&bins[in[i]], 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  barrier();
  for (int i = ITEM(x); i < 256; i += SIZE(x))
    __hip_atomic_fetch_add(&out[i], bins[i], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

KERNEL void stencil(const double *in, double *out, int width, int height) {
  int x = GLOBAL(x), y = GLOBAL(y), i = y * width + x;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  out[i] = (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]) / 4 - in[i];
}

// Local memory without an argument.
KERNEL void shifted(const int *in, int *out) {
  extern SHARED int line[];
  line[ITEM(x)] = in[GLOBAL(x)];
  barrier();
  out[GLOBAL(x)] = line[(ITEM(x) + 1) % SIZE(x)];
}
