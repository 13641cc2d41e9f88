builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %c = arith.constant true
    cf.cond_br %c, ^a, ^b
  ^a:
    %a = arith.constant 1 : i32
    cf.br ^b
  ^b:
    llvm.store %a, %p : i32, !llvm.ptr<1>
    opencl.return
  }
}
