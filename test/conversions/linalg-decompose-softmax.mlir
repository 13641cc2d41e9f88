// RUN: xdsl-opt %s -p linalg-decompose-softmax --split-input-file | filecheck %s
// RUN: xdsl-opt %s -p linalg-decompose-softmax,linalg-decompose-softmax --split-input-file | filecheck %s

// Along the first dimension: the numbers of each row have the sizes of the others.
// CHECK-LABEL: func.func @parts(%x: memref<4x?xf32>, %y: memref<4x?xf32>)
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[SIZE:.*]] = memref.dim %x, %[[ONE]]
// CHECK-NEXT:    %[[TOP:.*]] = memref.alloc(%[[SIZE]]) {{.*}}memref<?xf32>
// CHECK-NEXT:    %[[LOWEST:.*]] = arith.constant 0xff800000 : f32
// CHECK-NEXT:    linalg.fill ins(%[[LOWEST]] : f32) outs(%[[TOP]] : memref<?xf32>)
// CHECK-NEXT:    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%x : memref<4x?xf32>) outs(%[[TOP]] : memref<?xf32>) {
// CHECK-NEXT:    ^{{.*}}(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT:      %[[R:.*]] = arith.maxnumf %[[A]], %[[B]] : f32
// CHECK-NEXT:      linalg.yield %[[R]] : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %[[TOP]] : memref<4x?xf32>, memref<?xf32>) outs(%y : memref<4x?xf32>) {
// CHECK-NEXT:    ^{{.*}}(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[D:.*]] = arith.subf %[[A]], %[[B]] : f32
// CHECK-NEXT:      %[[R:.*]] = math.exp %[[D]] : f32
// CHECK-NEXT:      linalg.yield %[[R]] : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[TOTAL:.*]] = memref.alloc(%[[SIZE]]) {{.*}}memref<?xf32>
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    linalg.fill ins(%[[ZERO]] : f32) outs(%[[TOTAL]] : memref<?xf32>)
// CHECK-NEXT:    linalg.generic {{.*}} ins(%y : memref<4x?xf32>) outs(%[[TOTAL]] : memref<?xf32>) {
// CHECK-NEXT:    ^{{.*}}(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT:      %[[R:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK-NEXT:      linalg.yield %[[R]] : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    linalg.generic {{.*}} ins(%y, %[[TOTAL]] : memref<4x?xf32>, memref<?xf32>) outs(%y : memref<4x?xf32>) {
// CHECK-NEXT:    ^{{.*}}(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[R:.*]] = arith.divf %[[A]], %[[B]] : f32
// CHECK-NEXT:      linalg.yield %[[R]] : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
func.func @parts(%x: memref<4x?xf32>, %y: memref<4x?xf32>) {
  linalg.softmax dimension(0) ins(%x : memref<4x?xf32>) outs(%y : memref<4x?xf32>)
  func.return
}

// -----

// One of a single row stays, whose loop a work item has.
// CHECK-LABEL: func.func @line
// CHECK-NEXT:    linalg.softmax
// CHECK-NEXT:    func.return
func.func @line(%x: memref<20xf32>, %y: memref<20xf32>) {
  linalg.softmax dimension(0) ins(%x : memref<20xf32>) outs(%y : memref<20xf32>)
  func.return
}
