// RUN: xdsl-opt %s -p convert-func-to-opencl-kernel --split-input-file --verify-diagnostics | filecheck %s

// CHECK: error: @k is to be a kernel and has results; write them to memory that is an argument
func.func @k(%x: i32) -> i32 attributes {opencl.kernel} {
  func.return %x : i32
}

// -----

// CHECK: error: 'opencl.kernel' is 3 : i32; expected a unit, or a dictionary of the kernel's properties
func.func @k() attributes {opencl.kernel = 3 : i32} {
  func.return
}

// -----

// CHECK: error: 'size' in 'opencl.kernel' is not a property of kernels; use
func.func @k() attributes {opencl.kernel = {size = 3 : i32}} {
  func.return
}

// -----

// CHECK: error: kernel @k, argument 0 of type memref<4xf32> points to private memory
func.func @k(%m: memref<4xf32>) attributes {opencl.kernel} {
  func.return
}
