target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)

; --- KERNELS
@shared_NAME = internal addrspace(3) global [24 x TYPE] undef
define spir_kernel void @line_NAME(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr TYPE, ptr addrspace(1) %a, i64 %g
  %x = load TYPE, ptr addrspace(1) %p
  %y = add TYPE %x, %x
  %z = sub i64 47, %g
  %q = getelementptr TYPE, ptr addrspace(1) %b, i64 %z
  store TYPE %y, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @loop_NAME(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr TYPE, ptr addrspace(1) %b, i64 %g
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %w = zext i32 %i to i64
  %s = add i64 %g, %w
  %bit = trunc i64 %s to i1
  br i1 %bit, label %some, label %latch
some:
  %m = mul i64 %s, 5
  %at = urem i64 %m, 48
  %p = getelementptr TYPE, ptr addrspace(1) %a, i64 %at
  %x = load TYPE, ptr addrspace(1) %p
  %o = load TYPE, ptr addrspace(1) %q
  %y = add TYPE %x, %o
  store TYPE %y, ptr addrspace(1) %q
  br label %latch
latch:
  %next = add nsw i32 %i, 1
  br label %head
end:
  ret void
}
define spir_kernel void @barrier_NAME(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr TYPE, ptr addrspace(1) %a, i64 %g
  %x0 = load TYPE, ptr addrspace(1) %p
  %x = mul TYPE %x0, %x0
  %s = getelementptr TYPE, ptr addrspace(3) @shared_NAME, i64 %l
  store TYPE %x, ptr addrspace(3) %s
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %t = phi TYPE [ %x, %entry ], [ %u, %latch ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  call spir_func void @_Z7barrierj(i32 1)
  %w = zext i32 %i to i64
  %c = xor i64 %l, %w
  %bit = trunc i64 %c to i1
  br i1 %bit, label %some, label %latch
some:
  %e = xor i64 %l, 1
  %sp = getelementptr TYPE, ptr addrspace(3) @shared_NAME, i64 %e
  %y = load TYPE, ptr addrspace(3) %sp
  %v = add TYPE %t, %y
  br label %latch
latch:
  %u = phi TYPE [ %t, %body ], [ %v, %some ]
  %next = add nsw i32 %i, 1
  br label %head
end:
  %q = getelementptr TYPE, ptr addrspace(1) %b, i64 %g
  store TYPE %t, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @private_NAME(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  %m = alloca [4 x TYPE]
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p0 = getelementptr TYPE, ptr addrspace(1) %a, i64 %g
  %x = load TYPE, ptr addrspace(1) %p0
  %m1 = getelementptr [4 x TYPE], ptr %m, i64 0, i64 1
  %m2 = getelementptr [4 x TYPE], ptr %m, i64 0, i64 2
  %m3 = getelementptr [4 x TYPE], ptr %m, i64 0, i64 3
  %x1 = add TYPE %x, %x
  %x2 = add TYPE %x1, %x
  %x3 = mul TYPE %x2, %x1
  store TYPE %x, ptr %m
  store TYPE %x1, ptr %m1
  store TYPE %x2, ptr %m2
  store TYPE %x3, ptr %m3
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %t = phi TYPE [ %x, %entry ], [ %u, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %w = zext i32 %i to i64
  %h = lshr i64 %g, 1
  %s = add i64 %h, %w
  %r = and i64 %s, 3
  %mp = getelementptr [4 x TYPE], ptr %m, i64 0, i64 %r
  %y = load TYPE, ptr %mp
  %u = add TYPE %y, %t
  store TYPE %u, ptr %mp
  %next = add nsw i32 %i, 1
  br label %head
end:
  %q = getelementptr TYPE, ptr addrspace(1) %b, i64 %g
  store TYPE %t, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @member_NAME(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr { TYPE, i8 }, ptr addrspace(1) %a, i64 %g, i32 0
  %q = getelementptr { TYPE, i8 }, ptr addrspace(1) %b, i64 %g, i32 0
  %x = load TYPE, ptr addrspace(1) %p
  %y = mul TYPE %x, %x
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  store TYPE %y, ptr addrspace(1) %q
  %next = add nsw i32 %i, 1
  br label %head
end:
  ret void
}

define spir_kernel void @narrow_NAME(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %s = phi WIDE [ ZERO, %entry ], [ %s1, %head ]
  %w = zext i32 %i to i64
  %at0 = add i64 %g, %w
  %at = urem i64 %at0, 48
  %p = getelementptr WIDE, ptr addrspace(1) %a, i64 %at
  %x = load WIDE, ptr addrspace(1) %p
  %s1 = add WIDE %s, %x
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %head, label %end
end:
  %t = trunc WIDE %s1 to TYPE
  call spir_func void @_Z7barrierj(i32 1)
  %u = mul TYPE %t, %t
  %q = getelementptr TYPE, ptr addrspace(1) %b, i64 %g
  store TYPE %u, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @mixed_NAME(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  %d = mul i64 %g, 2
  %q = getelementptr TYPE, ptr addrspace(1) %b, i64 %d
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %w = zext i32 %i to i64
  %at0 = add i64 %g, %w
  %at = urem i64 %at0, 48
  %p = getelementptr WIDE, ptr addrspace(1) %a, i64 %at
  %x = load WIDE, ptr addrspace(1) %p
  %o = load TYPE, ptr addrspace(1) %q
  %t = trunc WIDE %x to TYPE
  %u = add TYPE %t, %o
  store TYPE %u, ptr addrspace(1) %q
  %next = add nsw i32 %i, 1
  br label %head
end:
  ret void
}
define spir_kernel void @insert_NAME(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr TYPE, ptr addrspace(1) %a, i64 %g
  %q = getelementptr TYPE, ptr addrspace(1) %b, i64 %g
  %x = load TYPE, ptr addrspace(1) %p
  %e = FIRST
  %o = load TYPE, ptr addrspace(1) %q
  %v = INSERT
  store TYPE %v, ptr addrspace(1) %q
  ret void
}
