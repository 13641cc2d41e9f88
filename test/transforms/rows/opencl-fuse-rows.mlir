// RUN: xdsl-opt %s -p "opencl-attach-target{abi=host},linalg-decompose-softmax,opencl-fuse-rows" --split-input-file | filecheck %s --check-prefixes CHECK,HOST
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},linalg-decompose-softmax,opencl-fuse-rows" --split-input-file | filecheck %s --check-prefixes CHECK,GPU

// The sum of a row and its quotients: the sum is no memory, and neither is the fill. A work-group has the
// row.
// CHECK-LABEL: func.func @quotients
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     linalg
// HOST:          %[[ITEMS:.*]] = arith.constant 32 : index
// GPU:           %[[ITEMS:.*]] = arith.constant 64 : index
// CHECK:         "scf.parallel"
// CHECK-NEXT:    ^bb0(%[[ROW:.*]]: index):
// CHECK-NEXT:      %[[SUM:.*]] = "scf.parallel"(%{{.*}}, %[[ITEMS]], %{{.*}}, %zero)
// CHECK-NEXT:      ^bb0(%[[ITEM:.*]]: index):
// CHECK-NEXT:        %[[NEUTRAL:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:        %[[PART:.*]] = scf.for %[[J:.*]] = %[[ITEM]] to %{{.*}} step %[[ITEMS]] iter_args(%[[OLD:.*]] = %[[NEUTRAL]]) -> (f32) {
// CHECK:             scf.reduce(%[[PART]] : f32) {
// CHECK:           "scf.parallel"(%{{.*}}, %[[ITEMS]], %{{.*}})
// CHECK-NEXT:      ^bb0(%[[AGAIN:.*]]: index):
// CHECK-NEXT:        scf.for %[[K:.*]] = %[[AGAIN]] to %{{.*}} step %[[ITEMS]] {
// CHECK-NEXT:          memref.load %x[%[[ROW]], %[[K]]]
// CHECK-NEXT:          arith.divf %{{.*}}, %[[SUM]] : f32
// CHECK-NEXT:          memref.store
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

// A work item has a short row.
// CHECK-LABEL: func.func @short
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     linalg
// CHECK:         "scf.parallel"
// CHECK-NEXT:    ^bb0(%[[ROW:.*]]: index):
// CHECK-NEXT:      %[[SUM:.*]] = scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[OLD:.*]] = %zero) -> (f32) {
// CHECK-NEXT:        %[[X:.*]] = memref.load %x[%[[ROW]], %[[J]]] : memref<16x20xf32>
// CHECK-NEXT:        %[[NEW:.*]] = arith.addf %[[OLD]], %[[X]] : f32
// CHECK-NEXT:        scf.yield %[[NEW]] : f32
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %[[K:.*]] = %{{.*}} {
// CHECK-NEXT:        %[[Y:.*]] = memref.load %x[%[[ROW]], %[[K]]] : memref<16x20xf32>
// CHECK-NEXT:        %[[Q:.*]] = arith.divf %[[Y]], %[[SUM]] : f32
// CHECK-NEXT:        memref.store %[[Q]], %y[%[[ROW]], %[[K]]] : memref<16x20xf32>
// CHECK-NEXT:      }
func.func @short(%x: memref<16x20xf32>, %y: memref<16x20xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<16xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<16xf32>)
  linalg.reduce { arith.addf } ins(%x : memref<16x20xf32>) outs(%s : memref<16xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : memref<16x20xf32>, memref<16xf32>) outs(%y : memref<16x20xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  }
  func.return
}

// -----

// A maximum that a NaN wins; its result is stored by one work item.
// CHECK-LABEL: func.func @maximum
// CHECK:           %[[MAX:.*]], %[[NANS:.*]] = "scf.parallel"
// CHECK:             arith.maximumf
// CHECK:             arith.cmpf uno
// CHECK:             arith.maxnumf
// CHECK:             arith.ori
// CHECK:           %[[NONE:.*]] = arith.cmpi eq, %[[NANS]]
// CHECK:           %[[RESULT:.*]] = arith.select %[[NONE]], %[[MAX]]
// CHECK:           "scf.parallel"(%{{.*}}, %[[ONE:.*]], %[[ONE]])
// CHECK:             memref.store %[[RESULT]], %m[%{{.*}}] : memref<16xf32>
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

