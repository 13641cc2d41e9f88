@a = addrspace(1) global [100000000000 x i8] zeroinitializer
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  store i8 1, ptr addrspace(1) @a
  ret void
}
