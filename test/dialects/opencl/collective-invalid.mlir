// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.work_group_reduce: value of type vector<4xf32>; expected a scalar
func.func @f(%v: vector<4xf32>) {
  %0 = opencl.work_group_reduce add %v : vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.work_group_reduce: value has type !llvm.ptr; expected i8, i16, i32, i64, f16, f32, f64
func.func @f(%v: !llvm.ptr) {
  %0 = opencl.work_group_reduce add %v : !llvm.ptr
  func.return
}

// -----

// CHECK: opencl.sub_group_scan_inclusive: umax needs an integer, value has type f32
func.func @f(%v: f32) {
  %0 = opencl.sub_group_scan_inclusive umax %v : f32
  func.return
}

// -----

// CHECK: opencl.work_group_broadcast: 4 local ids; a work-group has 1 to 3 dimensions
func.func @f(%v: f32, %i: i64) {
  %0 = opencl.work_group_broadcast %v[%i, %i, %i, %i] : f32, i64, i64, i64, i64
  func.return
}

// -----

// CHECK: opencl.async_work_group_copy: copies between global and local memory, both pointers are global
func.func @f(%g: !llvm.ptr<1>, %n: i64, %e: !opencl.event) {
  %0 = opencl.async_work_group_copy f32 %g, %g, %n event %e : !llvm.ptr<1>, !llvm.ptr<1>, i64
  func.return
}

// -----

// CHECK: opencl.async_work_group_copy: source of type !llvm.ptr points to private memory; expected global or local
func.func @f(%g: !llvm.ptr<1>, %p: !llvm.ptr, %n: i64, %e: !opencl.event) {
  %0 = opencl.async_work_group_copy f32 %g, %p, %n event %e : !llvm.ptr<1>, !llvm.ptr, i64
  func.return
}

// -----

// CHECK: opencl.async_work_group_copy: element has type vector<5xf32>; OpenCL C's vectors have one dimension
func.func @f(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %n: i64, %e: !opencl.event) {
  %0 = opencl.async_work_group_copy vector<5xf32> %g, %l, %n event %e : !llvm.ptr<1>, !llvm.ptr<3>, i64
  func.return
}

// -----

// CHECK: opencl.async_work_group_strided_copy: source of type memref<8xi32, #opencl.address_space<local>> does not hold f32
func.func @f(%g: !llvm.ptr<1>, %l: memref<8xi32, #opencl.address_space<local>>, %n: i64, %e: !opencl.event) {
  %0 = opencl.async_work_group_strided_copy f32 %g, %l, %n stride %n event %e : !llvm.ptr<1>, memref<8xi32, #opencl.address_space<local>>, i64
  func.return
}

// -----

// CHECK: opencl.prefetch: pointer of type !llvm.ptr<3> points to local memory; expected global
func.func @f(%l: !llvm.ptr<3>, %n: i64) {
  opencl.prefetch f32 %l, %n : !llvm.ptr<3>, i64
  func.return
}

// -----

// CHECK: opencl.wait_group_events_ptr: events of type !llvm.ptr<1> points to global memory; expected private or generic
func.func @f(%g: !llvm.ptr<1>, %n: i32) {
  opencl.wait_group_events_ptr %n, %g : !llvm.ptr<1>
  func.return
}
