// Sums and prefix sums.

// Hillis and Steele with two arrays.
kernel void hillis_steele(global int *data, local int *t) {
  int i = get_local_id(0), n = get_local_size(0), out = 0;
  t[i] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < n; step *= 2) {
    out = 1 - out;
    if (i >= step)
      t[out * n + i] = t[(1 - out) * n + i] + t[(1 - out) * n + i - step];
    else
      t[out * n + i] = t[(1 - out) * n + i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = t[out * n + i];
}

// Hillis and Steele with one array and a variable, over a long array block by block.
kernel void scan_blocks(global const int *from, global int *to, local int *t, int n) {
  int l = get_local_id(0), size = get_local_size(0), carry = 0;
  for (int begin = 0; begin < n; begin += size) {
    int i = begin + l, v = i < n ? from[i] : 0;
    t[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1; step < size; step <<= 1) {
      int before = l >= step ? t[l - step] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      v += before;
      t[l] = v;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n)
      to[i] = carry + v;
    carry += t[size - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Blelloch: up and down a tree; `n` is a power of two, at least two.
kernel void blelloch(global int *data, global int *totals, local int *t, int n) {
  int l = get_local_id(0), size = get_local_size(0), offset = 1;
  global int *mine = data + get_group_id(0) * n;
  for (int i = l; i < n; i += size)
    t[i] = mine[i];
  for (int d = n >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < d; k += size)
      t[offset * (2 * k + 2) - 1] += t[offset * (2 * k + 1) - 1];
    offset *= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    totals[get_group_id(0)] = t[n - 1];
    t[n - 1] = 0;
  }
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < d; k += size) {
      int a = offset * (2 * k + 1) - 1, b = offset * (2 * k + 2) - 1, kept = t[a];
      t[a] = t[b];
      t[b] += kept;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < n; i += size)
    mine[i] = t[i];
}

// A tree of sums for each part of an array.
kernel void reduce(global const int *data, global int *sums, local int *t, int n) {
  int l = get_local_id(0), sum = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    sum += data[i];
  t[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  int count = get_local_size(0);
  while (count > 1) {
    int upper = (count + 1) / 2;
    if (l + upper < count)
      t[l] += t[l + upper];
    count = upper;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    sums[get_group_id(0)] = t[0];
}

// Sums of segments: a flag begins one.
kernel void segmented_scan(global int *data, global const uchar *heads, local int *t,
                           local uchar *f) {
  int i = get_local_id(0), n = get_local_size(0);
  int v = data[get_global_id(0)];
  uchar head = heads[get_global_id(0)];
  for (int step = 1; step < n; step *= 2) {
    t[i] = v;
    f[i] = head;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= step) {
      if (!head)
        v += t[i - step];
      head |= f[i - step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[get_global_id(0)] = v;
}
