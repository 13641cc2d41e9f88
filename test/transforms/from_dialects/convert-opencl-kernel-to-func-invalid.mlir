// RUN: xdsl-opt %s -p convert-opencl-kernel-to-func --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: 'opencl.launch' launches kernels, not functions; move the functions of the host into another module
opencl.kernel @k() {
  opencl.return
}
func.func @host(%n: index) {
  opencl.launch @k global(%n)
  func.return
}
