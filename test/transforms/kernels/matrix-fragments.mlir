// Matrices of sub-groups become vectors of each work item's elements, and products the
// instruction of the target, or plain code.
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx1100},opencl-to-llvm' | filecheck %s --check-prefix GFX11
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx1100 wave-size=64},opencl-to-llvm' | filecheck %s --check-prefix WAVE64
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx1200},opencl-to-llvm' | filecheck %s --check-prefix GFX12
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx90a},opencl-to-llvm' | filecheck %s --check-prefix GFX90A
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx900},opencl-to-llvm' | filecheck %s --check-prefix GFX9
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{abi=host},opencl-to-llvm' | filecheck %s --check-prefix HOST

gpu.module @m {
  // GFX11-LABEL: llvm.func amdgpu_kernelcc @float
  // WAVE64-LABEL: llvm.func amdgpu_kernelcc @float
  // GFX12-LABEL: llvm.func amdgpu_kernelcc @float
  // GFX90A-LABEL: llvm.func amdgpu_kernelcc @float
  // GFX9-LABEL: llvm.func amdgpu_kernelcc @float
  // HOST-LABEL: llvm.func @float
  gpu.func @float(%a: memref<16x16xf16>, %c: memref<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    // Lines side by side are one access.
    // GFX11: %fa = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> vector<16xf16>
    // GFX12: %fa = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> vector<8xf16>
    // GFX90A: %fa = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> vector<4xf16>
    // HOST: %fa = llvm.load %{{.*}}alignment = 2 : i64} : !llvm.ptr -> vector<256xf16>
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %fc = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    // GFX11: llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
    // WAVE64: llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.f16.v4f32.v16f16"
    // GFX12: llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v8f16"
    // GFX90A: llvm.call_intrinsic "llvm.amdgcn.mfma.f32.16x16x16f16"(%{{.*}}) : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    // GFX9-COUNT-128: "llvm.amdgcn.readlane.i32"
    // HOST-COUNT-16: llvm.intr.fmuladd
    %p = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    // GFX11: llvm.intr.maximum
    %m = gpu.subgroup_mma_elementwise maxf %p, %fc : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    // GFX11-COUNT-8: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr<1>
    gpu.subgroup_mma_store_matrix %m, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.return
  }

  // GFX11-LABEL: llvm.func amdgpu_kernelcc @bytes
  // GFX12-LABEL: llvm.func amdgpu_kernelcc @bytes
  // GFX90A-LABEL: llvm.func amdgpu_kernelcc @bytes
  gpu.func @bytes(%a: memref<16x16xi8>, %c: memref<16x16xi32>) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "BOp">
    %fc = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi32> -> !gpu.mma_matrix<16x16xi32, "COp">
    // GFX11: llvm.bitcast %{{.*}} : vector<16xi8> to vector<4xi32>
    // GFX11: llvm.call_intrinsic "llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v4i32"(%{{.*}}) : (i1, vector<4xi32>, i1, vector<4xi32>, vector<8xi32>, i1) -> vector<8xi32>
    // GFX12: llvm.call_intrinsic "llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v2i32"
    // GFX90A: llvm.call_intrinsic "llvm.amdgcn.mfma.i32.16x16x16i8"(%{{.*}}) : (i32, i32, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
    %p = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xsi8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.subgroup_mma_store_matrix %p, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xi32, "COp">, memref<16x16xi32>
    gpu.return
  }
}
