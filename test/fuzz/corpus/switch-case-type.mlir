builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %a = arith.constant 1.0 : f32
    cf.switch %a : f32, [
      default: ^a,
      1: ^a
    ]
  ^a:
    opencl.return
  }
}
