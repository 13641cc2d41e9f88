// RUN: xdsl-opt %s -p convert-cf-to-llvm | filecheck %s

// CHECK-LABEL: func.func @branches
func.func @branches(%c: i1, %x: i32, %n: index) {
  // CHECK-NEXT: %[[n:.*]] = builtin.unrealized_conversion_cast %n : index to i64
  // CHECK-NEXT: llvm.br ^[[loop:.*]](%x, %[[n]] : i32, i64)
  cf.br ^loop(%x, %n : i32, index)
// CHECK-NEXT: ^[[loop]](%y: i32, %i: i64):
^loop(%y: i32, %i: index):
  // CHECK-NEXT: %[[i:.*]] = builtin.unrealized_conversion_cast %i : i64 to index
  // CHECK-NEXT: "test.op"(%[[i]]) : (index) -> ()
  "test.op"(%i) : (index) -> ()
  // CHECK-NEXT: llvm.cond_br %c, ^[[loop]](%y, %i : i32, i64), ^[[more:.*]]
  cf.cond_br %c, ^loop(%y, %i : i32, index), ^more
// CHECK-NEXT: ^[[more]]:
^more:
  // CHECK-NEXT: llvm.switch %x : i32, ^[[loop]](%x, %i : i32, i64) [
  // CHECK-NEXT:   -1: ^[[loop]](%y, %i : i32, i64),
  // CHECK-NEXT:   4: ^[[end:.*]]
  // CHECK-NEXT: ]
  cf.switch %x : i32, [
    default: ^loop(%x, %i : i32, index),
    -1: ^loop(%y, %i : i32, index),
    4: ^end
  ]
// CHECK-NEXT: ^[[end]]:
^end:
  func.return
}

// The case values of a switch on an index get its width.
// CHECK-LABEL: func.func @index_switch
func.func @index_switch(%n: index) {
  // CHECK: llvm.switch %{{.*}} : i64, ^{{.*}} [
  // CHECK-NEXT:   5: ^
  cf.switch %n : index, [
    default: ^end,
    5: ^end
  ]
^end:
  func.return
}

// CHECK-LABEL: func.func @assertion
func.func @assertion(%c: i1) {
  // CHECK-NEXT: llvm.cond_br %c, ^[[then:.*]], ^[[fail:.*]]
  // CHECK-NEXT: ^[[then]]:
  // CHECK-NEXT: "test.op"() : () -> ()
  // CHECK-NEXT: func.return
  // CHECK-NEXT: ^[[fail]]:
  // CHECK-NEXT: "llvm.intr.trap"() : () -> ()
  // CHECK-NEXT: llvm.unreachable
  cf.assert %c, "message"
  "test.op"() : () -> ()
  func.return
}
