// What `printf` on amdhsa calls (printf.py). The buffer of the runtime begins with two
// i32: how many bytes are taken, and how many there are; the records follow.

// Takes `length` bytes of the buffer: the address, or null when the buffer is full, which
// must not change what is counted as taken.
func.func private @__opencl_printf_reserve(%buffer: !llvm.ptr<1>, %length: i32) -> !llvm.ptr<1> {
  %four = llvm.mlir.constant(4 : i32) : i32
  %size_at = llvm.getelementptr inbounds %buffer[%four] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
  %size = llvm.load %size_at {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  %first = llvm.load %buffer atomic syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  cf.br ^retry(%first : i32)
^retry(%taken: i32):
  %end = llvm.add %taken, %length : i32
  %header = llvm.mlir.constant(8 : i32) : i32
  %needed = llvm.add %end, %header : i32
  %fits = llvm.icmp "ule" %needed, %size : i32
  %null = llvm.mlir.zero : !llvm.ptr<1>
  cf.cond_br %fits, ^attempt, ^done(%null : !llvm.ptr<1>)
^attempt:
  %pair = llvm.cmpxchg %buffer, %taken, %end syncscope("agent") monotonic monotonic : !llvm.ptr<1>, i32
  %old = llvm.extractvalue %pair[0] : !llvm.struct<(i32, i1)>
  %swapped = llvm.extractvalue %pair[1] : !llvm.struct<(i32, i1)>
  %index = llvm.zext %taken : i32 to i64
  %records = llvm.getelementptr inbounds %buffer[%header] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
  %start = llvm.getelementptr inbounds %records[%index] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  cf.cond_br %swapped, ^done(%start : !llvm.ptr<1>), ^retry(%old : i32)
^done(%place: !llvm.ptr<1>):
  func.return %place : !llvm.ptr<1>
}

// Copies a string, its end included, to the 128 bytes at `target`, and fills the rest of
// them with zeros. A null pointer is an empty string.
func.func private @__opencl_printf_string_$number(%target: !llvm.ptr<1>, %source: !llvm.ptr$space) {
  %zeros = llvm.mlir.constant(dense<0> : vector<32xi32>) : vector<32xi32>
  llvm.store %zeros, %target {alignment = 4 : i64} : vector<32xi32>, !llvm.ptr<1>
  %null = llvm.mlir.zero : !llvm.ptr$space
  %empty = llvm.icmp "eq" %source, %null : !llvm.ptr$space
  %zero = llvm.mlir.constant(0 : i32) : i32
  cf.cond_br %empty, ^done, ^step(%zero : i32)
^step(%position: i32):
  %from = llvm.getelementptr inbounds %source[%position] : (!llvm.ptr$space, i32) -> !llvm.ptr$space, i8
  %byte = llvm.load %from {alignment = 1 : i64} : !llvm.ptr$space -> i8
  %to = llvm.getelementptr inbounds %target[%position] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
  llvm.store %byte, %to {alignment = 1 : i64} : i8, !llvm.ptr<1>
  %one = llvm.mlir.constant(1 : i32) : i32
  %following = llvm.add %position, %one : i32
  %nul = llvm.mlir.constant(0 : i8) : i8
  %ended = llvm.icmp "eq" %byte, %nul : i8
  cf.cond_br %ended, ^done, ^more
^more:
  %last = llvm.mlir.constant(127 : i32) : i32
  %full = llvm.icmp "eq" %following, %last : i32
  cf.cond_br %full, ^done, ^step(%following : i32)
^done:
  func.return
}
