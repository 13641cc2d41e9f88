// RUN: xdsl-opt %s -p 'opencl-to-llvm{check=true}' -t opencl-llvm-ir | filecheck %s

// An image is told with its argument's number: -2 is argument 1.
// CHECK: call void @__xdsl_opencl_check_image(ptr %check, ptr %{{.*}}, i32 1, i64 -2, i64 0)
builtin.module attributes {opencl.target = #opencl.target<abi = "host">} {
  opencl.kernel @write(%n: i32, %i: !opencl.image<image2d_t, write_only>, %x: vector<2xi32>, %v: vector<4xf32>) {
    opencl.write_image f %v, %i[%x] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
    opencl.return
  }
}
