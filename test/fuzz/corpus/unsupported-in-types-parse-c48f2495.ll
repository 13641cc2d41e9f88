define void @hinted(ptr addrspace(1) noalias %p) {
  ret void
}
define void @images(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %s, ptr addrspace(1) %out) {
  %size = call [3 x i32] @llvm.OpenCL.image.get.size.3d(ptr addrspace(1) %b)
  %depth = extractvalue [3 x i32] %size, 2
  %id = call i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(1) %a)
  %w = call i32 @width(ptr addrspace(1) %a)
  ret void
}
define i32 @width(ptr addrspace(1) %image) {
  %w = call i32 @_Z15get_image_width11ocl_image2d(ptr addrspace(1) %image)
  ret i32 %w
}
declare [3 x i32] @llvm.OpenCL.image.get.size.3d(ptr addrspace(1))
declare i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(1))
declare i32 @_Z15get_image_width11ocl_image2d(ptr addrspace(1))
!opencl.kernels = !{!0, !10}
!0 = !{ptr @images, !1, !2, !3, !4, !5}
!1 = !{!"kernel_arg_addr_space", i32 1, i32 1, i32 0, i32 1}
!2 = !{!"kernel_arg_access_qual", !"read_only", !"write_only", !"none", !"none"}
!3 = !{!"kernel_arg_type", !"image2d_t", !"image3d_t", !"sampler_t", !"int*"}
!4 = !{!"kernel_arg_base_type", !"image2d_t", !"image3d_t", !"sampler_t", !"int*"}
!5 = !{!"kernel_arg_type_qual", !"", !"", !"", !""}
!10 = !{ptr @hinted, !11, !12, !13, !14, !15, !16, !17, !18}
!11 = !{!"vec_type_hint", x86_fp80 undef, i32 0}
!12 = !{!"kernel_arg_name", !"out"}
!13 = !{!"kernel_arg_type", !"uint4*"}
!14 = !{!"kernel_arg_base_type", !"uint __attribute__((ext_vector_type(4)))*"}
!15 = !{!"reqd_work_group_size", i32 8, i32 4, i32 1}
!16 = !{!"kernel_arg_type_qual", !"restrict const"}
!17 = !{!"kernel_arg_access_qual", !"none"}
!18 = !{!"kernel_arg_addr_space", i32 1}