define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %i = call i64 @_Z13get_global_idj()
  ret void
}
declare i64 @_Z13get_global_idj()
