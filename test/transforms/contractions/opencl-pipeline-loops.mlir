// RUN: xdsl-opt %s -p opencl-pipeline-loops | filecheck %s
// RUN: xdsl-opt %s -p opencl-pipeline-loops | xdsl-opt -p opencl-pipeline-loops | filecheck %s

// The first part precedes the loop; the next one's follows the first barrier; the last second part has
// no barrier at its end. The place is computed ahead, the sum is not; the number of an iteration, too.
// CHECK-LABEL: func.func @tiles
// CHECK:         %[[FIRST:.*]] = vector.load %a[%start, %zero]
// CHECK:         %[[LAST:.*]] = arith.constant 3 : index
// CHECK-NEXT:    %[[PLACE:.*]], %[[SUM:.*]], %[[LOADED:.*]] = scf.for %i = %zero to %[[LAST]] step %one iter_args(%place = %start, %so_far = %none, %[[X:.*]] = %[[FIRST]]) -> (index, f32, vector<4xf32>) {
// CHECK-NEXT:      vector.store %[[X]], %tile[%zero]
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addi %place, %step : index
// CHECK-NEXT:      %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT:      %[[NUMBER:.*]] = arith.addi %i, %[[ONE]] : index
// CHECK-NEXT:      %[[AHEAD:.*]] = vector.load %a[%[[NEXT]], %[[NUMBER]]]
// CHECK-NEXT:      %[[Y:.*]] = memref.load %tile[%one]
// CHECK-NEXT:      %[[Z:.*]] = arith.addf %so_far, %[[Y]] : f32
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      scf.yield %[[NEXT]], %[[Z]], %[[AHEAD]]
// CHECK-NEXT:    }
// CHECK-NEXT:    vector.store %[[LOADED]], %tile[%zero]
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    %[[Y:.*]] = memref.load %tile[%one]
// CHECK-NEXT:    %[[Z:.*]] = arith.addf %[[SUM]], %[[Y]] : f32
// CHECK-NEXT:    memref.store %[[Z]], %r[%zero]
func.func @tiles(%a: memref<64x8xf32>, %r: memref<8xf32>, %tile: memref<4xf32, #gpu.address_space<workgroup>>, %start: index, %step: index, %none: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %p, %sum = scf.for %i = %zero to %four step %one iter_args(%place = %start, %so_far = %none) -> (index, f32) {
    %x = vector.load %a[%place, %i] : memref<64x8xf32>, vector<4xf32>
    vector.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    gpu.barrier
    %y = memref.load %tile[%one] : memref<4xf32, #gpu.address_space<workgroup>>
    %z = arith.addf %so_far, %y : f32
    %next = arith.addi %place, %step : index
    gpu.barrier
    scf.yield %next, %z : index, f32
  } {opencl.stages = 2 : i64}
  memref.store %sum, %r[%zero] : memref<8xf32>
  func.return
}

// One iteration needs no loop. The memory is used after it: the barrier stays. The place after the loop
// is computed.
// CHECK-LABEL: func.func @one
// CHECK-NOT:     scf.for
// CHECK:         %[[FIRST:.*]] = memref.load %a[%start]
// CHECK:         memref.store %[[FIRST]], %tile[%zero]
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    %[[NEXT:.*]] = arith.addi %start, %one : index
// CHECK-NEXT:    %[[Y:.*]] = memref.load %tile[%[[NEXT]]]
func.func @one(%a: memref<64xf32>, %tile: memref<4xf32, #gpu.address_space<workgroup>>, %start: index) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %place = scf.for %i = %zero to %one step %one iter_args(%p = %start) -> (index) {
    %x = memref.load %a[%p] : memref<64xf32>
    memref.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %next = arith.addi %p, %one : index
    scf.yield %next : index
  } {opencl.stages = 2 : i64}
  %y = memref.load %tile[%place] : memref<4xf32, #gpu.address_space<workgroup>>
  func.return %y : f32
}

// A length that only a launch knows, with at least one iteration.
// CHECK-LABEL: func.func @dynamic
// CHECK:         %[[FIRST:.*]] = memref.load %a[%zero]
// CHECK:         %[[LAST:.*]] = arith.addi %count, %{{.*}} : index
// CHECK-NEXT:    %{{.*}} = scf.for %{{.*}} = %zero to %[[LAST]] step %one iter_args(%{{.*}} = %[[FIRST]])
func.func @dynamic(%a: memref<64xf32>, %tile: memref<4xf32, #gpu.address_space<workgroup>>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = arith.maxsi %n, %one : index
  scf.for %i = %zero to %count step %one {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    scf.yield
  } {opencl.stages = 2 : i64}
  func.return
}

