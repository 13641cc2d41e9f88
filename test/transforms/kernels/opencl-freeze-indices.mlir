// RUN: xdsl-opt %s -p opencl-freeze-indices | filecheck %s
// RUN: xdsl-opt %s -p opencl-freeze-indices,opencl-freeze-indices | filecheck %s

// CHECK-LABEL: llvm.func @own
llvm.func @own(%p: !llvm.ptr<5>, %g: !llvm.ptr<1>, %i: i32) {
  // A number that becomes an index by arithmetic; all its uses take the frozen one.
  // CHECK: %x = llvm.load %p
  // CHECK-NEXT: %[[X:.*]] = llvm.freeze %x : i32
  %x = llvm.load %p : !llvm.ptr<5> -> i32
  // CHECK: llvm.add %[[X]], %i
  %y = llvm.add %x, %i : i32
  // CHECK: llvm.store %[[X]], %g
  llvm.store %x, %g : i32, !llvm.ptr<1>
  %q = llvm.getelementptr %p[%y] : (!llvm.ptr<5>, i32) -> !llvm.ptr<5>, i32
  // The address is not looked through, nor what the memory of an address holds.
  // CHECK: %z = llvm.load %q
  // CHECK-NOT: freeze
  %z = llvm.load %q : !llvm.ptr<5> -> i32
  // What only indexes other memory stays, and what comes from there.
  %r = llvm.getelementptr %g[%z] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %w = llvm.load %r : !llvm.ptr<1> -> i32
  %s = llvm.getelementptr %p[%w] : (!llvm.ptr<5>, i32) -> !llvm.ptr<5>, i32
  llvm.store %w, %s : i32, !llvm.ptr<5>
  llvm.return
}

// CHECK-LABEL: llvm.func @branches
llvm.func @branches(%pb: !llvm.ptr<5>, %cb: i1, %ib: i32) {
  // CHECK: %xb = llvm.load %pb
  // CHECK-NEXT: %[[X:.*]] = llvm.freeze %xb : i32
  %xb = llvm.load %pb : !llvm.ptr<5> -> i32
  // CHECK: llvm.cond_br %cb, ^{{.*}}(%[[X]] : i32), ^{{.*}}(%ib : i32)
  llvm.cond_br %cb, ^next(%xb : i32), ^next(%ib : i32)
^next(%kb: i32):
  %qb = llvm.getelementptr %pb[%kb] : (!llvm.ptr<5>, i32) -> !llvm.ptr<5>, i32
  llvm.store %ib, %qb : i32, !llvm.ptr<5>
  llvm.return
}

// A generic pointer may be to private memory; local memory is another.
// CHECK-LABEL: llvm.func @generic
llvm.func @generic(%pc: !llvm.ptr, %lc: !llvm.ptr<3>) {
  // CHECK: %xc = llvm.load %pc
  // CHECK-NEXT: %[[X:.*]] = llvm.freeze %xc : i32
  // CHECK-NEXT: llvm.getelementptr %pc[%[[X]]]
  %xc = llvm.load %pc : !llvm.ptr -> i32
  %qc = llvm.getelementptr %pc[%xc] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  // CHECK: llvm.load %lc
  // CHECK-NEXT: llvm.getelementptr %qc
  %yc = llvm.load %lc : !llvm.ptr<3> -> i32
  %rc = llvm.getelementptr %qc[%yc] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  // CHECK: %zc = llvm.load %rc
  // CHECK-NEXT: llvm.getelementptr %lc
  %zc = llvm.load %rc : !llvm.ptr -> i32
  %mc = llvm.getelementptr %lc[%zc] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %yc, %mc : i32, !llvm.ptr<3>
  llvm.return
}

// Functions that LLVM may inline: the index is an argument, or what a call returns.
// CHECK-LABEL: llvm.func @at
llvm.func @at(%pg: !llvm.ptr<5>, %unusedg: i32, %ig: i32) -> i32 {
  %qg = llvm.getelementptr %pg[%ig] : (!llvm.ptr<5>, i32) -> !llvm.ptr<5>, i32
  // CHECK: %xg = llvm.load %qg
  // CHECK-NEXT: %[[X:.*]] = llvm.freeze %xg : i32
  // CHECK-NEXT: llvm.return %[[X]]
  %xg = llvm.load %qg : !llvm.ptr<5> -> i32
  llvm.return %xg : i32
}

llvm.func @get() -> i32

// CHECK-LABEL: llvm.func @calls
llvm.func @calls(%ph: !llvm.ptr<5>) {
  // CHECK: %xh = llvm.load %ph
  // CHECK-NEXT: %[[X:.*]] = llvm.freeze %xh : i32
  // CHECK-NEXT: %yh = llvm.load %ph
  // CHECK-NEXT: llvm.call @at(%ph, %yh, %[[X]])
  %xh = llvm.load %ph : !llvm.ptr<5> -> i32
  %yh = llvm.load %ph : !llvm.ptr<5> -> i32
  %kh = llvm.call @at(%ph, %yh, %xh) : (!llvm.ptr<5>, i32, i32) -> i32
  %qh = llvm.getelementptr %ph[%kh] : (!llvm.ptr<5>, i32) -> !llvm.ptr<5>, i32
  %nh = llvm.call @get() : () -> i32
  %rh = llvm.getelementptr %qh[%nh] : (!llvm.ptr<5>, i32) -> !llvm.ptr<5>, i32
  llvm.store %nh, %rh : i32, !llvm.ptr<5>
  llvm.return
}
