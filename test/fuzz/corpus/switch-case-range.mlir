builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %a = arith.constant 1 : i32
    cf.switch %a : i32, [
      default: ^a,
      99999999999999999999: ^a
    ]
  ^a:
    opencl.return
  }
}
