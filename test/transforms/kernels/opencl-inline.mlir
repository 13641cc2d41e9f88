// RUN: xdsl-opt %s -p opencl-inline | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-inline{move=true}' | filecheck %s --check-prefixes CHECK,MOVE

// A single block is copied in place, here inside an scf.if.
func.func private @double(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  func.return %y : i32
}

// MOVE-NOT: func.func
// CHECK-LABEL: opencl.kernel @straight
opencl.kernel @straight(%out: !llvm.ptr<1>, %n: i32, %c: i1) {
  scf.if %c {
    // CHECK: scf.if
    // CHECK-NEXT: %{{.*}} = arith.addi %n, %n : i32
    // CHECK-NEXT: llvm.store
    %r = func.call @double(%n) : (i32) -> i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
  }
  opencl.return
}

func.func private @larger(%a: i32, %b: i32) -> i32 {
  %c = arith.cmpi sgt, %a, %b : i32
  cf.cond_br %c, ^yes, ^no
^yes:
  %d = func.call @double(%a) : (i32) -> i32
  func.return %d : i32
^no:
  func.return %b : i32
}

// MOVE-NOT: func.func
// CHECK-LABEL: opencl.kernel @cfg
opencl.kernel @cfg(%out: !llvm.ptr<1>, %n: i32, %m: i32) {
  // CHECK-NEXT: cf.br ^[[ENTRY:[a-z0-9]+]]{{$}}
  // CHECK-NEXT: ^[[ENTRY]]:
  // CHECK: cf.cond_br %{{.*}}, ^[[YES:[a-z0-9]+]], ^[[NO:[a-z0-9]+]]
  // CHECK-NEXT: ^[[YES]]:
  // CHECK-NEXT: %[[D:.*]] = arith.addi %n, %n : i32
  // CHECK-NEXT: cf.br ^[[REST:[a-z0-9]+]](%[[D]] : i32)
  // CHECK-NEXT: ^[[NO]]:
  // CHECK-NEXT: cf.br ^[[REST]](%m : i32)
  // CHECK-NEXT: ^[[REST]](%[[R:.*]]: i32):
  // CHECK-NEXT: llvm.store %[[R]], %out
  // CHECK-NEXT: opencl.return
  %r = func.call @larger(%n, %m) : (i32, i32) -> i32
  llvm.store %r, %out : i32, !llvm.ptr<1>
  opencl.return
}

// A local variable of the module is one of each kernel that uses it; one of another linkage,
// or in other memory, stays.
llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<4 x i32>
llvm.mlir.global private @unaligned() {addr_space = 3 : i32} : i32
llvm.mlir.global external @outer() {addr_space = 3 : i32} : i32
llvm.mlir.global internal @everywhere() {addr_space = 1 : i32} : i32
func.func private @of_group(%v: i32) {
  %p = llvm.mlir.addressof @shared : !llvm.ptr<3>
  llvm.store %v, %p : i32, !llvm.ptr<3>
  func.return
}

// MOVE-NOT: func.func
// CHECK-LABEL: opencl.kernel @local_variables
// CHECK-NEXT: %[[U:.*]] = opencl.local i32 : !llvm.ptr<3>
// CHECK-NEXT: %[[S:.*]] = opencl.local !llvm.array<4 x i32> align 8 : !llvm.ptr<3>
// CHECK-NEXT: llvm.store %v, %[[S]]
// CHECK-NEXT: llvm.store %v, %[[S]]
// CHECK-NEXT: llvm.store %v, %[[U]]
// CHECK-NEXT: %[[E:.*]] = llvm.mlir.addressof @everywhere : !llvm.ptr<1>
// CHECK-NEXT: llvm.store %v, %[[E]]
// CHECK-NEXT: %[[O:.*]] = llvm.mlir.addressof @outer : !llvm.ptr<3>
// CHECK-NEXT: llvm.store %v, %[[O]]
opencl.kernel @local_variables(%v: i32) {
  func.call @of_group(%v) : (i32) -> ()
  func.call @of_group(%v) : (i32) -> ()
  %u = llvm.mlir.addressof @unaligned : !llvm.ptr<3>
  llvm.store %v, %u : i32, !llvm.ptr<3>
  %e = llvm.mlir.addressof @everywhere : !llvm.ptr<1>
  llvm.store %v, %e : i32, !llvm.ptr<1>
  %o = llvm.mlir.addressof @outer : !llvm.ptr<3>
  llvm.store %v, %o : i32, !llvm.ptr<3>
  opencl.return
}

// Of a function that never returns nothing of the caller follows in its block.
// CHECK-LABEL: opencl.kernel @never_returns
// CHECK: %[[S:.*]] = arith.addi %v, %v : i32
// CHECK-NEXT: llvm.store %[[S]], %out
// CHECK-NEXT: llvm.unreachable
// CHECK-NEXT: ^bb{{.*}}(%[[R:.*]]: i32):
// CHECK-NEXT: llvm.store %[[R]], %out
// CHECK-NEXT: opencl.return
func.func private @stops(%v: i32, %out: !llvm.ptr<1>) -> i32 {
  %s = arith.addi %v, %v : i32
  llvm.store %s, %out : i32, !llvm.ptr<1>
  llvm.unreachable
}
opencl.kernel @never_returns(%v: i32, %out: !llvm.ptr<1>) {
  %r = func.call @stops(%v, %out) : (i32, !llvm.ptr<1>) -> i32
  llvm.store %r, %out : i32, !llvm.ptr<1>
  opencl.return
}

// What something else refers to stays, and what nobody calls.
// MOVE: func.func private @named(
// MOVE: func.func private @unused(
// MOVE: opencl.kernel @last
// MOVE-NEXT: arith.muli
// MOVE-NEXT: arith.muli
// MOVE-NEXT: arith.addi
func.func private @named(%v: i32) -> i32 {
  func.return %v : i32
}
func.func private @square(%v: i32) -> i32 {
  %s = arith.muli %v, %v : i32
  func.return %s : i32
}
func.func private @unused(%v: i32) {
  func.return
}
opencl.kernel @last(%v: i32, %out: !llvm.ptr<1>, %where: !llvm.ptr<1>) {
  %a = func.call @square(%v) : (i32) -> i32
  %b = func.call @square(%a) : (i32) -> i32
  %c = func.call @named(%b) : (i32) -> i32
  %d = arith.addi %a, %c : i32
  llvm.store %d, %out : i32, !llvm.ptr<1>
  %f = llvm.mlir.addressof @named : !llvm.ptr
  llvm.store %f, %where : !llvm.ptr, !llvm.ptr<1>
  opencl.return
}
