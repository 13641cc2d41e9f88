// The width of an image, to the first word of a buffer.
opencl.kernel @width(%image: !opencl.image<image2d_t, read_only> {opencl.name = "image"},
                     %out: memref<?xi32, #opencl.address_space<global>> {opencl.name = "out"}) {
  %width = opencl.get_image_width %image : !opencl.image<image2d_t, read_only> -> i32
  %zero = arith.constant 0 : index
  memref.store %width, %out[%zero] : memref<?xi32, #opencl.address_space<global>>
  opencl.return
}
