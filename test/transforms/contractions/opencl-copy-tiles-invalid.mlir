// RUN: xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-copy-tiles" --verify-diagnostics --split-input-file | filecheck %s
// RUN: xdsl-opt %S/opencl-copy-tiles-host.mlir -p "opencl-attach-target{mcpu=gfx1100},opencl-copy-tiles" --split-input-file --verify-diagnostics | filecheck %s --check-prefix GPU

// GPU: 'opencl.copy_tile' has places of several loops, which a GPU does not copy; make one loop of them

// CHECK: 'opencl.copy_tile' fills a tile in a 'gpu.launch' with work-groups of one dimension and constant size, 1 on the CPU device
func.func @f(%a: memref<64x64xf16>, %t: memref<32x16xf16>, %n: index) {
  opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %n places %n to %t : memref<64x64xf16> to memref<32x16xf16>
  func.return
}

// -----

// CHECK: 'opencl.copy_tile' fills a tile in a 'gpu.launch' with work-groups of one dimension and constant size, 1 on the CPU device
func.func @f(%a: memref<64x64xf16>, %t: memref<32x16xf16>, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c2, %ly = %c1, %lz = %c1) {
    opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %n places %n to %t : memref<64x64xf16> to memref<32x16xf16>
    gpu.terminator
  }
  func.return
}

// -----

// CHECK: 'opencl.copy_tile' fills a tile in a 'gpu.launch' with work-groups of one dimension and constant size, 1 on the CPU device
func.func @f(%a: memref<64x64xf16>, %t: memref<32x16xf16>, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %n, %ly = %c1, %lz = %c1) {
    opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %n places %n to %t : memref<64x64xf16> to memref<32x16xf16>
    gpu.terminator
  }
  func.return
}

// -----

// CHECK: 'opencl.copy_tile' fills a tile in a 'gpu.launch' with work-groups of one dimension and constant size, 1 on the CPU device
func.func @f(%a: memref<64x64xf16>, %t: memref<32x16xf16>, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c1, %ly = %c2, %lz = %c1) {
    opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %n places %n to %t : memref<64x64xf16> to memref<32x16xf16>
    gpu.terminator
  }
  func.return
}

// -----

// CHECK: opencl.copy_tile: 'zeros' is for places past the end; write 'of' after 'places'
func.func @f(%a: memref<64x64xf16>, %t: memref<32x16xf16>, %n: index) {
  opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %n places %n to %t zeros : memref<64x64xf16> to memref<32x16xf16>
  func.return
}
