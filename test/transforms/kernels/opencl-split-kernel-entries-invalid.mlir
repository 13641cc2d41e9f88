// RUN: xdsl-opt %s -p opencl-split-kernel-entries --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: recursion: @k -> @k; OpenCL C forbids recursion (3.0, section 6.11)
// CHECK-NEXT: opencl.call_kernel @k()
opencl.kernel @k() {
  opencl.call_kernel @k()
  opencl.return
}

// -----

// CHECK: in @a: error: recursion: @a -> @f -> @b -> @a;
opencl.kernel @uses() {
  opencl.call_kernel @a()
  opencl.return
}
opencl.kernel @a() {
  func.call @f() : () -> ()
  opencl.return
}
func.func @f() {
  func.call @leaf() : () -> ()
  opencl.call_kernel @b()
  func.return
}
func.func @leaf() {
  func.return
}
opencl.kernel @b() {
  opencl.call_kernel @a()
  opencl.return
}

// -----

// Recursion among functions that no kernel calls is an error, too.

// CHECK: error: recursion: @f -> @g -> @f;
func.func @f() {
  func.call @g() : () -> ()
  func.return
}
func.func @g() {
  func.call @f() : () -> ()
  func.return
}

// -----

// CHECK: error: @__clang_ocl_kern_imp_far, the body of the declared kernel @far, must be a function of type (i32) -> ()
opencl.kernel private @far(i32)
func.func private @__clang_ocl_kern_imp_far(f32) -> ()
opencl.kernel @k(%n: i32) {
  opencl.call_kernel @far(%n) : i32
  opencl.return
}

// -----

// CHECK: error: @__clang_ocl_kern_imp_far, the body of the declared kernel @far, must be a function of type () -> ()
opencl.kernel private @far()
opencl.kernel @__clang_ocl_kern_imp_far() {
  opencl.call_kernel @far()
  opencl.return
}

// -----

// CHECK: in @pick: error: function @pick returns !opencl.image<image2d_t, read_only>; OpenCL C forbids this (3.0, section 6.11): pass it to the function that uses it, or inline this one
func.func @pick(%i: !opencl.image<image2d_t, read_only>) -> !opencl.image<image2d_t, read_only> {
  func.return %i : !opencl.image<image2d_t, read_only>
}

// -----

// CHECK: in @k: error: 'llvm.mlir.undef' has a value of type !llvm.struct<(!opencl.image<image2d_t, read_only>, i32)>, which holds !opencl.image<image2d_t, read_only>; OpenCL C forbids this (3.0, section 6.11): pass it as an argument of its own
opencl.kernel @k(%i: !opencl.image<image2d_t, read_only>) {
  %empty = llvm.mlir.undef : !llvm.struct<(!opencl.image<image2d_t, read_only>, i32)>
  %pair = llvm.insertvalue %i, %empty[0] : !llvm.struct<(!opencl.image<image2d_t, read_only>, i32)>
  opencl.return
}

// -----

// CHECK: in @k: error: 'memref.alloca' has a value of type memref<2x!opencl.sampler>, which holds !opencl.sampler;
opencl.kernel @k(%s: !opencl.sampler) {
  %list = memref.alloca() : memref<2x!opencl.sampler>
  opencl.return
}

// -----

// CHECK: in @f: error: 'func.func' has a value of type !llvm.array<2 x !opencl.sampler>, which holds !opencl.sampler;
func.func private @f() -> !llvm.array<2 x !opencl.sampler>

// -----

// CHECK: in @f: error: 'func.func' has a value of type !llvm.struct<(i32, !llvm.array<2 x !opencl.sampler>)>, which holds !opencl.sampler;
func.func @f(%s: !llvm.struct<(i32, !llvm.array<2 x !opencl.sampler>)>) {
  func.return
}
