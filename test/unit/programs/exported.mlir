// Texts of `benchmarks/exporters.py`: PyTorch 2.14.1 through torch-mlir 20261001, JAX 0.10.2 through iree-compile 3.13.0.
// ----- torch_gelu_tanh
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<64xf32>) -> tensor<64xf32> {
    %c3_i64 = arith.constant 3 : i64
    %cst = arith.constant 4.471500e-02 : f32
    %cst_0 = arith.constant 7.977240e-01 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %0 = tensor.empty() : tensor<64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<64xf32>) outs(%0 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = math.fpowi %in, %c3_i64 : f32, i64
      %3 = arith.mulf %2, %cst : f32
      %4 = arith.addf %in, %3 : f32
      %5 = arith.mulf %4, %cst_0 : f32
      %6 = math.tanh %5 : f32
      %7 = arith.addf %6, %cst_1 : f32
      %8 = arith.mulf %7, %cst_2 : f32
      %9 = arith.mulf %in, %8 : f32
      linalg.yield %9 : f32
    } -> tensor<64xf32>
    return %1 : tensor<64xf32>
  }
}
// ----- torch_scatter_add
#map = affine_map<(d0) -> (d0, 0)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<5xi64>, %arg2: tensor<5xf32>) -> tensor<8xf32> {
    %c5 = arith.constant 5 : index
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<5x1xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<5x1xi64>) -> tensor<5x1xi64>
    %2 = tensor.empty() : tensor<5xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<5xf32>) -> tensor<5xf32>
    %4:2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} outs(%1, %3 : tensor<5x1xi64>, tensor<5xf32>) {
    ^bb0(%out: i64, %out_0: f32):
      %6 = linalg.index 0 : index
      %7 = arith.remsi %6, %c5 : index
      %extracted = tensor.extract %arg1[%7] : tensor<5xi64>
      %extracted_1 = tensor.extract %arg2[%7] : tensor<5xf32>
      linalg.yield %extracted, %extracted_1 : i64, f32
    } -> (tensor<5x1xi64>, tensor<5xf32>)
    %5 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%4#1, %4#0 : tensor<5xf32>, tensor<5x1xi64>) outs(%arg0 : tensor<8xf32>) {
    ^bb0(%arg3: f32, %arg4: f32):
      %6 = arith.addf %arg4, %arg3 : f32
      tm_tensor.yield %6 : f32
    } -> tensor<8xf32>
    return %5 : tensor<8xf32>
  }
}
// ----- torch_max_pool
module {
  func.func @main(%arg0: tensor<1x4x9x9xf32>) -> tensor<1x4x5x5xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<1x4x9x9xf32> to tensor<1x4x11x11xf32>
    %0 = tensor.empty() : tensor<1x4x5x5xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x4x5x5xf32>) -> tensor<1x4x5x5xf32>
    %2 = tensor.empty() : tensor<3x3xf32>
    %3 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %2 : tensor<1x4x11x11xf32>, tensor<3x3xf32>) outs(%1 : tensor<1x4x5x5xf32>) -> tensor<1x4x5x5xf32>
    return %3 : tensor<1x4x5x5xf32>
  }
}
// ----- torch_sort
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x8xf32>) -> tensor<2x8xf32> {
    %0 = tensor.empty() : tensor<2x8xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<2x8xi64>) {
    ^bb0(%out: i64):
      %3 = linalg.index 1 : index
      %4 = arith.index_cast %3 : index to i64
      linalg.yield %4 : i64
    } -> tensor<2x8xi64>
    %2:2 = tm_tensor.sort dimension(1) outs(%arg0, %1 : tensor<2x8xf32>, tensor<2x8xi64>) {
    ^bb0(%arg1: f32, %arg2: f32, %arg3: i64, %arg4: i64):
      %3 = arith.cmpf ole, %arg1, %arg2 : f32
      tm_tensor.yield %3 : i1
    } -> tensor<2x8xf32>, tensor<2x8xi64>
    return %2#0 : tensor<2x8xf32>
  }
}
// ----- torch_conv1d
module {
  func.func @main(%arg0: tensor<2x4x16xf32>) -> tensor<2x8x14xf32> {
    %cst = arith.constant dense_resource<torch_tensor_8_4_3_torch.float32> : tensor<8x4x3xf32>
    %cst_0 = arith.constant dense_resource<torch_tensor_8_torch.float32> : tensor<8xf32>
    %0 = tensor.empty() : tensor<2x8x14xf32>
    %broadcasted = linalg.broadcast ins(%cst_0 : tensor<8xf32>) outs(%0 : tensor<2x8x14xf32>) dimensions = [0, 2] 
    %1 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%arg0, %cst : tensor<2x4x16xf32>, tensor<8x4x3xf32>) outs(%broadcasted : tensor<2x8x14xf32>) -> tensor<2x8x14xf32>
    return %1 : tensor<2x8x14xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_4_3_torch.float32: "0x040000004350183E0E7902BE733965BD3DBF0A3E5C258BBE4747313E9A4073BDEA62163E2360243D94C710BD45FAA33D7E52693CE3ECD73DD264E6BDA56AACBC27E6D4BC38622B3D2B2797BA0B34813E49FAB73D472BDCBD728832BEE43046BDF102FFBD8873BDBDA076623CA437303ED7AB203ED07B90BE2540373E6B29A53DB5328C3EAA1D433EECAA86BEF4878CBE38940EBE50C9813E12F444BD3203FD3DC85E09BE9106913E7D23FABD26AE5D3E1707603B9FBA1BBECBF1173E86E91CBE6DE0AD3D16B7AABD18A201BD43188EBE32F00CBE8867203E7BB58FBDC037933EC4F36C3EA1755DBC6B4F45BEE102343E357CB73D76153FBEEF01403E1976333EA515833E0BB425BEDEA142BD933EB7BB48B32C3DBA5660BE49C451BE3FCF203E19A28ABDF564103E91D1863CA11EC23DEAFF813D60F6D63DA388123E83E188BED9CA143E77D84FBE0E095FBEC3D08F3CE17D49BD6D9D2D3EC6312BBE9C6483BE8121573E95542FBDA443263E5610BE3D67AA5DBE798B6D3D7E018E3D7CEC45BE6E410CBE",
      torch_tensor_8_torch.float32: "0x040000004A96C93D02CC533DAE7BFBBDB8F7B2BD765E873E89C55ABDA0A8263E8FFEFF3D"
    }
  }
