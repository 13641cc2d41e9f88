// RUN: xdsl-opt %s -p opencl-promote-tiles | filecheck %s
// RUN: xdsl-opt %s -p opencl-promote-tiles,opencl-promote-tiles | filecheck %s

// CHECK: opencl.kernel @product({{.*}} attributes {passthrough = {{\[\[}}"uniform-work-group-size", "true"{{\]\]}}, reqd_work_group_size
opencl.kernel @product(%a: memref<8x12xf32, #opencl.address_space<global>>, %b: memref<12x8xf32, #opencl.address_space<global>>, %c: memref<8x8xf32, #opencl.address_space<global>>) attributes {reqd_work_group_size = array<i32: 4, 4, 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 12 : index
  %f = arith.constant 0.0 : f32
  %x = opencl.get_global_id 0 : index
  %y = opencl.get_global_id 1 : index
  // CHECK: %[[T:.*]] = arith.constant 4 : index
  // CHECK: %[[X:.*]] = opencl.get_local_id 0 : index
  // CHECK: %[[Y:.*]] = opencl.get_local_id 1 : index
  // CHECK: %tile = opencl.local : memref<4x4xf32, #opencl.address_space<local>>
  // CHECK-NEXT: %tile_1 = opencl.local : memref<4x4xf32, #opencl.address_space<local>>
  // CHECK-NEXT: %[[R:.*]] = scf.for %tile_start = %zero to %n step %[[T]] iter_args(%[[B:.*]] = %f) -> (f32) {
  // A row is loaded along x,
  // CHECK-NEXT: %[[K:.*]] = arith.addi %tile_start, %[[X]] : index
  // CHECK-NEXT: %[[V:.*]] = memref.load %a[%y, %[[K]]]
  // CHECK-NEXT: memref.store %[[V]], %tile[%[[Y]], %[[X]]]
  // a column along y.
  // CHECK-NEXT: %[[L:.*]] = arith.addi %tile_start, %[[Y]] : index
  // CHECK-NEXT: %[[W:.*]] = memref.load %b[%[[L]], %x]
  // CHECK-NEXT: memref.store %[[W]], %tile_1[%[[Y]], %[[X]]]
  // CHECK-NEXT: opencl.barrier local
  // CHECK-NEXT: %[[S:.*]] = scf.for %[[I:.*]] = %{{.*}} to %[[T]] step %{{.*}} iter_args(%[[A:.*]] = %[[B]]) -> (f32) {
  // CHECK-NEXT: memref.load %tile[%[[Y]], %[[I]]]
  // CHECK-NEXT: memref.load %tile_1[%[[I]], %[[X]]]
  // CHECK-NEXT: arith.mulf
  // CHECK-NEXT: arith.addf
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: opencl.barrier local
  // CHECK-NEXT: scf.yield %[[S]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: memref.store %[[R]], %c
  %r = scf.for %k = %zero to %n step %one iter_args(%s = %f) -> (f32) {
    %p = memref.load %a[%y, %k] : memref<8x12xf32, #opencl.address_space<global>>
    %q = memref.load %b[%k, %x] : memref<12x8xf32, #opencl.address_space<global>>
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %s, %m : f32
    scf.yield %t : f32
  }
  memref.store %r, %c[%y, %x] : memref<8x8xf32, #opencl.address_space<global>>
  opencl.return
}

// A number of iterations that the work-group does not divide.
// CHECK: opencl.kernel @odd
// CHECK-NOT: opencl.barrier
// CHECK: opencl.return
opencl.kernel @odd(%a: memref<8x10xf32, #opencl.address_space<global>>, %c: memref<8xf32, #opencl.address_space<global>>) attributes {reqd_work_group_size = array<i32: 4, 4, 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 10 : index
  %f = arith.constant 0.0 : f32
  %y = opencl.get_global_id 1 : index
  %r = scf.for %k = %zero to %n step %one iter_args(%s = %f) -> (f32) {
    %p = memref.load %a[%y, %k] : memref<8x10xf32, #opencl.address_space<global>>
    %t = arith.addf %s, %p : f32
    scf.yield %t : f32
  }
  memref.store %r, %c[%y] : memref<8xf32, #opencl.address_space<global>>
  opencl.return
}

// Not all work items reach the loop.
// CHECK: opencl.kernel @guarded
// CHECK-NOT: opencl.barrier
// CHECK: opencl.return
opencl.kernel @guarded(%a: memref<8x8xf32, #opencl.address_space<global>>, %c: memref<8xf32, #opencl.address_space<global>>) attributes {reqd_work_group_size = array<i32: 4, 4, 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  %y = opencl.get_global_id 1 : index
  %first = arith.cmpi eq, %y, %zero : index
  scf.if %first {
    %r = scf.for %k = %zero to %n step %one iter_args(%s = %f) -> (f32) {
      %p = memref.load %a[%y, %k] : memref<8x8xf32, #opencl.address_space<global>>
      %t = arith.addf %s, %p : f32
      scf.yield %t : f32
    }
    memref.store %r, %c[%y] : memref<8xf32, #opencl.address_space<global>>
  }
  opencl.return
}

// The loop stores, an index is loaded, the row is another's.
// CHECK: opencl.kernel @others
// CHECK-NOT: opencl.barrier
// CHECK: opencl.return
opencl.kernel @others(%a: memref<8x8xf32, #opencl.address_space<global>>, %i: memref<8xindex, #opencl.address_space<global>>, %c: memref<8x8xf32, #opencl.address_space<global>>) attributes {reqd_work_group_size = array<i32: 4, 4, 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  %x = opencl.get_local_id 0 : index
  %y = opencl.get_local_id 1 : index
  scf.for %k = %zero to %n step %one {
    %p = memref.load %a[%y, %k] : memref<8x8xf32, #opencl.address_space<global>>
    memref.store %p, %c[%k, %y] : memref<8x8xf32, #opencl.address_space<global>>
  }
  %row = memref.load %i[%y] : memref<8xindex, #opencl.address_space<global>>
  %place = arith.addi %y, %row : index
  %both = arith.addi %x, %y : index
  %r = scf.for %k = %zero to %n step %one iter_args(%s = %f) -> (f32) {
    %p = memref.load %a[%place, %k] : memref<8x8xf32, #opencl.address_space<global>>
    %q = memref.load %a[%both, %k] : memref<8x8xf32, #opencl.address_space<global>>
    %pq = arith.addf %p, %q : f32
    %t = arith.addf %s, %pq : f32
    scf.yield %t : f32
  }
  memref.store %r, %c[%y, %x] : memref<8x8xf32, #opencl.address_space<global>>
  opencl.return
}

// The last work-group of a launch may be smaller.
// CHECK: opencl.kernel @smaller
// CHECK-NOT: opencl.barrier
// CHECK: opencl.return
opencl.kernel @smaller(%a: memref<8x8xf32, #opencl.address_space<global>>, %c: memref<8xf32, #opencl.address_space<global>>) attributes {passthrough = [["uniform-work-group-size", "false"]], reqd_work_group_size = array<i32: 4, 4, 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  %y = opencl.get_global_id 1 : index
  %r = scf.for %k = %zero to %n step %one iter_args(%s = %f) -> (f32) {
    %p = memref.load %a[%y, %k] : memref<8x8xf32, #opencl.address_space<global>>
    %t = arith.addf %s, %p : f32
    scf.yield %t : f32
  }
  memref.store %r, %c[%y] : memref<8xf32, #opencl.address_space<global>>
  opencl.return
}
