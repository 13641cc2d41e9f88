// RUN: xdsl-opt %s -p convert-standard-to-llvm --split-input-file --verify-diagnostics --allow-unregistered-dialect | filecheck %s

// All dialects in one walk; kernels and their operations stay.
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100">} {
  // CHECK: opencl.kernel @k(%p: !llvm.ptr<1>, %i: i32) {
  opencl.kernel @k(%p: memref<?xf32, #opencl.address_space<global>>, %i: i32) {
    // CHECK-NEXT: %c = llvm.mlir.constant(1 : i32) : i32
    // CHECK-NEXT: %n = llvm.add %i, %c : i32
    // CHECK-NEXT: %at = llvm.sext %n : i32 to i64
    // CHECK-NEXT: %[[from:.*]] = llvm.getelementptr inbounds %p[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    // CHECK-NEXT: %x = llvm.load %[[from]] : !llvm.ptr<1> -> f32
    // CHECK-NEXT: opencl.barrier
    %c = arith.constant 1 : i32
    %n = arith.addi %i, %c : i32
    %at = arith.index_cast %n : i32 to index
    %x = memref.load %p[%at] : memref<?xf32, #opencl.address_space<global>>
    opencl.barrier local
    // CHECK-NEXT: llvm.br ^[[next:.*]](%x : f32)
    // CHECK-NEXT: ^[[next]](%y: f32):
    cf.br ^next(%x : f32)
  ^next(%y: f32):
    // CHECK-NEXT: llvm.getelementptr
    // CHECK-NEXT: llvm.store %y
    memref.store %y, %p[%at] : memref<?xf32, #opencl.address_space<global>>
    opencl.return
  }
}

// -----

// A work item that fails an assertion returns on the CPU device; a GPU stops, as functions do.
// CHECK: builtin.module
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  // CHECK: opencl.kernel @asserts(%c: i1) attributes {opencl.assertion = ["assertion failed: one", "assertion failed: two"]} {
  opencl.kernel @asserts(%c: i1) {
    // CHECK: "llvm.intr.trap"() {opencl.assertion = 1 : i64} : () -> ()
    // CHECK-NEXT: opencl.return
    // CHECK: "llvm.intr.trap"() {opencl.assertion = 2 : i64} : () -> ()
    cf.assert %c, "one"
    cf.assert %c, "two"
    opencl.return
  }
  // CHECK: "llvm.intr.trap"() : () -> ()
  // CHECK-NEXT: llvm.unreachable
  func.func @in_a_function(%c: i1) {
    cf.assert %c, "three"
    func.return
  }
}

// -----

// CHECK: "llvm.intr.trap"() : () -> ()
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100">} {
  opencl.kernel @asserts(%c: i1) {
    cf.assert %c, "one"
    opencl.return
  }
}

// -----

// CHECK: error: the module has no target; run
builtin.module {
  func.func @without_target() {
    func.return
  }
}

// -----

// CHECK: in @other: error: there is no operation 'other.op'
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @other() {
    "other.op"() : () -> ()
    opencl.return
  }
}
