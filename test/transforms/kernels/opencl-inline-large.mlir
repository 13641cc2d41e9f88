// RUN: xdsl-opt %s -p 'opencl-inline{most-operations=30 least-operations=5}' | filecheck %s

// Large functions stay, and get what they ask of their work item as further arguments. Small
// ones and those with a barrier do not.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {

// CHECK-LABEL: func.func private @small
func.func private @small(%x: i64) -> i64 {
  %y = arith.addi %x, %x : i64
  func.return %y : i64
}

// CHECK-LABEL: func.func private @asks
// CHECK-SAME: (%x: i64, %{{.*}}: i64, %{{.*}}: i64) -> i64
// CHECK-SAME: llvm.linkage = #llvm.linkage<"internal">
// CHECK-NOT: opencl.get
// CHECK-NOT: func.call
// CHECK: func.return
func.func private @asks(%x: i64) -> i64 {
  %i = opencl.get_global_id 0 : i64
  %j = opencl.get_global_id 0 : i64
  %k = opencl.get_local_id 1 : i64
  %a = func.call @small(%i) : (i64) -> i64
  %b = arith.addi %a, %j : i64
  %c = arith.addi %b, %k : i64
  %d = arith.addi %c, %x : i64
  func.return %d : i64
}

// Its own call hands on what it got.
// CHECK-LABEL: func.func private @hands_on
// CHECK-SAME: (%{{.*}}: i64, %[[I:.*]]: i64, %[[K:.*]]: i64) -> i64
// CHECK: func.call @asks(%{{.*}}, %[[I]], %[[K]]) : (i64, i64, i64) -> i64
// CHECK: func.call @asks(%{{.*}}, %[[I]], %[[K]])
// CHECK: func.return
func.func private @hands_on(%x: i64) -> i64 {
  %a = func.call @asks(%x) : (i64) -> i64
  %b = func.call @asks(%a) : (i64) -> i64
  %c = arith.addi %a, %b : i64
  %d = arith.addi %c, %x : i64
  func.return %d : i64
}

// CHECK-LABEL: func.func private @copies
// CHECK-SAME: (%p: !llvm.ptr {llvm.noundef}, %{{.*}}: i64, %{{.*}}: i64)
// A variable is made once.
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT: llvm.alloca %[[ONE]] x i64
// CHECK: ^loop:
// CHECK-NOT: llvm.alloca
// CHECK: cf.cond_br
func.func private @copies(%p: !llvm.ptr {llvm.byval = i64, llvm.noundef}) -> i64 {
  cf.br ^loop
^loop:
  %n = arith.constant 1 : i32
  %v = llvm.alloca %n x i64 : (i32) -> !llvm.ptr
  %x = llvm.load %p : !llvm.ptr -> i64
  %y = func.call @hands_on(%x) : (i64) -> i64
  llvm.store %y, %v : i64, !llvm.ptr
  %again = arith.cmpi slt, %y, %x : i64
  cf.cond_br %again, ^loop, ^end
^end:
  %r = llvm.load %v : !llvm.ptr -> i64
  func.return %r : i64
}

// CHECK-LABEL: func.func private @waits
func.func private @waits(%x: i64) -> i64 {
  opencl.barrier local
  %a = arith.addi %x, %x : i64
  %b = arith.addi %a, %x : i64
  %c = arith.addi %b, %x : i64
  func.return %c : i64
}

// CHECK-LABEL: opencl.kernel @k
// CHECK-NOT: func.call @small
// CHECK-NOT: func.call @waits
// CHECK: %[[G:.*]] = opencl.get_global_id 0 : i64
// CHECK-NEXT: %[[L:.*]] = opencl.get_local_id 1 : i64
// CHECK-NEXT: %{{.*}} = func.call @hands_on(%{{.*}}, %[[G]], %[[L]])
// CHECK: llvm.intr.memcpy
// CHECK: func.call @copies(%[[COPY:.*]], %{{.*}}, %{{.*}})
// CHECK: opencl.barrier
// CHECK: opencl.barrier
// CHECK-NOT: func.call @waits
// CHECK: opencl.return
opencl.kernel @k(%out: !llvm.ptr<1>) {
  %n = arith.constant 1 : i32
  %p = llvm.alloca %n x i64 : (i32) -> !llvm.ptr
  %one = arith.constant 1 : i64
  %s = func.call @small(%one) : (i64) -> i64
  %h = func.call @hands_on(%s) : (i64) -> i64
  %c = func.call @copies(%p) : (!llvm.ptr) -> i64
  %d = func.call @copies(%p) : (!llvm.ptr) -> i64
  %w = func.call @waits(%h) : (i64) -> i64
  %v = func.call @waits(%w) : (i64) -> i64
  %e = arith.addi %c, %d : i64
  %f = arith.addi %e, %v : i64
  llvm.store %f, %out : i64, !llvm.ptr<1>
  opencl.return
}
}
