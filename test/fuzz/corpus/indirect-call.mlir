builtin.module {
  llvm.func spir_kernelcc @k(%p: !llvm.ptr<1>, %f: !llvm.ptr) {
    llvm.call %f() : !llvm.ptr, () -> ()
    llvm.return
  }
}
