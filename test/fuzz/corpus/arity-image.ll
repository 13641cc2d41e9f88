define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %s = call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(1) %p)
  ret void
}
declare <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(1))
