// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},convert-opencl-to-llvm' -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdhsa mcpu=gfx1100},convert-opencl-to-llvm' -t opencl-mlir | filecheck %s --check-prefix=GPU

// Only GPUs have a clock of constant rate beside the counter of cycles: LLVM makes 0 of it for processors.

// CHECK: llvm.func @clocks
// CHECK-NEXT: llvm.call_intrinsic "llvm.readcyclecounter"() : () -> i64
// CHECK-NEXT: llvm.call_intrinsic "llvm.readcyclecounter"() : () -> i64
// GPU: llvm.call_intrinsic "llvm.readsteadycounter"() : () -> i64
// GPU-NEXT: llvm.call_intrinsic "llvm.readcyclecounter"() : () -> i64
llvm.func @clocks() -> i64 {
  %device = llvm.call_intrinsic "llvm.readsteadycounter"() : () -> i64
  %group = llvm.call_intrinsic "llvm.readcyclecounter"() : () -> i64
  %sum = llvm.add %device, %group : i64
  llvm.return %sum : i64
}