// -----

// A softmax of several rows is its parts. What it starts from and ends with is no memory.
// CHECK-LABEL: func.func @softmax
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     linalg
// CHECK:         "scf.parallel"
// CHECK-COUNT-3: scf.for
// CHECK-NOT:     "scf.parallel"
func.func @softmax(%x: memref<16x20xf32>, %y: memref<16x20xf32>) {
  linalg.softmax dimension(1) ins(%x : memref<16x20xf32>) outs(%y : memref<16x20xf32>)
  func.return
}

// -----

// One of a single row stays, a kernel with one work item.
// CHECK-LABEL: func.func @line
// CHECK:         linalg.softmax
func.func @line(%x: memref<20xf32>, %y: memref<20xf32>) {
  linalg.softmax dimension(0) ins(%x : memref<20xf32>) outs(%y : memref<20xf32>)
  func.return
}

// -----

// An operation before the reduction joins it. A row of unknown length is a long one.
// CHECK-LABEL: func.func @before
// CHECK-NOT:     linalg
// HOST:          arith.constant 32 : index
// GPU:           arith.constant 256 : index
// CHECK:         "scf.parallel"
// CHECK:           math.exp
// CHECK-NOT:     linalg
func.func @before(%x: memref<16x?xf32>, %y: memref<16x?xf32>, %s: memref<16xf32>) {
  linalg.exp ins(%x : memref<16x?xf32>) outs(%y : memref<16x?xf32>)
  linalg.reduce { arith.addf } ins(%y : memref<16x?xf32>) outs(%s : memref<16xf32>) dimensions = [1]
  func.return
}

// -----

// A sum into the first element of its own row reads it again: the columns are not combined in registers.
// CHECK-LABEL: func.func @into_its_row
// CHECK: linalg.generic
// CHECK: func.return
func.func @into_its_row(%a: memref<8x40xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%a : memref<8x40xf32>) outs(%a : memref<8x40xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  func.return
}

// -----

// On a GPU more work items share a row of 1024 elements.
// CHECK-LABEL: func.func @long
// GPU: arith.constant 256 : index
// GPU-NOT: arith.constant 64 : index
// GPU: "scf.parallel"
func.func @long(%x: memref<16x1024xf32>, %m: memref<16xf32>) {
  linalg.reduce { arith.addf } ins(%x : memref<16x1024xf32>) outs(%m : memref<16xf32>) dimensions = [1]
  func.return
}
// CHECK-LABEL: func.func @shorter
// GPU: arith.constant 64 : index
func.func @shorter(%x: memref<16x1023xf32>, %m: memref<16xf32>) {
  linalg.reduce { arith.addf } ins(%x : memref<16x1023xf32>) outs(%m : memref<16xf32>) dimensions = [1]
  func.return
}

// -----

// An output with an element for each step of a reduction is no value of the row.
// CHECK-LABEL: func.func @running
// CHECK: linalg.generic
// CHECK: memref.load %y
func.func @running(%x: memref<16x40xf32>, %y: memref<16x40xf32>, %s: memref<16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<16x40xf32>) outs(%y : memref<16x40xf32>) {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  }
  linalg.reduce { arith.addf } ins(%y : memref<16x40xf32>) outs(%s : memref<16xf32>) dimensions = [1]
  func.return
}

// -----

// The sum of all elements is one work-group's, with its fill; what reads it element by element is not,
// if there are many elements. A fill that is left is a copy by the host.
// CHECK-LABEL: func.func @whole
// CHECK-NOT:     linalg.fill
// CHECK:         %[[ONE:.*]] = memref.alloc() : memref<1xf32>
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:    memref.store %zero, %[[ONE]][%[[ZERO]]] : memref<1xf32>
// CHECK-NEXT:    %[[MANY:.*]] = memref.reinterpret_cast %[[ONE]] to offset: [0], sizes: [5000], strides: [0]
// CHECK-NEXT:    "memref.copy"(%[[MANY]], %z)
// CHECK:         scf.reduce
// CHECK:         linalg.generic
func.func @whole(%x: memref<5000xf32>, %y: memref<5000xf32>, %z: memref<5000xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<5000xf32>)
  %s = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%s : memref<f32>)
  linalg.reduce { arith.addf } ins(%x : memref<5000xf32>) outs(%s : memref<f32>) dimensions = [0]
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x, %s : memref<5000xf32>, memref<f32>) outs(%y : memref<5000xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  }
  func.return
}

