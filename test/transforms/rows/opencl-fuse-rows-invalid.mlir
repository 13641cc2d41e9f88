// RUN: not xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-fuse-rows" 2>&1 | filecheck %s
// RUN: not xdsl-opt %s -p opencl-fuse-rows 2>&1 | filecheck %s --check-prefix TARGET

// CHECK: 'linalg.exp' is on tensors, which are not in memory; run 'bufferize-destinations' first
// TARGET: opencl-attach-target
func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %e = linalg.exp ins(%x : tensor<3xf32>) outs(%y : tensor<3xf32>) -> tensor<3xf32>
  func.return %e : tensor<3xf32>
}
