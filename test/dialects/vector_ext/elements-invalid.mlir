// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// CHECK: 'vector.gather' has 0 indices for memref<8xf32>; give each dimension one
func.func @f(%m: memref<8xf32>, %k: vector<4xi1>, %v: vector<4xf32>, %w: vector<4xi32>) {
  %r = vector.gather %m[] [%w], %k, %v : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  func.return
}

// -----

// CHECK: 'vector.gather' of memref<8xf32> has elements of f32, got vector<4xi32>
func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %w: vector<4xi32>) {
  %r = vector.gather %m[%i] [%w], %k, %w : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  func.return
}

// -----

// CHECK: 'vector.gather' has vectors of different shapes, vector<2x4xf32> and vector<4xi32>
func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %w: vector<4xi32>, %b: vector<2x4xf32>) {
  %r = vector.gather %m[%i] [%w], %k, %b : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<2x4xf32> into vector<2x4xf32>
  func.return
}

// -----

// CHECK: 'vector.scatter' into tensor<8xf32> has its type as the result
func.func @f(%t: tensor<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>, %w: vector<4xi32>) {
  vector.scatter %t[%i] [%w], %k, %v : tensor<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  func.return
}

// -----

// CHECK: 'vector.scatter' into memref<8xf32> has no result
func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>, %w: vector<4xi32>) {
  %r = vector.scatter %m[%i] [%w], %k, %v : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<8xf32>
  func.return
}

// -----

// CHECK: 'vector.constant_mask' has the sizes [5] for vector<4xi1>; each dimension has one, up to its own
func.func @f() {
  %r = vector.constant_mask [5] : vector<4xi1>
  func.return
}

// -----

// CHECK: 'vector.constant_mask' has the sizes [2, 2] for vector<4xi1>; each dimension has one, up to its own
func.func @f() {
  %r = vector.constant_mask [2, 2] : vector<4xi1>
  func.return
}

// -----

// CHECK: 'vector.constant_mask' has the sizes [0, 2]; if one is 0, all are
func.func @f() {
  %r = vector.constant_mask [0, 2] : vector<4x4xi1>
  func.return
}

// -----

// CHECK: 'vector.step' has a vector of one dimension, got vector<2x4xindex>
func.func @f() {
  %r = vector.step : vector<2x4xindex>
  func.return
}

// -----

// CHECK: 'vector.from_elements' has each of the 3 elements of vector<3xf32>, got f32, f32
func.func @f(%x: f32) {
  %r = vector.from_elements %x, %x : vector<3xf32>
  func.return
}

// -----

// CHECK: 'vector.interleave': pairs of the elements of vector<4xf32> are vector<8xf32>, got vector<6xf32>
func.func @f(%v: vector<4xf32>) {
  %r = vector.interleave %v, %v : vector<4xf32> -> vector<6xf32>
  func.return
}

// -----

// CHECK: 'vector.deinterleave': pairs of the elements of vector<3xf32> are vector<6xf32>, got vector<4xf32>
func.func @f(%v: vector<4xf32>) {
  %r, %s = vector.deinterleave %v : vector<4xf32> -> vector<3xf32>
  func.return
}

// -----

// CHECK: 'vector.extract_strided_slice': vector<3xf32> at [2] is not a part of vector<4xf32>
func.func @f(%v: vector<4xf32>) {
  %r = vector.extract_strided_slice %v {offsets = [2], sizes = [3], strides = [1]} : vector<4xf32> to vector<3xf32>
  func.return
}

// -----

// CHECK: 'vector.extract_strided_slice' has the strides [2]; upstream has 1 only
func.func @f(%v: vector<4xf32>) {
  %r = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [2]} : vector<4xf32> to vector<2xf32>
  func.return
}

// -----

// CHECK: 'vector.extract_strided_slice': vector<2x1xf32> at [0, 0] is not a part of vector<4xf32>
func.func @f(%v: vector<4xf32>) {
  %r = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [2, 1], strides = [1, 1]} : vector<4xf32> to vector<2x1xf32>
  func.return
}

// -----

// CHECK: 'vector.extract_strided_slice' has [2] elements, got vector<3xf32>
func.func @f(%v: vector<4xf32>) {
  %r = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<3xf32>
  func.return
}

// -----

// CHECK: 'vector.extract_strided_slice': vector<1x2xf32> at [0] is not a part of vector<2x4xf32>
func.func @f(%b: vector<2x4xf32>) {
  %r = vector.extract_strided_slice %b {offsets = [0], sizes = [1, 2], strides = [1]} : vector<2x4xf32> to vector<1x2xf32>
  func.return
}

