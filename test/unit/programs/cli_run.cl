kernel void saxpy(float a, global const float *x, global float *y) {
  size_t i = get_global_id(0);
  y[i] += a * x[i];
}
kernel void invert(read_only image2d_t from, write_only image2d_t to, sampler_t s) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 c = read_imagef(from, s, at);
  write_imagef(to, at, (float4)(1.0f - c.xyz, c.w));
}
kernel void numbers(uint4 v, long l, local int *scratch, global long *out, global int *no) {
  out[0] = v.x; out[1] = v.w; out[2] = l; out[3] = no == 0;
}
kernel void count(read_only image2d_t im, global uint *out) {
  out[0] = read_imageui(im, (int2)(1, 0)).y;
}
kernel void option(global int *out) { out[get_global_id(0)] = N; }
kernel void trap(global int *a) { __builtin_trap(); }
kernel void crash(global int *p) { p[1L << 40] = 1; }
kernel void raced(global int *x) { int i = get_global_id(0); x[i + 1] = x[i] + 1; }
kernel void forever(global volatile int *p) { while (p[0] == 0) {} }
