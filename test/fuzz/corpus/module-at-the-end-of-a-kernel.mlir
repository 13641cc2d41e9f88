  opencl.kernel @k(%i: !opencl.image<image2d_t, write_only>, %c: vector<2xi32>, %l: i32, %v: vector<4xf32>) {
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  }
}