// -----

// A work-group combines truth values as i32; what reads the result is in the same kernel.
// CHECK-LABEL: func.func @all
// CHECK-NOT:   linalg
// HOST:        arith.extui %{{.*}} : i1 to i32
// HOST:        scf.reduce(%{{.*}} : i32)
// HOST:          arith.andi %{{.*}}, %{{.*}} : i32
// HOST:        arith.cmpi ne, %{{.*}}, %{{.*}} : i32
// CHECK:       arith.select
// CHECK-NOT:   linalg
func.func @all(%x: memref<16x40xf32>, %y: memref<16x40xf32>) {
  %true = arith.constant true
  %zero = arith.constant 0.0 : f32
  %b = memref.alloc() : memref<16x40xi1>
  %s = memref.alloc() : memref<16x1xi1>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<16x40xf32>) outs(%b : memref<16x40xi1>) {
  ^bb0(%a: f32, %o: i1):
    %t = arith.cmpf oeq, %a, %zero : f32
    linalg.yield %t : i1
  }
  linalg.fill ins(%true : i1) outs(%s : memref<16x1xi1>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%b : memref<16x40xi1>) outs(%s : memref<16x1xi1>) {
  ^bb0(%a: i1, %o: i1):
    %t = arith.andi %a, %o : i1
    linalg.yield %t : i1
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s, %x : memref<16x1xi1>, memref<16x40xf32>) outs(%y : memref<16x40xf32>) {
  ^bb0(%p: i1, %a: f32, %o: f32):
    %t = arith.select %p, %zero, %a : f32
    linalg.yield %t : f32
  }
  func.return
}

// -----

// A sum may have its iterations in the order of another member; a chain of differences may not.
// CHECK-LABEL: func.func @order
// CHECK:         scf.for %[[I:[0-9]+]] =
// CHECK-NEXT:      scf.for %[[J:[0-9]+]] =
// CHECK-NEXT:        memref.load %x[%[[J]], %[[I]]]
// CHECK-NEXT:        arith.subf
// CHECK-NEXT:        arith.addf
// CHECK:         scf.for %[[I:[0-9]+]] =
// CHECK-NEXT:      scf.for %[[J:[0-9]+]] =
// CHECK-NEXT:        memref.load %x[%[[I]], %[[J]]]
// CHECK-NEXT:        arith.subf
func.func @order(%x: memref<4x6xf16>, %p: memref<f16>, %q: memref<f16>, %s: memref<f16>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : memref<4x6xf16>) outs(%p : memref<f16>) {
  ^bb0(%a: f16, %o: f16):
    %t = arith.subf %a, %o : f16
    linalg.yield %t : f16
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : memref<4x6xf16>) outs(%s : memref<f16>) {
  ^bb0(%a: f16, %o: f16):
    %t = arith.addf %a, %o : f16
    linalg.yield %t : f16
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : memref<4x6xf16>) outs(%q : memref<f16>) {
  ^bb0(%a: f16, %o: f16):
    %t = arith.subf %a, %o : f16
    linalg.yield %t : f16
  }
  func.return
}

// -----

