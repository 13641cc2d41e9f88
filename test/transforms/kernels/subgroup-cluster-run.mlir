// A cluster is as large as a wave of 64, and larger than one of 32.
// RUN: xdsl-opt %s -p convert-gpu-to-opencl -o %t.mlir
// RUN: xdsl-opencl run %t.mlir --mcpu gfx900 --global-size 64 --local-size 64 --arg iota:int:64 --dump 2 | filecheck %s
// RUN: xdsl-opencl run %t.mlir --mcpu gfx1100 --wave-size 64 --global-size 64 --local-size 64 --arg iota:int:64 --dump 2 | filecheck %s
// RUN: not xdsl-opencl run %t.mlir --mcpu gfx1100 --global-size 64 --local-size 64 --arg iota:int:64 2>&1 | filecheck %s --check-prefix=ERROR

// CHECK: int32[64] 2016 2016 ...
// ERROR: error: in @k: a cluster of 64 work items is larger than a sub-group of the target, which has 32; use a smaller cluster, another wave size, or reduce the work-group ('gpu.all_reduce')
gpu.module @m {
  gpu.func @k(%v: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %v[%t] : memref<64xi32>
    %r = gpu.subgroup_reduce add %x cluster(size = 64) : (i32) -> i32
    memref.store %r, %v[%t] : memref<64xi32>
    gpu.return
  }
}
