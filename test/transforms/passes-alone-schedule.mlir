// RUN: xdsl-opt %s -p opencl-transform-interpreter | xdsl-opt | filecheck %s

// CHECK-NOT: @unused
// CHECK: transform.named_sequence
func.func private @unused() {
  func.return
}
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
  %done = "transform.apply_registered_pass"(%module) <{options = {}, pass_name = "opencl-strip-unused"}> : (!transform.any_op) -> !transform.any_op
  transform.yield
}
