// RUN: xdsl-opt %s -p bufferize-destinations | filecheck %s
// RUN: xdsl-opt %s -p bufferize-destinations,bufferize-destinations | filecheck %s

// A destination that nothing uses afterwards is written in place.
// CHECK: func.func @in_place(%a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT: linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
// CHECK-NEXT: func.return %b : memref<4xf32>
func.func @in_place(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  func.return %c : tensor<4xf32>
}

// One that is used afterwards is not, and is copied if it is read.
// CHECK: func.func @used_later
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: "memref.copy"(%c, %[[M]])
// CHECK-NEXT: linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%[[M]] : memref<4x4xf32>)
// CHECK-NEXT: func.return %[[M]], %c
func.func @used_later(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %r = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return %r, %c : tensor<4x4xf32>, tensor<4x4xf32>
}

// The same for another view of it.
// CHECK: func.func @viewed
// CHECK-NEXT: %[[V:.*]] = memref.collapse_shape %c
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: linalg.fill ins(%x : f32) outs(%[[M]] : memref<4x4xf32>)
// CHECK-NEXT: func.return %[[M]], %[[V]]
func.func @viewed(%c: tensor<4x4xf32>, %x: f32) -> (tensor<4x4xf32>, tensor<16xf32>) {
  %v = tensor.collapse_shape %c [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %r = linalg.fill ins(%x : f32) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return %r, %v : tensor<4x4xf32>, tensor<16xf32>
}

// An input that is the destination too is copied.
// CHECK: func.func @transposed
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK-NEXT: linalg.transpose ins(%c:memref<4x4xf32>) outs(%[[M]]:memref<4x4xf32>)
func.func @transposed(%c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.transpose ins(%c:tensor<4x4xf32>) outs(%c:tensor<4x4xf32>) permutation = [1, 0]
  func.return %r : tensor<4x4xf32>
}

// CHECK: func.func @on_memrefs
func.func @on_memrefs(%c: memref<4xf32>) {
  func.return
}
