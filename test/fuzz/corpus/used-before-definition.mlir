builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    llvm.store %a, %p : i32, !llvm.ptr<1>
    %a = llvm.mlir.constant(1 : i32) : i32
    opencl.return
  }
}
