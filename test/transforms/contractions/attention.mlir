// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},linalg-decompose-softmax,opencl-tile-contractions" | filecheck %s
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx942},linalg-decompose-softmax,opencl-tile-contractions" | filecheck %s --check-prefix WAVE64
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1030},linalg-decompose-softmax,opencl-tile-contractions" | filecheck %s --check-prefix APART
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},linalg-decompose-softmax,opencl-tile-contractions{tile=64,64,32}" | filecheck %s --check-prefix TILE

// One kernel for 64 queries in each work-group; in its local memory are tiles of the keys, of the
// values with their columns as lines, the queries, later the powers, 16 scores of each row, and a number
// for each row.
// CHECK-LABEL: func.func @attention
// CHECK-NOT: linalg
// CHECK-NOT: memref.alloc
// CHECK: "gpu.launch"
// CHECK-NEXT: {{.*}}%keys: memref<64x72xf16, #gpu.address_space<workgroup>>, %values: memref<64x68xf16, #gpu.address_space<workgroup>>, %queries: memref<64x72xf16, #gpu.address_space<workgroup>>, %scores: memref<64x20xf32, #gpu.address_space<workgroup>>, %factors: memref<4x16xf32, #gpu.address_space<workgroup>>):
// The queries stay in matrices.
// CHECK-COUNT-4: gpu.subgroup_mma_load_matrix %queries[{{.*}}] {leadDimension = 72 : index}
// CHECK: scf.for
// CHECK-COUNT-4: gpu.subgroup_mma_compute
// CHECK: opencl.sub_group_barrier local sub_group
// CHECK-NEXT: gpu.subgroup_mma_store_matrix {{.*}}, %scores[{{.*}}] {leadDimension = 20 : index}
// CHECK-NEXT: opencl.sub_group_barrier local sub_group
// CHECK-COUNT-2: vector.load %scores
// The operation on each score is the program's.
// CHECK: arith.mulf %{{.*}}, %scale : f32
// The largest score of a row, whose work items are 16 lanes apart.
// CHECK: arith.maxnumf
// CHECK: gpu.shuffle xor
// A row without a finite score has no powers.
// CHECK: arith.cmpf oeq
// CHECK-NEXT: arith.select
// CHECK: math.fma
// CHECK-NEXT: math.exp2 %{{.*}} fastmath<afn> : f32
// CHECK: vector.store %{{.*}}, %queries[{{.*}}] : memref<64x72xf16, #gpu.address_space<workgroup>>, vector<8xf16>
// The sums so far are scaled, by one number for each row.
// CHECK: gpu.subgroup_mma_load_matrix %factors[{{.*}}] {leadDimension = 0 : index, transpose}
// CHECK-COUNT-4: gpu.subgroup_mma_elementwise mulf
// CHECK: gpu.subgroup_mma_load_matrix %queries
// CHECK: gpu.subgroup_mma_load_matrix %values
// CHECK: gpu.subgroup_mma_compute
// CHECK: arith.divf
// CHECK: gpu.subgroup_mma_store_matrix {{.*}}, %r[{{.*}}] {leadDimension = 64 : index}
// Four work items share a row of a wave of 64.
// WAVE64: %scores: memref<64x20xf32
// WAVE64: gpu.shuffle xor
// WAVE64: gpu.shuffle xor
// WAVE64: arith.cmpf oeq
// WAVE64: vector.store %{{.*}}, %queries[{{.*}}] : memref<64x72xf16, #gpu.address_space<workgroup>>, vector<4xf16>
// Without matrix instructions, or with a tile for each contraction, the kernels are apart.
// APART: gpu.launch
// APART: math.exp
// APART: gpu.launch
// TILE: gpu.launch
// TILE: math.exp
// TILE: gpu.launch
#each = affine_map<(b, m, n) -> (b, m, n)>
func.func @attention(%q: memref<8x128x64xf16>, %k: memref<8x128x64xf16>, %v: memref<8x128x64xf16>, %r: memref<8x128x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %a = memref.alloc() : memref<8x128x128xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<8x128x128xf32>)
  linalg.batch_matmul_transpose_b ins(%q, %k : memref<8x128x64xf16>, memref<8x128x64xf16>) outs(%a : memref<8x128x128xf32>)
  linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : memref<8x128x128xf32>) outs(%a : memref<8x128x128xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %scale : f32
    linalg.yield %y : f32
  }
  %b = memref.alloc() : memref<8x128x128xf32>
  linalg.softmax dimension(2) ins(%a : memref<8x128x128xf32>) outs(%b : memref<8x128x128xf32>)
  %p = memref.alloc() : memref<8x128x128xf16>
  linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel", "parallel", "parallel"]} ins(%b : memref<8x128x128xf32>) outs(%p : memref<8x128x128xf16>) {
  ^bb0(%x: f32, %o: f16):
    %y = arith.truncf %x : f32 to f16
    linalg.yield %y : f16
  }
  linalg.fill ins(%zero : f32) outs(%r : memref<8x128x64xf32>)
  linalg.batch_matmul ins(%p, %v : memref<8x128x128xf16>, memref<8x128x64xf16>) outs(%r : memref<8x128x64xf32>)
  func.return
}
