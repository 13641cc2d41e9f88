// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},convert-opencl-to-llvm' | filecheck %s

// A function that may read all hidden arguments makes its callers need all of them.
// CHECK: llvm.func amdgpu_kernelcc @any_byte(
// CHECK-NOT: amdgpu-implicitarg-num-bytes
// CHECK: llvm.call @whole_block()
llvm.func @whole_block() -> !llvm.ptr<2> {
  %p = opencl.implicit_arguments_ptr : !llvm.ptr<2>
  llvm.return %p : !llvm.ptr<2>
}
opencl.kernel @any_byte(%o: !llvm.ptr<1>) {
  %p = llvm.call @whole_block() : () -> !llvm.ptr<2>
  %v = llvm.load %p : !llvm.ptr<2> -> i32
  llvm.store %v, %o : i32, !llvm.ptr<1>
  opencl.return
}
