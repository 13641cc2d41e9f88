// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx700},opencl-to-llvm' -t opencl-clrx | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx803},opencl-to-llvm' -t opencl-clrx | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=amdcl2 mcpu=gfx900},opencl-to-llvm' -t opencl-clrx | filecheck %s

// A kernel may ask for a set of user registers (CLRX, AmdCl2Abi); on gfx9 two of them have
// the same registers.

// CHECK-LABEL: .kernel setup
// CHECK:         .useargs
// CHECK-NEXT:    .usesetup
// CHECK-NEXT:    .setupargs
opencl.kernel @setup(%out: !llvm.ptr<1>) attributes {opencl.user_registers = "usesetup"} {
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: .kernel enqueue
// CHECK:         .useargs
// CHECK-NEXT:    .usesetup
// CHECK-NEXT:    .useenqueue
// CHECK-NEXT:    .setupargs
opencl.kernel @enqueue(%out: !llvm.ptr<1>) attributes {opencl.user_registers = "useenqueue"} {
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: .kernel generic
// CHECK:         .useargs
// CHECK-NEXT:    .usesetup
// CHECK-NEXT:    .usegeneric
// CHECK-NEXT:    .setupargs
opencl.kernel @generic(%out: !llvm.ptr<1>) attributes {opencl.user_registers = "usegeneric"} {
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.store %one, %out : i32, !llvm.ptr<1>
  opencl.return
}
