// RUN: xdsl-opt %s --split-input-file --parsing-diagnostics --verify-diagnostics | filecheck %s

func.func @types(%low: f64, %high: f32, %seed: i32, %a: memref<4x6xf32>) {
  linalg.fill_rng_2d ins(%low, %high, %seed : f64, f32, i32) outs(%a : memref<4x6xf32>)
  return
}

// CHECK: linalg.fill_rng_2d takes f64, f64, i32 and an output of 2 dimensions, got f64, f32, i32, memref<4x6xf32>

// -----

func.func @line(%low: f64, %high: f64, %seed: i32, %a: memref<4xf32>) {
  linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%a : memref<4xf32>)
  return
}

// CHECK: linalg.fill_rng_2d takes f64, f64, i32 and an output of 2 dimensions, got f64, f64, i32, memref<4xf32>

// -----

// Not that the types differ, which they may.
// CHECK: inferred input/output operand #1 has shape's dimension #0 to be 64, but found 65
func.func @depth(%a: tensor<32x64xf16>, %b: tensor<65x32xf16>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<32x64xf16>, tensor<65x32xf16>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}

// -----

// CHECK: 'foo' is not a valid IteratorType; expected parallel, reduction or window
func.func @loops(%a: tensor<8xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["foo"]} outs(%a : tensor<8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  func.return
}

// -----

func.func @no_results(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }, f32
  return
}

// CHECK: }, f32
// CHECK-NEXT: ^
