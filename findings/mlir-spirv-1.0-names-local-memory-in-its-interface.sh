#!/bin/bash
# Guess: convert-gpu-to-spirv with spirv-update-vce makes a valid module for OpenCL of a kernel with local memory: of SPIR-V 1.0
#   to 1.3 with an interface of built-in variables only, or of 1.4, whose interface has every variable.
# Seen: mlir-opt and mlir-translate 22.1.8 of Debian: SPIR-V 1.0, though the target allows 1.4, and OpEntryPoint names
#   the Workgroup variable. spirv-val 2023.1 of Debian: "OpEntryPoint interfaces must be OpVariables with Storage Class of
#   Input(1) or Output(3). Found Storage Class 4". With the header's version set to 1.4 the same words are valid.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Packages of Debian 12, unpacked in the folder.
apt-get -qq download mlir-22-tools=1:22.1.8-1~deb12u1 libmlir-22=1:22.1.8-1~deb12u1 libllvm22=1:22.1.8-1~deb12u1 \
  spirv-tools=2023.1-2 libz3-4=4.8.12-3.1 libedit2=3.1-20221030-2 libxml2=2.9.14+dfsg-1.3~deb12u6 libicu72=72.1-3+deb12u1 libbsd0=0.11.7-2 libmd0=1.0.4-2 2>log || { cat log; exit 1; }
for file in *.deb; do dpkg-deb -x "$file" root; done
export PATH="$folder/root/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib"
mlir-opt-22 --version | grep 'LLVM version 22\.1\.8'
spirv-val --version | grep v2023.1
cat >in.mlir <<'END'
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.4,
    [Kernel, Addresses, Int64], []>, api = OpenCL, #spirv.resource_limits<>>} {
  gpu.module @kernels {
    gpu.func @reverse(%x: memref<16xf32, #spirv.storage_class<CrossWorkgroup>>) kernel
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>} {
      %last = arith.constant 15 : index
      %tile = memref.alloc() : memref<16xf32, #spirv.storage_class<Workgroup>>
      %i = gpu.thread_id x
      %j = arith.subi %last, %i : index
      %v = memref.load %x[%i] : memref<16xf32, #spirv.storage_class<CrossWorkgroup>>
      memref.store %v, %tile[%i] : memref<16xf32, #spirv.storage_class<Workgroup>>
      gpu.barrier
      %w = memref.load %tile[%j] : memref<16xf32, #spirv.storage_class<Workgroup>>
      memref.store %w, %x[%i] : memref<16xf32, #spirv.storage_class<CrossWorkgroup>>
      gpu.return
    }
  }
}
END
passes='convert-gpu-to-spirv{use-64bit-index=true},gpu.module(spirv.module(spirv-lower-abi-attrs,spirv-update-vce))'
mlir-opt-22 --pass-pipeline="builtin.module($passes)" in.mlir >out.mlir
sed -n '/spirv\.module/,/^    }/p' out.mlir >module.mlir
grep -E 'spirv.module|EntryPoint' module.mlir | tee seen
grep -q 'vce<v1.0,' seen
grep -q 'EntryPoint "Kernel" @reverse, .*@__workgroup_mem__' seen
mlir-translate-22 --no-implicit-module --serialize-spirv module.mlir -o out.spv
if spirv-val out.spv 2>error; then exit 1; fi
cat error
grep -q 'Found Storage Class 4' error
# The word after the magic number: 1.4.
printf '\x00\x04\x01\x00' | dd of=out.spv bs=1 seek=4 conv=notrunc status=none
spirv-val out.spv
