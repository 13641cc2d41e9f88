// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803},opencl-lower-arguments' --split-input-file --verify-diagnostics | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803},convert-opencl-to-llvm' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=SEGMENT

// SEGMENT: in @depth: error: kernel @depth of ABI amdcl2 must load its arguments; run opencl-lower-arguments first, or opencl-to-llvm

// CHECK: in @depth: error: kernel @depth, argument 1 'image': ABI amdcl2 has no image2d_depth_t; use image2d_t or image2d_array_t, or ABI amdhsa
opencl.kernel @depth(%a: i32, %n: !opencl.image<image2d_depth_t, read_only> {opencl.name = "image"}) {
  opencl.return
}
