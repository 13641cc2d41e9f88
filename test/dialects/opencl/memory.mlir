// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @vectors
func.func @vectors(%p: !llvm.ptr, %g: !llvm.ptr<1>, %c: !llvm.ptr<2>, %m: memref<64xi16, #opencl.address_space<local>>, %h: memref<?xf16, #opencl.address_space<global>>, %i: i32, %n: i64, %x: index, %v: vector<4xf32>, %s: vector<16xi16>, %f: f32, %d: vector<3xf64>) {
  // CHECK-NEXT: %0 = opencl.vload %c[%n] : !llvm.ptr<2>, i64 -> vector<3xf32>
  // CHECK-GENERIC: "opencl.vload"(
  %0 = opencl.vload %c[%n] : !llvm.ptr<2>, i64 -> vector<3xf32>
  // CHECK-NEXT: %1 = opencl.vload %m[%x] : memref<64xi16, #opencl.address_space<local>>, index -> vector<16xi16>
  // CHECK-GENERIC: "opencl.vload"(
  %1 = opencl.vload %m[%x] : memref<64xi16, #opencl.address_space<local>>, index -> vector<16xi16>
  // CHECK-NEXT: opencl.vstore %v, %p[%i] : vector<4xf32>, !llvm.ptr, i32
  // CHECK-GENERIC: "opencl.vstore"(
  opencl.vstore %v, %p[%i] : vector<4xf32>, !llvm.ptr, i32
  // CHECK-NEXT: opencl.vstore %s, %m[%x] : vector<16xi16>, memref<64xi16, #opencl.address_space<local>>, index
  // CHECK-GENERIC: "opencl.vstore"(
  opencl.vstore %s, %m[%x] : vector<16xi16>, memref<64xi16, #opencl.address_space<local>>, index
  // CHECK-NEXT: %2 = opencl.vload_half %g[%n] : !llvm.ptr<1>, i64 -> f32
  // CHECK-GENERIC: "opencl.vload_half"(
  %2 = opencl.vload_half %g[%n] : !llvm.ptr<1>, i64 -> f32
  // CHECK-NEXT: %3 = opencl.vloada_half %h[%x] : memref<?xf16, #opencl.address_space<global>>, index -> vector<3xf32>
  // CHECK-GENERIC: "opencl.vloada_half"(
  %3 = opencl.vloada_half %h[%x] : memref<?xf16, #opencl.address_space<global>>, index -> vector<3xf32>
  // CHECK-NEXT: opencl.vstore_half %f, %g[%n] : f32, !llvm.ptr<1>, i64
  // CHECK-GENERIC: "opencl.vstore_half"(
  opencl.vstore_half %f, %g[%n] : f32, !llvm.ptr<1>, i64
  // CHECK-NEXT: opencl.vstore_half round rtn %d, %g[%n] : vector<3xf64>, !llvm.ptr<1>, i64
  // CHECK-GENERIC: "opencl.vstore_half"(
  opencl.vstore_half round rtn %d, %g[%n] : vector<3xf64>, !llvm.ptr<1>, i64
  // CHECK-NEXT: opencl.vstorea_half round rtz %v, %h[%x] : vector<4xf32>, memref<?xf16, #opencl.address_space<global>>, index
  // CHECK-GENERIC: "opencl.vstorea_half"(
  opencl.vstorea_half round rtz %v, %h[%x] : vector<4xf32>, memref<?xf16, #opencl.address_space<global>>, index
  func.return
}

// CHECK-LABEL: func.func @pointers
func.func @pointers(%p: !llvm.ptr<4>) {
  // CHECK-NEXT: %0 = opencl.to_global %p : !llvm.ptr<4> -> !llvm.ptr<1>
  // CHECK-GENERIC: "opencl.to_global"(
  %0 = opencl.to_global %p : !llvm.ptr<4> -> !llvm.ptr<1>
  // CHECK-NEXT: %1 = opencl.to_local %p : !llvm.ptr<4> -> !llvm.ptr<3>
  // CHECK-GENERIC: "opencl.to_local"(
  %1 = opencl.to_local %p : !llvm.ptr<4> -> !llvm.ptr<3>
  // CHECK-NEXT: %2 = opencl.to_private %p : !llvm.ptr<4> -> !llvm.ptr
  // CHECK-GENERIC: "opencl.to_private"(
  %2 = opencl.to_private %p : !llvm.ptr<4> -> !llvm.ptr
  // CHECK-NEXT: %3 = opencl.get_fence %p : !llvm.ptr<4>
  // CHECK-GENERIC: "opencl.get_fence"(
  %3 = opencl.get_fence %p : !llvm.ptr<4>
  func.return
}

// CHECK-LABEL: func.func @local
func.func @local() {
  // CHECK-NEXT: %0 = opencl.local : memref<18x18xf32, #opencl.address_space<local>>
  // CHECK-GENERIC: "opencl.local"(
  %0 = opencl.local : memref<18x18xf32, #opencl.address_space<local>>
  // CHECK-NEXT: %1 = opencl.local align 16 : memref<8xi8, #opencl.address_space<local>>
  // CHECK-GENERIC: "opencl.local"(
  %1 = opencl.local align 16 : memref<8xi8, #opencl.address_space<local>>
  // CHECK-NEXT: %2 = opencl.local !llvm.array<64 x i32> : !llvm.ptr<3>
  // CHECK-GENERIC: "opencl.local"(
  %2 = opencl.local !llvm.array<64 x i32> : !llvm.ptr<3>
  // CHECK-NEXT: %3 = opencl.local !llvm.struct<(i32, f32)> align 64 : !llvm.ptr<3>
  // CHECK-GENERIC: "opencl.local"(
  %3 = opencl.local !llvm.struct<(i32, f32)> align 64 : !llvm.ptr<3>
  func.return
}

// CHECK-LABEL: func.func @copied
func.func @copied(%a: memref<64x64xf16>, %i: memref<2x?x?x3xi8>, %t: memref<32x16xf16, #opencl.address_space<local>>, %u: memref<24x8xi32, #opencl.address_space<local>>, %n: index, %m: index) {
  // CHECK-NEXT: opencl.copy_tile %a[affine_map<(d0, d1) -> (d1, d0)>] lines %n places %m to %t : memref<64x64xf16> to memref<32x16xf16, #opencl.address_space<local>>
  // CHECK-GENERIC: "opencl.copy_tile"(
  opencl.copy_tile %a[affine_map<(m, k) -> (k, m)>] lines %n places %m to %t : memref<64x64xf16> to memref<32x16xf16, #opencl.address_space<local>>
  // CHECK-NEXT: opencl.copy_tile %i[affine_map<(d0, d1, d2, d3, d4) -> (d0, (d1 + d3), (d2 + d4), 2)>] (%n) lines %n of %m by(%m) places %n of %m by(%m) to %u transposed unsigned zeros : memref<2x?x?x3xi8> to memref<24x8xi32, #opencl.address_space<local>>
  opencl.copy_tile %i[affine_map<(b, y, x, v, u) -> (b, y + v, x + u, 2)>] (%n) lines %n of %m by (%m) places %n of %m by (%m) to %u transposed unsigned zeros : memref<2x?x?x3xi8> to memref<24x8xi32, #opencl.address_space<local>>
  func.return
}
