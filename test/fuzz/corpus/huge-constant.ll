@a = addrspace(2) constant [100000000000 x i8] zeroinitializer
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %v = load i8, ptr addrspace(2) @a
  store i8 %v, ptr addrspace(1) %p
  ret void
}
