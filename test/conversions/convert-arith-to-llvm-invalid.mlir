// RUN: xdsl-opt %s -p convert-arith-to-llvm --split-input-file --verify-diagnostics | filecheck %s
// RUN: not xdsl-opt %s -p 'convert-arith-to-llvm{index-bitwidth=17}' 2>&1 | filecheck %s --check-prefix=WIDTH

// WIDTH: index-bitwidth must be 0, 8, 16, 32 or 64, got 17

func.func @scalable(%v: vector<[4]xf32>) {
  // CHECK: in @scalable: error: scalable vectors are not supported, got vector<[4]xf32>
  %0 = arith.addf %v, %v : vector<[4]xf32>
  func.return
}

// -----

func.func @rounding(%d: f64) {
  // CHECK: in @rounding: error: 'arith.truncf' rounds to the nearest even number only; use 'to_nearest_even', or none
  %0 = arith.truncf %d upward : f64 to f32
  func.return
}

// -----

func.func @small(%x: tf32) {
  // CHECK: in @small: error: LLVM has no type for tf32; use f16, bf16, f32 or f64
  %0 = arith.addf %x, %x : tf32
  func.return
}

// -----

builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  func.func @large(%x: f80) {
    // CHECK: in @large: error: the target has no arithmetic of f80; use f64
    %0 = arith.addf %x, %x : f80
    func.return
  }
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
