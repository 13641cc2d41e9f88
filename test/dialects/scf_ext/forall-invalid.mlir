// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// CHECK: scf.forall maps 2 of 1 indices
func.func @f() {
  scf.forall (%i) in (4) {
  } {mapping = [#gpu.block<x>, #gpu.block<y>]}
  func.return
}

// -----

// CHECK: expected 1 types
func.func @f(%a: tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%o = %a) -> (tensor<4xf32>, tensor<4xf32>) {
  }
  func.return
}

// -----

// CHECK: expected 2 bounds
func.func @f() {
  scf.forall (%i, %j) in (4) {
  }
  func.return
}

// -----

// CHECK: 'arith.constant' in 'scf.forall.in_parallel', which holds nothing but 'tensor.parallel_insert_slice'
func.func @f() {
  scf.forall (%i) in (4) {
    scf.forall.in_parallel {
      %c = arith.constant 1 : index
    }
  }
  func.return
}
