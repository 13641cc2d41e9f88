// `llvm.intr.memset` and `memmove` byte by byte, with lengths of type $length.

func.func @memset(%to: $to, %value: i8, %length: $length) {
  %zero = llvm.mlir.constant(0 : $length) : $length
  %one = llvm.mlir.constant(1 : $length) : $length
  llvm.br ^head(%zero : $length)
^head(%i: $length):
  %more = llvm.icmp "ult" %i, %length : $length
  llvm.cond_br %more, ^body, ^end
^body:
  %place = llvm.getelementptr inbounds %to[%i] : ($to, $length) -> $to, i8
  llvm.store $volatile %value, %place {alignment = 1} : i8, $to
  %next = llvm.add %i, %one : $length
  llvm.br ^head(%next : $length)
^end:
  func.return
}

// From the last byte on where the target is the higher address.
func.func @memmove(%to: $to, %source: $source, %length: $length) {
  %zero = llvm.mlir.constant(0 : $length) : $length
  %one = llvm.mlir.constant(1 : $length) : $length
  %last = llvm.sub %length, %one : $length
  %to_number = llvm.ptrtoint %to : $to to i64
  %source_number = llvm.ptrtoint %source : $source to i64
  %up = llvm.icmp "ult" %to_number, %source_number : i64
  llvm.br ^head(%zero : $length)
^head(%i: $length):
  %more = llvm.icmp "ult" %i, %length : $length
  llvm.cond_br %more, ^body, ^end
^body:
  %back = llvm.sub %last, %i : $length
  %at = llvm.select %up, %i, %back : i1, $length
  %from = llvm.getelementptr inbounds %source[%at] : ($source, $length) -> $source, i8
  %value = llvm.load $volatile %from {alignment = 1} : $source -> i8
  %place = llvm.getelementptr inbounds %to[%at] : ($to, $length) -> $to, i8
  llvm.store $volatile %value, %place {alignment = 1} : i8, $to
  %next = llvm.add %i, %one : $length
  llvm.br ^head(%next : $length)
^end:
  func.return
}
