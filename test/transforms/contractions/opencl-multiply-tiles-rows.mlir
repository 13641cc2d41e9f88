// RUN: sed "/^ *MORE/d" %s | xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" | filecheck %s
// RUN: sed "/^ *MORE/d" %s | xdsl-opt -p "opencl-attach-target{mcpu=gfx942},opencl-multiply-tiles" | filecheck %s --check-prefix WAVE64
// RUN: sed '/^ *MORE/d; s/32, 32, 16>, waves = array<i64: 2, 1>/32, 32, 16>, waves = array<i64: 2, 2>/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix SHAPE
// RUN: sed '/^ *MORE/d; s/= array<i64: 2, 1>/= array<i64: 1, 1>/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix SHAPE
// RUN: sed '/^ *MORE/d; s/= array<i64: 32, 16, 32>, waves = array<i64: 2, 1>/= array<i64: 32, 16, 32>, waves = array<i64: 1, 1>/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix SHAPE
// RUN: sed '/^ *MORE/d; s/mulf %%one, %%sum/addf %%one, %%sum/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix SCALED
// RUN: sed '/^ *MORE/d; s/ins(%%largest : !row) outs(%%sums/ins(%%sums : !sums) outs(%%sums/; s/#row, #each\]/#each, #each]/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix SCALED
// RUN: sed '/^ *MORE/d; s/%%m = arith.maxnumf %%score, %%so_far/%%twice = arith.addf %%score, %%score : f32\n%%m = arith.maxnumf %%twice, %%so_far/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix COMBINED
// RUN: sed '/^ *MORE/d; s/%%m = arith.maxnumf %%score, %%so_far : f32/&\n%%twice = arith.addf %%m, %%m : f32/; s/yield %%m :/yield %%twice :/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix COMBINED
// RUN: sed '/^ *MORE/d; /linalg.fill.*%%largest/d' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix UNKNOWN
// RUN: sed '/^ *MORE/d; /linalg.fill.*%%scores/d' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix NOSUMS
// RUN: sed '/^ *MORE/d; /linalg.copy/d' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix NOQUERIES
// RUN: sed '/^ *MORE/d; s/^ *MORE$//; s/outs(%%largest : !row) {/outs(%%largest : !row) {/; s/\[#each\], iterator_types/[#turned], iterator_types/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix TURNED
// RUN: sed 's/^ *MORE$/memref.store %%zero, %%largest[%%none] : !row/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix OTHER
// RUN: sed 's/^ *MORE$/memref.store %%zero, %%sums[%%none, %%none] : !sums/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix OTHER
// RUN: sed 's/^    scf.for .*/&\nscf.for %%other = %%none to %%tiles step %%c1 {/; s/^ *MORE$/}/' %s | xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" | filecheck %s --check-prefix NESTED
// RUN: sed '/^ *MORE/d; s/^    scf.for .*/&\nscf.for %%other = %%none to %%tiles step %%c1 {/; s/^      linalg.generic {indexing_maps = \[#each\], .*/}\n&/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix INSIDE
// RUN: sed '/^ *MORE/d; s/-> (i, k)>/-> (k, i)>/; s/-> (j, k)>/-> (k, j)>/; s/^\(![qk][a-z]* = memref<\)32x16/\116x32/; s/^!values = memref<16x32/!values = memref<32x16/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1030},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix ITEMS
// RUN: sed '/^ *MORE/d; s/%%k : !keys, %%v/%%k : !keys, %%large : memref<14336xf32, #gpu.address_space<workgroup>>, %%v/' %s | not xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" 2>&1 | filecheck %s --check-prefix LOCAL
// RUN: sed '/^ *MORE/d; s/%%k : !keys, %%v/%%k : !keys, %%large : memref<14304xf32, #gpu.address_space<workgroup>>, %%v/' %s | xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},opencl-multiply-tiles" | filecheck %s --check-prefix FITS

