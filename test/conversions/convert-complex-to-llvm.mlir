// RUN: xdsl-opt %s -p convert-complex-to-llvm | filecheck %s

// CHECK-LABEL: @parts
func.func @parts(%x: f32, %y: f32) -> f32 {
  // CHECK-NEXT: %[[none:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32)>
  // CHECK-NEXT: %[[one:.*]] = llvm.insertvalue %x, %[[none]][0]
  // CHECK-NEXT: %[[both:.*]] = llvm.insertvalue %y, %[[one]][1]
  %z = complex.create %x, %y : complex<f32>
  // CHECK-NEXT: llvm.extractvalue %[[both]][1]
  %r = complex.im %z : complex<f32>
  func.return %r : f32
}

// CHECK-LABEL: @constant
func.func @constant() {
  // CHECK-NEXT: %[[r:.*]] = llvm.mlir.constant(1.500000e+00 : f64) : f64
  // CHECK-NEXT: %[[i:.*]] = llvm.mlir.constant(-2.000000e+00 : f64) : f64
  // CHECK-NEXT: llvm.mlir.poison : !llvm.struct<(f64, f64)>
  // CHECK-NEXT: llvm.insertvalue %[[r]], %{{.*}}[0]
  // CHECK-NEXT: llvm.insertvalue %[[i]], %{{.*}}[1]
  %z = complex.constant [1.5 : f64, -2.0 : f64] : complex<f64>
  // Whole numbers, too.
  // CHECK: llvm.mlir.poison : !llvm.struct<(i32, i32)>
  %w = complex.constant [1 : i32, 2 : i32] : complex<i32>
  func.return
}

// CHECK-LABEL: @bits
func.func @bits(%x: f32) -> f64 {
  %z = complex.create %x, %x : complex<f32>
  // CHECK: %[[low:.*]] = llvm.zext %{{.*}} : i32 to i64
  // CHECK: %[[high:.*]] = llvm.zext %{{.*}} : i32 to i64
  // CHECK: %[[up:.*]] = llvm.shl %[[high]], %{{.*}} : i64
  // CHECK: %[[all:.*]] = llvm.or %[[low]], %[[up]] : i64
  // CHECK: llvm.bitcast %[[all]] : i64 to f64
  %r = complex.bitcast %z : complex<f32> to f64
  func.return %r : f64
}

// CHECK-LABEL: @arithmetic
func.func @arithmetic(%x: f32) {
  %z = complex.create %x, %x : complex<f32>
  // CHECK: arith.subf
  %r = complex.sub %z, %z : complex<f32>
  func.return
}
