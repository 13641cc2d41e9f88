// RUN: xdsl-opt -t opencl-llvm-ir %s | filecheck %s

builtin.module {
  // Both edges to one block with different values: the second gets a block of its own.
  // CHECK-LABEL: define i32 @both(i1 %c, i32 %a, i32 %b)
  // CHECK-NEXT:  entry:
  // CHECK-NEXT:    br i1 %c, label %join, label %entry.edge
  // CHECK-EMPTY:
  // CHECK-NEXT:  entry.edge:
  // CHECK-NEXT:    br label %join
  // CHECK-EMPTY:
  // CHECK-NEXT:  join:
  // CHECK-NEXT:    %x = phi i32 [ %a, %entry ], [ %b, %entry.edge ]
  // CHECK-NEXT:    ret i32 %x
  llvm.func @both(%c: i1, %a: i32, %b: i32) -> i32 {
    llvm.cond_br %c, ^join(%a : i32), ^join(%b : i32)
  ^join(%x: i32):
    llvm.return %x : i32
  }

  // The same values: one phi entry for each edge.
  // CHECK-LABEL: define i32 @same(i1 %c, i32 %a)
  // CHECK:         br i1 %c, label %join, label %join
  // CHECK:         %x = phi i32 [ %a, %entry ], [ %a, %entry ]
  llvm.func @same(%c: i1, %a: i32) -> i32 {
    llvm.cond_br %c, ^join(%a : i32), ^join(%a : i32)
  ^join(%x: i32):
    llvm.return %x : i32
  }

  // CHECK-LABEL: define i32 @switch(i8 %s, i32 %a, i32 %b)
  // CHECK:         switch i8 %s, label %join [
  // CHECK-NEXT:      i8 -1, label %entry.edge
  // CHECK-NEXT:      i8 7, label %other
  // CHECK-NEXT:      i8 9, label %entry.edge_1
  // CHECK-NEXT:    ], !prof !0
  // CHECK:       entry.edge:
  // CHECK-NEXT:    br label %join
  // CHECK:       entry.edge_1:
  // CHECK-NEXT:    br label %other
  // CHECK:       join:
  // CHECK-NEXT:    %x = phi i32 [ %a, %entry ], [ %b, %entry.edge ]
  // CHECK:       other:
  // CHECK-NEXT:    %y = phi i32 [ %a, %entry ], [ %b, %entry.edge_1 ]
  llvm.func @switch(%s: i8, %a: i32, %b: i32) -> i32 {
    llvm.switch %s : i8, ^join(%a : i32) [
      -1: ^join(%b : i32),
      7: ^other(%a : i32),
      9: ^other(%b : i32)
    ] {branch_weights = array<i32: 1, 2, 3, 4>}
  ^join(%x: i32):
    llvm.return %x : i32
  ^other(%y: i32):
    llvm.return %y : i32
  }

  // CHECK-LABEL: define void @empty_switch(i32 %s)
  // CHECK:         switch i32 %s, label %end []
  llvm.func @empty_switch(%s: i32) {
    llvm.switch %s : i32, ^end [
    ]
  ^end:
    llvm.return
  }

  // A use before its definition in the text; numbers count in the order of the text.
  // CHECK-LABEL: define i32 @order(i32 %0)
  // CHECK-NEXT:  entry:
  // CHECK-NEXT:    br label %define
  // CHECK:       use:
  // CHECK-NEXT:    %1 = add i32 %2, %0
  // CHECK:       define:
  // CHECK-NEXT:    %2 = add i32 %0, 1
  llvm.func @order(%0: i32) -> i32 {
    llvm.br ^define
  ^use:
    %1 = llvm.add %2, %0 : i32
    llvm.return %1 : i32
  ^define:
    %c = llvm.mlir.constant(1 : i32) : i32
    %2 = llvm.add %0, %c : i32
    llvm.br ^use
  }

  // Names that meet again get a number.
  // CHECK-LABEL: define i32 @names(i32 %x)
  // CHECK:         %x_1 = add i32 %x, %x
  // CHECK:         %x_2 = add i32 %x_1, %x
  // CHECK:         ret i32 %x_2
  llvm.func @names(%x: i32) -> i32 {
    %x_1 = llvm.add %x, %x : i32
    %x_2 = llvm.add %x_1, %x : i32
    llvm.return %x_2 : i32
  }

  // A block nobody branches to has no phi.
  // CHECK-LABEL: define i32 @unreachable()
  // CHECK-NEXT:  entry:
  // CHECK-NEXT:    unreachable
  // CHECK:       dead:
  // CHECK-NEXT:    %x = freeze i32 poison
  // CHECK-NEXT:    ret i32 %x
  llvm.func @unreachable() -> i32 {
    llvm.unreachable
  ^dead(%x: i32):
    llvm.return %x : i32
  }

  // CHECK-LABEL: define i32 @loop(i32 %n)
  // CHECK:       loop:
  // CHECK-NEXT:    %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  // CHECK-NEXT:    %next = add nuw i32 %i, 1
  // CHECK-NEXT:    %more = icmp ult i32 %next, %n
  // CHECK-NEXT:    br i1 %more, label %loop, label %end, !prof !1
  llvm.func @loop(%n: i32) -> i32 {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^loop(%zero : i32)
  ^loop(%i: i32):
    %next = llvm.add %i, %one overflow<nuw> : i32
    %more = llvm.icmp "ult" %next, %n : i32
    llvm.cond_br %more, ^loop(%next : i32), ^end {branch_weights = array<i32: 9, 1>}
  ^end:
    llvm.return %i : i32
  }
}
// CHECK: !0 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4}
// CHECK: !1 = !{!"branch_weights", i32 9, i32 1}
