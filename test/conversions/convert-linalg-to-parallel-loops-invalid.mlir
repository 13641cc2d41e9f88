// RUN: xdsl-opt %s -p convert-linalg-to-parallel-loops --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: 'linalg.matmul' is on tensors, which are not in memory; run 'bufferize-destinations' first
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  func.return %r : tensor<4x2xf32>
}

// -----

// CHECK: error: 'linalg.pooling_nchw_max' has a body in xDSL 0.74 that forgets the maximum so far; write it as 'linalg.generic'
func.func @pool(%a: memref<1x1x4x4xf32>, %k: memref<3x3xf32>, %o: memref<1x1x2x2xf32>) {
  linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %k : memref<1x1x4x4xf32>, memref<3x3xf32>) outs(%o : memref<1x1x2x2xf32>)
  func.return
}
