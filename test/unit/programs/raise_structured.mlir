// --- VALUES_THAT_CHANGE_PLACES_GO_ROUND

opencl.kernel @k(%out: !llvm.ptr<1>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %zero, %one, %zero : i32, i32, i32, i32)
^head(%i: i32, %a: i32, %b: i32, %before: i32):
  %goes_on = arith.cmpi slt, %i, %n : i32
  cf.cond_br %goes_on, ^body, ^end
^body:
  %c = arith.addi %a, %b : i32
  %j = arith.addi %i, %one overflow<nsw> : i32
  cf.br ^head(%j, %b, %c, %i : i32, i32, i32, i32)
^end:
  %first = llvm.getelementptr %out[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  "llvm.store"(%a, %out) <{ordering = 0 : i64}> : (i32, !llvm.ptr<1>) -> ()
  "llvm.store"(%before, %first) <{ordering = 0 : i64}> : (i32, !llvm.ptr<1>) -> ()
  opencl.return
}
// --- WHAT_A_LOOP_HANDS_TO_ITS_END_IS_THAT_OF_THE_LAST_ROUND

opencl.kernel @k(%out: !llvm.ptr<1>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : index
  %least = arith.index_cast %seven : index to i32
  cf.br ^head(%zero : i32)
^head(%i: i32):
  %twice = arith.muli %i, %least : i32
  %goes_on = arith.cmpi slt, %i, %n : i32
  cf.cond_br %goes_on, ^body, ^end(%twice : i32)
^body:
  %j = arith.addi %i, %one overflow<nsw> : i32
  cf.br ^head(%j : i32)
^end(%last: i32):
  "llvm.store"(%last, %out) <{ordering = 0 : i64}> : (i32, !llvm.ptr<1>) -> ()
  opencl.return
}
// --- ADDRESSES_ARE_NO_NUMBERS

opencl.kernel @k(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %any = llvm.icmp "ne" %n, %zero : i32
  %chosen = llvm.select %any, %a, %b : i1, !llvm.ptr<1>
  %number = llvm.select %any, %n, %zero : i1, i32
  %value = llvm.load %chosen : !llvm.ptr<1> -> i32
  %sum = llvm.add %value, %number : i32
  llvm.store %sum, %out : i32, !llvm.ptr<1>
  opencl.return
}
