#!/bin/bash
# Guess: gpu.rotate is converted for OpenCL with addresses of 64 bits as for 32, like gpu.shuffle and gpu.subgroup_id.
# Seen: mlir-opt 22.1.8 of Debian, convert-gpu-to-spirv{use-64bit-index=true}: the pass compares the invocation's number,
#   which it widens to 64 bits, with a width of 32: "'spirv.ULessThan' op requires all operands to have the same type", an
#   error in what the pass itself writes. With use-64bit-index=false it is converted, but then the module has
#   addresses of 32 bits. gpu.shuffle is converted with both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download mlir-22-tools=1:22.1.8-1~deb12u1 libmlir-22=1:22.1.8-1~deb12u1 libllvm22=1:22.1.8-1~deb12u1 \
  libz3-4=4.8.12-3.1 libedit2=3.1-20221030-2 libxml2=2.9.14+dfsg-1.3~deb12u6 libicu72=72.1-3+deb12u1 libbsd0=0.11.7-2 libmd0=1.0.4-2 2>log || { cat log; exit 1; }
for file in *.deb; do dpkg-deb -x "$file" root; done
export PATH="$folder/root/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib"
mlir-opt-22 --version | grep 'LLVM version 22\.1\.8'
convert() {
  cat >in.mlir <<END
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.4, [Kernel, Addresses, Int64,
    GroupNonUniformRotateKHR, GroupNonUniformShuffle], [SPV_KHR_subgroup_rotate]>, api = OpenCL,
    #spirv.resource_limits<subgroup_size = 32>>} {
  gpu.module @kernels {
    gpu.func @k(%x: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>} {
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %y, %valid = $1
      gpu.return
    }
  }
}
END
  echo "$1, 64 bits: $2"
  { mlir-opt-22 --convert-gpu-to-spirv=use-64bit-index="$2" in.mlir 2>&1 || true; } | grep -oE '^.*spirv.module @.*OpenCL|error: .*'
}
rotate='gpu.rotate %x, 1, 16 : f32' shuffle='gpu.shuffle xor %x, %one, %width : f32'
convert "$rotate" true | tee seen
grep -q "error: 'spirv.ULessThan' op requires all operands to have the same type" seen
convert "$rotate" false | tee seen
grep -q 'Physical32 OpenCL' seen
convert "$shuffle" true | tee seen
grep -q 'Physical64 OpenCL' seen
