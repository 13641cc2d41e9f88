// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

opencl.kernel @scale(%data: memref<?xf32, #opencl.address_space<global>>, %factor: f32) {
  opencl.return
}
opencl.kernel @nothing() {
  opencl.return
}

// CHECK-LABEL: func.func @host
func.func @host(%data: memref<?xf32>, %factor: f32, %n: index) {
  // CHECK-NEXT: opencl.launch @scale global(%n) local(%n) args(%data, %factor) : memref<?xf32>, f32
  // CHECK-GENERIC: "opencl.launch"(%n, %n, %data, %factor) <{callee = @scale, operandSegmentSizes = array<i32: 1, 1, 2>}>
  opencl.launch @scale global(%n) local(%n) args(%data, %factor) : memref<?xf32>, f32
  // CHECK-NEXT: opencl.launch @nothing global(%n, %n, %n)
  opencl.launch @nothing global(%n, %n, %n)
  func.return
}
