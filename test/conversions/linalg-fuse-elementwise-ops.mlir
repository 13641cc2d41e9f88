// RUN: xdsl-opt %s -p linalg-fuse-elementwise-ops --split-input-file | filecheck %s

// Scaled keys: the contraction reads them transposed, what computes them does not. Other users get
// them as they are.
// CHECK-LABEL: func.func @scaled_keys
// CHECK:      %[[K:.*]] = linalg.generic {{.*}}(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>]{{.*}} ins(%k : tensor<5x4xf32>)
// CHECK:        math.exp
// CHECK:      linalg.generic {{.*}}affine_map<(d0, d1, d2) -> (d1, d2)>{{.*}} ins(%q, %[[K]] : tensor<3x4xf32>, tensor<5x4xf32>)
// CHECK-LABEL: func.func @returned_keys
// CHECK:      linalg.generic {{.*}}(d0, d1) -> (d1, d0)>{{.*}} ins(%k : tensor<5x4xf32>)
// CHECK:        math.exp
// CHECK-LABEL: func.func @summed_keys
// CHECK:      linalg.generic {{.*}}(d0, d1) -> (d1, d0)>{{.*}} ins(%k : tensor<5x4xf32>)
func.func @scaled_keys(%q: tensor<3x4xf32>, %k: tensor<5x4xf32>) -> tensor<3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x5xf32>
  %t = linalg.transpose ins(%k : tensor<5x4xf32>) outs(%e : tensor<4x5xf32>) permutation = [1, 0]
  %s = linalg.exp ins(%t : tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  %w = tensor.empty() : tensor<3x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%w : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = linalg.matmul ins(%q, %s : tensor<3x4xf32>, tensor<4x5xf32>) outs(%f : tensor<3x5xf32>) -> tensor<3x5xf32>
  func.return %r : tensor<3x5xf32>
}
func.func @returned_keys(%k: tensor<5x4xf32>) -> tensor<4x5xf32> {
  %e = tensor.empty() : tensor<4x5xf32>
  %t = linalg.transpose ins(%k : tensor<5x4xf32>) outs(%e : tensor<4x5xf32>) permutation = [1, 0]
  %s = linalg.exp ins(%t : tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  func.return %s : tensor<4x5xf32>
}
func.func @summed_keys(%k: tensor<5x4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x5xf32>
  %t = linalg.transpose ins(%k : tensor<5x4xf32>) outs(%e : tensor<4x5xf32>) permutation = [1, 0]
  %s = linalg.exp ins(%t : tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  %r = linalg.reduce { arith.addf } ins(%s : tensor<4x5xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  func.return %r : tensor<4xf32>
}

// -----

// A chain, with a transposition, a broadcast and a constant of one number.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT:    %empty = tensor.empty() : tensor<5x3xf32>
// CHECK-NEXT:    %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %b : tensor<3x5xf32>, tensor<3xf32>) outs(%empty : tensor<5x3xf32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[X]], %[[B]] : f32
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[S]], %[[TWO]] : f32
// CHECK-NEXT:      %[[E:.*]] = math.exp %[[P]] : f32
// CHECK-NEXT:      linalg.yield %[[E]] : f32
// CHECK-NEXT:    } -> tensor<5x3xf32>
func.func @chain(%x: tensor<3x5xf32>, %b: tensor<3xf32>) -> tensor<5x3xf32> {
  %two = arith.constant dense<2.0> : tensor<5x3xf32>
  %empty = tensor.empty() : tensor<5x3xf32>
  %y = linalg.transpose ins(%x : tensor<3x5xf32>) outs(%empty : tensor<5x3xf32>) permutation = [1, 0]
  %c = linalg.broadcast ins(%b : tensor<3xf32>) outs(%empty : tensor<5x3xf32>) dimensions = [0]
  %s = linalg.add ins(%y, %c : tensor<5x3xf32>, tensor<5x3xf32>) outs(%empty : tensor<5x3xf32>) -> tensor<5x3xf32>
  %z = linalg.mul ins(%s, %two : tensor<5x3xf32>, tensor<5x3xf32>) outs(%empty : tensor<5x3xf32>) -> tensor<5x3xf32>
  %w = linalg.map { math.exp } ins(%z : tensor<5x3xf32>) outs(%empty : tensor<5x3xf32>)
  func.return %w : tensor<5x3xf32>
}

// -----

// A reduction takes over the square, and its index.
// CHECK-LABEL: func.func @squares
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xi32>) outs(%start : tensor<6xi32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: i32, %[[SUM:.*]]: i32):
// CHECK-NEXT:      %[[I:.*]] = linalg.index 1 : index
// CHECK-NEXT:      %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK-NEXT:      %[[P:.*]] = arith.muli %[[X]], %[[N]] : i32
// CHECK-NEXT:      %[[S:.*]] = arith.addi %[[P]], %[[SUM]] : i32
// CHECK-NEXT:      linalg.yield %[[S]] : i32
#id = affine_map<(i, j) -> (i, j)>
func.func @squares(%x: tensor<4x6xi32>, %start: tensor<6xi32>) -> tensor<6xi32> {
  %empty = tensor.empty() : tensor<4x6xi32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x6xi32>) outs(%empty : tensor<4x6xi32>) {
  ^bb0(%a: i32, %o: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %q = arith.muli %a, %n : i32
    linalg.yield %q : i32
  } -> tensor<4x6xi32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<4x6xi32>) outs(%start : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32):
    %t = arith.addi %a, %b : i32
    linalg.yield %t : i32
  } -> tensor<6xi32>
  func.return %s : tensor<6xi32>
}

