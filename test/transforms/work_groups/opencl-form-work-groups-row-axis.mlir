// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=host},opencl-form-work-groups' -t opencl-mlir | filecheck %s

// Neighbours in memory lie along dimension 1. A group with sixteen work items there runs rows of
// these: the loop over dimension 0 is around the one over dimension 1, and the access is a vector.
// Other groups run as usual, with a scatter in rows of dimension 0.
opencl.kernel @columns(%p: !llvm.ptr<1>, %n: i64, %v: f32) {
  %x = opencl.get_global_id 0 : i64
  %y = opencl.get_global_id 1 : i64
  %first = llvm.mul %x, %n : i64
  %index = llvm.add %first, %y : i64
  %at = llvm.getelementptr %p[%index] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %v, %at : f32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @columns(
// CHECK-SAME: ["opencl-row-axis", "1"]
// CHECK: %[[ITEMS:.*]] = llvm.mlir.constant(16) : i64
// CHECK-NEXT: %[[ROW:.*]] = llvm.icmp "uge" %actual_local_size_y, %[[ITEMS]] : i64
// CHECK-NEXT: llvm.cond_br %[[ROW]], ^[[ACROSS:.*]], ^[[ALONG:.*]]
// CHECK: ^[[ACROSS]]:
// CHECK: llvm.br ^[[Z:.*]](%{{.*}} : i32)
// CHECK: ^[[Z]](%local_z: i32):
// CHECK-NEXT: llvm.br ^[[X:.*]](%{{.*}} : i32)
// CHECK: ^[[X]](%local_x: i32):
// CHECK: llvm.add %base_y, %actual_local_size_y overflow<nsw,nuw> : i64
// CHECK: llvm.icmp "uge" %actual_local_size_y, %{{.*}} : i64
// CHECK: llvm.cond_br %{{.*}}, ^[[LANES:.*]](%{{.*}} : i32), ^[[ITEM:.*]](%{{.*}} : i32)
// CHECK: ^[[ITEM]](%local_y: i32):
// CHECK: ^[[LANES]](%row_y: i32):
// CHECK: "llvm.store"(%{{.*}}, %{{.*}}) <{alignment = 4 : i64}>
// CHECK-SAME: (vector<16xf32>, !llvm.ptr<1>) -> ()
// CHECK: ^[[ALONG]]:
// CHECK: llvm.intr.masked.scatter

// Neighbours along dimension 0: one order of the loops.
opencl.kernel @rows(%p: !llvm.ptr<1>, %n: i64, %v: f32) {
  %x = opencl.get_global_id 0 : i64
  %y = opencl.get_global_id 1 : i64
  %first = llvm.mul %y, %n : i64
  %index = llvm.add %first, %x : i64
  %at = llvm.getelementptr %p[%index] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %v, %at : f32, !llvm.ptr<1>
  opencl.return
}

// CHECK-LABEL: llvm.func @rows(
// CHECK-NOT: opencl-row-axis
// CHECK-NOT: masked.scatter
