// A layer of a network on tensors: the product of matrices of halves, a bias, a maximum with zero
// and a cast, which become one kernel (opencl-from-linalg).
#element = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @layer(%x: tensor<256x128xf16>, %w: tensor<128x256xf16>, %bias: tensor<256xf32>) -> tensor<256x256xf16> {
  %zero = arith.constant 0.0 : f32
  %none = tensor.empty() : tensor<256x256xf32>
  %start = linalg.fill ins(%zero : f32) outs(%none : tensor<256x256xf32>) -> tensor<256x256xf32>
  %product = linalg.matmul ins(%x, %w : tensor<256x128xf16>, tensor<128x256xf16>) outs(%start : tensor<256x256xf32>) -> tensor<256x256xf32>
  %result = tensor.empty() : tensor<256x256xf16>
  %y = linalg.generic {indexing_maps = [#element, #column, #element], iterator_types = ["parallel", "parallel"]} ins(%product, %bias : tensor<256x256xf32>, tensor<256xf32>) outs(%result : tensor<256x256xf16>) {
  ^bb0(%p: f32, %b: f32, %o: f16):
    %sum = arith.addf %p, %b : f32
    %positive = arith.maximumf %sum, %zero : f32
    %half = arith.truncf %positive : f32 to f16
    linalg.yield %half : f16
  } -> tensor<256x256xf16>
  func.return %y : tensor<256x256xf16>
}
