// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=spirv},opencl-to-llvm' -t opencl-spirv --split-input-file --verify-diagnostics | filecheck %s

// What SPIR-V cannot say is one error that names the operation and a remedy.
opencl.kernel @wide(%p: !llvm.ptr<1>) {
  %x = llvm.load %p : !llvm.ptr<1> -> i128
  llvm.store %x, %p : i128, !llvm.ptr<1>
  opencl.return
}
// CHECK: in @wide: error: SPIR-V for OpenCL has integers of up to 64 bits, not i128; use i64

// -----

opencl.kernel @five(%p: !llvm.ptr<1>) {
  %x = llvm.load %p : !llvm.ptr<1> -> vector<5xf32>
  llvm.store %x, %p : vector<5xf32>, !llvm.ptr<1>
  opencl.return
}
// CHECK: in @five: error: SPIR-V for OpenCL has vectors of 2, 3, 4, 8 and 16 elements, not vector<5xf32>; split it into such vectors

// -----

opencl.kernel @trap() {
  "llvm.intr.trap"() : () -> ()
  opencl.return
}
// CHECK: in @trap: error: 'llvm.intr.trap' has no form in SPIR-V for OpenCL; compute its result with other operations, or compile for a GPU or the CPU device

// -----

opencl.kernel @rounded(%p: !llvm.ptr<1>, %x: bf16) {
  llvm.store %x, %p : bf16, !llvm.ptr<1>
  opencl.return
}
// CHECK: in @rounded: error: SPIR-V for OpenCL has no type for bf16; convert the values to integers, f16, f32 or f64

// -----

opencl.kernel @short(%p: !llvm.ptr<1>) {
  %x = llvm.mlir.constant(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<3 x i32>
  llvm.store %x, %p : !llvm.array<3 x i32>, !llvm.ptr<1>
  opencl.return
}
// CHECK: in @short: error: dense<[1, 2]> : tensor<2xi32> is no constant of type !llvm.array<3 x i32>; write a number, or each element

// -----

opencl.kernel @images(%a: !opencl.image<image2d_t, read_only>, %b: !opencl.image<image2d_t, read_only>, %p: !llvm.ptr<1>, %t: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %c = llvm.icmp "slt" %t, %zero : i32
  %image = arith.select %c, %a, %b : !opencl.image<image2d_t, read_only>
  %w = opencl.get_image_width %image : !opencl.image<image2d_t, read_only> -> i32
  llvm.store %w, %p : i32, !llvm.ptr<1>
  opencl.return
}
// CHECK: in @images: error: SPIR-V has no choice between values of !opencl.image<image2d_t, read_only>; use each in its own branch
