// --- DYNAMIC_SHAPES

func.func @mm(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x?xf32>)
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  func.return
}
// --- TILED

func.func @mm(%a: memref<24x10xf32>, %b: memref<10x16xf32>, %c: memref<24x16xf32>) {
  linalg.matmul ins(%a, %b : memref<24x10xf32>, memref<10x16xf32>) outs(%c : memref<24x16xf32>)
  func.return
}
// --- VERSIONS_OF_A_BUFFER

func.func @f(%a: tensor<4x8xi32>, %b: tensor<8x2xi32>)
    -> (tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>) {
  %zero = arith.constant dense<0> : tensor<4x2xi32>
  %k = arith.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %r = linalg.matmul ins(%a, %b : tensor<4x8xi32>, tensor<8x2xi32>)
    outs(%zero : tensor<4x2xi32>) -> tensor<4x2xi32>
  %s = linalg.add ins(%r, %k : tensor<4x2xi32>, tensor<4x2xi32>)
    outs(%k : tensor<4x2xi32>) -> tensor<4x2xi32>
  %t = linalg.matmul ins(%a, %b : tensor<4x8xi32>, tensor<8x2xi32>)
    outs(%r : tensor<4x2xi32>) -> tensor<4x2xi32>
  func.return %s, %r, %t : tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>
}
// --- ARGUMENTS_ARE_WRITTEN_LAST

func.func @f(%a: tensor<?xi32>, %b: tensor<?xi32> {bufferization.writable = true}) -> tensor<?xi32> {
  %c = linalg.add ins(%a, %a : tensor<?xi32>, tensor<?xi32>)
    outs(%b : tensor<?xi32>) -> tensor<?xi32>
  func.return %c : tensor<?xi32>
}
// --- SLICES_SHAPES_AND_ELEMENTS

func.func @f(%a: tensor<4x6xi32>, %n: index) -> (tensor<4x6xi32>, tensor<?xi32>, i32) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 77 : i32
  %part = tensor.extract_slice %a[1, 0] [2, 3] [1, 2] : tensor<4x6xi32> to tensor<2x3xi32>
  %empty = tensor.empty() : tensor<2x3xi32>
  %twice = linalg.add ins(%part, %part : tensor<2x3xi32>, tensor<2x3xi32>)
    outs(%empty : tensor<2x3xi32>) -> tensor<2x3xi32>
  %before = tensor.extract %a[%c1, %c1] : tensor<4x6xi32>
  %b = tensor.insert_slice %twice into %a[0, 3] [2, 3] [1, 1] : tensor<2x3xi32> into tensor<4x6xi32>
  %c = tensor.insert %x into %b[%c1, %c1] : tensor<4x6xi32>
  %some = tensor.empty(%n) : tensor<?xi32>
  %filled = linalg.fill ins(%x : i32) outs(%some : tensor<?xi32>) -> tensor<?xi32>
  func.return %c, %filled, %before : tensor<4x6xi32>, tensor<?xi32>, i32
}
// --- PRODUCTS_OF_HALVES

func.func @f(%a: memref<9x64xf16>, %b: memref<64x5xf16>, %c: memref<9x5xf32>) {
  linalg.matmul ins(%a, %b : memref<9x64xf16>, memref<64x5xf16>) outs(%c : memref<9x5xf32>)
  func.return
}
// --- SOFTMAX

func.func @f(%a: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %empty = tensor.empty() : tensor<3x4x5xf32>
  %r = linalg.softmax dimension(1) ins(%a : tensor<3x4x5xf32>) outs(%empty : tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  func.return %r : tensor<3x4x5xf32>
}
// --- AN_OUTPUT_IN_ANOTHER_VIEW

func.func @f(%bytes: memref<16xi8>) {
  %first = arith.constant 0 : index
  %last = arith.constant 12 : index
  %a = memref.view %bytes[%first][] : memref<16xi8> to memref<4xi32>
  %o = memref.view %bytes[%last][] : memref<16xi8> to memref<1xi32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0)>], iterator_types = ["reduction"]} ins(%a : memref<4xi32>) outs(%o : memref<1xi32>) {
  ^bb0(%x: i32, %sum: i32):
    %s = arith.addi %x, %sum : i32
    linalg.yield %s : i32
  }
  func.return
}
