// Products of gfx950: floats of 8 bits, larger depths, and matrices of 32 rows and columns.
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx950},opencl-to-llvm' | filecheck %s

gpu.module @m {
  // CHECK-LABEL: llvm.func amdgpu_kernelcc @small
  gpu.func @small(%a: memref<32x128xf8E4M3FN>, %b: memref<32x128xf8E5M2>, %c: memref<32x32xf32>) kernel {
    %c0 = arith.constant 0 : index
    // The places of a line that a work item has follow each other.
    // CHECK: %fa{{.*}} = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr<1> -> vector<8xi8>
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 128 : index} : memref<32x128xf8E4M3FN> -> !gpu.mma_matrix<16x32xf8E4M3FN, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 128 : index, transpose} : memref<32x128xf8E5M2> -> !gpu.mma_matrix<32x16xf8E5M2, "BOp">
    %fc = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    // CHECK: llvm.bitcast %{{.*}} : vector<8xi8> to i64
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.mfma.f32.16x16x32.fp8.bf8"(%{{.*}}) : (i64, i64, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    %p = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x32xf8E4M3FN, "AOp">, !gpu.mma_matrix<32x16xf8E5M2, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    // A lane has two runs of 16 bytes.
    // CHECK: %[[FIRST:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr<1> -> vector<16xi8>
    // CHECK: %[[NEXT:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr<1> -> vector<16xi8>
    // CHECK: %da = llvm.shufflevector %[[FIRST]], %[[NEXT]] [0, 1, 2, 3,
    %da = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 128 : index} : memref<32x128xf8E4M3FN> -> !gpu.mma_matrix<16x128xf8E4M3FN, "AOp">
    %db = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 128 : index, transpose} : memref<32x128xf8E5M2> -> !gpu.mma_matrix<128x16xf8E5M2, "BOp">
    // The formats are operands: 0 and 1.
    // CHECK: llvm.bitcast %{{.*}} : vector<32xi8> to vector<8xi32>
    // CHECK-NEXT: llvm.bitcast
    // CHECK-NEXT: llvm.mlir.constant(0 : i32) : i32
    // CHECK-NEXT: %[[E4M3:.*]] = llvm.mlir.constant(0 : i32) : i32
    // CHECK-NEXT: %[[E5M2:.*]] = llvm.mlir.constant(1 : i32) : i32
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32"(%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %[[E4M3]], %[[E5M2]], %{{.*}}) : (vector<8xi32>, vector<8xi32>, vector<4xf32>, i32, i32, i32, i32, i32, i32) -> vector<4xf32>
    %q = gpu.subgroup_mma_compute %da, %db, %p : !gpu.mma_matrix<16x128xf8E4M3FN, "AOp">, !gpu.mma_matrix<128x16xf8E5M2, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %q, %c[%c0, %c0] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
    gpu.return
  }

  // CHECK-LABEL: llvm.func amdgpu_kernelcc @wide
  gpu.func @wide(%a: memref<32x16xbf16>, %c: memref<32x32xf32>) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<32x16xbf16> -> !gpu.mma_matrix<32x16xbf16, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index, transpose} : memref<32x16xbf16> -> !gpu.mma_matrix<16x32xbf16, "BOp">
    %fc = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf32> -> !gpu.mma_matrix<32x32xf32, "COp">
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.mfma.f32.32x32x16.bf16"(%{{.*}}) : (vector<8xbf16>, vector<8xbf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    %p = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<32x16xbf16, "AOp">, !gpu.mma_matrix<16x32xbf16, "BOp"> -> !gpu.mma_matrix<32x32xf32, "COp">
    gpu.subgroup_mma_store_matrix %p, %c[%c0, %c0] {leadDimension = 32 : index} : !gpu.mma_matrix<32x32xf32, "COp">, memref<32x32xf32>
    gpu.return
  }
}
