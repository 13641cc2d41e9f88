#!/bin/bash
# Guess: clang -c for a SPIR-V triple writes a module of SPIR-V, for AMD's spirv64-amd-amdhsa as for spirv64.
# Seen: Clang 22.1.8 of Debian: for spirv64-amd-amdhsa -c writes LLVM bitcode ("BC" 0xC0DE), with status 0 and no word
#   about it, at every level; -S writes assembly of SPIR-V. For spirv64 -c writes SPIR-V.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download clang-22=1:22.1.8-1~deb12u1 libclang-cpp22=1:22.1.8-1~deb12u1 libclang-common-22-dev=1:22.1.8-1~deb12u1 \
  libllvm22=1:22.1.8-1~deb12u1 libz3-4=4.8.12-3.1 libedit2=3.1-20221030-2 libxml2=2.9.14+dfsg-1.3~deb12u6 libicu72=72.1-3+deb12u1 libbsd0=0.11.7-2 libmd0=1.0.4-2 2>log || { cat log; exit 1; }
for file in *.deb; do dpkg-deb -x "$file" root; done
export PATH="$folder/root/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib"
clang-22 --version | grep 'version 22\.1\.8'
echo 'kernel void k(global float *out) { out[get_global_id(0)] = 1; }' >in.cl
check() {
  clang-22 --target="$1" "$2" -c in.cl -o out.spv
  seen=$(od -An -tx4 -N4 out.spv | tr -d ' ')
  echo "$1 $2 -c: first word $seen"
  [ "$seen" = "$3" ]
}
for level in -O0 -O2; do
  check spirv64-amd-amdhsa $level dec04342
  check spirv64 $level 07230203
done
clang-22 --target=spirv64-amd-amdhsa -S in.cl -o - >out.s
grep OpEntryPoint out.s
