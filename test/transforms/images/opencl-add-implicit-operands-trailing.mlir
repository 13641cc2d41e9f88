// RUN: xdsl-opt %s -p 'opencl-add-implicit-operands{placement=trailing}' | filecheck %s
// RUN: xdsl-opt %s -p 'opencl-add-implicit-operands{placement=trailing},opencl-add-implicit-operands' | filecheck %s

// After all arguments, in the order of the images; existing companions stay there.

// CHECK:       opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>, %n: i32, %b: !opencl.image<image3d_t, write_only>, %out: !llvm.ptr<1>,
// CHECK-SAME:    %__size_a: vector<3xi32> {opencl.name = "__size_a", {{.*}}opencl.access = "read_only"}, %__format_a: vector<2xi32> {opencl.name = "__format_a",
// CHECK-SAME:    %__size_b: vector<3xi32> {opencl.name = "__size_b", {{.*}}opencl.access = "write_only"}, %__format_b: vector<2xi32> {opencl.name = "__format_b",
// CHECK-NEXT:    %d = vector.extract %__size_b[2]
// CHECK-NEXT:    %o = vector.extract %__format_a[1]
opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>, %n: i32, %b: !opencl.image<image3d_t, write_only>, %out: !llvm.ptr<1>) {
  %d = opencl.get_image_depth %b : !opencl.image<image3d_t, write_only> -> i32
  %o = opencl.get_image_channel_order %a : !opencl.image<image2d_t, read_only> -> i32
  %sum = arith.addi %d, %o : i32
  llvm.store %sum, %out : i32, !llvm.ptr<1>
  opencl.return
}

// CHECK:       opencl.kernel @caller(
// CHECK-NEXT:    opencl.call_kernel @k(%a, %n, %b, %out, %__size_a, %__format_a, %__size_b, %__format_b)
opencl.kernel @caller(%b: !opencl.image<image3d_t, write_only>, %a: !opencl.image<image2d_t, read_only>, %n: i32, %out: !llvm.ptr<1>) {
  opencl.call_kernel @k(%a, %n, %b, %out) : !opencl.image<image2d_t, read_only>, i32, !opencl.image<image3d_t, write_only>, !llvm.ptr<1>
  opencl.return
}
