// --- AFFINE
#set = affine_set<(d0, d1) : (d0 - d1 >= 0, d1 - 2 >= 0)>
func.func @f(%a: memref<8x8xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (8, 8) {
    affine.if #set(%i, %j) {
      %v = affine.load %a[%i, %j] : memref<8x8xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %a[%i, %j] : memref<8x8xf32>
    } else {
      %z = arith.constant 0.0 : f32
      affine.store %z, %a[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
// --- TRIANGLE
func.func @tri(%n: index, %c: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %m = arith.addi %i, %c1 : index
    scf.parallel (%j) = (%c0) to (%m) step (%c1) {
      %z = memref.load %c[%i, %j] : memref<?x?xf32>
      %s = arith.addf %z, %z : f32
      memref.store %s, %c[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// --- MEMREF
memref.global "private" constant @tab : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @f(%a: memref<4xf32>, %h: memref<16xi32>, %p: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %g = memref.get_global @tab : memref<4xf32>
  %d = memref.cast %a : memref<4xf32> to memref<?xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %v = memref.load %g[%i] : memref<4xf32>
    memref.store %v, %d[%i] : memref<?xf32>
    %x = arith.index_cast %i : index to i32
    %r = memref.atomic_rmw addi %x, %h[%c0] : (i32, memref<16xi32>) -> i32
    scf.reduce
  }
  return
}
// --- CALLED
ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
func.func @f(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %v = memref.load %a[%i] : memref<4xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %a[%i] : memref<4xf32>
  }
  return
}
func.func @main(%a: memref<4xf32>) {
  call @f(%a) : (memref<4xf32>) -> ()
  return
}
// --- VECTOR_CONSTANT
func.func @main(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    %v = vector.load %a[%c0] : memref<4xf32>, vector<4xf32>
    %w = arith.addf %v, %s : vector<4xf32>
    vector.store %w, %a[%c0] : memref<4xf32>, vector<4xf32>
  }
  return
}
// --- INDEX_BELOW_ZERO
func.func @f(%a: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %w = arith.addi %i, %n : index
    %v = arith.index_cast %w : index to i32
    memref.store %v, %a[%i] : memref<?xi32>
  }
  return
}
// --- CLUSTER
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>, %b: memref<?xf32>) kernel {
    %i = gpu.global_id x
    %v = memref.load %a[%i] : memref<?xf32>
    %s = gpu.subgroup_reduce add %v cluster(size = 4) : (f32) -> f32
    memref.store %s, %b[%i] : memref<?xf32>
    gpu.return
  }
}
