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

// -----

func.func @add_small(%x: f8E5M2) -> f8E5M2 {
  // CHECK: in @add_small: error: 'arith.addf' computes with f8E5M2, which is for storage; extend its elements with 'arith.extf' first
  %0 = arith.addf %x, %x : f8E5M2
  func.return %0 : f8E5M2
}

// -----

func.func @compare_small(%x: vector<4xf8E4M3FN>) -> vector<4xi1> {
  // CHECK: in @compare_small: error: 'arith.cmpf' computes with vector<4xf8E4M3FN>, which is for storage
  %0 = arith.cmpf olt, %x, %x : vector<4xf8E4M3FN>
  func.return %0 : vector<4xi1>
}

// -----

func.func @round_small(%x: f32) -> f8E5M2 {
  // CHECK: in @round_small: error: 'arith.truncf' to f8E5M2 is not converted; store f16 or f32, and make floats of 8 bits of them on the host
  %0 = arith.truncf %x : f32 to f8E5M2
  func.return %0 : f8E5M2
}

// -----

func.func @integer_of_small(%x: f8E5M2) -> i32 {
  // CHECK: in @integer_of_small: error: 'arith.fptosi' computes with f8E5M2
  %0 = arith.fptosi %x : f8E5M2 to i32
  func.return %0 : i32
}

// -----

func.func @scale(%x: f8E8M0FNU) -> f32 {
  // CHECK: in @scale: error: LLVM has no type for f8E8M0FNU; use f16, bf16, f32 or f64
  %0 = arith.extf %x : f8E8M0FNU to f32
  func.return %0 : f32
}

// -----

func.func @resource() -> vector<2xf32> {
  // CHECK: in @resource: error: 'arith.constant' of dense_resource has no conversion to llvm
  %0 = arith.constant dense_resource<weights> : vector<2xf32>
  func.return %0 : vector<2xf32>
}
