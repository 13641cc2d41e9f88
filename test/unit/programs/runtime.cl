kernel void saxpy(float a, global const float *x, global float *y) {
  size_t i = get_global_id(0);
  y[i] += a * x[i];
}
kernel void integers(uchar c, long l, uint4 v, float3 f, global ulong *out) {
  out[0] = c; out[1] = l; out[2] = v.s3; out[3] = (ulong)f.z;
}
struct pair { char a; double b; };
kernel void structure(struct pair p, global double *out) { *out = p.a + p.b; }
kernel void group(local int *l, global int *out) {
  size_t i = get_local_id(0);
  l[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = l[get_local_size(0) - 1 - i];
}
kernel __attribute__((reqd_work_group_size(4, 2, 1))) void required(global int *out) {
  out[get_global_linear_id()] = get_local_linear_id();
}
kernel void copy(read_only image2d_t from, write_only image2d_t to, sampler_t s) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, read_imagef(from, s, at));
}
kernel void where(global int *out) {
  size_t i = get_global_linear_id();
  out[4 * i] = get_global_id(0); out[4 * i + 1] = get_global_id(1);
  out[4 * i + 2] = get_global_id(2); out[4 * i + 3] = get_work_dim();
}
kernel void big_private(global uint *out) {
  uint p[256];
  uint lid = get_local_id(0);
  for (int i = 0; i < 256; ++i) p[i] = lid * i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  uint sum = 0;
  for (int i = 0; i < 256; ++i) sum += p[(i * 7 + lid) & 255];
  out[get_global_id(0)] = sum;
}
kernel void unaligned(global const float4 *x, global float4 *y) {
  y[get_global_id(0)] = x[get_global_id(0)] * 2.0f;
}
kernel void int_ids(global long *out, ulong first) {
  size_t all = get_global_id(0);
  int id = get_global_id(0);
  out[2 * (all - first)] = id;
  out[2 * (all - first) + 1] = (long)(uint)get_global_id(0) - id;
}
kernel void empty(void) {}
