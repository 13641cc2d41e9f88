define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  call void @_Z7barrierj()
  ret void
}
declare void @_Z7barrierj()
