; Two kernels as a compiler for SPIR writes them.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)

define spir_kernel void @scale(ptr addrspace(1) align 4 %data, float %factor) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr inbounds float, ptr addrspace(1) %data, i64 %i
  %v = load float, ptr addrspace(1) %p, align 4
  %w = fmul float %v, %factor
  store float %w, ptr addrspace(1) %p, align 4
  ret void
}

define spir_kernel void @number(ptr addrspace(1) align 4 %data) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %i
  %n = trunc i64 %i to i32
  store i32 %n, ptr addrspace(1) %p, align 4
  ret void
}
