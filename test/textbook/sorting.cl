// Sorting in local memory, and histograms.

// Bitonic sort: one element for each work item, the larger half of what is missing at the end.
kernel void bitonic(global int *data, local int *t, int n, int padded) {
  int l = get_local_id(0), size = get_local_size(0);
  global int *mine = data + get_group_id(0) * n;
  for (int i = l; i < padded; i += size)
    t[i] = i < n ? mine[i] : INT_MAX;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 2; k <= padded; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      for (int i = l; i < padded; i += size) {
        int other = i ^ j;
        if (other > i) {
          int a = t[i], b = t[other];
          if ((a > b) == ((i & k) == 0)) {
            t[i] = b;
            t[other] = a;
          }
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  for (int i = l; i < n; i += size)
    mine[i] = t[i];
}

// The same with an element in a variable of each work item.
kernel void bitonic_in_variables(global float *data, local float *t, int n, int padded) {
  int i = get_local_id(0), at = get_group_id(0) * n + i;
  float own = i < n ? data[at] : INFINITY;
  for (int k = 2; k <= padded; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      if (i < padded)
        t[i] = own;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (i < padded) {
        float other = t[i ^ j];
        bool smaller = ((i & k) == 0) == ((i & j) == 0);
        own = smaller ? fmin(own, other) : fmax(own, other);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  if (i < n)
    data[at] = own;
}

// Odd-even transposition.
kernel void odd_even(global int *data, local int *t) {
  int i = get_local_id(0), n = get_local_size(0);
  t[i] = data[get_global_id(0)];
  for (int phase = 0; phase < n; phase++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((i & 1) == (phase & 1) && i + 1 < n && t[i] > t[i + 1]) {
      int kept = t[i];
      t[i] = t[i + 1];
      t[i + 1] = kept;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = t[i];
}

// The same until nothing is exchanged any more.
kernel void odd_even_until(global int *data, global int *phases, local int *t,
                           local int *changed) {
  int i = get_local_id(0), n = get_local_size(0), phase = 0, quiet = 0;
  t[i] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  while (quiet < 2) {
    if (i == 0)
      *changed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((i & 1) == (phase & 1) && i + 1 < n && t[i] > t[i + 1]) {
      int kept = t[i];
      t[i] = t[i + 1];
      t[i + 1] = kept;
      atomic_or(changed, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    quiet = *changed ? 0 : quiet + 1;
    phase++;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = t[i];
  if (i == 0)
    phases[get_group_id(0)] = phase;
}

// Batcher's odd-even merge sort.
kernel void odd_even_merge(global int *data, local int *t, int n, int padded) {
  int l = get_local_id(0), size = get_local_size(0);
  global int *mine = data + get_group_id(0) * n;
  for (int i = l; i < padded; i += size)
    t[i] = i < n ? mine[i] : INT_MAX;
  for (int p = 1; p < padded; p += p)
    for (int k = p; k > 0; k /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int at = l; at < padded; at += size) {
        int j = at - k % p;
        if (j >= 0 && j % (2 * k) < k && at + k < padded && at / (2 * p) == (at + k) / (2 * p)) {
          int a = t[at], b = t[at + k];
          t[at] = min(a, b);
          t[at + k] = max(a, b);
        }
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < n; i += size)
    mine[i] = t[i];
}

// Radix sort, one bit after the other: a scan of the zeros says where each key goes.
kernel void radix(global uint *data, local uint *t, local uint *sums, int bits) {
  int i = get_local_id(0), n = get_local_size(0);
  uint key = data[get_global_id(0)];
  for (int bit = 0; bit < bits; bit++) {
    uint zero = !(key >> bit & 1), sum = zero;
    sums[i] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1; step < n; step *= 2) {
      uint before = i >= step ? sums[i - step] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += before;
      sums[i] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    uint zeros = sums[n - 1];
    t[zero ? sum - 1 : zeros + i - sum] = key;
    barrier(CLK_LOCAL_MEM_FENCE);
    key = t[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = key;
}

// A histogram with one copy for each work-group, in rounds of a grid.
kernel void histogram(global const uchar *data, global uint *bins, local uint *own, int n,
                      int count) {
  for (int b = get_local_id(0); b < count; b += get_local_size(0))
    own[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&own[data[i] % count]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = get_local_id(0); b < count; b += get_local_size(0))
    atomic_add(&bins[b], own[b]);
}

// The same without atomic operations on the copies: each work item has its column.
kernel void histogram_columns(global const uchar *data, global uint *partial, local uchar *own,
                              int each, int count) {
  int l = get_local_id(0), size = get_local_size(0), group = get_group_id(0);
  for (int b = 0; b < count; b++)
    own[b * size + l] = 0;
  for (int k = 0; k < each; k++)
    own[data[(group * each + k) * size + l] % count * size + l]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = l; b < count; b += size) {
    uint sum = 0;
    for (int k = 0; k < size; k++)
      sum += own[b * size + k];
    partial[group * count + b] = sum;
  }
}
