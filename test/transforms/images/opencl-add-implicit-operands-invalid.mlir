// RUN: xdsl-opt %s -p opencl-add-implicit-operands --split-input-file --verify-diagnostics | filecheck %s

// CHECK: in @k: error: opencl.get_image_array_size of an image2d_array_t has no place among the implicit values of an image: width, height, depth, channel data type, channel order; only the descriptor (source=descriptor) holds it
// CHECK-NEXT: %n = opencl.get_image_array_size
opencl.kernel @k(%a: !opencl.image<image2d_array_t, read_only>) {
  %n = opencl.get_image_array_size %a : !opencl.image<image2d_array_t, read_only> -> i64
  opencl.return
}

// -----

// CHECK: in @helper: error: opencl.get_image_num_samples of an image2d_msaa_t has no place
func.func @helper(%a: !opencl.image<image2d_msaa_t, read_only>) {
  %n = opencl.get_image_num_samples %a : !opencl.image<image2d_msaa_t, read_only> -> i32
  func.return
}

// -----

// CHECK: in @k: error: opencl.get_image_num_mip_levels of an image2d_t has no place
opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>) {
  %n = opencl.get_image_num_mip_levels %a : !opencl.image<image2d_t, read_only> -> i32
  opencl.return
}

// -----

// CHECK: in @k: error: the size of this image is not known: it is made by 'test.op'
// CHECK-NEXT: %w = opencl.get_image_width %a
opencl.kernel @k() {
  %a = "test.op"() : () -> !opencl.image<image2d_t, read_only>
  %w = opencl.get_image_width %a : !opencl.image<image2d_t, read_only> -> i32
  opencl.return
}

// -----

// The origin is in another function: the query is named, not the call.

// CHECK: in @f: error: the format of this image is not known: it is made by 'test.op'
// CHECK-NEXT: %o = opencl.get_image_channel_order %x
opencl.kernel @k() {
  %a = "test.op"() : () -> !opencl.image<image2d_t, read_only>
  func.call @f(%a) : (!opencl.image<image2d_t, read_only>) -> ()
  opencl.return
}
func.func @f(%x: !opencl.image<image2d_t, read_only>) {
  %o = opencl.get_image_channel_order %x : !opencl.image<image2d_t, read_only> -> i32
  func.return
}

// -----

// CHECK: in @k: error: the size of the value cast here is not known: it is argument 1 ('p') of type !llvm.ptr<1> of kernel @k
opencl.kernel @k(%n: i32, %p: !llvm.ptr<1>) {
  %a = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !opencl.image<image2d_t, read_only>
  %w = opencl.get_image_width %a : !opencl.image<image2d_t, read_only> -> i32
  opencl.return
}

// -----

// CHECK: in @k: error: the size of this image is not known: 'test.termop' passes it to a block
opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>) {
  "test.termop"(%a) [^b] : (!opencl.image<image2d_t, read_only>) -> ()
^b(%x: !opencl.image<image2d_t, read_only>):
  %w = opencl.get_image_width %x : !opencl.image<image2d_t, read_only> -> i32
  opencl.return
}

// -----

// CHECK: in @k: error: the size of this image is not known: it is a block argument of 'test.op'
opencl.kernel @k() {
  "test.op"() ({
  ^b(%x: !opencl.image<image2d_t, read_only>):
    %w = opencl.get_image_width %x : !opencl.image<image2d_t, read_only> -> i32
    "test.termop"() : () -> ()
  }) : () -> ()
  opencl.return
}

// -----

// CHECK: in @user: error: @f needs a further argument, the size of its argument 0, but is used other than by 'func.call'
// CHECK-NEXT: llvm.mlir.addressof @f
func.func @f(%x: !opencl.image<image2d_t, read_only>) {
  %w = opencl.get_image_width %x : !opencl.image<image2d_t, read_only> -> i32
  func.return
}
func.func @user() {
  %p = llvm.mlir.addressof @f : !llvm.ptr
  func.return
}

// -----

// CHECK: in @k: error: kernel @k has 2 image arguments but 1 size and 0 format arguments, and 's' names none of the images; give one of each for every image, or names as __size_<image>
opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>,
                 %s: vector<3xi32> {opencl.type_name = "__llvm_image_size"},
                 %b: !opencl.image<image2d_t, read_only>) {
  opencl.return
}

// -----

// CHECK: in @k: error: kernel @k, argument 1: an argument with type name __llvm_image_size has type vector<3xi32>, not i32
opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>,
                 %s: i32 {opencl.type_name = "__llvm_image_size"},
                 %f: vector<2xi32> {opencl.type_name = "__llvm_image_format"}) {
  opencl.return
}

// -----

// CHECK: in @k: error: the size of this image is not known: function @f returns it, which OpenCL C forbids
opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>) {
  %b = func.call @f(%a) : (!opencl.image<image2d_t, read_only>) -> !opencl.image<image2d_t, read_only>
  %w = opencl.get_image_width %b : !opencl.image<image2d_t, read_only> -> i32
  opencl.return
}
func.func @f(%a: !opencl.image<image2d_t, read_only>) -> !opencl.image<image2d_t, read_only> {
  func.return %a : !opencl.image<image2d_t, read_only>
}

// -----

// CHECK: error: ABI amdhsa hands over no implicit operands of images; leave this pass out, or attach a target of ABI mesa3d or r600
builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx1100">} {
  opencl.kernel @k(%a: !opencl.image<image2d_t, read_only>) {
    opencl.return
  }
}
