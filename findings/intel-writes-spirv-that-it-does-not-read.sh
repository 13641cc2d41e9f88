#!/bin/bash
# Guess: a compiler's SPIR-V is read by the runtime of the same package.
# Seen: intel-opencl-rt 2026.2.0: Compile of its libcommon_clang.so, with -emit-spirv, declares FloatControls2 (6029)
#   for x+y; clBuildProgram of the same words: "SPIRV module requires unsupported capability 6029". Without the sum
#   the module is built.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0 \
  pyopencl==2026.1.4
ls "$PWD"/venv/lib/libintelocl.so > intel.icd
cat > compile.py <<'END'
"""The SPIR-V of the OpenCL C in argument 1, to the file in argument 2."""

import ctypes
import sys

library = ctypes.CDLL("venv/lib/libcommon_clang.so")
result = ctypes.c_void_p()
library.Compile.argtypes = [
    ctypes.c_char_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t,
    *[ctypes.c_char_p] * 3, ctypes.c_void_p,
]
code = library.Compile(sys.argv[1].encode(), None, 0, None, None, 0, b"", b"-emit-spirv", b"120", ctypes.byref(result))
assert code == 0, code
table = ctypes.cast(ctypes.cast(result, ctypes.POINTER(ctypes.c_void_p))[0], ctypes.POINTER(ctypes.c_void_p))
size = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p)(table[0])(result)
data = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(table[1])(result)
open(sys.argv[2], "wb").write(ctypes.string_at(data, size))
END
cat > build.py <<'END'
"""Builds the words in argument 1; prints the log of a failure."""

import sys

import pyopencl as cl

context = cl.Context(cl.get_platforms()[0].get_devices())
program = cl._cl._create_program_with_il(context, open(sys.argv[1], "rb").read())
try:
    program._build(b"", context.devices)
    print("built")
except cl.RuntimeError:
    print(program.get_build_info(context.devices[0], cl.program_build_info.LOG))
END
export LD_LIBRARY_PATH=$PWD/venv/lib OCL_ICD_VENDORS=$PWD/intel.icd OCL_ICD_FILENAMES=
for body in 'y[0] = x[0] + y[0]' 'y[0] = x[0]'; do
  venv/bin/python compile.py "kernel void k(global float *x, global float *y) { $body; }" k.spv
  venv/bin/python build.py k.spv
done | tee log
grep -q 'requires unsupported capability 6029' log
test "$(grep -c '^built' log)" = 1
