// --- TYPES

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef enum { red, green } colour;
typedef struct inner { float f; global struct inner *next; } inner;
typedef struct { char tag; inner pair[2]; union { int i; float f; } either; colour c; } outer;
kernel void f(global outer *o, global long *l, local half *h, global int *global *p, global float4 *v) {
  size_t i = get_global_id(0);
  o[i].pair[1].f = o[i].pair[0].next->f + o[i].either.f + v[i].x;
  o[i].c = l[i] ? green : o[i + 1].c;
  o[i].tag = *(global char *)(l + i);
  h[i] = h[i + 1];
  *p[i] = o[i].pair[0].next == o[i + 1].pair[0].next;
  global inner *volatile keep = o[i].pair[0].next;
  keep->next = 0;
}
// --- FORWARDED

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void f(global int *i, global TYPE *x) {
  i[0] = 1;
  STORE;
  i[1] = i[0];
}
// --- BARRIER

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void f(global float *f, global int *i) {
  float before = f[2];
  barrier(CLK_GLOBAL_MEM_FENCE);
  i[0] = as_int(before + 3);
  barrier(CLK_GLOBAL_MEM_FENCE);
  f[0] = f[2] + before;
}
// --- PUNNED

typedef union { uint u; float f; ushort s[2]; uchar b[4]; } word;
typedef struct { int kind; word w; } cell;
void put(global void *to, private const void *from, int n) {
  for (int i = 0; i < n; i++) ((global char *)to)[i] = ((private const char *)from)[i];
}
uint seen(global const uint *p) { return *p; }
kernel void f(global cell *cells, global uint *out, global float *x, local uint *l) {
  int i = get_global_id(0), j = get_local_id(0), n = get_local_size(0);
  cell c = cells[i];
  c.w.f += 1.0f;
  c.w.s[0] ^= 0x1234;
  uint a = c.w.u;
  c.w.b[3] = i;
  put(&cells[i].w, &c.w, 4);
  uint b = seen(&cells[i].w.u);
  float y = x[i] * 2;
  put(&x[i], &y, 4);
  l[j] = b;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint other = l[n - 1 - j];
  barrier(CLK_LOCAL_MEM_FENCE);
  local float *lf = (local float *)l;
  lf[j] = x[i] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore4((uint4)(a, b, other, as_uint(lf[n - 1 - j] + x[i])), i, out);
}
