// RUN: xdsl-opt %s -p opencl-promote-in-loops,opencl-promote-private | filecheck %s
// RUN: xdsl-opt %s -p opencl-promote-in-loops,opencl-promote-private,opencl-promote-in-loops | filecheck %s
// RUN: xdsl-opt %s -p opencl-promote-in-loops | filecheck %s --check-prefix ALONE

// ALONE-LABEL: @members
// ALONE:       %[[X:.*]] = llvm.alloca
// ALONE:       llvm.cond_br
// ALONE:       %[[OLD:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
// ALONE-NEXT:  llvm.store %[[OLD]], %{{.*}} : f32, !llvm.ptr
// ALONE:       ^head(%k: i32):
// ALONE:       llvm.load %[[X]] : !llvm.ptr -> f32

builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  llvm.func @expf(f32) -> f32

  // Two members of a structure in global memory are values while the loop runs, which reads local
  // memory; that loads and stores nothing if the loop has no round.
  // CHECK-LABEL: @members
  // CHECK:       %[[FIRST:.*]] = llvm.icmp "slt" %{{.*}}, %n : i32
  // CHECK-NEXT:  llvm.cond_br %[[FIRST]], ^[[BEFORE:.*]], ^[[END:[a-z0-9]*]]
  // CHECK:       ^[[BEFORE]]:
  // CHECK-NEXT:  %[[WIDE:.*]] = llvm.sext %i : i32 to i64
  // CHECK-NEXT:  %[[AT:.*]] = llvm.getelementptr %p[%[[WIDE]]]
  // CHECK-NEXT:  %[[Y:.*]] = llvm.getelementptr %[[AT]][0, 1]
  // CHECK:       %[[X:.*]] = llvm.getelementptr %{{.*}}[0, 0]
  // CHECK-NEXT:  llvm.load %[[X]]
  // CHECK-NEXT:  llvm.load %[[Y]]
  // CHECK:       llvm.br ^[[HEAD:.*]](%{{.*}} : i32, f32, f32)
  // CHECK:       ^[[HEAD]](%{{.*}}: i32, %[[V:.*]]: f32, %[[W:.*]]: f32):
  // CHECK:       llvm.cond_br %{{.*}}, ^[[BODY:.*]], ^[[AFTER:[a-z0-9]*]]
  // CHECK:       ^[[BODY]]:
  // CHECK:       llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  // CHECK-NOT:   llvm.getelementptr
  // CHECK-NOT:   llvm.load
  // CHECK-NOT:   llvm.store
  // CHECK:       ^[[AFTER]]:
  // CHECK-NEXT:  llvm.store %[[W]], %[[X]]
  // CHECK-NEXT:  llvm.store %[[V]], %[[Y]]
  // CHECK:       llvm.br ^[[END]]
  // CHECK:       ^[[END]]:
  opencl.kernel @members(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %i: i32, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %place = llvm.sext %k : i32 to i64
    %from = llvm.getelementptr %q[%place] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<3>) -> f32
    %wide = llvm.sext %i : i32 to i64
    %at = llvm.getelementptr %p[%wide] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.struct<(f32, f32)>
    %y = "llvm.getelementptr"(%at) <{elem_type = !llvm.struct<(f32, f32)>, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 0, 1>}> : (!llvm.ptr<1>) -> !llvm.ptr<1>
    %old = "llvm.load"(%y) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %a : f32
    "llvm.store"(%new, %y) : (f32, !llvm.ptr<1>) -> ()
    %wide2 = llvm.sext %i : i32 to i64
    %at2 = llvm.getelementptr %p[%wide2] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.struct<(f32, f32)>
    %x = "llvm.getelementptr"(%at2) <{elem_type = !llvm.struct<(f32, f32)>, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 0, 0>}> : (!llvm.ptr<1>) -> !llvm.ptr<1>
    %old2 = "llvm.load"(%x) : (!llvm.ptr<1>) -> f32
    %e = llvm.call @expf(%a) : (f32) -> f32
    %new2 = llvm.fmul %old2, %e : f32
    "llvm.store"(%new2, %x) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }

  // Whatever else may be the same place keeps it in memory; so does a store that a round may leave
  // out.
  // CHECK-LABEL: @stays
  // CHECK-NOT:   llvm.alloca
  // CHECK:       ^body:
  // CHECK-NEXT:  llvm.load %p
  // CHECK-NEXT:  llvm.load %r
  // CHECK:       llvm.store %{{.*}}, %p
  // CHECK-NEXT:  llvm.load %p
  // CHECK-NEXT:  llvm.load %q
  // CHECK:       ^sometimes:
  // CHECK:       llvm.store %{{.*}}, %q
  // CHECK:       ^else:
  // CHECK:       llvm.store %{{.*}}, %q1
  // CHECK-LABEL: @next
  opencl.kernel @stays(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %r: !llvm.ptr<2>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %a = "llvm.load"(%p) : (!llvm.ptr<1>) -> i32
    %b = "llvm.load"(%r) : (!llvm.ptr<2>) -> i32
    %c = llvm.add %a, %b : i32
    "llvm.store"(%c, %p) : (i32, !llvm.ptr<1>) -> ()
    %a2 = "llvm.load"(%p) : (!llvm.ptr<1>) -> i32
    %d = "llvm.load"(%q) : (!llvm.ptr<3>) -> i32
    %some = llvm.icmp "slt" %a2, %b : i32
    llvm.cond_br %some, ^sometimes, ^else
  ^sometimes:
    %e = llvm.add %d, %a : i32
    "llvm.store"(%e, %q) : (i32, !llvm.ptr<3>) -> ()
    llvm.br ^latch
  ^else:
    %q1 = "llvm.getelementptr"(%q) <{elem_type = i32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr<3>) -> !llvm.ptr<3>
    "llvm.store"(%d, %q1) : (i32, !llvm.ptr<3>) -> ()
    llvm.br ^latch
  ^latch:
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }

  // Bytes that overlap, in two types, and a place that moves: both stay.
  opencl.kernel @next(%p: !llvm.ptr<1>, %q: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    // CHECK: llvm.load %p : !llvm.ptr<1> -> i64
    // CHECK: llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr<1>
    %a = "llvm.load"(%p) : (!llvm.ptr<1>) -> i64
    %b = llvm.trunc %a : i64 to i32
    %half = "llvm.getelementptr"(%p) <{elem_type = i32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr<1>) -> !llvm.ptr<1>
    "llvm.store"(%b, %half) : (i32, !llvm.ptr<1>) -> ()
    // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> i32
    // CHECK: llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr<3>
    %at = llvm.getelementptr %q[%k] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %c = "llvm.load"(%at) : (!llvm.ptr<3>) -> i32
    %d = llvm.add %c, %b : i32
    "llvm.store"(%d, %at) : (i32, !llvm.ptr<3>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }

  // A place that only loads are to may be loaded once if no store can be to it, here in another
  // space of memory; the value of the last round goes to the block after the loop.
  // CHECK-LABEL: @loaded
  // CHECK:       llvm.cond_br %{{.*}}, ^[[END:.*]](%zero : i32), ^[[BEFORE:[a-z0-9]*]]
  // CHECK:       ^[[BEFORE]]:
  // CHECK:       %[[A:.*]] = llvm.load %r
  // CHECK-NEXT:  llvm.br
  // CHECK:       llvm.cond_br %{{.*}}, ^[[AFTER:.*]](%[[K:.*]] : i32), ^
  // CHECK:       llvm.add %{{.*}}, %[[A]]
  // CHECK:       ^[[AFTER]](%[[LAST:.*]]: i32):
  // CHECK:       llvm.br ^[[END]](%[[LAST]] : i32)
  opencl.kernel @loaded(%q: !llvm.ptr<3>, %r: !llvm.ptr<1>, %n: i32, %s: !llvm.ptr<1>) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %done = llvm.icmp "sge" %k, %n : i32
    llvm.cond_br %done, ^end(%k : i32), ^body
  ^body:
    %a = "llvm.load"(%r) : (!llvm.ptr<1>) -> i32
    %at = llvm.getelementptr %q[%k] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %other = llvm.getelementptr %s[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %c = "llvm.load"(%other) : (!llvm.ptr<1>) -> i32
    %b = llvm.add %c, %a : i32
    "llvm.store"(%b, %at) : (i32, !llvm.ptr<3>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end(%last: i32):
    opencl.return
  }

  // A number that is only stored is not loaded; places of different constants are different.
  // CHECK-LABEL: @stored
  // CHECK:       ^[[BEFORE:bb[0-9]+]]:
  // CHECK-NOT:   llvm.load
  // CHECK:       llvm.br ^head(
  // CHECK:       ^body:
  // CHECK-NOT:   llvm.store
  // CHECK:       llvm.br ^head(
  // CHECK:       llvm.store %{{.*}}, %r
  // CHECK-LABEL: @constants
  // CHECK:       ^body:
  // CHECK:       llvm.load %{{.*}} : !llvm.ptr<1> -> i32
  // CHECK:       llvm.store %{{.*}} : i32, !llvm.ptr<1>
  opencl.kernel @stored(%q: !llvm.ptr<3>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %b = llvm.mul %k, %n : i32
    "llvm.store"(%b, %r) : (i32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  opencl.kernel @constants(%r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %three = llvm.mlir.constant(3 : i32) : i32
    %four = llvm.mlir.constant(4 : i32) : i32
    %at3 = llvm.getelementptr %r[%three] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %at4 = llvm.getelementptr %r[%four] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%at3) : (!llvm.ptr<1>) -> i32
    "llvm.store"(%b, %at4) : (i32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }

  // A loop with two ways in or two ways back, after a condition, without an end, or whose condition
  // loads or freezes, stays.
  // CHECK-LABEL: @ways_in
  // CHECK:       ^body:
  // CHECK-NEXT:  llvm.load %p
  // CHECK-LABEL: @ways_back
  // CHECK:       ^left:
  // CHECK-NEXT:  llvm.load %p
  // CHECK:       ^right:
  // CHECK-NEXT:  llvm.load %q
  // CHECK-LABEL: @entered
  // CHECK:       ^body:
  // CHECK-NEXT:  llvm.load %p
  // CHECK-LABEL: @endless
  // CHECK:       ^latch:
  // CHECK-NEXT:  llvm.load %p
  // CHECK-LABEL: @loads
  // CHECK:       ^body:
  // CHECK-NEXT:  llvm.load %p
  // CHECK-LABEL: @freezes
  // CHECK:       ^body:
  // CHECK-NEXT:  llvm.load %p
  opencl.kernel @ways_in(%p: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %negative = llvm.icmp "slt" %n, %zero : i32
    llvm.cond_br %negative, ^left, ^right
  ^left:
    llvm.br ^head(%zero : i32)
  ^right:
    llvm.br ^head(%n : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %a = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    %next = llvm.add %k, %a : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  opencl.kernel @ways_back(%p: !llvm.ptr<3>, %q: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %half = llvm.icmp "eq" %k, %zero : i32
    llvm.cond_br %half, ^left, ^right
  ^left:
    %a = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    %next = llvm.add %k, %a : i32
    llvm.br ^head(%next : i32)
  ^right:
    %b = "llvm.load"(%q) : (!llvm.ptr<3>) -> i32
    llvm.br ^head(%b : i32)
  ^end:
    opencl.return
  }
  opencl.kernel @entered(%p: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %negative = llvm.icmp "slt" %n, %zero : i32
    llvm.cond_br %negative, ^end, ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %a = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    %next = llvm.add %k, %a : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  opencl.kernel @endless(%p: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^latch
  ^body:
    llvm.br ^latch
  ^latch:
    %a = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    %next = llvm.add %k, %a : i32
    llvm.br ^head(%next : i32)
  }
  opencl.kernel @loads(%p: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %end = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    %more = llvm.icmp "slt" %k, %end : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %a = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    %next = llvm.add %k, %a : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  opencl.kernel @freezes(%p: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %end = llvm.freeze %n : i32
    %more = llvm.icmp "slt" %k, %end : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %a = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    %next = llvm.add %k, %a : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }

  // A barrier, an atomic or volatile access, an address of any space, another exit, or a value that is
  // used after the loop: it stays as it is.
  // CHECK-LABEL: @barrier
  // CHECK:       ^body:
  // CHECK-NEXT:  llvm.load %p
  // CHECK-NEXT:  opencl.barrier
  opencl.kernel @barrier(%p: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %a = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    opencl.barrier local
    %next = llvm.add %k, %a : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @atomic
  // CHECK:       ^body:
  // CHECK-NEXT:  llvm.load %p atomic
  // CHECK-LABEL: @generic
  // CHECK:       ^body:
  // CHECK-NEXT:  llvm.load %p
  opencl.kernel @atomic(%p: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %a = "llvm.load"(%p) <{ordering = 2 : i64, alignment = 4 : i64}> : (!llvm.ptr<3>) -> i32
    %next = llvm.add %k, %a : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  opencl.kernel @generic(%p: !llvm.ptr<3>, %q: !llvm.ptr<1>, %n: i32) {
    %g = llvm.addrspacecast %q : !llvm.ptr<1> to !llvm.ptr<4>
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %a = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    "llvm.store"(%a, %g) : (i32, !llvm.ptr<4>) -> ()
    %next = llvm.add %k, %a : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @early
  // CHECK:       ^body:
  // CHECK-NEXT:  llvm.load %p
  // CHECK-LABEL: @later
  // CHECK:       ^body:
  // CHECK-NEXT:  llvm.load %p
  opencl.kernel @early(%p: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %a = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    %next = llvm.add %k, %a : i32
    %out = llvm.icmp "eq" %next, %n : i32
    llvm.cond_br %out, ^end, ^head(%next : i32)
  ^end:
    opencl.return
  }
  opencl.kernel @later(%p: !llvm.ptr<3>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %a = "llvm.load"(%p) : (!llvm.ptr<3>) -> i32
    %next = llvm.add %k, %a : i32
    llvm.br ^head(%next : i32)
  ^end:
    "llvm.store"(%k, %p) : (i32, !llvm.ptr<3>) -> ()
    opencl.return
  }

  // Loads of the size of a number whose places are far from each other take it from the variable if their
  // address is that of the place, as bits if they are of another type.
  // CHECK-LABEL: @compared
  // CHECK:       ^[[BEFORE:bb[0-9]+]]:
  // CHECK:       llvm.load %at : !llvm.ptr<1> -> f32
  // CHECK:       ^head(%k: i32, %[[SUM:.*]]: f32):
  // CHECK:       ^body:
  // CHECK:       %[[FROM:.*]] = llvm.getelementptr %q[%k]
  // CHECK-NEXT:  %[[A:.*]] = llvm.load %[[FROM]] : !llvm.ptr<1> -> f32
  // CHECK-NEXT:  %[[SAME:.*]] = llvm.icmp "eq" %[[FROM]], %at : !llvm.ptr<1>
  // CHECK-NEXT:  %[[CHOSEN:.*]] = llvm.select %[[SAME]], %[[SUM]], %[[A]] : i1, f32
  // CHECK-NEXT:  %[[NUMBER:.*]] = llvm.getelementptr %r[%k]
  // CHECK-NEXT:  %[[B:.*]] = llvm.load %[[NUMBER]] : !llvm.ptr<1> -> i32
  // CHECK-NEXT:  %[[SAME2:.*]] = llvm.icmp "eq" %[[NUMBER]], %at : !llvm.ptr<1>
  // CHECK-NEXT:  %[[BITS:.*]] = llvm.bitcast %[[SUM]] : f32 to i32
  // CHECK-NEXT:  %[[CHOSEN2:.*]] = llvm.select %[[SAME2]], %[[BITS]], %[[B]] : i1, i32
  // CHECK-NEXT:  %[[C:.*]] = llvm.sitofp %[[CHOSEN2]]
  // CHECK-NEXT:  %{{.*}} = llvm.fmul %[[CHOSEN]], %[[C]]
  // CHECK-NOT:   llvm.store
  // CHECK:       llvm.br ^head(
  // CHECK:       llvm.store %{{.*}}, %at
  opencl.kernel @compared(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %before = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %at = "llvm.getelementptr"(%before) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr<1>) -> !llvm.ptr<1>
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }

  // Places of neighbours along either dimension, or one place of all, cost less in memory.
  // CHECK-LABEL: @neighbours
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @neighbours(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @backwards
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @backwards(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.sub %m, %id : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @neighbours_across
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @neighbours_across(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %id1 = opencl.get_global_id 1 : i64
    %place = llvm.add %far, %id1 : i64
    %at = llvm.getelementptr %p[%place] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @one_place
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @one_place(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 1 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }

  // Loads of other sizes, with less alignment, by other pointers, too many, or beside another store;
  // and a place with less alignment: they may overlap in other ways.
  // CHECK-LABEL: @size
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @size(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i16
    %c = llvm.sitofp %b : i16 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @larger
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @larger(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i64
    %c = llvm.sitofp %b : i64 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @vectors
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @vectors(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %v = "llvm.load"(%number) : (!llvm.ptr<1>) -> vector<2xi16>
    %b = llvm.bitcast %v : vector<2xi16> to i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @alignment
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @alignment(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) <{alignment = 2 : i64, ordering = 0 : i64}> : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @alignment_of_place
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @alignment_of_place(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) <{alignment = 2 : i64, ordering = 0 : i64}> : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @pointers
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @pointers(%p: !llvm.ptr<1>, %q: !llvm.ptr<2>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<2>, i32) -> !llvm.ptr<2>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<2>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @many
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @many(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %f0 = llvm.getelementptr %q[%zero] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %g0 = "llvm.load"(%f0) : (!llvm.ptr<1>) -> f32
    %h0 = llvm.fadd %g0, %g0 : f32
    %f1 = llvm.getelementptr %q[%one] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %g1 = "llvm.load"(%f1) : (!llvm.ptr<1>) -> f32
    %h1 = llvm.fadd %g1, %g1 : f32
    %f2 = llvm.getelementptr %q[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %g2 = "llvm.load"(%f2) : (!llvm.ptr<1>) -> f32
    %h2 = llvm.fadd %g2, %g2 : f32
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @two_places
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.getelementptr %at
  opencl.kernel @two_places(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %f0 = llvm.getelementptr %q[%zero] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %g0 = "llvm.load"(%f0) : (!llvm.ptr<1>) -> f32
    %h0 = llvm.fadd %g0, %g0 : f32
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %beside = "llvm.getelementptr"(%at) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr<1>) -> !llvm.ptr<1>
    %old2 = "llvm.load"(%beside) : (!llvm.ptr<1>) -> f32
    %new2 = llvm.fadd %old2, %d : f32
    "llvm.store"(%new2, %beside) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @store
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @store(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    "llvm.store"(%one, %r) : (i32, !llvm.ptr<1>) -> ()
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    %old = "llvm.load"(%at) : (!llvm.ptr<1>) -> f32
    %new = llvm.fadd %old, %d : f32
    "llvm.store"(%new, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
  // CHECK-LABEL: @not_loaded
  // CHECK:       ^body:
  // CHECK:       store{{.*}}%at
  // CHECK-NEXT:  llvm.add
  opencl.kernel @not_loaded(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %id = opencl.get_global_id 0 : i64
    %m = llvm.sext %n : i32 to i64
    %far = llvm.mul %id, %m : i64
    %at = llvm.getelementptr %p[%far] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.br ^head(%zero : i32)
  ^head(%k: i32):
    %more = llvm.icmp "slt" %k, %n : i32
    llvm.cond_br %more, ^body, ^end
  ^body:
    %from = llvm.getelementptr %q[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %a = "llvm.load"(%from) : (!llvm.ptr<1>) -> f32
    %number = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b = "llvm.load"(%number) : (!llvm.ptr<1>) -> i32
    %c = llvm.sitofp %b : i32 to f32
    %d = llvm.fmul %a, %c : f32
    "llvm.store"(%d, %at) : (f32, !llvm.ptr<1>) -> ()
    %next = llvm.add %k, %one : i32
    llvm.br ^head(%next : i32)
  ^end:
    opencl.return
  }
}
