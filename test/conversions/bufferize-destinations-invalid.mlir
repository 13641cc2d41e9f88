// RUN: xdsl-opt %s -p bufferize-destinations --split-input-file --verify-diagnostics | filecheck %s

// CHECK: in @f: error: 'func.func' has tensors and several blocks; write its control flow as scf
func.func @f(%a: tensor<4xf32>) {
  cf.br ^next
^next:
  func.return
}

// -----

// CHECK: error: 'scf.execute_region' has tensors and several blocks; write its control flow as scf
func.func @f(%a: tensor<4xf32>, %i: index) {
  scf.execute_region {
    %x = tensor.extract %a[%i] : tensor<4xf32>
    cf.br ^next
  ^next:
    scf.yield
  }
  func.return
}

// -----

// CHECK: error: 'scf.parallel' on tensors has no buffers here
func.func @f(%a: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %r = scf.parallel (%j) = (%i) to (%i) step (%i) init (%a) -> tensor<4xf32> {
    scf.reduce(%a : tensor<4xf32>) {
    ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
      scf.reduce.return %x : tensor<4xf32>
    }
  }
  func.return %r : tensor<4xf32>
}

// -----

// CHECK: error: 'builtin.unrealized_conversion_cast' on tensors has no buffers here; write it as 'linalg.generic'
func.func @f(%x: tensor<4xui8>) -> tensor<4xi8> {
  %s = builtin.unrealized_conversion_cast %x : tensor<4xui8> to tensor<4xi8>
  func.return %s : tensor<4xi8>
}

// -----

// CHECK: error: function @f has tensors and calls itself, directly or not; write a loop ('scf.while'), or put its tensors into memrefs
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %s = func.call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %s : tensor<4xf32>
}

// -----

// CHECK: error: function @f has tensors and no body; declare it on memrefs
func.func private @f(tensor<4xf32>)

// -----

// CHECK: error: 'tensor.extract_slice' cannot drop dimension 0 of size 2; drop dimensions of size 1 only
func.func @f(%a: tensor<4x4xf32>) -> tensor<4xf32> {
  %s = tensor.extract_slice %a[0, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<4xf32>
  func.return %s : tensor<4xf32>
}

// -----

// CHECK: error: 'linalg.add' uses a tensor that is defined after it
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %s = linalg.add ins(%s, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  func.return %s : tensor<4xf32>
}

// -----

// CHECK: error: 'scf.for' in a kernel hands on memory that an iteration makes; write into the tensor that it carries, or give that a static size
opencl.kernel @f(%m: i64) {
  %n = arith.index_cast %m : i64 to index
  %t = tensor.empty(%n) : tensor<?xf32>
  %r = scf.for %i = %n to %n step %n iter_args(%x = %t) -> (tensor<?xf32>) {
    %e = tensor.empty(%n) : tensor<?xf32>
    scf.yield %e : tensor<?xf32>
  }
  opencl.return
}

// -----

// CHECK: error: 'bufferization.alloc_tensor' asks for a memory space; make the memory with 'memref.alloc' of that space
func.func @f() {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<5xf32>
  func.return
}

// -----

// CHECK: error: 'tensor.cast' has a tensor without a rank, tensor<*xf32>; give it one
func.func @f(%a: tensor<4xf32>) {
  %b = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
  func.return
}

// -----

// CHECK: error: 'tensor.pad': dimension 1 of the result has size 9; padding gives 5
func.func @f(%a: tensor<8x3xf32>, %v: f32) -> tensor<10x9xf32> {
  %r = tensor.pad %a low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<8x3xf32> to tensor<10x9xf32>
  func.return %r : tensor<10x9xf32>
}

// -----

// CHECK: error: 'tensor.collapse_shape': expected dimension 0 of collapsed type to be static value of 6
func.func @f(%a: tensor<2x3x4xf32>) -> tensor<7x4xf32> {
  %r = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<7x4xf32>
  func.return %r : tensor<7x4xf32>
}

// -----

// Upstream: "expected offsets to be non-negative, but got -2".
// CHECK: error: 'tensor.insert_slice': elements -2 to 1 of dimension 0, which has 3; take elements inside it
func.func @f(%a: tensor<4xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %r = tensor.insert_slice %a into %b[-2] [4] [1] : tensor<4xf32> into tensor<3xf32>
  func.return %r : tensor<3xf32>
}

// -----

// CHECK: error: 'tensor.extract_slice': elements 2 to -1 of dimension 0, which has 8; take elements inside it
func.func @f(%a: tensor<8xf32>) -> tensor<4xf32> {
  %r = tensor.extract_slice %a[2] [4] [-1] : tensor<8xf32> to tensor<4xf32>
  func.return %r : tensor<4xf32>
}

// -----

// Upstream: "slice along dimension 1 runs out-of-bounds: 5 >= 4".
// CHECK: error: 'tensor.extract_slice': elements 2 to 5 of dimension 1, which has 4; take elements inside it
func.func @f(%a: tensor<?x4xf32>) -> tensor<2x4xf32> {
  %r = tensor.extract_slice %a[5, 2] [2, 4] [1, 1] : tensor<?x4xf32> to tensor<2x4xf32>
  func.return %r : tensor<2x4xf32>
}

// -----

builtin.module {
  // CHECK: error: a module inside of a module has tensors; run the pass on it alone, or take its functions out
  builtin.module {
    func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      func.return %a : tensor<4xf32>
    }
  }
}
