; --- SHARED

@shared = internal addrspace(3) global [8 x i32] undef, align 4
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func void @_Z7barrierj(i32) convergent
define internal spir_func void @put(i32 %a, i32 %v) noinline {
  %p = getelementptr [8 x i32], ptr addrspace(3) @shared, i32 0, i32 %a
  store i32 %v, ptr addrspace(3) %p, align 4
  ret void
}
define spir_kernel void @k(ptr addrspace(1) %o, i32 %a, i32 %b, i32 %rounds) convergent {
entry:
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %v = trunc i64 %g to i32
  %p = getelementptr inbounds i32, ptr addrspace(1) %o, i64 %g
  call spir_func void @put(i32 %a, i32 %v)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  call spir_func void @_Z7barrierj(i32 1) convergent
  store volatile i32 %i, ptr addrspace(1) %p, align 4
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %rounds
  br i1 %more, label %loop, label %end
end:
  %q = getelementptr [8 x i32], ptr addrspace(3) @shared, i32 0, i32 %b
  %w = load i32, ptr addrspace(3) %q, align 4
  store i32 %w, ptr addrspace(1) %p, align 4
  ret void
}
