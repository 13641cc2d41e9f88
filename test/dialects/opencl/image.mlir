// RUN: XDSL_ROUNDTRIP
// RUN: XDSL_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @queries
func.func @queries(%i1: !opencl.image<image1d_t, read_only>, %ib: !opencl.image<image1d_buffer_t, write_only>, %ia: !opencl.image<image1d_array_t, read_write>, %i2: !opencl.image<image2d_t, read_only>, %m: !opencl.image<image2d_array_msaa_depth_t, read_only>, %i3: !opencl.image<image3d_t, write_only>) {
  // CHECK-NEXT: %0 = opencl.get_image_width %ib : !opencl.image<image1d_buffer_t, write_only> -> i32
  // CHECK-GENERIC: "opencl.get_image_width"(
  %0 = opencl.get_image_width %ib : !opencl.image<image1d_buffer_t, write_only> -> i32
  // CHECK-NEXT: %1 = opencl.get_image_height %i2 : !opencl.image<image2d_t, read_only> -> i32
  // CHECK-GENERIC: "opencl.get_image_height"(
  %1 = opencl.get_image_height %i2 : !opencl.image<image2d_t, read_only> -> i32
  // CHECK-NEXT: %2 = opencl.get_image_depth %i3 : !opencl.image<image3d_t, write_only> -> i32
  // CHECK-GENERIC: "opencl.get_image_depth"(
  %2 = opencl.get_image_depth %i3 : !opencl.image<image3d_t, write_only> -> i32
  // CHECK-NEXT: %3 = opencl.get_image_dim %i2 : !opencl.image<image2d_t, read_only> -> vector<2xi32>
  // CHECK-GENERIC: "opencl.get_image_dim"(
  %3 = opencl.get_image_dim %i2 : !opencl.image<image2d_t, read_only> -> vector<2xi32>
  // CHECK-NEXT: %4 = opencl.get_image_dim %i3 : !opencl.image<image3d_t, write_only> -> vector<4xi32>
  // CHECK-GENERIC: "opencl.get_image_dim"(
  %4 = opencl.get_image_dim %i3 : !opencl.image<image3d_t, write_only> -> vector<4xi32>
  // CHECK-NEXT: %5 = opencl.get_image_array_size %ia : !opencl.image<image1d_array_t, read_write> -> i64
  // CHECK-GENERIC: "opencl.get_image_array_size"(
  %5 = opencl.get_image_array_size %ia : !opencl.image<image1d_array_t, read_write> -> i64
  // CHECK-NEXT: %6 = opencl.get_image_channel_data_type %i1 : !opencl.image<image1d_t, read_only> -> i32
  // CHECK-GENERIC: "opencl.get_image_channel_data_type"(
  %6 = opencl.get_image_channel_data_type %i1 : !opencl.image<image1d_t, read_only> -> i32
  // CHECK-NEXT: %7 = opencl.get_image_channel_order %i1 : !opencl.image<image1d_t, read_only> -> i32
  // CHECK-GENERIC: "opencl.get_image_channel_order"(
  %7 = opencl.get_image_channel_order %i1 : !opencl.image<image1d_t, read_only> -> i32
  // CHECK-NEXT: %8 = opencl.get_image_num_samples %m : !opencl.image<image2d_array_msaa_depth_t, read_only> -> i32
  // CHECK-GENERIC: "opencl.get_image_num_samples"(
  %8 = opencl.get_image_num_samples %m : !opencl.image<image2d_array_msaa_depth_t, read_only> -> i32
  // CHECK-NEXT: %9 = opencl.get_image_num_mip_levels %i2 : !opencl.image<image2d_t, read_only> -> i32
  // CHECK-GENERIC: "opencl.get_image_num_mip_levels"(
  %9 = opencl.get_image_num_mip_levels %i2 : !opencl.image<image2d_t, read_only> -> i32
  // CHECK-NEXT: %10 = opencl.image_size %i1 : !opencl.image<image1d_t, read_only> -> vector<3xi32>
  // CHECK-GENERIC: "opencl.image_size"(
  %10 = opencl.image_size %i1 : !opencl.image<image1d_t, read_only> -> vector<3xi32>
  // CHECK-NEXT: %11 = opencl.image_format %i1 : !opencl.image<image1d_t, read_only> -> vector<2xi32>
  // CHECK-GENERIC: "opencl.image_format"(
  %11 = opencl.image_format %i1 : !opencl.image<image1d_t, read_only> -> vector<2xi32>
  // CHECK-NEXT: %12 = opencl.image_resource_id %i1 : !opencl.image<image1d_t, read_only> -> i32
  // CHECK-GENERIC: "opencl.image_resource_id"(
  %12 = opencl.image_resource_id %i1 : !opencl.image<image1d_t, read_only> -> i32
  func.return
}

