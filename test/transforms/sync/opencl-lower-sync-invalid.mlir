// RUN: xdsl-opt %s -p opencl-lower-sync --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: the module has no target; run 'opencl-attach-target{abi=... mcpu=...}' first
opencl.kernel @k() {
  opencl.barrier local
  opencl.return
}

// -----

// CHECK: in @k: error: ABI r600 has no group functions
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k(%x: i32) {
    %r = opencl.work_group_reduce add %x : i32
    opencl.return
  }
}
