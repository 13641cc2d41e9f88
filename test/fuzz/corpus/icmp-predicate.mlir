builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %a = llvm.mlir.constant(1 : i32) : i32
    %b = llvm.icmp "nee" %a, %a : i32
    opencl.return
  }
}
