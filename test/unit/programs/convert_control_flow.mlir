// --- CONTROL

func.func @collatz(%start: i64) -> (i64, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %last, %steps, %top = scf.while (%n = %start, %k = %c0, %m = %start) : (i64, i64, i64) -> (i64, i64, i64) {
    %more = arith.cmpi ne, %n, %c1 : i64
    scf.condition(%more) %n, %k, %m : i64, i64, i64
  } do {
  ^bb0(%n: i64, %k: i64, %m: i64):
    %low = arith.andi %n, %c1 : i64
    %odd = arith.cmpi eq, %low, %c1 : i64
    %next = scf.if %odd -> (i64) {
      %a = arith.muli %n, %c3 : i64
      %b = arith.addi %a, %c1 : i64
      scf.yield %b : i64
    } else {
      %h = arith.divui %n, %c2 : i64
      scf.yield %h : i64
    }
    %k1 = arith.addi %k, %c1 : i64
    %m1 = arith.maxui %m, %next : i64
    scf.yield %next, %k1, %m1 : i64, i64, i64
  }
  func.return %steps, %top : i64, i64
}
func.func @store_collatz(%start: i64, %out: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a, %b = func.call @collatz(%start) : (i64) -> (i64, i64)
  memref.store %a, %out[%c0] : memref<2xi64>
  memref.store %b, %out[%c1] : memref<2xi64>
  func.return
}
func.func @choose(%x: index, %y: i32) -> i32 {
  %r = scf.index_switch %x -> i32
  case 3 {
    %v = arith.constant 30 : i32
    scf.yield %v : i32
  }
  case -4 {
    %w = arith.muli %y, %y : i32
    scf.yield %w : i32
  }
  default {
    scf.yield %y : i32
  }
  func.return %r : i32
}
func.func @jump(%x: i32) -> i32 {
  %c10 = arith.constant 10 : i32
  cf.switch %x : i32, [
    default: ^bb1(%x : i32),
    -1: ^bb1(%c10 : i32),
    7: ^bb2
  ]
^bb1(%y: i32):
  func.return %y : i32
^bb2:
  %c70 = arith.constant 70 : i32
  cf.br ^bb1(%c70 : i32)
}
func.func @nested(%n: index, %step: index, %m: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %n step %step iter_args(%a = %zero) -> (i32) {
    %inner = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (i32) {
      %even = arith.cmpi slt, %j, %c1 : index
      scf.if %even {
        memref.store %b, %m[%i] : memref<64xi32>
      }
      %jj = arith.index_cast %j : index to i32
      %next = arith.addi %b, %jj : i32
      scf.yield %next : i32
    }
    scf.yield %inner : i32
  }
  func.return %sum : i32
}
// --- PARALLEL

func.func @sum(%n: index, %m: memref<4x6xf32>, %start: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %r = "scf.parallel"(%c0, %c0, %n, %c6, %c1, %c2, %start) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
  ^bb0(%i: index, %j: index):
    %x = memref.load %m[%i, %j] : memref<4x6xf32>
    "scf.reduce"(%x) ({
    ^bb1(%l: f32, %r0: f32):
      %o = arith.addf %l, %r0 : f32
      "scf.reduce.return"(%o) : (f32) -> ()
    }) : (f32) -> ()
  }) : (index, index, index, index, index, index, f32) -> f32
  func.return %r : f32
}
func.func @fill(%n: index, %m: memref<4x6xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %odd = arith.cmpi slt, %i, %c1 : index
    scf.if %odd {
      memref.store %x, %m[%i, %c1] : memref<4x6xf32>
    } else {
      memref.store %x, %m[%i, %c0] : memref<4x6xf32>
    }
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  func.return
}
// --- ORDER

func.func @order(%m: memref<8x8xf32>, %n: index) -> f32 {
  cf.br ^define
^use(%j: index):
  // These use what a later block defines.
  %row = arith.floordivsi %i, %c3 : index
  %x = memref.load %s[%row, %same] : memref<2x2xf32, strided<[8, 1], offset: ?>>
  %v = vector.load %s[%row, %j] : memref<2x2xf32, strided<[8, 1], offset: ?>>, vector<2xf32>
  %y = vector.reduction <add>, %v, %x : vector<2xf32> into f32
  func.return %y : f32
^define:
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %s = memref.subview %m[%n, 1] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
  %i = arith.addi %n, %c3 : index
  %wide = arith.index_cast %n : index to i64
  %same = arith.index_cast %wide : i64 to index
  cf.br ^use(%c0 : index)
}
