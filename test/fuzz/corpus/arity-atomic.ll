define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %s = call i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p)
  ret void
}
declare i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1))
