target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5-G1"
target triple = "amdgcn-amd-amdhsa"

@table = addrspace(4) constant [2 x i32] [i32 1, i32 2]

define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr %flat) !kind !3 !hint !4 {
  %v = alloca i32, align 4, addrspace(5)
  %a = load i32, ptr addrspace(4) @table, align 4
  store i32 %a, ptr addrspace(5) %v, align 4
  %b = load i32, ptr addrspace(5) %v, align 4
  store i32 %b, ptr addrspace(1) %p, align 4
  store volatile i32 %b, ptr %flat, align 4
  ret void
}

!llvm.ident = !{!0}
!llvm.module.flags = !{!1, !2}
!other.kernels = !{!5}
!nothing = !{}

!0 = !{!"a compiler"}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 1, i32 0}
!4 = !{<4 x float> undef, !"x", null, !{}, double 0.5}
!5 = !{ptr @k, !3, !4}
