define hidden <4 x float> @inner(ptr addrspace(4) %s, ptr addrspace(4) readonly %i, ptr addrspace(1) %p) {
  %v = tail call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(4) %i, ptr addrspace(4) %s, <2 x float> <float 1.0, float 2.0>)
  ret <4 x float> %v
}
define protected amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %l, i64 %n) {
  %list = alloca ptr addrspace(5), align 8, addrspace(5)
  %event = tail call ptr addrspace(5) @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %p, i64 %n, ptr addrspace(5) null)
  %generic = addrspacecast ptr addrspace(5) %list to ptr
  call <{ i8, i64 }> @_Z17wait_group_eventsiPU3AS09ocl_event(i32 1, ptr %generic)
  %v = load float, ptr addrspace(3) %l, align 4
  ret void
}
declare hidden <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(4), ptr addrspace(4), <2 x float>)
declare hidden ptr addrspace(5) @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, ptr addrspace(5))
declare hidden void @_Z17wait_group_eventsiPU3AS09ocl_event(i32, ptr)