// --- LAYER

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @layer(%x: tensor<100x64xf16>, %w: tensor<64x72xf16>, %bias: tensor<72xf32>) -> tensor<100x72xf16> {
  %zero = arith.constant 0.0 : f32
  %none = tensor.empty() : tensor<100x72xf32>
  %start = linalg.fill ins(%zero : f32) outs(%none : tensor<100x72xf32>) -> tensor<100x72xf32>
  %product = linalg.matmul ins(%x, %w : tensor<100x64xf16>, tensor<64x72xf16>) outs(%start : tensor<100x72xf32>) -> tensor<100x72xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%product, %bias : tensor<100x72xf32>, tensor<72xf32>) outs(%none : tensor<100x72xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<100x72xf32>
  %half = tensor.empty() : tensor<100x72xf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<100x72xf32>) outs(%half : tensor<100x72xf16>) {
  ^bb0(%p: f32, %o: f16):
    %m = arith.maximumf %p, %zero : f32
    %t = arith.truncf %m : f32 to f16
    linalg.yield %t : f16
  } -> tensor<100x72xf16>
  func.return %r : tensor<100x72xf16>
}
