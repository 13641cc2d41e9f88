target triple = "spir64-unknown-unknown"
$pick = comdat any
$other = comdat any
@number = addrspace(2) constant i32 4
@same = alias i32, ptr addrspace(2) @number
@put = alias void (ptr addrspace(1), i32), ptr @store
@shared = linkonce_odr addrspace(2) constant i32 3, comdat($other), align 4
@llvm.used = appending global [1 x ptr] [ptr @store], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @pick], section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr }] [{ ptr, ptr } { ptr @pick, ptr null }]
define void @store(ptr addrspace(1) %p, i32 %i) {
  store i32 %i, ptr addrspace(1) %p, align 4
  ret void
}
define linkonce_odr i32 @pick(i32 %i) comdat align 4 {
  ret i32 %i
}
define linkonce_odr i32 @take(i32 %i) comdat($other) {
  ret i32 %i
}
define spir_kernel void @k(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(2) @same, align 4
  %b = load i32, ptr addrspace(2) @shared, align 4
  %c = call i32 @pick(i32 %a)
  %d = call i32 @take(i32 %b)
  %e = add i32 %c, %d
  call void @put(ptr addrspace(1) %p, i32 %e)
  call void @llvm.prefetch.p1(ptr addrspace(1) %p, i32 0, i32 3, i32 1)
  %x = insertelement <4 x i128> splat (i128 7), i128 18446744073709551616, i32 0
  store <4 x i128> %x, ptr addrspace(1) %p, align 16
  ret void
}
declare void @llvm.prefetch.p1(ptr addrspace(1), i32, i32, i32)
