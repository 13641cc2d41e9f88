// RUN: xdsl-opt %s -p 'opencl-link-device-library{path="/nowhere"}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: option 'path': '/nowhere' is neither a bitcode file nor a folder with ocml.bc and ockl.bc
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  func.func private @__ocml_sin_f32(f32) -> f32
  func.func private @__ockl_clz_u32(i32) -> i32
}

// -----

// CHECK: error: __ocml_sin_f32: ROCm's device libraries are for amdgcn, not for ABI host
builtin.module attributes {opencl.target = #opencl.target<abi = "host", mcpu = "">} {
  func.func private @__ocml_sin_f32(f32) -> f32
}

// -----

// Nothing missing, nothing looked for.
// CHECK-LABEL: func.func @__ocml_own
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  func.func @__ocml_own(%x: f32) -> f32 {
    func.return %x : f32
  }
}
