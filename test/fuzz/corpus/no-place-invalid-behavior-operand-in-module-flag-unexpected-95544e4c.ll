define dso_local spir_kernel void @reqd_wgs(ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !10 !kernel_arg_base_type !10 !kernel_arg_type_qual !11 !vec_type_hint !12 !reqd_work_group_size !13 {
  %call4 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #6
  %call5 = call spir_func i64 @_Z12get_local_idj(i32 noundef 1) #6
  %mul = mul i64 10, %call5
  ret void
}
define dso_local spir_func void @__clang_ocl_kern_imp_hinted(ptr addrspace(1) noundef align 4 %out) #1 !kernel_arg_addr_space !8 !kernel_arg_access_qual !9 !kernel_arg_type !10 !kernel_arg_base_type !10 !kernel_arg_type_qual !11 !work_group_size_hint !19 {
entry:
  %out.addr = alloca ptr addrspace(1), align 8
  %call = call spir_func i64 @_Z14get_local_sizej(i32 noundef 0) #6
  ret void
}
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) #2
declare dso_local spir_func i64 @_Z14get_local_sizej(i32 noundef) #2
!llvm.module.flags = !{!0, !1}
!0 = !{i32 -2147483649, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{!"omnipotent char", !7, i64 0}
!7 = !{!"Simple C/C++ TBAA"}
!8 = !{i32 1}
!9 = !{!"none"}
!10 = !{!"uint*"}
!11 = !{!""}
!12 = !{<4 x i32> poison, i32 1}
!13 = !{i32 8, i32 4, i32 2}
!19 = !{i32 64, i32 1, i32 1}