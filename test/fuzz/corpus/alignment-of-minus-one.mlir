builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %a = llvm.load %p {alignment = -1 : i64} : !llvm.ptr<1> -> i32
    llvm.store %a, %p : i32, !llvm.ptr<1>
    opencl.return
  }
}
