// Products of gfx12: floats of 8 bits, and integers of 4 bits, two in a byte.
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx1201},opencl-to-llvm' | filecheck %s
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx1201 wave-size=64},opencl-to-llvm' | filecheck %s --check-prefix WAVE64

gpu.module @m {
  // CHECK-LABEL: llvm.func amdgpu_kernelcc @small
  gpu.func @small(%a: memref<16x16xf8E4M3FN>, %b: memref<16x16xf8E5M2>, %c: memref<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf8E4M3FN> -> !gpu.mma_matrix<16x16xf8E4M3FN, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 16 : index, transpose} : memref<16x16xf8E5M2> -> !gpu.mma_matrix<16x16xf8E5M2, "BOp">
    %fc = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    // Lanes 16 to 31 of a wave of 64 have rows 8 to 11 of a sum: the bits of the group's number change places.
    // WAVE64-LABEL: llvm.func amdgpu_kernelcc @small
    // WAVE64-COUNT-2: llvm.load {{.*}} -> vector<4xi8>
    // WAVE64: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32) : i32
    // WAVE64-NEXT: %[[GROUP:.*]] = llvm.lshr %{{.*}}, %[[FOUR]] : i32
    // WAVE64-NEXT: %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
    // WAVE64-NEXT: %[[TWICE:.*]] = llvm.shl %[[GROUP]], %[[ONE]] : i32
    // WAVE64-NEXT: %[[HALF:.*]] = llvm.lshr %[[GROUP]], %[[ONE]] : i32
    // WAVE64-NEXT: %[[BOTH:.*]] = llvm.or %[[TWICE]], %[[HALF]] : i32
    // WAVE64-NEXT: %[[THREE:.*]] = llvm.mlir.constant(3 : i32) : i32
    // WAVE64-NEXT: llvm.and %[[BOTH]], %[[THREE]] : i32
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.fp8.bf8.v8f32.v2i32"(%{{.*}}) : (vector<2xi32>, vector<2xi32>, vector<8xf32>) -> vector<8xf32>
    // WAVE64: llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.fp8.bf8.v4f32.i32"
    %p = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x16xf8E4M3FN, "AOp">, !gpu.mma_matrix<16x16xf8E5M2, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %p, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.return
  }

  // CHECK-LABEL: llvm.func amdgpu_kernelcc @nibbles
  gpu.func @nibbles(%a: memref<16x16xi8>, %c: memref<16x16xi32>) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: %fa{{.*}} = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr<1> -> vector<8xi8>
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x32xsi4, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index, transpose} : memref<16x16xi8> -> !gpu.mma_matrix<32x16xui4, "BOp">
    %fc = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi32> -> !gpu.mma_matrix<16x16xi32, "COp">
    // CHECK: %[[SIGNED:.*]] = llvm.mlir.constant(true) : i1
    // CHECK: %[[UNSIGNED:.*]] = llvm.mlir.constant(false) : i1
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.wmma.i32.16x16x32.iu4.v8i32.v2i32"(%[[SIGNED]], %{{.*}}, %[[UNSIGNED]], %{{.*}}) : (i1, vector<2xi32>, i1, vector<2xi32>, vector<8xi32>, i1) -> vector<8xi32>
    // WAVE64: llvm.call_intrinsic "llvm.amdgcn.wmma.i32.16x16x32.iu4.v4i32.i32"
    %p = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x32xsi4, "AOp">, !gpu.mma_matrix<32x16xui4, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.subgroup_mma_store_matrix %p, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xi32, "COp">, memref<16x16xi32>
    gpu.return
  }
}
