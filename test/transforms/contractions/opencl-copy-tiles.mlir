// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100}" | xdsl-opt -p opencl-copy-tiles | filecheck %s

// Each of 32 work items has half a line of the first tile and 4 x 2 elements of the second, in which the lines of a
// place follow each other. What does not change in the loop is before it, and all loads are before the first store.
// CHECK-LABEL: func.func @whole
// CHECK:         ^{{.*}}, %tx: index,
// CHECK-NEXT:    %[[TWO:.*]] = arith.constant 2 : index
// CHECK-NEXT:    %[[HALF:.*]] = arith.remui %tx, %[[TWO]] : index
// CHECK-NEXT:    %[[OWN:.*]] = arith.divui %tx, %[[TWO]] : index
// CHECK-NEXT:    %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK-NEXT:    %[[PLACE:.*]] = arith.muli %[[HALF]], %[[EIGHT]] : index
// CHECK-NEXT:    %[[LINE:.*]] = arith.addi %row, %[[OWN]] : index
// CHECK-NEXT:    %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[QUARTER:.*]] = arith.remui %tx, %[[FOUR]] : index
// CHECK-NEXT:    %[[PAIR:.*]] = arith.divui %tx, %[[FOUR]] : index
// CHECK-NEXT:    %[[STEP:.*]] = arith.remui %[[PAIR]], %[[TWO]] : index
// CHECK-NEXT:    %[[FAR:.*]] = arith.muli %[[STEP]], %[[FOUR]] : index
// CHECK-NEXT:    %[[NEAR:.*]] = arith.divui %[[PAIR]], %[[TWO]] : index
// CHECK-NEXT:    %[[PLACES:.*]] = arith.addi %[[FAR]], %[[NEAR]] : index
// CHECK-NEXT:    %[[TURNED:.*]] = arith.muli %[[PLACES]], %[[TWO]] : index
// CHECK-NEXT:    %[[LINES:.*]] = arith.muli %[[QUARTER]], %[[FOUR]] : index
// CHECK:         %[[FIRST:.*]] = arith.addi %row, %[[LINES]] : index
// CHECK:         scf.for %k =
// CHECK-NEXT:      %[[HERE:.*]] = arith.addi %k, %[[PLACE]] : index
// CHECK-NEXT:      %[[V:.*]] = vector.load %a[%[[LINE]], %[[HERE]]] : memref<64x64xf16>, vector<8xf16>
// CHECK-NEXT:      %[[HERE:.*]] = arith.addi %k, %[[TURNED]] : index
// CHECK-NEXT:      %[[W:.*]] = vector.load %a[%[[FIRST]], %[[HERE]]] : memref<64x64xf16>, vector<2xf16>
// CHECK-COUNT-3:   vector.load %a[%{{.*}}, %[[HERE]]] : memref<64x64xf16>, vector<2xf16>
// CHECK-NEXT:      vector.store %[[V]], %t[%[[OWN]], %[[PLACE]]]
// CHECK:           vector.extract %[[W]][0]
// CHECK-COUNT-3:   vector.insert
// CHECK-NEXT:      vector.extract
// CHECK-NEXT:      vector.insert
// CHECK-NOT:       vector.load
// CHECK:           vector.store %{{.*}}, %u[%{{.*}}, %[[LINES]]] : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<4xf16>
// CHECK:           vector.store %{{.*}}, %u[%{{.*}}, %[[LINES]]]
// CHECK-NEXT:      gpu.barrier
func.func @whole(%a: memref<64x64xf16>, %row: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c32, %ly = %c1, %lz = %c1) workgroup(%t : memref<16x16xf16, #gpu.address_space<workgroup>>, %u : memref<16x16xf16, #gpu.address_space<workgroup>>) {
    scf.for %k = %c0 to %c64 step %c16 {
      opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %row places %k to %t : memref<64x64xf16> to memref<16x16xf16, #gpu.address_space<workgroup>>
      opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %row places %k to %u transposed : memref<64x64xf16> to memref<16x16xf16, #gpu.address_space<workgroup>>
      gpu.barrier
    }
    gpu.terminator
  }
  func.return
}

