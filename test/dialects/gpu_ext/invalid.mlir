// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// CHECK: Expected [12 x index], got ['index']
func.func @f(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%a: index):
    "gpu.terminator"() : () -> ()
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// CHECK: Expected first entry block arguments to have the same types as the function input types
gpu.module @m {
  "gpu.func"() <{function_type = () -> ()}> ({
  ^bb0(%a: memref<4xf32>):
    gpu.return
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 2 : i64} : () -> ()
}

// -----

// CHECK: Expected void return type for kernel function
gpu.module @m {
  gpu.func @k(%x: f32) -> f32 kernel {
    gpu.return %x : f32
  }
}

// -----

// CHECK: expected three names
func.func @f(%n: index) {
  gpu.launch blocks(%a, %b) in (%c = %n, %d = %n, %e = %n) threads(%f, %g, %h) in (%i = %n, %j = %n, %k = %n) {
    gpu.terminator
  }
  func.return
}
