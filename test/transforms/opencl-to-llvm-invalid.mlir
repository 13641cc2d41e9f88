// RUN: xdsl-opt %s --allow-unregistered-dialect -p opencl-to-llvm --split-input-file --verify-diagnostics | filecheck %s

// CHECK: the module has no target; run 'opencl-attach-target{abi=... mcpu=...}' first
opencl.kernel @k() {
  opencl.return
}

// -----

// CHECK: the module is already lowered to the LLVM dialect (it has 'opencl.lowered')
builtin.module attributes {opencl.lowered = {abi = "amdhsa"}} {
}

// -----

// CHECK: recursion
// CHECK-SAME: @even -> @odd -> @even
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  func.func private @even(%n: i32) {
    func.call @odd(%n) : (i32) -> ()
    func.return
  }
  func.func private @odd(%n: i32) {
    func.call @even(%n) : (i32) -> ()
    func.return
  }
  opencl.kernel @k(%n: i32) {
    func.call @even(%n) : (i32) -> ()
    opencl.return
  }
}

// -----

// CHECK: in @k: error: {{.*}}test.op
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  opencl.kernel @k() {
    "test.op"() : () -> ()
    opencl.return
  }
}
