// RUN: xdsl-opt %s -p opencl-lower-pointer-casts --verify-diagnostics | filecheck %s

builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @k(%g: !llvm.ptr<1>) {
    %p = llvm.load %g : !llvm.ptr<1> -> !llvm.ptr<4>
    // CHECK: in @k: error: the memory that this generic pointer points into is not known: it was read from memory or made of a number; keep pointers to one address space there
    %l = opencl.to_local %p : !llvm.ptr<4> -> !llvm.ptr<3>
    llvm.store %l, %g : !llvm.ptr<3>, !llvm.ptr<1>
    opencl.return
  }
}
