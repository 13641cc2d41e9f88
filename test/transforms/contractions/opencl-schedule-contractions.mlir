// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-schedule-contractions" | filecheck %s --check-prefixes CHECK,WMMA
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-schedule-contractions" | xdsl-opt -p opencl-schedule-contractions | filecheck %s --check-prefixes CHECK,WMMA
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx942},opencl-schedule-contractions{tile=32,64,32 waves=1,2 xf32=true}" | filecheck %s --check-prefixes CHECK,MFMA
// RUN: xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-schedule-contractions" | filecheck %s --check-prefixes CHECK,HOST
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx942},opencl-schedule-contractions" | filecheck %s --check-prefix EXACT

// CHECK-LABEL: func.func @halves
// WMMA: linalg.matmul {opencl.schedule = {tile = array<i64: 64, 128, 32>, waves = array<i64: 2, 2>, instruction = "wmma.f32.16x16x16.f16", stages = 2 : i64}} ins
// MFMA: linalg.matmul {opencl.schedule = {tile = array<i64: 32, 64, 32>, waves = array<i64: 1, 2>, instruction = "mfma.f32.16x16x16f16", stages = 2 : i64}} ins
// HOST: linalg.matmul {opencl.schedule = {tile = array<i64: {{8, 16, 512|16, 32, 256}}>}} ins
// CHECK-LABEL: func.func @floats
// WMMA: linalg.matmul {opencl.schedule = {tile = array<i64: 64, 128, 16>, waves = array<i64: 8, 1>, instruction = "none", stages = 2 : i64}} ins
// MFMA: instruction = "mfma.f32.16x16x8.xf32", stages
// EXACT-LABEL: func.func @floats
// EXACT: instruction = "mfma.f32.16x16x4f32", stages
// CHECK-LABEL: func.func @few
// HOST: linalg.matmul ins
// WMMA: linalg.matmul {opencl.schedule = {tile = array<i64: 64, 32, 16>, waves = array<i64: 2, 1>,
// CHECK: linalg.add ins
// CHECK-LABEL: func.func @doubles
// EXACT-LABEL: func.func @doubles
// EXACT: linalg.matmul {opencl.schedule = {tile = array<i64: 32, 32, 16>, waves = array<i64: 1, 1>, instruction = "none"
// CHECK-LABEL: func.func @bytes
// HOST: linalg.matmul {opencl.schedule = {tile = array<i64: {{8, 64, 512|16, 128, 256}}>}} ins
func.func @halves(%a: memref<64x64xf16>, %b: memref<64x96xf16>, %c: memref<64x96xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x96xf16>) outs(%c : memref<64x96xf32>)
  func.return
}
func.func @floats(%a: memref<64x64xf32>, %b: memref<64x96xf32>, %c: memref<64x96xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x96xf32>) outs(%c : memref<64x96xf32>)
  func.return
}
// Too few columns for the CPU device; a sum is no contraction.
func.func @few(%a: memref<64x64xf32>, %b: memref<64x2xf32>, %c: memref<64x2xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x2xf32>) outs(%c : memref<64x2xf32>)
  linalg.add ins(%b, %b : memref<64x2xf32>, memref<64x2xf32>) outs(%c : memref<64x2xf32>)
  func.return
}
// A small tile has fewer elements than a wave of 64 wants.
func.func @doubles(%a: memref<32x32xf64>, %b: memref<32x32xf64>, %c: memref<32x32xf64>) {
  linalg.matmul ins(%a, %b : memref<32x32xf64>, memref<32x32xf64>) outs(%c : memref<32x32xf64>)
  func.return
}
func.func @bytes(%a: memref<64x64xi8>, %b: memref<64x256xi8>, %c: memref<64x256xi8>) {
  linalg.matmul ins(%a, %b : memref<64x64xi8>, memref<64x256xi8>) outs(%c : memref<64x256xi8>)
  func.return
}
