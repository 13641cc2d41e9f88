// RUN: xdsl-opt %s -p 'opencl-form-work-groups{lockstep=false}' | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-form-work-groups' | filecheck %s --check-prefix=ROWS
// RUN: xdsl-opt %s -p 'opencl-to-llvm{lockstep=false}' | filecheck %s

// In the plain form work items run one after the other, and LLVM is not told that it may
// change their order; else sixteen run in lockstep where the loop begins.
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @k(%p: !llvm.ptr<1>) {
    %id = opencl.get_global_id 0 : i64
    %at = llvm.getelementptr %p[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %x = llvm.load %at : !llvm.ptr<1> -> f32
    %y = llvm.fadd %x, %x : f32
    llvm.store %y, %at : f32, !llvm.ptr<1>
    opencl.return
  }
  opencl.kernel @asserts(%n: i32) attributes {opencl.assertion = ["one", "zwei"]} {
    %id = opencl.get_local_id 0 : i32
    %c = llvm.icmp "ult" %id, %n : i32
    llvm.cond_br %c, ^good, ^failed
  ^good:
    opencl.return
  ^failed:
    "llvm.intr.trap"() {opencl.assertion = 2 : i64} : () -> ()
    opencl.return
  }
}

// CHECK-LABEL: llvm.func @k(
// CHECK-NOT: parallel_accesses
// CHECK-NOT: vector<
// CHECK: ^{{.*}}(%local_x: i32):
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK-NOT: parallel_accesses
// CHECK-NOT: vector<
// CHECK: llvm.func @k.groups(

// ROWS-LABEL: llvm.func @k(
// ROWS: parallel_accesses
// ROWS: ^{{.*}}(%row_x: i32):
// ROWS: llvm.fadd %{{.*}}, %{{.*}} : vector<16xf32>

// The first work item that fails is kept: its number above 16 bits for that of the text. No other
// group begins.
// CHECK-LABEL: llvm.func @asserts(
// CHECK: %[[bits:.*]] = llvm.mlir.constant(16) : i64
// CHECK: %[[item:.*]] = llvm.shl %{{.*}}, %[[bits]] : i64
// CHECK-NEXT: %[[number:.*]] = llvm.mlir.constant(2) : i64
// CHECK-NEXT: %[[found:.*]] = llvm.or %[[item]], %[[number]] : i64
// CHECK-NEXT: %[[place:.*]] = llvm.getelementptr inbounds %launch{{.*}}[120] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT: %[[old:.*]] = llvm.load %[[place]]
// CHECK-NEXT: %[[zero:.*]] = llvm.mlir.constant(0) : i64
// CHECK-NEXT: %[[first:.*]] = llvm.icmp "eq" %[[old]], %[[zero]] : i64
// CHECK-NEXT: %[[kept:.*]] = llvm.select %[[first]], %[[found]], %[[old]] : i1, i64
// CHECK-NEXT: llvm.store %[[kept]], %[[place]] : i64, !llvm.ptr
// CHECK-NEXT: %[[one:.*]] = llvm.mlir.constant(1) : i64
// CHECK-NEXT: %[[stop:.*]] = llvm.getelementptr inbounds %launch{{.*}}[104]
// CHECK-NEXT: llvm.store %[[one]], %[[stop]] : i64, !llvm.ptr
// CHECK: llvm.mlir.global external constant @asserts.assertions("one\00zwei\00") {addr_space = 0 : i32} : !llvm.array<9 x i8>