// CHECK-LABEL: func.func @reads
func.func @reads(%i1: !opencl.image<image1d_t, read_only>, %ib: !opencl.image<image1d_buffer_t, read_only>, %i2: !opencl.image<image2d_t, read_only>, %rw: !opencl.image<image2d_t, read_write>, %d: !opencl.image<image2d_depth_t, read_only>, %m: !opencl.image<image2d_msaa_t, read_only>, %a: !opencl.image<image2d_array_t, read_only>, %i3: !opencl.image<image3d_t, read_only>, %s: !opencl.sampler, %x: i32, %f: f32, %x2: vector<2xi32>, %f2: vector<2xf32>, %x4: vector<4xi32>, %f4: vector<4xf32>) {
  // CHECK-NEXT: %0 = opencl.read_image f %i1[%x] : !opencl.image<image1d_t, read_only>, i32 -> vector<4xf32>
  // CHECK-GENERIC: "opencl.read_image"(
  %0 = opencl.read_image f %i1[%x] : !opencl.image<image1d_t, read_only>, i32 -> vector<4xf32>
  // CHECK-NEXT: %1 = opencl.read_image ui %ib[%x] : !opencl.image<image1d_buffer_t, read_only>, i32 -> vector<4xi32>
  // CHECK-GENERIC: "opencl.read_image"(
  %1 = opencl.read_image ui %ib[%x] : !opencl.image<image1d_buffer_t, read_only>, i32 -> vector<4xi32>
  // CHECK-NEXT: %2 = opencl.read_image f %i2[%f2] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
  // CHECK-GENERIC: "opencl.read_image"(
  %2 = opencl.read_image f %i2[%f2] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
  // CHECK-NEXT: %3 = opencl.read_image h %i2[%x2] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf16>
  // CHECK-GENERIC: "opencl.read_image"(
  %3 = opencl.read_image h %i2[%x2] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf16>
  // CHECK-NEXT: %4 = opencl.read_image i %rw[%x2] : !opencl.image<image2d_t, read_write>, vector<2xi32> -> vector<4xi32>
  // CHECK-GENERIC: "opencl.read_image"(
  %4 = opencl.read_image i %rw[%x2] : !opencl.image<image2d_t, read_write>, vector<2xi32> -> vector<4xi32>
  // CHECK-NEXT: %5 = opencl.read_image f %d[%f2] sampler %s : !opencl.image<image2d_depth_t, read_only>, vector<2xf32> -> f32
  // CHECK-GENERIC: "opencl.read_image"(
  %5 = opencl.read_image f %d[%f2] sampler %s : !opencl.image<image2d_depth_t, read_only>, vector<2xf32> -> f32
  // CHECK-NEXT: %6 = opencl.read_image f %m[%x2] sample %x : !opencl.image<image2d_msaa_t, read_only>, vector<2xi32> -> vector<4xf32>
  // CHECK-GENERIC: "opencl.read_image"(
  %6 = opencl.read_image f %m[%x2] sample %x : !opencl.image<image2d_msaa_t, read_only>, vector<2xi32> -> vector<4xf32>
  // CHECK-NEXT: %7 = opencl.read_image f %a[%f4] sampler %s lod %f : f32 : !opencl.image<image2d_array_t, read_only>, vector<4xf32> -> vector<4xf32>
  // CHECK-GENERIC: "opencl.read_image"(
  %7 = opencl.read_image f %a[%f4] sampler %s lod %f : f32 : !opencl.image<image2d_array_t, read_only>, vector<4xf32> -> vector<4xf32>
  // CHECK-NEXT: %8 = opencl.read_image f %i3[%f4] sampler %s gradients %f4, %f4 : vector<4xf32>, vector<4xf32> : !opencl.image<image3d_t, read_only>, vector<4xf32> -> vector<4xf32>
  // CHECK-GENERIC: "opencl.read_image"(
  %8 = opencl.read_image f %i3[%f4] sampler %s gradients %f4, %f4 : vector<4xf32>, vector<4xf32> : !opencl.image<image3d_t, read_only>, vector<4xf32> -> vector<4xf32>
  // CHECK-NEXT: %9 = opencl.read_image f %i1[%f] sampler %s gradients %f, %f : f32, f32 : !opencl.image<image1d_t, read_only>, f32 -> vector<4xf32>
  // CHECK-GENERIC: "opencl.read_image"(
  %9 = opencl.read_image f %i1[%f] sampler %s gradients %f, %f : f32, f32 : !opencl.image<image1d_t, read_only>, f32 -> vector<4xf32>
  func.return
}