// What computes the next place is used in this iteration, too; what is loaded is kept for the next one. Nothing
// needs the number of the iteration.
// CHECK-LABEL: func.func @kept
// CHECK:         %[[FIRST:.*]] = memref.load %a[%start]
// CHECK:         %{{.*}} = scf.for %{{.*}} = %zero to %{{.*}} step %one iter_args(%place = %start, %kept = %none, %[[X:.*]] = %[[FIRST]]) -> (index, f32, f32) {
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addi %place, %one : index
// CHECK-NEXT:      %{{.*}} = arith.constant 1 : index
// CHECK-NEXT:      %[[AHEAD:.*]] = memref.load %a[%[[NEXT]]]
// CHECK-NEXT:      %[[AGAIN:.*]] = arith.addi %place, %one : index
// CHECK-NEXT:      memref.store %kept, %tile[%[[AGAIN]]]
// CHECK-NEXT:      scf.yield %[[NEXT]], %[[X]], %[[AHEAD]]
func.func @kept(%a: memref<64xf32>, %tile: memref<4xf32, #gpu.address_space<workgroup>>, %start: index, %none: f32) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %p, %last = scf.for %i = %zero to %four step %one iter_args(%place = %start, %kept = %none) -> (index, f32) {
    %x = memref.load %a[%place] : memref<64xf32>
    gpu.barrier
    %next = arith.addi %place, %one : index
    memref.store %kept, %tile[%next] : memref<4xf32, #gpu.address_space<workgroup>>
    scf.yield %next, %x : index, f32
  } {opencl.stages = 2 : i64}
  func.return %last : f32
}

// These stay, each with its store before another loop: one without the attribute; of one stage; perhaps, and surely, without an iteration; with a step of two; whose
// first part stores; whose second part loads other memory; whose first part needs the sum.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-8: scf.for %{{.*}} = %{{zero|four}} to %{{four|n|one}} step
// CHECK-NOT:     scf.for
// CHECK-NOT:     opencl.stages
func.func @others(%a: memref<64xf32>, %b: memref<64xf32>, %tile: memref<4xf32, #gpu.address_space<workgroup>>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  scf.for %i = %zero to %four step %one {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    scf.yield
  }
  scf.for %i = %zero to %four step %one {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    scf.yield
  } {opencl.stages = 1 : i64}
  scf.for %i = %zero to %n step %one {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    scf.yield
  } {opencl.stages = 2 : i64}
  scf.for %i = %four to %one step %one {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    scf.yield
  } {opencl.stages = 2 : i64}
  scf.for %i = %zero to %four step %two {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    scf.yield
  } {opencl.stages = 2 : i64}
  scf.for %i = %zero to %four step %one {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%i] : memref<64xf32>
    memref.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    scf.yield
  } {opencl.stages = 2 : i64}
  scf.for %i = %zero to %four step %one {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %x, %b[%i] : memref<64xf32>
    scf.yield
  } {opencl.stages = 2 : i64}
  %f = scf.for %i = %zero to %four step %one iter_args(%place = %zero) -> (index) {
    %x = memref.load %a[%place] : memref<64xf32>
    memref.store %x, %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    %y = memref.load %tile[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
    %w = arith.fptoui %y : f32 to i32
    %z = arith.index_cast %w : i32 to index
    scf.yield %z : index
  } {opencl.stages = 2 : i64}
  func.return
}

// The last iteration knows its number, which both of its parts use.
// CHECK-LABEL: func.func @numbered
// CHECK:         %[[LAST:.*]] = arith.constant 3 : index
// CHECK:         scf.for %i = %zero to %[[LAST]]
// CHECK:           memref.store %{{.*}}, %tile[%i]
// CHECK:         scf.yield
// CHECK:         memref.store %{{.*}}, %tile[%[[LAST]]]
// CHECK-NEXT:    gpu.barrier
// CHECK-NEXT:    memref.load %tile[%[[LAST]]]
func.func @numbered(%a: memref<64xf32>, %r: memref<8xf32>, %tile: memref<4xf32, #gpu.address_space<workgroup>>, %none: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %sum = scf.for %i = %zero to %four step %one iter_args(%so_far = %none) -> (f32) {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %tile[%i] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %y = memref.load %tile[%i] : memref<4xf32, #gpu.address_space<workgroup>>
    %z = arith.addf %so_far, %y : f32
    gpu.barrier
    scf.yield %z : f32
  } {opencl.stages = 2 : i64}
  memref.store %sum, %r[%zero] : memref<8xf32>
  func.return
}
