// --- NEIGHBOURS

typedef struct { int groups; float scale; long first; } Sizes;
kernel void neighbours(Sizes sizes, global const int *counts, global const float *in,
                       global float *out, local float *tile) {
  int g = get_group_id(0), t = get_local_id(0), n = get_local_size(0);
  if (g < sizes.groups) {
    float sum = 0;
    for (int k = 0; k < 1 + counts[g]; k++) {
      int other = (g + k) % sizes.groups;
      tile[t] = in[sizes.first + other * n + t];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int j = 0; j < n; j++) sum += tile[j] * (j <= t);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g * n + t] = sum * sizes.scale;
  }
}
