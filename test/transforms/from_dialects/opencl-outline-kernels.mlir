// RUN: xdsl-opt %s -p opencl-outline-kernels | filecheck %s
// RUN: xdsl-opt %s -p opencl-outline-kernels,opencl-outline-kernels | filecheck %s

// Constants are made in the kernel, the rest is passed; a constant block size is required.
// CHECK: opencl.kernel @launch_kernel(%x: f32 {opencl.name = "x"}, %a: memref<?xf32, #opencl.address_space<global>> {opencl.name = "a"}) attributes {reqd_work_group_size = array<i32: 64, 1, 1>} {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK-DAG: %bx = opencl.get_group_id 0 : index
// CHECK-DAG: %tx = opencl.get_local_id 0 : index
// CHECK-DAG: %w = opencl.local : memref<4xf32, #opencl.address_space<local>>
// CHECK: memref.store %x, %w[%c1]
// CHECK-NEXT: opencl.barrier local|global
// CHECK-NEXT: %i = arith.addi %bx, %tx : index
// CHECK-NEXT: memref.store %x, %a[%i] : memref<?xf32, #opencl.address_space<global>>
// CHECK-NEXT: opencl.return
// CHECK: func.func @launch
func.func @launch(%a: memref<?xf32>, %x: f32, %n: index) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  // CHECK: %[[G:.*]] = arith.muli %n, %c64
  // CHECK: opencl.launch @launch_kernel global(%[[G]], %{{.*}}, %{{.*}}) local(%c64, %c1, %c1) args(%x, %a) : f32, memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c64, %ly = %c1, %lz = %c1) workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) {
    memref.store %x, %w[%c1] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %i = arith.addi %bx, %tx : index
    memref.store %x, %a[%i] : memref<?xf32>
    gpu.terminator
  }
  // CHECK-NEXT: func.return
  func.return
}

// Loops over work-groups alone say nothing about their size: work items, the last dimension
// first. A view is made again in the kernel.
// CHECK: opencl.kernel @blocks_kernel(%m: memref<8x8xf32, #opencl.address_space<global>> {opencl.name = "m"}) {
// CHECK: %v = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32, #opencl.address_space<global>> to memref<4x4xf32, strided<[8, 1]>, #opencl.address_space<global>>
// CHECK: %i = opencl.get_global_id 1 : index
// CHECK-NEXT: %[[J:.*]] = opencl.get_global_id 0 : index
// CHECK-NEXT: %[[J2:.*]] = arith.muli %[[J]], %{{.*}} : index
// CHECK-NEXT: %j = arith.addi %[[J2]], %{{.*}} : index
// CHECK: memref.store %{{.*}}, %v[%i, %j]
func.func @blocks(%m: memref<8x8xf32>) {
  %v = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 2.0 : f32
  // Four and (4 - 1) / 2, rounded up.
  // CHECK: func.func @blocks
  // CHECK-DAG: %[[Y:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[X:.*]] = arith.constant 2 : index
  // CHECK: opencl.launch @blocks_kernel global(%{{.*}}, %{{.*}}) args(%m) : memref<8x8xf32>
  "scf.parallel"(%c0, %c1, %c4, %c4, %c1, %c2) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    memref.store %x, %v[%i, %j] : memref<4x4xf32, strided<[8, 1]>>
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_y, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index, index, index, index) -> ()
  func.return
}

