// RUN: xdsl-opt %s -p convert-opencl-to-llvm | xdsl-opt | filecheck %s
// RUN: xdsl-opt %s -p opencl-to-llvm | xdsl-opt | filecheck %s

// CHECK-NOT: opencl.kernel @
// CHECK: rocdl.kernel
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100">} {
  opencl.kernel @k(%a: i32) {
    opencl.return
  }
}
