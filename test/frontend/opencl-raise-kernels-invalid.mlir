// RUN: xdsl-opt %s -p opencl-raise-kernels --split-input-file --verify-diagnostics | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-raise-kernels{strict-metadata=true}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: kernel @k returns a value; make it return void
llvm.func spir_kernelcc @k() -> i32 {
  %c = llvm.mlir.constant(0 : i32) : i32
  llvm.return %c : i32
}

// -----

// CHECK: in @k: error: !llvm.target<"spirv.Image", !llvm.void, 4, 0, 0, 0, 0, 0, 0> is not an image type of OpenCL
llvm.func spir_kernelcc @k(%i: !llvm.target<"spirv.Image", !llvm.void, 4, 0, 0, 0, 0, 0, 0>) {
  llvm.return
}

// -----

// CHECK: error: kernel @k: kernel_arg_type has 1 entries for 2 arguments
llvm.func spir_kernelcc @k(%a: i32, %b: i32) attributes {llvm.metadata = {kernel_arg_type = ["int"]}} {
  llvm.return
}

// -----

// CHECK: in @k: error: an indirect call; OpenCL C has no function pointers
llvm.func spir_kernelcc @k(%f: !llvm.ptr) {
  llvm.call %f() : !llvm.ptr, () -> ()
  llvm.return
}

// -----

// CHECK: in @k: error: @f is called with other types than those it is defined with
llvm.func @f(%a: i32) {
  llvm.return
}
llvm.func spir_kernelcc @k(%a: i64) {
  llvm.call @f(%a) : (i64) -> ()
  llvm.return
}

// -----

// CHECK: error: the module is already lowered to the LLVM dialect; raise the module that it was made of
builtin.module attributes {opencl.lowered = {}} {
}
