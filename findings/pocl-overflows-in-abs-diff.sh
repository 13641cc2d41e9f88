#!/bin/bash
# Guess: abs_diff(INT_MIN, INT_MAX) is 4294967295, "|x - y| without modulo overflow" (OpenCL C 3.0, 6.15.3), for
#   constants and for arguments.
# Seen: PoCL 3.1 of Debian (LLVM 15), through pyopencl 2026.1.4: 4294967295 for arguments; for constants whatever a
#   register holds, another number for int than for int2. abs_diff((char)-128, (char)127) is 255 for both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export POCL_CACHE_DIR=$folder/cache XDG_CACHE_HOME=$folder PYOPENCL_NO_CACHE=1
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pyopencl==2026.1.4 numpy==2.4.6
venv/bin/python - <<'END'
import numpy as np
import pyopencl as cl

(platform,) = (p for p in cl.get_platforms() if p.name == "Portable Computing Language")
print(platform.version)
assert platform.version.startswith("OpenCL 3.0 PoCL 3.1+debian")
context = cl.Context(platform.get_devices()[:1])
queue = cl.CommandQueue(context)
program = cl.Program(context, """
kernel void k(global uint *out, int least, int most) {
  out[0] = abs_diff(least, most);
  out[1] = abs_diff(INT_MIN, INT_MAX);
  out[2] = abs_diff((int2)(INT_MIN), (int2)(INT_MAX)).x;
  out[3] = abs_diff((char)-128, (char)127);
}
""").build()
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 16)
program.k(queue, (1,), None, buffer, np.int32(-(2**31)), np.int32(2**31 - 1))
out = np.zeros(4, np.uint32)
cl.enqueue_copy(queue, out, buffer)
print(out)
assert out[0] == 2**32 - 1 and out[3] == 255
assert 2**32 - 1 not in out[1:3].tolist()
END
