// RUN: xdsl-opt %s -p 'opencl-lower-image-queries{source=operands}' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=OPERANDS
// RUN: xdsl-opt %s -p 'opencl-lower-image-queries{source=argument-buffer}' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=BUFFER
// RUN: xdsl-opt %s -p 'opencl-lower-image-queries{source=descriptor}' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=DESCRIPTOR
// RUN: xdsl-opt %s -p 'opencl-lower-image-queries' --split-input-file --verify-diagnostics | filecheck %s --check-prefix=DEFAULT

// OPERANDS: in @k: error: opencl.get_image_array_size of an image1d_array_t has no place among the implicit values
// BUFFER: in @k: error: opencl.get_image_array_size of an image1d_array_t has no place among the implicit values
// DESCRIPTOR: error: the module has no target; run 'opencl-attach-target{abi=... mcpu=...}' first
// DEFAULT: error: the module has no target; run 'opencl-attach-target{abi=... mcpu=...}' first
opencl.kernel @k(%a: !opencl.image<image1d_array_t, read_only>) {
  %n = opencl.get_image_array_size %a : !opencl.image<image1d_array_t, read_only> -> i64
  opencl.return
}

// -----

// OPERANDS: opencl.kernel @q(
// BUFFER: in @q: error: the width of this image is not known: kernel @q is called like a function; run opencl-split-kernel-entries first
// DESCRIPTOR: in @q: error: opencl.get_image_width: an image of ABI r600 has no descriptor
// DEFAULT: opencl.kernel @q(
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @q(%a: !opencl.image<image2d_t, read_only>) {
    %w = opencl.get_image_width %a : !opencl.image<image2d_t, read_only> -> i32
    opencl.return
  }
  opencl.kernel @k(%b: !opencl.image<image2d_t, read_only>, %a: !opencl.image<image2d_t, read_only>) {
    opencl.call_kernel @q(%a) : !opencl.image<image2d_t, read_only>
    opencl.return
  }
}

// -----

// OPERANDS: in @k: error: the size of this image is not known: it is made by 'test.op'
// BUFFER: in @k: error: the width of this image is not known: it is made by 'test.op'
// DESCRIPTOR: in @k: error: opencl.get_image_width: an image of ABI r600 has no descriptor
// DEFAULT: in @k: error: the size of this image is not known: it is made by 'test.op'
builtin.module attributes {opencl.target = #opencl.target<abi = "r600", mcpu = "juniper">} {
  opencl.kernel @k() {
    %a = "test.op"() : () -> !opencl.image<image2d_t, read_only>
    %w = opencl.get_image_width %a : !opencl.image<image2d_t, read_only> -> i32
    opencl.return
  }
}

// -----

// OPERANDS: error: ABI amdhsa hands over no implicit operands of images; leave this pass out, or attach a target of ABI mesa3d or r600
// BUFFER: error: ABI amdhsa hands over no implicit operands of images
// DESCRIPTOR: llvm.load
// DEFAULT: llvm.load
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100">} {
  opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>) {
    %n = opencl.get_image_num_mip_levels %a : !opencl.image<image2d_t, read_only> -> i32
    opencl.return
  }
}

// -----

// OPERANDS: error: ABI amdcl2 hands over no implicit operands of images
// BUFFER: error: ABI amdcl2 hands over no implicit operands of images
// DESCRIPTOR: in @k: error: opencl.get_image_width: ABI amdcl2 has no place for the width of an image1d_buffer_t
// DEFAULT: in @k: error: opencl.get_image_width: ABI amdcl2 has no place for the width of an image1d_buffer_t
builtin.module attributes {opencl.target = #opencl.target<abi = "amdcl2", mcpu = "gfx803">} {
  opencl.kernel @k(%a: !opencl.image<image1d_buffer_t, read_only>) {
    %n = opencl.get_image_width %a : !opencl.image<image1d_buffer_t, read_only> -> i32
    opencl.return
  }
}

// -----

// DEFAULT: error: the module is already lowered to the LLVM dialect
// DESCRIPTOR: builtin.module
// OPERANDS: builtin.module
// BUFFER: builtin.module
builtin.module attributes {opencl.lowered = {}} {
}
