// Sub-groups are 16 work items on the CPU device and 32 on this GPU; parts of 4 and 8 are the same on both.
// RUN: xdsl-opt %s -p convert-gpu-to-opencl -o %t.mlir
// RUN: xdsl-opencl run %t.mlir --global-size 40 --local-size 40 --arg iota:int:40 --arg zeros:int:40 --arg zeros:int:40 --dump 40 | filecheck %s --check-prefixes=CHECK,HOST
// RUN: xdsl-opencl run %t.mlir --mcpu gfx1100 --global-size 40 --local-size 40 --arg iota:int:40 --arg zeros:int:40 --arg zeros:int:40 --dump 40 | filecheck %s --check-prefixes=CHECK,GPU

// CHECK: v: int32[40] 6 6 6 6 22 22 22 22 38 38 38 38 54 54 54 54 70 70 70 70 86 86 86 86 102 102 102 102 118 118 118 118 134 134 134 134 150 150 150 150
// CHECK: w: int32[40] 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19 18 21 20 23 22 25 24 27 26 29 28 31 30 33 32 35 34 37 36 39 38
// Ids as hundreds: 16 is lane 0 of sub-group 1 here, and lane 16 of sub-group 0 there.
// HOST: q: int32[40] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 100 101 102 {{.*}} 206 207
// GPU:  q: int32[40] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 {{.*}} 106 107
gpu.module @m {
  gpu.func @k(%v: memref<40xi32>, %w: memref<40xi32>, %q: memref<40xi32>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %v[%t] : memref<40xi32>
    %r = gpu.subgroup_reduce add %x cluster(size = 4) : (i32) -> i32
    memref.store %r, %v[%t] : memref<40xi32>
    %one = arith.constant 1 : i32
    %eight = arith.constant 8 : i32
    %s, %valid = gpu.shuffle xor %x, %one, %eight : i32
    memref.store %s, %w[%t] : memref<40xi32>
    %lane = gpu.lane_id
    %id = gpu.subgroup_id : index
    %hundred = arith.constant 100 : index
    %hundreds = arith.muli %id, %hundred : index
    %place = arith.addi %hundreds, %lane : index
    %number = arith.index_cast %place : index to i32
    memref.store %number, %q[%t] : memref<40xi32>
    gpu.return
  }
}
