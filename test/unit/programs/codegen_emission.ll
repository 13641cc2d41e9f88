; --- OPTIMISED_IR_AND_LEVELS

define internal i32 @twice(i32 %a) { %b = add i32 %a, %a ret i32 %b }
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %a) {
  %c = call i32 @twice(i32 %a)
  store i32 %c, ptr addrspace(1) %p
  ret void
}
; --- FUNCTIONS_BECOME_LOCAL

define i32 @helper(i32 %a) noinline { %b = mul i32 %a, %a ret i32 %b }
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %a) {
  %c = call i32 @helper(i32 %a)
  store i32 %c, ptr addrspace(1) %p
  ret void
}
; --- KERNEL_NAMES

define amdgpu_kernel void @plain(i32 %a) #0 {
define protected amdgpu_kernel void @"with space\22"(ptr addrspace(1) %p) {
define internal void @not_a_kernel() {
declare amdgpu_kernel void @declared()
define dso_local spir_kernel void @a.b$c-1() {
; --- UNUSED_DECLARATIONS_AND_DYNAMIC_LOCAL_MEMORY_ARE_FINE

@dynamic = external addrspace(3) global [0 x i32]
declare float @never_called(float)
define amdgpu_kernel void @k() {
  store i32 3, ptr addrspace(3) @dynamic
  ret void
}
; --- SHORT_ARMS_ARE_NO_BRANCHES

define {convention} void @k(ptr{space} %out, i32 %x, i32 %a, i32 %b) {{
entry:
  %odd = trunc i32 %x to i1
  br i1 %odd, label %then, label %else
then:
  %t0 = xor i32 %x, %a
  %t1 = mul i32 %x, 3
  %t2 = add i32 %t0, %t1
  %t3 = sub i32 %t2, %b
  br label %end
else:
  %e0 = or i32 %x, %b
  %e1 = sub i32 %e0, %a
  %e2 = shl i32 %x, 2
  %e3 = xor i32 %e1, %e2
  br label %end
end:
  %v = phi i32 [ %t3, %then ], [ %e3, %else ]
  store i32 %v, ptr{space} %out
  ret void
}}
