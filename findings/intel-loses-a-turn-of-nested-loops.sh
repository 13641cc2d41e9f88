#!/bin/bash
# Guess: a sum over two nested loops, both of which may end by a break, is what C has.
# Seen: Intel's CPU runtime (intel-opencl-rt 2026.2.0), from OpenCL C, compiled for SSE 4.2: for n = 0 to 7 the kernel below gives
#   0 0 1 9 24 80 180 166; C and the same kernel with -cl-opt-disable or CL_CONFIG_CPU_VECTORIZER_MODE=1 give 0 0 1 9 36 100 200 186. On a
#   processor with AVX-512, whose code is other, 0 0 1 9 18 30 80 116: a turn of the outer loop is missing. Code for AVX2 is right. The
#   same from SPIR-V, of a goto out of both loops.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pyopencl==2026.1.4 \
  intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0
export LD_LIBRARY_PATH=$folder/venv/lib OCL_ICD_VENDORS=$folder/vendors PYOPENCL_NO_CACHE=1
export CL_CONFIG_CPU_TARGET_ARCH=corei7
mkdir vendors
echo "$folder/venv/lib/libintelocl.so" >vendors/intel.icd
cat >sum.h <<'END'
int sum(int n) {
  int s = 0;
  for (int j = 0; j < n; j++) {
    int left = 0;
    for (int k = 0; k < n; k++) {
      if (k * j > 20) { left = 1; break; }
      s += k * j;
    }
    if (left || j == 7) break;
  }
  return s;
}
END
cat >host.c <<'END'
#include <stdio.h>
#include "sum.h"
int main(void) { for (int n = 0; n < 8; n++) printf("%d ", sum(n)); }
END
gcc host.c -o host
cat >run.py <<'END'
import sys

import numpy as np
import pyopencl as cl

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
text = open("sum.h").read() + """
kernel void f(global const int *a, global int *o) { o[get_global_id(0)] = sum(a[get_global_id(0)]); }
"""
flags = cl.mem_flags.COPY_HOST_PTR
sizes, sums = np.arange(8, dtype=np.int32), np.zeros(8, np.int32)
buffers = [cl.Buffer(context, flags, hostbuf=array) for array in (sizes, sums)]
cl.Program(context, text).build(sys.argv[1:]).f(queue, (8,), None, *buffers)
cl.enqueue_copy(queue, sums, buffers[1])
print(*sums, "")
END
expected=$(./host)
vectorized=$(venv/bin/python -W ignore run.py)
echo "C: $expected"
echo "vectorized: $vectorized"
[ "$expected" = "0 0 1 9 36 100 200 186 " ]
[ "$vectorized" = "0 0 1 9 24 80 180 166 " ]
[ "$(venv/bin/python -W ignore run.py -cl-opt-disable)" = "$expected" ]
[ "$(CL_CONFIG_CPU_VECTORIZER_MODE=1 venv/bin/python -W ignore run.py)" = "$expected" ]