#-}
// ----- torch_depthwise
module {
  func.func @main(%arg0: tensor<1x8x8x8xf32>) -> tensor<1x8x6x6xf32> {
    %cst = arith.constant dense_resource<torch_tensor_8_1_3_3_torch.float32> : tensor<8x1x3x3xf32>
    %cst_0 = arith.constant dense_resource<torch_tensor_8_torch.float32> : tensor<8xf32>
    %0 = tensor.empty() : tensor<1x8x6x6xf32>
    %broadcasted = linalg.broadcast ins(%cst_0 : tensor<8xf32>) outs(%0 : tensor<1x8x6x6xf32>) dimensions = [0, 2, 3] 
    %collapsed = tensor.collapse_shape %cst [[0, 1], [2], [3]] : tensor<8x1x3x3xf32> into tensor<8x3x3xf32>
    %1 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %collapsed : tensor<1x8x8x8xf32>, tensor<8x3x3xf32>) outs(%broadcasted : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
    return %1 : tensor<1x8x6x6xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_1_3_3_torch.float32: "0x0400000063E02F3E38A816BEC05784BD1636203E02ACA0BE18B44C3E1B718CBDB8A62D3EF6CD3D3D562D27BD5658BD3D6BB5863C4054F93D980405BEEB16C7BCABD5F5BC96E5453D5689AEBAEE30953E6B70D43DB63AFEBDF3264EBEEBD964BD203B13BE70C2DABDABBF823C707A4B3EF686393EDAD5A6BE7B99533E60B6BE3D06E3A13EE84C613E37809BBE7445A2BED3A224BE4ADD953E166C63BDAB13123E1B9F1EBE1276A73EE86A10BE6EF97F3EAB57813B03D233BE4E732F3EC62F35BE86C6C83DFB1FC5BD00B015BDB013A4BED3BD22BE1638393ED6F0A5BD12FEA93EEFCD883E2BB87FBC90D563BEEEDB4F3ED6DED33D06A55CBE13B65D3E5E394F3E085D973E73563FBEF6BD60BDAB97D3BBCB6A473DA68581BEC03772BED8AF393E7014A0BD",
      torch_tensor_8_torch.float32: "0x0400000076BB263ED6AC9B3C6B26E03D561C963D9B37F83DDE33293E740E9EBE86CF2B3E"
    }
  }
