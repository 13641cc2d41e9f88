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

declare hidden <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(4), ptr addrspace(4), <2 x float>)
declare hidden ptr addrspace(5) @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, ptr addrspace(5))
declare hidden void @_Z17wait_group_eventsiPU3AS09ocl_event(i32, ptr)
