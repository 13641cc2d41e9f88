// RUN: xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-tile-contractions,opencl-copy-tiles,opencl-multiply-tiles" | filecheck %s
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1030},opencl-tile-contractions,opencl-multiply-tiles" | filecheck %s

// What belongs to the kernel of a contraction, and what does not; test/unit/test_contractions.py runs
// these functions.
#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#diagonal = affine_map<(i) -> (i, i)>
#row = affine_map<(i, j) -> (i)>
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// All belong to the kernel: the fill, both operations on each element, the memory between them. The
// first one reads the sums twice.
// CHECK-LABEL: func.func @joined(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK-NOT: memref.alloc
// CHECK: gpu.launch
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK-NOT: dealloc
// CHECK: func.return
func.func @joined(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%t : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%t : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  memref.dealloc %t : memref<16x16xf32>
  func.return
}

// A caller sees the products as well.
// CHECK-LABEL: func.func @arguments(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK: linalg.generic
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: func.return
func.func @arguments(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  func.return
}

// So does another operation.
// CHECK-LABEL: func.func @two_users(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK-COUNT-2: linalg.generic
// CHECK: func.return
func.func @two_users(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %d: memref<16x16xf32>, %e: memref<16x16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%t : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%e : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  func.return
}

// Or one that reads the products' last version.
// CHECK-LABEL: func.func @in_place(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: func.return
func.func @in_place(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %d: memref<16x16xf32>, %e: memref<16x16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%t : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%t : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%e : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  func.return
}

// Or one that reads them through a view.
// CHECK-LABEL: func.func @view_of_products(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @view_of_products(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%t : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  %v = memref.subview %t[0, 0] [16, 16] [1, 1] : memref<16x16xf32> to memref<16x16xf32, strided<[16, 1]>>
  linalg.generic {indexing_maps = [#id, #turned, #id], iterator_types = ["parallel", "parallel"]} ins(%t, %v : memref<16x16xf32>, memref<16x16xf32, strided<[16, 1]>>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  func.return
}

// Sums start from what is written last: a part of the memory is filled again,
// CHECK-LABEL: func.func @fill_of_a_view(
// CHECK-COUNT-2: linalg.fill
// CHECK: gpu.launch
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: func.return
func.func @fill_of_a_view(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<16x16xf32>)
  %v = memref.subview %c[4, 2] [8, 4] [1, 1] : memref<16x16xf32> to memref<8x4xf32, strided<[16, 1], offset: 66>>
  linalg.fill ins(%one : f32) outs(%v : memref<8x4xf32, strided<[16, 1], offset: 66>>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  func.return
}

// the fill is read,
// CHECK-LABEL: func.func @fill_is_read(
// CHECK: linalg.fill
// CHECK: linalg.generic
// CHECK: gpu.launch
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: func.return
func.func @fill_is_read(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %two = arith.constant 2.0 : f32
  linalg.fill ins(%two : f32) outs(%c : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  func.return
}

// an element is stored.
// CHECK-LABEL: func.func @fill_is_changed(
// CHECK: linalg.fill
// CHECK: gpu.launch
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: func.return
func.func @fill_is_changed(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  linalg.fill ins(%two : f32) outs(%c : memref<16x16xf32>)
  %i = arith.constant 3 : index
  memref.store %two, %a[%i, %i] : memref<16x16xf32>
  memref.store %zero, %c[%i, %i] : memref<16x16xf32>
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  func.return
}

// Other memory does not matter.
// CHECK-LABEL: func.func @filled_apart(
// CHECK: linalg.fill
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: func.return
func.func @filled_apart(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%two : f32) outs(%c : memref<16x16xf32>)
  linalg.fill ins(%zero : f32) outs(%d : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  %n = memref.alloc() : memref<16x16xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : memref<16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  func.return
}

// The factors are read before one of them changes.
// CHECK-LABEL: func.func @factor_is_stored(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK-NEXT: linalg.generic
// CHECK: func.return
func.func @factor_is_stored(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%t : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  %i = arith.constant 3 : index
  memref.store %zero, %a[%i, %i] : memref<16x16xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  func.return
}

// Work-groups read factors while others store results, which may be views of the same memory.
// CHECK-LABEL: func.func @factor_is_written(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @factor_is_written(%a: memref<32x16xf32>, %b: memref<16x16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %zero = arith.constant 0.0 : f32
  %f = memref.subview %a[0, 0] [16, 16] [1, 1] : memref<32x16xf32> to memref<16x16xf32, strided<[16, 1]>>
  %d = memref.subview %a[8, 0] [16, 16] [1, 1] : memref<32x16xf32> to memref<16x16xf32, strided<[16, 1], offset: 128>>
  linalg.fill ins(%zero : f32) outs(%t : memref<16x16xf32>)
  linalg.matmul ins(%f, %b : memref<16x16xf32, strided<[16, 1]>>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%d : memref<16x16xf32, strided<[16, 1], offset: 128>>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  func.return
}

// Two results, a sum of each row, and new elements are no operations on each element.
// CHECK-LABEL: func.func @two_results(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @two_results(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %d: memref<16x16xf32>, %e: memref<16x16xf32>, %r: memref<16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%t : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%d, %e : memref<16x16xf32>, memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s, %x : f32, f32
  }
  func.return
}

