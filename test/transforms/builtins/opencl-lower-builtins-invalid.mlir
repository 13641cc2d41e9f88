// RUN: xdsl-opt %s -p opencl-lower-builtins --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: the module has no target; run 'opencl-attach-target{abi=... mcpu=...}' first
func.func @f(%x: f32) -> f32 {
  %r = opencl.builtin "sin"(%x) : (f32) -> f32
  func.return %r : f32
}

// -----

// CHECK: in @k: error: ABI r600 has no printf
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k() {
    %r = opencl.printf "x"()
    opencl.return
  }
}

// -----

// CHECK: in @f: error: function 'sin': there is no mathematical library for ABI r600
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  func.func @f(%x: f32) -> f32 {
    %r = opencl.builtin "sin"(%x) : (f32) -> f32
    func.return %r : f32
  }
}
