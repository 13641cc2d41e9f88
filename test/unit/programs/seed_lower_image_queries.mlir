builtin.module attributes {opencl.target = #opencl.target<abi = "amdhsa", mcpu = "gfx900">} {
  func.func private @use(i32, i32, i32, i32, i1, i1)
  opencl.kernel @k(%out: !llvm.ptr<1>, %img: !opencl.image<image2d_t, read_only>) {
    %w = opencl.get_image_width %img : !opencl.image<image2d_t, read_only> -> i32
    %h = opencl.get_image_height %img : !opencl.image<image2d_t, read_only> -> i32
    %dim = opencl.get_image_dim %img : !opencl.image<image2d_t, read_only> -> vector<2xi32>
    %x = vector.extract %dim[0] : i32 from vector<2xi32>
    %y = vector.extract %dim[1] : i32 from vector<2xi32>
    %order = opencl.get_image_channel_order %img : !opencl.image<image2d_t, read_only> -> i32
    %type = opencl.get_image_channel_data_type %img : !opencl.image<image2d_t, read_only> -> i32
    %rgba = arith.constant 0x10B5 : i32
    %uint8 = arith.constant 0x10DA : i32
    %same_order = arith.cmpi eq, %order, %rgba : i32
    %same_type = arith.cmpi eq, %type, %uint8 : i32
    func.call @use(%w, %h, %x, %y, %same_order, %same_type) : (i32, i32, i32, i32, i1, i1) -> ()
    opencl.return
  }
}
