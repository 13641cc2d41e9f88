// RUN: xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-copy-tiles" | filecheck %s

// The only work item takes vectors along the depth, four of four elements, and turns them where lines of a place follow
// each other. The tile has other elements.
// CHECK-LABEL: func.func @turned
// CHECK:         scf.for
// CHECK-COUNT-4: vector.load %a{{.*}} : memref<64x64xi8>, vector<4xi8>
// CHECK-COUNT-8: vector.shuffle
// CHECK-COUNT-4: vector.store %{{.*}}, %t[{{.*}}, vector<4xi32>
// CHECK-NOT:     memref.load
// CHECK:         gpu.terminator
func.func @turned(%a: memref<64x64xi8>, %n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c1, %ly = %c1, %lz = %c1) workgroup(%t : memref<4x4xi32, #gpu.address_space<workgroup>>) {
    opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %n places %n to %t transposed unsigned : memref<64x64xi8> to memref<4x4xi32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  func.return
}

// Two elements are no vector, along the depth or along lines.
// CHECK-LABEL: func.func @short
// CHECK-NOT:     vector.load
// CHECK:         gpu.terminator
func.func @short(%a: memref<64x64xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c1, %ly = %c1, %lz = %c1) workgroup(%t : memref<4x2xf32, #gpu.address_space<workgroup>>, %u : memref<4x2xf32, #gpu.address_space<workgroup>>) {
    opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %n places %n to %t : memref<64x64xf32> to memref<4x2xf32, #gpu.address_space<workgroup>>
    opencl.copy_tile %a[affine_map<(m, k) -> (k, m)>] lines %n places %n to %u transposed : memref<64x64xf32> to memref<4x2xf32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  func.return
}

// A tile of five places takes one vector of four, and the last four again. Where fewer than four are left, they are
// elements; then zeros follow.
// CHECK-LABEL: func.func @zeros
// CHECK:         %[[LEFT:.*]] = arith.addi %size, %{{.*}} : index
// CHECK:         %[[COUNT:.*]] = arith.minsi %{{.*}}, %[[LEFT]] : index
// CHECK-NEXT:    %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[ALL:.*]] = arith.cmpi sge, %[[COUNT]], %[[FOUR]] : index
// CHECK-NEXT:    scf.if %[[ALL]] {
// CHECK:           scf.for
// CHECK:           %[[END:.*]] = arith.addi %[[COUNT]], %{{.*}} : index
// CHECK-NEXT:      %[[PLACE:.*]] = arith.minsi %{{.*}}, %[[END]] : index
// CHECK-NEXT:      %[[HERE:.*]] = arith.addi %n, %[[PLACE]] : index
// CHECK-NEXT:      %[[V:.*]] = vector.load %a[%n, %[[HERE]]]
// CHECK:           vector.store %[[V]], %t[%{{.*}}, %[[PLACE]]]
// CHECK:         } else {
// CHECK:           memref.load %a
// CHECK:           memref.store %{{.*}}, %t
// CHECK:         }
// CHECK:         %[[REST:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK:         scf.for %[[LINE:.*]] = %{{.*}} to
// CHECK-NEXT:      scf.for %[[I:.*]] = %{{.*}} to %[[REST]] step
// CHECK-NEXT:        %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:        %[[PLACE:.*]] = arith.addi %[[COUNT]], %[[I]] : index
// CHECK-NEXT:        memref.store %[[ZERO]], %t[%[[LINE]], %[[PLACE]]]
func.func @zeros(%a: memref<64x?xf32>, %size: index, %n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c1, %ly = %c1, %lz = %c1) workgroup(%t : memref<2x5xf32, #gpu.address_space<workgroup>>) {
    opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %n places %n of %size to %t zeros : memref<64x?xf32> to memref<2x5xf32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  func.return
}

// Places of two loops, `place` counts the first: it is moved for the first one only. Past the end nothing is defined.
// CHECK-LABEL: func.func @loops
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to
// CHECK-NEXT:      %[[K:.*]] = arith.addi %n, %[[I]] : index
// CHECK-NEXT:      scf.for %[[J:.*]] = %{{.*}} to
// CHECK-NEXT:        %[[FIRST:.*]] = arith.muli %[[I]]
// CHECK-NEXT:        %[[PLACE:.*]] = arith.addi %[[FIRST]], %[[J]] : index
// CHECK-NEXT:        %[[V:.*]] = vector.load %a[%[[K]], %[[J]], %n] : memref<64x3x64xf32>, vector<4xf32>
// CHECK-NEXT:        vector.store %[[V]], %t[%[[PLACE]], %{{.*}}]
// CHECK-NOT:     memref.store
// CHECK:         gpu.terminator
func.func @loops(%a: memref<64x3x64xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c1, %ly = %c1, %lz = %c1) workgroup(%t : memref<6x4xf32, #gpu.address_space<workgroup>>) {
    opencl.copy_tile %a[affine_map<(m, k, l) -> (k, l, m)>] lines %n places %n of %c7 by (%c3) to %t transposed : memref<64x3x64xf32> to memref<6x4xf32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  func.return
}
