// RUN: xdsl-opt %s -p scf-forall-to-parallel --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: 'scf.forall' has tensors as results, which are not in memory; run 'bufferize-destinations' first
func.func @f(%a: tensor<4xf32>) {
  %r = scf.forall (%i) in (4) shared_outs(%o = %a) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  func.return
}

// -----

// CHECK: error: #gpu.warp<x> in the mapping of 'scf.forall' has no loop here; map to #gpu.block or #gpu.thread
func.func @f() {
  scf.forall (%i) in (4) {
  } {mapping = [#gpu.warp<x>]}
  func.return
}
