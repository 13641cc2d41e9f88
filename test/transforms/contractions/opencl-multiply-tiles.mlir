// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" | filecheck %s
// RUN: sed '/ = arith.addf %values, %values/d; s/store %%t/store %other/' %s | xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" | filecheck %s
// RUN: sed 's/%%t = arith.addf %values, %values.*/vector.store %values, %c[%j, %i] : memref<16x16xf32>, vector<4xf32>/; s/store %%t/store %values/' %s | xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" | filecheck %s
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions{tile=32,32,32 waves=1,1},opencl-multiply-tiles" | filecheck %s --check-prefix TILED
// RUN: sed '/^.. All loops around/,$d' %s | xdsl-opt -p "opencl-attach-target{mcpu=gfx1030},opencl-tile-contractions{tile=32,32,32 waves=1,1},opencl-multiply-tiles" | filecheck %s --check-prefix ITEM

!tile = memref<16x16xf16, #gpu.address_space<workgroup>>
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>

// A sub-group has four matrices of sums, which the loop carries; no tile of sums is left. Matrices are stored as
// they are.
// TILED-LABEL: func.func @product
// ITEM-LABEL: func.func @product
// TILED-NOT: memref.alloca
// TILED-NOT: linalg
// TILED: %[[SUM:.*]] = gpu.subgroup_mma_constant_matrix %zero
// TILED: scf.for {{.*}} iter_args({{.*}} = %[[SUM]], {{.*}} = %[[SUM]], {{.*}} = %[[SUM]], {{.*}} = %[[SUM]])
// TILED: gpu.barrier memfence [#gpu.address_space<workgroup>]
// TILED: gpu.subgroup_mma_load_matrix %{{.*}} {leadDimension = 36 : index, transpose} : memref<32x32xf16, strided<[36, 1]>
// TILED: gpu.subgroup_mma_load_matrix %{{.*}} {leadDimension = 40 : index} : memref<32x32xf16, strided<[40, 1]>
// TILED-COUNT-2: gpu.subgroup_mma_compute
// TILED: gpu.barrier
// TILED-NEXT: scf.yield
// TILED-NEXT: } {opencl.stages = 2 : i64}
// TILED-NOT: scf.parallel
// TILED-COUNT-4: gpu.subgroup_mma_store_matrix {{.*}}, %c[{{.*}}] {leadDimension = 96 : index}
// TILED: gpu.terminator
// TILED-NOT: opencl.tiles
// Work items multiply where the GPU has no instruction: a column by a row.
// ITEM-NOT: subgroup_mma
// Sums are numbers: LLVM does not pair products that are parts of a vector.
// ITEM: scf.for {{.*}} -> (f32, f32, {{.*}}) {
// ITEM: math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
// ITEM: vector.store %{{.*}}, %c[
func.func @product(%a: memref<64x64xf16>, %b: memref<64x96xf16>, %c: memref<64x96xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x96xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x96xf16>) outs(%c : memref<64x96xf32>)
  func.return
}

// Results that are not stored as they are go through the memory of the tiles, once all sub-groups
// have multiplied.
// TILED-LABEL: func.func @edges
// TILED: %shared: memref<4864xi8, #gpu.address_space<workgroup>>):
// TILED: %[[START:.*]] = arith.constant 0 : index
// TILED: %first_tile = memref.view %shared[%[[START]]][] : {{.*}} to memref<32x40xf16, #gpu.address_space<workgroup>>
// TILED: %[[BEHIND:.*]] = arith.constant 2560 : index
// TILED: %second_tile = memref.view %shared[%[[BEHIND]]][] : {{.*}} to memref<32x36xf16, #gpu.address_space<workgroup>>
// TILED-NEXT: %stage = memref.view %shared[%[[START]]][] : {{.*}} to memref<16x48xf32, #gpu.address_space<workgroup>>
// TILED: scf.for
// TILED: gpu.barrier
// TILED-NOT: subgroup_mma_store
// TILED: gpu.subgroup_mma_compute
// TILED: gpu.barrier
// TILED-NEXT: scf.yield
// TILED: gpu.barrier memfence [#gpu.address_space<workgroup>]
// TILED: opencl.sub_group_barrier local sub_group
// TILED-NEXT: gpu.subgroup_mma_store_matrix %{{.*}}, %stage
// TILED-NOT: gpu.barrier
// TILED: gpu.terminator
func.func @edges(%a: memref<60x64xf16>, %b: memref<64x90xf16>, %c: memref<60x90xf32>) {
  linalg.matmul ins(%a, %b : memref<60x64xf16>, memref<64x90xf16>) outs(%c : memref<60x90xf32>)
  func.return
}