// Lines past the end are the last one. Places past the end are zeros: a tile that has some is loaded element by element.
// The line moves in the loop.
// CHECK-LABEL: func.func @edges
// CHECK:         scf.for %k =
// CHECK-NEXT:      %[[N:.*]] = arith.addi %k, %[[OWN:.*]] : index
// CHECK-NEXT:      %[[LAST:.*]] = arith.addi %rows, %{{.*}} : index
// CHECK-NEXT:      %[[LINE:.*]] = arith.minsi %[[N]], %[[LAST]] : index
// CHECK-NEXT:      %[[END:.*]] = arith.addi %k, %{{.*}} : index
// CHECK-NEXT:      %[[ALL:.*]] = arith.cmpi sle, %[[END]], %n : index
// CHECK-NEXT:      %[[V:.*]] = scf.if %[[ALL]] -> (vector<8xf16>) {
// CHECK:             vector.load %a[%b, %[[LINE]], %{{.*}}] : memref<?x?x?xf16>, vector<8xf16>
// CHECK:           } else {
// CHECK-NEXT:        %[[SOME:.*]] = arith.cmpi slt, %k, %n : index
// CHECK-NEXT:        scf.if %[[SOME]] -> (vector<8xf16>) {
// CHECK-COUNT-8:       vector.insert
// CHECK:             } else {
// CHECK-NEXT:          arith.constant 0.000000e+00
// CHECK-NEXT:          vector.broadcast
// CHECK:           vector.store %[[V]], %t[
func.func @edges(%a: memref<?x?x?xf16>, %b: index, %rows: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c32, %ly = %c1, %lz = %c1) workgroup(%t : memref<16x16xf16, #gpu.address_space<workgroup>>) {
    scf.for %k = %c0 to %n step %c16 {
      opencl.copy_tile %a[affine_map<(b, m, k) -> (b, m, k)>] (%b) lines %k of %rows places %k of %n to %t : memref<?x?x?xf16> to memref<16x16xf16, #gpu.address_space<workgroup>>
      gpu.barrier
    }
    gpu.terminator
  }
  func.return
}

// Pixels of an image are lines: of 64 rows of 6, from which vectors of lines go to the next row. Elements of a column
// of weights do not follow each other, either.
// CHECK-LABEL: func.func @pixels
// CHECK-COUNT-8: memref.load %i[%{{.*}}, %{{.*}}] : memref<8x6xf16>
// CHECK-COUNT-8: memref.load %w[%{{.*}}, %{{.*}}] : memref<64x64xf16, strided<[128, 2]>>
// CHECK-NOT:     vector.load
// CHECK:         vector.store %{{.*}}, %t[{{.*}}vector<8xf16>
func.func @pixels(%i: memref<8x6xf16>, %w: memref<64x64xf16, strided<[128, 2]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c32, %ly = %c1, %lz = %c1) workgroup(%t : memref<16x16xf16, #gpu.address_space<workgroup>>, %u : memref<16x16xf16, #gpu.address_space<workgroup>>) {
    opencl.copy_tile %i[affine_map<(y, x, k) -> (y + k, x)>] lines %c0 by (%c6) places %c0 to %t transposed : memref<8x6xf16> to memref<16x16xf16, #gpu.address_space<workgroup>>
    opencl.copy_tile %w[affine_map<(m, k) -> (m, k)>] lines %c0 places %c0 to %u transposed : memref<64x64xf16, strided<[128, 2]>> to memref<16x16xf16, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  func.return
}

// Four vectors of each work item: as many lines apart as all have vectors of a line.
// CHECK-LABEL: func.func @several
// CHECK:         %[[APART:.*]] = arith.constant 16 : index
// CHECK-NEXT:    arith.addi %{{.*}}, %[[APART]] : index
// CHECK:         %[[APART:.*]] = arith.constant 32 : index
// CHECK-NEXT:    arith.addi %{{.*}}, %[[APART]] : index
// CHECK-COUNT-4: vector.load %a[{{.*}} : memref<64x64xf16>, vector<8xf16>
// CHECK-COUNT-4: vector.store {{.*}}, %t[
func.func @several(%a: memref<64x64xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %c32, %ly = %c1, %lz = %c1) workgroup(%t : memref<64x16xf16, #gpu.address_space<workgroup>>) {
    opencl.copy_tile %a[affine_map<(m, k) -> (m, k)>] lines %c0 places %c0 to %t : memref<64x64xf16> to memref<64x16xf16, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  func.return
}
