// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-opencl-to-llvm' | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=r600 mcpu=juniper},convert-opencl-to-llvm' | filecheck %s --check-prefix R600

// -cl-finite-math-only: floats are neither NaN nor infinite, 1 + 2 (NaN) + 4 + 512 (infinity).
// CHECK: llvm.func amdgpu_kernelcc @finite(%x: f32 {llvm.noundef, llvm.nofpclass = 519 : i64}, %y: vector<2xf16> {llvm.nofpclass = 519 : i64}, %n: i32)
// R600-NOT: llvm.nofpclass
opencl.kernel @finite(%x: f32 {llvm.noundef}, %y: vector<2xf16>, %n: i32) attributes {passthrough = ["nounwind", ["no-infs-fp-math", "true"], ["no-nans-fp-math", "true"]]} {
  opencl.return
}

// One of the two is not enough.
// CHECK: llvm.func amdgpu_kernelcc @no_nans(%{{[^ ]*}}: f32)
opencl.kernel @no_nans(%x: f32) attributes {passthrough = [["no-nans-fp-math", "true"]]} {
  opencl.return
}
