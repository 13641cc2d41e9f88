// RUN: xdsl-opt %s | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt | filecheck %s

func.func @tiles(%a: tensor<5x7xf32>, %b: tensor<2x3x4x3xf32>, %p: f32, %x: tensor<?x?xf32>, %y: tensor<?x?x?x8xf32>, %n: index) -> tensor<5x7xf32> {
  // CHECK: %[[T:.*]] = linalg.pack %a padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %b {facts = 1 : i64} : tensor<5x7xf32> -> tensor<2x3x4x3xf32>
  %t = linalg.pack %a padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %b {facts = 1} : tensor<5x7xf32> -> tensor<2x3x4x3xf32>
  // CHECK-NEXT: linalg.pack %x outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [%n, 8] into %y : tensor<?x?xf32> -> tensor<?x?x?x8xf32>
  %d = linalg.pack %x outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [%n, 8] into %y : tensor<?x?xf32> -> tensor<?x?x?x8xf32>
  // CHECK-NEXT: linalg.unpack %[[T]] inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %a : tensor<2x3x4x3xf32> -> tensor<5x7xf32>
  %r = linalg.unpack %t inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %a : tensor<2x3x4x3xf32> -> tensor<5x7xf32>
  // CHECK-NEXT: linalg.unpack %{{.*}} outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [%n, 8] into %x {facts = 1 : i64} : tensor<?x?x?x8xf32> -> tensor<?x?xf32>
  %u = linalg.unpack %d outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [%n, 8] into %x {facts = 1} : tensor<?x?x?x8xf32> -> tensor<?x?xf32>
  func.return %r : tensor<5x7xf32>
}
