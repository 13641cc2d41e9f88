// RUN: xdsl-opt %s -p lower-scf-to-cf | filecheck %s
// RUN: xdsl-opt %s -p lower-scf-to-cf,lower-scf-to-cf | filecheck %s

// Case values keep their 64 bits.
// CHECK-LABEL: func.func @switch
func.func @switch(%i: index, %x: i32) -> i32 {
  // CHECK-NEXT: %[[value:.*]] = arith.index_cast %i : index to i64
  // CHECK-NEXT: cf.switch %[[value]] : i64, [
  // CHECK-NEXT:   default: ^[[default:[a-z0-9]*]],
  // CHECK-NEXT:   4294967298: ^[[big:[a-z0-9]*]]
  // CHECK-NEXT: ]
  %r = scf.index_switch %i -> i32
  case 4294967298 {
    // CHECK: %[[y:.*]] = arith.addi %x, %x : i32
    // CHECK-NEXT: cf.br ^[[end:[a-z0-9]*]](%[[y]] : i32)
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  default {
    scf.yield %x : i32
  }
  // CHECK-NEXT: ^[[end]](%[[r:.*]]: i32):
  // CHECK-NEXT: func.return %[[r]] : i32
  func.return %r : i32
}

// CHECK-LABEL: func.func @unsigned
func.func @unsigned(%n: index) {
  // CHECK: arith.cmpi ult
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    scf.yield
  }) {unsignedCmp} : (index, index, index) -> ()
  func.return
}

// Memory of a size that the entry block does not know is given back.
// CHECK-LABEL: func.func @lifetimes
func.func @lifetimes(%n: index, %c: i1) {
  // CHECK: ^{{.*}}:
  // CHECK: %[[saved:.*]] = llvm.intr.stacksave : !llvm.ptr
  // CHECK-NEXT: %{{.*}} = memref.alloca(%i)
  // CHECK-NEXT: llvm.intr.stackrestore %[[saved]] : !llvm.ptr
  scf.for %i = %n to %n step %n {
    %m = memref.alloca(%i) : memref<?xi32>
  }
  // Static memory is moved later, and needs none of this.
  // CHECK-NOT: stacksave
  // CHECK: memref.alloca() : memref<4xi32>
  scf.for %i = %n to %n step %n {
    %m = memref.alloca() : memref<4xi32>
  }
  // A scope has no blocks of its own.
  // CHECK: %[[scope:.*]] = llvm.intr.stacksave : !llvm.ptr
  // CHECK-NEXT: %{{.*}} = memref.alloca(%n) : memref<?xi8>
  // CHECK-NEXT: llvm.intr.stackrestore %[[scope]] : !llvm.ptr
  // CHECK-NEXT: func.return
  "memref.alloca_scope"() ({
    %m = memref.alloca(%n) : memref<?xi8>
    "memref.alloca_scope.return"() : () -> ()
  }) : () -> ()
  func.return
}

// CHECK-LABEL: func.func @while
func.func @while(%x: i32, %c: i1) -> i32 {
  // CHECK-NEXT: cf.br ^[[before:[a-z0-9]*]](%x : i32)
  // CHECK-NEXT: ^[[before]](%[[v:.*]]: i32):
  // CHECK-NEXT: cf.cond_br %c, ^[[after:[a-z0-9]*]](%[[v]] : i32), ^[[end:[a-z0-9]*]](%[[v]] : i32)
  // CHECK-NEXT: ^[[after]](%[[w:.*]]: i32):
  // CHECK-NEXT: %[[next:.*]] = arith.muli %[[w]], %[[w]] : i32
  // CHECK-NEXT: cf.br ^[[before]](%[[next]] : i32)
  // CHECK-NEXT: ^[[end]](%[[r:.*]]: i32):
  %r = scf.while (%v = %x) : (i32) -> i32 {
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%w: i32):
    %next = arith.muli %w, %w : i32
    scf.yield %next : i32
  }
  // CHECK-NEXT: func.return %[[r]] : i32
  func.return %r : i32
}

// The blocks of a scope go to what follows it, each with its results; all give its memory back.
// CHECK-LABEL: func.func @scope_of_blocks
// CHECK: llvm.br ^[[first:[a-z0-9]*]]
// CHECK-NEXT: ^[[first]]:
// CHECK-NEXT: %[[saved:.*]] = llvm.intr.stacksave
// CHECK: cf.cond_br %c, ^[[yes:[a-z0-9]*]], ^[[no:[a-z0-9]*]]
// CHECK-NEXT: ^[[yes]]:
// CHECK-NEXT: llvm.intr.stackrestore %[[saved]]
// CHECK-NEXT: llvm.br ^[[rest:[a-z0-9]*]](%one : i32)
// CHECK-NEXT: ^[[no]]:
// CHECK-NEXT: llvm.intr.stackrestore %[[saved]]
// CHECK-NEXT: llvm.br ^[[rest]](%two : i32)
// CHECK-NEXT: ^[[rest]](%[[r:.*]]: i32):
// CHECK-NEXT: func.return %[[r]] : i32
func.func @scope_of_blocks(%n: index, %c: i1) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %r = "memref.alloca_scope"() ({
    %m = memref.alloca(%n) : memref<?xi8>
    cf.cond_br %c, ^yes, ^no
  ^yes:
    "memref.alloca_scope.return"(%one) : (i32) -> ()
  ^no:
    "memref.alloca_scope.return"(%two) : (i32) -> ()
  }) : () -> i32
  func.return %r : i32
}