// Memory of a work-group is local. The second loop has fewer work items than the first, and
// waits for it.
// CHECK: opencl.kernel @tiles_kernel
// CHECK-SAME: attributes {reqd_work_group_size = array<i32: 8, 1, 1>} {
// CHECK: %[[B:.*]] = opencl.get_group_id 0 : index
// CHECK: %tile = opencl.local : memref<8xf32, #opencl.address_space<local>>
// CHECK: %t = opencl.get_local_id 0 : index
// CHECK: memref.store %{{.*}}, %tile[%t] : memref<8xf32, #opencl.address_space<local>>
// CHECK-NEXT: opencl.barrier local|global
// CHECK-NEXT: %u = opencl.get_local_id 0 : index
// CHECK-NEXT: %[[C:.*]] = arith.cmpi slt, %u, %{{.*}} : index
// CHECK-NEXT: scf.if %[[C]] {
// CHECK: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: opencl.return
func.func @tiles(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  "scf.parallel"(%c0, %n, %c8) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%b: index):
    %tile = memref.alloc() : memref<8xf32>
    "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%t: index):
      %p = arith.addi %b, %t : index
      %x = memref.load %a[%p] : memref<?xf32>
      memref.store %x, %tile[%t] : memref<8xf32>
      scf.reduce
    }) {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
    "scf.parallel"(%c0, %c4, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%u: index):
      %q = arith.addi %u, %c4 : index
      %y = memref.load %tile[%q] : memref<8xf32>
      %r = arith.addi %b, %u : index
      memref.store %y, %a[%r] : memref<?xf32>
      scf.reduce
    }) {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
    memref.dealloc %tile : memref<8xf32>
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// A work-group reduces, its first work item stores, the host combines.
// CHECK: opencl.kernel @dot_kernel
// CHECK: %[[R:.*]] = opencl.work_group_reduce add %v : f32
// CHECK: scf.if
// CHECK-NEXT: memref.store %[[R]], %partial[%{{.*}}]
// CHECK: func.func @dot
// CHECK: %partial = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NEXT: opencl.launch @dot_kernel global(%{{.*}}) local(%{{.*}}) args(%a, %partial) : memref<?xf32>, memref<?xf32>
// CHECK: %r = scf.for
// CHECK: arith.addf
// CHECK: memref.dealloc %partial
// CHECK-NEXT: func.return %r : f32
func.func @dot(%a: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %r = "scf.parallel"(%c0, %n, %c1, %f0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    %v = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index, f32) -> f32
  func.return %r : f32
}

// Without a mapping it stays.
// CHECK: func.func @unmapped
// CHECK: scf.parallel
func.func @unmapped(%n: index) {
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c1, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}

// Each work item runs the loop whose length only the kernel knows.
// CHECK-LABEL: opencl.kernel @triangle_kernel
// CHECK: %[[I:.*]] = opencl.get_global_id 0 : index
// CHECK: "scf.parallel"(%{{.*}}, %[[I]], %{{.*}})
// CHECK-NOT: mapping
// CHECK: opencl.return
func.func @triangle(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    "scf.parallel"(%c0, %i, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%j: index):
      memref.store %i, %m[%i] : memref<?xindex>
      scf.reduce
    }) {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// What is stored between the loops is stored by one work item.
// CHECK: opencl.kernel @stored_once_kernel
// CHECK: opencl.barrier
// CHECK: %[[ID:.*]] = opencl.get_local_id 0
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[ID]]
// CHECK: opencl.barrier
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: opencl.barrier
func.func @stored_once(%m: memref<8xindex>, %a: memref<8x4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    "scf.parallel"(%c0, %c4, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%j: index):
      memref.store %i, %a[%i, %j] : memref<8x4xindex>
      scf.reduce
    }) {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
    memref.store %i, %m[%i] : memref<8xindex>
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// A view that only the kernel has is gone from the host, unless it may be wrong.
// CHECK-LABEL: func.func @views
// CHECK-NEXT: memref.subview %y[0] [4] [1]
// CHECK-NOT: memref.subview
// CHECK: opencl.launch @views_kernel
func.func @views(%x: memref<8xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = memref.subview %y[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
  %w = memref.subview %x[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  "scf.parallel"(%c0, %c4, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %e = memref.load %v[%i] : memref<4xf32, strided<[1]>>
    memref.store %e, %w[%i] : memref<4xf32, strided<[1], offset: 4>>
    scf.reduce
  }) {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]} : (index, index, index) -> ()
  func.return
}

// xDSL reads both names as `alloc`; arguments of one kernel have different ones.
// CHECK-LABEL: opencl.kernel @names_kernel
// CHECK-SAME: opencl.name = "alloc"
// CHECK-SAME: opencl.name = "alloc_1"
func.func @names() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc() : memref<1xf32>
  %alloc_1 = memref.alloc() : memref<1xf32>
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    %a = memref.load %alloc[%i] : memref<1xf32>
    memref.store %a, %alloc_1[%i] : memref<1xf32>
  } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  func.return
}
