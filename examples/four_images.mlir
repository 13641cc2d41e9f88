// Four images, two of each access kind: the read-only ones are resources 0 and 1, and so
// are the write-only ones (each kind is counted by itself).
opencl.kernel @copy(
    %src2d: !opencl.image<image2d_t, read_only> {opencl.name = "src2d"},
    %src3d: !opencl.image<image3d_t, read_only> {opencl.name = "src3d"},
    %dst2d: !opencl.image<image2d_t, write_only> {opencl.name = "dst2d"},
    %dst3d: !opencl.image<image3d_t, write_only> {opencl.name = "dst3d"}) {
  %x = opencl.get_global_id 0 : i32
  %y = opencl.get_global_id 1 : i32
  %z = opencl.get_global_id 2 : i32
  %zero = arith.constant 0 : i32
  %first = arith.cmpi eq, %z, %zero : i32
  scf.if %first {
    %at_x = vector.broadcast %x : i32 to vector<2xi32>
    %at = vector.insert %y, %at_x[1] : i32 into vector<2xi32>
    %texel = opencl.read_image f %src2d[%at] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
    opencl.write_image f %texel, %dst2d[%at] : vector<4xf32>, !opencl.image<image2d_t, write_only>, vector<2xi32>
  }
  %at3_x = vector.broadcast %x : i32 to vector<4xi32>
  %at3_y = vector.insert %y, %at3_x[1] : i32 into vector<4xi32>
  %at3_z = vector.insert %z, %at3_y[2] : i32 into vector<4xi32>
  %at3 = vector.insert %zero, %at3_z[3] : i32 into vector<4xi32>
  %voxel = opencl.read_image ui %src3d[%at3] : !opencl.image<image3d_t, read_only>, vector<4xi32> -> vector<4xi32>
  opencl.write_image ui %voxel, %dst3d[%at3] : vector<4xi32>, !opencl.image<image3d_t, write_only>, vector<4xi32>
  opencl.return
}
