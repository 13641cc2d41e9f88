opencl.kernel @k(%i: i32, %v: vector<3xf32>, %d: f64, %l: i64, %b: vector<2xi8>) {
  %s = llvm.mlir.addressof @ab : !llvm.ptr<2>
  %t = llvm.mlir.addressof @long : !llvm.ptr<2>
  opencl.return
}
  %0 = opencl.printf "<%s>"(%s) : !llvm.ptr<2>
opencl.kernel @string(%s: !llvm.ptr<2>) {
  opencl.return
}