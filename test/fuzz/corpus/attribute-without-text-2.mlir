builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1> {llvm.align = 1.0 : f128}) {
    opencl.return
  }
}
