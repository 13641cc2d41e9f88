// RUN: xdsl-opt %s -p opencl-raise-structured --split-input-file --verify-diagnostics | filecheck %s

// CHECK: in @k: error: 'opencl-raise-structured' raises kernels of the opencl level; run 'opencl-raise-kernels' and 'opencl-raise-builtins' first
llvm.func spir_kernelcc @k() {
  llvm.return
}

// -----

// CHECK: error: the module is already lowered to the LLVM dialect; run 'opencl-raise-structured' on the module that it was made of
builtin.module attributes {opencl.lowered = {}} {
  llvm.func @k()
}

// -----

// What it has no rule for stays.
// CHECK:      opencl.kernel @struct(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %s: !llvm.ptr<1>, %t: !llvm.ptr<1>, %u: !llvm.ptr<1>) {
// CHECK-NOT:  memref
// CHECK:      opencl.return
opencl.kernel @struct(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %s: !llvm.ptr<1>, %t: !llvm.ptr<1>, %u: !llvm.ptr<1>) {
  %0 = llvm.getelementptr inbounds %p[1, 1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, !llvm.struct<(i32, f32)>
  %1 = llvm.load %0 : !llvm.ptr<1> -> f32
  %2 = llvm.getelementptr inbounds %q[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  %3 = llvm.load %2 : !llvm.ptr<1> -> f32
  %4 = llvm.getelementptr inbounds %r[1, 1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, vector<4xf32>
  %5 = llvm.load %4 : !llvm.ptr<1> -> f32
  %6 = llvm.getelementptr inbounds %s[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, !llvm.array<4 x f32>
  %7 = llvm.getelementptr inbounds %6[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
  %8 = llvm.getelementptr inbounds %7[0, 1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, !llvm.array<4 x f32>
  %9 = llvm.load %8 : !llvm.ptr<1> -> f32
  %10 = llvm.load %t : !llvm.ptr<1> -> !llvm.ptr<1>
  llvm.store %u, %u : !llvm.ptr<1>, !llvm.ptr<1>
  opencl.return
}

