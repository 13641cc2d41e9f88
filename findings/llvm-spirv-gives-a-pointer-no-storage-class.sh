#!/bin/bash
# Guess: DebugTypePointer of clang -g and llvm-spirv has a storage class of SPIR-V, for an argument that is an image as for
#   one that is a buffer, or there is no such instruction.
# Seen: llvm-spirv 15 of Debian (15.0.0-2, LLVM 15.0.6), Clang 15.0.6: an image is a pointer without an address space in
#   Clang's debug information, and its storage class is 4294967295, which is none. spirv-dis 2023.1 stops with "Invalid
#   storage class operand: 4294967295". With -g and buffers alone, and without -g, it prints the module.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download clang-15=1:15.0.6-4+b1 libclang-cpp15=1:15.0.6-4+b1 libclang-common-15-dev=1:15.0.6-4+b1 libllvm15=1:15.0.6-4+b1 llvm-spirv-15=15.0.0-2 libllvmspirvlib15=15.0.0-2 spirv-tools=2023.1-2 \
  libz3-4=4.8.12-3.1 libedit2=3.1-20221030-2 libxml2=2.9.14+dfsg-1.3~deb12u6 libicu72=72.1-3+deb12u1 libbsd0=0.11.7-2 libmd0=1.0.4-2 2>log || { cat log; exit 1; }
for file in *.deb; do dpkg-deb -x "$file" root; done
export PATH="$folder/root/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
clang-15 --version | grep 'version 15\.0\.'
llvm-spirv-15 --version | grep 'LLVM version 15\.0\.'
spirv-dis --version | grep v2023.1
compile() {
  echo "kernel void k($2 argument, global int *p) { p[0] = 1; }" >in.cl
  clang-15 --target=spir64 -cl-std=CL1.2 -O0 "$1" -emit-llvm -c in.cl -o in.bc
  llvm-spirv-15 in.bc -o out.spv
  spirv-dis out.spv 2>error >text && echo "$2, $1: printed" || echo "$2, $1: $(cat error)"
}
{
  compile -g0 'read_only image2d_t'
  compile -g 'global int *'
  compile -g 'read_only image2d_t'
} | tee seen
diff seen - <<'END'
read_only image2d_t, -g0: printed
global int *, -g: printed
read_only image2d_t, -g: error: 42: Invalid storage class operand: 4294967295
END
