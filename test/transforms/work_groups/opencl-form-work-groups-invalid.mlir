// RUN: xdsl-opt %s -p opencl-form-work-groups --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl-form-work-groups is for ABI host, not amdhsa
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100">} {
  opencl.kernel @k() {
    opencl.return
  }
}

// -----

// CHECK: private memory of varying size outlives a barrier
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @varying_size() {
    %id = opencl.get_local_id 0 : i64
    %p = llvm.alloca %id x i32 : (i64) -> !llvm.ptr
    opencl.barrier local
    %v = llvm.load %p : !llvm.ptr -> i32
    opencl.return
  }
}

// -----

// CHECK: opencl.builtin is not lowered for ABI host
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @not_lowered(%x: f32) {
    %v = opencl.builtin "sin"(%x) : (f32) -> f32
    opencl.return
  }
}

// -----

// CHECK: the load ends at byte 8 of the explicit arguments, which have 4 bytes in ABI host
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @explicit_argument(%n: i32) {
    %v = opencl.load_argument explicit[0] : i64
    opencl.return
  }
}

// -----

// CHECK: ABI host has no implicit segment
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @implicit_argument() {
    %v = opencl.load_argument implicit[0] : i32
    opencl.return
  }
}

// -----

// CHECK: in @k: error: a cluster of 32 work items is larger than a sub-group of the kernel on the CPU device, which has 16; use a smaller cluster, require larger sub-groups ('reqd_sub_group_size'), or reduce the work-group ('gpu.all_reduce')
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @k(%x: i32) {
    %r = opencl.sub_group_clustered_reduce add %x cluster 32 {opencl.whole_cluster} : i32
    opencl.return
  }
}

// -----

// CHECK: kernel @k requires sub-groups of 12 work items; those of the CPU device have 8, 16, 32 or 64, without a requirement 16
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @k(%x: i32) attributes {reqd_sub_group_size = 12 : i32} {
    opencl.return
  }
}
