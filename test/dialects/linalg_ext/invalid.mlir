// RUN: xdsl-opt %s --split-input-file --parsing-diagnostics | filecheck %s

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
