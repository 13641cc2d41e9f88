// Resizes an image with whatever sampler the host passes; a linear one interpolates. The
// coordinates are normalised: the centre of each destination pixel.
opencl.kernel @resize(
    %src: !opencl.image<image2d_t, read_only> {opencl.name = "src"},
    %linear: !opencl.sampler {opencl.name = "linear"},
    %dst: !opencl.image<image2d_t, write_only> {opencl.name = "dst"}) {
  %x = opencl.get_global_id 0 : i32
  %y = opencl.get_global_id 1 : i32
  %width = opencl.get_image_width %dst : !opencl.image<image2d_t, write_only> -> i32
  %height = opencl.get_image_height %dst : !opencl.image<image2d_t, write_only> -> i32
  %x_in = arith.cmpi slt, %x, %width : i32
  %y_in = arith.cmpi slt, %y, %height : i32
  %in = arith.andi %x_in, %y_in : i1
  scf.if %in {
    %half = arith.constant 0.5 : f32
    %fx = arith.sitofp %x : i32 to f32
    %fy = arith.sitofp %y : i32 to f32
    %fw = arith.sitofp %width : i32 to f32
    %fh = arith.sitofp %height : i32 to f32
    %cx = arith.addf %fx, %half : f32
    %cy = arith.addf %fy, %half : f32
    %u = arith.divf %cx, %fw : f32
    %v = arith.divf %cy, %fh : f32
    %from_x = vector.broadcast %u : f32 to vector<2xf32>
    %from = vector.insert %v, %from_x[1] : f32 into vector<2xf32>
    %to_x = vector.broadcast %x : i32 to vector<2xi32>
    %to = vector.insert %y, %to_x[1] : i32 into vector<2xi32>
    %colour = opencl.read_image f %src[%from] sampler %linear : !opencl.image<image2d_t, read_only>, vector<2xf32> -> vector<4xf32>
    opencl.write_image f %colour, %dst[%to] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  }
  opencl.return
}
