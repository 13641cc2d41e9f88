#!/bin/bash
# Guess: convert_long of an int is OpSConvert, and convert_char_sat of an int is an OpSConvert with
#   SaturatedConversion: the types of OpenCL C are signed.
# Seen: Clang 22.1.8 (ziglang 0.17.0, headers of libclang-ng 22.1.4.2), triple spirv64: OpUConvert and
#   OpSatConvertUToS. -1 becomes 4294967295, and saturated 127, where it is -1; with vectors the same.
#   convert_float of an int is OpConvertSToF, and convert_uchar_sat of an int OpSatConvertSToU.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.0 libclang-ng==22.1.4.2
headers=$(venv/bin/python -c 'import clang.native, os; print(os.path.dirname(clang.native.__file__))')/resource/include
cat >names.py <<'END'
# The conversions of a module of SPIR-V, by their names in the specification.
import struct

NAMES = {111: "OpConvertSToF", 112: "OpConvertUToF", 113: "OpUConvert", 114: "OpSConvert",
         118: "OpSatConvertSToU", 119: "OpSatConvertUToS"}
data = open("out.spv", "rb").read()
words = struct.unpack(f"<{len(data) // 4}I", data)
at = 5
found = set()
while at < len(words):
    found |= {NAMES[words[at] & 0xFFFF]} if words[at] & 0xFFFF in NAMES else set()
    at += words[at] >> 16
print(*sorted(found))
END
check() {
  echo "kernel void k(global const $1 *in, global $2 *out) { out[0] = $3(in[0]); }" >in.cl
  venv/bin/python -m ziglang clang -cc1 -triple spirv64 -cl-std=CL2.0 -x cl -O2 \
    -internal-isystem "$headers" -finclude-default-header -emit-obj -o out.spv in.cl
  seen=$(venv/bin/python names.py)
  echo "$3($1): $seen"
  [ "$seen" = "$4" ]
}
check int long convert_long OpUConvert
check int4 long4 convert_long4 OpUConvert
check int char convert_char_sat OpSatConvertUToS
check int4 char4 convert_char4_sat OpSatConvertUToS
# What was right.
check int float convert_float OpConvertSToF
check int uchar convert_uchar_sat OpSatConvertSToU
