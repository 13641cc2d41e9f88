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

// -----

// CHECK: in @k: error: a cluster of 64 work items is larger than a sub-group of the target, which has 32; use a smaller cluster, another wave size, or reduce the work-group ('gpu.all_reduce')
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100">} {
  opencl.kernel @k(%x: i32) {
    %r = opencl.sub_group_clustered_reduce add %x cluster 64 {opencl.whole_cluster} : i32
    opencl.return
  }
}
