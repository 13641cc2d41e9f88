; RUN: xdsl-opencl import %s | filecheck %s
; RUN: xdsl-opencl import %s -o %t.mlir
; RUN: xdsl-opencl compile %t.mlir --mcpu gfx900 -o - --emit s | filecheck %s --check-prefix=ASM

; Images, samplers and events are pointers in amdgcn's LLVM IR since version 15.

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-A5-G1"
target triple = "amdgcn-amd-amdhsa"

; Nothing calls these two any more: what they call says what they take.
; CHECK: func.func @inner(%s: !opencl.sampler, %i: !opencl.image<image2d_t, read_only>, %p: !llvm.ptr<1>)
define hidden <4 x float> @inner(ptr addrspace(4) %s, ptr addrspace(4) readonly %i, ptr addrspace(1) %p) {
  ; CHECK: opencl.read_image f %i[%{{.*}}] sampler %s
  %v = tail call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(4) %i, ptr addrspace(4) %s, <2 x float> <float 1.0, float 2.0>)
  ret <4 x float> %v
}
; CHECK: func.func @outer(%i: !opencl.image<image2d_t, read_only>, %s: !opencl.sampler)
define hidden <4 x float> @outer(ptr addrspace(4) %i, ptr addrspace(4) %s) {
  %v = call <4 x float> @inner(ptr addrspace(4) %s, ptr addrspace(4) %i, ptr addrspace(1) null)
  ret <4 x float> %v
}

; ASM-LABEL: k:
; CHECK-LABEL: opencl.kernel @k
define protected amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %l, i64 %n) {
  %list = alloca ptr addrspace(5), align 8, addrspace(5)
  ; CHECK: %[[NULL:.*]] = opencl.null_event
  ; CHECK: opencl.async_work_group_copy f32 %l, %p, %n event %[[NULL]]
  %event = tail call ptr addrspace(5) @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %p, i64 %n, ptr addrspace(5) null)
  store ptr addrspace(5) %event, ptr addrspace(5) %list, align 8
  %generic = addrspacecast ptr addrspace(5) %list to ptr
  ; CHECK: opencl.wait_group_events_ptr
  ; ASM: s_barrier
  call void @_Z17wait_group_eventsiPU3AS09ocl_event(i32 1, ptr %generic)
  %v = load float, ptr addrspace(3) %l, align 4
  store float %v, ptr addrspace(1) %p, align 4
  ret void
}

; An image's address, as a number and back.
; CHECK-LABEL: opencl.kernel @number(%i: !opencl.image<image2d_t, read_only>
; CHECK-NOT: {{ptrtoint|inttoptr|trunc|zext|addrspacecast}}
; CHECK: opencl.get_image_width %i
; CHECK-NOT: {{ptrtoint|inttoptr|trunc|zext|addrspacecast}}
; CHECK: opencl.get_image_width %j
; CHECK-NEXT: llvm.add
define amdgpu_kernel void @number(ptr addrspace(1) %i, ptr addrspace(1) %j, ptr addrspace(1) %o) !kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type !3 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 {
  %n = ptrtoint ptr addrspace(1) %i to i64
  %low = and i64 %n, 4294967295
  %p = inttoptr i64 %low to ptr addrspace(4)
  %v = call i32 @_Z15get_image_width14ocl_image2d_ro(ptr addrspace(4) %p)
  %generic = addrspacecast ptr addrspace(1) %j to ptr
  %m = ptrtoint ptr %generic to i64
  %half = trunc i64 %m to i32
  %whole = zext i32 %half to i64
  %q = inttoptr i64 %whole to ptr addrspace(4)
  %w = call i32 @_Z15get_image_width14ocl_image2d_ro(ptr addrspace(4) %q)
  %x = add i32 %v, %w
  store i32 %x, ptr addrspace(1) %o
  ret void
}
; A structure that is passed by its address: pointers to it in all blocks are private.
; CHECK-LABEL: opencl.kernel @by_reference(
; CHECK-SAME: %s: !llvm.ptr {{{.*}}llvm.byval = !llvm.struct<(i32, i32)>
; CHECK: ^both(%p: !llvm.ptr):
; CHECK-NEXT: "llvm.load"(%p) {{.*}} : (!llvm.ptr) -> i32
define amdgpu_kernel void @by_reference(ptr addrspace(1) %o, ptr addrspace(4) byref({i32, i32}) align 4 %s, i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %second, label %both
second:
  %t = getelementptr i8, ptr addrspace(4) %s, i32 4
  br label %both
both:
  %p = phi ptr addrspace(4) [ %s, %entry ], [ %t, %second ]
  %v = load i32, ptr addrspace(4) %p
  store i32 %v, ptr addrspace(1) %o
  ret void
}

declare i32 @_Z15get_image_width14ocl_image2d_ro(ptr addrspace(4))
declare hidden <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(4), ptr addrspace(4), <2 x float>)
declare hidden ptr addrspace(5) @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, ptr addrspace(5))
declare hidden void @_Z17wait_group_eventsiPU3AS09ocl_event(i32, ptr)

!1 = !{i32 1, i32 1, i32 1}
!2 = !{!"read_only", !"read_only", !"none"}
!3 = !{!"image2d_t", !"image2d_t", !"int*"}
!4 = !{!"", !"", !""}
