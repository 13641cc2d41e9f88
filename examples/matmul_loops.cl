// A matrix product as loop nests are written in C, for passes on loops:
//   xdsl-opencl import examples/matmul_loops.cl -D K=64 |
//     xdsl-opt -p opencl-raise-structured,canonicalize,cse,licm
// `c` is `m` times `n`; the inner loop has K rounds.

#ifndef K
#define K 16
#endif

kernel void matmul(int m, int n, float alpha, float beta, global const float *restrict a,
                   global const float *restrict b, global float *restrict c) {
  const int row = get_global_id(1);
  const int column = get_global_id(0);
  if (row >= m || column >= n)
    return;
  c[row * n + column] *= beta;
  for (int k = 0; k < K; k++)
    c[row * n + column] += alpha * a[row * K + k] * b[k * n + column];
}
