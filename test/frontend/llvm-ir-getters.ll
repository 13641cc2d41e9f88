; RUN: xdsl-opencl import %s | filecheck %s
; RUN: xdsl-opencl compile %s --abi r600 --mcpu juniper -p 'opencl-lower-image-queries{source=argument-buffer}' -o %t.s && cat %t.s | filecheck %s --check-prefix=R600

; Getters of images go by the beginnings of their names, as in LLVM's own pass
; (AMDGPUOpenCLImageTypeLoweringPass.cpp); those of clover's interim form by whole names.

target triple = "r600--"

declare [3 x i32] @llvm.OpenCL.image.get.size(ptr addrspace(1))
declare [3 x i32] @llvm.OpenCL.image.get.size.2d.foo(ptr addrspace(1))
declare [2 x i32] @llvm.OpenCL.image.get.formats(ptr addrspace(1))
declare i32 @llvm.OpenCL.image.get.resource.id.x(ptr addrspace(1))

; CHECK-LABEL: opencl.kernel @beginnings(%in: !opencl.image<image3d_t, read_only>
; CHECK:         opencl.image_size %in
; CHECK:         opencl.image_size %in
; CHECK:         opencl.image_format %in
; CHECK:         opencl.image_resource_id %in
; CHECK-NOT:     llvm.OpenCL
define void @beginnings(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %1 = call [3 x i32] @llvm.OpenCL.image.get.size(ptr addrspace(1) %in)
  %a = extractvalue [3 x i32] %1, 0
  store volatile i32 %a, ptr addrspace(1) %out
  %2 = call [3 x i32] @llvm.OpenCL.image.get.size.2d.foo(ptr addrspace(1) %in)
  %b = extractvalue [3 x i32] %2, 2
  store volatile i32 %b, ptr addrspace(1) %out
  %3 = call [2 x i32] @llvm.OpenCL.image.get.formats(ptr addrspace(1) %in)
  %c = extractvalue [2 x i32] %3, 1
  store volatile i32 %c, ptr addrspace(1) %out
  %d = call i32 @llvm.OpenCL.image.get.resource.id.x(ptr addrspace(1) %in)
  store volatile i32 %d, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.AMDGPU.get.image.2d(ptr addrspace(1), i32)
declare i32 @llvm.AMDGPU.get.image.3d(ptr addrspace(1), i32)
declare i32 @llvm.AMDGPU.read.workdim()
declare ptr addrspace(7) @llvm.r600.implicitarg.ptr()

; Nine dwords, the images at 9 and 10, the pointer at 11; after it, at 12, the number of
; dimensions, the offset, and from 16 on five attributes for each image.

; CHECK-LABEL: opencl.kernel @interim(
; CHECK:         opencl.get_work_dim : i32
; CHECK:         opencl.get_image_width %a
; CHECK:         opencl.get_image_height %a
; CHECK:         opencl.get_image_channel_data_type %a
; CHECK:         opencl.get_image_depth %b
; CHECK:         opencl.get_image_channel_order %b
; CHECK:         opencl.get_work_dim : i32
; CHECK:         opencl.get_global_offset 1
; CHECK:         opencl.get_image_height %a
; CHECK-NOT:     llvm.{{AMDGPU|r600|load|getelementptr}}
; R600-LABEL: interim:
; R600-DAG: KC0[3].X
; R600-DAG: KC0[4].X
; R600-DAG: KC0[4].Y
; R600-DAG: KC0[4].W
; R600-DAG: KC0[5].W
; R600-DAG: KC0[6].Y
define void @interim(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out) {
  %dim = call i32 @llvm.AMDGPU.read.workdim()
  store volatile i32 %dim, ptr addrspace(1) %out
  %w = call i32 @llvm.AMDGPU.get.image.2d(ptr addrspace(1) %a, i32 0)
  store volatile i32 %w, ptr addrspace(1) %out
  %h = call i32 @llvm.AMDGPU.get.image.2d(ptr addrspace(1) %a, i32 1)
  store volatile i32 %h, ptr addrspace(1) %out
  %t = call i32 @llvm.AMDGPU.get.image.2d(ptr addrspace(1) %a, i32 3)
  store volatile i32 %t, ptr addrspace(1) %out
  %d = call i32 @llvm.AMDGPU.get.image.3d(ptr addrspace(1) %b, i32 2)
  store volatile i32 %d, ptr addrspace(1) %out
  %o = call i32 @llvm.AMDGPU.get.image.3d(ptr addrspace(1) %b, i32 4)
  store volatile i32 %o, ptr addrspace(1) %out
  %p = call ptr addrspace(7) @llvm.r600.implicitarg.ptr()
  %n = load i32, ptr addrspace(7) %p
  store volatile i32 %n, ptr addrspace(1) %out
  %q = getelementptr i32, ptr addrspace(7) %p, i32 2
  %y = load i32, ptr addrspace(7) %q
  store volatile i32 %y, ptr addrspace(1) %out
  %r = getelementptr i8, ptr addrspace(7) %q, i32 12
  %z = load i32, ptr addrspace(7) %r
  store volatile i32 %z, ptr addrspace(1) %out
  ret void
}

!opencl.kernels = !{!0, !6}
!0 = !{ptr @beginnings, !1, !2, !3, !4, !5}
!1 = !{!"kernel_arg_addr_space", i32 1, i32 1}
!2 = !{!"kernel_arg_access_qual", !"read_only", !"none"}
!3 = !{!"kernel_arg_type", !"image3d_t", !"int*"}
!4 = !{!"kernel_arg_base_type", !"image3d_t", !"int*"}
!5 = !{!"kernel_arg_type_qual", !"", !""}
!6 = !{ptr @interim, !7, !8, !9, !10, !11}
!7 = !{!"kernel_arg_addr_space", i32 1, i32 1, i32 1}
!8 = !{!"kernel_arg_access_qual", !"read_only", !"write_only", !"none"}
!9 = !{!"kernel_arg_type", !"image2d_t", !"image3d_t", !"int*"}
!10 = !{!"kernel_arg_base_type", !"image2d_t", !"image3d_t", !"int*"}
!11 = !{!"kernel_arg_type_qual", !"", !"", !""}
