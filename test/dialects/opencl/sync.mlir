// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @sync
func.func @sync() {
  // CHECK-NEXT: opencl.barrier local|global
  // CHECK-GENERIC: "opencl.barrier"(
  opencl.barrier local|global
  // CHECK-NEXT: opencl.barrier none
  // CHECK-GENERIC: "opencl.barrier"(
  opencl.barrier none
  // CHECK-NEXT: opencl.mem_fence local|global|image
  // CHECK-GENERIC: "opencl.mem_fence"(
  opencl.mem_fence local|global|image
  // CHECK-NEXT: opencl.read_mem_fence global
  // CHECK-GENERIC: "opencl.read_mem_fence"(
  opencl.read_mem_fence global
  // CHECK-NEXT: opencl.write_mem_fence local
  // CHECK-GENERIC: "opencl.write_mem_fence"(
  opencl.write_mem_fence local
  // CHECK-NEXT: opencl.work_group_barrier local|image work_group
  // CHECK-GENERIC: "opencl.work_group_barrier"(
  opencl.work_group_barrier local|image work_group
  // CHECK-NEXT: opencl.work_group_barrier global all_svm_devices
  // CHECK-GENERIC: "opencl.work_group_barrier"(
  opencl.work_group_barrier global all_svm_devices
  // CHECK-NEXT: opencl.sub_group_barrier local sub_group
  // CHECK-GENERIC: "opencl.sub_group_barrier"(
  opencl.sub_group_barrier local sub_group
  // CHECK-NEXT: opencl.atomic_work_item_fence local|global acq_rel device
  // CHECK-GENERIC: "opencl.atomic_work_item_fence"(
  opencl.atomic_work_item_fence local|global acq_rel device
  // CHECK-NEXT: opencl.atomic_work_item_fence image seq_cst work_item
  // CHECK-GENERIC: "opencl.atomic_work_item_fence"(
  opencl.atomic_work_item_fence image seq_cst work_item
  func.return
}
