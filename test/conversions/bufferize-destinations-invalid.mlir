// RUN: xdsl-opt %s -p bufferize-destinations --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: function @f has tensors and several blocks; write its control flow as scf
func.func @f(%a: tensor<4xf32>) {
  cf.br ^next
^next:
  func.return
}

// -----

// CHECK: error: 'scf.if' has tensors inside; loops and branches are to be on memrefs
func.func @f(%a: tensor<4xf32>, %c: i1, %i: index) {
  scf.if %c {
    %x = tensor.extract %a[%i] : tensor<4xf32>
  }
  func.return
}

// -----

// CHECK: error: 'arith.addf' on tensors has no buffers here; write it as 'linalg.generic'
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = arith.addf %x, %x : tensor<4xf32>
  func.return %s : tensor<4xf32>
}

// -----

// CHECK: error: 'func.call' on tensors has no buffers here
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %s = func.call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %s : tensor<4xf32>
}

// -----

// CHECK: error: function @f has tensors and no body; declare it on memrefs
func.func private @f(tensor<4xf32>)

// -----

// CHECK: error: 'tensor.extract_slice' changes the number of dimensions; keep those of size 1
func.func @f(%a: tensor<4x4xf32>) -> tensor<4xf32> {
  %s = tensor.extract_slice %a[0, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<4xf32>
  func.return %s : tensor<4xf32>
}

// -----

// CHECK: error: 'tensor.pad' has no buffers here unless it is padded with one value, by static numbers; compute the value before
func.func @f(%a: tensor<4xindex>) -> tensor<6xindex> {
  %p = "tensor.pad"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_low = array<i64: 1>, static_high = array<i64: 1>}> ({
  ^bb0(%i: index):
    %j = arith.addi %i, %i : index
    tensor.yield %j : index
  }) : (tensor<4xindex>) -> tensor<6xindex>
  func.return %p : tensor<6xindex>
}

// -----

// CHECK: error: 'tensor.concat' needs static sizes, got tensor<?xf32>; give it some
func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %p = tensor.concat dim(0) %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %p : tensor<?xf32>
}

// -----

// CHECK: error: 'func.call' uses a tensor that is defined behind it
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %s = func.call @f(%s) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %s : tensor<4xf32>
}
