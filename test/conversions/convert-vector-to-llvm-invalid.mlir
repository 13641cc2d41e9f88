// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-vector-to-llvm' --split-input-file --verify-diagnostics | filecheck %s

func.func @printing(%v: vector<4xf32>) {
  // CHECK: in @printing: error: 'vector.print' is not supported; use 'opencl.printf'
  "vector.print"(%v) : (vector<4xf32>) -> ()
  func.return
}

// -----

func.func @matrix(%m: memref<8x8xf32>, %i: index) {
  // CHECK: in @matrix: error: 'vector.load' of vectors of rank above 1 is not supported
  %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<2x4xf32>
  func.return
}

// -----

func.func @bits(%m: memref<8xi1>, %i: index) {
  // CHECK: in @bits: error: 'vector.load' of elements of type i1 is not supported
  %0 = vector.load %m[%i] : memref<8xi1>, vector<4xi1>
  func.return
}

// -----

func.func @strided(%m: memref<8xf32, strided<[2]>>, %v: vector<4xf32>, %i: index) {
  // CHECK: in @strided: error: 'vector.store' needs a stride of 1 in the last dimension of memref<8xf32, strided<[2]>>
  vector.store %v, %m[%i] : memref<8xf32, strided<[2]>>, vector<4xf32>
  func.return
}

// -----

func.func @dynamic_row(%v: vector<2x4xf32>, %i: index) {
  // CHECK: in @dynamic_row: error: 'vector.extract' needs constant positions but in the last dimension
  %0 = vector.extract %v[%i] : vector<4xf32> from vector<2x4xf32>
  func.return
}

// -----

func.func @transposed(%m: memref<8x8xf32>, %i: index, %p: f32) {
  // CHECK: in @transposed: error: 'vector.transfer_read' with the permutation (d0, d1) -> (d0) of a vector of rank 1 is not supported: only the last dimension, or a constant 0
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xf32>, vector<4xf32>
  func.return
}

// -----

func.func @unknown_size(%m: memref<?xf32>, %i: index, %p: f32) {
  // CHECK: in @unknown_size: error: 'vector.transfer_read' needs the size of dimension 0 of memref<?xf32>, which is not known
  %0 = vector.transfer_read %m[%i], %p : memref<?xf32>, vector<4xf32>
  func.return
}

// -----

func.func @kind(%v: vector<4xf32>) {
  // CHECK: in @kind: error: 'vector.reduction' <xor> is not for floats
  %0 = vector.reduction <xor>, %v : vector<4xf32> into f32
  func.return
}
