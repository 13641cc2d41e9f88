opencl.program_sampler @edge <normalized = false, addressing = clamp_to_edge, filter = nearest>
func.func private @fetch(%i: !opencl.image<image2d_t, read_only>, %x: i32, %y: i32) -> vector<4xf32> {
  %s = opencl.get_program_sampler @edge
  %c0 = vector.broadcast %x : i32 to vector<2xi32>
  %c = vector.insert %y, %c0[1] : i32 into vector<2xi32>
  %v = opencl.read_image f %i[%c] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  func.return %v : vector<4xf32>
}
opencl.kernel @kernel(%i: !opencl.image<image2d_t, read_only>, %out: memref<?xf32, #opencl.address_space<global>>) {
  %tile = opencl.local : memref<16xf32, #opencl.address_space<local>>
  %x = opencl.get_global_id 0 : index
  %w = opencl.get_image_width %i : !opencl.image<image2d_t, read_only> -> i32
  %wide = arith.index_cast %w : i32 to index
  %in = arith.cmpi ult, %x, %wide : index
  scf.if %in {
    %x32 = arith.index_cast %x : index to i32
    %v = func.call @fetch(%i, %x32, %x32) : (!opencl.image<image2d_t, read_only>, i32, i32) -> vector<4xf32>
    %red = vector.extract %v[7] : f32 from vector<4xf32>
    %lane = opencl.get_local_id 0 : index
    %again = memref.load %tile[%lane] : memref<16xf32, #opencl.address_space<local>>
  }
  opencl.return
}