// Members may write parts of the same memory that are apart; of parts that overlap, one kernel has one.
// CHECK-LABEL: func.func @parts
// CHECK-COUNT-1: scf.parallel
// CHECK-NOT:     scf.parallel
// CHECK-LABEL: func.func @overlapping_parts
// CHECK:       linalg.generic
// CHECK:       linalg.generic
func.func @parts(%x: memref<16x8xf32>, %y: memref<32x8xf32>) {
  %a = memref.subview %y[0, 0] [16, 8] [1, 1] : memref<32x8xf32> to memref<16x8xf32, strided<[8, 1]>>
  %b = memref.subview %y[16, 0] [16, 8] [1, 1] : memref<32x8xf32> to memref<16x8xf32, strided<[8, 1], offset: 128>>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<16x8xf32>) outs(%a : memref<16x8xf32, strided<[8, 1]>>) {
  ^bb0(%u: f32, %o: f32):
    %t = arith.negf %u : f32
    linalg.yield %t : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<16x8xf32>) outs(%b : memref<16x8xf32, strided<[8, 1], offset: 128>>) {
  ^bb0(%u: f32, %o: f32):
    %t = arith.addf %u, %u : f32
    linalg.yield %t : f32
  }
  func.return
}
func.func @overlapping_parts(%x: memref<16x8xf32>, %y: memref<32x8xf32>) {
  %a = memref.subview %y[0, 0] [16, 8] [1, 1] : memref<32x8xf32> to memref<16x8xf32, strided<[8, 1]>>
  %b = memref.subview %y[15, 0] [16, 8] [1, 1] : memref<32x8xf32> to memref<16x8xf32, strided<[8, 1], offset: 120>>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<16x8xf32>) outs(%a : memref<16x8xf32, strided<[8, 1]>>) {
  ^bb0(%u: f32, %o: f32):
    %t = arith.negf %u : f32
    linalg.yield %t : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<16x8xf32>) outs(%b : memref<16x8xf32, strided<[8, 1], offset: 120>>) {
  ^bb0(%u: f32, %o: f32):
    %t = arith.addf %u, %u : f32
    linalg.yield %t : f32
  }
  func.return
}

// -----

// A value of the row comes after the loop whose sum it needs. Rows of other numbers are another kernel.
// CHECK-LABEL: func.func @roots
// CHECK-NOT:     linalg
// CHECK:         "scf.parallel"
// CHECK:           %[[SUM:.*]] = scf.for
// CHECK:           math.exp %[[SUM]] : f32
// CHECK-NOT:     linalg
// CHECK:         "scf.parallel"
// CHECK:           %[[SUM:.*]] = scf.for
// CHECK:           math.exp %[[SUM]] : f32
// CHECK-NOT:     linalg
// CHECK:         func.return
func.func @roots(%x: memref<16x20xf32>, %y: memref<16xf32>, %v: memref<7x9xf32>, %w: memref<7xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<16xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<16xf32>)
  linalg.reduce { arith.addf } ins(%x : memref<16x20xf32>) outs(%s : memref<16xf32>) dimensions = [1]
  linalg.exp ins(%s : memref<16xf32>) outs(%y : memref<16xf32>)
  %t = memref.alloc() : memref<7xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<7xf32>)
  linalg.reduce { arith.addf } ins(%v : memref<7x9xf32>) outs(%t : memref<7xf32>) dimensions = [1]
  linalg.exp ins(%t : memref<7xf32>) outs(%w : memref<7xf32>)
  func.return
}

// -----

// Where they have as many elements each, all work items go the same rounds: 96 of 32, not of 64.
// CHECK-LABEL: func.func @even
// CHECK:         "scf.parallel"
// CHECK:           "scf.parallel"
// CHECK-NEXT:      ^bb0(%[[ITEM:.*]]: index):
// HOST:              scf.for %[[J:.*]] = %[[ZERO:[0-9]+]] to %{{.*}} step %{{.*}} iter_args
// HOST-NEXT:         %[[AT:.*]] = arith.addi %[[J]], %[[ITEM]] : index
// HOST-NEXT:         memref.load %x[%{{.*}}, %[[AT]]]
// GPU:               scf.for %{{.*}} = %[[ITEM]] to
func.func @even(%x: memref<16x96xf32>, %y: memref<16x96xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<16xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<16xf32>)
  linalg.reduce { arith.addf } ins(%x : memref<16x96xf32>) outs(%s : memref<16xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : memref<16x96xf32>, memref<16xf32>) outs(%y : memref<16x96xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  }
  func.return
}