#-}
// ----- torch_std
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4x8xf32>) -> tensor<4xf32> {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 7.000000e+00 : f64
    %cst_1 = arith.constant 8.000000e+00 : f64
    %0 = tensor.empty() : tensor<4x8xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x8xf32>) outs(%0 : tensor<4x8xf64>) {
    ^bb0(%in: f32, %out: f64):
      %15 = arith.extf %in : f32 to f64
      linalg.yield %15 : f64
    } -> tensor<4x8xf64>
    %2 = tensor.empty() : tensor<4x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<4x1xf64>) -> tensor<4x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<4x8xf64>) outs(%3 : tensor<4x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %15 = arith.addf %in, %out : f64
      linalg.yield %15 : f64
    } -> tensor<4x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<4x1xf64>) outs(%2 : tensor<4x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %15 = arith.divf %in, %cst_1 : f64
      linalg.yield %15 : f64
    } -> tensor<4x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %5 : tensor<4x8xf64>, tensor<4x1xf64>) outs(%0 : tensor<4x8xf64>) {
    ^bb0(%in: f64, %in_2: f64, %out: f64):
      %15 = arith.subf %in, %in_2 : f64
      linalg.yield %15 : f64
    } -> tensor<4x8xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %6 : tensor<4x8xf64>, tensor<4x8xf64>) outs(%0 : tensor<4x8xf64>) {
    ^bb0(%in: f64, %in_2: f64, %out: f64):
      %15 = arith.mulf %in, %in_2 : f64
      linalg.yield %15 : f64
    } -> tensor<4x8xf64>
    %8 = tensor.empty() : tensor<4xf64>
    %9 = linalg.fill ins(%cst : f64) outs(%8 : tensor<4xf64>) -> tensor<4xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%7 : tensor<4x8xf64>) outs(%9 : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %15 = arith.addf %in, %out : f64
      linalg.yield %15 : f64
    } -> tensor<4xf64>
    %11 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%10 : tensor<4xf64>) outs(%8 : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %15 = arith.divf %in, %cst_0 : f64
      linalg.yield %15 : f64
    } -> tensor<4xf64>
    %12 = tensor.empty() : tensor<4xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%11 : tensor<4xf64>) outs(%12 : tensor<4xf32>) {
    ^bb0(%in: f64, %out: f32):
      %15 = arith.truncf %in : f64 to f32
      linalg.yield %15 : f32
    } -> tensor<4xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%13 : tensor<4xf32>) outs(%12 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.sqrt %in : f32
      linalg.yield %15 : f32
    } -> tensor<4xf32>
    return %14 : tensor<4xf32>
  }
}
// ----- torch_bf16_softmax
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x8xbf16>) outs(%0 : tensor<4x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %15 = arith.extf %in : bf16 to f32
      linalg.yield %15 : f32
    } -> tensor<4x8xf32>
    %2 = tensor.empty() : tensor<4xi64>
    %3 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<4xi64>) -> tensor<4xi64>
    %4 = tensor.empty() : tensor<4xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<4xf32>) -> tensor<4xf32>
    %6:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<4x8xf32>) outs(%5, %3 : tensor<4xf32>, tensor<4xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %15 = linalg.index 1 : index
      %16 = arith.index_cast %15 : index to i64
      %17 = arith.maximumf %in, %out : f32
      %18 = arith.cmpf ogt, %in, %out : f32
      %19 = arith.select %18, %16, %out_1 : i64
      linalg.yield %17, %19 : f32, i64
    } -> (tensor<4xf32>, tensor<4xi64>)
    %expanded = tensor.expand_shape %6#0 [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %expanded : tensor<4x8xf32>, tensor<4x1xf32>) outs(%0 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %15 = arith.subf %in, %in_1 : f32
      linalg.yield %15 : f32
    } -> tensor<4x8xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<4x8xf32>) outs(%0 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.exp %in : f32
      linalg.yield %15 : f32
    } -> tensor<4x8xf32>
    %9 = tensor.empty() : tensor<4x1xf32>
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<4x1xf32>) -> tensor<4x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<4x8xf32>) outs(%10 : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.addf %in, %out : f32
      linalg.yield %15 : f32
    } -> tensor<4x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %11 : tensor<4x8xf32>, tensor<4x1xf32>) outs(%0 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %15 = arith.divf %in, %in_1 : f32
      linalg.yield %15 : f32
    } -> tensor<4x8xf32>
    %13 = tensor.empty() : tensor<4x8xbf16>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<4x8xf32>) outs(%13 : tensor<4x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %15 = arith.truncf %in : f32 to bf16
      linalg.yield %15 : bf16
    } -> tensor<4x8xbf16>
    return %14 : tensor<4x8xbf16>
  }
}
// ----- torch_pad_negative
module {
  func.func @main(%arg0: tensor<2x8xf32>) -> tensor<2x9xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, -1] high[0, 2] {
    ^bb0(%arg1: index, %arg2: index):
      tensor.yield %cst : f32
    } : tensor<2x8xf32> to tensor<2x9xf32>
    return %padded : tensor<2x9xf32>
  }
}
// ----- torch_cross_entropy
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<8xi64>) -> tensor<f32> {
    %c-100_i64 = arith.constant -100 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0xFF800000 : f32
    %c16 = arith.constant 16 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<8xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<8xi64>) -> tensor<8xi64>
    %2 = tensor.empty() : tensor<8xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
    %4:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<8x16xf32>) outs(%3, %1 : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_4: i64):
      %27 = linalg.index 1 : index
      %28 = arith.index_cast %27 : index to i64
      %29 = arith.maximumf %in, %out : f32
      %30 = arith.cmpf ogt, %in, %out : f32
      %31 = arith.select %30, %28, %out_4 : i64
      linalg.yield %29, %31 : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    %expanded = tensor.expand_shape %4#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %5 = tensor.empty() : tensor<8x16xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %expanded : tensor<8x16xf32>, tensor<8x1xf32>) outs(%5 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %27 = arith.subf %in, %in_4 : f32
      linalg.yield %27 : f32
    } -> tensor<8x16xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<8x16xf32>) outs(%5 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.exp %in : f32
      linalg.yield %27 : f32
    } -> tensor<8x16xf32>
    %8 = tensor.empty() : tensor<8x1xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%7 : tensor<8x16xf32>) outs(%9 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.addf %in, %out : f32
      linalg.yield %27 : f32
    } -> tensor<8x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<8x1xf32>) outs(%8 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.log %in : f32
      linalg.yield %27 : f32
    } -> tensor<8x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %11 : tensor<8x16xf32>, tensor<8x1xf32>) outs(%5 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %27 = arith.subf %in, %in_4 : f32
      linalg.yield %27 : f32
    } -> tensor<8x16xf32>
    %13 = tensor.empty() : tensor<8xi1>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg1 : tensor<8xi64>) outs(%13 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %27 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %27 : i1
    } -> tensor<8xi1>
    %15 = linalg.generic {indexing_maps = [#map3, #map3, #map4, #map3], iterator_types = ["parallel"]} ins(%14, %arg1, %cst_2 : tensor<8xi1>, tensor<8xi64>, tensor<i64>) outs(%0 : tensor<8xi64>) {
    ^bb0(%in: i1, %in_4: i64, %in_5: i64, %out: i64):
      %27 = arith.select %in, %in_4, %in_5 : i64
      linalg.yield %27 : i64
    } -> tensor<8xi64>
    %expanded_3 = tensor.expand_shape %15 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_3 : tensor<8x1xi64>) outs(%9 : tensor<8x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %27 = linalg.index 0 : index
      %28 = arith.index_cast %in : i64 to index
      %29 = arith.cmpi slt, %28, %c16 : index
      cf.assert %29, "index must be smaller than dim size"
      %30 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %30, "index must be larger or equal to 0"
      %extracted = tensor.extract %12[%27, %28] : tensor<8x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x1xf32>
    %collapsed = tensor.collapse_shape %16 [[0, 1]] : tensor<8x1xf32> into tensor<8xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed : tensor<8xf32>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.negf %in : f32
      linalg.yield %27 : f32
    } -> tensor<8xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3, #map4, #map3], iterator_types = ["parallel"]} ins(%14, %17, %cst_1 : tensor<8xi1>, tensor<8xf32>, tensor<f32>) outs(%2 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_4: f32, %in_5: f32, %out: f32):
      %27 = arith.select %in, %in_4, %in_5 : f32
      linalg.yield %27 : f32
    } -> tensor<8xf32>
    %19 = tensor.empty() : tensor<i64>
    %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : tensor<i64>) -> tensor<i64>
    %21 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%14 : tensor<8xi1>) outs(%20 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %27 = arith.extui %in : i1 to i64
      %28 = arith.addi %27, %out : i64
      linalg.yield %28 : i64
    } -> tensor<i64>
    %22 = tensor.empty() : tensor<f32>
    %23 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%21 : tensor<i64>) outs(%22 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %27 = arith.sitofp %in : i64 to f32
      linalg.yield %27 : f32
    } -> tensor<f32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<f32>) -> tensor<f32>
    %25 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%18 : tensor<8xf32>) outs(%24 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.addf %in, %out : f32
      linalg.yield %27 : f32
    } -> tensor<f32>
    %26 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = []} ins(%25, %23 : tensor<f32>, tensor<f32>) outs(%22 : tensor<f32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %27 = arith.divf %in, %in_4 : f32
      linalg.yield %27 : f32
    } -> tensor<f32>
    return %26 : tensor<f32>
  }
}
// ----- jax_cumsum
module @jit__lambda {
  util.func public @main(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32> loc(callsite("<stdin>":11:12 at callsite("<stdin>":7:10 at "<stdin>":3:10)))
    %0 = tensor.empty() : tensor<4x8xf32> loc(callsite("<stdin>":13:10 at callsite("<stdin>":7:10 at "<stdin>":3:10)))
    %1 = tensor.empty() : tensor<4xf32> loc(callsite("<stdin>":13:10 at callsite("<stdin>":7:10 at "<stdin>":3:10)))
    %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%cst : tensor<f32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":11:12 at callsite("<stdin>":7:10 at "<stdin>":3:10))), %out: f32 loc(callsite("<stdin>":13:10 at callsite("<stdin>":7:10 at "<stdin>":3:10)))):
      linalg.yield %in : f32 loc(callsite("<stdin>":13:10 at callsite("<stdin>":7:10 at "<stdin>":3:10)))
    } -> tensor<4xf32> loc(callsite("<stdin>":13:10 at callsite("<stdin>":7:10 at "<stdin>":3:10)))
    %3:2 = iree_linalg_ext.scan dimension(1) inclusive(true) ins(%arg0 : tensor<4x8xf32>) outs(%0, %2 : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%arg1: f32 loc(callsite("<stdin>":14:10 at callsite("<stdin>":7:10 at "<stdin>":3:10))), %arg2: f32 loc(callsite("<stdin>":14:30 at callsite("<stdin>":7:10 at "<stdin>":3:10)))):
      %4 = arith.addf %arg1, %arg2 : f32 loc(callsite("<stdin>":15:12 at callsite("<stdin>":7:10 at "<stdin>":3:10)))
      iree_linalg_ext.yield %4 : f32 loc(callsite("<stdin>":16:7 at callsite("<stdin>":7:10 at "<stdin>":3:10)))
    } -> tensor<4x8xf32>, tensor<4xf32> loc(callsite("<stdin>":13:10 at callsite("<stdin>":7:10 at "<stdin>":3:10)))
    util.return %3#0 : tensor<4x8xf32> loc("<stdin>":4:5)
  } loc("<stdin>":2:3)
} loc("<stdin>":1:1)
// ----- jax_while
module @jit__lambda {
  util.func public @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %cst = arith.constant 2.000000e+00 : f32 loc(unknown)
    %cst_0 = arith.constant 1.000000e+02 : f32 loc(unknown)
    %cst_1 = arith.constant 0.000000e+00 : f32 loc(unknown)
    %0 = scf.while (%arg1 = %arg0) : (tensor<8xf32>) -> tensor<8xf32> {
      %1 = tensor.empty() : tensor<f32> loc("<stdin>":6:28)
      %2 = linalg.fill ins(%cst_1 : f32) outs(%1 : tensor<f32>) -> tensor<f32> loc("<stdin>":6:28)
      %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%arg1 : tensor<8xf32>) outs(%2 : tensor<f32>) {
      ^bb0(%in: f32 loc("<stdin>":6:28), %out: f32 loc("<stdin>":6:28)):
        %6 = arith.addf %out, %in : f32 loc("<stdin>":6:28)
        linalg.yield %6 : f32 loc("<stdin>":6:28)
      } -> tensor<f32> loc("<stdin>":6:28)
      %4 = tensor.empty() : tensor<i1> loc("<stdin>":8:12)
      %5 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%3 : tensor<f32>) outs(%4 : tensor<i1>) {
      ^bb0(%in: f32 loc("<stdin>":6:28), %out: i1 loc("<stdin>":8:12)):
        %6 = arith.cmpf olt, %in, %cst_0 : f32 loc("<stdin>":8:12)
        linalg.yield %6 : i1 loc("<stdin>":8:12)
      } -> tensor<i1> loc("<stdin>":8:12)
      %extracted = tensor.extract %5[] : tensor<i1> loc("<stdin>":8:12)
      scf.condition(%extracted) %arg1 : tensor<8xf32> loc("<stdin>":9:7)
    } do {
    ^bb0(%arg1: tensor<8xf32> loc("<stdin>":3:26)):
      %1 = tensor.empty() : tensor<8xf32> loc("<stdin>":13:12)
      %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg1 : tensor<8xf32>) outs(%1 : tensor<8xf32>) {
      ^bb0(%in: f32 loc("<stdin>":3:26), %out: f32 loc("<stdin>":13:12)):
        %3 = arith.mulf %in, %cst : f32 loc("<stdin>":13:12)
        linalg.yield %3 : f32 loc("<stdin>":13:12)
      } -> tensor<8xf32> loc("<stdin>":13:12)
      scf.yield %2 : tensor<8xf32> loc("<stdin>":14:7)
    } loc("<stdin>":3:10)
    util.return %0 : tensor<8xf32> loc("<stdin>":16:5)
  } loc("<stdin>":2:3)
} loc("<stdin>":1:1)
// ----- jax_argmax
module @jit__lambda {
  util.func public @main(%arg0: tensor<4x8xf32>) -> tensor<4xi32> {
    %c0_i32 = arith.constant 0 : i32 loc(callsite("<stdin>":10:28 at "<stdin>":3:10))
    %cst = arith.constant 0xFF800000 : f32 loc(callsite("<stdin>":10:28 at "<stdin>":3:10))
    %0 = tensor.empty() : tensor<4x8xi32> loc(callsite("<stdin>":7:10 at "<stdin>":3:10))
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<4x8xi32>) {
    ^bb0(%out: i32 loc(callsite("<stdin>":7:10 at "<stdin>":3:10))):
      %7 = linalg.index 1 : index loc(callsite("<stdin>":7:10 at "<stdin>":3:10))
      %8 = arith.index_cast %7 : index to i32 loc(callsite("<stdin>":7:10 at "<stdin>":3:10))
      linalg.yield %8 : i32 loc(callsite("<stdin>":7:10 at "<stdin>":3:10))
    } -> tensor<4x8xi32> loc(callsite("<stdin>":7:10 at "<stdin>":3:10))
    %2 = tensor.empty() : tensor<4xf32> loc(callsite("<stdin>":10:28 at "<stdin>":3:10))
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4xf32>) -> tensor<4xf32> loc(callsite("<stdin>":10:28 at "<stdin>":3:10))
    %4 = tensor.empty() : tensor<4xi32> loc(callsite("<stdin>":10:28 at "<stdin>":3:10))
    %5 = linalg.fill ins(%c0_i32 : i32) outs(%4 : tensor<4xi32>) -> tensor<4xi32> loc(callsite("<stdin>":10:28 at "<stdin>":3:10))
    %6:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0, %1 : tensor<4x8xf32>, tensor<4x8xi32>) outs(%3, %5 : tensor<4xf32>, tensor<4xi32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":11:34 at "<stdin>":3:10)), %in_0: i32 loc(callsite("<stdin>":11:75 at "<stdin>":3:10)), %out: f32 loc(callsite("<stdin>":11:14 at "<stdin>":3:10)), %out_1: i32 loc(callsite("<stdin>":11:55 at "<stdin>":3:10))):
      %7 = arith.cmpf ogt, %out, %in : f32 loc(callsite("<stdin>":12:12 at "<stdin>":3:10))
      %8 = arith.cmpf une, %out, %out : f32 loc(callsite("<stdin>":13:12 at "<stdin>":3:10))
      %9 = arith.ori %7, %8 : i1 loc(callsite("<stdin>":14:12 at "<stdin>":3:10))
      %10 = arith.cmpf oeq, %out, %in : f32 loc(callsite("<stdin>":15:12 at "<stdin>":3:10))
      %11 = arith.cmpi slt, %out_1, %in_0 : i32 loc(callsite("<stdin>":16:12 at "<stdin>":3:10))
      %12 = arith.andi %10, %11 : i1 loc(callsite("<stdin>":17:12 at "<stdin>":3:10))
      %13 = arith.ori %9, %12 : i1 loc(callsite("<stdin>":18:12 at "<stdin>":3:10))
      %14 = arith.select %9, %out, %in : f32 loc(callsite("<stdin>":19:12 at "<stdin>":3:10))
      %15 = arith.select %13, %out_1, %in_0 : i32 loc(callsite("<stdin>":20:13 at "<stdin>":3:10))
      linalg.yield %14, %15 : f32, i32 loc(callsite("<stdin>":21:7 at "<stdin>":3:10))
    } -> (tensor<4xf32>, tensor<4xi32>) loc(callsite("<stdin>":10:28 at "<stdin>":3:10))
    util.return %6#1 : tensor<4xi32> loc("<stdin>":4:5)
  } loc("<stdin>":2:3)
} loc("<stdin>":1:1)
// ----- jax_scatter
module @jit__lambda {
  util.func public @main(%arg0: tensor<8x4xf32>, %arg1: tensor<3xi32>, %arg2: tensor<3x4xf32>) -> tensor<8x4xf32> {
    %c8_i32 = arith.constant 8 : i32 loc("<stdin>":8:10)
    %c0_i32 = arith.constant 0 : i32 loc("<stdin>":5:10)
    %0 = tensor.empty() : tensor<3xi1> loc("<stdin>":5:10)
    %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg1 : tensor<3xi32>) outs(%0 : tensor<3xi1>) {
    ^bb0(%in: i32 loc("<stdin>":2:50), %out: i1 loc("<stdin>":5:10)):
      %7 = arith.cmpi slt, %in, %c0_i32 : i32 loc("<stdin>":5:10)
      linalg.yield %7 : i1 loc("<stdin>":5:10)
    } -> tensor<3xi1> loc("<stdin>":5:10)
    %2 = tensor.empty() : tensor<3xi32> loc("<stdin>":8:10)
    %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg1 : tensor<3xi32>) outs(%2 : tensor<3xi32>) {
    ^bb0(%in: i32 loc("<stdin>":2:50), %out: i32 loc("<stdin>":8:10)):
      %7 = arith.addi %in, %c8_i32 : i32 loc("<stdin>":8:10)
      linalg.yield %7 : i32 loc("<stdin>":8:10)
    } -> tensor<3xi32> loc("<stdin>":8:10)
    %4 = tensor.empty() : tensor<3xi32> loc("<stdin>":9:10)
    %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1, %3, %arg1 : tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) outs(%4 : tensor<3xi32>) {
    ^bb0(%in: i1 loc("<stdin>":5:10), %in_0: i32 loc("<stdin>":8:10), %in_1: i32 loc("<stdin>":2:50), %out: i32 loc("<stdin>":9:10)):
      %7 = arith.select %in, %in_0, %in_1 : i32 loc("<stdin>":9:10)
      linalg.yield %7 : i32 loc("<stdin>":9:10)
    } -> tensor<3xi32> loc("<stdin>":9:10)
    %expanded = tensor.expand_shape %5 [[0, 1]] output_shape [3, 1] : tensor<3xi32> into tensor<3x1xi32> loc("<stdin>":10:10)
    %6 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%arg2, %expanded : tensor<3x4xf32>, tensor<3x1xi32>) outs(%arg0 : tensor<8x4xf32>) {
    ^bb0(%arg3: f32 loc("<stdin>":12:30), %arg4: f32 loc("<stdin>":12:10)):
      %7 = arith.addf %arg4, %arg3 : f32 loc("<stdin>":13:12)
      iree_linalg_ext.yield %7 : f32 loc("<stdin>":14:7)
    } -> tensor<8x4xf32> loc("<stdin>":11:10)
    util.return %6 : tensor<8x4xf32> loc("<stdin>":16:5)
  } loc("<stdin>":2:3)
} loc("<stdin>":1:1)
// ----- jax_cond
module @jit__lambda {
  util.func public @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %c0_i32 = arith.constant 0 : i32 loc("<stdin>":8:10)
    %cst = arith.constant 0.000000e+00 : f32 loc(unknown)
    %0 = tensor.empty() : tensor<f32> loc("<stdin>":4:26)
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<f32>) -> tensor<f32> loc("<stdin>":4:26)
    %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%arg0 : tensor<8xf32>) outs(%1 : tensor<f32>) {
    ^bb0(%in: f32 loc("<stdin>":4:26), %out: f32 loc("<stdin>":4:26)):
      %10 = arith.addf %out, %in : f32 loc("<stdin>":4:26)
      linalg.yield %10 : f32 loc("<stdin>":4:26)
    } -> tensor<f32> loc("<stdin>":4:26)
    %3 = tensor.empty() : tensor<i1> loc("<stdin>":6:10)
    %4 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%2 : tensor<f32>) outs(%3 : tensor<i1>) {
    ^bb0(%in: f32 loc("<stdin>":4:26), %out: i1 loc("<stdin>":6:10)):
      %10 = arith.cmpf ogt, %in, %cst : f32 loc("<stdin>":6:10)
      linalg.yield %10 : i1 loc("<stdin>":6:10)
    } -> tensor<i1> loc("<stdin>":6:10)
    %5 = tensor.empty() : tensor<i32> loc("<stdin>":7:10)
    %6 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%4 : tensor<i1>) outs(%5 : tensor<i32>) {
    ^bb0(%in: i1 loc("<stdin>":6:10), %out: i32 loc("<stdin>":7:10)):
      %10 = arith.extui %in : i1 to i32 loc("<stdin>":7:10)
      linalg.yield %10 : i32 loc("<stdin>":7:10)
    } -> tensor<i32> loc("<stdin>":7:10)
    %7 = tensor.empty() : tensor<i1> loc("<stdin>":8:10)
    %8 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%6 : tensor<i32>) outs(%7 : tensor<i1>) {
    ^bb0(%in: i32 loc("<stdin>":7:10), %out: i1 loc("<stdin>":8:10)):
      %10 = arith.cmpi eq, %in, %c0_i32 : i32 loc("<stdin>":8:10)
      linalg.yield %10 : i1 loc("<stdin>":8:10)
    } -> tensor<i1> loc("<stdin>":8:10)
    %extracted = tensor.extract %8[] : tensor<i1> loc("<stdin>":8:10)
    %9 = scf.if %extracted -> (tensor<8xf32>) {
      %10 = tensor.empty() : tensor<8xf32> loc("<stdin>":9:12)
      %11 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg0 : tensor<8xf32>) outs(%10 : tensor<8xf32>) {
      ^bb0(%in: f32 loc("<stdin>":2:26), %out: f32 loc("<stdin>":9:12)):
        %12 = math.cos %in : f32 loc("<stdin>":9:12)
        linalg.yield %12 : f32 loc("<stdin>":9:12)
      } -> tensor<8xf32> loc("<stdin>":9:12)
      scf.yield %11 : tensor<8xf32> loc("<stdin>":10:7)
    } else {
      %10 = tensor.empty() : tensor<8xf32> loc("<stdin>":12:12)
      %11 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg0 : tensor<8xf32>) outs(%10 : tensor<8xf32>) {
      ^bb0(%in: f32 loc("<stdin>":2:26), %out: f32 loc("<stdin>":12:12)):
        %12 = math.sin %in : f32 loc("<stdin>":12:12)
        linalg.yield %12 : f32 loc("<stdin>":12:12)
      } -> tensor<8xf32> loc("<stdin>":12:12)
      scf.yield %11 : tensor<8xf32> loc("<stdin>":13:7)
    } loc("<stdin>":8:10)
    util.return %9 : tensor<8xf32> loc("<stdin>":15:5)
  } loc("<stdin>":2:3)
} loc("<stdin>":1:1)
// ----- jax_scan
module @jit__lambda {
  util.func public @main(%arg0: tensor<6x4xf32>) -> (tensor<4xf32>, tensor<6x4xf32>) {
    %cst = arith.constant 5.000000e-01 : f32 loc(unknown)
    %c5 = arith.constant 5 : index loc(unknown)
    %c0 = arith.constant 0 : index loc(unknown)
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<4xf32> loc("<stdin>":4:10)
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<6x4xf32> loc("<stdin>":6:10)
    %c0_i32 = arith.constant 0 : i32 loc("<stdin>":7:10)
    %c6_i32 = arith.constant 6 : i32 loc(unknown)
    %c1_i32 = arith.constant 1 : i32 loc(unknown)
    %0:2 = scf.for %arg1 = %c0_i32 to %c6_i32 step %c1_i32 iter_args(%arg2 = %cst_0, %arg3 = %cst_1) -> (tensor<4xf32>, tensor<6x4xf32>)  : i32 {
      %1 = arith.index_cast %arg1 : i32 to index loc(callsite("<stdin>":25:10 at "<stdin>":14:12))
      %2 = arith.maxsi %1, %c0 : index loc(callsite("<stdin>":25:10 at "<stdin>":14:12))
      %3 = arith.minsi %2, %c5 : index loc(callsite("<stdin>":25:10 at "<stdin>":14:12))
      %extracted_slice = tensor.extract_slice %arg0[%3, 0] [1, 4] [1, 1] : tensor<6x4xf32> to tensor<1x4xf32> loc(callsite("<stdin>":25:10 at "<stdin>":14:12))
      %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x4xf32> into tensor<4xf32> loc(callsite("<stdin>":26:10 at "<stdin>":14:12))
      %4 = tensor.empty() : tensor<4xf32> loc(callsite("<stdin>":32:10 at "<stdin>":15:14))
      %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg2 : tensor<4xf32>) outs(%4 : tensor<4xf32>) {
      ^bb0(%in: f32 loc("<stdin>":8:63), %out: f32 loc(callsite("<stdin>":32:10 at "<stdin>":15:14))):
        %13 = arith.mulf %in, %cst : f32 loc(callsite("<stdin>":32:10 at "<stdin>":15:14))
        linalg.yield %13 : f32 loc(callsite("<stdin>":32:10 at "<stdin>":15:14))
      } -> tensor<4xf32> loc(callsite("<stdin>":32:10 at "<stdin>":15:14))
      %6 = tensor.empty() : tensor<4xf32> loc(callsite("<stdin>":33:10 at "<stdin>":15:14))
      %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%5, %collapsed : tensor<4xf32>, tensor<4xf32>) outs(%6 : tensor<4xf32>) {
      ^bb0(%in: f32 loc(callsite("<stdin>":32:10 at "<stdin>":15:14)), %in_2: f32 loc(callsite("<stdin>":26:10 at "<stdin>":14:12)), %out: f32 loc(callsite("<stdin>":33:10 at "<stdin>":15:14))):
        %13 = arith.addf %in, %in_2 : f32 loc(callsite("<stdin>":33:10 at "<stdin>":15:14))
        linalg.yield %13 : f32 loc(callsite("<stdin>":33:10 at "<stdin>":15:14))
      } -> tensor<4xf32> loc(callsite("<stdin>":33:10 at "<stdin>":15:14))
      %8 = tensor.empty() : tensor<1x4xf32> loc(callsite("<stdin>":37:10 at "<stdin>":16:12))
      %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<4xf32>) outs(%8 : tensor<1x4xf32>) {
      ^bb0(%in: f32 loc("<stdin>":8:63), %out: f32 loc(callsite("<stdin>":37:10 at "<stdin>":16:12))):
        linalg.yield %in : f32 loc(callsite("<stdin>":37:10 at "<stdin>":16:12))
      } -> tensor<1x4xf32> loc(callsite("<stdin>":37:10 at "<stdin>":16:12))
      %10 = arith.index_cast %arg1 : i32 to index loc(callsite("<stdin>":39:10 at "<stdin>":16:12))
      %11 = arith.maxsi %10, %c0 : index loc(callsite("<stdin>":39:10 at "<stdin>":16:12))
      %12 = arith.minsi %11, %c5 : index loc(callsite("<stdin>":39:10 at "<stdin>":16:12))
      %inserted_slice = tensor.insert_slice %9 into %arg3[%12, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<6x4xf32> loc(callsite("<stdin>":39:10 at "<stdin>":16:12))
      scf.yield %7, %inserted_slice : tensor<4xf32>, tensor<6x4xf32> loc("<stdin>":19:7)
    } loc("<stdin>":8:12)
    util.return %0#0, %0#1 : tensor<4xf32>, tensor<6x4xf32> loc("<stdin>":21:5)
  } loc("<stdin>":2:3)
} loc("<stdin>":1:1)
