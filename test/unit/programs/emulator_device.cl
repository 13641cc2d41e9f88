global int total = 5;
typedef struct { char c; double d; int a[3]; } S;
kernel void scale(global float *x, float by, int n) {
  int i = get_global_id(0);
  if (i < n) x[i] *= by;
}
kernel void count(global int *out) {
  int before = atomic_add(&total, 1);
  if (get_global_id(0) == 0) out[0] = total;
}
kernel void sizes(global int *out) {
  int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
  out[2 * i] = get_local_size(0) * 100 + get_local_size(1);
  out[2 * i + 1] = get_global_offset(0);
}
kernel void turn(global int *x, local int *a, local int2 *b) {
  int i = get_local_id(0), n = get_local_size(0);
  a[i] = x[get_global_id(0)];
  b[i] = (int2)(i, -i);
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = a[n - 1 - i] + b[n - 1 - i].y;
}
kernel void member(global double *out, S s, global int *null) {
  out[0] = s.d + s.a[2] + s.c + (null == 0);
}
kernel void same(global int *a, global int *b, global int *out) {
  a[0] = 7; out[0] = a == b; out[1] = b[0];
}
kernel void say(int n) {
  printf("%d %s %v2hlf%%\n", (int)get_global_id(0) + n, "ab", (float2)(1, 2));
}
