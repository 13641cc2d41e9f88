%struct.pair = type { i32, <2 x float> }
@table = addrspace(2) constant [3 x i16] [i16 1, i16 -2, i16 3], align 2
define spir_kernel void @precision(ptr addrspace(1) %p, float %f, double %e) {
  ret void
}
define spir_kernel void @integers(ptr addrspace(1) %p, i32 %a, i32 %b) {
  %sum = add nsw i32 %a, %b
  %both = sub nuw nsw i32 %sum, %b
  %q = sdiv exact i32 %both, %a
  %o = or disjoint i32 %q, %a
  ret void
}
define spir_kernel void @floats(ptr addrspace(1) %p, <4 x float> %v, float %x) {
  %sum = fadd nnan contract <4 x float> %v, %v
  %d = fdiv <4 x float> %sum, %v, !fpmath !0
  %c = fcmp ogt <4 x float> %d, %v
  %s = select <4 x i1> %c, <4 x float> %d, <4 x float> %sum
  %m = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %s, <4 x float> %v, <4 x float> %d)
  %i = insertelement <4 x float> %m, float %x, i32 1
  %h = shufflevector <4 x float> %i, <4 x float> poison, <2 x i32> <i32 3, i32 poison>
  ret void
}
define spir_kernel void @control(ptr addrspace(1) %p, i32 %n) {
entry:
  switch i32 %n, label %exit [
    i32 0, label %loop
    i32 -1, label %exit
  ]
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !2
exit:
  %r = phi i32 [ %n, %entry ], [ %n, %entry ], [ %i, %loop ]
  ret void
}
define spir_kernel void @backwards(ptr addrspace(1) %p, i32 %n) {
  br label %define
use:
  ret void
define:
  %list = alloca ptr addrspace(5), align 8, addrspace(5)
  br label %use
}
define spir_kernel void @memory(ptr addrspace(1) %p, ptr byval(%struct.pair) align 8 %s, i64 %n) {
  %a = alloca [4 x i32], align 4
  %e = getelementptr inbounds nuw [4 x i32], ptr %a, i64 0, i64 %n
  %l = load volatile i32, ptr %e, align 4
  %f = getelementptr %struct.pair, ptr %s, i32 0, i32 1
  %k = getelementptr <{ i8, float }>, ptr %s, i32 0, i32 1
  %g = addrspacecast ptr %f to ptr addrspace(4)
  %x = load <2 x float>, ptr addrspace(4) %g, align 8
  %y = load float, ptr %k, align 1
  %t = load i16, ptr addrspace(2) getelementptr ([3 x i16], ptr addrspace(2) @table, i64 0, i64 2), align 2
  ret void
}
define spir_kernel void @atomic(ptr addrspace(1) %p, i32 %v) {
  %o = atomicrmw umax ptr addrspace(1) %p, i32 %v syncscope("workgroup") acq_rel, align 4
  %c = cmpxchg weak ptr addrspace(1) %p, i32 %o, i32 %v acq_rel monotonic, align 4
  %ok = extractvalue { i32, i1 } %c, 1
  %z = zext i1 %ok to i32
  ret void
}
define spir_kernel void @calls(ptr addrspace(1) %p) {
  %r = call spir_func i32 @helper(i32 3)
  %u = call spir_func i32 @unknown(i32 %r)
  %b = call i32 @llvm.bswap.i32(i32 %u)
  %n = call i32 @llvm.amdgcn.mbcnt.lo(i32 %b, i32 %u)
  ret void
}
define internal spir_func i32 @helper(i32 noundef %x) #0 {
  ret i32 %x
}
declare spir_func i32 @unknown(i32) #1
!0 = !{float 2.5}
!2 = distinct !{!2, !3, !4}
!3 = !{!"llvm.loop.mustprogress"}
!4 = !{!"llvm.loop.unroll.count", i32 4}