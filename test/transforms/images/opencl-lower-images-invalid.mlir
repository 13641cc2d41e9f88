// RUN: xdsl-opt %s -p opencl-lower-images --split-input-file --verify-diagnostics | filecheck %s

// CHECK: in @k: error: processor gfx942 has no image instructions; only the attributes of an image can be queried
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx942">} {
  opencl.kernel @k(%i: !opencl.image<image2d_t, read_only>, %c: vector<2xi32>) {
    %a = opencl.read_image f %i[%c] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
    opencl.return
  }
}

// -----

// CHECK: in @k: error: processor gfx950 has no image instructions
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx950">} {
  opencl.kernel @k(%i: !opencl.image<image2d_t, write_only>, %c: vector<2xi32>, %v: vector<4xf32>) {
    opencl.write_image f %v, %i[%c] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
    opencl.return
  }
}

// -----

// CHECK: in @k: error: processor gfx90a has no image instructions with levels or gradients
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx90a">} {
  opencl.kernel @k(%i: !opencl.image<image2d_t, read_only>, %s: !opencl.sampler, %c: vector<2xf32>, %l: f32) {
    %a = opencl.read_image f %i[%c] sampler %s lod %l : f32 : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
    opencl.return
  }
}

// -----

// CHECK: in @k: error: image reads and writes are not available on ABI r600 yet; use amdhsa
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k(%i: !opencl.image<image2d_t, read_only>, %c: vector<2xi32>) {
    %a = opencl.read_image f %i[%c] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
    opencl.return
  }
}

// -----

// CHECK: the module has no target
opencl.kernel @k() {
  opencl.return
}
