// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},linalg-decompose-softmax,opencl-tile-contractions" | filecheck %s
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},linalg-decompose-softmax,opencl-tile-contractions,opencl-multiply-tiles" | filecheck %s --check-prefix ITEMS
// RUN: sed 's/x128x/x120x/g; s/x128xf/x120xf/g' %s | xdsl-opt -p "opencl-attach-target{mcpu=gfx1100},linalg-decompose-softmax,opencl-tile-contractions" | filecheck %s --check-prefix ENDS
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1030},linalg-decompose-softmax,opencl-tile-contractions" | filecheck %s --check-prefix APART
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},linalg-decompose-softmax,opencl-tile-contractions{tile=64,64,32}" | filecheck %s --check-prefix TILE

// One kernel for 64 queries in each work-group; in its local memory are tiles of the keys, of the
// values with their columns as lines, and the queries, later the powers.
// CHECK-LABEL: func.func @attention
// CHECK-NOT: memref.alloc(
// CHECK: "gpu.launch"
// CHECK-NEXT: {{.*}}%keys: memref<64x72xf16, #gpu.address_space<workgroup>>, %values: memref<64x68xf16, #gpu.address_space<workgroup>>, %queries: memref<64x72xf16, #gpu.address_space<workgroup>>):
// CHECK: linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
// CHECK: %[[KEYS:.*]] = memref.subview %keys
// CHECK: %[[VALUES:.*]] = memref.subview %values
// CHECK: %[[QUERIES:.*]] = memref.subview %queries
// CHECK: opencl.copy_tile %q[
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: %[[OWN:.*]] = memref.alloca() : memref<64x64xf16>
// CHECK-NEXT: linalg.copy ins(%[[QUERIES]] : {{.*}}) outs(%[[OWN]] : memref<64x64xf16>)
// CHECK: %[[POWERS:.*]] = memref.subview %queries[0, 0] [64, 64] [1, 1]
// CHECK: %[[LOWEST:.*]] = arith.constant 0xff800000 : f32
// CHECK: %[[NONE:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[LOG2_E:.*]] = arith.constant 1.44269502 : f32
// CHECK: linalg.fill ins(%[[LOWEST]] : f32) outs(%largest : memref<64xf32>)
// CHECK: linalg.fill ins(%[[NONE]] : f32) outs(%total : memref<64xf32>)
// CHECK: scf.for
// CHECK: opencl.copy_tile %k[
// CHECK-NEXT: opencl.copy_tile %v[
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: linalg.fill ins(%zero : f32) outs(%scores : memref<64x64xf32>)
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[OWN]], %[[KEYS]] : {{.*}} outs(%scores : {{.*}}tile = array<i64: 64, 64, 64>, waves = array<i64: 4, 1>, instruction = "wmma.f32.16x16x16.f16"
// The operation on each score is the program's.
// CHECK: linalg.generic {{.*}}outs(%scores :
// CHECK: arith.mulf %{{.*}}, %scale : f32
// CHECK: linalg.copy ins(%largest : memref<64xf32>) outs(%factor : memref<64xf32>)
// CHECK-NEXT: linalg.generic {{.*}}"parallel", "reduction"]} ins(%scores : {{.*}}) outs(%largest :
// CHECK: arith.maxnumf
// A row without a finite score has no powers.
// CHECK: linalg.generic {{.*}} ins(%largest : {{.*}}) outs(%moved :
// CHECK: %[[IS:.*]] = arith.cmpf oeq, %[[TOP:.*]], %[[LOWEST]] : f32
// CHECK-NEXT: %[[KNOWN:.*]] = arith.select %[[IS]], %[[NONE]], %[[TOP]] : f32
// CHECK-NEXT: %[[UP:.*]] = arith.mulf %[[KNOWN]], %[[LOG2_E]] : f32
// CHECK-NEXT: arith.negf %[[UP]] : f32
// CHECK: linalg.generic {{.*}} ins(%moved : {{.*}}) outs(%factor :
// CHECK: %[[E:.*]] = math.fma %{{.*}}, %[[LOG2_E]], %{{.*}} : f32
// CHECK-NEXT: math.exp2 %[[E]] fastmath<afn> : f32
// CHECK: linalg.generic {{.*}} ins(%moved : {{.*}}) outs(%scores :
// CHECK: math.exp2 %{{.*}} fastmath<afn> : f32
// The sums so far are scaled.
// CHECK: linalg.generic {{.*}} ins(%factor : {{.*}}) outs(%total :
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}}"parallel", "reduction"]} ins(%scores : {{.*}}) outs(%total :
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%factor : {{.*}}) outs(%sums :
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} ins(%scores : {{.*}}) outs(%[[POWERS]] :
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: linalg.generic {{.*}} ins(%[[POWERS]], %[[VALUES]] : {{.*}}) outs(%sums :
// CHECK: gpu.barrier
// CHECK-NEXT: } {opencl.stages = 2 : i64}
// CHECK: linalg.generic {{.*}} outs(%total :
// CHECK: arith.divf %{{.*}}, %{{.*}} : f32
// CHECK: linalg.generic {{.*}} ins(%total : {{.*}}) outs(%sums :
// CHECK: arith.mulf
// CHECK: scf.parallel
// CHECK: vector.load %sums
// CHECK: vector.store %{{.*}}, %r[
// CHECK: opencl.tiles
// Afterwards the queries stay in matrices, and no tile of values is left.
// ITEMS: %shares: memref<64x20xf32, #gpu.address_space<workgroup>>, %factors: memref<4x16xf32, #gpu.address_space<workgroup>>):
// ITEMS-NOT: memref.alloca
// ITEMS-NOT: linalg
// ITEMS-COUNT-4: gpu.subgroup_mma_load_matrix %{{.*}} {leadDimension = 72 : index}
// ITEMS: scf.for {{.*}} -> (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">, f32, f32)
// ITEMS-COUNT-16: gpu.subgroup_mma_compute
// ITEMS: arith.maxnumf
// ITEMS: gpu.shuffle xor
// ITEMS-COUNT-4: gpu.subgroup_mma_elementwise mulf
// ITEMS-COUNT-4: vector.store %{{.*}} : memref<64x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>, vector<8xf16>
// ITEMS-COUNT-16: gpu.subgroup_mma_compute
// ITEMS: arith.divf
// ITEMS-COUNT-4: gpu.subgroup_mma_store_matrix {{.*}}, %r[{{.*}}] {leadDimension = 64 : index}
// ITEMS-NOT: opencl.tiles
// Keys past the end have the lowest score.
// ENDS: arith.cmpi slt, %{{.*}}, %{{.*}} : index
// ENDS-NEXT: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// Without matrix instructions, or with a tile for each contraction, the kernels are apart.
// APART: gpu.launch
// APART: math.exp
// APART: gpu.launch
// TILE: gpu.launch
// TILE: math.exp
// TILE: gpu.launch
#each = affine_map<(b, m, n) -> (b, m, n)>
func.func @attention(%q: memref<8x128x64xf16>, %k: memref<8x128x64xf16>, %v: memref<8x128x64xf16>, %r: memref<8x128x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.125 : f32
  %a = memref.alloc() : memref<8x128x128xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<8x128x128xf32>)
  linalg.batch_matmul_transpose_b ins(%q, %k : memref<8x128x64xf16>, memref<8x128x64xf16>) outs(%a : memref<8x128x128xf32>)
  linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : memref<8x128x128xf32>) outs(%a : memref<8x128x128xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %scale : f32
    linalg.yield %y : f32
  }
  %b = memref.alloc() : memref<8x128x128xf32>
  linalg.softmax dimension(2) ins(%a : memref<8x128x128xf32>) outs(%b : memref<8x128x128xf32>)
  %p = memref.alloc() : memref<8x128x128xf16>
  linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel", "parallel", "parallel"]} ins(%b : memref<8x128x128xf32>) outs(%p : memref<8x128x128xf16>) {
  ^bb0(%x: f32, %o: f16):
    %y = arith.truncf %x : f32 to f16
    linalg.yield %y : f16
  }
  linalg.fill ins(%zero : f32) outs(%r : memref<8x128x64xf32>)
  linalg.batch_matmul ins(%p, %v : memref<8x128x128xf16>, memref<8x128x64xf16>) outs(%r : memref<8x128x64xf32>)
  func.return
}
