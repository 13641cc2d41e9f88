// --- TILED_PRODUCT

func.func @product(%a: tensor<13x10xf32>, %b: tensor<10x9xf32>, %c: tensor<13x9xf32>) -> tensor<13x9xf32> {
  %z = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<2x5x8x2xf32>
  %e = tensor.empty() : tensor<3x5x4x2xf32>
  %f = tensor.empty() : tensor<2x3x8x4xf32>
  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 2] into %d : tensor<13x10xf32> -> tensor<2x5x8x2xf32>
  %q = linalg.pack %b padding_value(%z : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 2] into %e : tensor<10x9xf32> -> tensor<3x5x4x2xf32>
  %r = linalg.pack %c padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %f : tensor<13x9xf32> -> tensor<2x3x8x4xf32>
  %m = linalg.mmt4d ins(%p, %q : tensor<2x5x8x2xf32>, tensor<3x5x4x2xf32>) outs(%r : tensor<2x3x8x4xf32>) -> tensor<2x3x8x4xf32>
  %u = linalg.unpack %m inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %c : tensor<2x3x8x4xf32> -> tensor<13x9xf32>
  func.return %u : tensor<13x9xf32>
}
func.func @in_its_own_memory(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %s = tensor.extract_slice %a[0, 0] [4, 4] [1, 1] : tensor<4x6xf32> to tensor<4x4xf32>
  %t = tensor.expand_shape %s [[0, 1], [2, 3]] output_shape [2, 2, 2, 2] : tensor<4x4xf32> into tensor<2x2x2x2xf32>
  %u = linalg.unpack %t inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %s : tensor<2x2x2x2xf32> -> tensor<4x4xf32>
  %r = tensor.insert_slice %u into %a[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x6xf32>
  func.return %r : tensor<4x6xf32>
}
