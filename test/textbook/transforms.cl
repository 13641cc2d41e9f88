// Butterflies and transforms in local memory.

// Walsh-Hadamard: one element for each work item, its value in a variable.
kernel void walsh_hadamard(global int *data, local int *t, int n) {
  int i = get_local_id(0), at = get_group_id(0) * n + i;
  int v = i < n ? data[at] : 0;
  for (int h = 1; h < n; h *= 2) {
    if (i < n)
      t[i] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
      v = i & h ? t[i - h] - v : v + t[i + h];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n)
    data[at] = v;
}

// The same with butterflies that work items share out.
kernel void walsh_hadamard_strided(global int *data, local int *t, int n) {
  int l = get_local_id(0), size = get_local_size(0);
  global int *mine = data + get_group_id(0) * n;
  for (int i = l; i < n; i += size)
    t[i] = mine[i];
  for (int h = 1; h < n; h <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < n / 2; k += size) {
      int i = (k / h) * 2 * h + k % h;
      int a = t[i], b = t[i + h];
      t[i] = a + b;
      t[i + h] = a - b;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < n; i += size)
    mine[i] = t[i];
}

// Radix-2 FFT, decimation in time: bits reversed, then levels.
kernel void fft(global const float2 *data, global float2 *to, local float2 *t, int n, int bits) {
  int l = get_local_id(0), size = get_local_size(0);
  global const float2 *mine = data + get_group_id(0) * n;
  for (int i = l; i < n; i += size) {
    int from = 0;
    for (int b = 0; b < bits; b++)
      from |= (i >> b & 1) << (bits - 1 - b);
    t[i] = mine[from];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = 1; half_size < n; half_size *= 2) {
    for (int k = l; k < n / 2; k += size) {
      int j = k % half_size, i = k / half_size * 2 * half_size + j;
      float angle = -M_PI_F * j / half_size;
      float2 w = (float2)(cos(angle), sin(angle)), a = t[i], b = t[i + half_size];
      float2 c = (float2)(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
      t[i] = a + c;
      t[i + half_size] = a - c;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = l; i < n; i += size)
    to[get_group_id(0) * n + i] = t[i];
}

// Stockham's FFT: two work items' values in variables, one array for real and imaginary parts.
kernel void fft_stockham(global float2 *data, local float *t, int n) {
  int l = get_local_id(0), at = get_group_id(0) * n;
  int some = l < n / 2;
  float2 a = 0, b = 0;
  if (some) {
    a = data[at + l];
    b = data[at + l + n / 2];
  }
  for (int p = 1; p < n; p *= 2) {
    int k = l & (p - 1), to = (l - k) * 2 + k;
    float angle = -M_PI_F * k / p;
    float2 w = (float2)(cos(angle), sin(angle));
    float2 c = (float2)(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
    float2 sum = a + c, difference = a - c;
    if (some) {
      t[to] = sum.x;
      t[to + p] = difference.x;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (some) {
      a.x = t[l];
      b.x = t[l + n / 2];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (some) {
      t[to] = sum.y;
      t[to + p] = difference.y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (some) {
      a.y = t[l];
      b.y = t[l + n / 2];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (some) {
    data[at + l] = a;
    data[at + l + n / 2] = b;
  }
}

// Levels of a pyramid up and down again: sums of pairs, then differences from them.
kernel void pyramid(global uint *data, local uint *t, int levels, int rounds) {
  int i = get_local_id(0), n = get_local_size(0);
  uint v = data[get_global_id(0)];
  for (int round = 0; round < rounds; round++) {
    t[i] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int level = 0; level < levels; level++) {
      int step = 1 << level;
      uint kept = v;
      for (int side = -1; side <= 1; side += 2) {
        int other = i + side * step;
        if (other >= 0 && other < n)
          v += t[other] * (level + 1);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      t[i] = v - (kept >> 1);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int level = levels - 1; level >= 0; level--) {
      int other = i ^ (1 << level);
      uint add = other < n ? t[other] : level;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (i >> level & 1)
        t[i] -= add;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    v = t[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = v;
}
