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

// -----

// CHECK: number of dynamic sizes (1) must equal number of unknown dimensions in result tensor (0)
%t, %n, %x = "test.op"() : () -> (tensor<?x3xf32>, index, f32)
%p = tensor.pad %t low[%n, 1] high[0, 2] {
^bb0(%i: index, %j: index):
  tensor.yield %x : f32
} : tensor<?x3xf32> to tensor<4x7xf32>
