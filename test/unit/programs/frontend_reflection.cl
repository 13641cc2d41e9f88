typedef struct { int a; float4 b; } params_t;
kernel void k1(global const float *restrict a, constant int4 *c, local volatile uint *l,
               float f, const uint4 v, params_t p, global params_t *gp,
               volatile global uchar *vb) {
  local int tile[32];
  tile[get_local_id(0)] = f;
  barrier(CLK_LOCAL_MEM_FENCE);
  l[0] = c[0].x + tile[3];
  *(global float *)gp = a[0] + f + v.x + p.a;
  vb[0] = 1;
}
kernel __attribute__((reqd_work_group_size(8, 4, 2)))
       __attribute__((vec_type_hint(float4)))
void k2(read_only image2d_t img, write_only image2d_t out, sampler_t s, unsigned int n,
        unsigned long ul) {}
