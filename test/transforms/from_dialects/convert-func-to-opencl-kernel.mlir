// RUN: xdsl-opt %s -p convert-func-to-opencl-kernel | filecheck %s

// CHECK: opencl.kernel @k(%n: i32) {
// CHECK-NEXT: opencl.return
func.func @k(%n: i32) attributes {opencl.kernel} {
  func.return
}
// CHECK: opencl.kernel @sized() attributes {reqd_work_group_size = array<i32: 8, 1, 1>} {
func.func @sized() attributes {opencl.kernel = {reqd_work_group_size = array<i32: 8, 1, 1>}} {
  // CHECK-NEXT: %n = arith.constant
  %n = arith.constant 1 : i32
  // CHECK-NEXT: opencl.call_kernel @k(%n) : i32
  func.call @k(%n) : (i32) -> ()
  func.return
}
