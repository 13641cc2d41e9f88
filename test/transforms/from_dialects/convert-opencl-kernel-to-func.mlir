// RUN: xdsl-opt %s -p convert-opencl-kernel-to-func | filecheck %s
// RUN: xdsl-opt %s -p convert-opencl-kernel-to-func,convert-func-to-opencl-kernel > %t.back
// RUN: xdsl-opt %s > %t.before
// RUN: diff %t.before %t.back

// CHECK: func.func @k(%p: memref<4xi32, #opencl.address_space<global>> {opencl.name = "p"}, %n: i32) attributes {other = 3 : i32, opencl.kernel = {reqd_work_group_size = array<i32: 8, 1, 1>, vec_type_hint = f32}} {
opencl.kernel @k(%p: memref<4xi32, #opencl.address_space<global>> {opencl.name = "p"}, %n: i32) attributes {other = 3 : i32, reqd_work_group_size = array<i32: 8, 1, 1>, vec_type_hint = f32} {
  %c = arith.cmpi eq, %n, %n : i32
  cf.cond_br %c, ^a, ^b
^a:
  // CHECK: func.return
  opencl.return
^b:
  // CHECK: func.return
  opencl.return
}
// CHECK: func.func @outer(%n: i32) attributes {opencl.kernel = {}} {
opencl.kernel @outer(%n: i32) {
  // CHECK-NEXT: func.call @declared(%n) : (i32) -> ()
  opencl.call_kernel @declared(%n) : i32
  opencl.return
}
// CHECK: func.func private @declared(i32) -> () attributes {opencl.kernel = {}}
opencl.kernel @declared(i32)
// CHECK: func.func @plain() {
func.func @plain() {
  func.return
}