// All loops around the product carry the sums. The results go through the memory of the tiles, but not through
// what is read with them.
// CHECK-LABEL: func.func @nested
// CHECK: ^{{.*}}, %shared: memref<2048xi8, #gpu.address_space<workgroup>>, %bias: memref<16xf32, #gpu.address_space<workgroup>>):
// CHECK: %x = memref.view %shared[%[[START:.*]]][]
// CHECK: %[[SECOND:.*]] = arith.constant 512 : index
// CHECK-NEXT: %y = memref.view %shared[%[[SECOND]]][]
// CHECK-NEXT: %stage = memref.view %shared[%[[START]]][] : {{.*}} to memref<16x32xf32, #gpu.address_space<workgroup>>
// CHECK: %[[SUM:.*]] = gpu.subgroup_mma_constant_matrix %start
// CHECK-NEXT: %{{.*}}, %[[OUTER:.*]] = scf.for %{{.*}} iter_args(%[[N:.*]] = %{{.*}}, %[[S:.*]] = %[[SUM]])
// CHECK-NEXT: %[[INNER:.*]] = scf.for %{{.*}} iter_args(%[[T:.*]] = %[[S]])
// CHECK-NEXT: gpu.subgroup_mma_load_matrix %y[
// CHECK-NEXT: gpu.subgroup_mma_load_matrix %x[
// CHECK-NEXT: %[[MADE:.*]] = gpu.subgroup_mma_compute %{{.*}}, %{{.*}}, %[[T]]
// CHECK-NEXT: scf.yield %[[MADE]]
// CHECK: scf.yield %[[N]], %[[INNER]]
// CHECK: gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK: opencl.sub_group_barrier
// CHECK-NEXT: gpu.subgroup_mma_store_matrix %[[OUTER]], %stage[%{{.*}}] {leadDimension = 32 : index}
// CHECK-NEXT: opencl.sub_group_barrier
// CHECK: %[[V:.*]] = vector.load %stage
// CHECK: %[[B:.*]] = vector.load %bias[%[[COLUMN:.*]]]
// CHECK-NEXT: %[[W:.*]] = arith.addf %[[V]], %[[B]]
// CHECK-NEXT: vector.store %[[W]], %c[%[[ROW:.*]], %[[COLUMN]]]
// CHECK: workgroup_attributions = 2
func.func @nested(%c: memref<16x32xf32>, %start: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %extent = arith.constant 16 : index
  %items = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%lx = %items, %ly = %one, %lz = %one) workgroup(%x : !tile, %y : !tile, %bias : memref<16xf32, #gpu.address_space<workgroup>>) {
    %sums = memref.alloca() : memref<16x16xf32>
    linalg.fill ins(%start : f32) outs(%sums : memref<16x16xf32>)
    %number = scf.for %k = %zero to %four step %one iter_args(%n = %zero) -> (index) {
      scf.for %l = %zero to %four step %one {
        linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : !tile, !tile) outs(%sums : memref<16x16xf32>) attrs = {opencl.schedule = {tile = array<i64: 16, 16, 16>, waves = array<i64: 1, 1>}} {
        ^bb0(%u: f16, %v: f16, %w: f32):
          %p = arith.extf %u : f16 to f32
          %q = arith.extf %v : f16 to f32
          %r = arith.mulf %p, %q : f32
          %s = arith.addf %w, %r : f32
          linalg.yield %s : f32
        }
      }
      scf.yield %n : index
    }
    scf.parallel (%i, %j) = (%zero, %zero) to (%extent, %extent) step (%one, %four) {
      %values = vector.load %sums[%i, %j] : memref<16x16xf32>, vector<4xf32>
      %b = vector.load %bias[%j] : memref<16xf32, #gpu.address_space<workgroup>>, vector<4xf32>
      %sum = arith.addf %values, %b : vector<4xf32>
      vector.store %sum, %c[%i, %j] : memref<16x32xf32>, vector<4xf32>
    }
    gpu.terminator
  }
  func.return
}

