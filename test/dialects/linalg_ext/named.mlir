// RUN: xdsl-opt %s | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | filecheck %s --check-prefix GENERIC
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt | filecheck %s

// Named operations have bodies, which convert their inputs to the type of the result.

// CHECK-LABEL: func.func @f
// CHECK-NEXT:    linalg.dot ins(%n, %f : memref<4xi32>, memref<4xf32>) outs(%p : memref<f32>)
// CHECK-NEXT:    %[[E:.*]] = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%t : tensor<4xf32>) outs(%u : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    linalg.sqrt ins(%[[E]] : tensor<4xf32>) outs(%u : tensor<4xf32>) -> tensor<4xf32>
// GENERIC:         "linalg.dot"
// GENERIC-NEXT:      ^bb0(%[[N:.*]]: i32, %[[F:.*]]: f32, %[[P:.*]]: f32):
// GENERIC-NEXT:      %[[C:.*]] = "arith.sitofp"(%[[N]]) : (i32) -> f32
// GENERIC-NEXT:      %[[M:.*]] = "arith.mulf"(%[[C]], %[[F]])
// GENERIC-NEXT:      %[[S:.*]] = "arith.addf"(%[[P]], %[[M]])
// GENERIC-NEXT:      "linalg.yield"(%[[S]])
// GENERIC:         "linalg.elementwise"
// GENERIC:           "math.exp"
func.func @f(%f: memref<4xf32>, %n: memref<4xi32>, %p: memref<f32>, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  linalg.dot ins(%n, %f : memref<4xi32>, memref<4xf32>) outs(%p : memref<f32>)
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%t : tensor<4xf32>) outs(%u : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.sqrt ins(%0 : tensor<4xf32>) outs(%u : tensor<4xf32>) -> tensor<4xf32>
  func.return %1 : tensor<4xf32>
}