// A sub-group multiplies its 16 rows, whose first factors stay in matrices, by all columns, and each work item takes
// its shares of a row through memory for 16 columns.
// CHECK-LABEL: func.func @rows
// CHECK: %p: memref<32x40xf16, #gpu.address_space<workgroup>>, %shares: memref<32x20xf32, #gpu.address_space<workgroup>>, %factors: memref<2x16xf32, #gpu.address_space<workgroup>>):
// CHECK: %[[WAVE:.*]] = arith.divui %tx, %[[LANES:.*]] : index
// CHECK-NEXT: %[[LANE:.*]] = arith.remui %tx, %[[LANES]] : index
// CHECK: %[[FIRST:.*]] = arith.muli %[[WAVE]], %[[SIXTEEN:.*]] : index
// CHECK-NEXT: %[[LINE:.*]] = arith.remui %[[LANE]], %[[SIXTEEN]] : index
// CHECK-NEXT: %[[PART:.*]] = arith.divui %[[LANE]], %[[SIXTEEN]] : index
// CHECK-NEXT: %[[ROW:.*]] = arith.addi %[[FIRST]], %[[LINE]] : index
// CHECK: %[[COLUMN:.*]] = arith.muli %[[PART]], %{{.*}} : index
// CHECK-NOT: memref.alloca
// CHECK-NOT: linalg
// CHECK: %[[QUERY:.*]] = gpu.subgroup_mma_load_matrix %q[%[[FIRST]], %{{.*}}] {leadDimension = 16 : index}
// CHECK: %[[START:.*]] = gpu.subgroup_mma_constant_matrix %zero
// CHECK-NEXT: %[[END:.*]], %{{.*}} = scf.for %i = {{.*}} iter_args(%[[SUM:.*]] = %[[START]], %[[SO_FAR:.*]] = %lowest) ->
// CHECK-NEXT: %[[NONE:.*]] = gpu.subgroup_mma_constant_matrix %zero
// CHECK: gpu.subgroup_mma_compute %[[QUERY]], %{{.*}}, %[[NONE]]
// CHECK-NEXT: %[[SECOND:.*]] = gpu.subgroup_mma_compute %[[QUERY]], %{{.*}}, %[[NONE]]
// CHECK-NEXT: opencl.sub_group_barrier local sub_group
// CHECK-NEXT: gpu.subgroup_mma_store_matrix %{{.*}}, %shares[%[[FIRST]], %{{.*}}] {leadDimension = 20 : index}
// CHECK-NEXT: opencl.sub_group_barrier local sub_group
// CHECK-NEXT: vector.load %shares[%[[ROW]], %[[COLUMN]]]
// CHECK: vector.load %shares[%[[ROW]], %{{.*}}]
// CHECK: opencl.sub_group_barrier local sub_group
// CHECK-NEXT: gpu.subgroup_mma_store_matrix %[[SECOND]], %shares
// The body for each element: of the first 16 columns, then of the others.
// CHECK: %hidden = arith.cmpi ugt, %[[COLUMN]], %[[ROW]] : index
// CHECK-NEXT: %seen = arith.select %hidden, %lowest, %
// CHECK-NEXT: arith.addi %[[COLUMN]], %[[ONE:.*]] : index
// CHECK-COUNT-7: arith.select
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[COLUMN]], %[[SIXTEEN]] : index
// CHECK-NEXT: arith.cmpi ugt, %[[NEXT]], %[[ROW]] : index
// CHECK-COUNT-8: arith.select
// CHECK-NEXT: arith.maxnumf %seen, %seen_1 : f32
// CHECK-COUNT-14: arith.maxnumf
// CHECK-NEXT: %[[WIDTH:.*]] = arith.constant 32 : i32
// CHECK-NEXT: %[[APART:.*]] = arith.constant 16 : i32
// CHECK-NEXT: %[[THEIRS:.*]], %{{.*}} = gpu.shuffle xor %[[OURS:.*]], %[[APART]], %[[WIDTH]] : f32
// CHECK-NEXT: %[[BOTH:.*]] = arith.maxnumf %[[OURS]], %[[THEIRS]] : f32
// CHECK-NEXT: %[[TOP:.*]] = arith.maxnumf %[[SO_FAR]], %[[BOTH]] : f32
// One work item of a row stores its number, and the sums are multiplied.
// CHECK-NEXT: opencl.sub_group_barrier local sub_group
// CHECK-NEXT: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[PART]], %{{.*}} : index
// CHECK-NEXT: scf.if %[[IS_FIRST]]
// CHECK-NEXT: memref.store %[[TOP]], %factors[%[[WAVE]], %[[LINE]]]
// CHECK: opencl.sub_group_barrier local sub_group
// CHECK-NEXT: %[[FACTORS:.*]] = gpu.subgroup_mma_load_matrix %factors[%[[WAVE]], %{{.*}}] {leadDimension = 0 : index, transpose}
// CHECK-NEXT: %[[PRODUCT:.*]] = gpu.subgroup_mma_elementwise mulf %[[SUM]], %[[FACTORS]]
// CHECK-NEXT: arith.subf %seen, %[[TOP]] : f32
// CHECK: vector.store %{{.*}}, %powers[%[[ROW]], %[[COLUMN]]] : {{.*}}, vector<8xf16>
// CHECK: vector.store %{{.*}}, %powers[%[[ROW]], %{{.*}}] : {{.*}}, vector<8xf16>
// CHECK-NEXT: opencl.sub_group_barrier local sub_group
// CHECK: gpu.subgroup_mma_load_matrix %powers
// CHECK: gpu.subgroup_mma_compute %{{.*}}, %{{.*}}, %[[PRODUCT]]
// CHECK: %[[LAST:.*]] = gpu.subgroup_mma_compute
// CHECK-NEXT: scf.yield %[[LAST]], %[[TOP]]
// CHECK: gpu.subgroup_mma_store_matrix %[[END]], %r
// CHECK: workgroup_attributions = 6

