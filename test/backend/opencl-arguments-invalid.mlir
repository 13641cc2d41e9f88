// RUN: xdsl-opt %s -t opencl-arguments --verify-diagnostics --split-input-file | filecheck %s

// CHECK: the module has no target; run 'opencl-attach-target{abi=... mcpu=...}' first
builtin.module {
  opencl.kernel @k()
}

// -----

// CHECK: the module is already lowered to the LLVM dialect (it has 'opencl.lowered')
builtin.module attributes {opencl.lowered = {abi = "amdhsa"}} {
}

// -----

// CHECK: kernel @k, argument 1 's' of type f80: not a type that OpenCL C allows as a kernel argument
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  opencl.kernel @k(%n: i32 {opencl.name = "n"}, %s: f80 {opencl.name = "s"}) {
    opencl.return
  }
}

// -----

// CHECK: kernel @k, argument 0 of type !llvm.struct<(i32, f80)>: f80 has no layout in memory
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @k(%s: !llvm.struct<(i32, f80)>) {
    opencl.return
  }
}

// -----

// CHECK: kernel @k, argument 0 's' of type i32: its type name says image companion, which is a vector<3xi32>
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k(%s: i32 {opencl.name = "s", opencl.type_name = "__llvm_image_size"}) {
    opencl.return
  }
}
