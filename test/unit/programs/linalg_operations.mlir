// --- MATMUL
func.func @f(%0: memref<5x7xi32>, %1: memref<7x3xi32>, %2: memref<5x3xi32>) {
  linalg.matmul ins(%0, %1 : memref<5x7xi32>, memref<7x3xi32>) outs(%2 : memref<5x3xi32>)
  func.return
}
// --- CONV
func.func @f(%0: memref<2x3x9x8xi32>, %1: memref<4x3x2x3xi32>, %2: memref<2x4x4x4xi32>) {
  linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%0, %1 : memref<2x3x9x8xi32>, memref<4x3x2x3xi32>) outs(%2 : memref<2x4x4x4xi32>)
  func.return
}
// --- FILL
func.func @f(%0: memref<4x5xi32>) {
  %x = arith.constant 3 : i32
  linalg.fill ins(%x : i32) outs(%0 : memref<4x5xi32>)
  func.return
}
// --- TRANSPOSE
func.func @f(%0: memref<2x3x4xi32>, %1: memref<4x2x3xi32>) {
  linalg.transpose ins(%0:memref<2x3x4xi32>) outs(%1:memref<4x2x3xi32>) permutation = [2, 0, 1]
  func.return
}
// --- BROADCAST
func.func @f(%0: memref<4xi32>, %1: memref<3x4x2xi32>) {
  linalg.broadcast ins(%0:memref<4xi32>) outs(%1:memref<3x4x2xi32>) dimensions = [0, 2]
  func.return
}
// --- REDUCE
func.func @f(%0: memref<6x5xi32>, %1: memref<5xi32>) {
  linalg.reduce ins(%0:memref<6x5xi32>) outs(%1:memref<5xi32>) dimensions = [0]
  (%x: i32, %y: i32) { %s = arith.addi %x, %y : i32 linalg.yield %s : i32 }
  func.return
}
// --- REDUCE_ALL
func.func @f(%0: memref<6x50xi32>, %1: memref<i32>) {
  linalg.reduce ins(%0:memref<6x50xi32>) outs(%1:memref<i32>) dimensions = [0, 1]
  (%x: i32, %y: i32) { %s = arith.addi %x, %y : i32 linalg.yield %s : i32 }
  func.return
}
// --- REDUCE_ALL_IN_ORDER
func.func @f(%0: memref<6xi32>, %1: memref<i32>) {
  linalg.reduce ins(%0:memref<6xi32>) outs(%1:memref<i32>) dimensions = [0]
  (%x: i32, %y: i32) { %s = arith.subi %x, %y : i32 linalg.yield %s : i32 }
  func.return
}
// --- ADD
func.func @f(%0: memref<4x5xi32>, %1: memref<4x5xi32>, %2: memref<4x5xi32>) {
  linalg.add ins(%0, %1 : memref<4x5xi32>, memref<4x5xi32>) outs(%2 : memref<4x5xi32>)
  func.return
}
// --- GENERIC_WITH_STRIDES_AND_INDICES
func.func @f(%0: memref<6x4xi32>, %1: memref<3x4xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 2, d1)>,
    affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%0 : memref<6x4xi32>) outs(%1 : memref<3x4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %two = arith.constant 2 : i32
    %u = arith.addi %x, %j : i32
    %v = arith.addi %u, %two : i32
    linalg.yield %v : i32
  }
  func.return
}
// --- BATCH_MATMUL
func.func @f(%0: memref<2x5x7xi32>, %1: memref<2x7x3xi32>, %2: memref<2x5x3xi32>) {
  linalg.batch_matmul ins(%0, %1 : memref<2x5x7xi32>, memref<2x7x3xi32>) outs(%2 : memref<2x5x3xi32>)
  func.return
}
// --- MATMUL_WITH_MAPS
func.func @f(%0: memref<7x5xi32>, %1: memref<3x7xi32>, %2: memref<5x3xi32>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%0, %1 : memref<7x5xi32>, memref<3x7xi32>) outs(%2 : memref<5x3xi32>)
  func.return
}
// --- CONTRACT
func.func @f(%0: memref<5x7xi32>, %1: memref<3x7xi32>, %2: memref<3x5xi32>) {
  linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>]
    ins(%0, %1 : memref<5x7xi32>, memref<3x7xi32>) outs(%2 : memref<3x5xi32>)
  func.return
}
// --- CONV_WITHOUT_STRIDES
func.func @f(%0: memref<2x3x9x8xi32>, %1: memref<4x3x2x3xi32>, %2: memref<2x4x8x6xi32>) {
  linalg.conv_2d_nchw_fchw ins(%0, %1 : memref<2x3x9x8xi32>, memref<4x3x2x3xi32>) outs(%2 : memref<2x4x8x6xi32>)
  func.return
}
// --- POOLING
func.func @f(%0: memref<1x2x6x8xi32>, %1: memref<2x3xi32>, %2: memref<1x2x3x3xi32>) {
  linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%0, %1 : memref<1x2x6x8xi32>, memref<2x3xi32>) outs(%2 : memref<1x2x3x3xi32>)
  func.return
}
// --- MAP
func.func @f(%0: memref<4x5xi32>, %1: memref<4x5xi32>, %2: memref<4x5xi32>) {
  linalg.map { arith.muli } ins(%0, %1 : memref<4x5xi32>, memref<4x5xi32>) outs(%2 : memref<4x5xi32>)
  linalg.map ins(%2 : memref<4x5xi32>) outs(%2 : memref<4x5xi32>) (%x: i32, %y: i32) {
    %z = arith.addi %x, %y : i32
    linalg.yield %z : i32
  }
  func.return
}
// --- REDUCE_TWO
func.func @f(%0: memref<4x5xi32>, %1: memref<4xi32>, %2: memref<4xi32>) {
  linalg.reduce ins(%0, %0 : memref<4x5xi32>, memref<4x5xi32>) outs(%1, %2 : memref<4xi32>, memref<4xi32>) dimensions = [1]
    (%x: i32, %y: i32, %s: i32, %m: i32) {
      %a = arith.addi %x, %s : i32
      %b = arith.maxsi %y, %m : i32
      linalg.yield %a, %b : i32, i32
    }
  func.return
}
// --- ELEMENTWISE
func.func @f(%0: memref<5x4xi32>, %1: memref<4x5xi32>, %2: memref<4x5xi32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<max_signed>
    indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
    ins(%0, %1 : memref<5x4xi32>, memref<4x5xi32>) outs(%2 : memref<4x5xi32>)
  func.return
}
