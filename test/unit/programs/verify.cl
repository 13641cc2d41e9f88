global int total = 3;
kernel void turned(global const int *x, global int *out, int first) {
  int i = get_global_id(0), t = x[i] ^ 5;
  out[i] = i < first ? i : t;
}
kernel void vectors(global const int *x, global int3 *out) {
  int i = get_global_id(0);
  out[i] = (int3)(i, i, x[i] ^ 5);
}
kernel void painted(global const uint *x, write_only image2d_t out) {
  int i = get_global_id(0), j = get_global_id(1);
  uint t = x[j * get_global_size(0) + i] ^ 5;
  write_imageui(out, (int2)(i, j), (uint4)(i, j, j == 2 ? t : 0, 7));
}
kernel void numbers(global const float *x, global float *out, global float *ratio) {
  int i = get_global_id(0);
  out[i] = sin(x[i]) * exp(x[i]) + x[i];
  ratio[i] = x[i] / x[i];
}
kernel void summed(global const float *x, global float *out, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[get_global_id(0)];
  out[get_global_id(0)] = s;
}
kernel void tickets(global int *next, global int *mine, global float *sum) {
  int i = get_global_id(0);
  mine[i] = atomic_inc(next);
  total += get_global_id(0) == 0;
}
kernel void counted(global int *out) {
  if (get_global_id(0) == 0) out[0] = ++total;
}
kernel void added(global int *x, local int *t) {
  int i = get_local_id(0);
  t[i] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] += t[get_local_size(0) - 1 - i];
}
kernel void told(global int *out) {
  int i = get_global_id(0);
  out[i] = printf("item %d\n", i);
}
kernel void addresses(global ulong *out, global int *x) {
  int i = get_global_id(0);
  out[i] = (ulong)&x[i];
}
kernel void piped(global const int *x, write_only pipe int out) {
  int v = x[get_global_id(0)];
  write_pipe(out, &v);
}
kernel void raced(global int *x) { int i = get_global_id(0); x[i + 1] = x[i] + 1; }
