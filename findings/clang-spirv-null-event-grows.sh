#!/bin/bash
# Guess: async_work_group_copy(..., 0) has OpConstantNull as its event, an instruction of three words, which
#   all copies of a module share.
# Seen: Clang 22.1.8 (ziglang 0.17.0, headers of libclang-ng 22.1.4.2), triple spirv64, -O0 and -O2: they share it,
#   and each use after the first one adds a word to the instruction, its type once more. Three copies: five
#   words. spirv-val 2023.1: "expected no more operands after 3 words, but stated word count is 5".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.0 libclang-ng==22.1.4.2
headers=$(venv/bin/python -c 'import clang.native, os; print(os.path.dirname(clang.native.__file__))')/resource/include
cat >nulls.py <<'END'
# The words of each OpConstantNull.
import struct

data = open("out.spv", "rb").read()
words = struct.unpack(f"<{len(data) // 4}I", data)
at = 5
while at < len(words):
    if words[at] & 0xFFFF == 46:
        kind, result, *more = words[at + 1 : at + (words[at] >> 16)]
        assert {*more} <= {kind}
        print(3 + len(more))
    at += words[at] >> 16
END
copy='event = async_work_group_copy(to, from, 16, 0); wait_group_events(1, &event);'
check() {
  echo "kernel void k(global int *from, local int *to) { event_t event; $2 }" >in.cl
  for level in 0 2; do
    venv/bin/python -m ziglang clang -cc1 -triple spirv64 -cl-std=CL1.2 -x cl -O$level \
      -internal-isystem "$headers" -finclude-default-header -emit-obj -o out.spv in.cl
    seen=$(venv/bin/python nulls.py)
    echo "copies: $1, -O$level: $seen words"
    [ "$seen" = $((2 + $1)) ]
  done
}
check 1 "$copy"
check 2 "$copy $copy"
check 3 "$copy $copy $copy"
