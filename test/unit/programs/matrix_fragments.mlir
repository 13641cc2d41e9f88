// --- TILE

gpu.module @m {{
  gpu.func @k(%a: memref<{a_rows}x144x{a_stored}>, %b: memref<{b_rows}x144x{b_stored}>, %c: memref<{c_rows}x144x{c}>) kernel {{
    %c0 = arith.constant 0 : index
    %lines = arith.constant {lines} : index
    %step = arith.constant {step} : index
    %depth = arith.constant {depth} : index
    %x = gpu.block_id x
    %y = gpu.block_id y
    %i = arith.muli %x, %lines : index
    %j = arith.muli %y, %lines : index
    %first = gpu.subgroup_mma_load_matrix %c[{c_at}] {{leadDimension = 144 : index{c_how}}} : memref<{c_rows}x144x{c}> -> !gpu.mma_matrix<{lines}x{lines}x{c}, "COp">
    %last = scf.for %k = %c0 to %depth step %step iter_args(%sum = %first) -> (!gpu.mma_matrix<{lines}x{lines}x{c}, "COp">) {{
      %fa = gpu.subgroup_mma_load_matrix %a[{a_at}] {{leadDimension = 144 : index{a_how}}} : memref<{a_rows}x144x{a_stored}> -> !gpu.mma_matrix<{lines}x{step}x{a}, "AOp">
      %fb = gpu.subgroup_mma_load_matrix %b[{b_at}] {{leadDimension = 144 : index{b_how}}} : memref<{b_rows}x144x{b_stored}> -> !gpu.mma_matrix<{step}x{lines}x{b}, "BOp">
      %next = gpu.subgroup_mma_compute %fa, %fb, %sum{how} : !gpu.mma_matrix<{lines}x{step}x{a}, "AOp">, !gpu.mma_matrix<{step}x{lines}x{b}, "BOp"> -> !gpu.mma_matrix<{lines}x{lines}x{c}, "COp">
      scf.yield %next : !gpu.mma_matrix<{lines}x{lines}x{c}, "COp">
    }}
    gpu.subgroup_mma_store_matrix %last, %c[{c_at}] {{leadDimension = 144 : index{c_how}}} : !gpu.mma_matrix<{lines}x{lines}x{c}, "COp">, memref<{c_rows}x144x{c}>
    gpu.return
  }}
}}
// --- TILES

gpu.module @kernels {
  gpu.func @k(%a: memref<16x16xf16>, %b: memref<16x64xf16>, %c: memref<16x64xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, reqd_sub_group_size = 32 : i32} {
    %first = arith.constant 0 : index
    %tile = arith.constant 16 : index
    %number = gpu.subgroup_id : index
    %column = arith.muli %number, %tile : index
    %zero = arith.constant 0.0 : f32
    %none = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
    %rows = gpu.subgroup_mma_load_matrix %a[%first, %first] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %columns = gpu.subgroup_mma_load_matrix %b[%first, %column] {leadDimension = 64 : index} : memref<16x64xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %sum = gpu.subgroup_mma_compute %rows, %columns, %none : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %sum, %c[%first, %column] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x64xf32>
    gpu.return
  }
}
