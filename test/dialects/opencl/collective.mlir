// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @groups
func.func @groups(%i: i32, %l: i64, %f: f32, %n: i64) {
  // CHECK-NEXT: %0 = opencl.work_group_reduce add %i : i32
  // CHECK-GENERIC: "opencl.work_group_reduce"(
  %0 = opencl.work_group_reduce add %i : i32
  // CHECK-NEXT: %1 = opencl.work_group_scan_inclusive umax %l : i64
  // CHECK-GENERIC: "opencl.work_group_scan_inclusive"(
  %1 = opencl.work_group_scan_inclusive umax %l : i64
  // CHECK-NEXT: %2 = opencl.work_group_scan_exclusive min %f : f32
  // CHECK-GENERIC: "opencl.work_group_scan_exclusive"(
  %2 = opencl.work_group_scan_exclusive min %f : f32
  // CHECK-NEXT: %3 = opencl.sub_group_reduce mul %f : f32
  // CHECK-GENERIC: "opencl.sub_group_reduce"(
  %3 = opencl.sub_group_reduce mul %f : f32
  // CHECK-NEXT: %4 = opencl.sub_group_scan_inclusive xor %i : i32
  // CHECK-GENERIC: "opencl.sub_group_scan_inclusive"(
  %4 = opencl.sub_group_scan_inclusive xor %i : i32
  // CHECK-NEXT: %5 = opencl.sub_group_scan_exclusive max %i : i32
  // CHECK-GENERIC: "opencl.sub_group_scan_exclusive"(
  %5 = opencl.sub_group_scan_exclusive max %i : i32
  // CHECK-NEXT: %6 = opencl.work_group_any %i
  // CHECK-GENERIC: "opencl.work_group_any"(
  %6 = opencl.work_group_any %i
  // CHECK-NEXT: %7 = opencl.work_group_all %i
  // CHECK-GENERIC: "opencl.work_group_all"(
  %7 = opencl.work_group_all %i
  // CHECK-NEXT: %8 = opencl.sub_group_any %i
  // CHECK-GENERIC: "opencl.sub_group_any"(
  %8 = opencl.sub_group_any %i
  // CHECK-NEXT: %9 = opencl.sub_group_all %i
  // CHECK-GENERIC: "opencl.sub_group_all"(
  %9 = opencl.sub_group_all %i
  // CHECK-NEXT: %10 = opencl.work_group_broadcast %f[%n] : f32, i64
  // CHECK-GENERIC: "opencl.work_group_broadcast"(
  %10 = opencl.work_group_broadcast %f[%n] : f32, i64
  // CHECK-NEXT: %11 = opencl.work_group_broadcast %i[%n, %n, %n] : i32, i64, i64, i64
  // CHECK-GENERIC: "opencl.work_group_broadcast"(
  %11 = opencl.work_group_broadcast %i[%n, %n, %n] : i32, i64, i64, i64
  // CHECK-NEXT: %12 = opencl.sub_group_broadcast %f[%i] : f32
  // CHECK-GENERIC: "opencl.sub_group_broadcast"(
  %12 = opencl.sub_group_broadcast %f[%i] : f32
  // CHECK-NEXT: %13 = opencl.sub_group_shuffle %f[%i] : f32
  // CHECK-GENERIC: "opencl.sub_group_shuffle"(
  %13 = opencl.sub_group_shuffle %f[%i] : f32
  // CHECK-NEXT: %14 = opencl.sub_group_shuffle_xor %f[%i] : f32
  // CHECK-GENERIC: "opencl.sub_group_shuffle_xor"(
  %14 = opencl.sub_group_shuffle_xor %f[%i] : f32
  // CHECK-NEXT: %15 = opencl.sub_group_shuffle_up %f[%i] : f32
  // CHECK-GENERIC: "opencl.sub_group_shuffle_up"(
  %15 = opencl.sub_group_shuffle_up %f[%i] : f32
  // CHECK-NEXT: %16 = opencl.sub_group_shuffle_down %f[%i] : f32
  // CHECK-GENERIC: "opencl.sub_group_shuffle_down"(
  %16 = opencl.sub_group_shuffle_down %f[%i] : f32
  func.return
}

// CHECK-LABEL: func.func @copies
func.func @copies(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %m: memref<64xf32, #opencl.address_space<local>>, %n: i64, %i: i32, %x: index, %list: !llvm.ptr<4>, %own: !llvm.ptr) {
  // CHECK-NEXT: %none = opencl.null_event
  // CHECK-GENERIC: "opencl.null_event"(
  %none = opencl.null_event
  // CHECK-NEXT: %e0 = opencl.async_work_group_copy f32 %l, %g, %n event %none : !llvm.ptr<3>, !llvm.ptr<1>, i64
  // CHECK-GENERIC: "opencl.async_work_group_copy"(
  %e0 = opencl.async_work_group_copy f32 %l, %g, %n event %none : !llvm.ptr<3>, !llvm.ptr<1>, i64
  // CHECK-NEXT: %e1 = opencl.async_work_group_copy vector<4xf32> %g, %m, %x event %e0 : !llvm.ptr<1>, memref<64xf32, #opencl.address_space<local>>, index
  // CHECK-GENERIC: "opencl.async_work_group_copy"(
  %e1 = opencl.async_work_group_copy vector<4xf32> %g, %m, %x event %e0 : !llvm.ptr<1>, memref<64xf32, #opencl.address_space<local>>, index
  // CHECK-NEXT: %e2 = opencl.async_work_group_strided_copy vector<3xi8> %l, %g, %n stride %n event %none : !llvm.ptr<3>, !llvm.ptr<1>, i64
  // CHECK-GENERIC: "opencl.async_work_group_strided_copy"(
  %e2 = opencl.async_work_group_strided_copy vector<3xi8> %l, %g, %n stride %n event %none : !llvm.ptr<3>, !llvm.ptr<1>, i64
  // CHECK-NEXT: opencl.wait_group_events %e1, %e2
  // CHECK-GENERIC: "opencl.wait_group_events"(
  opencl.wait_group_events %e1, %e2
  // CHECK-NEXT: opencl.wait_group_events_ptr %i, %list : !llvm.ptr<4>
  // CHECK-GENERIC: "opencl.wait_group_events_ptr"(
  opencl.wait_group_events_ptr %i, %list : !llvm.ptr<4>
  // CHECK-NEXT: opencl.wait_group_events_ptr %i, %own : !llvm.ptr
  // CHECK-GENERIC: "opencl.wait_group_events_ptr"(
  opencl.wait_group_events_ptr %i, %own : !llvm.ptr
  // CHECK-NEXT: opencl.prefetch vector<4xf32> %g, %n : !llvm.ptr<1>, i64
  // CHECK-GENERIC: "opencl.prefetch"(
  opencl.prefetch vector<4xf32> %g, %n : !llvm.ptr<1>, i64
  func.return
}
