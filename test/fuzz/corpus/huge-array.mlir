builtin.module {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %n = llvm.mlir.constant(1 : i32) : i32
    %a = llvm.alloca %n x !llvm.array<100000000000 x i8> : (i32) -> !llvm.ptr
    opencl.return
  }
}