// Matrices are not stored as they are if results are changed (with `sed`: others are stored, or twice),
// CHECK-LABEL: func.func @changed
// CHECK: gpu.subgroup_mma_store_matrix %{{.*}}, %stage
func.func @changed(%c: memref<16x16xf32>, %start: f32, %other: vector<4xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %extent = arith.constant 16 : index
  %items = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%lx = %items, %ly = %one, %lz = %one) workgroup(%x : !tile, %y : !tile) {
    %sums = memref.alloca() : memref<16x16xf32>
    linalg.fill ins(%start : f32) outs(%sums : memref<16x16xf32>)
    linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : !tile, !tile) outs(%sums : memref<16x16xf32>) attrs = {opencl.schedule = {tile = array<i64: 16, 16, 16>, waves = array<i64: 1, 1>}} {
    ^bb0(%u: f16, %v: f16, %w: f32):
      %p = arith.extf %u : f16 to f32
      %q = arith.extf %v : f16 to f32
      %r = arith.mulf %p, %q : f32
      %s = arith.addf %w, %r : f32
      linalg.yield %s : f32
    }
    scf.parallel (%i, %j) = (%zero, %zero) to (%extent, %extent) step (%one, %four) {
      %values = vector.load %sums[%i, %j] : memref<16x16xf32>, vector<4xf32>
      %t = arith.addf %values, %values : vector<4xf32>
      vector.store %t, %c[%i, %j] : memref<16x16xf32>, vector<4xf32>
    }
    gpu.terminator
  }
  func.return
}

// columns become rows,
// CHECK-LABEL: func.func @turned
// CHECK: gpu.subgroup_mma_store_matrix %{{.*}}, %stage
func.func @turned(%c: memref<32x32xf32>, %start: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %extent = arith.constant 16 : index
  %items = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%lx = %items, %ly = %one, %lz = %one) workgroup(%x : !tile, %y : !tile) {
    %sums = memref.alloca() : memref<16x16xf32>
    linalg.fill ins(%start : f32) outs(%sums : memref<16x16xf32>)
    linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : !tile, !tile) outs(%sums : memref<16x16xf32>) attrs = {opencl.schedule = {tile = array<i64: 16, 16, 16>, waves = array<i64: 1, 1>}} {
    ^bb0(%u: f16, %v: f16, %w: f32):
      %p = arith.extf %u : f16 to f32
      %q = arith.extf %v : f16 to f32
      %r = arith.mulf %p, %q : f32
      %s = arith.addf %w, %r : f32
      linalg.yield %s : f32
    }
    scf.parallel (%i, %j) = (%zero, %zero) to (%extent, %extent) step (%one, %four) {
      %values = vector.load %sums[%i, %j] : memref<16x16xf32>, vector<4xf32>
      vector.store %values, %c[%j, %i] : memref<32x32xf32>, vector<4xf32>
    }
    gpu.terminator
  }
  func.return
}

// the first index moves, too,
// CHECK-LABEL: func.func @diagonal
// CHECK: gpu.subgroup_mma_store_matrix %{{.*}}, %stage
func.func @diagonal(%c: memref<16x16x16xf32>, %start: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %extent = arith.constant 16 : index
  %items = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%lx = %items, %ly = %one, %lz = %one) workgroup(%x : !tile, %y : !tile) {
    %sums = memref.alloca() : memref<16x16xf32>
    linalg.fill ins(%start : f32) outs(%sums : memref<16x16xf32>)
    linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : !tile, !tile) outs(%sums : memref<16x16xf32>) attrs = {opencl.schedule = {tile = array<i64: 16, 16, 16>, waves = array<i64: 1, 1>}} {
    ^bb0(%u: f16, %v: f16, %w: f32):
      %p = arith.extf %u : f16 to f32
      %q = arith.extf %v : f16 to f32
      %r = arith.mulf %p, %q : f32
      %s = arith.addf %w, %r : f32
      linalg.yield %s : f32
    }
    scf.parallel (%i, %j) = (%zero, %zero) to (%extent, %extent) step (%one, %four) {
      %values = vector.load %sums[%i, %j] : memref<16x16xf32>, vector<4xf32>
      vector.store %values, %c[%i, %i, %j] : memref<16x16x16xf32>, vector<4xf32>
    }
    gpu.terminator
  }
  func.return
}

