// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-ub-to-llvm' | filecheck %s

// CHECK-LABEL: func.func @poison
func.func @poison() {
  // CHECK-NEXT: llvm.mlir.poison : vector<4xf32>
  %0 = ub.poison : vector<4xf32>
  // CHECK-NEXT: llvm.mlir.poison : !llvm.ptr<1>
  %1 = ub.poison : memref<4xf32, 1 : i32>
  // CHECK-NEXT: llvm.unreachable
  ub.unreachable
}
