// RUN: xdsl-opt %s -p opencl-inline | filecheck %s

// A single block is copied in place, here inside an scf.if.
func.func private @double(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  func.return %y : i32
}

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

// CHECK-LABEL: opencl.kernel @cfg
opencl.kernel @cfg(%out: !llvm.ptr<1>, %n: i32, %m: i32) {
  // CHECK-NEXT: cf.br ^[[ENTRY:bb[0-9]+]]{{$}}
  // CHECK-NEXT: ^[[ENTRY]]:
  // CHECK: cf.cond_br %{{.*}}, ^[[YES:bb[0-9]+]], ^[[NO:bb[0-9]+]]
  // CHECK-NEXT: ^[[YES]]:
  // CHECK-NEXT: %[[D:.*]] = arith.addi %n, %n : i32
  // CHECK-NEXT: cf.br ^[[REST:bb[0-9]+]](%[[D]] : i32)
  // CHECK-NEXT: ^[[NO]]:
  // CHECK-NEXT: cf.br ^[[REST]](%m : i32)
  // CHECK-NEXT: ^[[REST]](%[[R:.*]]: i32):
  // CHECK-NEXT: llvm.store %[[R]], %out
  // CHECK-NEXT: opencl.return
  %r = func.call @larger(%n, %m) : (i32, i32) -> i32
  llvm.store %r, %out : i32, !llvm.ptr<1>
  opencl.return
}
