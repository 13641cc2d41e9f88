; RUN: xdsl-opencl import %s | filecheck %s

; IR for amdgcn: its address spaces become SPIR's, its flat pointers generic ones; images
; are pointers that the metadata names.

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK: llvm.mlir.global external constant @table(dense<3> : tensor<2xi32>) {addr_space = 2 : i32}
@table = addrspace(4) constant [2 x i32] [i32 3, i32 3]
@k.tile = internal addrspace(3) global [8 x float] undef, align 4

; CHECK-LABEL: opencl.kernel @k(
; CHECK-SAME: %image: !opencl.image<image2d_t, write_only>
; CHECK-SAME: %out: !llvm.ptr<1>
define amdgpu_kernel void @k(ptr addrspace(4) %image, ptr addrspace(1) %out, i64 %n) #0 !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 {
  ; CHECK: %tile = opencl.local !llvm.array<8 x f32> align 4 : !llvm.ptr<3>
  ; CHECK: %v = llvm.alloca %{{.*}} x !llvm.array<4 x f32> {alignment = 4 : i64} : (i32) -> !llvm.ptr
  %v = alloca [4 x float], align 4, addrspace(5)
  %e = getelementptr [4 x float], ptr addrspace(5) %v, i32 0, i64 %n
  ; CHECK: llvm.addrspacecast %e : !llvm.ptr to !llvm.ptr<4>
  %g = addrspacecast ptr addrspace(5) %e to ptr
  %x = load float, ptr %g
  store float %x, ptr addrspace(3) @k.tile
  ; CHECK: llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %id, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

; The processor is the writer's affair, and may be one that LLVM here does not know.
; CHECK-NOT: target-cpu
attributes #0 = { nounwind "target-cpu"="gfx99999" "target-features"="+no-such" }

!0 = !{i32 1, i32 1, i32 0}
!1 = !{!"write_only", !"none", !"none"}
!2 = !{!"image2d_t", !"int*", !"long"}
!3 = !{!"", !"", !""}
