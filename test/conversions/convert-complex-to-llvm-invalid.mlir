// RUN: xdsl-opt %s -p convert-complex-to-llvm --split-input-file --verify-diagnostics | filecheck %s

func.func @type(%x: tf32) {
  // CHECK: in @type: error: LLVM has no type for tf32; use f16, bf16, f32 or f64
  %z = complex.create %x, %x : complex<tf32>
  func.return
}

// -----

builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  func.func @wide(%x: f128) {
    // CHECK: in @wide: error: the target has no arithmetic of f128; use f64
    %z = complex.create %x, %x : complex<f128>
    func.return
  }
}
