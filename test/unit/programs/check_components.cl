// Kernels for four work items: what they write component by component, all of them read.

struct s { char c; int i; float f; };

kernel void components(global float *o) {
  local float4 a[4];
  int l = get_local_id(0);
  a[l].x = 1; a[l].y = 2; a[l].z = 3; a[l].w = 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 v = a[3 - l]; o[l] = v.x + v.y + v.z + v.w;
}

kernel void halves(global float *o) {
  local float4 a[4];
  int l = get_local_id(0);
  a[l].lo = (float2)(1, 2); a[l].hi = (float2)(3, 4);
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 v = a[3 - l]; o[l] = v.x + v.y + v.z + v.w;
}

kernel void even_and_odd(global float *o) {
  local int8 a[4];
  int l = get_local_id(0);
  a[l].even = (int4)(l); a[l].s75 = (int2)(2, 1); a[l].s1 = 4; a[l].s3 = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  int8 v = a[3 - l]; o[l] = v.s0 + v.s1 * v.s3 + v.s5 + v.s7 + l;
}

kernel void three(global float *o) {
  local float3 a[4];
  int l = get_local_id(0);
  a[l].x = 1; a[l].y = 2; a[l].z = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  float3 v = a[3 - l]; o[l] = v.x + v.y + v.z;
}

kernel void three_at_once(global float *o) {
  local float3 a[4];
  int l = get_local_id(0);
  a[l] = (float3)(1, 2, 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  float3 v = a[3 - l]; o[l] = v.x + v.y + v.z;
}

kernel void stored_three(global float *o) {
  local float3 a[4];
  int l = get_local_id(0);
  vstore3((float3)(1, 2, 3), 0, (local float *)&a[l]);
  barrier(CLK_LOCAL_MEM_FENCE);
  float3 v = a[3 - l]; o[l] = v.x + v.y + v.z;
}

kernel void fields(global float *o) {
  local struct s a[4];
  int l = get_local_id(0);
  a[l].c = 1; a[l].i = 2; a[l].f = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  struct s v = a[3 - l]; o[l] = v.c + v.i + v.f;
}

kernel void of_different_work_items(global float *o) {
  local float4 a[1];
  int l = get_local_id(0);
  if (l == 0) a[0].x = 1; if (l == 1) a[0].y = 2; if (l == 2) a[0].z = 3; if (l == 3) a[0].w = 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 v = a[0]; o[l] = v.x + v.y + v.z + v.w;
}

// Wrong: each reads what nothing wrote, or writes outside.

kernel void one_is_missing(global float *o) {
  local float4 a[4];
  int l = get_local_id(0);
  a[l].x = 1; a[l].y = 2; a[l].z = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 v = a[3 - l]; o[l] = v.x + v.w;
}

kernel void third_of_three(global float *o) {
  local float3 a[4];
  int l = get_local_id(0);
  a[l].x = 1; a[l].y = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  float3 v = a[3 - l]; o[l] = v.z;
}

kernel void field(global float *o) {
  local struct s a[4];
  int l = get_local_id(0);
  a[l].c = 1; a[l].f = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  struct s v = a[3 - l]; o[l] = v.i;
}

kernel void outside(global float *o) {
  local float4 a[4];
  int l = get_local_id(0);
  a[l + 1].y = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[l] = 0;
}

kernel void read_before_the_write(global float *o) {
  local float4 a[4];
  int l = get_local_id(0);
  o[l] = a[l].x; a[l].x = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
}

// An image in a function that branches.

int w(read_only image2d_t i) {
  int t = get_image_width(i);
  if (t > 2) return t;
  return 0;
}
kernel void width(read_only image2d_t i, global int *o) { o[0] = w(i); }
