// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-schedule-contractions{tile=64,64,64}" | filecheck %s
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions,opencl-multiply-tiles" | filecheck %s --check-prefix TILE

// What a program says stays, also where an option says something else, and the rest is filled in.
// CHECK-LABEL: func.func @tile
// CHECK: {opencl.schedule = {tile = array<i64: 32, 32, 16>, waves = array<i64: 2, 2>, instruction = "wmma.f32.16x16x16.f16", stages = 2 : i64}}
// CHECK-LABEL: func.func @plain
// CHECK: {opencl.schedule = {tile = array<i64: 64, 128, 16>, waves = array<i64: 4, 2>, instruction = "none", stages = 1 : i64}}
// TILE-LABEL: func.func @tile
// TILE: %first_tile = memref.view {{.*}} to memref<32x24xf16
// TILE-COUNT-1: gpu.subgroup_mma_compute
// TILE-NOT: gpu.subgroup_mma_compute
// TILE: {opencl.stages = 2 : i64}
// TILE-LABEL: func.func @plain
// TILE-NOT: subgroup_mma
// TILE: {opencl.stages = 1 : i64}
// TILE-NOT: opencl.schedule
func.func @tile(%a: memref<64x64xf16>, %b: memref<64x96xf16>, %c: memref<64x96xf32>) {
  linalg.matmul {opencl.schedule = {tile = array<i64: 32, 32, 16>}} ins(%a, %b : memref<64x64xf16>, memref<64x96xf16>) outs(%c : memref<64x96xf32>)
  func.return
}
func.func @plain(%a: memref<64x64xf16>, %b: memref<64x96xf16>, %c: memref<64x96xf32>) {
  linalg.matmul {opencl.schedule = {tile = array<i64: 64, 128, 16>, waves = array<i64: 4, 2>, instruction = "none", stages = 1 : i64}} ins(%a, %b : memref<64x64xf16>, memref<64x96xf16>) outs(%c : memref<64x96xf32>)
  func.return
}
