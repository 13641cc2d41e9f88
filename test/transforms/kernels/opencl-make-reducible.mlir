// RUN: xdsl-opt %s -p opencl-make-reducible --split-input-file | filecheck %s
// RUN: xdsl-opt %s -p opencl-make-reducible,opencl-make-reducible --split-input-file | filecheck %s

// The edges of an entry from outside and those of the cycle come by two blocks, so that those of the cycle lead
// to one block of it. Both entries take their `i32` from one argument of the switch; what is not passed is poison.
llvm.func @two(%c: i1, %x: i32, %y: f32) -> i32 {
  llvm.cond_br %c, ^a(%x : i32), ^b(%y, %x : f32, i32)
^a(%p: i32):
  llvm.br ^b(%y, %p : f32, i32)
^b(%q: f32, %r: i32):
  llvm.cond_br %c, ^a(%r : i32), ^end
^end:
  llvm.return %r : i32
}
// CHECK: llvm.func @two(%c: i1, %x: i32, %y: f32) -> i32 {
// CHECK-NEXT: llvm.cond_br %c, ^bb1(%x : i32), ^bb3(%y, %x : f32, i32)
// CHECK-NEXT: ^bb1(%0: i32):
// CHECK-NEXT: %1 = llvm.mlir.poison : f32
// CHECK-NEXT: %2 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%2, %0, %1 : i32, i32, f32)
// CHECK-NEXT: ^bb2(%3: i32):
// CHECK-NEXT: %4 = llvm.mlir.poison : f32
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%5, %3, %4 : i32, i32, f32)
// CHECK-NEXT: ^bb3(%6: f32, %7: i32):
// CHECK-NEXT: %8 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%8, %7, %6 : i32, i32, f32)
// CHECK-NEXT: ^bb4(%9: f32, %10: i32):
// CHECK-NEXT: %11 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%11, %10, %9 : i32, i32, f32)
// CHECK-NEXT: ^bb5(%12: i32, %13: i32, %14: f32):
// CHECK-NEXT: llvm.switch %12 : i32, ^a(%13 : i32) [
// CHECK-NEXT: 1: ^b(%14, %13 : f32, i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^a(%p: i32):
// CHECK-NEXT: llvm.br ^bb4(%y, %p : f32, i32)
// CHECK-NEXT: ^b(%q: f32, %r: i32):
// CHECK-NEXT: llvm.cond_br %c, ^bb2(%r : i32), ^end
// CHECK-NEXT: ^end:
// CHECK-NEXT: llvm.return %r : i32
// CHECK-NEXT: }

// -----

// Three entries: two cases lead to the last, and a branch inside to two of them.
llvm.func @three(%i: i32, %c: i1) {
  llvm.switch %i : i32, ^a [0: ^b, 1: ^d, 2: ^d]
^a:
  llvm.cond_br %c, ^b, ^d
^b:
  llvm.br ^d
^d:
  llvm.cond_br %c, ^a, ^end
^end:
  llvm.return
}
// CHECK: llvm.func @three(%i: i32, %c: i1) {
// CHECK-NEXT: llvm.switch %i : i32, ^bb1 [
// CHECK-NEXT: 0: ^bb3,
// CHECK-NEXT: 1: ^bb5,
// CHECK-NEXT: 2: ^bb5
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %0 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb7(%0 : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %1 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb7(%1 : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %2 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb7(%2 : i32)
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %3 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb7(%3 : i32)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %4 = llvm.mlir.constant(2 : i32) : i32
// CHECK-NEXT: llvm.br ^bb7(%4 : i32)
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: %5 = llvm.mlir.constant(2 : i32) : i32
// CHECK-NEXT: llvm.br ^bb7(%5 : i32)
// CHECK-NEXT: ^bb7(%6: i32):
// CHECK-NEXT: llvm.switch %6 : i32, ^a [
// CHECK-NEXT: 1: ^b,
// CHECK-NEXT: 2: ^d
// CHECK-NEXT: ]
// CHECK-NEXT: ^a:
// CHECK-NEXT: llvm.cond_br %c, ^bb4, ^bb6
// CHECK-NEXT: ^b:
// CHECK-NEXT: llvm.br ^bb6
// CHECK-NEXT: ^d:
// CHECK-NEXT: llvm.cond_br %c, ^bb2, ^end
// CHECK-NEXT: ^end:
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }

// -----

// In a loop: its own header stays, and so does the edge back to it.
llvm.func @inside(%c: i1) {
  llvm.br ^head
^head:
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.br ^b
^b:
  llvm.cond_br %c, ^a, ^latch
^latch:
  llvm.cond_br %c, ^head, ^end
^end:
  llvm.return
}
// CHECK: llvm.func @inside(%c: i1) {
// CHECK-NEXT: llvm.br ^head
// CHECK-NEXT: ^head:
// CHECK-NEXT: llvm.cond_br %c, ^bb2, ^bb4
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %0 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%0 : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %1 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%1 : i32)
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %2 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%2 : i32)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %3 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%3 : i32)
// CHECK-NEXT: ^bb6(%4: i32):
// CHECK-NEXT: llvm.switch %4 : i32, ^a [
// CHECK-NEXT: 1: ^b
// CHECK-NEXT: ]
// CHECK-NEXT: ^a:
// CHECK-NEXT: llvm.br ^bb5
// CHECK-NEXT: ^b:
// CHECK-NEXT: llvm.cond_br %c, ^bb3, ^latch
// CHECK-NEXT: ^latch:
// CHECK-NEXT: llvm.cond_br %c, ^head, ^end
// CHECK-NEXT: ^end:
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }

// -----

// After the switch another cycle with two entries is left, without it; its edge back to the outer entry is
// not one of its own. A block that leads to itself is an entry like any other.
llvm.func @around(%c: i1) {
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.cond_br %c, ^a, ^b
^b:
  llvm.cond_br %c, ^d, ^e
^d:
  llvm.br ^e
^e:
  llvm.cond_br %c, ^d, ^a
}
// CHECK: llvm.func @around(%c: i1) {
// CHECK-NEXT: llvm.cond_br %c, ^bb1, ^bb3
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %0 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%0 : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %1 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%1 : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %2 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%2 : i32)
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %3 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%3 : i32)
// CHECK-NEXT: ^bb5(%4: i32):
// CHECK-NEXT: llvm.switch %4 : i32, ^a [
// CHECK-NEXT: 1: ^b
// CHECK-NEXT: ]
// CHECK-NEXT: ^a:
// CHECK-NEXT: llvm.cond_br %c, ^bb2, ^bb4
// CHECK-NEXT: ^b:
// CHECK-NEXT: llvm.cond_br %c, ^bb8, ^bb10
// CHECK-NEXT: ^bb8:
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb12(%5 : i32)
// CHECK-NEXT: ^bb9:
// CHECK-NEXT: %6 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb12(%6 : i32)
// CHECK-NEXT: ^bb10:
// CHECK-NEXT: %7 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb12(%7 : i32)
// CHECK-NEXT: ^bb11:
// CHECK-NEXT: %8 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb12(%8 : i32)
// CHECK-NEXT: ^bb12(%9: i32):
// CHECK-NEXT: llvm.switch %9 : i32, ^d [
// CHECK-NEXT: 1: ^e
// CHECK-NEXT: ]
// CHECK-NEXT: ^d:
// CHECK-NEXT: llvm.br ^bb11
// CHECK-NEXT: ^e:
// CHECK-NEXT: llvm.cond_br %c, ^bb9, ^bb2
// CHECK-NEXT: }

// -----

// One entry each: a loop with a branch.
llvm.func @reducible(%c: i1) {
  llvm.br ^head
^head:
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.br ^b
^b:
  llvm.cond_br %c, ^head, ^end
^end:
  llvm.return
}
// CHECK: llvm.func @reducible(%c: i1) {
// CHECK-NEXT: llvm.br ^head
// CHECK-NEXT: ^head:
// CHECK-NEXT: llvm.cond_br %c, ^a, ^b
// CHECK-NEXT: ^a:
// CHECK-NEXT: llvm.br ^b
// CHECK-NEXT: ^b:
// CHECK-NEXT: llvm.cond_br %c, ^head, ^end
// CHECK-NEXT: ^end:
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }

// -----

