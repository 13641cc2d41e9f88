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

// CHECK: error: 'tensor.splat' on tensors has no buffers here; write it as 'linalg.generic'
func.func @f(%x: f32) -> tensor<4xf32> {
  %s = tensor.splat %x : tensor<4xf32>
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
