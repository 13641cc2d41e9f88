// Sums of halves, which have an instruction on RDNA only.
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx1100},opencl-to-llvm' | filecheck %s --check-prefix GFX11
// RUN: xdsl-opt %s -p 'convert-gpu-to-opencl,opencl-attach-target{mcpu=gfx1200},opencl-to-llvm' | filecheck %s --check-prefix GFX12

gpu.module @m {
  // GFX11-LABEL: llvm.func amdgpu_kernelcc @half
  // GFX12-LABEL: llvm.func amdgpu_kernelcc @half
  gpu.func @half(%c: memref<16x16xf16>, %x: f16) kernel {
    %c0 = arith.constant 0 : index
    %fa = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "AOp">
    %fb = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "BOp">
    %fc = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "COp">
    // RDNA 3 has one element of a sum in each register.
    // GFX11: %[[SUM:.*]] = llvm.shufflevector %{{.*}}, %{{.*}} [0, -1, 1, -1, 2, -1, 3, -1, 4, -1, 5, -1, 6, -1, 7, -1] : vector<8xf16>
    // GFX11: %[[NEW:.*]] = llvm.call_intrinsic "llvm.amdgcn.wmma.f16.16x16x16.f16.v16f16.v16f16"(%{{.*}}, %{{.*}}, %[[SUM]], %{{.*}}) : (vector<16xf16>, vector<16xf16>, vector<16xf16>, i1) -> vector<16xf16>
    // GFX11: llvm.shufflevector %[[NEW]], %[[NEW]] [0, 2, 4, 6, 8, 10, 12, 14] : vector<16xf16>
    // GFX12: llvm.call_intrinsic "llvm.amdgcn.wmma.f16.16x16x16.f16.v8f16.v8f16"(%{{.*}}) : (vector<8xf16>, vector<8xf16>, vector<8xf16>, i1) -> vector<8xf16>
    %p = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %p, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
    gpu.return
  }
}
