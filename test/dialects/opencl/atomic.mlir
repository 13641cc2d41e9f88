// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @atomics
func.func @atomics(%g: !llvm.ptr<1>, %l: !llvm.ptr<3>, %any: !llvm.ptr<4>, %m: memref<8x4xi32, #opencl.address_space<local>>, %x: index, %i: i32, %n: i64, %f: f32) {
  // CHECK-NEXT: %0 = opencl.atomic_rmw add relaxed device %g, %i : !llvm.ptr<1>, i32
  // CHECK-GENERIC: "opencl.atomic_rmw"(
  %0 = opencl.atomic_rmw add relaxed device %g, %i : !llvm.ptr<1>, i32
  // CHECK-NEXT: %1 = opencl.atomic_rmw umax acq_rel work_group volatile %m[%x, %x], %i : memref<8x4xi32, #opencl.address_space<local>>, i32
  // CHECK-GENERIC: "opencl.atomic_rmw"(
  %1 = opencl.atomic_rmw umax acq_rel work_group volatile %m[%x, %x], %i : memref<8x4xi32, #opencl.address_space<local>>, i32
  // CHECK-NEXT: %2 = opencl.atomic_rmw fadd seq_cst all_svm_devices %any, %f : !llvm.ptr<4>, f32
  // CHECK-GENERIC: "opencl.atomic_rmw"(
  %2 = opencl.atomic_rmw fadd seq_cst all_svm_devices %any, %f : !llvm.ptr<4>, f32
  // CHECK-NEXT: %3 = opencl.atomic_rmw xchg release sub_group %l, %f : !llvm.ptr<3>, f32
  // CHECK-GENERIC: "opencl.atomic_rmw"(
  %3 = opencl.atomic_rmw xchg release sub_group %l, %f : !llvm.ptr<3>, f32
  // CHECK-NEXT: %4 = opencl.atomic_load acquire device volatile %g : !llvm.ptr<1> -> i64
  // CHECK-GENERIC: "opencl.atomic_load"(
  %4 = opencl.atomic_load acquire device volatile %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: opencl.atomic_store release work_group %m[%x, %x], %i : memref<8x4xi32, #opencl.address_space<local>>, i32
  // CHECK-GENERIC: "opencl.atomic_store"(
  opencl.atomic_store release work_group %m[%x, %x], %i : memref<8x4xi32, #opencl.address_space<local>>, i32
  // CHECK-NEXT: %5, %6 = opencl.atomic_compare_exchange acq_rel acquire device %g, %n, %n : !llvm.ptr<1>, i64
  // CHECK-GENERIC: "opencl.atomic_compare_exchange"(
  %5, %6 = opencl.atomic_compare_exchange acq_rel acquire device %g, %n, %n : !llvm.ptr<1>, i64
  // CHECK-NEXT: %7, %8 = opencl.atomic_compare_exchange seq_cst relaxed device weak volatile %m[%x, %x], %i, %i : memref<8x4xi32, #opencl.address_space<local>>, i32
  // CHECK-GENERIC: "opencl.atomic_compare_exchange"(
  %7, %8 = opencl.atomic_compare_exchange seq_cst relaxed device weak volatile %m[%x, %x], %i, %i : memref<8x4xi32, #opencl.address_space<local>>, i32
  // CHECK-NEXT: %9 = opencl.atomic_flag_test_and_set acquire device %g : !llvm.ptr<1>
  // CHECK-GENERIC: "opencl.atomic_flag_test_and_set"(
  %9 = opencl.atomic_flag_test_and_set acquire device %g : !llvm.ptr<1>
  // CHECK-NEXT: opencl.atomic_flag_clear release device volatile %l : !llvm.ptr<3>
  // CHECK-GENERIC: "opencl.atomic_flag_clear"(
  opencl.atomic_flag_clear release device volatile %l : !llvm.ptr<3>
  func.return
}
