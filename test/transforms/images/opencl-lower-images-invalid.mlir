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

// CHECK: in @k: error: LLVM's r600 target has no reads without a sampler; give the kernel a sampler_t argument, and read with it
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k(%i: !opencl.image<image2d_t, read_only>, %c: vector<2xi32>) {
    %a = opencl.read_image f %i[%c] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
    opencl.return
  }
}

// -----

// CHECK: in @k: error: the resource id of this sampler is not known: 'opencl.sampler_constant' makes it, and only sampler arguments are numbered; pass the sampler as an argument of the kernel
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k(%i: !opencl.image<image2d_t, read_only>, %c: vector<2xi32>) {
    %s = opencl.sampler_constant <normalized = false, addressing = clamp, filter = nearest>
    %a = opencl.read_image f %i[%c] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
    opencl.return
  }
}

// -----

// CHECK: in @k: error: LLVM's r600 target has no reads with levels or gradients; read level 0
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k(%i: !opencl.image<image2d_t, read_only>, %s: !opencl.sampler, %c: vector<2xf32>, %l: f32) {
    %a = opencl.read_image f %i[%c] sampler %s lod %l : f32 : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
    opencl.return
  }
}

// -----

// CHECK: in @k: error: LLVM's r600 target has no writes with levels; write level 0
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k(%i: !opencl.image<image2d_t, write_only>, %c: vector<2xi32>, %l: i32, %v: vector<4xf32>) {
    opencl.write_image f %v, %i[%c] lod %l : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
    opencl.return
  }
}

// -----

// CHECK: in @k: error: LLVM's r600 target has no access to an image1d_buffer_t; use a buffer, or an image with texels of one sample
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k(%i: !opencl.image<image1d_buffer_t, write_only>, %c: i32, %v: vector<4xf32>) {
    opencl.write_image f %v, %i[%c] : vector<4xf32>, !opencl.image<image1d_buffer_t, write_only>, i32
    opencl.return
  }
}

// -----

// CHECK: in @k: error: an image that is read_write cannot be written on ABI r600: it has textures for reading and targets for writing, and no image is both; pass it as write_only
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k(%i: !opencl.image<image2d_t, read_write>, %c: vector<2xi32>, %v: vector<4xf32>) {
    opencl.write_image f %v, %i[%c] : vector<4xf32>, !opencl.image<image2d_t, read_write>, vector<2xi32>
    opencl.return
  }
}

// -----

// CHECK: in @k: error: resource id 11: ABI r600 has 11 images of this kind; pass fewer to the kernel
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k(%i0: !opencl.image<image2d_t, write_only>, %i1: !opencl.image<image2d_t, write_only>, %i2: !opencl.image<image2d_t, write_only>, %i3: !opencl.image<image2d_t, write_only>, %i4: !opencl.image<image2d_t, write_only>, %i5: !opencl.image<image2d_t, write_only>, %i6: !opencl.image<image2d_t, write_only>, %i7: !opencl.image<image2d_t, write_only>, %i8: !opencl.image<image2d_t, write_only>, %i9: !opencl.image<image2d_t, write_only>, %i10: !opencl.image<image2d_t, write_only>, %i11: !opencl.image<image2d_t, write_only>, %c: vector<2xi32>, %v: vector<4xf32>) {
    opencl.write_image f %v, %i11[%c] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
    opencl.return
  }
}

// -----

// CHECK: the module has no target
opencl.kernel @k() {
  opencl.return
}
