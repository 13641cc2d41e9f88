// Barriers, local memory and atomics between the waves of a work-group, in several orders.
// RUN: xdsl-opencl run %s --global-size 128 --local-size 128 --arg iota:int:128 --arg zeros:int:1 --dump 4 | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx900 --check --global-size 128 --local-size 128 --arg iota:int:128 --arg zeros:int:1 --dump 4 | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx1100 --schedule random --seed 3 --global-size 128 --local-size 128 --arg iota:int:128 --arg zeros:int:1 --dump 4 | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx1200 --schedule one-wave --global-size 128 --local-size 128 --arg iota:int:128 --arg zeros:int:1 --dump 4 | filecheck %s

// CHECK: int32[128] 127 126 125 124 ...
// CHECK: int32[1] 8128
opencl.kernel @turn(%data: memref<?xi32, #opencl.address_space<global>>, %sum: memref<?xi32, #opencl.address_space<global>>) {
  %tile = opencl.local : memref<128xi32, #opencl.address_space<local>>
  %i = opencl.get_local_id 0 : index
  %v = memref.load %data[%i] : memref<?xi32, #opencl.address_space<global>>
  memref.store %v, %tile[%i] : memref<128xi32, #opencl.address_space<local>>
  opencl.barrier local
  %last = arith.constant 127 : index
  %j = arith.subi %last, %i : index
  %w = memref.load %tile[%j] : memref<128xi32, #opencl.address_space<local>>
  memref.store %w, %data[%i] : memref<?xi32, #opencl.address_space<global>>
  %zero = arith.constant 0 : index
  %old = "memref.atomic_rmw"(%w, %sum, %zero) <{kind = 1 : i64}> : (i32, memref<?xi32, #opencl.address_space<global>>, index) -> i32
  opencl.return
}
