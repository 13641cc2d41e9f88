builtin.module {
  opencl.kernel @"abcdefghijklmnopqrstuvwxyz0123456789abcdefghijkl(%p: !llvm.ptr<1>) {
    opencl.return
  }
}
