// RUN: xdsl-opt %s -p opencl-lower-pointer-casts | filecheck %s

builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  // CHECK-LABEL: opencl.kernel @known
  opencl.kernel @known(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %i: i64) {
    %p = llvm.addrspacecast %g : !llvm.ptr<1> to !llvm.ptr<4>
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr<4>, i64) -> !llvm.ptr<4>, i32
    // CHECK: %global = llvm.addrspacecast %q : !llvm.ptr<4> to !llvm.ptr<1>
    %global = opencl.to_global %q : !llvm.ptr<4> -> !llvm.ptr<1>
    // CHECK-NEXT: %local = llvm.mlir.zero : !llvm.ptr<3>
    %local = opencl.to_local %q : !llvm.ptr<4> -> !llvm.ptr<3>
    // CHECK-NEXT: %private = llvm.mlir.zero : !llvm.ptr
    %private = opencl.to_private %q : !llvm.ptr<4> -> !llvm.ptr
    // CHECK: llvm.mlir.constant(1 : i32)
    // CHECK-NEXT: %fence = llvm.mlir.constant(2 : i32)
    %fence = opencl.get_fence %q : !llvm.ptr<4>
    llvm.store %fence, %global : i32, !llvm.ptr<1>
    llvm.store %fence, %local : i32, !llvm.ptr<3>
    llvm.store %fence, %private : i32, !llvm.ptr
    opencl.return
  }

  // Which memory it is travels beside the pointer.
  // CHECK-LABEL: opencl.kernel @met
  opencl.kernel @met(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %c: i1) {
    // CHECK-DAG: %[[GLOBAL:.*]] = llvm.mlir.constant(1) : i64
    // CHECK-DAG: %[[LOCAL:.*]] = llvm.mlir.constant(3) : i64
    %p = llvm.addrspacecast %g : !llvm.ptr<1> to !llvm.ptr<4>
    %q = llvm.addrspacecast %l : !llvm.ptr<3> to !llvm.ptr<4>
    llvm.cond_br %c, ^other, ^join(%p : !llvm.ptr<4>)
  ^other:
    llvm.br ^join(%q : !llvm.ptr<4>)
    // CHECK: ^{{.*}}(%m: !llvm.ptr<4>, %{{.*}}: !llvm.ptr, %[[SPACE:.*]]: i64):
  ^join(%m: !llvm.ptr<4>):
    // CHECK: %[[FITS:.*]] = llvm.icmp "eq" %[[SPACE]], %{{.*}} : i64
    // CHECK-NEXT: %[[CAST:.*]] = llvm.addrspacecast %m
    // CHECK-NEXT: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr<3>
    // CHECK-NEXT: %local = llvm.select %[[FITS]], %[[CAST]], %[[NULL]]
    %local = opencl.to_local %m : !llvm.ptr<4> -> !llvm.ptr<3>
    llvm.store %c, %local : i1, !llvm.ptr<3>
    opencl.return
  }

  // The memory of a pointer that was read from memory is not known: the fence is of both.
  // CHECK-LABEL: opencl.kernel @read
  opencl.kernel @read(%g: !llvm.ptr<1>) {
    // CHECK: %[[FENCE:.*]] = llvm.mlir.constant(3 : i32)
    // CHECK: llvm.store %[[FENCE]]
    %p = llvm.load %g : !llvm.ptr<1> -> !llvm.ptr<4>
    %f = opencl.get_fence %p : !llvm.ptr<4>
    llvm.store %f, %g : i32, !llvm.ptr<1>
    opencl.return
  }
}
