@a = internal addrspace(3) global [100000000000 x i8] undef
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  store i8 1, ptr addrspace(3) @a
  ret void
}
