; RUN: xdsl-opencl import %s | filecheck %s

; SPIR as LLVM 3.7 to 14 wrote it: pointers with types (float addrspace(1)* and the like),
; OpenCL's own types by name.

target datalayout = "e-p:64:64:64-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%opencl.image2d_ro_t = type opaque
%opencl.image3d_t = type opaque
%opencl.sampler_t = type opaque
%struct.pair = type { float, [2 x i32]* }

@.str = private unnamed_addr addrspace(2) constant [6 x i8] c"%d*\22\0A\00", align 1

; CHECK-LABEL: opencl.kernel @k(
; CHECK-SAME: %out: !llvm.ptr<1>
; CHECK-SAME: %in: !opencl.image<image2d_t, read_only>
; CHECK-SAME: %volume: !opencl.image<image3d_t, write_only>
; CHECK-SAME: %s: !opencl.sampler
; CHECK-SAME: llvm.byval = !llvm.struct<"struct.pair", (f32, !llvm.ptr)>
define spir_kernel void @k(float addrspace(1)* nocapture %out, %opencl.image2d_ro_t addrspace(1)* %in, %opencl.image3d_t addrspace(1)* %volume, %opencl.sampler_t addrspace(2)* %s, %struct.pair* byval align 8 %p) !kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type !3 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  ; CHECK: llvm.getelementptr inbounds %out[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %a = getelementptr inbounds float, float addrspace(1)* %out, i64 %id
  ; CHECK: opencl.read_image f %in[%{{.*}}] sampler %s
  %v = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(%opencl.image2d_ro_t addrspace(1)* %in, %opencl.sampler_t addrspace(2)* %s, <2 x i32> zeroinitializer)
  %w = call spir_func i32 @_Z15get_image_width11ocl_image3d(%opencl.image3d_t addrspace(1)* %volume)
  ; CHECK: opencl.printf "%d*\22\0A"(
  %n = call i32 (i8 addrspace(2)*, ...) @printf(i8 addrspace(2)* getelementptr inbounds ([6 x i8], [6 x i8] addrspace(2)* @.str, i32 0, i32 0), i32 %w)
  %b = bitcast float addrspace(1)* %a to <4 x float> addrspace(1)*
  ; CHECK: "llvm.store"(%v, %a) <{alignment = 4 : i64}> : (vector<4xf32>, !llvm.ptr<1>) -> ()
  store <4 x float> %v, <4 x float> addrspace(1)* %b, align 4
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
