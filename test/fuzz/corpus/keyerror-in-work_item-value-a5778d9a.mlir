llvm.func spir_kernelcc @k(%p: !llvm.ptr<1>) {
  %mine = llvm.mlir.addressof @k.mine :  !llvm.ptr<3>
  llvm.store %v, %shared : i32, !llvm.ptr<3>
  llvm.return
}
llvm.func spir_kernelcc @l(%p: !llvm.ptr<1>) {
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  %v = llvm.load %shared : !llvm.ptr<3> -> i32
  llvm.return
}