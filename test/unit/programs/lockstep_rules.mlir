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
// --- BELOW

opencl.kernel @k(%with: !llvm.ptr<1>, %without: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %minus = llvm.mlir.constant(-64 : i32) : i32
  %less = llvm.mlir.constant(-128 : i32) : i32
  %x = opencl.get_global_id 0 : i64
  %x32 = llvm.trunc %x : i64 to i32
  %some = llvm.icmp "ne" %n, %zero : i32
  llvm.cond_br %some, ^near, ^far
^near:
  %a = llvm.add %x32, %minus overflow<nsw, nuw> : i32
  llvm.br ^both(%a : i32)
^far:
  %b = llvm.add %x32, %less overflow<nsw, nuw> : i32
  llvm.br ^both(%b : i32)
^both(%v: i32):
  %signed = llvm.sext %v : i32 to i64
  %unsigned = llvm.zext %v : i32 to i64
  %place = llvm.getelementptr %with[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %last = llvm.getelementptr %without[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %signed, %place : i64, !llvm.ptr<1>
  llvm.store %unsigned, %last : i64, !llvm.ptr<1>
  opencl.return
}
