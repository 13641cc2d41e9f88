// A call: LLVM gives no function the address of the arguments.
__attribute__((noinline)) int groups(int d) { return get_num_groups(d) + 1; }

struct P5 { char a; int b; } __attribute__((packed));
void use_p(global float *), use_c(char), use_s(short), use_i(int), use_l(long),
     use_f(float), use_d(double), use_c3(char3), use_s3(short3), use_i3(int3),
     use_d3(double3), use_i2(int2), use_l2(ulong2), use_q(local float4 *);

kernel void vecadd(global float *a, global float *b, global float *c, uint n) {
  use_p(a); use_p(b); use_p(c); use_i(n);
}
kernel void scalars(char a, short b, int c, long d, float e, double f) {
  use_c(a); use_s(b); use_i(c); use_l(d); use_f(e); use_d(f);
}
kernel void vec3(char3 a, short3 b, int3 c, double3 d, global float *e) {
  use_c3(a); use_s3(b); use_i3(c); use_d3(d); use_p(e);
}
kernel void small(uchar a, int2 b, ulong2 c, short d) {
  use_c(a); use_i2(b); use_l2(c); use_s(d);
}
kernel void locals(global float *a, local float4 *b, local float4 *c, uint d) {
  use_p(a); use_q(b); use_q(c); use_i(d);
}
kernel void sizes(global uint *o, uint n, uchar c) {
  o[0] = groups(0); o[1] = groups(1); o[2] = get_global_size(0);
  o[3] = get_global_size(2); o[4] = get_local_size(1);
  o[5] = get_work_dim(); o[6] = get_global_offset(2);
  o[n] = c;
}
