// RUN: xdsl-opt %s -p convert-complex-to-standard | filecheck %s
// RUN: xdsl-opt %s -p convert-complex-to-standard,convert-complex-to-standard | filecheck %s

// CHECK-LABEL: @sum
func.func @sum(%z: complex<f32>, %w: complex<f32>) -> complex<f32> {
  // CHECK-NEXT: %[[zr:.*]] = complex.re %z : complex<f32>
  // CHECK-NEXT: %[[zi:.*]] = complex.im %z : complex<f32>
  // CHECK-NEXT: %[[wr:.*]] = complex.re %w : complex<f32>
  // CHECK-NEXT: %[[wi:.*]] = complex.im %w : complex<f32>
  // CHECK-NEXT: %[[r:.*]] = arith.addf %[[zr]], %[[wr]] fastmath<nnan> : f32
  // CHECK-NEXT: %[[i:.*]] = arith.addf %[[zi]], %[[wi]] fastmath<nnan> : f32
  // CHECK-NEXT: complex.create %[[r]], %[[i]] : complex<f32>
  %r = complex.add %z, %w fastmath<nnan> : complex<f32>
  func.return %r : complex<f32>
}

// CHECK-LABEL: @equal
func.func @equal(%z: complex<f64>) -> i1 {
  // CHECK: %[[r:.*]] = arith.cmpf oeq, %{{.*}}, %{{.*}} : f64
  // CHECK-NEXT: %[[i:.*]] = arith.cmpf oeq, %{{.*}}, %{{.*}} : f64
  // CHECK-NEXT: arith.andi %[[r]], %[[i]] : i1
  %r = complex.eq %z, %z : complex<f64>
  func.return %r : i1
}

// Functions of halves are computed in single precision, arithmetic is not.
// CHECK-LABEL: @halves
func.func @halves(%z: complex<f16>) -> complex<f16> {
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK: math.cosh %{{.*}} : f32
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %r = complex.sin %z : complex<f16>
  // CHECK: arith.negf %{{.*}} : f16
  %s = complex.neg %r : complex<f16>
  func.return %s : complex<f16>
}

// What has no arithmetic stays.
// CHECK-LABEL: @kept
func.func @kept(%x: f32) -> i64 {
  // CHECK-NEXT: complex.constant
  %c = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  // CHECK-NEXT: complex.create %x, %x : complex<f32>
  %z = complex.create %x, %x : complex<f32>
  // CHECK-NEXT: complex.re
  %r = complex.re %z : complex<f32>
  // CHECK-NEXT: complex.bitcast
  %b = complex.bitcast %z : complex<f32> to i64
  func.return %b : i64
}