// In a wave of 64 four work items have a row, and each four of 16 columns.
// WAVE64: arith.constant 64 : index
// WAVE64: %shares: memref<32x20xf32
// WAVE64-COUNT-8: %seen{{.*}} = arith.select
// WAVE64-NOT: arith.select
// WAVE64: arith.constant 16 : i32
// WAVE64: gpu.shuffle xor
// WAVE64: arith.constant 32 : i32
// WAVE64: gpu.shuffle xor
// WAVE64-NOT: gpu.shuffle
// WAVE64: vector.store {{.*}} vector<4xf16>

// SHAPE: 'linalg.generic' between products of tiles: a sub-group must have 16 rows of all columns
// SCALED: 'linalg.generic' between products of tiles: sums are multiplied by a number of their row only
// COMBINED: 'linalg.generic' between products of tiles: a row's elements are combined by one operation only
// UNKNOWN: 'linalg.generic' between products of tiles: nothing before it computes %largest
// NOSUMS: 'linalg.generic' between products of tiles: nothing before it computes %scores
// NOQUERIES: 'linalg.generic' between products of tiles: nothing before it computes %queries
// TURNED: 'linalg.generic' between products of tiles: a work item has elements of its own row only
// NESTED: scf.for %i = {{.*}} iter_args(
// NESTED-NEXT: scf.for %other = {{.*}} iter_args(
// NESTED-NOT: linalg
// INSIDE: 'linalg.generic' between products of tiles: the loops around products must be inside of each other
// OTHER: 'memref.store' between products of tiles: it is none of 'linalg' on tiles
// ITEMS: 'linalg.generic' between products of tiles: tiles of values need a matrix instruction
// LOCAL: tiles of 32 x 16 x 32 need 65664 bytes of local memory; a work-group has 65536, use smaller tiles
// FITS: memref<14304xf32, #gpu.address_space<workgroup>>

