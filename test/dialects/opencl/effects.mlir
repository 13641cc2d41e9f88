// RUN: xdsl-opt %s -p cse | filecheck %s

// Equal queries and reads of read_only images are one.
// CHECK-LABEL: func.func @merged
func.func @merged(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xi32>, %x: f32) {
  // CHECK-NEXT: %[[W:.*]] = opencl.get_image_width
  %0 = opencl.get_image_width %i : !opencl.image<image2d_t, read_only> -> i32
  %1 = opencl.get_image_width %i : !opencl.image<image2d_t, read_only> -> i32
  // CHECK-NEXT: %[[R:.*]] = opencl.read_image
  %2 = opencl.read_image f %i[%at] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  // CHECK-NEXT: opencl.barrier
  opencl.barrier local
  %3 = opencl.read_image f %i[%at] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  // CHECK-NEXT: %[[ID:.*]] = opencl.get_global_id 0
  %4 = opencl.get_global_id 0 : i64
  %5 = opencl.get_global_id 0 : i64
  // CHECK-NEXT: %[[S:.*]] = opencl.builtin "sin"
  %6 = opencl.builtin "sin"(%x) : (f32) -> f32
  %7 = opencl.builtin "sin"(%x) : (f32) -> f32
  // CHECK-NEXT: "test.op"(%[[W]], %[[W]], %[[R]], %[[R]], %[[ID]], %[[ID]], %[[S]], %[[S]])
  "test.op"(%0, %1, %2, %3, %4, %5, %6, %7) : (i32, i32, vector<4xf32>, vector<4xf32>, i64, i64, f32, f32) -> ()
  func.return
}

// CHECK-LABEL: func.func @apart
func.func @apart(%i: !opencl.image<image2d_t, read_write>, %at: vector<2xi32>, %p: !llvm.ptr<1>, %n: i64, %v: i32) {
  // Another work item may write between two reads.
  // CHECK-NEXT: opencl.read_image
  // CHECK-NEXT: opencl.barrier
  // CHECK-NEXT: opencl.read_image
  %0 = opencl.read_image f %i[%at] : !opencl.image<image2d_t, read_write>, vector<2xi32> -> vector<4xf32>
  opencl.barrier image
  %1 = opencl.read_image f %i[%at] : !opencl.image<image2d_t, read_write>, vector<2xi32> -> vector<4xf32>
  // CHECK-NEXT: opencl.vload
  // CHECK-NEXT: opencl.vstore
  // CHECK-NEXT: opencl.vload
  %2 = opencl.vload %p[%n] : !llvm.ptr<1>, i64 -> vector<4xf32>
  opencl.vstore %0, %p[%n] : vector<4xf32>, !llvm.ptr<1>, i64
  %3 = opencl.vload %p[%n] : !llvm.ptr<1>, i64 -> vector<4xf32>
  // Two variables.
  // CHECK-NEXT: opencl.local
  // CHECK-NEXT: opencl.local
  %4 = opencl.local i32 : !llvm.ptr<3>
  %5 = opencl.local i32 : !llvm.ptr<3>
  // CHECK-NEXT: opencl.atomic_rmw
  // CHECK-NEXT: opencl.atomic_rmw
  %6 = opencl.atomic_rmw add relaxed device %p, %v : !llvm.ptr<1>, i32
  %7 = opencl.atomic_rmw add relaxed device %p, %v : !llvm.ptr<1>, i32
  // CHECK-NEXT: opencl.work_group_reduce
  // CHECK-NEXT: opencl.work_group_reduce
  %8 = opencl.work_group_reduce add %v : i32
  %9 = opencl.work_group_reduce add %v : i32
  // CHECK-NEXT: "test.op"
  "test.op"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, !llvm.ptr<3>, !llvm.ptr<3>, i32, i32, i32, i32) -> ()
  func.return
}
