builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %c = arith.constant true
    scf.if %c {
      "cf.br"() [^a] : () -> ()
    }
    cf.br ^a
  ^a:
    opencl.return
  }
}
