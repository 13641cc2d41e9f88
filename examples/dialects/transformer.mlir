// A block of a transformer, as torch-mlir prints linalg on tensors (opencl-from-linalg): a normalisation,
// attention with four heads, a projection, and a network of two layers with GELU.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
func.func @transformer(%arg0: tensor<32x64xf32>, %g0: tensor<64xf32>, %b0: tensor<64xf32>, %wq: tensor<64x64xf32>, %bq: tensor<64xf32>, %wk: tensor<64x64xf32>, %bk: tensor<64xf32>, %wv: tensor<64x64xf32>, %bv: tensor<64xf32>, %wo: tensor<64x64xf32>, %bo: tensor<64xf32>, %g1: tensor<64xf32>, %b1: tensor<64xf32>, %w1: tensor<128x64xf32>, %c1: tensor<128xf32>, %w2: tensor<64x128xf32>, %c2: tensor<64xf32>) -> tensor<32x64xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 0xFF800000 : f32
  %width = arith.constant 6.400000e+01 : f32
  %epsilon = arith.constant 9.99999974E-6 : f32
  %scale = arith.constant 2.500000e-01 : f32
  %root = arith.constant 1.41421354 : f32
  %one = arith.constant 1.000000e+00 : f32
  %half = arith.constant 5.000000e-01 : f32
  %0 = tensor.empty() : tensor<32x1xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<32x1xf32>) -> tensor<32x1xf32>
  %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<32x64xf32>) outs(%1 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.addf %in, %out : f32
    linalg.yield %3 : f32
  } -> tensor<32x1xf32>
  %4 = tensor.empty() : tensor<32x1xf32>
  %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<32x1xf32>) outs(%4 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %6 = arith.divf %in, %width : f32
    linalg.yield %6 : f32
  } -> tensor<32x1xf32>
  %7 = tensor.empty() : tensor<32x64xf32>
  %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %5 : tensor<32x64xf32>, tensor<32x1xf32>) outs(%7 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %9 = arith.subf %in, %in_1 : f32
    linalg.yield %9 : f32
  } -> tensor<32x64xf32>
  %10 = tensor.empty() : tensor<32x64xf32>
  %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<32x64xf32>) outs(%10 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %12 = arith.mulf %in, %in : f32
    linalg.yield %12 : f32
  } -> tensor<32x64xf32>
  %13 = tensor.empty() : tensor<32x1xf32>
  %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<32x1xf32>) -> tensor<32x1xf32>
  %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%11 : tensor<32x64xf32>) outs(%14 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %16 = arith.addf %in, %out : f32
    linalg.yield %16 : f32
  } -> tensor<32x1xf32>
  %17 = tensor.empty() : tensor<32x1xf32>
  %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<32x1xf32>) outs(%17 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %19 = arith.divf %in, %width : f32
    linalg.yield %19 : f32
  } -> tensor<32x1xf32>
  %20 = tensor.empty() : tensor<32x1xf32>
  %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<32x1xf32>) outs(%20 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %22 = arith.addf %in, %epsilon : f32
    linalg.yield %22 : f32
  } -> tensor<32x1xf32>
  %23 = tensor.empty() : tensor<32x1xf32>
  %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<32x1xf32>) outs(%23 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %25 = math.rsqrt %in : f32
    linalg.yield %25 : f32
  } -> tensor<32x1xf32>
  %26 = tensor.empty() : tensor<32x64xf32>
  %27 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %24 : tensor<32x64xf32>, tensor<32x1xf32>) outs(%26 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %28 = arith.mulf %in, %in_1 : f32
    linalg.yield %28 : f32
  } -> tensor<32x64xf32>
  %29 = tensor.empty() : tensor<32x64xf32>
  %30 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %g0 : tensor<32x64xf32>, tensor<64xf32>) outs(%29 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %31 = arith.mulf %in, %in_1 : f32
    linalg.yield %31 : f32
  } -> tensor<32x64xf32>
  %32 = tensor.empty() : tensor<32x64xf32>
  %33 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%30, %b0 : tensor<32x64xf32>, tensor<64xf32>) outs(%32 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %34 = arith.addf %in, %in_1 : f32
    linalg.yield %34 : f32
  } -> tensor<32x64xf32>
  %35 = tensor.empty() : tensor<64x64xf32>
  %36 = linalg.transpose ins(%wq : tensor<64x64xf32>) outs(%35 : tensor<64x64xf32>) permutation = [1, 0]
  %37 = tensor.empty() : tensor<32x64xf32>
  %38 = linalg.fill ins(%cst : f32) outs(%37 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %39 = linalg.matmul ins(%33, %36 : tensor<32x64xf32>, tensor<64x64xf32>) outs(%38 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %40 = tensor.empty() : tensor<32x64xf32>
  %41 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%39, %bq : tensor<32x64xf32>, tensor<64xf32>) outs(%40 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %42 = arith.addf %in, %in_1 : f32
    linalg.yield %42 : f32
  } -> tensor<32x64xf32>
  %43 = tensor.expand_shape %41 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
  %44 = tensor.empty() : tensor<4x32x16xf32>
  %45 = linalg.transpose ins(%43 : tensor<32x4x16xf32>) outs(%44 : tensor<4x32x16xf32>) permutation = [1, 0, 2]
  %46 = tensor.empty() : tensor<64x64xf32>
  %47 = linalg.transpose ins(%wk : tensor<64x64xf32>) outs(%46 : tensor<64x64xf32>) permutation = [1, 0]
  %48 = tensor.empty() : tensor<32x64xf32>
  %49 = linalg.fill ins(%cst : f32) outs(%48 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %50 = linalg.matmul ins(%33, %47 : tensor<32x64xf32>, tensor<64x64xf32>) outs(%49 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %51 = tensor.empty() : tensor<32x64xf32>
  %52 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%50, %bk : tensor<32x64xf32>, tensor<64xf32>) outs(%51 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %53 = arith.addf %in, %in_1 : f32
    linalg.yield %53 : f32
  } -> tensor<32x64xf32>
  %54 = tensor.expand_shape %52 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
  %55 = tensor.empty() : tensor<4x16x32xf32>
  %56 = linalg.transpose ins(%54 : tensor<32x4x16xf32>) outs(%55 : tensor<4x16x32xf32>) permutation = [1, 2, 0]
  %57 = tensor.empty() : tensor<64x64xf32>
  %58 = linalg.transpose ins(%wv : tensor<64x64xf32>) outs(%57 : tensor<64x64xf32>) permutation = [1, 0]
  %59 = tensor.empty() : tensor<32x64xf32>
  %60 = linalg.fill ins(%cst : f32) outs(%59 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %61 = linalg.matmul ins(%33, %58 : tensor<32x64xf32>, tensor<64x64xf32>) outs(%60 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %62 = tensor.empty() : tensor<32x64xf32>
  %63 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%61, %bv : tensor<32x64xf32>, tensor<64xf32>) outs(%62 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %64 = arith.addf %in, %in_1 : f32
    linalg.yield %64 : f32
  } -> tensor<32x64xf32>
  %65 = tensor.expand_shape %63 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
  %66 = tensor.empty() : tensor<4x32x16xf32>
  %67 = linalg.transpose ins(%65 : tensor<32x4x16xf32>) outs(%66 : tensor<4x32x16xf32>) permutation = [1, 0, 2]
  %68 = tensor.empty() : tensor<4x32x32xf32>
  %69 = linalg.fill ins(%cst : f32) outs(%68 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
  %70 = linalg.batch_matmul ins(%45, %56 : tensor<4x32x16xf32>, tensor<4x16x32xf32>) outs(%69 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
  %71 = tensor.empty() : tensor<4x32x32xf32>
  %72 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<4x32x32xf32>) outs(%71 : tensor<4x32x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %73 = arith.mulf %in, %scale : f32
    linalg.yield %73 : f32
  } -> tensor<4x32x32xf32>
  %74 = tensor.empty() : tensor<4x32x1xf32>
  %75 = linalg.fill ins(%cst_0 : f32) outs(%74 : tensor<4x32x1xf32>) -> tensor<4x32x1xf32>
  %76 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<4x32x32xf32>) outs(%75 : tensor<4x32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %77 = arith.maximumf %in, %out : f32
    linalg.yield %77 : f32
  } -> tensor<4x32x1xf32>
  %78 = tensor.empty() : tensor<4x32x32xf32>
  %79 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %76 : tensor<4x32x32xf32>, tensor<4x32x1xf32>) outs(%78 : tensor<4x32x32xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %80 = arith.subf %in, %in_1 : f32
    linalg.yield %80 : f32
  } -> tensor<4x32x32xf32>
  %81 = tensor.empty() : tensor<4x32x32xf32>
  %82 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<4x32x32xf32>) outs(%81 : tensor<4x32x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %83 = math.exp %in : f32
    linalg.yield %83 : f32
  } -> tensor<4x32x32xf32>
  %84 = tensor.empty() : tensor<4x32x1xf32>
  %85 = linalg.fill ins(%cst : f32) outs(%84 : tensor<4x32x1xf32>) -> tensor<4x32x1xf32>
  %86 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%82 : tensor<4x32x32xf32>) outs(%85 : tensor<4x32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %87 = arith.addf %in, %out : f32
    linalg.yield %87 : f32
  } -> tensor<4x32x1xf32>
  %88 = tensor.empty() : tensor<4x32x32xf32>
  %89 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %86 : tensor<4x32x32xf32>, tensor<4x32x1xf32>) outs(%88 : tensor<4x32x32xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %90 = arith.divf %in, %in_1 : f32
    linalg.yield %90 : f32
  } -> tensor<4x32x32xf32>
  %91 = tensor.empty() : tensor<4x32x16xf32>
  %92 = linalg.fill ins(%cst : f32) outs(%91 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
  %93 = linalg.batch_matmul ins(%89, %67 : tensor<4x32x32xf32>, tensor<4x32x16xf32>) outs(%92 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
  %94 = tensor.empty() : tensor<32x4x16xf32>
  %95 = linalg.transpose ins(%93 : tensor<4x32x16xf32>) outs(%94 : tensor<32x4x16xf32>) permutation = [1, 0, 2]
  %96 = tensor.collapse_shape %95 [[0], [1, 2]] : tensor<32x4x16xf32> into tensor<32x64xf32>
  %97 = tensor.empty() : tensor<64x64xf32>
  %98 = linalg.transpose ins(%wo : tensor<64x64xf32>) outs(%97 : tensor<64x64xf32>) permutation = [1, 0]
  %99 = tensor.empty() : tensor<32x64xf32>
  %100 = linalg.fill ins(%cst : f32) outs(%99 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %101 = linalg.matmul ins(%96, %98 : tensor<32x64xf32>, tensor<64x64xf32>) outs(%100 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %102 = tensor.empty() : tensor<32x64xf32>
  %103 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%101, %bo : tensor<32x64xf32>, tensor<64xf32>) outs(%102 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %104 = arith.addf %in, %in_1 : f32
    linalg.yield %104 : f32
  } -> tensor<32x64xf32>
  %105 = tensor.empty() : tensor<32x64xf32>
  %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %103 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%105 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %107 = arith.addf %in, %in_1 : f32
    linalg.yield %107 : f32
  } -> tensor<32x64xf32>
  %108 = tensor.empty() : tensor<32x1xf32>
  %109 = linalg.fill ins(%cst : f32) outs(%108 : tensor<32x1xf32>) -> tensor<32x1xf32>
  %110 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%106 : tensor<32x64xf32>) outs(%109 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %111 = arith.addf %in, %out : f32
    linalg.yield %111 : f32
  } -> tensor<32x1xf32>
  %112 = tensor.empty() : tensor<32x1xf32>
  %113 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%110 : tensor<32x1xf32>) outs(%112 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %114 = arith.divf %in, %width : f32
    linalg.yield %114 : f32
  } -> tensor<32x1xf32>
  %115 = tensor.empty() : tensor<32x64xf32>
  %116 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%106, %113 : tensor<32x64xf32>, tensor<32x1xf32>) outs(%115 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %117 = arith.subf %in, %in_1 : f32
    linalg.yield %117 : f32
  } -> tensor<32x64xf32>
  %118 = tensor.empty() : tensor<32x64xf32>
  %119 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%116 : tensor<32x64xf32>) outs(%118 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %120 = arith.mulf %in, %in : f32
    linalg.yield %120 : f32
  } -> tensor<32x64xf32>
  %121 = tensor.empty() : tensor<32x1xf32>
  %122 = linalg.fill ins(%cst : f32) outs(%121 : tensor<32x1xf32>) -> tensor<32x1xf32>
  %123 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%119 : tensor<32x64xf32>) outs(%122 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %124 = arith.addf %in, %out : f32
    linalg.yield %124 : f32
  } -> tensor<32x1xf32>
  %125 = tensor.empty() : tensor<32x1xf32>
  %126 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%123 : tensor<32x1xf32>) outs(%125 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %127 = arith.divf %in, %width : f32
    linalg.yield %127 : f32
  } -> tensor<32x1xf32>
  %128 = tensor.empty() : tensor<32x1xf32>
  %129 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%126 : tensor<32x1xf32>) outs(%128 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %130 = arith.addf %in, %epsilon : f32
    linalg.yield %130 : f32
  } -> tensor<32x1xf32>
  %131 = tensor.empty() : tensor<32x1xf32>
  %132 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%129 : tensor<32x1xf32>) outs(%131 : tensor<32x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %133 = math.rsqrt %in : f32
    linalg.yield %133 : f32
  } -> tensor<32x1xf32>
  %134 = tensor.empty() : tensor<32x64xf32>
  %135 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%116, %132 : tensor<32x64xf32>, tensor<32x1xf32>) outs(%134 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %136 = arith.mulf %in, %in_1 : f32
    linalg.yield %136 : f32
  } -> tensor<32x64xf32>
  %137 = tensor.empty() : tensor<32x64xf32>
  %138 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%135, %g1 : tensor<32x64xf32>, tensor<64xf32>) outs(%137 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %139 = arith.mulf %in, %in_1 : f32
    linalg.yield %139 : f32
  } -> tensor<32x64xf32>
  %140 = tensor.empty() : tensor<32x64xf32>
  %141 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%138, %b1 : tensor<32x64xf32>, tensor<64xf32>) outs(%140 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %142 = arith.addf %in, %in_1 : f32
    linalg.yield %142 : f32
  } -> tensor<32x64xf32>
  %143 = tensor.empty() : tensor<64x128xf32>
  %144 = linalg.transpose ins(%w1 : tensor<128x64xf32>) outs(%143 : tensor<64x128xf32>) permutation = [1, 0]
  %145 = tensor.empty() : tensor<32x128xf32>
  %146 = linalg.fill ins(%cst : f32) outs(%145 : tensor<32x128xf32>) -> tensor<32x128xf32>
  %147 = linalg.matmul ins(%141, %144 : tensor<32x64xf32>, tensor<64x128xf32>) outs(%146 : tensor<32x128xf32>) -> tensor<32x128xf32>
  %148 = tensor.empty() : tensor<32x128xf32>
  %149 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%147, %c1 : tensor<32x128xf32>, tensor<128xf32>) outs(%148 : tensor<32x128xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %150 = arith.addf %in, %in_1 : f32
    linalg.yield %150 : f32
  } -> tensor<32x128xf32>
  %151 = tensor.empty() : tensor<32x128xf32>
  %152 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%149 : tensor<32x128xf32>) outs(%151 : tensor<32x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %153 = arith.divf %in, %root : f32
    %154 = math.erf %153 : f32
    %155 = arith.addf %154, %one : f32
    %156 = arith.mulf %155, %half : f32
    %157 = arith.mulf %in, %156 : f32
    linalg.yield %157 : f32
  } -> tensor<32x128xf32>
  %158 = tensor.empty() : tensor<128x64xf32>
  %159 = linalg.transpose ins(%w2 : tensor<64x128xf32>) outs(%158 : tensor<128x64xf32>) permutation = [1, 0]
  %160 = tensor.empty() : tensor<32x64xf32>
  %161 = linalg.fill ins(%cst : f32) outs(%160 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %162 = linalg.matmul ins(%152, %159 : tensor<32x128xf32>, tensor<128x64xf32>) outs(%161 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %163 = tensor.empty() : tensor<32x64xf32>
  %164 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%162, %c2 : tensor<32x64xf32>, tensor<64xf32>) outs(%163 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %165 = arith.addf %in, %in_1 : f32
    linalg.yield %165 : f32
  } -> tensor<32x64xf32>
  %166 = tensor.empty() : tensor<32x64xf32>
  %167 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%106, %164 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%166 : tensor<32x64xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %168 = arith.addf %in, %in_1 : f32
    linalg.yield %168 : f32
  } -> tensor<32x64xf32>
  return %167 : tensor<32x64xf32>
}
