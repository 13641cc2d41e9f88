// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx942},opencl-tile-contractions{xf32=true},opencl-multiply-tiles" | filecheck %s
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions,opencl-multiply-tiles" | filecheck %s --check-prefix WMMA

// Matrix instructions are taken where they compute what the program says: in gfx942 integers have signs.
// CHECK-LABEL: func.func @unsigned
// CHECK-NOT: subgroup_mma_compute
// CHECK: gpu.terminator
// WMMA-LABEL: func.func @unsigned
// WMMA: subgroup_mma_compute
func.func @unsigned(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %v = arith.extui %x : i8 to i32
    %w = arith.extui %y : i8 to i32
    %p = arith.muli %v, %w : i32
    %s = arith.addi %p, %z : i32
    linalg.yield %s : i32
  }
  func.return
}

// Sums of f64 have instructions for factors of f64 only,
// CHECK-LABEL: func.func @wide
// CHECK-NOT: subgroup_mma_compute
// CHECK: gpu.terminator
// CHECK-NOT: subgroup_mma_compute
// CHECK: gpu.terminator
func.func @wide(%a: memref<64x64xf32>, %h: memref<64x64xf16>, %c: memref<64x64xf64>) {
  linalg.matmul ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf64>)
  linalg.matmul ins(%h, %h : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf64>)
  func.return
}

// and option `xf32` is about factors of f32.
// CHECK-LABEL: func.func @halves
// CHECK: subgroup_mma_compute
func.func @halves(%a: memref<64x64xf16>, %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %a : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf32>)
  func.return
}

// Loops that run in parallel already launch nothing.
// CHECK-LABEL: func.func @inside
// CHECK: scf.parallel
// CHECK-NOT: gpu.launch
// CHECK: linalg.matmul
// CHECK: func.return
func.func @inside(%a: memref<64x64xf16>, %c: memref<64x64xf32>, %i: index, %j: index) {
  scf.parallel (%k) = (%i) to (%j) step (%j) {
    linalg.matmul ins(%a, %a : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf32>)
  }
  func.return
}
