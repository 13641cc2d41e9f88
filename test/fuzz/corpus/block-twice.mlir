builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    cf.br ^a
  ^a:
    cf.br ^b
  ^a:
    cf.br ^b
  ^b:
    opencl.return
  }
}
