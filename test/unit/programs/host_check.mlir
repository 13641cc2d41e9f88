opencl.kernel @k(%p: !llvm.ptr<1> {opencl.name = "p"}) {
  %i = opencl.get_global_id 0 : i64
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %v = llvm.load %at : !llvm.ptr<1> -> i32
  llvm.store %v, %p : i32, !llvm.ptr<1>
  opencl.return
}
