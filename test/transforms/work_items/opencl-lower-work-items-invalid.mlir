// RUN: xdsl-opt %s -p opencl-lower-work-items --split-input-file --verify-diagnostics | filecheck %s

// CHECK: the module has no target; run 'opencl-attach-target{abi=... mcpu=...}' first
opencl.kernel @no_target() {
  opencl.return
}

// -----

// CHECK: in @lane: error: ABI r600 has no sub-groups
// CHECK-NEXT: opencl.get_sub_group_local_id : i32
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @lane() {
    %0 = opencl.get_sub_group_local_id : i32
    opencl.return
  }
}

// -----

// CHECK: in @id: error: opencl-form-work-groups lowers the work-item functions of ABI host
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @id() {
    %0 = opencl.get_global_id 0 : i32
    opencl.return
  }
}

// -----

// CHECK: the module is already lowered to the LLVM dialect (it has 'opencl.lowered')
builtin.module attributes {opencl.lowered = {abi = "amdhsa"}} {
}
