// LU decomposition in tiles, as Rodinia's lud: three kernels for each diagonal tile.

#define B(array, i, j) array[(i) * size + (j)]

kernel void lud_diagonal(global float *m, local float *shadow, int n, int offset) {
  int tx = get_local_id(0), size = get_local_size(0);
  int at = offset * n + offset;
  for (int i = 0; i < size; i++)
    B(shadow, i, tx) = m[at + i * n + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < size - 1; i++) {
    if (tx > i) {
      for (int j = 0; j < i; j++)
        B(shadow, tx, i) -= B(shadow, tx, j) * B(shadow, j, i);
      B(shadow, tx, i) /= B(shadow, i, i);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tx > i)
      for (int j = 0; j < i + 1; j++)
        B(shadow, i + 1, tx) -= B(shadow, i + 1, j) * B(shadow, j, tx);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 1; i < size; i++)
    m[at + i * n + tx] = B(shadow, i, tx);
}

// Twice as many work items as a tile has columns: one half for the row, one for the column.
kernel void lud_perimeter(global float *m, local float *dia, local float *row, local float *col,
                          int n, int offset) {
  int size = get_local_size(0) / 2, tx = get_local_id(0), bx = get_group_id(0);
  int along = (bx + 1) * size, index = tx < size ? tx : tx - size;
  if (tx < size) {
    for (int i = 0; i < size; i++)
      B(dia, i, index) = m[(offset + i) * n + offset + index];
    for (int i = 0; i < size; i++)
      B(row, i, index) = m[(offset + i) * n + offset + along + index];
  } else {
    for (int i = 0; i < size; i++)
      B(col, i, index) = m[(offset + along + i) * n + offset + index];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tx < size) {
    for (int i = 1; i < size; i++)
      for (int j = 0; j < i; j++)
        B(row, i, index) -= B(dia, i, j) * B(row, j, index);
  } else {
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++)
        B(col, index, i) -= B(col, index, j) * B(dia, j, i);
      B(col, index, i) /= B(dia, i, i);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tx < size) {
    for (int i = 1; i < size; i++)
      m[(offset + i) * n + offset + along + index] = B(row, i, index);
  } else {
    for (int i = 0; i < size; i++)
      m[(offset + along + i) * n + offset + index] = B(col, i, index);
  }
}

kernel void lud_internal(global float *m, local float *row, local float *col, int n,
                         int offset) {
  int tx = get_local_id(0), ty = get_local_id(1), size = get_local_size(0);
  int x = offset + (get_group_id(0) + 1) * size + tx;
  int y = offset + (get_group_id(1) + 1) * size + ty;
  B(row, ty, tx) = m[(offset + ty) * n + x];
  B(col, ty, tx) = m[y * n + offset + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < size; i++)
    sum += B(col, ty, i) * B(row, i, tx);
  m[y * n + x] -= sum;
}
