// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions{tile=32,32,32 waves=1,1}" | filecheck %s
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1030},opencl-tile-contractions" | filecheck %s --check-prefix ITEM
// RUN: xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-tile-contractions" | filecheck %s --check-prefix HOST

// CHECK-LABEL: func.func @product
// ITEM-LABEL: func.func @product
// The fill belongs to the kernel; the grid is columns by rows.
// CHECK-NOT: linalg
// CHECK: %[[COLUMNS:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[ROWS:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[COUNT:.*]] = arith.constant 32 : index
// CHECK-NEXT: "gpu.launch"(%[[COLUMNS]], %[[ROWS]], %[[ONE]], %[[COUNT]], %[[ONE]], %[[ONE]])
// A tile of each factor is in local memory, the columns as lines: 16 bytes are behind a line,
// 8 behind one that is transposed.
// CHECK-NEXT: {{.*}}%first_tile: memref<32x40xf16, #gpu.address_space<workgroup>>, %second_tile: memref<32x36xf16, #gpu.address_space<workgroup>>):
// CHECK-COUNT-4: vector.load %a[{{.*}}] : memref<64x64xf16>, vector<8xf16>
// CHECK: %{{.*}} = vector.load %b[{{.*}}] : memref<64x96xf16>, vector<8xf16>
// CHECK: scf.for
// CHECK: vector.store %{{.*}}, %first_tile[{{.*}}] : memref<32x40xf16, #gpu.address_space<workgroup>>, vector<8xf16>
// CHECK: vector.store %{{.*}}, %second_tile[{{.*}}] : memref<32x36xf16, #gpu.address_space<workgroup>>, vector<4xf16>
// CHECK: gpu.barrier memfence [#gpu.address_space<workgroup>]
// The next tile is loaded before this one is multiplied.
// CHECK: vector.load %a
// CHECK: gpu.subgroup_mma_load_matrix %second_tile[{{.*}}] {leadDimension = 36 : index, transpose}
// CHECK: gpu.subgroup_mma_load_matrix %first_tile[{{.*}}] {leadDimension = 40 : index}
// CHECK-COUNT-2: gpu.subgroup_mma_compute
// CHECK: gpu.barrier
// CHECK: gpu.subgroup_mma_compute
// CHECK-COUNT-4: gpu.subgroup_mma_store_matrix {{.*}}, %c[{{.*}}] {leadDimension = 96 : index}
// CHECK: gpu.terminator
// Work items multiply where the GPU has no instruction: a column by a row.
// ITEM-NOT: subgroup_mma
// ITEM: vector.fma
// ITEM: memref.store
// On the CPU device a work item has a tile in registers.
// HOST-LABEL: func.func @product
// HOST-NOT: linalg
// HOST: gpu.launch
// HOST-NOT: gpu.barrier
// HOST: scf.for
// HOST-NEXT: vector.load %b
// HOST: memref.load %a
// HOST: vector.broadcast
// HOST: vector.fma
func.func @product(%a: memref<64x64xf16>, %b: memref<64x96xf16>, %c: memref<64x96xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x96xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x96xf16>) outs(%c : memref<64x96xf32>)
  func.return
}

// Not contractions, or without rows or columns: a product with a vector, a maximum of sums, a
// convolution of each channel alone, an operation whose body does not see the result.
// CHECK-LABEL: func.func @others
// CHECK-NOT: gpu.launch
// CHECK: linalg.matvec
// CHECK: linalg.generic
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
// CHECK: linalg.map
// CHECK: func.return
func.func @others(%a: memref<64x64xf32>, %v: memref<64xf32>, %r: memref<64xf32>, %c: memref<64x64xf32>, %i: memref<1x10x10x8xf32>, %w: memref<3x3x8xf32>, %o: memref<1x8x8x8xf32>) {
  linalg.matvec ins(%a, %v : memref<64x64xf32>, memref<64xf32>) outs(%r : memref<64xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %z : f32
    linalg.yield %m : f32
  }
  linalg.depthwise_conv_2d_nhwc_hwc ins(%i, %w : memref<1x10x10x8xf32>, memref<3x3x8xf32>) outs(%o : memref<1x8x8x8xf32>)
  linalg.map ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>) (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  func.return
}

// Elements that are no numbers of a kernel, no elements, and a body that runs in parallel already.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: linalg.matmul
// CHECK: scf.parallel
// CHECK: linalg.matmul
// CHECK: func.return
func.func @apart(%a: memref<8x8xindex>, %b: memref<8x8xindex>, %d: memref<8x8xindex>, %e: memref<8x0xf32>, %f: memref<0x8xf32>, %c: memref<8x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<8x8xindex>, memref<8x8xindex>) outs(%d : memref<8x8xindex>) {
  ^bb0(%x: index, %y: index, %z: index):
    %p = arith.muli %x, %y : index
    %s = arith.addi %p, %z : index
    linalg.yield %s : index
  }
  linalg.matmul ins(%e, %f : memref<8x0xf32>, memref<0x8xf32>) outs(%c : memref<8x8xf32>)
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.parallel (%i) = (%zero) to (%one) step (%one) {
    linalg.matmul ins(%c, %c : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  }
  func.return
}

// The columns do not follow each other in the second factor.
// HOST-LABEL: func.func @by_columns
// HOST-NEXT: linalg.matmul_transpose_b
func.func @by_columns(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  linalg.matmul_transpose_b ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  func.return
}
