// RUN: xdsl-opt %s -p opencl-limit-unrolling | filecheck %s
// RUN: xdsl-opt %s -p opencl-limit-unrolling,opencl-limit-unrolling | filecheck %s

// Some iterations store: the loop is not unrolled with a remainder.
// CHECK-LABEL: llvm.func @guarded
llvm.func @guarded(%p: !llvm.ptr<3>, %n: i32, %zero: i32, %one: i32) {
  llvm.br ^head(%zero : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  // CHECK: llvm.cond_br %more, ^{{[a-z]+}}, ^{{[a-z]+$}}
  llvm.cond_br %more, ^body, ^end
^body:
  %odd = llvm.trunc %i : i32 to i1
  llvm.cond_br %odd, ^store, ^next
^store:
  llvm.store %i, %p : i32, !llvm.ptr<3>
  llvm.br ^next
^next:
  %j = llvm.add %i, %one : i32
  // CHECK: llvm.br ^{{.*}}(%j : i32) {opencl.metadata = {llvm.loop = {unroll.runtime.disable}}}
  llvm.br ^head(%j : i32)
^end:
  llvm.return
}

// The iterations whose accesses stand in every path, or compute after a branch, stay.
// CHECK-LABEL: llvm.func @straight
// CHECK-NOT: opencl.metadata
llvm.func @straight(%p: !llvm.ptr<3>, %n: i32, %zero: i32, %one: i32) {
  llvm.br ^head(%zero : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i32, !llvm.ptr<3>
  %odd = llvm.trunc %i : i32 to i1
  llvm.cond_br %odd, ^more, ^next(%i : i32)
^more:
  %k = llvm.mul %i, %i : i32
  llvm.br ^next(%k : i32)
^next(%l: i32):
  %j = llvm.add %i, %one : i32
  llvm.br ^head(%j : i32)
^end:
  llvm.return
}

// Hints of the program count; others stay beside ours.
// CHECK-LABEL: llvm.func @hints
llvm.func @hints(%p: !llvm.ptr<3>, %c: i1) {
  llvm.br ^first
^first:
  llvm.cond_br %c, ^store, ^next
^store:
  llvm.store %c, %p : i1, !llvm.ptr<3>
  llvm.br ^next
^next:
  // CHECK: llvm.loop = {unroll.count = 4 : i32}}
  llvm.cond_br %c, ^first, ^second {opencl.metadata = {llvm.loop = {unroll.count = 4 : i32}}}
^second:
  llvm.cond_br %c, ^store2, ^next2
^store2:
  llvm.store %c, %p : i1, !llvm.ptr<3>
  llvm.br ^next2
^next2:
  // CHECK: llvm.loop = {vectorize.enable = true, unroll.runtime.disable}}
  llvm.cond_br %c, ^second, ^end {opencl.metadata = {llvm.loop = {vectorize.enable = true}}}
^end:
  llvm.return
}

// Only the inner loop; LLVM does not unroll the outer one.
// CHECK-LABEL: llvm.func @nest
llvm.func @nest(%p: !llvm.ptr<3>, %c: i1) {
  llvm.br ^outer
^outer:
  llvm.br ^inner
^inner:
  llvm.cond_br %c, ^store, ^next
^store:
  llvm.store %c, %p : i1, !llvm.ptr<3>
  llvm.br ^next
^next:
  // CHECK: llvm.store
  // CHECK: {opencl.metadata = {llvm.loop = {unroll.runtime.disable}}}
  llvm.cond_br %c, ^inner, ^last
^last:
  llvm.cond_br %c, ^write, ^latch
^write:
  llvm.store %c, %p : i1, !llvm.ptr<3>
  llvm.br ^latch
^latch:
  // CHECK: llvm.store
  // CHECK: llvm.cond_br %{{.*}}, ^outer{{.*}}, ^{{[a-z_0-9]+$}}
  llvm.cond_br %c, ^outer, ^end
^end:
  llvm.return
}

// A loop with two latches, and one with two entries.
// CHECK-LABEL: llvm.func @latches
// CHECK-NOT: opencl.metadata
llvm.func @latches(%p: !llvm.ptr<3>, %c: i1) {
  llvm.br ^head
^head:
  llvm.cond_br %c, ^store, ^next
^store:
  llvm.store %c, %p : i1, !llvm.ptr<3>
  llvm.br ^head
^next:
  llvm.cond_br %c, ^head, ^end
^end:
  llvm.return
}

// CHECK-LABEL: llvm.func @entries
// CHECK-NOT: opencl.metadata
llvm.func @entries(%p: !llvm.ptr<3>, %c: i1) {
  llvm.cond_br %c, ^one, ^two
^one:
  llvm.cond_br %c, ^write, ^two
^write:
  llvm.store %c, %p : i1, !llvm.ptr<3>
  llvm.br ^two
^two:
  llvm.cond_br %c, ^one, ^end
^end:
  llvm.return
}
