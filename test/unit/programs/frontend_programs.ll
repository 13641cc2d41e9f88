target triple = "spir64-unknown-unknown"
define spir_kernel void @"a b"(ptr addrspace(1) %p) !kernel_arg_type !0 {
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}
define spir_kernel void @a(ptr addrspace(1) %p) #0 {
  call spir_kernel void @"a b"(ptr addrspace(1) %p)
  ret void
}
define spir_kernel void @ab(ptr addrspace(1) %p) {
  tail call spir_kernel void @a(ptr addrspace(1) noundef %p) #0
  ret void
}
attributes #0 = { convergent }
!opencl.kernels = !{!1, !2, !3}
!0 = !{!"int*"}
!1 = !{ptr @"a b"}
!2 = !{ptr @a}
!3 = !{ptr @ab}
