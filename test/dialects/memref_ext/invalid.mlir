// RUN: xdsl-opt %s --split-input-file --parsing-diagnostics | filecheck %s

// CHECK: is not memref<2x3xi32
// CHECK-SAME: in this order, or a size, stride or offset is unknown; use 'memref.reinterpret_cast', which states them
func.func @f(%m: memref<2x3xi32, strided<[4, 1], offset: 1>>) {
  %t = memref.transpose %m (d0, d1) -> (d0, d1) : memref<2x3xi32, strided<[4, 1], offset: 1>> to memref<3x2xi32, strided<[1, 4], offset: 1>>
  func.return
}

// -----

// CHECK: is not memref<2x3xi32
// CHECK-SAME: in this order, or a size, stride or offset is unknown; use 'memref.reinterpret_cast', which states them
func.func @f(%m: memref<2x3xi32, strided<[4, 1], offset: 1>>) {
  %t = memref.transpose %m (d0, d1) -> (d1, d1) : memref<2x3xi32, strided<[4, 1], offset: 1>> to memref<3x2xi32, strided<[1, 4], offset: 1>>
  func.return
}

// -----

// CHECK: is not memref<2x3xi32
// CHECK-SAME: in this order, or a size, stride or offset is unknown; use 'memref.reinterpret_cast', which states them
func.func @f(%m: memref<2x3xi32, strided<[4, 1], offset: 1>>) {
  %t = memref.transpose %m (d0, d1) -> (d1) : memref<2x3xi32, strided<[4, 1], offset: 1>> to memref<3x2xi32, strided<[1, 4], offset: 1>>
  func.return
}

// -----

// CHECK: is not memref<2x3xi32
// CHECK-SAME: in this order, or a size, stride or offset is unknown; use 'memref.reinterpret_cast', which states them
func.func @f(%m: memref<2x3xi32, strided<[4, 1], offset: 1>>) {
  %t = memref.transpose %m (d0, d1) -> (d1, d0) : memref<2x3xi32, strided<[4, 1], offset: 1>> to memref<3x2xi32, strided<[1, 2], offset: 1>>
  func.return
}

// -----

// CHECK: is not memref<2x3xi32
// CHECK-SAME: in this order, or a size, stride or offset is unknown; use 'memref.reinterpret_cast', which states them
func.func @f(%m: memref<2x3xi32, strided<[4, 1], offset: 1>>) {
  %t = memref.transpose %m (d0, d1) -> (d1, d0) : memref<2x3xi32, strided<[4, 1], offset: 1>> to memref<3x2xi32, strided<[1, 4], offset: 2>>
  func.return
}

// -----

// CHECK: is not memref<?x3xi32
// CHECK-SAME: in this order, or a size, stride or offset is unknown; use 'memref.reinterpret_cast', which states them
func.func @f(%m: memref<?x3xi32, strided<[4, 1], offset: 1>>) {
  %t = memref.transpose %m (d0, d1) -> (d1, d0) : memref<?x3xi32, strided<[4, 1], offset: 1>> to memref<3x?xi32, strided<[1, 4], offset: 1>>
  func.return
}

// -----

// CHECK: is not memref<2x3xi32
// CHECK-SAME: in this order, or a size, stride or offset is unknown; use 'memref.reinterpret_cast', which states them
func.func @f(%m: memref<2x3xi32, strided<[4, 1], offset: ?>>) {
  %t = memref.transpose %m (d0, d1) -> (d1, d0) : memref<2x3xi32, strided<[4, 1], offset: ?>> to memref<3x2xi32, strided<[1, 4], offset: ?>>
  func.return
}

// -----

// CHECK: is not memref<2x3xi32
// CHECK-SAME: in this order, or a size, stride or offset is unknown; use 'memref.reinterpret_cast', which states them
func.func @f(%m: memref<2x3xi32, strided<[?, 1], offset: 1>>) {
  %t = memref.transpose %m (d0, d1) -> (d1, d0) : memref<2x3xi32, strided<[?, 1], offset: 1>> to memref<3x2xi32, strided<[1, ?], offset: 1>>
  func.return
}

// -----

// CHECK: is not memref<2x3xi32
// CHECK-SAME: in this order, or a size, stride or offset is unknown; use 'memref.reinterpret_cast', which states them
func.func @f(%m: memref<2x3xi32, strided<[4, 1], offset: 1>>) {
  %t = memref.transpose %m (d0, d1) -> (d1, d0) : memref<2x3xi32, strided<[4, 1], offset: 1>> to i32
  func.return
}

// -----

// CHECK: is not memref<i32>
// CHECK-SAME: in this order, or a size, stride or offset is unknown; use 'memref.reinterpret_cast', which states them
func.func @f(%m: memref<i32>) {
  %t = memref.transpose %m () -> () : memref<i32> to memref<i32>
  func.return
}
