// RUN: xdsl-opt %s -p opencl-raise-builtins --split-input-file --verify-diagnostics | filecheck %s

// CHECK: in @k: error: printf needs a string literal as its format
opencl.kernel @k(%p: !llvm.ptr<2>) {
  %r = func.call @printf(%p) : (!llvm.ptr<2>) -> i32
  opencl.return
}
func.func private @printf(!llvm.ptr<2>) -> i32

// -----

// CHECK: in @k: error: get_image_width of !llvm.target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>; run 'opencl-raise-kernels' first
llvm.func spir_kernelcc @k(%i: !llvm.target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>) {
  %w = llvm.call @_Z15get_image_width14ocl_image2d_ro(%i) : (!llvm.target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>) -> i32
  llvm.return
}
llvm.func @_Z15get_image_width14ocl_image2d_ro(!llvm.target<"spirv.Image", !llvm.void, 1, 0, 0, 0, 0, 0, 0>) -> i32

// -----

// CHECK: in @k: error: get_default_queue: no target has queues that kernels enqueue kernels on
opencl.kernel @k() {
  %q = func.call @_Z17get_default_queuev() : () -> !opencl.queue
  opencl.return
}
func.func private @_Z17get_default_queuev() -> !opencl.queue
