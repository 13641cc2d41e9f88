kernel void product(global const float *a, global const float *b, global float *c, int n,
                    int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * width + x];
  c[y * width + x] = sum;
}
kernel void guarded(global const int *a, global int *c, int n, int from, int to) {
  int x = get_global_id(0);
  if (x >= from && x < to) {
    int sum = x;
    for (int k = from; k < n; ++k) sum = 3 * sum + a[k] - a[x];
    c[x] = sum;
  }
}
kernel void nested(global const int *a, global int *c, int n, int width) {
  int x = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < n; ++j) {
    int part = 1;
    for (int i = j; i < n; ++i) part = part * 5 + a[i * width + x];
    c[j * width + x] = part;
    sum ^= part;
  }
  c[n * width + x] = sum;
}
kernel void written(global int *a, int n, int width) {
  int x = get_global_id(0);
  for (int k = 1; k < n; ++k)
    a[k * width + x] = a[(k - 1) * width + x] * 7 + k + a[k * width + x];
}
kernel void two(global const float *a, global float *c, int n, int m) {
  int x = get_global_id(0);
  float s = 0, t = 1;
  for (int k = 0; k < n; ++k) s += a[k] * x;
  for (int k = 0; k < m; k += 3) { t = t * 0.5f + a[k] + s; s -= 1; }
  c[x] = s + t;
}
kernel void leaves(global const int *a, global int *c, int n) {
  int x = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    if (a[k] == 99) break;
    sum += a[k] * x;
    c[x] = sum;
    if (a[k] == x) return;
  }
  c[x] = sum + 1;
}
kernel void after(global const int *a, global int *c, int n, local int *l) {
  int i = get_local_id(0), x = get_global_id(0);
  if (x % 5 == 4) return;
  l[i] = a[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += a[k] * l[i];
  c[x] = sum;
}
kernel void last(global const float *a, global float *c, int n, local float *l) {
  int i = get_local_id(0);
  l[i] = a[get_global_id(0)];
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < s) l[i] += l[i + s];
  }
  if (i == 0) c[get_group_id(0)] = l[0];
}
kernel void rows(global const float *a, global float *c, int n) {
  int x = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[x * n + k];
  c[x] = sum;
}
kernel void short_loop(global const float *a, global float *c, int width) {
  int x = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < 16; ++k) sum += a[k * width + x];
  c[x] = sum;
}
kernel void differs(global const float *a, global float *c, int width) {
  int x = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < x; ++k) sum += a[k * width + x];
  c[x] = sum;
}
kernel void agreed(global int *a, global int *b) {
  int x = get_global_id(0);
  int sum = work_group_reduce_add(a[x]), any = work_group_any(a[x] > 50);
  int first = work_group_broadcast(a[x], 0);
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[x] = sum + any + first;
}
kernel void own(global int *a, global int *b) {
  int x = get_global_id(0);
  int sum = work_group_scan_inclusive_add(a[x]);
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[x] = sum;
}
kernel void decided(global int *a, global int *b) {
  int x = get_global_id(0);
  if (work_group_any(a[x] > 50)) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    b[x] = 1;
  }
  int rounds = work_group_broadcast(a[x], 0);
  for (int i = 0; i < rounds; i++) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    b[x] += 2;
  }
}
kernel void placed(global const int *a, global int *c, local int *t) {
  size_t i = get_global_linear_id(), n = get_global_size(0) * get_global_size(1) * get_global_size(2);
  uint l = get_local_linear_id();
  int mine = a[i];
  t[l] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  c[i] = l;
  c[n + i] = mine;
  c[2 * n + i] = t[size - 1 - l];
}
kernel void given(global int *c, int n, int m) {
  int x = get_global_id(0);
  int first = x + n, second = first * m;
  int sum = work_group_reduce_add(first);
  c[x] = sum + second * 1000;
}
