// A network of three layers and a softmax, as torch-mlir prints linalg on tensors (opencl-from-linalg):
// four kernels.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
func.func @mlp(%arg0: tensor<32x64xf32>, %w0: tensor<128x64xf32>, %b0: tensor<128xf32>, %w1: tensor<96x128xf32>, %b1: tensor<96xf32>, %w2: tensor<10x96xf32>, %b2: tensor<10xf32>) -> tensor<32x10xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = linalg.transpose ins(%w0 : tensor<128x64xf32>) outs(%0 : tensor<64x128xf32>) permutation = [1, 0]
  %2 = tensor.empty() : tensor<32x128xf32>
  %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<32x128xf32>) -> tensor<32x128xf32>
  %4 = linalg.matmul ins(%arg0, %1 : tensor<32x64xf32>, tensor<64x128xf32>) outs(%3 : tensor<32x128xf32>) -> tensor<32x128xf32>
  %5 = tensor.empty() : tensor<32x128xf32>
  %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %b0 : tensor<32x128xf32>, tensor<128xf32>) outs(%5 : tensor<32x128xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %7 = arith.addf %in, %in_1 : f32
    linalg.yield %7 : f32
  } -> tensor<32x128xf32>
  %8 = tensor.empty() : tensor<32x128xf32>
  %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<32x128xf32>) outs(%8 : tensor<32x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %10 = arith.cmpf ugt, %in, %cst : f32
    %11 = arith.select %10, %in, %cst : f32
    linalg.yield %11 : f32
  } -> tensor<32x128xf32>
  %12 = tensor.empty() : tensor<128x96xf32>
  %13 = linalg.transpose ins(%w1 : tensor<96x128xf32>) outs(%12 : tensor<128x96xf32>) permutation = [1, 0]
  %14 = tensor.empty() : tensor<32x96xf32>
  %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<32x96xf32>) -> tensor<32x96xf32>
  %16 = linalg.matmul ins(%9, %13 : tensor<32x128xf32>, tensor<128x96xf32>) outs(%15 : tensor<32x96xf32>) -> tensor<32x96xf32>
  %17 = tensor.empty() : tensor<32x96xf32>
  %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%16, %b1 : tensor<32x96xf32>, tensor<96xf32>) outs(%17 : tensor<32x96xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %19 = arith.addf %in, %in_1 : f32
    linalg.yield %19 : f32
  } -> tensor<32x96xf32>
  %20 = tensor.empty() : tensor<32x96xf32>
  %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<32x96xf32>) outs(%20 : tensor<32x96xf32>) {
  ^bb0(%in: f32, %out: f32):
    %22 = arith.cmpf ugt, %in, %cst : f32
    %23 = arith.select %22, %in, %cst : f32
    linalg.yield %23 : f32
  } -> tensor<32x96xf32>
  %24 = tensor.empty() : tensor<96x10xf32>
  %25 = linalg.transpose ins(%w2 : tensor<10x96xf32>) outs(%24 : tensor<96x10xf32>) permutation = [1, 0]
  %26 = tensor.empty() : tensor<32x10xf32>
  %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<32x10xf32>) -> tensor<32x10xf32>
  %28 = linalg.matmul ins(%21, %25 : tensor<32x96xf32>, tensor<96x10xf32>) outs(%27 : tensor<32x10xf32>) -> tensor<32x10xf32>
  %29 = tensor.empty() : tensor<32x10xf32>
  %30 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%28, %b2 : tensor<32x10xf32>, tensor<10xf32>) outs(%29 : tensor<32x10xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %31 = arith.addf %in, %in_1 : f32
    linalg.yield %31 : f32
  } -> tensor<32x10xf32>
  %32 = tensor.empty() : tensor<32x1xf32>
  %33 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<32x1xf32>) -> tensor<32x1xf32>
  %34 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%30 : tensor<32x10xf32>) outs(%33 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %35 = arith.maximumf %in, %out : f32
    linalg.yield %35 : f32
  } -> tensor<32x1xf32>
  %36 = tensor.empty() : tensor<32x10xf32>
  %37 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%30, %34 : tensor<32x10xf32>, tensor<32x1xf32>) outs(%36 : tensor<32x10xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %38 = arith.subf %in, %in_1 : f32
    linalg.yield %38 : f32
  } -> tensor<32x10xf32>
  %39 = tensor.empty() : tensor<32x10xf32>
  %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<32x10xf32>) outs(%39 : tensor<32x10xf32>) {
  ^bb0(%in: f32, %out: f32):
    %41 = math.exp %in : f32
    linalg.yield %41 : f32
  } -> tensor<32x10xf32>
  %42 = tensor.empty() : tensor<32x1xf32>
  %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<32x1xf32>) -> tensor<32x1xf32>
  %44 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%40 : tensor<32x10xf32>) outs(%43 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %45 = arith.addf %in, %out : f32
    linalg.yield %45 : f32
  } -> tensor<32x1xf32>
  %46 = tensor.empty() : tensor<32x10xf32>
  %47 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%40, %44 : tensor<32x10xf32>, tensor<32x1xf32>) outs(%46 : tensor<32x10xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %48 = arith.divf %in, %in_1 : f32
    linalg.yield %48 : f32
  } -> tensor<32x10xf32>
  return %47 : tensor<32x10xf32>
}