// An edge from a block that nothing reaches counts as one from outside.
llvm.func @unreached(%c: i1) {
  llvm.cond_br %c, ^a, ^b
^none:
  llvm.br ^a
^a:
  llvm.br ^b
^b:
  llvm.br ^a
}
// CHECK: llvm.func @unreached(%c: i1) {
// CHECK-NEXT: llvm.cond_br %c, ^bb2, ^bb4
// CHECK-NEXT: ^none:
// CHECK-NEXT: llvm.br ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %0 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%0 : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %1 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%1 : i32)
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %2 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%2 : i32)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %3 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%3 : i32)
// CHECK-NEXT: ^bb6(%4: i32):
// CHECK-NEXT: llvm.switch %4 : i32, ^a [
// CHECK-NEXT: 1: ^b
// CHECK-NEXT: ]
// CHECK-NEXT: ^a:
// CHECK-NEXT: llvm.br ^bb5
// CHECK-NEXT: ^b:
// CHECK-NEXT: llvm.br ^bb3
// CHECK-NEXT: }

// -----

// The least blocks that have such a cycle.
llvm.func @least(%c: i1) {
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.br ^b
^b:
  llvm.br ^a
}
// CHECK: llvm.func @least(%c: i1) {
// CHECK-NEXT: llvm.cond_br %c, ^bb1, ^bb3
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %0 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%0 : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %1 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%1 : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %2 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%2 : i32)
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %3 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb5(%3 : i32)
// CHECK-NEXT: ^bb5(%4: i32):
// CHECK-NEXT: llvm.switch %4 : i32, ^a [
// CHECK-NEXT: 1: ^b
// CHECK-NEXT: ]
// CHECK-NEXT: ^a:
// CHECK-NEXT: llvm.br ^bb4
// CHECK-NEXT: ^b:
// CHECK-NEXT: llvm.br ^bb2
// CHECK-NEXT: }

// -----

// The least ones in a loop; two values of one type have two arguments.
llvm.func @least_inside(%c: i1, %x: i32, %y: i32) {
  llvm.br ^head(%x, %y : i32, i32)
^head(%p: i32, %q: i32):
  llvm.cond_br %c, ^a(%p, %q : i32, i32), ^b(%q : i32)
^a(%r: i32, %s: i32):
  llvm.cond_br %c, ^head(%s, %r : i32, i32), ^b(%s : i32)
^b(%t: i32):
  llvm.br ^a(%t, %x : i32, i32)
}
// CHECK: llvm.func @least_inside(%c: i1, %x: i32, %y: i32) {
// CHECK-NEXT: llvm.br ^head(%x, %y : i32, i32)
// CHECK-NEXT: ^head(%p: i32, %q: i32):
// CHECK-NEXT: llvm.cond_br %c, ^bb2(%p, %q : i32, i32), ^bb4(%q : i32)
// CHECK-NEXT: ^bb2(%0: i32, %1: i32):
// CHECK-NEXT: %2 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%2, %0, %1 : i32, i32, i32)
// CHECK-NEXT: ^bb3(%3: i32, %4: i32):
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%5, %3, %4 : i32, i32, i32)
// CHECK-NEXT: ^bb4(%6: i32):
// CHECK-NEXT: %7 = llvm.mlir.poison : i32
// CHECK-NEXT: %8 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%8, %6, %7 : i32, i32, i32)
// CHECK-NEXT: ^bb5(%9: i32):
// CHECK-NEXT: %10 = llvm.mlir.poison : i32
// CHECK-NEXT: %11 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^bb6(%11, %9, %10 : i32, i32, i32)
// CHECK-NEXT: ^bb6(%12: i32, %13: i32, %14: i32):
// CHECK-NEXT: llvm.switch %12 : i32, ^a(%13, %14 : i32, i32) [
// CHECK-NEXT: 1: ^b(%13 : i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^a(%r: i32, %s: i32):
// CHECK-NEXT: llvm.cond_br %c, ^head(%s, %r : i32, i32), ^bb5(%s : i32)
// CHECK-NEXT: ^b(%t: i32):
// CHECK-NEXT: llvm.br ^bb3(%t, %x : i32, i32)
// CHECK-NEXT: }

// -----

// Nothing to walk.
llvm.func @declared(i1)
// CHECK: llvm.func @declared(i1)
