// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @pipes
func.func @pipes(%r: !opencl.pipe<i8, read_only>, %w: !opencl.pipe<f32, write_only>, %id: !opencl.reserve_id, %i: i32, %p: !llvm.ptr, %g: !llvm.ptr<1>) {
  // CHECK-NEXT: %0 = opencl.read_pipe %r, %p size 16 align 16 : !opencl.pipe<i8, read_only>, !llvm.ptr
  // CHECK-GENERIC: "opencl.read_pipe"(
  %0 = opencl.read_pipe %r, %p size 16 align 16 : !opencl.pipe<i8, read_only>, !llvm.ptr
  // CHECK-NEXT: %1 = opencl.write_pipe %w, %g size 4 align 4 : !opencl.pipe<f32, write_only>, !llvm.ptr<1>
  // CHECK-GENERIC: "opencl.write_pipe"(
  %1 = opencl.write_pipe %w, %g size 4 align 4 : !opencl.pipe<f32, write_only>, !llvm.ptr<1>
  // CHECK-NEXT: %2 = opencl.reserve_pipe work_item %w, %i : !opencl.pipe<f32, write_only>
  // CHECK-GENERIC: "opencl.reserve_pipe"(
  %2 = opencl.reserve_pipe work_item %w, %i : !opencl.pipe<f32, write_only>
  // CHECK-NEXT: %3 = opencl.reserve_pipe sub_group %r, %i : !opencl.pipe<i8, read_only>
  // CHECK-GENERIC: "opencl.reserve_pipe"(
  %3 = opencl.reserve_pipe sub_group %r, %i : !opencl.pipe<i8, read_only>
  // CHECK-NEXT: %4 = opencl.reserve_pipe work_group %r, %i : !opencl.pipe<i8, read_only>
  // CHECK-GENERIC: "opencl.reserve_pipe"(
  %4 = opencl.reserve_pipe work_group %r, %i : !opencl.pipe<i8, read_only>
  // CHECK-NEXT: opencl.commit_pipe work_item %w, %id : !opencl.pipe<f32, write_only>
  // CHECK-GENERIC: "opencl.commit_pipe"(
  opencl.commit_pipe work_item %w, %id : !opencl.pipe<f32, write_only>
  // CHECK-NEXT: %5 = opencl.is_valid_reserve_id %id
  // CHECK-GENERIC: "opencl.is_valid_reserve_id"(
  %5 = opencl.is_valid_reserve_id %id
  // CHECK-NEXT: %6 = opencl.get_pipe_num_packets %r : !opencl.pipe<i8, read_only>
  // CHECK-GENERIC: "opencl.get_pipe_num_packets"(
  %6 = opencl.get_pipe_num_packets %r : !opencl.pipe<i8, read_only>
  // CHECK-NEXT: %7 = opencl.get_pipe_max_packets %w : !opencl.pipe<f32, write_only>
  // CHECK-GENERIC: "opencl.get_pipe_max_packets"(
  %7 = opencl.get_pipe_max_packets %w : !opencl.pipe<f32, write_only>
  func.return
}

// CHECK-LABEL: func.func @reserved
func.func @reserved(%r: !opencl.pipe<i8, read_only>, %w: !opencl.pipe<f32, write_only>, %id: !opencl.reserve_id, %i: i32, %p: !llvm.ptr, %g: !llvm.ptr<1>) {
  // CHECK-NEXT: %0 = opencl.read_pipe %r reserved %id[%i], %p size 12 align 4 : !opencl.pipe<i8, read_only>, !llvm.ptr
  // CHECK-GENERIC: "opencl.read_pipe"(
  %0 = opencl.read_pipe %r reserved %id[%i], %p size 12 align 4 : !opencl.pipe<i8, read_only>, !llvm.ptr
  // CHECK-NEXT: %1 = opencl.write_pipe %w reserved %id[%i], %g size 4 align 4 : !opencl.pipe<f32, write_only>, !llvm.ptr<1>
  // CHECK-GENERIC: "opencl.write_pipe"(
  %1 = opencl.write_pipe %w reserved %id[%i], %g size 4 align 4 : !opencl.pipe<f32, write_only>, !llvm.ptr<1>
  func.return
}
