// Factorisations and solvers of small dense systems in local memory, one work-group each.

#define A(i, j) a[(i) * n + (j)]

static void load(local float *a, global const float *from, int count) {
  for (int k = get_local_id(0); k < count; k += get_local_size(0))
    a[k] = from[k];
  barrier(CLK_LOCAL_MEM_FENCE);
}

static void save(global float *to, local const float *a, int count) {
  for (int k = get_local_id(0); k < count; k += get_local_size(0))
    to[k] = a[k];
}

// The sum of `part` of all work items, for each of them.
static float sum(float part, local float *scratch) {
  int l = get_local_id(0), size = get_local_size(0);
  scratch[l] = part;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int count = size; count > 1;) {
    int upper = (count + 1) / 2;
    if (l < count / 2)
      scratch[l] += scratch[l + upper];
    count = upper;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float total = scratch[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return total;
}

// Gauss elimination: one row for each work item, then back substitution.
kernel void gauss(global const float *matrices, global const float *sides, global float *x,
                  local float *a, local float *b, int n) {
  int i = get_local_id(0), group = get_group_id(0);
  load(a, matrices + group * n * n, n * n);
  load(b, sides + group * n, n);
  for (int k = 0; k < n - 1; k++) {
    if (i > k && i < n) {
      float factor = A(i, k) / A(k, k);
      for (int j = k; j < n; j++)
        A(i, j) -= factor * A(k, j);
      b[i] -= factor * b[k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int k = n - 1; k >= 0; k--) {
    if (i == k)
      b[k] /= A(k, k);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < k)
      b[i] -= A(i, k) * b[k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  save(x + group * n, b, n);
}

// Gauss-Jordan inversion with partial pivoting; one column for each work item.
kernel void invert(global const float *matrix, global float *inverse, local float *a,
                   local int *pivot, int n) {
  int j = get_local_id(0);
  for (int i = 0; i < n; i++)
    if (j < 2 * n)
      a[i * 2 * n + j] = j < n ? matrix[i * n + j] : (float)(j - n == i);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; k++) {
    if (j == 0) {
      int best = k;
      for (int i = k + 1; i < n; i++)
        if (fabs(a[i * 2 * n + k]) > fabs(a[best * 2 * n + k]))
          best = i;
      *pivot = best;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int p = *pivot;
    if (p != k && j < 2 * n) {
      float kept = a[k * 2 * n + j];
      a[k * 2 * n + j] = a[p * 2 * n + j];
      a[p * 2 * n + j] = kept;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float diagonal = a[k * 2 * n + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (j < 2 * n)
      a[k * 2 * n + j] /= diagonal;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n; i++) {
      float factor = a[i * 2 * n + k];
      barrier(CLK_LOCAL_MEM_FENCE);
      if (i != k && j < 2 * n)
        a[i * 2 * n + j] -= factor * a[k * 2 * n + j];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  if (j >= n && j < 2 * n)
    for (int i = 0; i < n; i++)
      inverse[i * n + j - n] = a[i * 2 * n + j];
}

// LU (Doolittle) in place, a work-group of two dimensions.
kernel void lu(global float *matrix, local float *a, int n) {
  int x = get_local_id(0), y = get_local_id(1);
  int w = get_local_size(0), h = get_local_size(1);
  for (int i = y; i < n; i += h)
    for (int j = x; j < n; j += w)
      A(i, j) = matrix[i * n + j];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; k++) {
    if (x == 0)
      for (int i = k + 1 + y; i < n; i += h)
        A(i, k) /= A(k, k);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = k + 1 + y; i < n; i += h)
      for (int j = k + 1 + x; j < n; j += w)
        A(i, j) -= A(i, k) * A(k, j);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = y; i < n; i += h)
    for (int j = x; j < n; j += w)
      matrix[i * n + j] = A(i, j);
}

// Cholesky by columns; the work item of a row keeps its sum.
kernel void cholesky(global float *matrices, local float *a, int n) {
  int i = get_local_id(0);
  global float *matrix = matrices + get_group_id(0) * n * n;
  load(a, matrix, n * n);
  for (int j = 0; j < n; j++) {
    float s = 0;
    if (i >= j && i < n) {
      s = A(i, j);
      for (int k = 0; k < j; k++)
        s -= A(i, k) * A(j, k);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == j)
      A(j, j) = sqrt(s);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i > j && i < n)
      A(i, j) = s / A(j, j);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int k = i; k < n * n; k += get_local_size(0))
    matrix[k] = k % n <= k / n ? a[k] : 0.0f;
}

// QR by modified Gram-Schmidt: columns of `n` rows, a tree for each dot product.
kernel void qr(global const float *matrix, global float *q, global float *r, local float *a,
               local float *scratch, int n, int m) {
  int i = get_local_id(0);
  load(a, matrix, n * m);
  for (int k = 0; k < m; k++) {
    float v = i < n ? a[i * m + k] : 0.0f;
    float norm = sqrt(sum(v * v, scratch));
    v /= norm;
    if (i < n)
      a[i * m + k] = v;
    if (i == 0)
      r[k * m + k] = norm;
    for (int j = k + 1; j < m; j++) {
      float w = i < n ? a[i * m + j] : 0.0f;
      float dot_product = sum(v * w, scratch);
      if (i < n)
        a[i * m + j] = w - dot_product * v;
      if (i == 0)
        r[k * m + j] = dot_product;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  save(q, a, n * m);
}

// Conjugate gradients in one work-group: one unknown for each work item.
kernel void conjugate_gradient(global const float *matrix, global const float *b,
                               global float *x, global int *steps, local float *p,
                               local float *scratch, float limit, int n) {
  int i = get_local_id(0);
  float xi = 0, ri = i < n ? b[i] : 0.0f, pi = ri;
  float rr = sum(ri * ri, scratch);
  int step = 0;
  while (rr > limit && step < 4 * n) {
    if (i < n)
      p[i] = pi;
    barrier(CLK_LOCAL_MEM_FENCE);
    float ap = 0;
    if (i < n)
      for (int j = 0; j < n; j++)
        ap += matrix[i * n + j] * p[j];
    float alpha = rr / sum(pi * ap, scratch);
    xi += alpha * pi;
    ri -= alpha * ap;
    float next = sum(ri * ri, scratch);
    pi = ri + next / rr * pi;
    rr = next;
    step++;
  }
  if (i < n)
    x[i] = xi;
  if (i == 0)
    *steps = step;
}

// The largest eigenvalue by power iteration, with a norm that all work items compute.
kernel void power_iteration(global const float *matrix, global float *value, local float *v,
                            local float *scratch, int n, int rounds) {
  int i = get_local_id(0);
  float own = i < n ? 1.0f : 0.0f, norm = 0;
  for (int round = 0; round < rounds; round++) {
    if (i < n)
      v[i] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    own = 0;
    for (int j = 0; i < n && j < n; j++)
      own += matrix[i * n + j] * v[j];
    norm = sqrt(sum(own * own, scratch));
    own /= norm;
  }
  if (i == 0)
    *value = norm;
}
