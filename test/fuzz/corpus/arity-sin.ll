define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %s = call float @_Z3sinf()
  ret void
}
declare float @_Z3sinf()
