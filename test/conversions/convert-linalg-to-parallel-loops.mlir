// RUN: xdsl-opt %s -p convert-linalg-to-parallel-loops | filecheck %s
// RUN: xdsl-opt %s -p convert-linalg-to-parallel-loops,convert-linalg-to-parallel-loops | filecheck %s

// Reductions carry what they reduce.
// CHECK: func.func @matmul
func.func @matmul(%a: memref<4x8xf32>, %b: memref<8x2xf32>, %c: memref<4x2xf32>) {
  // CHECK-DAG: %[[Z:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[O:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[M:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[N:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[K:.*]] = arith.constant 8 : index
  // CHECK: "scf.parallel"(%[[Z]], %[[Z]], %[[M]], %[[N]], %[[O]], %[[O]])
  // CHECK-NEXT: ^{{.*}}(%[[I:.*]]: index, %[[J:.*]]: index):
  // CHECK-NEXT: %[[S:.*]] = memref.load %c[%[[I]], %[[J]]]
  // CHECK-NEXT: %[[R:.*]] = scf.for %[[L:.*]] = %[[Z]] to %[[K]] step %[[O]] iter_args(%[[A:.*]] = %[[S]]) -> (f32) {
  // CHECK-NEXT: memref.load %a[%[[I]], %[[L]]]
  // CHECK-NEXT: memref.load %b[%[[L]], %[[J]]]
  // CHECK-NEXT: arith.mulf
  // CHECK-NEXT: %[[T:.*]] = arith.addf %{{.*}}, %[[A]]
  // CHECK-NEXT: scf.yield %[[T]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: memref.store %[[R]], %c[%[[I]], %[[J]]]
  // CHECK-NEXT: scf.reduce
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
  func.return
}

// Sizes that are not known come from the memrefs.
// CHECK: func.func @add
func.func @add(%a: memref<?xf32>, %b: memref<?xf32>) {
  // CHECK: %[[N:.*]] = memref.dim %a, %{{.*}}
  // CHECK-NEXT: "scf.parallel"(%{{.*}}, %[[N]], %{{.*}})
  linalg.add ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%b : memref<?xf32>)
  func.return
}

// A reduction of everything is a parallel one where its order does not matter,
// CHECK: func.func @sum
func.func @sum(%a: memref<8xf32>, %b: memref<f32>) {
  // CHECK: %[[S:.*]] = memref.load %b[]
  // CHECK-NEXT: %[[R:.*]] = "scf.parallel"(%{{.*}}, %{{.*}}, %{{.*}}, %[[S]])
  // CHECK: %[[V:.*]] = memref.load %a
  // CHECK-NEXT: scf.reduce(%[[V]] : f32) {
  // CHECK: arith.addf
  // CHECK: memref.store %[[R]], %b[]
  linalg.reduce ins(%a:memref<8xf32>) outs(%b:memref<f32>) dimensions = [0]
  (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  // and otherwise a loop.
  // CHECK: scf.parallel
  // CHECK: scf.for
  // CHECK: arith.subf
  linalg.reduce ins(%a:memref<8xf32>) outs(%b:memref<f32>) dimensions = [0]
  (%x: f32, %y: f32) {
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  }
  func.return
}

// An index that is not a sum of products is left to the lowering of affine.
// CHECK: func.func @halves
func.func @halves(%a: memref<4xf32>, %b: memref<8xf32>) {
  // CHECK: affine.apply affine_map<(d0) -> ((d0 floordiv 2))>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 floordiv 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  func.return
}

// An output that mentions a reduced iterator is loaded and stored inside its loop, and all others with
// it; loops further inside carry.
// CHECK-LABEL: func.func @running_sums
// CHECK: scf.for %[[I:.*]] = %{{.*}} to
// CHECK-NOT: memref.load
// CHECK: scf.for %[[J:.*]] = %{{.*}} to
// CHECK-NEXT: %[[R:.*]] = memref.load %r[%[[I]], %[[J]]] : memref<2x3xf32>
// CHECK-NEXT: %[[T:.*]] = memref.load %t[%[[I]]] : memref<2xf32>
// CHECK-NEXT: %[[S:.*]], %[[U:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[R]], %{{.*}} = %[[T]]) -> (f32, f32)
// CHECK-NOT: memref.store
// CHECK: scf.yield
// CHECK: memref.store %[[S]], %r[%[[I]], %[[J]]] : memref<2x3xf32>
// CHECK-NEXT: memref.store %[[U]], %t[%[[I]]] : memref<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
func.func @running_sums(%a: memref<2x3x4xf32>, %r: memref<2x3xf32>, %t: memref<2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["reduction", "reduction", "reduction"]} ins(%a : memref<2x3x4xf32>) outs(%r, %t : memref<2x3xf32>, memref<2xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %z : f32
    linalg.yield %s, %s : f32, f32
  }
  func.return
}

// So is one in the memory of another operand: the last column of each row becomes a sum that goes on.
// CHECK-LABEL: func.func @into_an_input
// CHECK: scf.for
// CHECK-NEXT: memref.load %a
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: memref.load %v[%{{.*}}, %[[ZERO]]]
// CHECK-NEXT: arith.addf
// CHECK: memref.store %{{.*}}, %v
// CHECK-NEXT: }
func.func @into_an_input(%a: memref<2x3xf32>) {
  %v = memref.subview %a[0, 2] [2, 1] [1, 1] : memref<2x3xf32> to memref<2x1xf32, strided<[3, 1], offset: 2>>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%a : memref<2x3xf32>) outs(%v : memref<2x1xf32, strided<[3, 1], offset: 2>>) {
  ^bb0(%x: f32, %z: f32):
    %s = arith.addf %x, %z : f32
    linalg.yield %s : f32
  }
  func.return
}

// Iterations that write one element run one after another.
// CHECK-LABEL: func.func @last_column
// CHECK: "scf.parallel"(%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}>
// CHECK: scf.for
// CHECK: scf.yield
// CHECK: memref.store
func.func @last_column(%a: memref<2x3xf32>, %t: memref<2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]} ins(%a : memref<2x3xf32>) outs(%t : memref<2xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  func.return
}

// A launch has three dimensions: the first loops are one.
// CHECK-LABEL: func.func @all_of_four
// CHECK: %[[BOTH:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK: "scf.parallel"(%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %[[BOTH]], {{.*}} array<i32: 3, 3, 3, 1>
// CHECK: ^bb0(%[[N:.*]]: index, %[[K:.*]]: index, %[[L:.*]]: index):
// CHECK: %[[J:.*]] = arith.remui %[[N]]
// CHECK: %[[I:.*]] = arith.divui %[[N]]
// CHECK: memref.load %a[%[[I]], %[[J]], %[[K]], %[[L]]]
func.func @all_of_four(%a: memref<2x3x4x5xf32>, %t: memref<f32>) {
  linalg.reduce ins(%a : memref<2x3x4x5xf32>) outs(%t : memref<f32>) dimensions = [0, 1, 2, 3]
  (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  func.return
}

// Work items combine no bf16.
// CHECK-LABEL: func.func @sum_of_bf16
// CHECK: scf.for
// CHECK: arith.addf
// CHECK: memref.store
func.func @sum_of_bf16(%a: memref<8xbf16>, %t: memref<bf16>) {
  linalg.reduce ins(%a : memref<8xbf16>) outs(%t : memref<bf16>) dimensions = [0]
  (%x: bf16, %y: bf16) {
    %s = arith.addf %x, %y : bf16
    linalg.yield %s : bf16
  }
  func.return
}
