// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx900},opencl-lower-arguments' --split-input-file --verify-diagnostics | filecheck %s

// CHECK: kernel @wide, argument 0 'n' of type i128: OpenCL C has integers of 8, 16, 32 and 64 bits
opencl.kernel @wide(%n: i128 {opencl.name = "n"}) {
  opencl.return
}

// -----

// CHECK: in @packed: error: kernel @packed, argument 1 of type !llvm.struct<(i8, i17)>: i17 is not an OpenCL C type; use 8, 16, 32 or 64 bits
opencl.kernel @packed(%a: i32, %n: !llvm.struct<(i8, i17)>) {
  opencl.return
}