// -----

// CHECK: 'vector.insert_strided_slice': vector<4xf32> at [1] is not a part of vector<2x4xf32>
func.func @f(%v: vector<4xf32>, %b: vector<2x4xf32>) {
  %r = vector.insert_strided_slice %v, %b {offsets = [1], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  func.return
}

// -----

// CHECK: 'vector.insert_strided_slice': vector<4xf32> at [1, 1] is not a part of vector<2x4xf32>
func.func @f(%v: vector<4xf32>, %b: vector<2x4xf32>) {
  %r = vector.insert_strided_slice %v, %b {offsets = [1, 1], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  func.return
}

// -----

// CHECK: 'vector.insert_strided_slice': vector<2x4xf32> at [1] is not a part of vector<4xf32>
func.func @f(%v: vector<4xf32>, %b: vector<2x4xf32>) {
  %r = vector.insert_strided_slice %b, %v {offsets = [1], strides = [1, 1]} : vector<2x4xf32> into vector<4xf32>
  func.return
}

// -----

// CHECK: 'vector.scan' of vector<2x4xf32> goes along dimension 2; it is below 2
func.func @f(%v: vector<4xf32>, %b: vector<2x4xf32>) {
  %r, %s = vector.scan <add>, %b, %v {inclusive = true, reduction_dim = 2 : i64} : vector<2x4xf32>, vector<4xf32>
  func.return
}

// -----

// CHECK: 'vector.scan' of vector<2x4xf32> along dimension 1 begins with vector<4xf32>; take the other dimensions
func.func @f(%v: vector<4xf32>, %b: vector<2x4xf32>) {
  %r, %s = vector.scan <add>, %b, %v {inclusive = true, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<4xf32>
  func.return
}

// -----

// CHECK: 'vector.mask' of 'arith.addf', which takes none; it takes transfers, gathers, reductions and contractions
func.func @f(%k: vector<4xi1>, %v: vector<4xf32>) {
  %r = vector.mask %k { arith.addf %v, %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  func.return
}

// -----

// CHECK: 'vector.mask' yields f32 for f64
func.func @f(%k: vector<4xi1>, %v: vector<4xf32>) {
  %r = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f64
  func.return
}

// -----

// CHECK: 'vector.mask' has vector<4xi1> for 'vector.multi_reduction' of shape [2, 4]
func.func @f(%k: vector<4xi1>, %v: vector<4xf32>, %b: vector<2x4xf32>) {
  %r = vector.mask %k { vector.multi_reduction <add>, %b, %v [0] : vector<2x4xf32> to vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  func.return
}

// -----

// CHECK: 'vector.mask' yields vector<4xf32>, vector<4xf32> for vector<4xf32>
func.func @f(%k: vector<4xi1>, %v: vector<4xf32>) {
  %r = vector.mask %k { vector.yield %v, %v : vector<4xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  func.return
}

// -----

// CHECK: 'vector.type_cast' keeps elements, shape and memory space; got memref<8xf32> to memref<vector<4xf32>>
func.func @f(%m: memref<8xf32>) {
  %r = vector.type_cast %m : memref<8xf32> to memref<vector<4xf32>>
  func.return
}

// -----

// CHECK: 'vector.type_cast' keeps elements, shape and memory space; got memref<8xf32> to memref<2xvector<4xf32>>
func.func @f(%m: memref<8xf32>) {
  %r = vector.type_cast %m : memref<8xf32> to memref<2xvector<4xf32>>
  func.return
}

// -----

// CHECK: 'vector.type_cast' keeps elements, shape and memory space; got memref<8xf32> to memref<vector<8xi32>>
func.func @f(%m: memref<8xf32>) {
  %r = vector.type_cast %m : memref<8xf32> to memref<vector<8xi32>>
  func.return
}

// -----

// CHECK: 'vector.scan' <xor> is not for f32; use one of add, mul, minnumf, maxnumf, minimumf, maximumf
func.func @f(%v: vector<2xf32>, %b: vector<2x4xf32>) {
  %r, %s = vector.scan <xor>, %b, %v {inclusive = true, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<2xf32>
  func.return
}

// -----

// CHECK: 'vector.scan' <minnumf> is not for i32; use one of add, mul, and, or, xor, minui, minsi, maxui, maxsi
func.func @f(%v: vector<2xi32>, %b: vector<2x4xi32>) {
  %r, %s = vector.scan <minnumf>, %b, %v {inclusive = true, reduction_dim = 1 : i64} : vector<2x4xi32>, vector<2xi32>
  func.return
}
