// --- FUNCTIONS
func.func private @double_NAME(%a: i64, %b: index) -> (i64, index) {
  %c = arith.addi %a, %a : i64
  %d = arith.addi %b, %b : index
  func.return %c, %d : i64, index
}
func.func private @set_NAME(%m: memref<2xi64>, %v: i64) {
  %k = arith.constant 1 : index
  memref.store %v, %m[%k] : memref<2xi64>
  func.return
}

// --- CALLS
  %a, %b = func.call @double_NAME(%x, %i) : (i64, index) -> (i64, index)
  %b64 = arith.index_cast %b : index to i64
  %m = memref.alloca() : memref<2xi64>
  func.call @set_NAME(%m, %b64) : (memref<2xi64>, i64) -> ()
  %c = memref.load %m[%c1] : memref<2xi64>
  %r = arith.addi %a, %c : i64
