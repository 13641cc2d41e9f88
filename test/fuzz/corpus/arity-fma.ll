define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %s = call float @_Z3fmafff(float 1.0, float 1.0)
  ret void
}
declare float @_Z3fmafff(float, float)
