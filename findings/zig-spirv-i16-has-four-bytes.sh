#!/bin/bash
# Guess: i16 in memory has two bytes, as @sizeOf(i16) and the alignment in the module say; a target without
#   16-bit numbers is one error.
# Seen: ziglang 0.17.1, -target spirv64-opencl without the feature int16: x[1] of [*]const i16 is four bytes at
#   four bytes from x, "Aligned 2": OpInBoundsPtrAccessChain and OpLoad of a 32-bit integer. With -mcpu generic+int16
#   it is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.1
cat > k.zig <<'END'
export fn k(x: [*]addrspace(.global) const i16, o: [*]addrspace(.global) i16) callconv(.{ .spirv_kernel = .{ .x = 1, .y = 1, .z = 1 } }) void {
    o[0] = x[1];
}
comptime {
    if (@sizeOf(i16) != 2) @compileError("i16 has other bytes");
}
END
for cpu in generic generic+int16; do
  ZIG_GLOBAL_CACHE_DIR=$PWD/cache venv/bin/python -m ziglang build-obj -target spirv64-opencl -mcpu $cpu \
    -O ReleaseFast -fno-llvm k.zig -femit-bin=$cpu.spv --cache-dir cache
done
python3 - <<'END'
import struct


def loads(path):
    """The bits of the integers that the module loads, with the alignments."""
    data = open(path, "rb").read()
    words = struct.unpack(f"<{len(data) // 4}I", data)
    bits, found, at = {}, [], 5
    while at < len(words):
        size, opcode = words[at] >> 16, words[at] & 0xFFFF
        if opcode == 21:  # OpTypeInt
            bits[words[at + 1]] = words[at + 2]
        if opcode == 61 and words[at + 1] in bits:  # OpLoad
            found.append((bits[words[at + 1]], words[at + 5]))
        at += size
    return found


print(loads("generic.spv"), loads("generic+int16.spv"))
assert loads("generic.spv") == [(32, 2)]
assert loads("generic+int16.spv") == [(16, 2)]
END
