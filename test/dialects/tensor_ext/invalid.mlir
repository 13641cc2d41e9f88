// RUN: xdsl-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'tensor.generate' has 0 sizes for the 1 dynamic dimensions of tensor<?xf32>
%t = "tensor.generate"() ({
^bb0(%i: index):
  %x = arith.constant 1.0 : f32
  tensor.yield %x : f32
}) : () -> tensor<?xf32>

// -----

// CHECK: 'tensor.generate' of tensor<2x3xf32> has a body with 1 arguments; it takes 2 of type index
%t = tensor.generate {
^bb0(%i: index):
  %x = arith.constant 1.0 : f32
  tensor.yield %x : f32
} : tensor<2x3xf32>

// -----

// CHECK: 'tensor.generate' of tensor<2xf32> yields index; it takes one f32
%t = tensor.generate {
^bb0(%i: index):
  tensor.yield %i : index
} : tensor<2xf32>

// -----

// CHECK: 'tensor.generate' of tensor<2xf32> yields nothing; it takes one f32
func.func @f() {
  %0 = "tensor.generate"() ({
  ^bb0(%i: index):
    "tensor.yield"() : () -> ()
  }) : () -> tensor<2xf32>
  return
}
