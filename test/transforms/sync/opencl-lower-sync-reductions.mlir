// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100},opencl-lower-sync" | filecheck %s
// RUN: xdsl-opt %s -p "opencl-attach-target{mcpu=gfx1100 wave-size=64},opencl-lower-sync" | filecheck %s --check-prefix=WAVE64

// The values are compared in test/unit/test_group_functions.py; here is the form.

// Bytes are extended once. Four pairs of lanes make the total of a row of 16; the first row has work
// items, others may have none.
// CHECK-LABEL: opencl.kernel @bytes
// CHECK: %[[X:.*]] = llvm.sext %x : i8 to i32
// CHECK: %[[OTHER:.*]] = llvm.call_intrinsic "llvm.amdgcn.update.dpp.i32"(%[[ZERO:.*]], %[[X]], %{{.*}}) : (i32, i32, i32, i32, i32, i1) -> i32
// CHECK-NEXT: llvm.add %[[X]], %[[OTHER]] : i32
// CHECK-NOT: llvm.trunc
// CHECK-COUNT-3: "llvm.amdgcn.update.dpp.i32"
// CHECK: %[[FIRST:.*]] = llvm.call_intrinsic "llvm.amdgcn.readlane.i32"(%[[ROW:.*]], %[[ZERO]])
// CHECK: %[[COUNT:.*]] = llvm.intr.ctpop
// CHECK: %[[SECOND:.*]] = llvm.call_intrinsic "llvm.amdgcn.readlane.i32"(%[[ROW]], %[[LANE:.*]]) :
// CHECK-NEXT: %[[EXISTS:.*]] = llvm.icmp "ult" %[[LANE]], %[[COUNT]]
// CHECK-NEXT: %[[REST:.*]] = llvm.select %[[EXISTS]], %[[SECOND]], %[[ZERO]]
// CHECK-NEXT: %[[SUM:.*]] = llvm.add %[[FIRST]], %[[REST]]
// CHECK-NEXT: llvm.trunc %[[SUM]] : i32 to i8
// WAVE64-LABEL: opencl.kernel @bytes
// WAVE64-COUNT-4: "llvm.amdgcn.update.dpp.i32"
// WAVE64-COUNT-4: "llvm.amdgcn.readlane.i32"
opencl.kernel @bytes(%p: !llvm.ptr<1>) attributes {reqd_work_group_size = array<i32: 40, 1, 1>} {
  %x = llvm.load %p : !llvm.ptr<1> -> i8
  %r = opencl.sub_group_reduce add %x : i8
  llvm.store %r, %p : i8, !llvm.ptr<1>
  opencl.return
}

// So are numbers without a sign, whose order stays.
// CHECK-LABEL: opencl.kernel @unsigned
// CHECK: llvm.sext %x : i16 to i32
// CHECK: llvm.intr.umin(
opencl.kernel @unsigned(%p: !llvm.ptr<1>) {
  %x = llvm.load %p : !llvm.ptr<1> -> i16
  %r = opencl.sub_group_reduce umin %x : i16
  llvm.store %r, %p : i16, !llvm.ptr<1>
  opencl.return
}

// A NaN is a missing value, replaced once; sums keep it, in the type of the numbers.
// CHECK-LABEL: opencl.kernel @floats
// CHECK: %[[NAN:.*]] = llvm.fcmp "uno" %x, %x : f16
// CHECK: %[[X:.*]] = llvm.select %[[NAN]], %{{.*}}, %x : i1, f16
// CHECK: llvm.intr.minnum(%[[X]], %{{.*}}) {fastmathFlags = #llvm.fastmath<nnan>} : (f16, f16) -> f16
// CHECK: llvm.fadd {{.*}} : f16
opencl.kernel @floats(%p: !llvm.ptr<1>) {
  %x = llvm.load %p : !llvm.ptr<1> -> f16
  %r = opencl.sub_group_reduce min %x : f16
  llvm.store %r, %p : f16, !llvm.ptr<1>
  %s = opencl.sub_group_reduce add %x : f16
  llvm.store %s, %p : f16, !llvm.ptr<1>
  opencl.return
}

// A scan of bytes begins with their own identity.
// CHECK-LABEL: opencl.kernel @scan
// CHECK: %[[IDENTITY:.*]] = llvm.mlir.constant(127 : i8) : i8
// CHECK: llvm.sext %[[IDENTITY]] : i8 to i32
opencl.kernel @scan(%p: !llvm.ptr<1>) {
  %x = llvm.load %p : !llvm.ptr<1> -> i8
  %r = opencl.sub_group_scan_exclusive min %x : i8
  llvm.store %r, %p : i8, !llvm.ptr<1>
  opencl.return
}

// In full waves each lane has a partner, which the bound control says.
// CHECK-LABEL: opencl.kernel @full
// CHECK: %[[TRUE:.*]] = llvm.mlir.constant(true) : i1
// CHECK: "llvm.amdgcn.update.dpp.i32"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[TRUE]])
// CHECK-NOT: llvm.intr.ctpop
// CHECK: opencl.return
opencl.kernel @full(%p: !llvm.ptr<1>) attributes {reqd_work_group_size = array<i32: 64, 1, 1>, passthrough = [["uniform-work-group-size", "true"]]} {
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %r = opencl.sub_group_reduce max %x : f32
  llvm.store %r, %p : f32, !llvm.ptr<1>
  opencl.return
}
