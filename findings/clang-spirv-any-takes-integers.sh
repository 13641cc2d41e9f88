#!/bin/bash
# Guess: any(int4) is true where a component is negative (OpenCL C 3.0, 6.15.6), so Clang compares with zero for
#   OpAny, which takes a vector of truth values.
# Seen: Clang 22.1.8 (ziglang 0.17.0, headers of libclang-ng 22.1.4.2), triple spirv64: OpAny and OpAll have the integers themselves as their operand, and
#   any(int), too. spirv-val 2023.1: "Expected operand to be vector bool: Any".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download spirv-tools=2023.1-2  2>log || { cat log; exit 1; }
for file in *.deb; do dpkg-deb -x "$file" root; done
export PATH="$folder/root/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ziglang==0.17.0 libclang-ng==22.1.4.2
headers=$(venv/bin/python -c 'import clang.native, os; print(os.path.dirname(clang.native.__file__))')/resource/include
spirv-val --version | grep v2023.1
check() {
  echo "kernel void k(global $1 *in, global int *out) { out[0] = $2(in[0]); }" >in.cl
  venv/bin/python -m ziglang clang -cc1 -triple spirv64 -cl-std=CL1.2 -O1 -internal-isystem "$headers" \
    -finclude-default-header -emit-obj -o out.spv in.cl
  spirv-dis --no-header --raw-id out.spv >text
  operand=$(sed -n "s/.*= $3 %[0-9]* //p" text | head -n 1)
  made=$(sed -n "s/^ *$operand = \([A-Za-z]*\) .*/\1/p" text)
  echo "$2($1): $3 of $made"
  [ "$made" = OpLoad ]
  if spirv-val out.spv 2>error; then exit 1; fi
  grep 'Expected operand to be vector bool' error
}
check int4 any OpAny
check int4 all OpAll
check int any OpAny
