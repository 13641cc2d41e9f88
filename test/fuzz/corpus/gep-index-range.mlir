builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %a = llvm.getelementptr %p[9223372036854775807] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    opencl.return
  }
}
