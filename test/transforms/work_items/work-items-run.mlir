// Ids and sizes as kernels see them, on GPUs as on the CPU device.
// RUN: xdsl-opencl run %s --global-size 7,2 --local-size 4,1 --global-offset 10,0 --arg zeros:int:84 --dump 84 | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx942 --global-size 7,2 --local-size 4,1 --global-offset 10,0 --arg zeros:int:84 --dump 84 | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx1200 --global-size 7,2 --local-size 4,1 --global-offset 10,0 --arg zeros:int:84 --dump 84 | filecheck %s
// RUN: xdsl-opencl run %s --mcpu gfx803 --code-object-version 4 --global-size 7,2 --local-size 4,1 --global-offset 10,0 --arg zeros:int:84 --dump 84 | filecheck %s

// For each work item: global id, group id, local id, size of the group, groups, offset.
// CHECK: int32[84] 10 0 0 4 2 10 11 0 1 4 2 10 12 0 2 4 2 10 13 0 3 4 2 10
// CHECK-SAME: 14 1 0 3 2 10 15 1 1 3 2 10 16 1 2 3 2 10 10 0 0 4 2 10
opencl.kernel @ids(%out: memref<?xi32, #opencl.address_space<global>>) {
  %x = opencl.get_global_id 0 : index
  %y = opencl.get_global_id 1 : index
  %group = opencl.get_group_id 0 : index
  %local = opencl.get_local_id 0 : index
  %size = opencl.get_local_size 0 : index
  %groups = opencl.get_num_groups 0 : index
  %offset = opencl.get_global_offset 0 : index
  %column = arith.subi %x, %offset : index
  %seven = arith.constant 7 : index
  %six = arith.constant 6 : index
  %row = arith.muli %y, %seven : index
  %item = arith.addi %row, %column : index
  %first = arith.muli %item, %six : index
  %one = arith.constant 1 : index
  %i1 = arith.addi %first, %one : index
  %i2 = arith.addi %i1, %one : index
  %i3 = arith.addi %i2, %one : index
  %i4 = arith.addi %i3, %one : index
  %i5 = arith.addi %i4, %one : index
  %v0 = arith.index_cast %x : index to i32
  %v1 = arith.index_cast %group : index to i32
  %v2 = arith.index_cast %local : index to i32
  %v3 = arith.index_cast %size : index to i32
  %v4 = arith.index_cast %groups : index to i32
  %v5 = arith.index_cast %offset : index to i32
  memref.store %v0, %out[%first] : memref<?xi32, #opencl.address_space<global>>
  memref.store %v1, %out[%i1] : memref<?xi32, #opencl.address_space<global>>
  memref.store %v2, %out[%i2] : memref<?xi32, #opencl.address_space<global>>
  memref.store %v3, %out[%i3] : memref<?xi32, #opencl.address_space<global>>
  memref.store %v4, %out[%i4] : memref<?xi32, #opencl.address_space<global>>
  memref.store %v5, %out[%i5] : memref<?xi32, #opencl.address_space<global>>
  opencl.return
}
