// c = a * b of 1024 x 1024 halves, b stored by columns: each sub-group computes a tile of
// 16 x 16 with the matrix instructions of the GPU. A work-group is one sub-group.
gpu.module @kernels {
  gpu.func @matmul(%a: memref<1024x1024xf16>, %b: memref<1024x1024xf16>, %c: memref<1024x1024xf32>) kernel {
    %c0 = arith.constant 0 : index
    %tile = arith.constant 16 : index
    %depth = arith.constant 1024 : index
    %x = gpu.block_id x
    %y = gpu.block_id y
    %i = arith.muli %x, %tile : index
    %j = arith.muli %y, %tile : index
    %zero = arith.constant 0.0 : f32
    %none = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
    %sum = scf.for %k = %c0 to %depth step %tile iter_args(%so_far = %none) -> (!gpu.mma_matrix<16x16xf32, "COp">) {
      %rows = gpu.subgroup_mma_load_matrix %a[%i, %k] {leadDimension = 1024 : index} : memref<1024x1024xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %columns = gpu.subgroup_mma_load_matrix %b[%j, %k] {leadDimension = 1024 : index, transpose} : memref<1024x1024xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
      %next = gpu.subgroup_mma_compute %rows, %columns, %so_far : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
      scf.yield %next : !gpu.mma_matrix<16x16xf32, "COp">
    }
    gpu.subgroup_mma_store_matrix %sum, %c[%i, %j] {leadDimension = 1024 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<1024x1024xf32>
    gpu.return
  }
}
