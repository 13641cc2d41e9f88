// --- KERNELS

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void div(global float *p, global float *q) { *p = *p / *q; }
kernel void reciprocal(global float *p) { *p = 1.0f / *p; }
kernel void div_double(global double *p, global double *q) { *p = *p / *q; }
kernel void div_half(global half *p, global half *q) { *p = *p / *q; }
kernel void muladd(global float *p, global float *q, global float *r) { *p = *p * *q + *r; }
kernel void muladd_double(global double *p, global double *q) { *p = *p * *q + *q; }
kernel void two_statements(global float *p, global float *q, global float *r) {
  float t = *p * *q;
  *p = t + *r;
}
kernel void contract_off(global float *p, global float *q, global float *r) {
#pragma OPENCL FP_CONTRACT OFF
  *p = *p * *q + *r;
}
kernel void reassociated(global float *p, global float *q) { *p = (*p + *q) - *q; }
kernel void plus_zero(global float *p) { *p = *p + 0.0f; }
kernel void times_zero(global float *p) { *p = *p * 0.0f; }
kernel void is_nan(global float *p, global int *q) { *q = *p != *p; }
kernel void less(global float *p, global float *q) { *p = *p < *q ? *p : *q; }
kernel void vectors(global float4 *p, global float4 *q) { *p = *p * *q + *p / *q; }
// --- BUILTINS

kernel void k_sqrt(global float *p) { *p = sqrt(*p); }
kernel void k_rsqrt(global float *p) { *p = rsqrt(*p); }
kernel void k_exp(global float *p) { *p = exp(*p); }
kernel void k_pow(global float *p) { *p = pow(*p, 2.5f); }
kernel void k_isnan(global float *p, global int *q) { *q = isnan(*p); }
// --- FINITE

void tell(global float *out, float x) {
  out[0] = __builtin_isfpclass(x, 0x20);
  out[1] = __builtin_isfpclass(x, 0x40);
  out[2] = __builtin_isfpclass(x, 0x90);
  out[3] = isnormal(x);
  out[4] = fmax(x, -0.5f);
}
kernel void scalar(global float *out, float x) { tell(out, x); }
kernel void of_vector(global float *out, float2 x) { tell(out, x.y); }
// --- OVERFLOW

float sigmoid(float x) { return 1.0f / (1.0f + exp(-x)); }
__attribute__((noinline)) float4 sigmoids(float4 x) {
  return 1.0f / (1.0f + exp(-x));
}
kernel void inlined(global float *out, global const float *x) {
  size_t i = get_global_id(0);
  out[i] = sigmoid(x[i]);
}
kernel void called(global float4 *out, global const float4 *x) {
  size_t i = get_global_id(0);
  if (i < get_global_size(0) / 4)
    out[i] = sigmoids(x[i]);
}
// --- ROOTS

kernel void k_rsqrt(global float *out, global const float *x) {
  size_t i = get_global_id(0);
  out[i] = rsqrt(x[i]);
}
kernel void k_native(global float *out, global const float *x) {
  size_t i = get_global_id(0);
  out[i] = native_rsqrt(x[i]);
}
// --- EXPONENTS

kernel void k(global float *y, global int *e, global const float *x) {
  size_t i = get_global_id(0);
  int n;
  y[i] = frexp(x[i], &n);
  e[i] = n;
}
