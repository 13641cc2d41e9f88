// RUN: xdsl-opt %s -p opencl-require-sizes --split-input-file | filecheck %s

// A loop is the only index of sizes of all operands, also of a named operation's.
// CHECK-LABEL: func.func @product(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>)
// CHECK-SAME: attributes {opencl.equal_sizes = [array<i64: 0, 0, 2, 0>, array<i64: 0, 1, 1, 0>, array<i64: 1, 1, 2, 1>]}
func.func @product(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// A result has the sizes of its destination, a tensor those that it was made with; `%x` is equal to `%z` through both.
// CHECK-LABEL: func.func @through
// CHECK-SAME: {opencl.equal_sizes = [array<i64: 0, 0, 1, 0, 2, 0>]}
func.func @through(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %z, %zero : tensor<?xf32>
  %to = tensor.empty(%n) : tensor<?xf32>
  %one = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%to : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.mul ins(%one, %y : tensor<?xf32>, tensor<?xf32>) outs(%to : tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// A size that is known is required too; so are the sizes before and after a cast.
// CHECK-LABEL: func.func @known
// CHECK-SAME: {opencl.equal_sizes = [array<i64: -1, 4, 0, 0, 1, 0>]}
func.func @known(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<4xf32>) {
  %known = memref.cast %x : memref<?xf32> to memref<4xf32>
  linalg.add ins(%known, %y : memref<4xf32>, memref<?xf32>) outs(%z : memref<4xf32>)
  func.return
}

// -----

// Different loops, an index of two loops, sizes of a value that no argument has, and operations that may not run say
// nothing.
// CHECK-LABEL: func.func @nothing(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?x?xf32>, %i: i1) {
func.func @nothing(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?x?xf32>, %i: i1) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<?xf32>) outs(%z : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  scf.if %i {
    linalg.copy ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  }
  func.return
}
