// Kinds of `llvm.atomicrmw` that OpenCL lacks (LLVM's language reference, "atomicrmw"). If memory has another
// value than the first one, the exchange tells which.

func.func @nand(%place: $pointer, %x: $type) -> $type {
  %zero = llvm.mlir.constant(0 : $type) : $type
  %ones = llvm.mlir.constant(-1 : $type) : $type
  llvm.br ^again(%zero : $type)
^again(%old: $type):
  %both = llvm.and %old, %x : $type
  %new = llvm.xor %both, %ones : $type
  %pair = llvm.cmpxchg $volatile %place, %old, %new $scope $order monotonic : $pointer, $type
  %found = llvm.extractvalue %pair[0] : !llvm.struct<($type, i1)>
  %done = llvm.extractvalue %pair[1] : !llvm.struct<($type, i1)>
  llvm.cond_br %done, ^end, ^again(%found : $type)
^end:
  func.return %old : $type
}

func.func @uinc_wrap(%place: $pointer, %x: $type) -> $type {
  %zero = llvm.mlir.constant(0 : $type) : $type
  %one = llvm.mlir.constant(1 : $type) : $type
  llvm.br ^again(%zero : $type)
^again(%old: $type):
  %next = llvm.add %old, %one : $type
  %wraps = llvm.icmp "uge" %old, %x : $type
  %new = llvm.select %wraps, %zero, %next : i1, $type
  %pair = llvm.cmpxchg $volatile %place, %old, %new $scope $order monotonic : $pointer, $type
  %found = llvm.extractvalue %pair[0] : !llvm.struct<($type, i1)>
  %done = llvm.extractvalue %pair[1] : !llvm.struct<($type, i1)>
  llvm.cond_br %done, ^end, ^again(%found : $type)
^end:
  func.return %old : $type
}

func.func @udec_wrap(%place: $pointer, %x: $type) -> $type {
  %zero = llvm.mlir.constant(0 : $type) : $type
  %one = llvm.mlir.constant(1 : $type) : $type
  llvm.br ^again(%zero : $type)
^again(%old: $type):
  // One less of 0 is the highest number.
  %next = llvm.sub %old, %one : $type
  %new = "llvm.intr.umin"(%next, %x) : ($type, $type) -> $type
  %pair = llvm.cmpxchg $volatile %place, %old, %new $scope $order monotonic : $pointer, $type
  %found = llvm.extractvalue %pair[0] : !llvm.struct<($type, i1)>
  %done = llvm.extractvalue %pair[1] : !llvm.struct<($type, i1)>
  llvm.cond_br %done, ^end, ^again(%found : $type)
^end:
  func.return %old : $type
}

func.func @usub_cond(%place: $pointer, %x: $type) -> $type {
  %zero = llvm.mlir.constant(0 : $type) : $type
  llvm.br ^again(%zero : $type)
^again(%old: $type):
  %less = llvm.sub %old, %x : $type
  %fits = llvm.icmp "uge" %old, %x : $type
  %new = llvm.select %fits, %less, %old : i1, $type
  %pair = llvm.cmpxchg $volatile %place, %old, %new $scope $order monotonic : $pointer, $type
  %found = llvm.extractvalue %pair[0] : !llvm.struct<($type, i1)>
  %done = llvm.extractvalue %pair[1] : !llvm.struct<($type, i1)>
  llvm.cond_br %done, ^end, ^again(%found : $type)
^end:
  func.return %old : $type
}

func.func @usub_sat(%place: $pointer, %x: $type) -> $type {
  %zero = llvm.mlir.constant(0 : $type) : $type
  llvm.br ^again(%zero : $type)
^again(%old: $type):
  %new = "llvm.intr.usub.sat"(%old, %x) : ($type, $type) -> $type
  %pair = llvm.cmpxchg $volatile %place, %old, %new $scope $order monotonic : $pointer, $type
  %found = llvm.extractvalue %pair[0] : !llvm.struct<($type, i1)>
  %done = llvm.extractvalue %pair[1] : !llvm.struct<($type, i1)>
  llvm.cond_br %done, ^end, ^again(%found : $type)
^end:
  func.return %old : $type
}
