// RUN: xdsl-opt %s -p 'opencl-attach-target{abi=r600 mcpu=juniper},opencl-to-llvm' -t opencl-llvm-ir | filecheck %s

// Down to LLVM IR: a kernel's companions are arrays, packed dwords after the image, with
// the metadata of the original pass; those of a function are ordinary values without any.

// CHECK:       define internal i32 @helper(i32 %x, <3 x i32> %x_size)
// CHECK:       define amdgpu_kernel void @k(i32 %a, [3 x i32] %__size_a, [2 x i32] %__format_a, i32 %b, [3 x i32] %__size_b, [2 x i32] %__format_b, i32 %n, ptr addrspace(1) %out)
// CHECK-SAME:    !kernel_arg_access_qual ![[ACCESS:[0-9]+]] !kernel_arg_type ![[TYPE:[0-9]+]] !kernel_arg_base_type ![[BASE:[0-9]+]]
// CHECK-SAME:    !kernel_arg_name ![[NAME:[0-9]+]]
// CHECK:         store volatile i32 1, ptr addrspace(1) %out
// CHECK:       ![[ACCESS]] = !{!"read_only", !"read_only", !"read_only", !"read_only", !"read_only", !"read_only", !"none", !"none"}
// CHECK:       ![[TYPE]] = !{!"myimg", !"__llvm_image_size", !"__llvm_image_format", !"image2d_t", !"__llvm_image_size", !"__llvm_image_format", !"int", !"int*"}
// CHECK:       ![[BASE]] = !{!"image2d_t", !"__llvm_image_size", !"__llvm_image_format", !"image2d_t", !"__llvm_image_size", !"__llvm_image_format",
// CHECK:       ![[NAME]] = !{!"a", !"__size_a", !"__format_a", !"b", !"__size_b", !"__format_b", !"n", !"out"}
func.func @helper(%x: !opencl.image<image2d_t, read_only>) -> i32 {
  %w = opencl.get_image_width %x : !opencl.image<image2d_t, read_only> -> i32
  func.return %w : i32
}
opencl.kernel @k(%a: !opencl.image<image2d_t, read_only> {opencl.name = "a", opencl.type_name = "myimg"},
                 %b: !opencl.image<image2d_t, read_only> {opencl.name = "b"},
                 %n: i32 {opencl.name = "n"}, %out: !llvm.ptr<1> {opencl.name = "out", opencl.type_name = "int*"}) {
  %zero = arith.constant 0 : i32
  %c = arith.cmpi eq, %n, %zero : i32
  %x = arith.select %c, %a, %b : !opencl.image<image2d_t, read_only>
  %w = func.call @helper(%x) : (!opencl.image<image2d_t, read_only>) -> i32
  %id = opencl.image_resource_id %b : !opencl.image<image2d_t, read_only> -> i32
  llvm.store volatile %w, %out : i32, !llvm.ptr<1>
  llvm.store volatile %id, %out : i32, !llvm.ptr<1>
  opencl.return
}
