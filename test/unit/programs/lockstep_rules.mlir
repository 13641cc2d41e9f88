// --- POISONED

opencl.kernel @k(%a: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i32) {
  %x = opencl.get_global_id 0 : i64
  %five = llvm.mlir.constant(5 : i32) : i32
  %poison = llvm.mlir.poison : i32
  %mine = llvm.getelementptr %a[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %value = llvm.load %mine : !llvm.ptr<1> -> i32
  %large = llvm.icmp "sgt" %value, %five : i32
  llvm.cond_br %large, ^few, ^all
^few:
  %equal = llvm.icmp "eq" %poison, %n : i32
  llvm.cond_br %equal, ^one, ^all
^one:
  llvm.store %five, %out : i32, !llvm.ptr<1>
  llvm.br ^all
^all:
  %place = llvm.getelementptr %out[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %value, %place : i32, !llvm.ptr<1>
  opencl.return
}
// --- FROZEN

opencl.kernel @k(%out: !llvm.ptr<1>, %n: i32) {
  %poison = llvm.mlir.poison : i32
  %x = opencl.get_global_id 0 : i64
  %x32 = llvm.trunc %x : i64 to i32
  %some = llvm.add %x32, %poison : i32
  %frozen = llvm.freeze %some : i32
  %first = llvm.or %frozen, %n : i32
  %mine = llvm.getelementptr %out[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %first, %mine : i32, !llvm.ptr<1>
  opencl.barrier global
  %again = llvm.load %mine : !llvm.ptr<1> -> i32
  %difference = llvm.xor %again, %frozen : i32
  llvm.store %difference, %mine : i32, !llvm.ptr<1>
  opencl.return
}
// --- EXTENDED

opencl.kernel @k(%out: !llvm.ptr<1>) {
  %none = llvm.mlir.poison : vector<2xi64>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %far = llvm.mlir.constant(100 : i32) : i32
  %x = opencl.get_global_id 0 : i64
  %x32 = llvm.trunc %x : i64 to i32
  %below = llvm.sub %x32, %far overflow<nsw> : i32
  %signed = llvm.sext %below : i32 to i48
  %unsigned = llvm.zext %signed : i48 to i64
  %mine = llvm.getelementptr %out[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %v = llvm.insertelement %unsigned, %none[%zero : i32] : vector<2xi64>
  %r = llvm.extractelement %v[%zero : i32] : vector<2xi64>
  llvm.store %r, %mine : i64, !llvm.ptr<1>
  opencl.return
}
