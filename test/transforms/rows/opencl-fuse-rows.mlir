// RUN: xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-fuse-rows" --split-input-file | filecheck %s --check-prefixes CHECK,HOST
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-fuse-rows" --split-input-file | filecheck %s --check-prefixes CHECK,GPU

// The sum of a row and its quotients: the sum is no memory, and neither is the fill. A work-group of a
// GPU has the row.
// CHECK-LABEL: func.func @quotients
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     linalg
// CHECK:         "scf.parallel"
// CHECK-NEXT:    ^bb0(%[[ROW:.*]]: index):
// HOST-NEXT:       %[[SUM:.*]] = scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[OLD:.*]] = %zero) -> (f32) {
// HOST-NEXT:         %[[X:.*]] = memref.load %x[%[[ROW]], %[[J]]] : memref<16x100xf32>
// HOST-NEXT:         %[[NEW:.*]] = arith.addf %[[OLD]], %[[X]] : f32
// HOST-NEXT:         scf.yield %[[NEW]] : f32
// HOST-NEXT:       }
// HOST-NEXT:       scf.for %[[K:.*]] = %{{.*}} {
// HOST-NEXT:         %[[Y:.*]] = memref.load %x[%[[ROW]], %[[K]]] : memref<16x100xf32>
// HOST-NEXT:         %[[Q:.*]] = arith.divf %[[Y]], %[[SUM]] : f32
// HOST-NEXT:         memref.store %[[Q]], %y[%[[ROW]], %[[K]]] : memref<16x100xf32>
// HOST-NEXT:       }
// GPU-NEXT:        %[[SUM:.*]] = "scf.parallel"(%{{.*}}, %[[ITEMS:.*]], %{{.*}}, %zero)
// GPU-NEXT:        ^bb0(%[[ITEM:.*]]: index):
// GPU-NEXT:          %[[NEUTRAL:.*]] = arith.constant 0.000000e+00 : f32
// GPU-NEXT:          %[[PART:.*]] = scf.for %[[J:.*]] = %[[ITEM]] to %{{.*}} step %[[ITEMS]] iter_args(%[[OLD:.*]] = %[[NEUTRAL]]) -> (f32) {
// GPU:               scf.reduce(%[[PART]] : f32) {
// GPU:             "scf.parallel"(%{{.*}}, %[[ITEMS]], %{{.*}})
// GPU-NEXT:        ^bb0(%[[AGAIN:.*]]: index):
// GPU-NEXT:          scf.for %[[K:.*]] = %[[AGAIN]] to %{{.*}} step %[[ITEMS]] {
// GPU-NEXT:            memref.load %x[%[[ROW]], %[[K]]]
// GPU-NEXT:            arith.divf %{{.*}}, %[[SUM]] : f32
// GPU-NEXT:            memref.store
func.func @quotients(%x: memref<16x100xf32>, %y: memref<16x100xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<16xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<16xf32>)
  linalg.reduce { arith.addf } ins(%x : memref<16x100xf32>) outs(%s : memref<16xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : memref<16x100xf32>, memref<16xf32>) outs(%y : memref<16x100xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  }
  func.return
}

// -----

// A maximum that a NaN wins; its result is stored by one work item.
// CHECK-LABEL: func.func @maximum
// GPU:           %[[MAX:.*]], %[[NANS:.*]] = "scf.parallel"
// GPU:             arith.maximumf
// GPU:             arith.cmpf uno
// GPU:             arith.maxnumf
// GPU:             arith.ori
// GPU:           %[[NONE:.*]] = arith.cmpi eq, %[[NANS]]
// GPU:           %[[RESULT:.*]] = arith.select %[[NONE]], %[[MAX]]
// GPU:           "scf.parallel"(%{{.*}}, %[[ONE:.*]], %[[ONE]])
// GPU:             memref.store %[[RESULT]], %m[%{{.*}}] : memref<16xf32>
// HOST-NOT:      arith.maxnumf
// HOST:          arith.maximumf
func.func @maximum(%x: memref<16x100xf32>, %m: memref<16xf32>) {
  linalg.reduce { arith.maximumf } ins(%x : memref<16x100xf32>) outs(%m : memref<16xf32>) dimensions = [1]
  func.return
}

// -----

// Operations on the same elements, one of them in place, are one loop without loads between.
// CHECK-LABEL: func.func @elements
// CHECK:         "scf.parallel"
// CHECK-NEXT:    ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
// CHECK-NEXT:      %[[X:.*]] = memref.load %x[%[[I]], %[[J]]]
// CHECK-NEXT:      %[[E:.*]] = math.exp %[[X]] : f32
// CHECK-NEXT:      memref.store %[[E]], %y[%[[I]], %[[J]]]
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[E]], %[[X]] : f32
// CHECK-NEXT:      memref.store %[[S]], %x[%[[I]], %[[J]]]
// CHECK-NEXT:      scf.reduce
func.func @elements(%x: memref<16x100xf32>, %y: memref<16x100xf32>) {
  linalg.exp ins(%x : memref<16x100xf32>) outs(%y : memref<16x100xf32>)
  linalg.add ins(%y, %x : memref<16x100xf32>, memref<16x100xf32>) outs(%x : memref<16x100xf32>)
  func.return
}

// -----

// Apart: the second needs other rows of the first.
// CHECK-LABEL: func.func @other_rows
// CHECK:         linalg.exp
// CHECK:         linalg.generic
#id = affine_map<(i, j) -> (i, j)>
func.func @other_rows(%x: memref<16x16xf32>, %y: memref<16x16xf32>, %z: memref<16x16xf32>) {
  linalg.exp ins(%x : memref<16x16xf32>) outs(%y : memref<16x16xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%y, %y : memref<16x16xf32>, memref<16x16xf32>) outs(%z : memref<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  func.return
}

// -----

// Sums of columns are across memory. On a GPU the operation on all elements has a work item for each, and
// stays apart.
// CHECK-LABEL: func.func @columns
// CHECK:         "scf.parallel"
// GPU:           linalg.generic
// HOST-NOT:      linalg.generic
func.func @columns(%x: memref<100x16xf32>, %y: memref<100x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<16xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<16xf32>)
  linalg.reduce { arith.addf } ins(%x : memref<100x16xf32>) outs(%s : memref<16xf32>) dimensions = [0]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : memref<100x16xf32>, memref<16xf32>) outs(%y : memref<100x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %q = arith.subf %a, %b : f32
    linalg.yield %q : f32
  }
  func.return
}
