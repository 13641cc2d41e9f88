// A small network of convolutions, as torch-mlir prints linalg on tensors (opencl-from-linalg).
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
func.func @cnn(%arg0: tensor<2x1x28x28xf32>, %w0: tensor<8x1x3x3xf32>, %b0: tensor<8xf32>, %w1: tensor<16x8x3x3xf32>, %b1: tensor<16xf32>, %w2: tensor<10x400xf32>, %b2: tensor<10xf32>) -> tensor<2x10xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<2x8x26x26xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x8x26x26xf32>) -> tensor<2x8x26x26xf32>
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %w0 : tensor<2x1x28x28xf32>, tensor<8x1x3x3xf32>) outs(%1 : tensor<2x8x26x26xf32>) -> tensor<2x8x26x26xf32>
  %3 = tensor.empty() : tensor<2x8x26x26xf32>
  %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %b0 : tensor<2x8x26x26xf32>, tensor<8xf32>) outs(%3 : tensor<2x8x26x26xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %5 = arith.addf %in, %in_1 : f32
    linalg.yield %5 : f32
  } -> tensor<2x8x26x26xf32>
  %6 = tensor.empty() : tensor<2x8x26x26xf32>
  %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<2x8x26x26xf32>) outs(%6 : tensor<2x8x26x26xf32>) {
  ^bb0(%in: f32, %out: f32):
    %8 = arith.cmpf ugt, %in, %cst : f32
    %9 = arith.select %8, %in, %cst : f32
    linalg.yield %9 : f32
  } -> tensor<2x8x26x26xf32>
  %10 = tensor.empty() : tensor<2x2xf32>
  %11 = tensor.empty() : tensor<2x8x13x13xf32>
  %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<2x8x13x13xf32>) -> tensor<2x8x13x13xf32>
  %13 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%7, %10 : tensor<2x8x26x26xf32>, tensor<2x2xf32>) outs(%12 : tensor<2x8x13x13xf32>) -> tensor<2x8x13x13xf32>
  %14 = tensor.empty() : tensor<2x16x11x11xf32>
  %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<2x16x11x11xf32>) -> tensor<2x16x11x11xf32>
  %16 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%13, %w1 : tensor<2x8x13x13xf32>, tensor<16x8x3x3xf32>) outs(%15 : tensor<2x16x11x11xf32>) -> tensor<2x16x11x11xf32>
  %17 = tensor.empty() : tensor<2x16x11x11xf32>
  %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %b1 : tensor<2x16x11x11xf32>, tensor<16xf32>) outs(%17 : tensor<2x16x11x11xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %19 = arith.addf %in, %in_1 : f32
    linalg.yield %19 : f32
  } -> tensor<2x16x11x11xf32>
  %20 = tensor.empty() : tensor<2x16x11x11xf32>
  %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<2x16x11x11xf32>) outs(%20 : tensor<2x16x11x11xf32>) {
  ^bb0(%in: f32, %out: f32):
    %22 = arith.cmpf ugt, %in, %cst : f32
    %23 = arith.select %22, %in, %cst : f32
    linalg.yield %23 : f32
  } -> tensor<2x16x11x11xf32>
  %24 = tensor.empty() : tensor<2x2xf32>
  %25 = tensor.empty() : tensor<2x16x5x5xf32>
  %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : tensor<2x16x5x5xf32>) -> tensor<2x16x5x5xf32>
  %27 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%21, %24 : tensor<2x16x11x11xf32>, tensor<2x2xf32>) outs(%26 : tensor<2x16x5x5xf32>) -> tensor<2x16x5x5xf32>
  %28 = tensor.collapse_shape %27 [[0], [1, 2, 3]] : tensor<2x16x5x5xf32> into tensor<2x400xf32>
  %29 = tensor.empty() : tensor<400x10xf32>
  %30 = linalg.transpose ins(%w2 : tensor<10x400xf32>) outs(%29 : tensor<400x10xf32>) permutation = [1, 0]
  %31 = tensor.empty() : tensor<2x10xf32>
  %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<2x10xf32>) -> tensor<2x10xf32>
  %33 = linalg.matmul ins(%28, %30 : tensor<2x400xf32>, tensor<400x10xf32>) outs(%32 : tensor<2x10xf32>) -> tensor<2x10xf32>
  %34 = tensor.empty() : tensor<2x10xf32>
  %35 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%33, %b2 : tensor<2x10xf32>, tensor<10xf32>) outs(%34 : tensor<2x10xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %36 = arith.addf %in, %in_1 : f32
    linalg.yield %36 : f32
  } -> tensor<2x10xf32>
  %37 = tensor.empty() : tensor<2x1xf32>
  %38 = linalg.fill ins(%cst_0 : f32) outs(%37 : tensor<2x1xf32>) -> tensor<2x1xf32>
  %39 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "reduction"]} ins(%35 : tensor<2x10xf32>) outs(%38 : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %40 = arith.maximumf %in, %out : f32
    linalg.yield %40 : f32
  } -> tensor<2x1xf32>
  %41 = tensor.empty() : tensor<2x10xf32>
  %42 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel"]} ins(%35, %39 : tensor<2x10xf32>, tensor<2x1xf32>) outs(%41 : tensor<2x10xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %43 = arith.subf %in, %in_1 : f32
    linalg.yield %43 : f32
  } -> tensor<2x10xf32>
  %44 = tensor.empty() : tensor<2x10xf32>
  %45 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<2x10xf32>) outs(%44 : tensor<2x10xf32>) {
  ^bb0(%in: f32, %out: f32):
    %46 = math.exp %in : f32
    linalg.yield %46 : f32
  } -> tensor<2x10xf32>
  %47 = tensor.empty() : tensor<2x1xf32>
  %48 = linalg.fill ins(%cst : f32) outs(%47 : tensor<2x1xf32>) -> tensor<2x1xf32>
  %49 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "reduction"]} ins(%45 : tensor<2x10xf32>) outs(%48 : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %50 = arith.addf %in, %out : f32
    linalg.yield %50 : f32
  } -> tensor<2x1xf32>
  %51 = tensor.empty() : tensor<2x10xf32>
  %52 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel"]} ins(%45, %49 : tensor<2x10xf32>, tensor<2x1xf32>) outs(%51 : tensor<2x10xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %53 = arith.divf %in, %in_1 : f32
    linalg.yield %53 : f32
  } -> tensor<2x10xf32>
  return %52 : tensor<2x10xf32>
}
