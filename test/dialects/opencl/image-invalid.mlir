// RUN: xdsl-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: opencl.get_image_height: image1d_array_t has no such attribute; expected one of image2d_t
func.func @f(%i: !opencl.image<image1d_array_t, read_only>) {
  %0 = opencl.get_image_height %i : !opencl.image<image1d_array_t, read_only> -> i32
  func.return
}

// -----

// CHECK: opencl.get_image_depth: image2d_t has no such attribute; expected one of image3d_t
func.func @f(%i: !opencl.image<image2d_t, read_only>) {
  %0 = opencl.get_image_depth %i : !opencl.image<image2d_t, read_only> -> i32
  func.return
}

// -----

// CHECK: opencl.get_image_dim: image1d_t has no such attribute
func.func @f(%i: !opencl.image<image1d_t, read_only>) {
  %0 = opencl.get_image_dim %i : !opencl.image<image1d_t, read_only> -> vector<2xi32>
  func.return
}

// -----

// CHECK: opencl.get_image_dim: result has type vector<2xi32>; image3d_t gives vector<4xi32>
func.func @f(%i: !opencl.image<image3d_t, read_only>) {
  %0 = opencl.get_image_dim %i : !opencl.image<image3d_t, read_only> -> vector<2xi32>
  func.return
}

// -----

// CHECK: opencl.get_image_array_size: image2d_t has no such attribute; expected one of image1d_array_t, image2d_array_t
func.func @f(%i: !opencl.image<image2d_t, read_only>) {
  %0 = opencl.get_image_array_size %i : !opencl.image<image2d_t, read_only> -> i64
  func.return
}

// -----

// CHECK: opencl.get_image_num_samples: image2d_t has no such attribute; expected one of image2d_msaa_t
func.func @f(%i: !opencl.image<image2d_t, read_only>) {
  %0 = opencl.get_image_num_samples %i : !opencl.image<image2d_t, read_only> -> i32
  func.return
}

// -----

// CHECK: opencl.get_image_num_mip_levels: image1d_buffer_t has no such attribute
func.func @f(%i: !opencl.image<image1d_buffer_t, read_only>) {
  %0 = opencl.get_image_num_mip_levels %i : !opencl.image<image1d_buffer_t, read_only> -> i32
  func.return
}

// -----

// CHECK: opencl.get_image_width: result has type i64; expected i32
func.func @f(%i: !opencl.image<image2d_t, read_only>) {
  %0 = opencl.get_image_width %i : !opencl.image<image2d_t, read_only> -> i64
  func.return
}

// -----

