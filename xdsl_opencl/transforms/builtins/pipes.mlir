// The parts of pipe functions that are the same for all packets (pipes.py), cloned into
// the kernels. A pipe begins with three i64: the number of the next packet to read, that of
// the next to write, and how many packets there are in all.

// The place of the number that counts the packets read, and how far it may grow.
func.func @room_to_read(%pipe: !llvm.ptr<1>) -> (!llvm.ptr<1>, i64) {
  %write_at = llvm.getelementptr inbounds %pipe[$write_index] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  %written = llvm.load %write_at atomic $scope monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  func.return %pipe, %written : !llvm.ptr<1>, i64
}

// The place of the number that counts the packets written, and how far it may grow.
func.func @room_to_write(%pipe: !llvm.ptr<1>) -> (!llvm.ptr<1>, i64) {
  %write_at = llvm.getelementptr inbounds %pipe[$write_index] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  %end_at = llvm.getelementptr inbounds %pipe[$end_index] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  %read = llvm.load %pipe atomic $scope monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  %all = llvm.load %end_at {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  %limit = llvm.add %read, %all : i64
  func.return %write_at, %limit : !llvm.ptr<1>, i64
}

// Adds `count` to the number at `index` unless that would be more than `limit`: the number
// before, or -1.
func.func @reserve(%index: !llvm.ptr<1>, %limit: i64, %count: i64) -> i64 {
  %first = llvm.load %index atomic $scope monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  %number = scf.while (%expected = %first) : (i64) -> i64 {
    %end = llvm.add %expected, %count : i64
    %fits = llvm.icmp "ule" %end, %limit : i64
    %old, %again = scf.if %fits -> (i64, i1) {
      %pair = llvm.cmpxchg %index, %expected, %end $scope monotonic monotonic : !llvm.ptr<1>, i64
      %found = llvm.extractvalue %pair[0] : !llvm.struct<(i64, i1)>
      %swapped = llvm.extractvalue %pair[1] : !llvm.struct<(i64, i1)>
      %true = llvm.mlir.constant(1 : i1) : i1
      %changed = llvm.xor %swapped, %true : i1
      scf.yield %found, %changed : i64, i1
    } else {
      %none = llvm.mlir.constant(-1 : i64) : i64
      %false = llvm.mlir.constant(0 : i1) : i1
      scf.yield %none, %false : i64, i1
    }
    scf.condition(%again) %old : i64
  } do {
  ^bb0(%next: i64):
    scf.yield %next : i64
  }
  func.return %number : i64
}

// Sets both numbers to 0 when the `count` packets from `first` on are the last of those
// `written`.
func.func @finish_reading(%pipe: !llvm.ptr<1>, %first: i64, %count: i64, %written: i64) {
  %none = llvm.mlir.constant(-1 : i64) : i64
  %taken = llvm.icmp "ne" %first, %none : i64
  %end = llvm.add %first, %count : i64
  %last = llvm.icmp "eq" %end, %written : i64
  %reset = llvm.and %taken, %last : i1
  scf.if %reset {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %write_at = llvm.getelementptr inbounds %pipe[$write_index] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    llvm.store %zero, %write_at atomic $scope monotonic {alignment = 8 : i64} : i64, !llvm.ptr<1>
    llvm.store %zero, %pipe atomic $scope monotonic {alignment = 8 : i64} : i64, !llvm.ptr<1>
  }
  func.return
}

// The packets that a pipe has room for.
func.func @max_packets(%pipe: !llvm.ptr<1>) -> i64 {
  %end_at = llvm.getelementptr inbounds %pipe[$end_index] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  %all = llvm.load %end_at {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  func.return %all : i64
}

// The packets that can be read.
func.func @num_packets(%pipe: !llvm.ptr<1>) -> i64 {
  %write_at = llvm.getelementptr inbounds %pipe[$write_index] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  %written = llvm.load %write_at atomic $scope monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  %read = llvm.load %pipe atomic $scope monotonic {alignment = 8 : i64} : !llvm.ptr<1> -> i64
  %number = llvm.sub %written, %read : i64
  func.return %number : i64
}
