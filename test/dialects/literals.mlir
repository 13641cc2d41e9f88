// What xDSL reads amiss is read right where a pass or a target of ours is asked for.
// RUN: xdsl-opt %s -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s -t opencl-mlir | xdsl-opt -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host}' | filecheck %s
// RUN: xdsl-opt %s | filecheck %s --check-prefix=ALONE

// ALONE: dense<[2.13909504e+09, 1.000000e+00]>
// The first operation is of a dialect that the plugin does not extend.
// CHECK: initial_value = dense<[0x7f800000, 1.000000e+00]> : tensor<2xf32>
"memref.global"() <{sym_name = "g", sym_visibility = "private", type = memref<2xf32>, initial_value = dense<[0x7f800000, 1.0]> : tensor<2xf32>}> : () -> ()

func.func @elements() {
  // CHECK: arith.constant dense<0xff800000> : vector<4xf32>
  %0 = arith.constant dense<0xFF800000> : vector<4xf32>
  // CHECK-NEXT: arith.constant dense<[0x7e00, 0x7c00]> : vector<2xf16>
  %1 = arith.constant dense<[0x7E00, 0x7C00]> : vector<2xf16>
  // CHECK-NEXT: arith.constant dense<[1.000000e+00, 1.600000e+01]> : vector<2xf64>
  %2 = arith.constant dense<[0x3FF0000000000000, 16.0]> : vector<2xf64>
  // CHECK-NEXT: arith.constant dense<[16, 255]> : vector<2xi32>
  %3 = arith.constant dense<[0x10, 0xFF]> : vector<2xi32>
  func.return
}
