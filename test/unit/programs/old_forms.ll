; --- GETTERS

declare [3 x i32] @llvm.OpenCL.image.get.size.2d(ptr addrspace(1))
declare [2 x i32] @llvm.OpenCL.image.get.format.2d(ptr addrspace(1))
declare i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(1))
declare i32 @llvm.OpenCL.sampler.get.resource.id(i32)
; --- HELPER

define i32 @width(ptr addrspace(1) %i) {
  %s = call [3 x i32] @llvm.OpenCL.image.get.size.2d(ptr addrspace(1) %i)
  %w = extractvalue [3 x i32] %s, 0
  ret i32 %w
}
define i32 @twice(ptr addrspace(1) %i) {
  %w = call i32 @width(ptr addrspace(1) %i)
  %r = shl i32 %w, 1
  ret i32 %r
}
