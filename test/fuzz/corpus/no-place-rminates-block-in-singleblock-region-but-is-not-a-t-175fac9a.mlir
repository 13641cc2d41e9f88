opencl.kernel @product(%a: memref<8x12xf32, #opencl.address_space<global>>, %b: memref<12x8xf32, #opencl.address_space<global>>, %c: memref<8x8xf32, #opencl.address_space<global>>) attributes {reqd_work_group_size = array<i32: 4, 4, 1>} {
  %x = opencl.get_global_id 0 : index
  %r = scf.for %k = %zero to %n step %one iter_args(%s = %f) -> (f32) {
    scf.yield %t : f32
  }
}
  scf.if %first {
opencl.kernel @guarded(%a: memref<8x8xf32, #opencl.address_space<global>>, %c: memref<8xf32, #opencl.address_space<global>>) attributes {reqd_work_group_size = array<i32: 4, 4, 1>} {
  %first = arith.cmpi eq, %y, %zero : index
    %r = scf.for %k = %zero to %n step %one iter_args(%s = %f) -> (f32) {
    }
  }
}
opencl.kernel @smaller(%a: memref<8x8xf32, #opencl.address_space<global>>, %c: memref<8xf32, #opencl.address_space<global>>) attributes {passthrough = [["uniform-work-group-size", "false"]], reqd_work_group_size = array<i32: 4, 4, 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  %y = opencl.get_global_id 1 : index
  %r = scf.for %k = %zero to %n step %one iter_args(%s = %f) -> (f32) {
    %p = memref.load %a[%y, %k] : memref<8x8xf32, #opencl.address_space<global>>
    %t = arith.addf %s, %p : f32
  }
}