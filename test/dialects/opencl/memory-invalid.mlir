// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.vload: result has type vector<5xf32>; OpenCL C's vectors have one dimension of 2, 3, 4, 8 or 16 elements
func.func @f(%p: !llvm.ptr<1>, %n: i64) {
  %0 = opencl.vload %p[%n] : !llvm.ptr<1>, i64 -> vector<5xf32>
  func.return
}

// -----

// CHECK: opencl.vload: result has type vector<2x2xf32>; OpenCL C's vectors have one dimension
func.func @f(%p: !llvm.ptr<1>, %n: i64) {
  %0 = opencl.vload %p[%n] : !llvm.ptr<1>, i64 -> vector<2x2xf32>
  func.return
}

// -----

// CHECK: opencl.vload: result has type f32; expected a vector
func.func @f(%p: !llvm.ptr<1>, %n: i64) {
  %0 = opencl.vload %p[%n] : !llvm.ptr<1>, i64 -> f32
  func.return
}

// -----

// CHECK: opencl.vload: pointer of type !llvm.ptr<9> is in no OpenCL address space
func.func @f(%p: !llvm.ptr<9>, %n: i64) {
  %0 = opencl.vload %p[%n] : !llvm.ptr<9>, i64 -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.vload: vectors of f32 in a memref<8xi32, #opencl.address_space<local>>
func.func @f(%p: memref<8xi32, #opencl.address_space<local>>, %n: i64) {
  %0 = opencl.vload %p[%n] : memref<8xi32, #opencl.address_space<local>>, i64 -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.vload: pointer of type memref<8x8xf32, #opencl.address_space<local>>; expected a memref of rank 1
func.func @f(%p: memref<8x8xf32, #opencl.address_space<local>>, %n: i64) {
  %0 = opencl.vload %p[%n] : memref<8x8xf32, #opencl.address_space<local>>, i64 -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.vstore: pointer of type !llvm.ptr<2> points to constant memory
func.func @f(%p: !llvm.ptr<2>, %n: i64, %v: vector<4xf32>) {
  opencl.vstore %v, %p[%n] : vector<4xf32>, !llvm.ptr<2>, i64
  func.return
}

// -----

// CHECK: opencl.vload_half: result has type vector<4xf64>; expected f32 or a vector of 2, 3, 4, 8 or 16 f32
func.func @f(%p: !llvm.ptr<1>, %n: i64) {
  %0 = opencl.vload_half %p[%n] : !llvm.ptr<1>, i64 -> vector<4xf64>
  func.return
}

// -----

// CHECK: opencl.vstorea_half: value has type vector<4xf16>; expected f32, f64 or a vector
func.func @f(%p: !llvm.ptr<1>, %n: i64, %v: vector<4xf16>) {
  opencl.vstorea_half %v, %p[%n] : vector<4xf16>, !llvm.ptr<1>, i64
  func.return
}

// -----

// CHECK: opencl.to_global: pointer of type !llvm.ptr<3> points to local memory; expected generic
func.func @f(%p: !llvm.ptr<3>) {
  %0 = opencl.to_global %p : !llvm.ptr<3> -> !llvm.ptr<1>
  func.return
}

// -----

// CHECK: opencl.to_local: result of type !llvm.ptr<1> points to global memory; expected local
func.func @f(%p: !llvm.ptr<4>) {
  %0 = opencl.to_local %p : !llvm.ptr<4> -> !llvm.ptr<1>
  func.return
}

// -----

// CHECK: opencl.local: result of type !llvm.ptr points to private memory; expected local
func.func @f() {
  %0 = opencl.local i32 : !llvm.ptr
  func.return
}

// -----

// CHECK: opencl.local: a pointer does not tell the stored type; write it in front of ':'
func.func @f() {
  %0 = opencl.local : !llvm.ptr<3>
  func.return
}

// -----

// CHECK: opencl.local: memref<?xf32, #opencl.address_space<local>> has a dynamic dimension; local memory is static
func.func @f() {
  %0 = opencl.local : memref<?xf32, #opencl.address_space<local>>
  func.return
}

// -----

// CHECK: opencl.local: the memref gives the stored type, it is not written
func.func @f() {
  %0 = opencl.local f32 : memref<4xf32, #opencl.address_space<local>>
  func.return
}

// -----

// CHECK: opencl.local: !opencl.sampler cannot be in memory
func.func @f() {
  %0 = opencl.local !llvm.array<2 x !opencl.sampler> : !llvm.ptr<3>
  func.return
}

// -----

// CHECK: opencl.local: alignment 12 is not a power of two
func.func @f() {
  %0 = opencl.local i32 align 12 : !llvm.ptr<3>
  func.return
}

// -----

// CHECK: opencl.copy_tile: (d0) -> (d0, 0) does not make 2 indices of 2 numbers; write one for each dimension
func.func @f(%a: memref<64x64xf16>, %t: memref<32x16xf16, #opencl.address_space<local>>, %n: index) {
  opencl.copy_tile %a[affine_map<(m) -> (m, 0)>] lines %n places %n to %t : memref<64x64xf16> to memref<32x16xf16, #opencl.address_space<local>>
  func.return
}

// -----

// CHECK: opencl.copy_tile: (d0, d1) -> (d0) does not make 2 indices of 2 numbers
func.func @f(%a: memref<64x64xf16>, %t: memref<32x16xf16, #opencl.address_space<local>>, %n: index) {
  opencl.copy_tile %a[affine_map<(m, k) -> (m)>] lines %n places %n to %t : memref<64x64xf16> to memref<32x16xf16, #opencl.address_space<local>>
  func.return
}

// -----

// CHECK: opencl.copy_tile: the tile is a memref<32x?xf16, #opencl.address_space<local>>; use a static shape of lines and places
func.func @f(%a: memref<64x64xf16>, %t: memref<32x?xf16, #opencl.address_space<local>>, %n: index) {
  opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %n places %n to %t : memref<64x64xf16> to memref<32x?xf16, #opencl.address_space<local>>
  func.return
}

// -----

// CHECK: opencl.copy_tile: the tile is a memref<32xf16, #opencl.address_space<local>>; use
func.func @f(%a: memref<64x64xf16>, %t: memref<32xf16, #opencl.address_space<local>>, %n: index) {
  opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %n places %n to %t : memref<64x64xf16> to memref<32xf16, #opencl.address_space<local>>
  func.return
}
