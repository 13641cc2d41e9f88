// A separable Gaussian blur (1 4 6 4 1) / 16. A work-group of 16 x 16 reads 20 rows of
// its columns, blurs along x into local memory, and blurs along y from there. The sampler
// at program scope clamps at the edges.
opencl.program_sampler @edge <normalized = false, addressing = clamp_to_edge, filter = nearest>

func.func private @blur_row(%src: !opencl.image<image2d_t, read_only>, %x: i32, %y: i32) -> vector<4xf32> {
  %edge = opencl.get_program_sampler @edge
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %k0 = arith.constant dense<0.0625> : vector<4xf32>
  %k1 = arith.constant dense<0.25> : vector<4xf32>
  %k2 = arith.constant dense<0.375> : vector<4xf32>
  %xm2 = arith.subi %x, %two : i32
  %xm1 = arith.subi %x, %one : i32
  %xp1 = arith.addi %x, %one : i32
  %xp2 = arith.addi %x, %two : i32
  %a_x = vector.broadcast %xm2 : i32 to vector<2xi32>
  %a = vector.insert %y, %a_x[1] : i32 into vector<2xi32>
  %b_x = vector.broadcast %xm1 : i32 to vector<2xi32>
  %b = vector.insert %y, %b_x[1] : i32 into vector<2xi32>
  %c_x = vector.broadcast %x : i32 to vector<2xi32>
  %c = vector.insert %y, %c_x[1] : i32 into vector<2xi32>
  %d_x = vector.broadcast %xp1 : i32 to vector<2xi32>
  %d = vector.insert %y, %d_x[1] : i32 into vector<2xi32>
  %e_x = vector.broadcast %xp2 : i32 to vector<2xi32>
  %e = vector.insert %y, %e_x[1] : i32 into vector<2xi32>
  %ta = opencl.read_image f %src[%a] sampler %edge : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %tb = opencl.read_image f %src[%b] sampler %edge : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %tc = opencl.read_image f %src[%c] sampler %edge : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %td = opencl.read_image f %src[%d] sampler %edge : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %te = opencl.read_image f %src[%e] sampler %edge : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
  %outer = arith.addf %ta, %te : vector<4xf32>
  %inner = arith.addf %tb, %td : vector<4xf32>
  %mo = arith.mulf %outer, %k0 fastmath<contract> : vector<4xf32>
  %mi = arith.mulf %inner, %k1 fastmath<contract> : vector<4xf32>
  %mc = arith.mulf %tc, %k2 fastmath<contract> : vector<4xf32>
  %moi = arith.addf %mo, %mi fastmath<contract> : vector<4xf32>
  %sum = arith.addf %moi, %mc fastmath<contract> : vector<4xf32>
  func.return %sum : vector<4xf32>
}

opencl.kernel @gaussian_blur(
    %src: !opencl.image<image2d_t, read_only> {opencl.name = "src"},
    %dst: !opencl.image<image2d_t, write_only> {opencl.name = "dst"})
    attributes {reqd_work_group_size = array<i32: 16, 16, 1>} {
  %rows = opencl.local : memref<20x16xvector<4xf32>, #opencl.address_space<local>>
  %lx = opencl.get_local_id 0 : index
  %ly = opencl.get_local_id 1 : index
  %gx = opencl.get_global_id 0 : i32
  %gy = opencl.get_global_id 1 : i32
  %two = arith.constant 2 : i32
  %top = arith.subi %gy, %two : i32
  %upper = func.call @blur_row(%src, %gx, %top) : (!opencl.image<image2d_t, read_only>, i32, i32) -> vector<4xf32>
  memref.store %upper, %rows[%ly, %lx] : memref<20x16xvector<4xf32>, #opencl.address_space<local>>
  %four = arith.constant 4 : index
  %extra = arith.cmpi ult, %ly, %four : index
  scf.if %extra {
    %sixteen = arith.constant 16 : i32
    %low = arith.addi %top, %sixteen : i32
    %lower = func.call @blur_row(%src, %gx, %low) : (!opencl.image<image2d_t, read_only>, i32, i32) -> vector<4xf32>
    %c16 = arith.constant 16 : index
    %row = arith.addi %ly, %c16 : index
    memref.store %lower, %rows[%row, %lx] : memref<20x16xvector<4xf32>, #opencl.address_space<local>>
  }
  opencl.barrier local
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %weights = memref.get_global @weights : memref<5xf32, #opencl.address_space<constant>>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %sum = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %zero) -> (vector<4xf32>) {
    %row = arith.addi %ly, %i : index
    %texel = memref.load %rows[%row, %lx] : memref<20x16xvector<4xf32>, #opencl.address_space<local>>
    %weight = memref.load %weights[%i] : memref<5xf32, #opencl.address_space<constant>>
    %weight4 = vector.broadcast %weight : f32 to vector<4xf32>
    %product = arith.mulf %texel, %weight4 fastmath<contract> : vector<4xf32>
    %next = arith.addf %acc, %product fastmath<contract> : vector<4xf32>
    scf.yield %next : vector<4xf32>
  }
  %width = opencl.get_image_width %dst : !opencl.image<image2d_t, write_only> -> i32
  %height = opencl.get_image_height %dst : !opencl.image<image2d_t, write_only> -> i32
  %x_in = arith.cmpi slt, %gx, %width : i32
  %y_in = arith.cmpi slt, %gy, %height : i32
  %in = arith.andi %x_in, %y_in : i1
  scf.if %in {
    %at_x = vector.broadcast %gx : i32 to vector<2xi32>
    %at = vector.insert %gy, %at_x[1] : i32 into vector<2xi32>
    opencl.write_image f %sum, %dst[%at] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  }
  opencl.return
}

"memref.global"() <{
  sym_name = "weights", sym_visibility = "private", constant,
  type = memref<5xf32, #opencl.address_space<constant>>,
  initial_value = dense<[0.0625, 0.25, 0.375, 0.25, 0.0625]> : tensor<5xf32>
}> : () -> ()
