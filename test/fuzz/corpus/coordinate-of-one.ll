; RUN: xdsl-opencl import %s | filecheck %s
; RUN: xdsl-opencl import %s --strict-metadata | filecheck %s --check-prefix=STRICT

; The named form of metadata (clang 3.0 to 3.8) with images as opaque pointers, as R600
; and early SPIR have them, and the getters of that time.

target triple = "r600--"

; Any order of the lists, argument names and hints: a kernel, but not in the strict form.
; CHECK: opencl.kernel @hinted(%{{.*}}: !llvm.ptr<1> {opencl.name = "out", opencl.type_name = "uint4*", opencl.base_type_name = "uint4*", opencl.type_qualifiers = "restrict const", llvm.noalias})
; CHECK-SAME: reqd_work_group_size = array<i32: 8, 4, 1>
; CHECK-SAME: vec_type_hint = vector<4xf32>
; STRICT: func.func @hinted(
define void @hinted(ptr addrspace(1) noalias %p) {
  ret void
}

; CHECK: opencl.kernel @images(
; CHECK-SAME: %a: !opencl.image<image2d_t, read_only> {opencl.name = "a", opencl.type_name = "image2d_t", opencl.base_type_name = "image2d_t"}
; CHECK-SAME: %b: !opencl.image<image3d_t, write_only>
; CHECK-SAME: %s: !opencl.sampler
; STRICT: opencl.kernel @images(
define void @images(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %s, ptr addrspace(1) %out) {
  ; CHECK: %[[SIZE:.*]] = opencl.image_size %b : !opencl.image<image3d_t, write_only> -> vector<3xi32>
  ; CHECK: llvm.extractelement %[[SIZE]]
  ; CHECK: %size = llvm.insertvalue
  %size = call [3 x i32] @llvm.OpenCL.image.get.size.3d(ptr addrspace(1) %b)
  %depth = extractvalue [3 x i32] %size, 2
  ; CHECK: %id = opencl.image_resource_id %a
  %id = call i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(1) %a)
  ; CHECK: %sid = opencl.sampler_resource_id %s
  %sid = call i32 @llvm.OpenCL.sampler.get.resource.id(i32 %s)
  ; CHECK: opencl.get_image_height %b : !opencl.image<image3d_t, write_only> -> i32
  %height = call i32 @llvm.AMDGPU.read.image.attribute(i32 1, i32 1)
  ; CHECK: %y = opencl.get_local_size 1 : i32
  %y = call i32 @llvm.r600.read.local.size.y()
  ; The callee learns from the call what its argument is.
  ; CHECK: func.call @width(%a) : (!opencl.image<image2d_t, read_only>) -> i32
  %w = call i32 @width(ptr addrspace(1) %a)
  store i32 %depth, ptr addrspace(1) %out
  store i32 %id, ptr addrspace(1) %out
  store i32 %sid, ptr addrspace(1) %out
  store i32 %height, ptr addrspace(1) %out
  store i32 %y, ptr addrspace(1) %out
  store i32 %w, ptr addrspace(1) %out
  ret void
}

; Not listed: a function.
; CHECK: func.func @width(%image: !opencl.image<image2d_t, read_only>) -> i32
; STRICT: func.func @width(
define i32 @width(ptr addrspace(1) %image) {
  ; CHECK: opencl.get_image_width %image
  %w = call i32 @_Z15get_image_width11ocl_image2d(ptr addrspace(1) %image)
  ret i32 %w
}

declare [3 x i32] @llvm.OpenCL.image.get.size.3d(ptr addrspace(1))
declare i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(1))
declare i32 @llvm.OpenCL.sampler.get.resource.id(i32)
declare i32 @llvm.AMDGPU.read.image.attribute(i32, i32)
declare i32 @llvm.r600.read.local.size.y()
declare i32 @_Z15get_image_width11ocl_image2d(ptr addrspace(1))

!opencl.kernels = !{!0, !10}
!opencl.ocl.version = !{!20}

!0 = !{ptr @images, !1, !2, !3, !4, !5}
!1 = !{!"kernel_arg_addr_space", i32 1, i32 1, i32 0, i32 1}
!2 = !{!"kernel_arg_access_qual", !"read_only", !"write_only", !"none", !"none"}
!3 = !{!"kernel_arg_type", !"image2d_t", !"image3d_t", !"sampler_t", !"int*"}
!4 = !{!"kernel_arg_base_type", !"image2d_t", !"image3d_t", !"sampler_t", !"int*"}
!5 = !{!"kernel_arg_type_qual", !"", !"", !"", !""}

!10 = !{ptr @hinted, !11, !12, !13, !14, !15, !16, !17, !18}
!11 = !{!"vec_type_hint", <4 x float> undef, i32 0}
!12 = !{!"kernel_arg_name", !"out"}
!13 = !{!"kernel_arg_type", !"uint4*"}
!14 = !{!"kernel_arg_base_type", !"uint __attribute__((ext_vector_type(4)))*"}
!15 = !{!"reqd_work_group_size", i32 8, i32 4, i32 1}
!16 = !{!"kernel_arg_type_qual", !"restrict const"}
!17 = !{!"kernel_arg_access_qual", !"none"}
!18 = !{!"kernel_arg_addr_space", i32 1}
!20 = !{i32 1, i32 1}
