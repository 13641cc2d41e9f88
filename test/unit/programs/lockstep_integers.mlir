// --- MEETING

opencl.kernel @k(%out: !llvm.ptr<1>, %n: i32, %a: i32, %b: i32) {
  %id = opencl.get_global_id 0 : i64
  %x = llvm.trunc %id : i64 to i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %c = llvm.icmp "ne" %n, %zero : i32
  llvm.cond_br %c, ^one, ^other
^one:
  %first = llvm.add %a, %x overflow<nsw, nuw> : i32
  llvm.br ^end(%first : i32)
^other:
  %second = llvm.add %b, %x overflow<nsw, nuw> : i32
  llvm.br ^end(%second : i32)
^end(%v: i32):
  %signed = llvm.sext %v : i32 to i64
  %unsigned = llvm.zext %v : i32 to i64
  %at = llvm.getelementptr %out[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<2 x i64>
  llvm.store %signed, %at : i64, !llvm.ptr<1>
  %next = llvm.getelementptr %at[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  llvm.store %unsigned, %next : i64, !llvm.ptr<1>
  opencl.return
}