// CHECK-LABEL: func.func @writes
func.func @writes(%i2: !opencl.image<image2d_t, write_only>, %rw: !opencl.image<image3d_t, read_write>, %d: !opencl.image<image2d_array_depth_t, write_only>, %ib: !opencl.image<image1d_buffer_t, write_only>, %x: i32, %x2: vector<2xi32>, %x4: vector<4xi32>, %f: f32, %h4: vector<4xf16>, %f4: vector<4xf32>) {
  // CHECK-NEXT: opencl.write_image f %f4, %i2[%x2] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  // CHECK-GENERIC: "opencl.write_image"(
  opencl.write_image f %f4, %i2[%x2] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  // CHECK-NEXT: opencl.write_image h %h4, %i2[%x2] : vector<4xf16>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  // CHECK-GENERIC: "opencl.write_image"(
  opencl.write_image h %h4, %i2[%x2] : vector<4xf16>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  // CHECK-NEXT: opencl.write_image ui %x4, %rw[%x4] : vector<4xi32>, !opencl.image<image3d_t, read_write>, vector<4xi32>
  // CHECK-GENERIC: "opencl.write_image"(
  opencl.write_image ui %x4, %rw[%x4] : vector<4xi32>, !opencl.image<image3d_t, read_write>, vector<4xi32>
  // CHECK-NEXT: opencl.write_image f %f, %d[%x4] : f32, !opencl.image<image2d_array_depth_t, write_only>, vector<4xi32>
  // CHECK-GENERIC: "opencl.write_image"(
  opencl.write_image f %f, %d[%x4] : f32, !opencl.image<image2d_array_depth_t, write_only>, vector<4xi32>
  // CHECK-NEXT: opencl.write_image i %x4, %ib[%x] : vector<4xi32>, !opencl.image<image1d_buffer_t, write_only>, i32
  // CHECK-GENERIC: "opencl.write_image"(
  opencl.write_image i %x4, %ib[%x] : vector<4xi32>, !opencl.image<image1d_buffer_t, write_only>, i32
  // CHECK-NEXT: opencl.write_image f %f4, %i2[%x2] lod %x : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  // CHECK-GENERIC: "opencl.write_image"(
  opencl.write_image f %f4, %i2[%x2] lod %x : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  func.return
}
