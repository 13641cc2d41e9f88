// --- FOR_ITER_ARGS
  %s, %p = scf.for %j = %c0 to %i step %c3 iter_args(%a = %x, %b = %one) -> (i64, i64) {
    %j64 = arith.index_cast %j : index to i64
    %a1 = arith.addi %a, %j64 : i64
    scf.yield %b, %a1 : i64, i64
  }
  %t = arith.shli %s, %one : i64
  %r = arith.subi %t, %p : i64

// --- FOR_DYNAMIC_STEP
  %step = arith.addi %i, %c1 : index
  %r = scf.for %j = %xi to %n step %step iter_args(%a = %z) -> (i64) {
    %j64 = arith.index_cast %j : index to i64
    %b = arith.addi %a, %j64 : i64
    scf.yield %b : i64
  }

// --- FOR_I32
  %lo = arith.trunci %z : i64 to i32
  %hi = arith.trunci %x : i64 to i32
  %st = arith.trunci %one : i64 to i32
  %r = scf.for %j = %lo to %hi step %st iter_args(%a = %z) -> (i64) : i32 {
    %b = arith.addi %a, %one : i64
    scf.yield %b : i64
  }

// --- FOR_UNSIGNED
// From -100 as an unsigned number up to -1.
  %lo = arith.constant -100 : index
  %hi = arith.constant -1 : index
  %r = "scf.for"(%lo, %xi, %c1, %z) ({
  ^bb0(%j: index, %a: i64):
    %b = arith.addi %a, %one : i64
    scf.yield %b : i64
  }) {unsignedCmp} : (index, index, index, i64) -> i64

// --- WHILE_LOOP
  %e, %r = scf.while (%v = %x, %k = %z) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi sgt, %v, %z : i64
    %k1 = arith.addi %k, %v : i64
    scf.condition(%more) %v, %k1 : i64, i64
  } do {
  ^bb0(%v: i64, %k: i64):
    %v1 = arith.shrsi %v, %one : i64
    scf.yield %v1, %k : i64, i64
  }

// --- IF_ELSE
  %positive = arith.cmpi sgt, %x, %z : i64
  %r = scf.if %positive -> (i64) {
    scf.yield %x : i64
  } else {
    %y = arith.subi %z, %x : i64
    scf.yield %y : i64
  }

// --- IF_ONLY
  %positive = arith.cmpi sgt, %x, %z : i64
  %m = memref.alloca() : memref<1xi64>
  memref.store %one, %m[%c0] : memref<1xi64>
  scf.if %positive {
    memref.store %x, %m[%c0] : memref<1xi64>
  }
  %r = memref.load %m[%c0] : memref<1xi64>

// --- INDEX_SWITCH
// The low 32 bits of the cases and of the value are the same.
  %big = arith.constant 4294967296 : index
  %odd = arith.andi %i, %c1 : index
  %high = arith.muli %odd, %big : index
  %low = arith.andi %xi, %c3 : index
  %sel = arith.addi %high, %low : index
  %r = scf.index_switch %sel -> i64
  case 2 {
    scf.yield %z : i64
  }
  case 4294967298 {
    scf.yield %one : i64
  }
  case -1 {
    scf.yield %n64 : i64
  }
  default {
    scf.yield %x : i64
  }

// --- EXECUTE_REGION
  %positive = arith.cmpi sgt, %x, %z : i64
  %r = "scf.execute_region"() ({
    cf.cond_br %positive, ^yes, ^no
  ^yes:
    scf.yield %one : i64
  ^no:
    scf.yield %z : i64
  }) : () -> i64

// --- PARALLEL_REDUCE
  %s, %m = "scf.parallel"(%c1, %c0, %i, %n, %c2, %c3, %z, %x) <{operandSegmentSizes = array<i32: 2, 2, 2, 2>}> ({
  ^bb0(%j: index, %k: index):
    %v = memref.load %in[%j] : BUFFER
    %k64 = arith.index_cast %k : index to i64
    %w = arith.xori %v, %k64 : i64
    "scf.reduce"(%w, %w) ({
    ^bb1(%a: i64, %b: i64):
      %c = arith.addi %a, %b : i64
      scf.reduce.return %c : i64
    }, {
    ^bb1(%a: i64, %b: i64):
      %less = arith.cmpi slt, %a, %b : i64
      %c = scf.if %less -> (i64) {
        scf.yield %a : i64
      } else {
        scf.yield %b : i64
      }
      scf.reduce.return %c : i64
    }) : (i64, i64) -> ()
  }) : (index, index, index, index, index, index, i64, i64) -> (i64, i64)
  %t = arith.shli %s, %one : i64
  %r = arith.subi %t, %m : i64

// --- FORALL
  %own = memref.alloca() : memref<4xi64>
  scf.forall (%j) in (4) {
    %number = arith.index_cast %j : index to i64
    %product = arith.muli %x, %number : i64
    memref.store %product, %own[%j] : memref<4xi64>
  }
  %r = memref.load %own[%c3] : memref<4xi64>
