#!/bin/bash
# Guess: what llvm-spirv writes for clang -g is a module that SPIR-V's own tools print.
# Seen: llvm-spirv 15 of Debian (15.0.0, LLVM 15.0.6): an image is a pointer in Clang's debug information, without an
#   address space, and DebugTypePointer then has the storage class 4294967295. spirv-dis and spirv-val 2023.1
#   read no such word: "Invalid storage class operand: 4294967295". Without -g all is well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download clang-15=1:15.0.6-4+b1 libclang-cpp15=1:15.0.6-4+b1 libclang-common-15-dev=1:15.0.6-4+b1 libllvm15=1:15.0.6-4+b1 llvm-spirv-15=15.0.0-2 libllvmspirvlib15=15.0.0-2 spirv-tools=2023.1-2 \
  libz3-4 libedit2 libxml2 libicu72 libbsd0 libmd0 2>log || { cat log; exit 1; }
for file in *.deb; do dpkg-deb -x "$file" root; done
export PATH="$folder/root/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
clang-15 --version | grep 'version 15\.0\.'
llvm-spirv-15 --version | grep 'LLVM version 15\.0\.'
spirv-dis --version | grep v2023.1
cat >in.cl <<'END'
kernel void k(read_only image2d_t image, global int *p) {
  p[0] = get_image_width(image);
}
END
for debug in -g0 -g; do
  clang-15 --target=spir64 -cl-std=CL1.2 -Xclang -finclude-default-header -O0 $debug -emit-llvm -c in.cl -o in.bc
  llvm-spirv-15 in.bc -o out.spv
  if [ $debug = -g0 ]; then
    spirv-dis out.spv | grep OpFunction
  else
    ! spirv-dis out.spv >text 2>error
    cat error
    grep 'Invalid storage class operand: 4294967295' error
  fi
done