!keys = memref<32x16xf16, #gpu.address_space<workgroup>>
!values = memref<16x32xf16, #gpu.address_space<workgroup>>
!powers = memref<32x40xf16, #gpu.address_space<workgroup>>
!queries = memref<32x16xf16>
!scores = memref<32x32xf32>
!sums = memref<32x16xf32>
!row = memref<32xf32>
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>
#each = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
func.func @rows(%r: memref<32x16xf32>, %zero: f32, %lowest: f32, %tiles: index) {
  %none = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %items = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%lx = %items, %ly = %c1, %lz = %c1) workgroup(%k : !keys, %v : !values, %q : !keys, %p : !powers) {
    %queries = memref.alloca() : !queries
    %scores = memref.alloca() : !scores
    %sums = memref.alloca() : !sums
    %largest = memref.alloca() : !row
    %powers = memref.subview %p[0, 0] [32, 32] [1, 1] : !powers to memref<32x32xf16, strided<[40, 1]>, #gpu.address_space<workgroup>>
    linalg.copy ins(%q : !keys) outs(%queries : !queries)
    linalg.fill ins(%zero : f32) outs(%sums : !sums)
    linalg.fill ins(%lowest : f32) outs(%largest : !row)
    scf.for %i = %none to %tiles step %c1 {
      linalg.fill ins(%zero : f32) outs(%scores : !scores)
      linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%queries, %k : !queries, !keys) outs(%scores : !scores) attrs = {opencl.schedule = {tile = array<i64: 32, 32, 16>, waves = array<i64: 2, 1>}} {
      ^bb0(%x: f16, %y: f16, %sum: f32):
        %wx = arith.extf %x : f16 to f32
        %wy = arith.extf %y : f16 to f32
        %t = arith.mulf %wx, %wy : f32
        %u = arith.addf %sum, %t : f32
        linalg.yield %u : f32
      }
      linalg.generic {indexing_maps = [#each], iterator_types = ["parallel", "parallel"]} outs(%scores : !scores) {
      ^bb0(%score: f32):
        %row = linalg.index 0 : index
        %column = linalg.index 1 : index
        %hidden = arith.cmpi ugt, %column, %row : index
        %seen = arith.select %hidden, %lowest, %score : f32
        linalg.yield %seen : f32
      }
      linalg.generic {indexing_maps = [#each, #row], iterator_types = ["parallel", "reduction"]} ins(%scores : !scores) outs(%largest : !row) {
      ^bb0(%score: f32, %so_far: f32):
        %m = arith.maxnumf %score, %so_far : f32
        linalg.yield %m : f32
      }
      linalg.generic {indexing_maps = [#row, #each], iterator_types = ["parallel", "parallel"]} ins(%largest : !row) outs(%sums : !sums) {
      ^bb0(%one: f32, %sum: f32):
        %s = arith.mulf %one, %sum : f32
        linalg.yield %s : f32
      }
      linalg.generic {indexing_maps = [#row, #each, #each], iterator_types = ["parallel", "parallel"]} ins(%largest, %scores : !row, !scores) outs(%powers : memref<32x32xf16, strided<[40, 1]>, #gpu.address_space<workgroup>>) {
      ^bb0(%one: f32, %score: f32, %o: f16):
        %d = arith.subf %score, %one : f32
        %n = arith.truncf %d : f32 to f16
        linalg.yield %n : f16
      }
      linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%powers, %v : memref<32x32xf16, strided<[40, 1]>, #gpu.address_space<workgroup>>, !values) outs(%sums : !sums) attrs = {opencl.schedule = {tile = array<i64: 32, 16, 32>, waves = array<i64: 2, 1>}} {
      ^bb0(%x: f16, %y: f16, %sum: f32):
        %wx = arith.extf %x : f16 to f32
        %wy = arith.extf %y : f16 to f32
        %t = arith.mulf %wx, %wy : f32
        %u = arith.addf %sum, %t : f32
        linalg.yield %u : f32
      }
    }
    MORE
    scf.parallel (%i, %j) = (%none, %none) to (%c32, %c16) step (%c1, %c4) {
      %four = vector.load %sums[%i, %j] : !sums, vector<4xf32>
      vector.store %four, %r[%i, %j] : memref<32x16xf32>, vector<4xf32>
    }
    gpu.terminator
  }
  func.return
}
