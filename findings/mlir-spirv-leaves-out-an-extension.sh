#!/bin/bash
# Guess: spirv-update-vce declares the extensions without which the capabilities that it declares are invalid, where the
#   target has them: "update-vce" is version, capabilities, extensions.
# Seen: mlir-opt 22.1.8 of Debian, a kernel with spirv.BitFieldInsert, target with BitInstructions and
#   SPV_KHR_bit_instructions: v1.0, [BitInstructions, ...], []. spirv-val 2023.1 of Debian: "requires one of these
#   extensions: SPV_KHR_bit_instructions". The same with SPV_KHR_subgroup_rotate. For
#   spirv.EXT.AtomicFAdd the extension is declared, and the module is valid.
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
check() {
  cat >in.mlir <<END
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.4,
    [Kernel, Addresses, $1], [$2]>, #spirv.resource_limits<>>} {
  spirv.module Physical64 OpenCL {
    spirv.func @f(%a: i32, %b: i32, %p: !spirv.ptr<f32, CrossWorkgroup>, %f: f32) "None" {
      %c = spirv.Constant 5 : i32
      %r = spirv.$3
      spirv.Return
    }
    spirv.EntryPoint "Kernel" @f
  }
}
END
  mlir-opt-22 --pass-pipeline='builtin.module(spirv.module(spirv-update-vce))' in.mlir >out.mlir
  # The module alone, without the attributes around it.
  sed -n '/spirv\.module/,/^  }/p' out.mlir >module.mlir
  head -1 module.mlir
  mlir-translate-22 --no-implicit-module --serialize-spirv module.mlir -o out.spv
  spirv-val out.spv 2>error && echo valid || cat error
}
check BitInstructions SPV_KHR_bit_instructions 'BitFieldInsert %a, %b, %c, %c : i32, i32, i32' | tee seen
grep -q 'vce<v1.0, \[.*BitInstructions.*\], \[\]>' seen
grep -q 'requires one of these extensions: SPV_KHR_bit_instructions' seen
check GroupNonUniformRotateKHR SPV_KHR_subgroup_rotate \
  'GroupNonUniformRotateKHR <Subgroup> %a, %c : i32, i32 -> i32' | tee seen
grep -q 'vce<v1.3, \[.*GroupNonUniformRotateKHR.*\], \[\]>' seen
grep -q 'requires one of these extensions: SPV_KHR_subgroup_rotate' seen
check AtomicFloat32AddEXT SPV_EXT_shader_atomic_float_add \
  'EXT.AtomicFAdd <Device> <None> %p, %f : !spirv.ptr<f32, CrossWorkgroup>' | tee seen
grep -q '\[SPV_EXT_shader_atomic_float_add\]>' seen
grep -qx valid seen
