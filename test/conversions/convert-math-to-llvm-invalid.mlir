// RUN: xdsl-opt %s -p convert-math-to-llvm --split-input-file --verify-diagnostics | filecheck %s

func.func @no_intrinsic(%x: f32) {
  // CHECK: in @no_intrinsic: error: 'math.erf' of type f32 needs a device library; call the function of a library instead
  %0 = math.erf %x : f32
  func.return
}

// -----

func.func @unknown(%x: f80) {
  // CHECK: in @unknown: error: 'math.acosh' of type f80 needs a device library; libraries have no functions of this type; use f64
  %0 = math.acosh %x : f80
  func.return
}

// -----

func.func @power(%x: f32, %i: i64) {
  // CHECK: in @power: error: 'math.fpowi' with a power of type i64; convert the power to i32
  %0 = math.fpowi %x, %i : f32, i64
  func.return
}

// -----

builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  func.func @tangent(%x: f32) {
    // CHECK: in @tangent: error: 'math.tan' of type f32 needs a device library; run 'convert-math-to-opencl' first, for a target with a mathematical library
    %0 = math.tan %x : f32
    func.return
  }
}

// -----

builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  func.func @double(%x: f32, %y: vector<2xf64>) {
    %0 = math.exp %x : f32
    // CHECK: in @double: error: 'math.exp' of type vector<2xf64> needs a device library
    %1 = math.exp %y : vector<2xf64>
    func.return
  }
}
