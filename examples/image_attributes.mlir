// The five attributes of a 2D and of a 3D image: width, height, depth, channel data type,
// channel order. No image instruction is needed, so this compiles for every processor.
opencl.kernel @attributes(
    %plane: !opencl.image<image2d_t, read_only> {opencl.name = "plane"},
    %volume: !opencl.image<image3d_t, read_only> {opencl.name = "volume"},
    %out: memref<?xi32, #opencl.address_space<global>> {opencl.name = "out"}) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %3 = arith.constant 3 : index
  %4 = arith.constant 4 : index
  %5 = arith.constant 5 : index
  %6 = arith.constant 6 : index
  %7 = arith.constant 7 : index
  %8 = arith.constant 8 : index
  %plane_width = opencl.get_image_width %plane : !opencl.image<image2d_t, read_only> -> i32
  %plane_height = opencl.get_image_height %plane : !opencl.image<image2d_t, read_only> -> i32
  %plane_type = opencl.get_image_channel_data_type %plane : !opencl.image<image2d_t, read_only> -> i32
  %plane_order = opencl.get_image_channel_order %plane : !opencl.image<image2d_t, read_only> -> i32
  %width = opencl.get_image_width %volume : !opencl.image<image3d_t, read_only> -> i32
  %height = opencl.get_image_height %volume : !opencl.image<image3d_t, read_only> -> i32
  %depth = opencl.get_image_depth %volume : !opencl.image<image3d_t, read_only> -> i32
  %type = opencl.get_image_channel_data_type %volume : !opencl.image<image3d_t, read_only> -> i32
  %order = opencl.get_image_channel_order %volume : !opencl.image<image3d_t, read_only> -> i32
  memref.store %plane_width, %out[%0] : memref<?xi32, #opencl.address_space<global>>
  memref.store %plane_height, %out[%1] : memref<?xi32, #opencl.address_space<global>>
  memref.store %plane_type, %out[%2] : memref<?xi32, #opencl.address_space<global>>
  memref.store %plane_order, %out[%3] : memref<?xi32, #opencl.address_space<global>>
  memref.store %width, %out[%4] : memref<?xi32, #opencl.address_space<global>>
  memref.store %height, %out[%5] : memref<?xi32, #opencl.address_space<global>>
  memref.store %depth, %out[%6] : memref<?xi32, #opencl.address_space<global>>
  memref.store %type, %out[%7] : memref<?xi32, #opencl.address_space<global>>
  memref.store %order, %out[%8] : memref<?xi32, #opencl.address_space<global>>
  opencl.return
}
