// RUN: xdsl-opt %s -p convert-arith-to-llvm --split-input-file --verify-diagnostics | filecheck %s
// RUN: not xdsl-opt %s -p 'convert-arith-to-llvm{index-bitwidth=17}' 2>&1 | filecheck %s --check-prefix=WIDTH

// WIDTH: index-bitwidth must be 0, 8, 16, 32 or 64, got 17

func.func @scalable(%v: vector<[4]xf32>) {
  // CHECK: in @scalable: error: scalable vectors are not supported, got vector<[4]xf32>
  %0 = arith.addf %v, %v : vector<[4]xf32>
  func.return
}

// -----

func.func @tensor() {
  // CHECK: in @tensor: error: tensors must become memrefs first, got tensor<2xi32>
  %0 = arith.constant dense<1> : tensor<2xi32>
  func.return
}

// -----

func.func @add_tensors(%t: tensor<2xi32>) {
  // CHECK: in @add_tensors: error: tensors must become memrefs first, got tensor<2xi32>
  %0 = arith.addi %t, %t : tensor<2xi32>
  func.return
}
