#include <lines.h>
float twice(float x) {
  return 2 *
    x;
}
kernel void k(global float *p, int i) {
  p[i]
    = twice(p[i + 1]);
  barrier(CLK_GLOBAL_MEM_FENCE);
#line 1000 "other.cl"
  vstore2(vload2(i, p), 0, p);
  put(p);
}
