// Planar RGB to planar YCbCr (BT.601, full range): reads three images, writes three.
opencl.kernel @rgb_to_ycbcr(
    %red: !opencl.image<image2d_t, read_only> {opencl.name = "red"},
    %green: !opencl.image<image2d_t, read_only> {opencl.name = "green"},
    %blue: !opencl.image<image2d_t, read_only> {opencl.name = "blue"},
    %luma: !opencl.image<image2d_t, write_only> {opencl.name = "luma"},
    %cb: !opencl.image<image2d_t, write_only> {opencl.name = "cb"},
    %cr: !opencl.image<image2d_t, write_only> {opencl.name = "cr"}) {
  %x = opencl.get_global_id 0 : i32
  %y = opencl.get_global_id 1 : i32
  %at_x = vector.broadcast %x : i32 to vector<2xi32>
  %at = vector.insert %y, %at_x[1] : i32 into vector<2xi32>
  %r4 = opencl.read_image f %red[%at] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %g4 = opencl.read_image f %green[%at] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %b4 = opencl.read_image f %blue[%at] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %r = vector.extract %r4[0] : f32 from vector<4xf32>
  %g = vector.extract %g4[0] : f32 from vector<4xf32>
  %b = vector.extract %b4[0] : f32 from vector<4xf32>
  %kr = arith.constant 0.299 : f32
  %kg = arith.constant 0.587 : f32
  %kb = arith.constant 0.114 : f32
  %yr = arith.mulf %r, %kr fastmath<contract> : f32
  %yg = arith.mulf %g, %kg fastmath<contract> : f32
  %yb = arith.mulf %b, %kb fastmath<contract> : f32
  %yrg = arith.addf %yr, %yg fastmath<contract> : f32
  %yv = arith.addf %yrg, %yb fastmath<contract> : f32
  %half = arith.constant 0.5 : f32
  %kcb = arith.constant 0.564 : f32
  %kcr = arith.constant 0.713 : f32
  %by = arith.subf %b, %yv : f32
  %ry = arith.subf %r, %yv : f32
  %cb0 = arith.mulf %by, %kcb fastmath<contract> : f32
  %cr0 = arith.mulf %ry, %kcr fastmath<contract> : f32
  %cbv = arith.addf %cb0, %half fastmath<contract> : f32
  %crv = arith.addf %cr0, %half fastmath<contract> : f32
  %y4 = vector.broadcast %yv : f32 to vector<4xf32>
  %cb4 = vector.broadcast %cbv : f32 to vector<4xf32>
  %cr4 = vector.broadcast %crv : f32 to vector<4xf32>
  opencl.write_image f %y4, %luma[%at] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  opencl.write_image f %cb4, %cb[%at] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  opencl.write_image f %cr4, %cr[%at] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  opencl.return
}
