declare <4 x float> @llvm.r600.tex(<4 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare void @llvm.r600.rat.store.typed(<4 x i32>, <4 x i32>, i32)
declare i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(1))
declare i32 @llvm.OpenCL.sampler.get.resource.id(i32)

define amdgpu_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %d, i32 %s,
    ptr addrspace(1) %b, i32 %t, ptr addrspace(1) %e, float %x, float %y, i32 %i) {
  %image = call i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(1) %b)
  %texture = add i32 %image, 2
  %sampler = call i32 @llvm.OpenCL.sampler.get.resource.id(i32 %t)
  %cx = insertelement <4 x float> zeroinitializer, float %x, i32 0
  %c = insertelement <4 x float> %cx, float %y, i32 1
  %bit = and i32 %t, 1
  %normalized = icmp ne i32 %bit, 0
  br i1 %normalized, label %n, label %u
n:
  %vn = call <4 x float> @llvm.r600.tex(<4 x float> %c, i32 0, i32 0, i32 0,
    i32 %texture, i32 %sampler, i32 1, i32 1, i32 1, i32 1)
  br label %join
u:
  %vu = call <4 x float> @llvm.r600.tex(<4 x float> %c, i32 0, i32 0, i32 0,
    i32 %texture, i32 %sampler, i32 0, i32 0, i32 0, i32 0)
  br label %join
join:
  %v = phi <4 x float> [ %vn, %n ], [ %vu, %u ]
  %bits = bitcast <4 x float> %v to <4 x i32>
  %target.image = call i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(1) %e)
  %target = add i32 %target.image, 1
  %wx = insertelement <4 x i32> zeroinitializer, i32 %i, i32 0
  %w = insertelement <4 x i32> %wx, i32 7, i32 1
  call void @llvm.r600.rat.store.typed(<4 x i32> %bits, <4 x i32> %w, i32 %target)
  ret void
}

!opencl.kernels = !{!0}
!0 = !{ptr @k, !1, !2, !3, !4, !5}
!1 = !{!"kernel_arg_addr_space", i32 1, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 0, i32 0}
!2 = !{!"kernel_arg_access_qual", !"read_only", !"write_only", !"none", !"read_only",
  !"none", !"write_only", !"none", !"none", !"none"}
!3 = !{!"kernel_arg_type", !"image2d_t", !"image2d_t", !"sampler_t", !"image2d_t",
  !"sampler_t", !"image2d_t", !"float", !"float", !"int"}
!4 = !{!"kernel_arg_base_type", !"image2d_t", !"image2d_t", !"sampler_t", !"image2d_t",
  !"sampler_t", !"image2d_t", !"float", !"float", !"int"}
!5 = !{!"kernel_arg_type_qual", !"", !"", !"", !"", !"", !"", !"", !"", !""}
