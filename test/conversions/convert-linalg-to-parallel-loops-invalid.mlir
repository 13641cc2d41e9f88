// RUN: xdsl-opt %s -p convert-linalg-to-parallel-loops --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: 'linalg.matmul' is on tensors, which are not in memory; run 'bufferize-destinations' first
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  func.return %r : tensor<4x2xf32>
}
