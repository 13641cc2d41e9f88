// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.atomic_rmw: pointer of type !llvm.ptr points to private memory; expected global or local or generic
func.func @f(%p: !llvm.ptr, %i: i32) {
  %0 = opencl.atomic_rmw add relaxed device %p, %i : !llvm.ptr, i32
  func.return
}

// -----

// CHECK: opencl.atomic_load: pointer of type !llvm.ptr<2> points to constant memory; expected global or local or generic
func.func @f(%p: !llvm.ptr<2>) {
  %0 = opencl.atomic_load relaxed device %p : !llvm.ptr<2> -> i32
  func.return
}

// -----

// CHECK: opencl.atomic_rmw: value of type i8; expected i32 or i64
func.func @f(%p: !llvm.ptr<1>, %i: i8) {
  %0 = opencl.atomic_rmw add relaxed device %p, %i : !llvm.ptr<1>, i8
  func.return
}

// -----

// CHECK: opencl.atomic_rmw: value of type f32; expected i32 or i64
func.func @f(%p: !llvm.ptr<1>, %i: f32) {
  %0 = opencl.atomic_rmw add relaxed device %p, %i : !llvm.ptr<1>, f32
  func.return
}

// -----

// CHECK: opencl.atomic_rmw: fadd on i32; integers have add
func.func @f(%p: !llvm.ptr<1>, %i: i32) {
  %0 = opencl.atomic_rmw fadd relaxed device %p, %i : !llvm.ptr<1>, i32
  func.return
}

// -----

// CHECK: opencl.atomic_rmw: scope work_item is for opencl.atomic_work_item_fence only
func.func @f(%p: !llvm.ptr<1>, %i: i32) {
  %0 = opencl.atomic_rmw add relaxed work_item %p, %i : !llvm.ptr<1>, i32
  func.return
}

// -----

// CHECK: opencl.atomic_rmw: a pointer takes no index
func.func @f(%p: !llvm.ptr<1>, %i: i32, %x: index) {
  %0 = opencl.atomic_rmw add relaxed device %p[%x], %i : !llvm.ptr<1>, i32
  func.return
}

// -----

// CHECK: opencl.atomic_rmw: 1 indices for a memref of rank 2
func.func @f(%p: memref<4x4xi32, #opencl.address_space<global>>, %i: i32, %x: index) {
  %0 = opencl.atomic_rmw add relaxed device %p[%x], %i : memref<4x4xi32, #opencl.address_space<global>>, i32
  func.return
}

// -----

// CHECK: opencl.atomic_store: value of type i32 in a memref<4xi64, #opencl.address_space<global>>
func.func @f(%p: memref<4xi64, #opencl.address_space<global>>, %i: i32, %x: index) {
  opencl.atomic_store relaxed device %p[%x], %i : memref<4xi64, #opencl.address_space<global>>, i32
  func.return
}

// -----

// CHECK: opencl.atomic_load: memory order release does not apply to it
func.func @f(%p: !llvm.ptr<1>) {
  %0 = opencl.atomic_load release device %p : !llvm.ptr<1> -> i32
  func.return
}

// -----

// CHECK: opencl.atomic_store: memory order acquire does not apply to it
func.func @f(%p: !llvm.ptr<1>, %i: i32) {
  opencl.atomic_store acquire device %p, %i : !llvm.ptr<1>, i32
  func.return
}

// -----

// CHECK: opencl.atomic_compare_exchange: memory order acq_rel does not apply to it
func.func @f(%p: !llvm.ptr<1>, %i: i32) {
  %0, %1 = opencl.atomic_compare_exchange acq_rel acq_rel device %p, %i, %i : !llvm.ptr<1>, i32
  func.return
}

// -----

// CHECK: opencl.atomic_compare_exchange: failure order seq_cst is stronger than success order acq_rel
func.func @f(%p: !llvm.ptr<1>, %i: i32) {
  %0, %1 = opencl.atomic_compare_exchange acq_rel seq_cst device %p, %i, %i : !llvm.ptr<1>, i32
  func.return
}

// -----

// CHECK: opencl.atomic_flag_clear: memory order acquire does not apply to it
func.func @f(%p: !llvm.ptr<1>) {
  opencl.atomic_flag_clear acquire device %p : !llvm.ptr<1>
  func.return
}

// -----

// CHECK: opencl.atomic_flag_test_and_set: value of type i32 in a memref<4xi64, #opencl.address_space<local>>
func.func @f(%p: memref<4xi64, #opencl.address_space<local>>, %x: index) {
  %0 = opencl.atomic_flag_test_and_set acquire device %p[%x] : memref<4xi64, #opencl.address_space<local>>
  func.return
}
