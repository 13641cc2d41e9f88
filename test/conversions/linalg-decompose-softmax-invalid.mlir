// RUN: not xdsl-opt %s -p linalg-decompose-softmax 2>&1 | filecheck %s --check-prefix TENSOR

// TENSOR: 'linalg.softmax' is on tensors, which are not in memory; run 'bufferize-destinations' first
func.func @tensor(%x: tensor<4x20xf32>) -> tensor<4x20xf32> {
  %y = linalg.softmax dimension(1) ins(%x : tensor<4x20xf32>) outs(%x : tensor<4x20xf32>) -> tensor<4x20xf32>
  func.return %y : tensor<4x20xf32>
}
