// RUN: xdsl-opt %s -p "opencl-attach-target{abi=host},opencl-multiply-tiles" | filecheck %s
// RUN: sed 's/%rows, 16\]/5, 16]/; s/%rows, 8\]/5, 8]/; s/?x16xf32, str/5x16xf32, str/g; s/?x8xf32/5x8xf32/g; s/<4x8xf32>/<5x8xf32>/g' %s | not xdsl-opt -p "opencl-attach-target{abi=host},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix ROWS
// RUN: sed 's/(k, j)>$/(j, k)>/; s/<16x8xf32/<8x16xf32/g' %s | not xdsl-opt -p "opencl-attach-target{abi=host},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix ORDER

// ROWS: its sizes [5, 8, 16] are not those of 'tile'
// ORDER: the lines of a place must follow each other in its factors

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// Sums stay in memory. Along the depth they are in registers: four rows of one vector, of which the last is the one
// before again where there are three.
// CHECK-LABEL: func.func @some
// CHECK:         scf.for %k
// CHECK:           %[[SUMS:.*]] = memref.subview %sums
// CHECK:           %[[LAST:.*]] = arith.addi %rows, %{{.*}} : index
// CHECK-NEXT:      %[[SECOND:.*]] = arith.minsi %{{.*}}, %[[LAST]] : index
// CHECK:           %[[X:.*]] = vector.load %[[SUMS]][%[[ZERO:.*]], %[[ZERO]]]
// CHECK-NEXT:      %[[Y:.*]] = vector.load %[[SUMS]][%[[SECOND]], %[[ZERO]]]
// CHECK-COUNT-2:   vector.load
// CHECK-NEXT:      %[[MADE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = scf.for %[[P:.*]] = %{{.*}} iter_args(%[[S:.*]] = %[[X]], %[[T:.*]] = %[[Y]], %{{.*}})
// CHECK-NEXT:        %[[B:.*]] = vector.load %b[%[[P]], %{{.*}}] : memref<16x8xf32>, vector<8xf32>
// CHECK-NEXT:        memref.load
// CHECK-NEXT:        %[[A:.*]] = vector.broadcast
// CHECK-NEXT:        vector.fma %[[A]], %[[B]], %[[S]]
// CHECK-NEXT:        memref.load %{{.*}}[%[[SECOND]], %[[P]]]
// CHECK:             scf.yield
// CHECK:           vector.store %[[MADE]], %[[SUMS]][%[[ZERO]], %[[ZERO]]]
// CHECK-NOT:     linalg
func.func @some(%a: memref<?x16xf32>, %b: memref<16x8xf32>, %sums: memref<4x8xf32>, %rows: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%lx = %one, %ly = %one, %lz = %one) {
    scf.for %k = %zero to %one step %one {
      %x = memref.subview %a[0, 0] [%rows, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1]>>
      %part = memref.subview %sums[0, 0] [%rows, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
      linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %b : memref<?x16xf32, strided<[16, 1]>>, memref<16x8xf32>) outs(%part : memref<?x8xf32, strided<[8, 1]>>) attrs = {opencl.schedule = {tile = array<i64: 4, 8, 16>}} {
      ^bb0(%u: f32, %v: f32, %w: f32):
        %r = arith.mulf %u, %v : f32
        %s = arith.addf %w, %r : f32
        linalg.yield %s : f32
      }
    }
    gpu.terminator
  }
  func.return
}
