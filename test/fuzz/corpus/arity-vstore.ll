define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  call void @_Z7vstore4Dv4_fjPU3AS1f(<4 x float> zeroinitializer)
  ret void
}
declare void @_Z7vstore4Dv4_fjPU3AS1f(<4 x float>)
