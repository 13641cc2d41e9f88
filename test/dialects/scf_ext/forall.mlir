// RUN: xdsl-opt %s | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s --print-op-generic | filecheck %s --check-prefix GENERIC

// CHECK: scf.forall (%i, %j) in (8, %n) {
// CHECK: scf.forall (%i_1) = (%n) to (8) step (2) {
// CHECK: } {mapping = [#gpu.block<x>]}
func.func @plain(%n: index) {
  scf.forall (%i, %j) in (8, %n) {
  }
  scf.forall (%i) = (%n) to (8) step (2) {
    scf.forall.in_parallel {
    }
  } {mapping = [#gpu.block<x>]}
  func.return
}

// CHECK: %r = scf.forall (%i) in (2) shared_outs(%o = %a) -> (tensor<8xf32>) {
// CHECK-NEXT: tensor.extract_slice
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %s into %o[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
// CHECK: } {mapping = [#gpu.thread<linear_dim_0>]}
// GENERIC: "tensor.parallel_insert_slice"(%s, %o, %i) {{<.*}}operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}>
func.func @outputs(%a: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %a) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %o[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  } {mapping = [#gpu.thread<linear_dim_0>]}
  func.return %r : tensor<8xf32>
}
