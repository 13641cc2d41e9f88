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

// CHECK: ABI host has no implicit segment
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @implicit_argument() {
    %v = opencl.load_argument implicit[0] : i32
    opencl.return
  }
}
