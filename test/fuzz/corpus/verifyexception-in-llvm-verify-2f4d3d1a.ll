%struct.pair = type { float, [2 x i32]* }
@.str = private unnamed_addr addrspace(2) constant [6 x i8] c"%d*\22\0A\00", align 1
define spir_kernel void @k(float addrspace(1)* nocapture %out, %opencl.image2d_ro_t addrspace(1)* %in, %opencl.image3d_t addrspace(1)* %volume, %opencl.sampler_t addrspace(2)* %s, %struct.pair* byval align 8 %p) !kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type !3 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr inbounds float, float addrspace(1)* %out, i64 %id
  %v = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(%opencl.image2d_ro_t addrspace(1)* %in, %opencl.sampler_t addrspace(2)* %s, <2 x i32> zeroinitializer)
  %w = call spir_func i32 @_Z15get_image_width11ocl_image3d(%opencl.image3d_t addrspace(1)* %volume)
  %n = call <{ i8, i64 }> (i8 addrspace(2)*, ...) @printf(i8 addrspace(2)* getelementptr inbounds ([6 x i8], [6 x i8] addrspace(2)* @.str, i32 0, i32 0), i32 %w)
  %b = bitcast float addrspace(1)* %a to <4 x float> addrspace(1)*
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(%opencl.image2d_ro_t addrspace(1)*, %opencl.sampler_t addrspace(2)*, <2 x i32>)
declare spir_func i32 @_Z15get_image_width11ocl_image3d(%opencl.image3d_t addrspace(1)*)
declare i32 @printf(i8 addrspace(2)*, ...)
!1 = !{i32 1, i32 1, i32 1, i32 0, i32 0}
!2 = !{!"none", !"read_only", !"write_only", !"none", !"none"}
!3 = !{!"float*", !"image2d_t", !"image3d_t", !"sampler_t", !"struct pair"}
!4 = !{!"", !"", !"", !"", !""}