// CHECK-LABEL: func.func @sum_of_rows(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @sum_of_rows(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %r: memref<16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%t : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : memref<16x16xf32>) outs(%r : memref<16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  func.return
}

// CHECK-LABEL: func.func @overwritten(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK: linalg.fill
// CHECK: func.return
func.func @overwritten(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  %three = arith.constant 3.0 : f32
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  linalg.fill ins(%three : f32) outs(%c : memref<16x16xf32>)
  func.return
}

// No products of two factors, or other operations beside them.
// CHECK-LABEL: func.func @square(
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @square(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %x : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }
  func.return
}

// CHECK-LABEL: func.func @difference(
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @difference(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.subf %z, %p : f32
    linalg.yield %s : f32
  }
  func.return
}

// CHECK-LABEL: func.func @sums(
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @sums(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.addf %x, %y : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }
  func.return
}

// CHECK-LABEL: func.func @negated(
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @negated(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %n = arith.negf %p : f32
    %s = arith.addf %n, %z : f32
    linalg.yield %s : f32
  }
  func.return
}

// CHECK-LABEL: func.func @twice(
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @twice(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %p : f32
    linalg.yield %s : f32
  }
  func.return
}

// Loops of one factor only, and results along a loop of the depth.
// CHECK-LABEL: func.func @one_factor(
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @one_factor(%a: memref<16x16x3xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (k, j)>, affine_map<(i, j, k, l) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<16x16x3xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }
  func.return
}

// CHECK-LABEL: func.func @reduced_rows(
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @reduced_rows(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["reduction", "parallel", "reduction"]} ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }
  func.return
}

// CHECK-LABEL: func.func @without_rows(
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @without_rows(%a: memref<16x16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j, i)>, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<16x16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }
  func.return
}

// CHECK-LABEL: func.func @one_column(
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @one_column(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, affine_map<(i, j, k) -> (i, 0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }
  func.return
}

// Elements that are elsewhere in the result, and the elements of a diagonal.
// CHECK-LABEL: func.func @turned(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @turned(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%t : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  func.return
}

// CHECK-LABEL: func.func @diagonal(
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @diagonal(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%t : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#diagonal, #diagonal], iterator_types = ["parallel"]} ins(%t : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  func.return
}

// Sums start from the numbers in the memory, which is kept.
// CHECK-LABEL: func.func @without_fill(
// CHECK: memref.alloc
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: gpu.launch
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: func.return
func.func @without_fill(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  func.return
}

// CHECK-LABEL: func.func @repeated(
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
// CHECK: func.return
func.func @repeated(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x3x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, l, k) -> (i, k)>, affine_map<(i, j, l, k) -> (k, j)>, affine_map<(i, j, l, k) -> (i, l, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x3x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }
  func.return
}

// A fill that is converted.
// CHECK-LABEL: func.func @half_of_zero(
// CHECK: linalg.fill
// CHECK: gpu.launch
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: func.return
func.func @half_of_zero(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  %h = arith.constant 0.1 : f16
  linalg.fill ins(%h : f16) outs(%c : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  func.return
}

// A fill of other memory before an operation on each element comes before the kernel; one of a factor does not.
// CHECK-LABEL: func.func @filled_meanwhile(
// CHECK: linalg.fill
// CHECK: gpu.launch
// CHECK-NOT: linalg.{{[fgm]}}
// CHECK: func.return
func.func @filled_meanwhile(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %e: memref<16x16xf32>) {
  %z = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<16x16xf32>
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.fill ins(%z : f32) outs(%e : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%e : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  func.return
}
// CHECK-LABEL: func.func @factor_filled(
// CHECK: gpu.launch
// CHECK: linalg.fill
// CHECK: linalg.generic
// CHECK: func.return
func.func @factor_filled(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %z = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<16x16xf32>
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%t : memref<16x16xf32>)
  linalg.fill ins(%z : f32) outs(%b : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  func.return
}