// CHECK: opencl.read_image: image of type !opencl.image<image2d_t, write_only> is write_only
func.func @f(%i: !opencl.image<image2d_t, write_only>, %at: vector<2xi32>) {
  %0 = opencl.read_image f %i[%at] : !opencl.image<image2d_t, write_only>, vector<2xi32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: image of type !opencl.image<image2d_t, read_write> with a sampler; only a read_only image is read with one
func.func @f(%i: !opencl.image<image2d_t, read_write>, %at: vector<2xi32>, %s: !opencl.sampler) {
  %0 = opencl.read_image f %i[%at] sampler %s : !opencl.image<image2d_t, read_write>, vector<2xi32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: image1d_buffer_t is read without a sampler
func.func @f(%i: !opencl.image<image1d_buffer_t, read_only>, %at: i32, %s: !opencl.sampler) {
  %0 = opencl.read_image f %i[%at] sampler %s : !opencl.image<image1d_buffer_t, read_only>, i32 -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: image2d_msaa_t is read without a sampler
func.func @f(%i: !opencl.image<image2d_msaa_t, read_only>, %at: vector<2xi32>, %n: i32, %s: !opencl.sampler) {
  %0 = opencl.read_image f %i[%at] sampler %s sample %n : !opencl.image<image2d_msaa_t, read_only>, vector<2xi32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: coordinate of type vector<2xf32> without a sampler; expected vector<2xi32>
func.func @f(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xf32>) {
  %0 = opencl.read_image f %i[%at] : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: coordinate has type vector<3xi32>; image3d_t takes vector<4xi32>
func.func @f(%i: !opencl.image<image3d_t, read_only>, %at: vector<3xi32>) {
  %0 = opencl.read_image f %i[%at] : !opencl.image<image3d_t, read_only>, vector<3xi32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: coordinate has type vector<2xf16>; image2d_t takes vector<2xi32> or vector<2xf32>
func.func @f(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xf16>, %s: !opencl.sampler) {
  %0 = opencl.read_image f %i[%at] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xf16> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: image2d_msaa_t needs the index of a sample
func.func @f(%i: !opencl.image<image2d_msaa_t, read_only>, %at: vector<2xi32>) {
  %0 = opencl.read_image f %i[%at] : !opencl.image<image2d_msaa_t, read_only>, vector<2xi32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: image2d_t has no samples
func.func @f(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xi32>, %n: i32) {
  %0 = opencl.read_image f %i[%at] sample %n : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: result has type vector<4xf32>; element kind 'ui' of image2d_t takes vector<4xi32>
func.func @f(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xi32>) {
  %0 = opencl.read_image ui %i[%at] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: result has type vector<4xf32>; element kind 'f' of image2d_depth_t takes f32
func.func @f(%i: !opencl.image<image2d_depth_t, read_only>, %at: vector<2xi32>) {
  %0 = opencl.read_image f %i[%at] : !opencl.image<image2d_depth_t, read_only>, vector<2xi32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: image2d_depth_t holds floats; element kind 'i' does not apply, use 'f'
func.func @f(%i: !opencl.image<image2d_depth_t, read_only>, %at: vector<2xi32>) {
  %0 = opencl.read_image i %i[%at] : !opencl.image<image2d_depth_t, read_only>, vector<2xi32> -> vector<4xi32>
  func.return
}

// -----

// CHECK: opencl.read_image: a level of detail without a sampler and floating-point coordinates
func.func @f(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xi32>, %l: f32) {
  %0 = opencl.read_image f %i[%at] lod %l : f32 : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: image1d_buffer_t has no levels of detail
func.func @f(%i: !opencl.image<image1d_buffer_t, read_only>, %at: i32, %l: f32) {
  %0 = opencl.read_image f %i[%at] lod %l : f32 : !opencl.image<image1d_buffer_t, read_only>, i32 -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: lod has type i32; expected f32
func.func @f(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xf32>, %l: i32, %s: !opencl.sampler) {
  %0 = opencl.read_image f %i[%at] sampler %s lod %l : i32 : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: gradients have types vector<2xf32>, vector<2xf32>; image3d_t takes vector<4xf32>
func.func @f(%i: !opencl.image<image3d_t, read_only>, %at: vector<4xf32>, %g: vector<2xf32>, %s: !opencl.sampler) {
  %0 = opencl.read_image f %i[%at] sampler %s gradients %g, %g : vector<2xf32>, vector<2xf32> : !opencl.image<image3d_t, read_only>, vector<4xf32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: a level of detail and gradients exclude each other
func.func @f(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xf32>, %l: f32, %s: !opencl.sampler) {
  %0 = opencl.read_image f %i[%at] sampler %s lod %l : f32 gradients %at, %at : vector<2xf32>, vector<2xf32> : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.read_image: one gradient is missing
func.func @f(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xf32>, %s: !opencl.sampler) {
  %0 = "opencl.read_image"(%i, %at, %s, %at) <{element = #opencl<element f>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0, 0>}> : (!opencl.image<image2d_t, read_only>, vector<2xf32>, !opencl.sampler, vector<2xf32>) -> vector<4xf32>
  func.return
}

// -----

// CHECK: opencl.write_image: image of type !opencl.image<image2d_t, read_only> is read_only
func.func @f(%i: !opencl.image<image2d_t, read_only>, %at: vector<2xi32>, %v: vector<4xf32>) {
  opencl.write_image f %v, %i[%at] : vector<4xf32>, !opencl.image<image2d_t, read_only>, vector<2xi32>
  func.return
}

// -----

// CHECK: opencl.write_image: image2d_msaa_t cannot be written
func.func @f(%i: !opencl.image<image2d_msaa_t, write_only>, %at: vector<2xi32>, %v: vector<4xf32>) {
  opencl.write_image f %v, %i[%at] : vector<4xf32>, !opencl.image<image2d_msaa_t, write_only>, vector<2xi32>
  func.return
}

// -----

// CHECK: opencl.write_image: coordinate has type vector<2xf32>; image2d_t takes vector<2xi32>
func.func @f(%i: !opencl.image<image2d_t, write_only>, %at: vector<2xf32>, %v: vector<4xf32>) {
  opencl.write_image f %v, %i[%at] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xf32>
  func.return
}

// -----

// CHECK: opencl.write_image: value has type f32; element kind 'f' of image2d_t takes vector<4xf32>
func.func @f(%i: !opencl.image<image2d_t, write_only>, %at: vector<2xi32>, %v: f32) {
  opencl.write_image f %v, %i[%at] : f32, !opencl.image<image2d_t, write_only>, vector<2xi32>
  func.return
}

// -----

// CHECK: opencl.write_image: image1d_buffer_t has no levels of detail
func.func @f(%i: !opencl.image<image1d_buffer_t, write_only>, %at: i32, %v: vector<4xf32>) {
  opencl.write_image f %v, %i[%at] lod %at : vector<4xf32>, !opencl.image<image1d_buffer_t, write_only>, i32
  func.return
}

// -----

// CHECK: operand 'image' at position 0 does not verify
func.func @f(%i: i32) {
  %0 = "opencl.get_image_width"(%i) : (i32) -> i32
  func.return
}

// -----

// CHECK: opencl.image_size: result has type vector<2xi32>; expected vector<3xi32>
func.func @f(%i: !opencl.image<image2d_t, read_only>) {
  %0 = opencl.image_size %i : !opencl.image<image2d_t, read_only> -> vector<2xi32>
  func.return
}
