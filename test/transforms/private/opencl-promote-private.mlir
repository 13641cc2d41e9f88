// RUN: xdsl-opt %s -p opencl-promote-private | filecheck %s
// RUN: xdsl-opt %s -p opencl-promote-private,opencl-promote-private | filecheck %s

builtin.module {
  // Where stored values meet, a block argument has the value, if it is read there or behind.
  // CHECK-LABEL: @loop
  // CHECK-NOT:   llvm.alloca
  // CHECK:       llvm.br ^[[HEAD:.*]](%[[ZERO:.*]] : i32)
  // CHECK:       ^[[HEAD]](%[[SUM:.*]]: i32):
  // CHECK-NEXT:  llvm.cond_br %c, ^[[BODY:.*]], ^[[END:.*]]
  // CHECK:       ^[[BODY]]:
  // CHECK-NEXT:  %[[NEXT:.*]] = llvm.add %[[SUM]], %x
  // CHECK-NEXT:  llvm.cond_br %c, ^[[THEN:.*]], ^[[LATCH:.*]](%[[NEXT]] : i32)
  // CHECK:       ^[[THEN]]:
  // CHECK-NEXT:  llvm.br ^[[LATCH]](%x : i32)
  // CHECK:       ^[[LATCH]](%[[LAST:.*]]: i32):
  // CHECK-NEXT:  llvm.br ^[[HEAD]](%[[LAST]] : i32)
  // CHECK:       ^[[END]]:
  // CHECK-NEXT:  llvm.return %[[SUM]]
  llvm.func @loop(%c: i1, %x: i32) -> i32 {
    %one = llvm.mlir.constant(1 : i32) : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %sum = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    %other = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.store %zero, %sum : i32, !llvm.ptr
    llvm.br ^head
  ^head:
    llvm.cond_br %c, ^body, ^end
  ^body:
    %0 = llvm.load %sum : !llvm.ptr -> i32
    %1 = llvm.add %0, %x : i32
    llvm.store %1, %sum : i32, !llvm.ptr
    llvm.store %1, %other : i32, !llvm.ptr
    llvm.cond_br %c, ^then, ^latch
  ^then:
    llvm.store %x, %sum : i32, !llvm.ptr
    llvm.br ^latch
  ^latch:
    llvm.br ^head
  ^end:
    %2 = llvm.load %sum : !llvm.ptr -> i32
    llvm.return %2 : i32
  }

  // Read before it is written, in each round anew; a block that nothing leads to; a switch with one
  // block twice.
  // CHECK-LABEL: @undefined
  // CHECK-NEXT:  %[[UNDEF:.*]] = llvm.mlir.undef : f32
  // CHECK-NOT:   llvm.alloca
  // CHECK:       llvm.br ^[[ROUND:.*]]
  // CHECK:       ^[[ROUND]]:
  // CHECK-NEXT:  %[[SUM:.*]] = llvm.fadd %[[UNDEF]], %y : f32
  // CHECK-NEXT:  llvm.switch %n : i32, ^[[ROUND]] [
  // CHECK-NEXT:  1: ^[[END:.*]],
  // CHECK-NEXT:  2: ^[[END]]
  // CHECK:       ^[[END]]:
  // CHECK-NEXT:  llvm.return %[[SUM]]
  // CHECK:       ^nowhere:
  // CHECK-NEXT:  llvm.br ^[[END]]
  llvm.func @undefined(%n: i32, %y: f32) -> f32 {
    %two = llvm.mlir.constant(1 : i32) : i32
    %v = llvm.alloca %two x f32 : (i32) -> !llvm.ptr
    llvm.br ^round
  ^round:
    "llvm.intr.lifetime.start"(%v) {size = -1 : i64} : (!llvm.ptr) -> ()
    %0 = llvm.load %v : !llvm.ptr -> f32
    %1 = llvm.fadd %0, %y : f32
    llvm.store %1, %v : f32, !llvm.ptr
    llvm.switch %n : i32, ^round [
      1: ^last,
      2: ^last
    ]
  ^last:
    %2 = llvm.load %v : !llvm.ptr -> f32
    "llvm.intr.lifetime.end"(%v) {size = -1 : i64} : (!llvm.ptr) -> ()
    llvm.return %2 : f32
  ^nowhere:
    llvm.store %y, %v : f32, !llvm.ptr
    llvm.br ^last
  }

  // A block argument is a value of its own, which meets others further on.
  // CHECK-LABEL: @nested
  // CHECK:       ^[[IN:.*]](%[[V:.*]]: i32):
  // CHECK-NEXT:  llvm.br ^[[OUT:.*]](%[[V]] : i32)
  // CHECK:       ^[[OUT]](%[[W:.*]]: i32):
  // CHECK-NEXT:  llvm.return %[[W]]
  llvm.func @nested(%c: i1, %x: i32, %y: i32) -> i32 {
    %one = llvm.mlir.constant(1 : i32) : i32
    %v = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.store %x, %v : i32, !llvm.ptr
    llvm.cond_br %c, ^outer, ^out
  ^outer:
    llvm.cond_br %c, ^left, ^in
  ^left:
    llvm.store %y, %v : i32, !llvm.ptr
    llvm.br ^in
  ^in:
    llvm.br ^out
  ^out:
    %0 = llvm.load %v : !llvm.ptr -> i32
    llvm.return %0 : i32
  }

  // CHECK-LABEL: @stay
  // CHECK-COUNT-5: llvm.alloca
  llvm.func @stay(%x: i32, %to: !llvm.ptr<1>) -> f32 {
    %one = llvm.mlir.constant(1 : i32) : i32
    %volatile = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    %atomic = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    %mixed = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    %moved = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    %stored = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.store volatile %x, %volatile : i32, !llvm.ptr
    llvm.store %x, %atomic atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.store %x, %mixed : i32, !llvm.ptr
    %0 = llvm.load %mixed : !llvm.ptr -> f32
    %1 = llvm.getelementptr %moved[2] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %x, %moved : i32, !llvm.ptr
    llvm.store %x, %stored : i32, !llvm.ptr
    llvm.store %stored, %to : !llvm.ptr, !llvm.ptr<1>
    llvm.return %0 : f32
  }
}
