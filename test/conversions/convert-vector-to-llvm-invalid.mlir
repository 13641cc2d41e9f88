// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-vector-to-llvm' --split-input-file --verify-diagnostics | filecheck %s

func.func @printing(%v: vector<4xf32>) {
  // CHECK: in @printing: error: 'vector.print' is not supported; use 'opencl.printf'
  "vector.print"(%v) : (vector<4xf32>) -> ()
  func.return
}

// -----

func.func @unknown_size(%m: memref<?xf32>, %i: index, %p: f32) {
  // CHECK: in @unknown_size: error: 'vector.transfer_read' needs the size of dimension 0 of memref<?xf32>, which is not known: a bare pointer carries no sizes; state 'in_bounds', give the type static sizes
  %0 = vector.transfer_read %m[%i], %p : memref<?xf32>, vector<4xf32>
  func.return
}

// -----

func.func @kind(%v: vector<4xf32>) {
  // CHECK: in @kind: error: 'vector.reduction' <xor> is not for f32; use one of add, mul, minnumf, maxnumf, minimumf, maximumf
  %0 = vector.reduction <xor>, %v : vector<4xf32> into f32
  func.return
}

// -----

func.func @dimensions(%v: vector<2x4xf32>) {
  // CHECK: in @dimensions: error: 'vector.reduction' of vector<2x4xf32>; use 'vector.multi_reduction' for vectors of several dimensions
  %0 = vector.reduction <add>, %v : vector<2x4xf32> into f32
  func.return
}

// -----

func.func @alignment(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // CHECK: in @alignment: error: 'vector.compressstore' has the alignment 0; it takes a power of two
  vector.compressstore %m[%i], %k, %v {alignment = 0} : memref<8xf32>, vector<4xi1>, vector<4xf32>
  func.return
}

// -----

func.func @rank(%m: memref<8xf32>, %i: index) {
  // CHECK: in @rank: error: 'vector.load' of vector<2x4xf32> needs a memref of rank 2 or more, not memref<8xf32>
  %0 = vector.load %m[%i] : memref<8xf32>, vector<2x4xf32>
  func.return
}

// -----

func.func @elements(%m: memref<8xvector<4xf32>>, %i: index, %p: vector<4xf32>) {
  // CHECK: in @elements: error: 'vector.transfer_read' of a memref of vectors is not supported; use 'memref.load' and 'memref.store' of its elements
  %0 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<8xvector<4xf32>>, vector<1x4xf32>
  func.return
}

// -----

func.func @scalable(%m: memref<8xf32>, %i: index) {
  // CHECK: in @scalable: error: scalable vectors are not supported, got vector<[4]xf32>; use vectors of fixed length
  %0 = vector.load %m[%i] : memref<8xf32>, vector<[4]xf32>
  func.return
}

// -----

// CHECK: in @no_dimension: error: 'vector.maskedload' needs a memref of rank 1 or more, not memref<f32>
func.func @no_dimension(%m: memref<f32>, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.maskedload %m[], %k, %p : memref<f32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  func.return %0 : vector<4xf32>
}