// each row is two rows apart,
// CHECK-LABEL: func.func @spread
// CHECK: gpu.subgroup_mma_store_matrix %{{.*}}, %stage
func.func @spread(%c: memref<32x32xf32>, %start: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %extent = arith.constant 16 : index
  %items = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%lx = %items, %ly = %one, %lz = %one) workgroup(%x : !tile, %y : !tile) {
    %sums = memref.alloca() : memref<16x16xf32>
    linalg.fill ins(%start : f32) outs(%sums : memref<16x16xf32>)
    linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : !tile, !tile) outs(%sums : memref<16x16xf32>) attrs = {opencl.schedule = {tile = array<i64: 16, 16, 16>, waves = array<i64: 1, 1>}} {
    ^bb0(%u: f16, %v: f16, %w: f32):
      %p = arith.extf %u : f16 to f32
      %q = arith.extf %v : f16 to f32
      %r = arith.mulf %p, %q : f32
      %s = arith.addf %w, %r : f32
      linalg.yield %s : f32
    }
    scf.parallel (%i, %j) = (%zero, %zero) to (%extent, %extent) step (%one, %four) {
      %values = vector.load %sums[%i, %j] : memref<16x16xf32>, vector<4xf32>
      %t = arith.muli %i, %four : index
      vector.store %values, %c[%t, %j] : memref<32x32xf32>, vector<4xf32>
    }
    gpu.terminator
  }
  func.return
}

// or the memory has a layout.
// CHECK-LABEL: func.func @strided
// CHECK: gpu.subgroup_mma_store_matrix %{{.*}}, %stage
func.func @strided(%c: memref<16x16xf32, strided<[40, 1]>>, %start: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %extent = arith.constant 16 : index
  %items = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%lx = %items, %ly = %one, %lz = %one) workgroup(%x : !tile, %y : !tile) {
    %sums = memref.alloca() : memref<16x16xf32>
    linalg.fill ins(%start : f32) outs(%sums : memref<16x16xf32>)
    linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : !tile, !tile) outs(%sums : memref<16x16xf32>) attrs = {opencl.schedule = {tile = array<i64: 16, 16, 16>, waves = array<i64: 1, 1>}} {
    ^bb0(%u: f16, %v: f16, %w: f32):
      %p = arith.extf %u : f16 to f32
      %q = arith.extf %v : f16 to f32
      %r = arith.mulf %p, %q : f32
      %s = arith.addf %w, %r : f32
      linalg.yield %s : f32
    }
    scf.parallel (%i, %j) = (%zero, %zero) to (%extent, %extent) step (%one, %four) {
      %values = vector.load %sums[%i, %j] : memref<16x16xf32>, vector<4xf32>
      vector.store %values, %c[%i, %j] : memref<16x16xf32, strided<[40, 1]>>, vector<4xf32>
    }
    gpu.terminator
  }
  func.return
}

// An offset from outside of the loop is no change.
// CHECK-LABEL: func.func @placed
// CHECK: gpu.subgroup_mma_compute
// CHECK-NOT: gpu.barrier
// CHECK: %[[ROW:.*]] = arith.addi %{{.*}}, %four : index
// CHECK: gpu.subgroup_mma_store_matrix %{{.*}}, %c[%[[ROW]], %{{.*}}] {leadDimension = 32 : index}
func.func @placed(%c: memref<32x32xf32>, %start: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %extent = arith.constant 16 : index
  %items = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%lx = %items, %ly = %one, %lz = %one) workgroup(%x : !tile, %y : !tile) {
    %sums = memref.alloca() : memref<16x16xf32>
    linalg.fill ins(%start : f32) outs(%sums : memref<16x16xf32>)
    linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : !tile, !tile) outs(%sums : memref<16x16xf32>) attrs = {opencl.schedule = {tile = array<i64: 16, 16, 16>, waves = array<i64: 1, 1>}} {
    ^bb0(%u: f16, %v: f16, %w: f32):
      %p = arith.extf %u : f16 to f32
      %q = arith.extf %v : f16 to f32
      %r = arith.mulf %p, %q : f32
      %s = arith.addf %w, %r : f32
      linalg.yield %s : f32
    }
    scf.parallel (%i, %j) = (%zero, %zero) to (%extent, %extent) step (%one, %four) {
      %values = vector.load %sums[%i, %j] : memref<16x16xf32>, vector<4xf32>
      %row = arith.addi %i, %four : index
      vector.store %values, %c[%row, %j] : memref<32x32xf32>, vector<4xf32>
    }
    gpu.terminator
  }
  func.return
}
