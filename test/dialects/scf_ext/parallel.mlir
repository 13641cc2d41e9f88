// RUN: xdsl-opt %s | xdsl-opt | filecheck %s

// CHECK: "scf.parallel"(%n, %n, %n, %n, %one, %one) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// CHECK-NEXT: ^{{.*}}(%i: index, %j: index):
// CHECK: scf.reduce
// CHECK-NEXT: }) {mapping = []}
func.func @plain(%n: index, %one: index) {
  scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%one, %one) {
    scf.reduce
  } {mapping = []}
  scf.parallel (%i) = (%n) to (%n) step (%one) {
  }
  func.return
}

// CHECK: %r, %s = "scf.parallel"(%n, %n, %one, %x, %n)
// CHECK: scf.reduce(%x, %i : f32, index)
// CHECK: (index, index, index, f32, index) -> (f32, index)
func.func @reductions(%n: index, %one: index, %x: f32) {
  %r, %s = scf.parallel (%i) = (%n) to (%n) step (%one) init (%x, %n) -> (f32, index) {
    scf.reduce(%x, %i : f32, index) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }, {
    ^bb0(%a: index, %b: index):
      scf.reduce.return %a : index
    }
  }
  %t = scf.parallel (%i) = (%n) to (%n) step (%one) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  func.return
}
