#!/bin/bash
# Guess: mad_sat(a, b, c) of 32 and 64 bits is a * b + c, saturated, for scalars and vectors alike (OpenCL C, table 12), and
#   normalize of a vector of zeros is a vector of zeros.
# Seen: Intel's CPU runtime (intel-opencl-rt 2026.2.0): mad_sat((int2)(-1), (int2)(1), (int2)(1)) is INT_MIN, mad_sat of uint2(2), uint2(2),
#   uint2(0xffffffff) is 3, mad_sat(LONG_MIN, -1L, 1L) is LONG_MIN + 1; those of char, short and a scalar int are right. normalize((float2)(0)) is NaN.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pyopencl==2026.1.4 \
  intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0
export LD_LIBRARY_PATH=$folder/venv/lib OCL_ICD_VENDORS=$folder/vendors PYOPENCL_NO_CACHE=1
mkdir vendors
echo "$folder/venv/lib/libintelocl.so" >vendors/intel.icd
venv/bin/python -W ignore - <<'END'
import numpy as np
import pyopencl as cl

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
INT, LONG = 1 << 31, 1 << 63


def value(type, expression, arguments, bits):
    places = ", ".join(f"global {type} *{name}" for name in "abco")
    text = f"kernel void f({places}) {{ o[get_global_id(0)] = {expression}; }}"
    flags = cl.mem_flags.COPY_HOST_PTR
    dtype = f"{'f' if type == 'float' else 'u' if type[0] == 'u' else 'i'}{bits // 8}"
    arrays = [np.full(64, number, dtype) for number in (*arguments, 0)]
    buffers = [cl.Buffer(context, flags, hostbuf=array) for array in arrays]
    cl.Program(context, text).build().f(queue, (64,), None, *buffers)
    cl.enqueue_copy(queue, arrays[3], buffers[3])
    print(f"{type} {expression}{arguments}: {sorted(set(map(str, arrays[3])))}")
    return arrays[3][0]


pair = "mad_sat((T2)(a[0]), (T2)(b[0]), (T2)(c[0])).x"
assert value("int", "mad_sat(a[0], b[0], c[0])", (-1, 1, 1), 32) == 0
assert value("int", pair.replace("T", "int"), (-1, 1, 1), 32) == -INT  # 0
assert value("uint", pair.replace("T", "uint"), (2, 2, 2 * INT - 1), 32) == 3  # 2**32 - 1
assert value("long", "mad_sat(a[0], b[0], c[0])", (-LONG, -1, 1), 64) == 1 - LONG  # 2**63 - 1
assert value("short", "mad_sat(a[0], b[0], c[0])", (300, 300, 1), 16) == 32767
assert np.isnan(value("float", "normalize((float2)(a[0])).x", (0, 0, 0), 32))  # 0
END
