builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %a = llvm.mlir.constant(1 : i32) : i32
    llvm.store %a, %p {alignment = "x"} : i32, !llvm.ptr<1>
    opencl.return
  }
}