// -----

// What several use is computed once, and what a broadcast would repeat; a view that only adds a dimension
// of size 1 is read through.
// CHECK-LABEL: func.func @once
// CHECK:         %e = linalg.exp
// CHECK-NOT:     expand_shape
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%e, %x : tensor<3xf32>, tensor<3xf32>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      linalg.yield
func.func @once(%x: tensor<3xf32>) -> (tensor<3x8xf32>) {
  %none = tensor.empty() : tensor<3xf32>
  %e = linalg.exp ins(%x : tensor<3xf32>) outs(%none : tensor<3xf32>) -> tensor<3xf32>
  %wide = tensor.expand_shape %x [[0, 1]] output_shape [3, 1] : tensor<3xf32> into tensor<3x1xf32>
  %empty = tensor.empty() : tensor<3x8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%e, %wide : tensor<3xf32>, tensor<3x1xf32>) outs(%empty : tensor<3x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<3x8xf32>
  func.return %s : tensor<3x8xf32>
}

// -----

// A contraction takes the transposition of a factor, but no arithmetic, and keeps its epilogue: the
// sum of the rows does not take it.
// CHECK-LABEL: func.func @contraction
// CHECK:         linalg.exp
// CHECK-NOT:     linalg.transpose
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e, %w : tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK:         linalg.exp
// CHECK:         linalg.reduce
func.func @contraction(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %start: tensor<8x8xf32>, %none: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8x8xf32>
  %e = linalg.exp ins(%x : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = linalg.transpose ins(%w : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) permutation = [1, 0]
  %p = linalg.matmul ins(%e, %t : tensor<8x8xf32>, tensor<8x8xf32>) outs(%start : tensor<8x8xf32>) -> tensor<8x8xf32>
  %q = linalg.exp ins(%p : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = linalg.reduce { arith.addf } ins(%q : tensor<8x8xf32>) outs(%none : tensor<8xf32>) dimensions = [1]
  func.return %s : tensor<8xf32>
}

// -----

// A contraction whose batch is merged before it and parted after it has both loops of the batch.
// CHECK-LABEL: func.func @batches
// CHECK-NOT:     _shape
// CHECK:         linalg.fill {{.*}} -> tensor<2x3x8x5xf32>
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%a, %b :
// CHECK-NOT:     _shape
func.func @batches(%a: tensor<2x3x8x4xf32>, %b: tensor<2x3x4x5xf32>) -> tensor<2x3x8x5xf32> {
  %zero = arith.constant 0.0 : f32
  %a3 = tensor.collapse_shape %a [[0, 1], [2], [3]] : tensor<2x3x8x4xf32> into tensor<6x8x4xf32>
  %b3 = tensor.collapse_shape %b [[0, 1], [2], [3]] : tensor<2x3x4x5xf32> into tensor<6x4x5xf32>
  %e = tensor.empty() : tensor<6x8x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x8x5xf32>) -> tensor<6x8x5xf32>
  %r3 = linalg.batch_matmul ins(%a3, %b3 : tensor<6x8x4xf32>, tensor<6x4x5xf32>) outs(%f : tensor<6x8x5xf32>) -> tensor<6x8x5xf32>
  %r = tensor.expand_shape %r3 [[0, 1], [2], [3]] output_shape [2, 3, 8, 5] : tensor<6x8x5xf32> into tensor<2x3x8x5xf32>
  func.return %r : tensor<2x3x8x5xf32>
}

// -----

// Another user has the result as it was; the other factor, an argument, is parted where it is.
// CHECK-LABEL: func.func @seen
// CHECK:         %[[B:.*]] = tensor.expand_shape %b {{.*}} output_shape [2, 3, 4, 5] : tensor<6x4x5xf32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%a, %[[B]] :
// CHECK:         tensor.collapse_shape %[[R]] {{.*}} : tensor<2x3x8x5xf32> into tensor<6x8x5xf32>
func.func @seen(%a: tensor<2x3x8x4xf32>, %b: tensor<6x4x5xf32>, %c: tensor<6x8x5xf32>) -> tensor<6x8x5xf32> {
  %a3 = tensor.collapse_shape %a [[0, 1], [2], [3]] : tensor<2x3x8x4xf32> into tensor<6x8x4xf32>
  %r = linalg.batch_matmul ins(%a3, %b : tensor<6x8x4xf32>, tensor<6x4x5xf32>) outs(%c : tensor<6x8x5xf32>) -> tensor<6x8x5xf32>
  func.return %r : tensor<6x8x5xf32>
}

// -----

// Rows that are merged stay so: the other factor does not have them.
// CHECK-LABEL: func.func @rows
// CHECK:         tensor.collapse_shape
// CHECK-NEXT:    linalg.matmul
func.func @rows(%a: tensor<2x3x4xf32>, %b: tensor<4x5xf32>, %c: tensor<6x5xf32>) -> tensor<6x5xf32> {
  %a2 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %r = linalg.matmul ins(%a2, %b : tensor<6x4xf32>, tensor<4x5xf32>) outs(%c : tensor<6x5xf32>) -> tensor<6x5xf32>
  func.return %r : tensor<6x5xf32>
}

// -----

// So does the batch where the body asks for its number, where its parts have unknown sizes, and in
// front of an operation on elements of what no operation computes.
// CHECK-LABEL: func.func @number
// CHECK:         linalg.generic {{.*}} outs(%c : tensor<6x4xindex>)
// CHECK:         tensor.expand_shape
func.func @number(%c: tensor<6x4xindex>) -> tensor<2x3x4xindex> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%c : tensor<6x4xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<6x4xindex>
  %e = tensor.expand_shape %r [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xindex> into tensor<2x3x4xindex>
  func.return %e : tensor<2x3x4xindex>
}

// CHECK-LABEL: func.func @unknown
// CHECK:         tensor.collapse_shape %a
// CHECK:         linalg.batch_matmul
func.func @unknown(%a: tensor<?x3x8x4xf32>, %b: tensor<?x3x4x5xf32>, %c: tensor<?x8x5xf32>) -> tensor<?x8x5xf32> {
  %a3 = tensor.collapse_shape %a [[0, 1], [2], [3]] : tensor<?x3x8x4xf32> into tensor<?x8x4xf32>
  %b3 = tensor.collapse_shape %b [[0, 1], [2], [3]] : tensor<?x3x4x5xf32> into tensor<?x4x5xf32>
  %r = linalg.batch_matmul ins(%a3, %b3 : tensor<?x8x4xf32>, tensor<?x4x5xf32>) outs(%c : tensor<?x8x5xf32>) -> tensor<?x8x5xf32>
  func.return %r : tensor<?x8x5xf32>
}

// CHECK-LABEL: func.func @given
// CHECK:         tensor.collapse_shape %a
// CHECK:         linalg.exp
func.func @given(%a: tensor<2x3x4xf32>, %c: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %a2 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %r = linalg.exp ins(%a2 : tensor<6x4xf32>) outs(%c : tensor<6x4xf32>) -> tensor<6x4xf32>
  func.return %r : tensor<6x4xf32>
}

// -----

// One fill for two sums, a result that nobody uses, and a tensor that is named as an output but not read
// keep no operations apart; a wider type is made again where it is read, the sum of both rows once.
// CHECK-LABEL: func.func @tied
// CHECK-NEXT:    arith.constant
// CHECK-NEXT:    %e = tensor.empty() : tensor<4xf64>
// CHECK-NEXT:    linalg.fill
// CHECK-NEXT:    %s = linalg.generic {{.*}} ins(%x : tensor<4x8xf32>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.extf
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      linalg.yield
// CHECK-NEXT:    } -> tensor<4xf64>
// CHECK-NEXT:    linalg.fill
// CHECK-NEXT:    %q = linalg.generic {{.*}} ins(%x, %s : tensor<4x8xf32>, tensor<4xf64>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.extf
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      linalg.yield
// CHECK-NEXT:    } -> tensor<4xf64>
// CHECK-NEXT:    linalg.exp ins(%q : tensor<4xf64>) outs(%e : tensor<4xf64>)
// CHECK-NEXT:    func.return
#row = affine_map<(i, j) -> (i)>
#both = affine_map<(i, j) -> (i, j)>
func.func @tied(%x: tensor<4x8xf32>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xf64>
  %ei = tensor.empty() : tensor<4xi64>
  %w = tensor.empty() : tensor<4x8xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %fi = linalg.fill ins(%none : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %wide = linalg.generic {indexing_maps = [#both, #both], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%w : tensor<4x8xf64>) {
  ^bb0(%a: f32, %o: f64):
    %t = arith.extf %a : f32 to f64
    linalg.yield %t : f64
  } -> tensor<4x8xf64>
  %s, %i = linalg.generic {indexing_maps = [#both, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%wide : tensor<4x8xf64>) outs(%f, %fi : tensor<4xf64>, tensor<4xi64>) {
  ^bb0(%a: f64, %b: f64, %n: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %m = arith.addi %k, %n : i64
    %t = arith.addf %a, %b : f64
    linalg.yield %t, %m : f64, i64
  } -> (tensor<4xf64>, tensor<4xi64>)
  %q = linalg.generic {indexing_maps = [#both, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%wide, %s : tensor<4x8xf64>, tensor<4xf64>) outs(%f : tensor<4xf64>) {
  ^bb0(%a: f64, %p: f64, %b: f64):
    %u = arith.mulf %a, %p : f64
    %t = arith.addf %u, %b : f64
    linalg.yield %t : f64
  } -> tensor<4xf64>
  %r = linalg.exp ins(%q : tensor<4xf64>) outs(%s : tensor<4xf64>) -> tensor<4xf64>
  func.return %r : tensor<4xf64>
}

// -----

// A result that the others are made of stays, and one that alone has the size of a loop.
// CHECK-LABEL: func.func @kept
// CHECK:         outs(%x, %y : tensor<4xf32>, tensor<4xf32>)
// CHECK:         outs(%x, %z : tensor<4xf32>, tensor<4xf32>)
func.func @kept(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a, %b = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x, %y : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %p, %t : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %c, %d = linalg.generic {indexing_maps = [affine_map<(i) -> (3 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x, %z : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    linalg.yield %p, %q : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  func.return %b, %c : tensor<4xf32>, tensor<4xf32>
}

// -----

// A product of halves that were extended extends them itself. What follows it has memory of its own, and nothing
// stands between them, not even what computes the bias.
// CHECK-LABEL: func.func @halves
// CHECK:         linalg.exp ins(%b : tensor<8xf32>)
// CHECK-NEXT:    %[[OWN:.*]] = tensor.empty() : tensor<8x8xf32>
// CHECK-NEXT:    %[[FILL:.*]] = linalg.fill ins(%zero : f32) outs(%[[OWN]] :
// CHECK-NEXT:    %p = linalg.generic {{.*}} ins(%x, %y : tensor<8x8xf16>, tensor<8x8xf16>) outs(%[[FILL]] :
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.extf
// CHECK-NEXT:      arith.extf
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      linalg.yield
// CHECK-NEXT:    } -> tensor<8x8xf32>
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<8x8xf32>
// CHECK-NEXT:    %r = linalg.generic {{.*}} ins(%p, %c : tensor<8x8xf32>, tensor<8xf32>) outs(%[[E]] : tensor<8x8xf32>)
func.func @halves(%x: tensor<8x8xf16>, %y: tensor<8x8xf16>, %b: tensor<8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %eb = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %wx = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf16>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f16, %o: f32):
    %t = arith.extf %a : f16 to f32
    linalg.yield %t : f32
  } -> tensor<8x8xf32>
  %wy = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<8x8xf16>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f16, %o: f32):
    %t = arith.extf %a : f16 to f32
    linalg.yield %t : f32
  } -> tensor<8x8xf32>
  %p = linalg.matmul ins(%wx, %wy : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = linalg.exp ins(%b : tensor<8xf32>) outs(%eb : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p, %c : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %t = arith.addf %u, %v : f32
    linalg.yield %t : f32
  } -> tensor<8x8xf32>
  func.return %r : tensor<8x8xf32>
}

// -----

// A product does not start from the bias, which is added after it, with what follows. Weights of a normalisation are
// prepared where they are read.
// CHECK-LABEL: func.func @bias
// CHECK-NOT:     linalg.broadcast
// CHECK:         %[[F:.*]] = linalg.fill
// CHECK-NEXT:    %p = linalg.matmul {{.*}} outs(%[[F]] :
// CHECK-NEXT:    tensor.empty
// CHECK-NEXT:    linalg.generic {{.*}} ins(%p, %b, %{{.*}} : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT:    ^bb0(%[[P:.*]]: f32, %[[B:.*]]: f32, %[[W:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[R:.*]] = math.rsqrt %[[W]] : f32
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[P]], %[[B]] : f32
// CHECK-NEXT:      arith.mulf %[[S]], %[[R]] : f32
// CHECK-NEXT:      linalg.yield
func.func @bias(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %b: tensor<8xf32>) -> tensor<8x8xf32> {
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %ew = tensor.empty() : tensor<8xf32>
  %s = linalg.broadcast ins(%b : tensor<8xf32>) outs(%e : tensor<8x8xf32>) dimensions = [0]
  %p = linalg.matmul ins(%x, %y : tensor<8x8xf32>, tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.rsqrt ins(%w : tensor<8xf32>) outs(%ew : tensor<8xf32>) -> tensor<8xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p, %r : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %t = arith.mulf %u, %v : f32
    linalg.yield %t : f32
  } -> tensor<8x8xf32>
  func.return %q : tensor<8x8xf32>
}

// -----

// A factor that is broadcast along the batch is read as it is; the other's broadcast stays, so that
// a factor has each loop.
// CHECK-LABEL: func.func @weights
// CHECK:         linalg.broadcast ins(%b{{.*}} dimensions = [0]
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], {{.*}} ins(%a, %{{.*}} : tensor<6x4xf32>, tensor<3x4x5xf32>)
// CHECK-NOT:     linalg.broadcast
func.func @weights(%a: tensor<6x4xf32>, %b: tensor<4x5xf32>, %c: tensor<3x6x5xf32>) -> tensor<3x6x5xf32> {
  %ea = tensor.empty() : tensor<3x6x4xf32>
  %eb = tensor.empty() : tensor<3x4x5xf32>
  %x = linalg.broadcast ins(%a : tensor<6x4xf32>) outs(%ea : tensor<3x6x4xf32>) dimensions = [0]
  %y = linalg.broadcast ins(%b : tensor<4x5xf32>) outs(%eb : tensor<3x4x5xf32>) dimensions = [0]
  %r = linalg.batch_matmul ins(%x, %y : tensor<3x6x4xf32>, tensor<3x4x5xf32>) outs(%c : tensor<3x6x5xf32>) -> tensor<3x6x5xf32>
  func.return %r : tensor<3x6x5xf32>
}

// -----

// A cheap number is computed again for each column, a root once for all. A constant of one number may be in
// the resources.
// CHECK-LABEL: func.func @repeated
// CHECK:         %root = linalg.sqrt
// CHECK-NOT:     dense_resource<ones>
// CHECK:         ins(%root, %x : tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      linalg.yield
func.func @repeated(%x: tensor<4xf32>) -> tensor<4x8xf32> {
  %ones = arith.constant dense_resource<ones> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %w = tensor.empty() : tensor<4x8xf32>
  %s = linalg.add ins(%x, %ones : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %root = linalg.sqrt ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%root, %s : tensor<4xf32>, tensor<4xf32>) outs(%w : tensor<4x8xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %t = arith.mulf %u, %v : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  func.return %r : tensor<4x8xf32>
}

{-#
  dialect_resources: {
    builtin: {
      ones: "0x040000000000803F0000803F0000803F0000803F"
    }
  }
#-}

// -----

// A reshape stays after an operation that has no loops for its parts: of the number of a loop, and of
// an operand that would have to be reshaped itself.
// CHECK-LABEL: func.func @stays
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0 : i64, 1 : i64], [2 : i64]] output_shape [2, 3, 4]
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0 : i64, 1 : i64], [2 : i64]] output_shape [2, 3, 4]
func.func @stays(%a: tensor<6x4xf32>, %w: tensor<7x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %s = arith.addf %x, %k : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %r = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + 1, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<7x4xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %q = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  func.return %r, %q : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

// -----

// torch-mlir's einsum: dimensions of size 1 come, move and go. What is left is a transposition, which the product reads, and a
// copy of all elements to the same places, which is none.
// CHECK-LABEL: func.func @einsum
// CHECK-NOT:     collapse_shape
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>]
// CHECK-NOT:     linalg.generic
// CHECK:         func.return %[[R]]
func.func @einsum(%a: tensor<2x4x8xf32>, %b: tensor<2x6x8xf32>) -> tensor<2x4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %wide = tensor.expand_shape %b [[0], [1], [2, 3]] output_shape [2, 6, 8, 1] : tensor<2x6x8xf32> into tensor<2x6x8x1xf32>
  %0 = tensor.empty() : tensor<2x8x6x1xf32>
  %t = linalg.transpose ins(%wide : tensor<2x6x8x1xf32>) outs(%0 : tensor<2x8x6x1xf32>) permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %t [[0], [1], [2, 3]] : tensor<2x8x6x1xf32> into tensor<2x8x6xf32>
  %1 = tensor.empty() : tensor<2x4x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%1 : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %m = linalg.batch_matmul ins(%a, %c : tensor<2x4x8xf32>, tensor<2x8x6xf32>) outs(%f : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  %e = tensor.expand_shape %m [[0], [1], [2, 3]] output_shape [2, 4, 1, 6] : tensor<2x4x6xf32> into tensor<2x4x1x6xf32>
  %2 = tensor.empty() : tensor<2x4x6x1xf32>
  %u = linalg.transpose ins(%e : tensor<2x4x1x6xf32>) outs(%2 : tensor<2x4x6x1xf32>) permutation = [0, 1, 3, 2]
  %r = tensor.collapse_shape %u [[0], [1], [2, 3]] : tensor<2x4x6x1xf32> into tensor<2x4x6xf32>
  func.return %r : tensor<2x4x6xf32>
}

// -----

// A reshape stays of elements that another user reads, too, of computed ones, of ones that are written over others, where it
// merges dimensions, and of a number that fills them. Sizes may be dynamic.
// CHECK-LABEL: func.func @units_that_stay
// CHECK-COUNT-5: tensor.collapse_shape
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>]{{.*}} ins(%b : tensor<3x?xf32>)
// CHECK-NOT:     tensor.collapse_shape
func.func @units_that_stay(%a: tensor<3x4x1xf32>, %b: tensor<3x?xf32>, %g: tensor<4x3x1xf32>, %n: index)
    -> (tensor<4x3xf32>, tensor<4x3x1xf32>, tensor<3x4xf32>, tensor<4x3xf32>, tensor<12xf32>, tensor<?x3xf32>, tensor<4x3xf32>) {
  %e = tensor.empty() : tensor<4x3x1xf32>
  %t = linalg.transpose ins(%a : tensor<3x4x1xf32>) outs(%e : tensor<4x3x1xf32>) permutation = [1, 0, 2]
  %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<4x3x1xf32> into tensor<4x3xf32>
  %d = tensor.empty() : tensor<3x4x1xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : tensor<3x4x1xf32>) outs(%d : tensor<3x4x1xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<3x4x1xf32>
  %1 = tensor.collapse_shape %s [[0], [1, 2]] : tensor<3x4x1xf32> into tensor<3x4xf32>
  %w = linalg.transpose ins(%a : tensor<3x4x1xf32>) outs(%g : tensor<4x3x1xf32>) permutation = [1, 0, 2]
  %2 = tensor.collapse_shape %w [[0], [1, 2]] : tensor<4x3x1xf32> into tensor<4x3xf32>
  %v = linalg.transpose ins(%a : tensor<3x4x1xf32>) outs(%e : tensor<4x3x1xf32>) permutation = [1, 0, 2]
  %3 = tensor.collapse_shape %v [[0, 1, 2]] : tensor<4x3x1xf32> into tensor<12xf32>
  %x = arith.constant 1.0 : f32
  %y = linalg.fill ins(%x : f32) outs(%e : tensor<4x3x1xf32>) -> tensor<4x3x1xf32>
  %5 = tensor.collapse_shape %y [[0], [1, 2]] : tensor<4x3x1xf32> into tensor<4x3xf32>
  %p = tensor.expand_shape %b [[0], [1, 2]] output_shape [3, %n, 1] : tensor<3x?xf32> into tensor<3x?x1xf32>
  %q = tensor.empty(%n) : tensor<?x3x1xf32>
  %z = linalg.transpose ins(%p : tensor<3x?x1xf32>) outs(%q : tensor<?x3x1xf32>) permutation = [1, 0, 2]
  %4 = tensor.collapse_shape %z [[0], [1, 2]] : tensor<?x3x1xf32> into tensor<?x3xf32>
  func.return %0, %t, %1, %2, %3, %4, %5 : tensor<4x3xf32>, tensor<4x3x1xf32>, tensor<3x4xf32>, tensor<4x3xf32>, tensor<12xf32>, tensor<?x3xf32>, tensor<4x3xf32>
}

// -----

// torch-mlir's reflected padding: seven cheap operations on the number of an element are done again for each row; a cosine is not.
// CHECK-LABEL: func.func @reflected
// CHECK:         linalg.generic {{.*}} ins(%a : tensor<4x3xi64>)
// CHECK-COUNT-2: math.absi
// CHECK:         math.cos
// CHECK:         linalg.generic {{.*}} ins(%a, %{{.*}} : tensor<4x3xi64>, tensor<3xf32>)
#row = affine_map<(d0) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#last = affine_map<(d0, d1) -> (d1)>
func.func @reflected(%a: tensor<4x3xi64>, %b: tensor<4x3xi64>) -> (tensor<4x3xi64>, tensor<4x3xf32>) {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %e = tensor.empty() : tensor<3xi64>
  %i = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel"]} outs(%e : tensor<3xi64>) {
  ^bb0(%o: i64):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.subi %1, %one : i64
    %3 = math.absi %2 : i64
    %4 = arith.subi %two, %3 : i64
    %5 = math.absi %4 : i64
    %6 = arith.subi %two, %5 : i64
    linalg.yield %6 : i64
  } -> tensor<3xi64>
  %f = tensor.empty() : tensor<4x3xi64>
  %r = linalg.generic {indexing_maps = [#id, #last, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %i : tensor<4x3xi64>, tensor<3xi64>) outs(%f : tensor<4x3xi64>) {
  ^bb0(%x: i64, %y: i64, %o: i64):
    %0 = arith.addi %x, %y : i64
    linalg.yield %0 : i64
  } -> tensor<4x3xi64>
  %g = tensor.empty() : tensor<3xf32>
  %c = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel"]} outs(%g : tensor<3xf32>) {
  ^bb0(%o: f32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f32
    %3 = arith.mulf %2, %2 : f32
    %4 = math.cos %3 : f32
    %5 = math.exp %4 : f32
    linalg.yield %5 : f32
  } -> tensor<3xf32>
  %h = tensor.empty() : tensor<4x3xf32>
  %s = linalg.generic {indexing_maps = [#id, #last, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %c : tensor<4x3xi64>, tensor<3xf32>) outs(%h : tensor<4x3xf32>) {
  ^bb0(%x: i64, %y: f32, %o: f32):
    %0 = arith.sitofp %x : i64 to f32
    %1 = arith.mulf %0, %y : f32
    linalg.yield %1 : f32
  } -> tensor<4x3xf32>
  func.return %r, %s : tensor<4x3xi64>, tensor<4x3xf32>
}

// -----

// A copy that knows more sizes than what it copies.
// CHECK-LABEL: func.func @known_sizes
// CHECK:         linalg.generic {{.*}} ins(%a : tensor<?x3xf32>) outs(%{{.*}} : tensor<4x3xf32>)
func.func @known_sizes(%a: tensor<?x3xf32>) -> tensor<4x3xf32> {
  %e = tensor.empty() : tensor<4x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<?x3xf32>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x3xf32>
  func.return %r : tensor<4x3xf32>
}
