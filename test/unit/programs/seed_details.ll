; --- METADATA
!opencl.kernels = !{!0}
!0 = !{ptr @k, !1, !2, !3, !4, !5}
!1 = !{!"kernel_arg_addr_space", i32 1, i32 1}
!2 = !{!"kernel_arg_access_qual", !"read_only", !"none"}
!3 = !{!"kernel_arg_type", !"image3d_t", !"int*"}
!4 = !{!"kernel_arg_base_type", !"image3d_t", !"int*"}
!5 = !{!"kernel_arg_type_qual", !"", !""}
; --- CALL

target triple = "spir64-unknown-unknown"
declare i32 @{0}({1})
define spir_kernel void @k(ptr addrspace(1) %o) {{
  %r = call i32 @{0}({1} 1)
  store i32 %r, ptr addrspace(1) %o
  ret void
}}
; --- LINKAGE

target triple = "spir64-unknown-unknown"
define {} spir_kernel void @k(ptr addrspace(1) %o) {{
  store i32 1, ptr addrspace(1) %o
  ret void
}}
define spir_kernel void @other(ptr addrspace(1) %o) {{
  store i32 2, ptr addrspace(1) %o
  ret void
}}
