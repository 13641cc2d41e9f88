define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %s = call i32 (...) @printf()
  ret void
}
declare i32 @printf(...)
