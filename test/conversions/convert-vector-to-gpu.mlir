// RUN: xdsl-opt %s -p convert-vector-to-gpu | filecheck %s

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#t = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>

// The sum starts with a constant, is carried by a loop, and changed before it is written.
// CHECK-LABEL: func.func @loop
// CHECK: %[[START:.*]] = gpu.subgroup_mma_constant_matrix %{{.*}} : !gpu.mma_matrix<16x16xf32, "COp">
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[SO_FAR:.*]] = %[[START]]) -> (!gpu.mma_matrix<16x16xf32, "COp">) {
// CHECK-NEXT: %[[A:.*]] = gpu.subgroup_mma_load_matrix %a[%zero, %k] {leadDimension = 64 : index} : memref<16x64xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
// CHECK-NEXT: %[[B:.*]] = gpu.subgroup_mma_load_matrix %b[%k, %zero] {leadDimension = 32 : index} : memref<64x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
// CHECK-NEXT: %[[NEXT:.*]] = gpu.subgroup_mma_compute %[[A]], %[[B]], %[[SO_FAR]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: %[[OLD:.*]] = gpu.subgroup_mma_load_matrix %c[%zero, %zero] {leadDimension = 32 : index} : memref<16x32xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
// CHECK-NEXT: %[[NEW:.*]] = gpu.subgroup_mma_elementwise addf %[[SUM]], %[[OLD]]
// CHECK-NEXT: gpu.subgroup_mma_store_matrix %[[NEW]], %c[%zero, %zero] {leadDimension = 32 : index}
// CHECK-NOT: vector.
func.func @loop(%a: memref<16x64xf16>, %b: memref<64x32xf16>, %c: memref<16x32xf32>) {
  %zero = arith.constant 0 : index
  %step = arith.constant 16 : index
  %end = arith.constant 64 : index
  %none = arith.constant 0.0 : f16
  %nothing = arith.constant 0.0 : f32
  %start = arith.constant dense<0.0> : vector<16x16xf32>
  %sum = scf.for %k = %zero to %end step %step iter_args(%s = %start) -> (vector<16x16xf32>) {
    %x = vector.transfer_read %a[%zero, %k], %none {in_bounds = [true, true]} : memref<16x64xf16>, vector<16x16xf16>
    %y = vector.transfer_read %b[%k, %zero], %none {in_bounds = [true, true]} : memref<64x32xf16>, vector<16x16xf16>
    %n = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} %x, %y, %s : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    scf.yield %n : vector<16x16xf32>
  }
  %old = vector.transfer_read %c[%zero, %zero], %nothing {in_bounds = [true, true]} : memref<16x32xf32>, vector<16x16xf32>
  %new = arith.addf %sum, %old : vector<16x16xf32>
  vector.transfer_write %new, %c[%zero, %zero] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x32xf32>
  func.return
}

// A transposed factor, by its map or by the way that it is read; both together are none.
// CHECK-LABEL: func.func @transposed
// CHECK: gpu.subgroup_mma_load_matrix %b[{{.*}}] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
// CHECK: gpu.subgroup_mma_compute
// CHECK: gpu.subgroup_mma_load_matrix %b[{{.*}}] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
// CHECK: gpu.subgroup_mma_load_matrix %b[{{.*}}] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
func.func @transposed(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>) {
  %zero = arith.constant 0 : index
  %none = arith.constant 0.0 : f16
  %nothing = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%zero, %zero], %none {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %y = vector.transfer_read %b[%zero, %zero], %none {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %s = vector.transfer_read %c[%zero, %zero], %nothing {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %n = vector.contract {indexing_maps = [#a, #t, #c], iterator_types = ["parallel", "parallel", "reduction"]} %x, %y, %s : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  %u = vector.transfer_read %b[%zero, %zero], %none {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>} : memref<16x16xf16>, vector<16x16xf16>
  %m = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} %x, %u, %n : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  %v = vector.transfer_read %b[%zero, %zero], %none {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>} : memref<16x16xf16>, vector<16x16xf16>
  %o = vector.contract {indexing_maps = [#a, #t, #c], iterator_types = ["parallel", "parallel", "reduction"]} %x, %v, %m : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  vector.transfer_write %o, %c[%zero, %zero] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  func.return
}

// Sums that go elsewhere, memory without a static distance of rows, and reads beyond the bounds stay.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-3: vector.contract
// CHECK-NOT: gpu.
// CHECK: func.return
func.func @apart(%a: memref<16x16xf16>, %d: memref<?x?xf16>, %c: memref<16x16xf32>) -> vector<16x16xf32> {
  %zero = arith.constant 0 : index
  %none = arith.constant 0.0 : f16
  %s = arith.constant dense<0.0> : vector<16x16xf32>
  %x = vector.transfer_read %a[%zero, %zero], %none {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %n = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} %x, %x, %s : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  %s1 = arith.constant dense<1.0> : vector<16x16xf32>
  %y = vector.transfer_read %d[%zero, %zero], %none {in_bounds = [true, true]} : memref<?x?xf16>, vector<16x16xf16>
  %m = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} %x, %y, %s1 : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  vector.transfer_write %m, %c[%zero, %zero] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  %s2 = arith.constant dense<2.0> : vector<16x16xf32>
  %z = vector.transfer_read %a[%zero, %zero], %none : memref<16x16xf16>, vector<16x16xf16>
  %o = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} %x, %z, %s2 : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  vector.transfer_write %o, %c[%zero, %zero] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  func.return %n : vector<16x16xf32>
}

// Matrix instructions add: the largest of products stays as it is.
// CHECK-LABEL: func.func @largest
// CHECK-NOT: subgroup_mma
// CHECK: vector.contract
func.func @largest(%a: memref<16x16xf16>, %c: memref<16x16xf32>) {
  %zero = arith.constant 0 : index
  %none = arith.constant 0.0 : f16
  %nothing = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%zero, %zero], %none {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %s = vector.transfer_read %c[%zero, %zero], %nothing {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %n = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %x, %x, %s : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  vector.transfer_write %n, %c[%zero, %zero] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  func.return
}
