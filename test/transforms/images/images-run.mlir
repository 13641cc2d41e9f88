// An image that one work item a texel fills with its coordinates, its sizes read from the
// descriptor, and read again through a sampler that clamps.
// RUN: xdsl-opencl run %s --kernel draw --global-size 4,3 --arg %t.png=4x3 --arg zeros:int:2 --dump 2 | filecheck %s
// RUN: xdsl-opencl run %s --kernel draw --mcpu gfx900 --global-size 4,3 --arg %t.900.png=4x3 --arg zeros:int:2 --dump 2 | filecheck %s
// RUN: xdsl-opencl run %s --kernel draw --mcpu gfx1100 --check --global-size 4,3 --arg %t.1100.png=4x3 --arg zeros:int:2 --dump 2 | filecheck %s
// RUN: xdsl-opencl run %s --kernel read --global-size 1 --arg %t.png --arg zeros:float:4 --arg nearest,clamp_to_edge --dump | filecheck %s --check-prefix=READ
// RUN: xdsl-opencl run %s --kernel read --mcpu gfx803 --global-size 1 --arg %t.900.png --arg zeros:float:4 --arg nearest,clamp_to_edge --dump | filecheck %s --check-prefix=READ
// RUN: xdsl-opencl run %s --kernel read --mcpu gfx1200 --check --global-size 1 --arg %t.1100.png --arg zeros:float:4 --arg nearest,clamp_to_edge --dump | filecheck %s --check-prefix=READ

// CHECK: int32[2] 4 3
opencl.kernel @draw(%image: !opencl.image<image2d_t, write_only>, %sizes: memref<?xi32, #opencl.address_space<global>>) {
  %x = opencl.get_global_id 0 : i32
  %y = opencl.get_global_id 1 : i32
  %fx = arith.sitofp %x : i32 to f32
  %fy = arith.sitofp %y : i32 to f32
  %fifth = arith.constant 0.2 : f32
  %one = arith.constant 1.0 : f32
  %r = arith.mulf %fx, %fifth : f32
  %g = arith.mulf %fy, %fifth : f32
  %ones = vector.broadcast %one : f32 to vector<4xf32>
  %red = vector.insert %r, %ones[0] : f32 into vector<4xf32>
  %colour = vector.insert %g, %red[1] : f32 into vector<4xf32>
  %at_x = vector.broadcast %x : i32 to vector<2xi32>
  %at = vector.insert %y, %at_x[1] : i32 into vector<2xi32>
  opencl.write_image f %colour, %image[%at] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = opencl.get_image_width %image : !opencl.image<image2d_t, write_only> -> i32
  %h = opencl.get_image_height %image : !opencl.image<image2d_t, write_only> -> i32
  memref.store %w, %sizes[%c0] : memref<?xi32, #opencl.address_space<global>>
  memref.store %h, %sizes[%c1] : memref<?xi32, #opencl.address_space<global>>
  opencl.return
}

// Texel (9, 2) is that at the edge, (3, 2): 3 / 5 and 2 / 5, in single precision.
// READ: float32[4] 0.6000000238418579 0.4000000059604645 1.0 1.0
opencl.kernel @read(%image: !opencl.image<image2d_t, read_only>, %out: memref<?xf32, #opencl.address_space<global>>, %s: !opencl.sampler) {
  %x = arith.constant 9 : i32
  %y = arith.constant 2 : i32
  %at_x = vector.broadcast %x : i32 to vector<2xi32>
  %at = vector.insert %y, %at_x[1] : i32 into vector<2xi32>
  %texel = opencl.read_image f %image[%at] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = vector.extract %texel[0] : f32 from vector<4xf32>
  %g = vector.extract %texel[1] : f32 from vector<4xf32>
  %b = vector.extract %texel[2] : f32 from vector<4xf32>
  %a = vector.extract %texel[3] : f32 from vector<4xf32>
  memref.store %r, %out[%c0] : memref<?xf32, #opencl.address_space<global>>
  memref.store %g, %out[%c1] : memref<?xf32, #opencl.address_space<global>>
  memref.store %b, %out[%c2] : memref<?xf32, #opencl.address_space<global>>
  memref.store %a, %out[%c3] : memref<?xf32, #opencl.address_space<global>>
  opencl.return
}
