// Products of matrices in tiles.

// One row of the matrix for each work-group: tiles of the vector, and a tree for the sum.
kernel void matrix_vector(global const float *matrix, global const float *x, global float *y,
                          local float *tile, local float *part, int rows, int columns) {
  int l = get_local_id(0), size = get_local_size(0);
  for (int row = get_group_id(0); row < rows; row += get_num_groups(0)) {
    float sum = 0;
    for (int begin = 0; begin < columns; begin += size) {
      int j = begin + l;
      tile[l] = j < columns ? x[j] : 0.0f;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (j < columns)
        sum += matrix[row * columns + j] * tile[l];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int count = size; count > 1;) {
      int upper = (count + 1) / 2;
      if (l < count / 2)
        part[l] += part[l + upper];
      count = upper;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
      y[row] = part[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// One row for each work item; the vector goes by in tiles.
kernel void matrix_vector_rows(global const int *matrix, global const int *x, global int *y,
                               local int *tile, int rows, int columns) {
  int row = get_global_id(0), l = get_local_id(0), size = get_local_size(0), sum = 0;
  for (int begin = 0; begin < columns; begin += size) {
    int count = min(size, columns - begin);
    if (l < count)
      tile[l] = x[begin + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row < rows)
      for (int k = 0; k < count; k++)
        sum += matrix[row * columns + begin + k] * tile[k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < rows)
    y[row] = sum;
}

// Square tiles of both matrices, with edges that no tile fills.
kernel void matrix_product(global const int *a, global const int *b, global int *c,
                           local int *ta, local int *tb, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  int i = get_local_id(0), j = get_local_id(1), size = get_local_size(0), sum = 0;
  for (int begin = 0; begin < k; begin += size) {
    ta[j * size + i] = y < n && begin + i < k ? a[y * k + begin + i] : 0;
    tb[j * size + i] = x < m && begin + j < k ? b[(begin + j) * m + x] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int at = 0; at < size; at++)
      sum += ta[j * size + at] * tb[at * size + i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < m && y < n)
    c[y * m + x] = sum;
}

// A power of a small matrix of integers modulo 2^32: squares, and products for the bits.
kernel void matrix_power(global uint *data, local uint *base, local uint *result, int n,
                         uint power) {
  int i = get_local_id(1), j = get_local_id(0), at = i * n + j;
  base[at] = data[at];
  result[at] = i == j;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (power) {
    if (power & 1) {
      uint sum = 0;
      for (int k = 0; k < n; k++)
        sum += result[i * n + k] * base[k * n + j];
      barrier(CLK_LOCAL_MEM_FENCE);
      result[at] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    power >>= 1;
    uint square = 0;
    for (int k = 0; k < n; k++)
      square += base[i * n + k] * base[k * n + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    base[at] = square;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[at] = result[at];
}

// A transposition by tiles.
kernel void transpose(global const short *from, global short *to, local short *tile, int width,
                      int height) {
  int i = get_local_id(0), j = get_local_id(1), size = get_local_size(0);
  int x = get_group_id(0) * size + i, y = get_group_id(1) * size + j;
  if (x < width && y < height)
    tile[j * (size + 1) + i] = from[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * size + i;
  y = get_group_id(0) * size + j;
  if (x < height && y < width)
    to[y * height + x] = tile[i * (size + 1) + j];
}

// Bodies that attract each other, in tiles; some steps in time.
kernel void bodies(global float4 *all, local float4 *tile, int n, int steps, float dt) {
  int l = get_local_id(0), size = get_local_size(0);
  float4 own = l < n ? all[l] : (float4)(0);
  float2 speed = own.zw;
  for (int t = 0; t < steps; t++) {
    float2 force = 0;
    tile[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < min(n, size); k++) {
      float2 away = tile[k].xy - own.xy;
      float d = away.x * away.x + away.y * away.y + 0.5f;
      force += away / (d * sqrt(d));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    speed += dt * force;
    own.xy += dt * speed;
  }
  if (l < n)
    all[l] = (float4)(own.xy, speed);
}
