#!/bin/bash
# Guess: @as(i32, x) of a u8 x is OpUConvert: 155 stays 155.
# Seen: ziglang 0.17.1, -target spirv64-opencl -mcpu generic+int8: OpSConvert, whose result is -101; the sign is
#   that of the result's type, not of x. Without int8 a u8 has 32 bits, and nothing is converted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.1
cat > k.zig <<'END'
export fn k(x: [*]addrspace(.global) const u8, o: [*]addrspace(.global) i32) callconv(.{ .spirv_kernel = .{ .x = 1, .y = 1, .z = 1 } }) void {
    o[0] = @as(i32, x[0]);
}
END
ZIG_GLOBAL_CACHE_DIR=$PWD/cache venv/bin/python -m ziglang build-obj -target spirv64-opencl -mcpu generic+int8 \
  -O ReleaseFast -fno-llvm k.zig -femit-bin=k.spv --cache-dir cache
python3 - <<'END'
import struct

data = open("k.spv", "rb").read()
words = struct.unpack(f"<{len(data) // 4}I", data)
U_CONVERT, S_CONVERT, at, seen = 113, 114, 5, []
while at < len(words):
    seen += [opcode for opcode in [words[at] & 0xFFFF] if opcode in (U_CONVERT, S_CONVERT)]
    at += words[at] >> 16
print(seen)
# 113 where an index of 32 bits becomes one of 64, if there is one; the number of 8 bits by 114.
assert seen.count(S_CONVERT) == 1, seen
END
