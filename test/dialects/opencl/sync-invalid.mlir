// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.work_group_barrier: scope sub_group is narrower than the work-group
func.func @f() {
  opencl.work_group_barrier local sub_group
  func.return
}

// -----

// CHECK: opencl.sub_group_barrier: scope work_item is narrower than the sub-group
func.func @f() {
  opencl.sub_group_barrier local work_item
  func.return
}

// -----

// CHECK: opencl.atomic_work_item_fence: scope work_item needs the image flag alone
func.func @f() {
  opencl.atomic_work_item_fence local acq_rel work_item
  func.return
}
