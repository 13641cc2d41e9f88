// Matrices of sub-groups are printed as upstream prints them.
// RUN: xdsl-opt %s | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | filecheck %s --check-prefix GENERIC

// CHECK: func.func @f(%{{.*}}, %{{.*}}: !gpu.mma_matrix<8x4xf64, "COp">) {
func.func @f(%h: memref<32x32xf16>, %f: memref<?x?xf32, strided<[?, 1], offset: ?>>, %b: memref<2x3x64xi8, 3>, %v: memref<32x4xvector<4xf32>>, %i: index, %x: f32, %y: si8, %d: !gpu.mma_matrix<8x4xf64, "COp">) {
  // CHECK-NEXT: %a = gpu.subgroup_mma_load_matrix %h[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  // GENERIC: %a = "gpu.subgroup_mma_load_matrix"(%h, %i, %i) <{leadDimension = 32 : index}> : (memref<32x32xf16>, index, index) -> !gpu.mma_matrix<16x16xf16, "AOp">
  %a = gpu.subgroup_mma_load_matrix %h[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  // CHECK-NEXT: gpu.subgroup_mma_load_matrix %h[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %bt = gpu.subgroup_mma_load_matrix %h[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
  // CHECK-NEXT: gpu.subgroup_mma_load_matrix %f[%i, %i] {leadDimension = 64 : index} : memref<?x?xf32, strided<[?, 1], offset: ?>> -> !gpu.mma_matrix<16x16xf32, "COp">
  %c = gpu.subgroup_mma_load_matrix %f[%i, %i] {leadDimension = 64 : index} : memref<?x?xf32, strided<[?, 1], offset: ?>> -> !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK-NEXT: gpu.subgroup_mma_load_matrix %b[%i, %i, %i] {leadDimension = 64 : index} : memref<2x3x64xi8, 3 : i64> -> !gpu.mma_matrix<16x16xui8, "AOp">
  %u = gpu.subgroup_mma_load_matrix %b[%i, %i, %i] {leadDimension = 64 : index} : memref<2x3x64xi8, 3> -> !gpu.mma_matrix<16x16xui8, "AOp">
  // CHECK-NEXT: gpu.subgroup_mma_load_matrix %v[%i, %i] {leadDimension = 4 : index} : memref<32x4xvector<4xf32>> -> !gpu.mma_matrix<16x16xf32, "COp">
  %w = gpu.subgroup_mma_load_matrix %v[%i, %i] {leadDimension = 4 : index} : memref<32x4xvector<4xf32>> -> !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK-NEXT: gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
  // GENERIC: "gpu.subgroup_mma_constant_matrix"(%x) : (f32) -> !gpu.mma_matrix<16x16xf32, "COp">
  %z = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK-NEXT: gpu.subgroup_mma_constant_matrix %y {note} : !gpu.mma_matrix<16x16xsi8, "BOp">
  %s = gpu.subgroup_mma_constant_matrix %y {note} : !gpu.mma_matrix<16x16xsi8, "BOp">
  // CHECK-NEXT: gpu.subgroup_mma_compute %a, %bt, %z {b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  // GENERIC: "gpu.subgroup_mma_compute"(%a, %bt, %z) <{b_transpose}> : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  %p = gpu.subgroup_mma_compute %a, %bt, %z {b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK-NEXT: gpu.subgroup_mma_elementwise maxf %p, %c : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  // GENERIC: "gpu.subgroup_mma_elementwise"(%p, %c) <{opType = #gpu<mma_element_wise maxf>}>
  %m = gpu.subgroup_mma_elementwise  maxf %p, %c : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK-NEXT: gpu.subgroup_mma_elementwise extf %a {note} : (!gpu.mma_matrix<16x16xf16, "AOp">) -> !gpu.mma_matrix<16x16xf32, "AOp">
  %e = gpu.subgroup_mma_elementwise extf %a {note} : (!gpu.mma_matrix<16x16xf16, "AOp">) -> !gpu.mma_matrix<16x16xf32, "AOp">
  // CHECK-NEXT: gpu.subgroup_mma_store_matrix %m, %f[%i, %i] {leadDimension = 64 : index, transpose} : !gpu.mma_matrix<16x16xf32, "COp">, memref<?x?xf32, strided<[?, 1], offset: ?>>
  // GENERIC: "gpu.subgroup_mma_store_matrix"(%m, %f, %i, %i) <{leadDimension = 64 : index, transpose}> : (!gpu.mma_matrix<16x16xf32, "COp">, memref<?x?xf32, strided<[?, 1], offset: ?>>, index, index) -> ()
  gpu.subgroup_mma_store_matrix %m, %f[%i, %i] {leadDimension = 64 : index, transpose} : !gpu.mma_matrix<16x16xf32, "COp">, memref<?x?xf32, strided<[?, 1], offset: ?>>
  // CHECK-NEXT: scf.for
  %r = scf.for %k = %i to %i step %i iter_args(%acc = %d) -> (!gpu.mma_matrix<8x4xf64, "COp">) {
    scf.yield %acc : !gpu.mma_matrix<8x4xf64, "COp">
  }
  func.return
}
