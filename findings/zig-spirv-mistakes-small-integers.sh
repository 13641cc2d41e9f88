#!/bin/bash
# Guess: i16 in memory has two bytes, as @sizeOf(i16) says, and a target without 16-bit numbers is one error; @as(i32, x)
#   of a u8 x is OpUConvert: 155 stays 155.
# Seen: ziglang 0.17.1, -target spirv64-opencl without the feature int16: x[1] of [*]const i16 is loaded as an integer of
#   32 bits, "Aligned 2"; with -mcpu generic+int16 it has 16 bits. With generic+int8 a u8 becomes an i32 by OpSConvert: 155
#   is -101. The sign is that of the result's type, not of x.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.1
cat > words.py <<'END'
"""The bits and alignments of the integers that the module loads; its conversions of integers."""
import struct
import sys

data = open(sys.argv[1], "rb").read()
words = struct.unpack(f"<{len(data) // 4}I", data)
bits, loads, conversions, at = {}, [], [], 5
while at < len(words):
    opcode = words[at] & 0xFFFF
    if opcode == 21:  # OpTypeInt
        bits[words[at + 1]] = words[at + 2]
    if opcode == 61 and words[at + 1] in bits:  # OpLoad
        loads.append((bits[words[at + 1]], words[at + 5]))
    if opcode in (113, 114):
        conversions.append({113: "U", 114: "S"}[opcode] + f"Convert to {bits[words[at + 1]]}")
    at += words[at] >> 16
print(*loads, *conversions)
END
check() {
  cat > k.zig <<END
export fn k(x: [*]addrspace(.global) const $2, o: [*]addrspace(.global) $3) callconv(.{ .spirv_kernel = .{ .x = 1, .y = 1, .z = 1 } }) void {
    o[0] = @as($3, x[1]);
}
comptime {
    if (@sizeOf(i16) != 2) @compileError("i16 has other bytes");
}
END
  ZIG_GLOBAL_CACHE_DIR=$PWD/cache venv/bin/python -m ziglang build-obj -target spirv64-opencl -mcpu "$1" \
    -O ReleaseFast -fno-llvm k.zig -femit-bin=k.spv --cache-dir cache
  seen=$(python3 words.py k.spv)
  echo "$1, $2 to $3: $seen"
  [ "$seen" = "$4" ]
}
check generic i16 i16 '(32, 2)'
check generic+int16 i16 i16 '(16, 2)'
check generic+int8 u8 i32 '(8, 1) SConvert to 32'
check generic+int16 i16 i32 '(16, 2) SConvert to 32'
