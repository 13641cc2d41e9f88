%struct.pair = type { i32, <2 x float> }
@table = addrspace(2) constant [3 x i16] [i16 1, i16 -2, i16 3], align 2
define spir_kernel void @precision(ptr addrspace(1) %p, float %f, double %e) {
  %d = fpext nnan contract float %f to double
  %g = fptrunc fast double %e to float
  ret void
}
define spir_kernel void @backwards(ptr addrspace(1) %p, i32 %n) {
  br label %define
use:
  ret void
define:
  br label %use
}
define spir_kernel void @memory(ptr addrspace(1) %p, ptr byval(%struct.pair) align 8 %s, i64 %n) {
  %a = alloca [4 x i32], align 4
  %e = getelementptr inbounds nuw [4 x i32], ptr %a, i64 0, i64 %n
  %f = getelementptr %struct.pair, ptr %s, i32 0, i32 1
  %k = getelementptr <{ i8, float }>, ptr %s, i32 0, i32 1
  %g = addrspacecast ptr %f to ptr addrspace(4)
  ret void
}
define spir_kernel void @atomic(ptr addrspace(1) %p, i32 %v) {
  %o = atomicrmw umax ptr addrspace(1) %p, i32 %v syncscope("workgroup") acq_rel, align 4
  %c = cmpxchg weak ptr addrspace(1) %p, i32 %o, i32 %v acq_rel monotonic, align 4
  ret void
}
define spir_kernel void @types(ptr addrspace(1) %p) {
  %i = load i32, ptr addrspace(1) %p, align 4, !tbaa !7
  %f = load float, ptr addrspace(1) %p, align 4, !noundef !9, !tbaa !11
  %q = load ptr addrspace(1), ptr addrspace(1) %p, align 8, !tbaa !14
  store i32 %i, ptr addrspace(1) %p, align 4, !tbaa !18
  %r = call spir_func i32 @helper(i32 %i), !tbaa !7
  ret void
}
define internal spir_func i32 @helper(i32 noundef %x) #0 {
  ret i32 %x
}
!5 = !{!"Simple C/C++ TBAA"}
!6 = !{!"omnipotent char", !5, i64 0}
!7 = !{!8, !8, i64 0}
!8 = !{!"int", !6, i64 0}
!9 = !{}
!10 = !{!"float", !6, i64 0}
!11 = !{!12, !10, i64 4}
!12 = !{!"pair", !8, i64 0, !10, i64 4}
!13 = !{!"p1 int", !16, i64 0}
!14 = !{!13, !13, i64 0}
!16 = !{!"any pointer", !6, i64 0}
!17 = !{!"int", !19, i64 0}
!18 = !{!7, !17, i64 0}
!19 = !{!"root of another language"}