// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @dimensions
func.func @dimensions(%d: i32) {
  // CHECK-NEXT: %0 = opencl.get_global_id 0 : index
  // CHECK-GENERIC: "opencl.get_global_id"(
  %0 = opencl.get_global_id 0 : index
  // CHECK-NEXT: %1 = opencl.get_global_size 1 : i64
  // CHECK-GENERIC: "opencl.get_global_size"(
  %1 = opencl.get_global_size 1 : i64
  // CHECK-NEXT: %2 = opencl.get_global_offset 2 : i32
  // CHECK-GENERIC: "opencl.get_global_offset"(
  %2 = opencl.get_global_offset 2 : i32
  // CHECK-NEXT: %3 = opencl.get_local_id %d : i64
  // CHECK-GENERIC: "opencl.get_local_id"(
  %3 = opencl.get_local_id %d : i64
  // CHECK-NEXT: %4 = opencl.get_local_size 0 {note = "kept"} : i64
  // CHECK-GENERIC: "opencl.get_local_size"(
  %4 = opencl.get_local_size 0 {note = "kept"} : i64
  // CHECK-NEXT: %5 = opencl.get_enqueued_local_size %d : index
  // CHECK-GENERIC: "opencl.get_enqueued_local_size"(
  %5 = opencl.get_enqueued_local_size %d : index
  // CHECK-NEXT: %6 = opencl.get_num_groups 0 : i64
  // CHECK-GENERIC: "opencl.get_num_groups"(
  %6 = opencl.get_num_groups 0 : i64
  // CHECK-NEXT: %7 = opencl.get_group_id 0 : i64
  // CHECK-GENERIC: "opencl.get_group_id"(
  %7 = opencl.get_group_id 0 : i64
  func.return
}

// CHECK-LABEL: func.func @others
func.func @others() {
  // CHECK-NEXT: %0 = opencl.get_work_dim : i32
  // CHECK-GENERIC: "opencl.get_work_dim"(
  %0 = opencl.get_work_dim : i32
  // CHECK-NEXT: %1 = opencl.get_global_linear_id : i64
  // CHECK-GENERIC: "opencl.get_global_linear_id"(
  %1 = opencl.get_global_linear_id : i64
  // CHECK-NEXT: %2 = opencl.get_local_linear_id : index
  // CHECK-GENERIC: "opencl.get_local_linear_id"(
  %2 = opencl.get_local_linear_id : index
  // CHECK-NEXT: %3 = opencl.get_sub_group_size : i32
  // CHECK-GENERIC: "opencl.get_sub_group_size"(
  %3 = opencl.get_sub_group_size : i32
  // CHECK-NEXT: %4 = opencl.get_max_sub_group_size : i32
  // CHECK-GENERIC: "opencl.get_max_sub_group_size"(
  %4 = opencl.get_max_sub_group_size : i32
  // CHECK-NEXT: %5 = opencl.get_num_sub_groups : i32
  // CHECK-GENERIC: "opencl.get_num_sub_groups"(
  %5 = opencl.get_num_sub_groups : i32
  // CHECK-NEXT: %6 = opencl.get_enqueued_num_sub_groups : i32
  // CHECK-GENERIC: "opencl.get_enqueued_num_sub_groups"(
  %6 = opencl.get_enqueued_num_sub_groups : i32
  // CHECK-NEXT: %7 = opencl.get_sub_group_id : i32
  // CHECK-GENERIC: "opencl.get_sub_group_id"(
  %7 = opencl.get_sub_group_id : i32
  // CHECK-NEXT: %8 = opencl.get_sub_group_local_id : i32
  // CHECK-GENERIC: "opencl.get_sub_group_local_id"(
  %8 = opencl.get_sub_group_local_id : i32
  func.return
}

// CHECK-LABEL: func.func @low_level
func.func @low_level() {
  // CHECK-NEXT: %0 = opencl.kernel_arguments_ptr : !llvm.ptr<2>
  // CHECK-GENERIC: "opencl.kernel_arguments_ptr"(
  %0 = opencl.kernel_arguments_ptr : !llvm.ptr<2>
  // CHECK-NEXT: %1 = opencl.implicit_arguments_ptr : !llvm.ptr<2>
  // CHECK-GENERIC: "opencl.implicit_arguments_ptr"(
  %1 = opencl.implicit_arguments_ptr : !llvm.ptr<2>
  // CHECK-NEXT: %2 = opencl.dispatch_ptr : !llvm.ptr<2>
  // CHECK-GENERIC: "opencl.dispatch_ptr"(
  %2 = opencl.dispatch_ptr : !llvm.ptr<2>
  // CHECK-NEXT: %3 = opencl.load_argument explicit[16] : vector<3xi32>
  // CHECK-GENERIC: "opencl.load_argument"(
  %3 = opencl.load_argument explicit[16] : vector<3xi32>
  // CHECK-NEXT: %4 = opencl.load_argument implicit[0] : i32
  // CHECK-GENERIC: "opencl.load_argument"(
  %4 = opencl.load_argument implicit[0] : i32
  // CHECK-NEXT: %5 = opencl.load_argument dispatch[4] : i16
  // CHECK-GENERIC: "opencl.load_argument"(
  %5 = opencl.load_argument dispatch[4] : i16
  // CHECK-NEXT: %6 = opencl.load_argument header[24] : i32
  // CHECK-GENERIC: "opencl.load_argument"(
  %6 = opencl.load_argument header[24] : i32
  // CHECK-NEXT: %7 = opencl.check_context : !llvm.ptr
  // CHECK-GENERIC: "opencl.check_context"(
  %7 = opencl.check_context : !llvm.ptr
  func.return
}
