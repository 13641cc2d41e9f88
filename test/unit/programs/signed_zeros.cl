// --- HEAD

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#define H(x) ((half)(x))
#define F(x) ((float)(x))
#define D(x) ((double)(x))
#define pick(c, x, y) ((c) ? (x) : (y))
#define NEVER __attribute__((noinline))
half to_half(float t) { return t; }
float product(float s, float t) { return s * t; }
NEVER half other_to_half(float t) { return t; }
NEVER float other_product(float s, float t) { return s * t; }
float difference(float s, float t) { return s - t; }
constant float table[2] = {-1, 0};
void store_product(float *p, float s, float t) { *p = s * t; }
