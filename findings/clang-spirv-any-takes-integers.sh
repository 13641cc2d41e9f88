#!/bin/bash
# Guess: any(int4) is true where a component is negative (OpenCL C 3.0, 6.15.6), so Clang compares with zero for
#   OpAny, which takes a vector of truth values.
# Seen: Clang 22.1.8 of Debian, --target=spirv64: OpAny and OpAll have the integers themselves as their operand, and
#   any(int), too. spirv-val 2023.1: "Expected operand to be vector bool: Any".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
clang-22 --version | grep 'version 22\.1\.8'
spirv-val --version | grep v2023.1
check() {
  echo "kernel void k(global $1 *in, global int *out) { out[0] = $2(in[0]); }" >in.cl
  clang-22 --target=spirv64 -cl-std=CL1.2 -O1 -Xclang -finclude-default-header -c in.cl -o out.spv
  spirv-dis --no-header --raw-id out.spv >text
  operand=$(sed -n "s/.*= $3 %[0-9]* //p" text | head -n 1)
  made=$(sed -n "s/^ *$operand = \([A-Za-z]*\) .*/\1/p" text)
  echo "$2($1): $3 of $made"
  [ "$made" = OpLoad ]
  ! spirv-val out.spv 2>error
  grep 'Expected operand to be vector bool' error
}
check int4 any OpAny
check int4 all OpAll
check int any OpAny
