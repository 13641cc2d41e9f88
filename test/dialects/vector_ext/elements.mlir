// RUN: xdsl-opt %s | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt | filecheck %s

func.func @memory(%m: memref<4x8xf32>, %t: tensor<4x8xf32>, %i: index, %idx: vector<4xi32>, %idx2: vector<2x3xindex>, %mask: vector<4xi1>, %mask2: vector<2x3xi1>, %v: vector<4xf32>, %v2: vector<2x3xf32>) -> vector<4xf32> {
  // CHECK: vector.gather %m[%i, %i] [%idx], %mask, %v {alignment = 4 : i64} : memref<4x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %a = vector.gather %m[%i, %i] [%idx], %mask, %v {alignment = 4 : i64} : memref<4x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK: vector.gather %t[%i, %i] [%idx2], %mask2, %v2 : tensor<4x8xf32>, vector<2x3xindex>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  %b = vector.gather %t[%i, %i] [%idx2], %mask2, %v2 : tensor<4x8xf32>, vector<2x3xindex>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  // CHECK: vector.scatter %m[%i, %i] [%idx], %mask, %v {alignment = 4 : i64} : memref<4x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%i, %i] [%idx], %mask, %v {alignment = 4 : i64} : memref<4x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  // CHECK: vector.scatter %t[%i, %i] [%idx2], %mask2, %v2 : tensor<4x8xf32>, vector<2x3xindex>, vector<2x3xi1>, vector<2x3xf32> -> tensor<4x8xf32>
  %c = vector.scatter %t[%i, %i] [%idx2], %mask2, %v2 : tensor<4x8xf32>, vector<2x3xindex>, vector<2x3xi1>, vector<2x3xf32> -> tensor<4x8xf32>
  // CHECK: vector.expandload %m[%i, %i], %mask, %v {alignment = 4 : i64} : memref<4x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %d = vector.expandload %m[%i, %i], %mask, %v {alignment = 4 : i64} : memref<4x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK: vector.compressstore %m[%i, %i], %mask, %v {alignment = 4 : i64} : memref<4x8xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i, %i], %mask, %v {alignment = 4 : i64}: memref<4x8xf32>, vector<4xi1>, vector<4xf32>
  // CHECK: vector.type_cast %m : memref<4x8xf32> to memref<vector<4x8xf32>>
  %e = vector.type_cast %m : memref<4x8xf32> to memref<vector<4x8xf32>>
  return %a : vector<4xf32>
}
func.func @elements(%v: vector<4x6xf32>, %x: f32, %s: vector<2x3xf32>, %r: vector<6xf32>, %mk: vector<4x6xi1>, %m: memref<4x6xf32>, %i: index, %rm: vector<6xi1>, %cm: vector<4x6x2xi1>, %w: vector<6x2xf32>, %acc: vector<4x2xf32>) {
  // CHECK: vector.constant_mask [2, 3] : vector<4x6xi1>
  %a = vector.constant_mask [2, 3] : vector<4x6xi1>
  // CHECK: vector.step : vector<4xindex>
  %b = vector.step : vector<4xindex>
  // CHECK: vector.from_elements %x, %x, %x, %x : vector<2x2xf32>
  %c = vector.from_elements %x, %x, %x, %x : vector<2x2xf32>
  // CHECK: vector.to_elements %s : vector<2x3xf32>
  %d:6 = vector.to_elements %s : vector<2x3xf32>
  // CHECK: vector.interleave %s, %s : vector<2x3xf32> -> vector<2x6xf32>
  %e = vector.interleave %s, %s : vector<2x3xf32> -> vector<2x6xf32>
  // CHECK: vector.deinterleave %v : vector<4x6xf32> -> vector<4x3xf32>
  %f, %g = vector.deinterleave %v : vector<4x6xf32> -> vector<4x3xf32>
  // CHECK: vector.extract_strided_slice %v {offsets = [1 : i64], sizes = [2 : i64], strides = [1 : i64]} : vector<4x6xf32> to vector<2x6xf32>
  %h = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4x6xf32> to vector<2x6xf32>
  // CHECK: vector.insert_strided_slice %s, %v {offsets = [1 : i64, 2 : i64], strides = [1 : i64, 1 : i64]} : vector<2x3xf32> into vector<4x6xf32>
  %k = vector.insert_strided_slice %s, %v {offsets = [1, 2], strides = [1, 1]} : vector<2x3xf32> into vector<4x6xf32>
  // CHECK: vector.scan <add>, %v, %r {inclusive = true, reduction_dim = 0 : i64} : vector<4x6xf32>, vector<6xf32>
  %l, %n = vector.scan <add>, %v, %r {inclusive = true, reduction_dim = 0 : i64} : vector<4x6xf32>, vector<6xf32>
  // CHECK: vector.mask %mk { vector.transfer_read %m[%i, %i], %x {in_bounds = [true, true]} : memref<4x6xf32>, vector<4x6xf32> } : vector<4x6xi1> -> vector<4x6xf32>
  %o = vector.mask %mk { vector.transfer_read %m[%i, %i], %x {in_bounds = [true, true]} : memref<4x6xf32>, vector<4x6xf32> } : vector<4x6xi1> -> vector<4x6xf32>
  // CHECK: vector.mask %mk, %v { vector.transfer_read %m[%i, %i], %x {in_bounds = [true, true]} : memref<4x6xf32>, vector<4x6xf32> } : vector<4x6xi1> -> vector<4x6xf32>
  %o2 = vector.mask %mk, %v { vector.transfer_read %m[%i, %i], %x {in_bounds = [true, true]} : memref<4x6xf32>, vector<4x6xf32> } : vector<4x6xi1> -> vector<4x6xf32>
  // CHECK: vector.mask %mk { vector.transfer_write %{{.*}}, %m[%i, %i] {in_bounds = [true, true]} : vector<4x6xf32>, memref<4x6xf32> } : vector<4x6xi1>
  vector.mask %mk { vector.transfer_write %o, %m[%i, %i] {in_bounds = [true, true]} : vector<4x6xf32>, memref<4x6xf32> } : vector<4x6xi1>
  // CHECK: vector.mask %rm { vector.reduction <add>, %r, %x : vector<6xf32> into f32 } : vector<6xi1> -> f32
  %p = vector.mask %rm { vector.reduction <add>, %r, %x : vector<6xf32> into f32 } : vector<6xi1> -> f32
  // CHECK: vector.mask %mk { vector.multi_reduction <add>, %v, %r [0] : vector<4x6xf32> to vector<6xf32> } : vector<4x6xi1> -> vector<6xf32>
  %q = vector.mask %mk { vector.multi_reduction <add>, %v, %r [0] : vector<4x6xf32> to vector<6xf32> } : vector<4x6xi1> -> vector<6xf32>
  // CHECK: vector.mask %cm { vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"], kind = #vector.kind<add>} %v, %w, %acc : vector<4x6xf32>, vector<6x2xf32> into vector<4x2xf32> } : vector<4x6x2xi1> -> vector<4x2xf32>
  %z = vector.mask %cm { vector.contract {indexing_maps = [affine_map<(i,k,j) -> (i, k)>, affine_map<(i,k,j) -> (k, j)>, affine_map<(i,k,j) -> (i, j)>], iterator_types = ["parallel", "reduction", "parallel"]} %v, %w, %acc : vector<4x6xf32>, vector<6x2xf32> into vector<4x2xf32> } : vector<4x6x2xi1> -> vector<4x2xf32>
  // CHECK: vector.mask %mk { vector.yield } : vector<4x6xi1>
  vector.mask %mk { } : vector<4x6xi1>
  // CHECK: vector.mask %mk, %v { vector.yield %{{.*}} : vector<4x6xf32> } : vector<4x6xi1> -> vector<4x6xf32>
  %y = vector.mask %mk, %v { vector.yield %o : vector<4x6xf32> } : vector<4x6xi1> -> vector<4x6xf32>
  return
}
func.func @tensor(%t: tensor<4x8xf32>, %v: vector<8xf32>, %m: vector<8xi1>, %i: index) -> tensor<4x8xf32> {
  // CHECK: vector.mask %m { vector.transfer_write %v, %t[%i, %i] {in_bounds = [true]} : vector<8xf32>, tensor<4x8xf32> } : vector<8xi1> -> tensor<4x8xf32>
  %r = vector.mask %m { vector.transfer_write %v, %t[%i, %i] {in_bounds = [true]} : vector<8xf32>, tensor<4x8xf32> } : vector<8xi1> -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
