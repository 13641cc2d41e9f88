// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.float32([[3, 1, 2, 1, 3], [5, 4, 5, 6, 4]])); numpy.save('%t.i.npy', numpy.int64([[1], [2], [1], [7]]))"
// RUN: xdsl-opencl run %s -p opencl-from-linalg --arg %t.npy --arg zeros:float:10 --arg zeros:float:2 --arg zeros:float:10 --arg ones:float:2 --arg iota:long:10 --arg iota:float:4 --arg %t.i.npy --arg zeros:float:3 --dump | filecheck %s

// Elements of which either may come first stay in their order; an exclusive sum begins with the second output.
// Updates outside are left out.
func.func @extensions(%a: memref<2x5xf32>, %in: memref<2x5xf32>, %whole: memref<2xf32>, %ex: memref<2x5xf32>, %start: memref<2xf32>, %places: memref<2x5xi64>, %update: memref<4xf32>, %at: memref<4x1xi64>, %sums: memref<3xf32>) {
  tm_tensor.scan dimension(1) inclusive(true) ins(%a : memref<2x5xf32>) outs(%in, %whole : memref<2x5xf32>, memref<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tm_tensor.yield %s : f32
  }
  tm_tensor.scan dimension(1) inclusive(false) ins(%a : memref<2x5xf32>) outs(%ex, %start : memref<2x5xf32>, memref<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tm_tensor.yield %s : f32
  }
  tm_tensor.sort dimension(1) outs(%a, %places : memref<2x5xf32>, memref<2x5xi64>) {
  ^bb0(%x: f32, %y: f32, %i: i64, %j: i64):
    %c = arith.cmpf ole, %x, %y : f32
    tm_tensor.yield %c : i1
  }
  tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%update, %at : memref<4xf32>, memref<4x1xi64>) outs(%sums : memref<3xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %y, %x : f32
    tm_tensor.yield %s : f32
  }
  func.return
}
// CHECK: a: float32[10] 1.0 1.0 2.0 3.0 3.0 4.0 4.0 5.0 5.0 6.0
// CHECK-NEXT: in: float32[10] 3.0 4.0 6.0 7.0 10.0 5.0 9.0 14.0 20.0 24.0
// CHECK-NEXT: whole: float32[2] 10.0 24.0
// CHECK-NEXT: ex: float32[10] 1.0 4.0 5.0 7.0 8.0 1.0 6.0 10.0 15.0 21.0
// CHECK-NEXT: start: float32[2] 8.0 21.0
// CHECK-NEXT: places: int64[10] 1 3 2 0 4 6 9 5 7 8
// CHECK: sums: float32[3] 0.0 2.0 1.0
