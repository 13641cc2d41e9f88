// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | xdsl-opt --split-input-file | filecheck %s

// `linalg.fill_rng_2d` is read as the `linalg.generic` that it is, also from the generic form.

func.func @f(%low: f64, %high: f64, %seed: i32, %a: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %0 = linalg.fill_rng_2d {tag = 1 : i32} ins(%low, %high, %seed : f64, f64, i32) outs(%a : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// CHECK-LABEL: func.func @f
// CHECK:       linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%low, %high, %seed : f64, f64, i32) outs(%a : tensor<?x6xf32>) attrs = {tag = 1 : i32} {
// CHECK:         linalg.index 0 : index
// CHECK:         linalg.index 1 : index

// -----

func.func @generic(%low: f64, %high: f64, %seed: i32, %a: memref<4x6xf64>) {
  "linalg.fill_rng_2d"(%low, %high, %seed, %a) <{operandSegmentSizes = array<i32: 3, 1>}> ({
  ^bb0(%0: f64, %1: f64, %2: i32, %3: f64):
    "linalg.yield"(%0) : (f64) -> ()
  }) {linalg.memoized_indexing_maps = []} : (f64, f64, i32, memref<4x6xf64>) -> ()
  return
}

// CHECK-LABEL: func.func @generic
// CHECK:       linalg.generic {{.*}} ins(%low, %high, %seed : f64, f64, i32) outs(%a : memref<4x6xf64>) {
// CHECK-NOT:     arith.truncf
// CHECK:         linalg.yield {{.*}} : f64
