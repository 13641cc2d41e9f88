#!/bin/bash
# Guess: get_image_channel_data_type gives OpenCL C's constants (CLK_UNORM_INT8 is 0x10D2), whichever way
#   it takes; OpImageQueryFormat counts from 0, so 0x10D0 is added. get_image_channel_order is
#   OpImageQueryOrder with 0x10B0.
# Seen: Clang 22.1.8 (ziglang 0.17.0, headers of libclang-ng 22.1.4.2), triple spirv64: the result of
#   OpImageQueryFormat is stored as it is, so that a comparison with CLK_UNORM_INT8 is false for such
#   an image. get_image_channel_order stays a call of a function that nothing defines.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.0 libclang-ng==22.1.4.2
headers=$(venv/bin/python -c 'import clang.native, os; print(os.path.dirname(clang.native.__file__))')/resource/include
cat >in.cl <<'END'
kernel void k(read_only image2d_t image, global int *out) {
  out[0] = get_image_channel_data_type(image);
  out[1] = get_image_channel_order(image);
}
END
venv/bin/python -m ziglang clang -cc1 -triple spirv64 -cl-std=CL2.0 -x cl -O2 \
  -internal-isystem "$headers" -finclude-default-header -emit-obj -o out.spv in.cl
venv/bin/python - <<'END'
import struct

FORMAT, ORDER, STORE, CALL, ADD, NAME = 100 + 1, 102, 62, 57, 128, 5
data = open("out.spv", "rb").read()
words = struct.unpack(f"<{len(data) // 4}I", data)
at, code = 5, []
while at < len(words):
    code.append((words[at] & 0xFFFF, words[at + 1 : at + (words[at] >> 16)]))
    at += words[at] >> 16
formats = {ops[1] for number, ops in code if number == FORMAT}
stored = {ops[1] for number, ops in code if number == STORE}
print("OpImageQueryFormat:", formats, "stored:", stored)
assert formats and formats <= stored
assert not [ops for number, ops in code if number in (ORDER, ADD)]
called = {ops[2] for number, ops in code if number == CALL}
names = {
    struct.pack(f"<{len(ops) - 1}I", *ops[1:]).split(b"\0")[0].decode()
    for number, ops in code
    if number == NAME and ops[0] in called
}
print("called:", names)
assert any("get_image_channel_order" in name for name in names)
END
