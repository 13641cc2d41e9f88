// RUN: xdsl-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: opencl.launch: @missing is not defined; expected an opencl.kernel
func.func @host(%n: index) {
  opencl.launch @missing global(%n)
  func.return
}

// -----

// CHECK: opencl.launch: @host is a func.func; expected an opencl.kernel
func.func @host(%n: index) {
  opencl.launch @host global(%n)
  func.return
}

// -----

// CHECK: opencl.launch: 0 arguments; kernel @k takes 1
opencl.kernel @k(%x: i32) {
  opencl.return
}
func.func @host(%n: index) {
  opencl.launch @k global(%n)
  func.return
}

// -----

// CHECK: opencl.launch: argument 0 has type memref<4xf32>; kernel @k takes memref<8xf32, #opencl.address_space<global>>
opencl.kernel @k(%x: memref<8xf32, #opencl.address_space<global>>) {
  opencl.return
}
func.func @host(%n: index, %m: memref<4xf32>) {
  opencl.launch @k global(%n) args(%m) : memref<4xf32>
  func.return
}

// -----

// CHECK: opencl.launch: 4 global sizes; a launch has 1 to 3 dimensions
opencl.kernel @k() {
  opencl.return
}
func.func @host(%n: index) {
  opencl.launch @k global(%n, %n, %n, %n)
  func.return
}

// -----

// CHECK: opencl.launch: 1 local sizes for 2 dimensions; give one each, or none
opencl.kernel @k() {
  opencl.return
}
func.func @host(%n: index) {
  opencl.launch @k global(%n, %n) local(%n)
  func.return
}

// -----

// CHECK: opencl.launch in kernel @k: only a host launches; call the kernel with opencl.call_kernel
opencl.kernel @k(%n: index) {
  opencl.launch @k global(%n) args(%n) : index
  opencl.return
}
