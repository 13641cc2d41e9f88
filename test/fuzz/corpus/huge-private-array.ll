define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %a = alloca [100000000000 x i8], align 1
  store volatile i8 1, ptr %a
  ret void
}
