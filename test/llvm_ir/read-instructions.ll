; RUN: xdsl-opencl import %s | filecheck %s
; RUN: xdsl-opencl import %s | xdsl-opt -t opencl-mlir | filecheck %s

; Each form of instruction that unoptimised and optimised OpenCL C has.

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%struct.pair = type { i32, <2 x float> }

; CHECK: llvm.mlir.global external constant @table(dense<[1, -2, 3]> : tensor<3xi16>) {addr_space = 2 : i32, alignment = 2 : i64} : !llvm.array<3 x i16>
@table = addrspace(2) constant [3 x i16] [i16 1, i16 -2, i16 3], align 2
; CHECK: llvm.mlir.global external constant @text("a\22\00") {addr_space = 2 : i32} : !llvm.array<3 x i8>
@text = addrspace(2) constant [3 x i8] c"a\22\00"
; A byte above 127 is no text.
; CHECK: llvm.mlir.global external constant @bytes(dense<[-1, 0]> : tensor<2xi8>)
@bytes = addrspace(2) constant [2 x i8] c"\FF\00"
; CHECK: llvm.mlir.global external constant @pairs() {addr_space = 2 : i32} : !llvm.struct<"struct.pair", (i32, vector<2xf32>)> {
; CHECK:   llvm.insertvalue
; CHECK:   llvm.return
@pairs = addrspace(2) constant %struct.pair { i32 7, <2 x float> <float 1.0, float 2.0> }
; In bytes: 1, then 2.0 at offset 1.
; CHECK: llvm.mlir.global external constant @packed("\01\00\00\00@") {addr_space = 2 : i32} : !llvm.array<5 x i8>
@packed = addrspace(2) constant <{ i8, float }> <{ i8 1, float 2.0 }>

; CHECK-LABEL: opencl.kernel @precision(
define spir_kernel void @precision(ptr addrspace(1) %p, float %f, double %e) {
  ; CHECK: "llvm.fpext"(%f) <{fastmathFlags = #llvm.fastmath<nnan,contract>}> : (f32) -> f64
  %d = fpext nnan contract float %f to double
  ; CHECK: "llvm.fptrunc"(%e) <{fastmathFlags = #llvm.fastmath<fast>}> : (f64) -> f32
  %g = fptrunc fast double %e to float
  store double %d, ptr addrspace(1) %p
  store float %g, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: opencl.kernel @integers(
define spir_kernel void @integers(ptr addrspace(1) %p, i32 %a, i32 %b) {
  ; CHECK: %sum = llvm.add %a, %b overflow<nsw> : i32
  %sum = add nsw i32 %a, %b
  ; CHECK: %both = llvm.sub %sum, %b overflow<nsw,nuw> : i32
  %both = sub nuw nsw i32 %sum, %b
  ; CHECK: %q = "llvm.sdiv"(%both, %a) {isExact} : (i32, i32) -> i32
  %q = sdiv exact i32 %both, %a
  ; CHECK: %o = "llvm.or"(%q, %a) {isDisjoint} : (i32, i32) -> i32
  %o = or disjoint i32 %q, %a
  ; CHECK: %w = "llvm.zext"(%o) {nonNeg} : (i32) -> i64
  %w = zext nneg i32 %o to i64
  ; CHECK: %c = llvm.icmp "ult" %o, %b : i32
  %c = icmp ult i32 %o, %b
  ; CHECK: %s = llvm.select %c, %w, %{{.*}} : i1, i64
  %s = select i1 %c, i64 %w, i64 -1
  ; CHECK: %f = llvm.freeze %s : i64
  %f = freeze i64 %s
  ; CHECK: "llvm.store"(%f, %p) <{alignment = 8 : i64, volatile_}> : (i64, !llvm.ptr<1>) -> ()
  store volatile i64 %f, ptr addrspace(1) %p, align 8
  ret void
}

; CHECK-LABEL: opencl.kernel @floats(
define spir_kernel void @floats(ptr addrspace(1) %p, <4 x float> %v, float %x) {
  ; CHECK: %sum = "llvm.fadd"(%v, %v) <{fastmathFlags = #llvm.fastmath<nnan,contract>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %sum = fadd nnan contract <4 x float> %v, %v
  ; CHECK: %d = llvm.fdiv %sum, %v {opencl.metadata = {fpmath = 2.500000e+00 : f32}} : vector<4xf32>
  %d = fdiv <4 x float> %sum, %v, !fpmath !0
  ; CHECK: %c = llvm.fcmp "ogt" %d, %v : vector<4xf32>
  %c = fcmp ogt <4 x float> %d, %v
  ; CHECK: %s = llvm.select %c, %d, %sum : vector<4xi1>, vector<4xf32>
  %s = select <4 x i1> %c, <4 x float> %d, <4 x float> %sum
  ; CHECK: %m = llvm.intr.fmuladd(%s, %v, %d) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %m = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %s, <4 x float> %v, <4 x float> %d)
  ; CHECK: %i = llvm.insertelement %x, %m[%{{.*}} : i32] : vector<4xf32>
  %i = insertelement <4 x float> %m, float %x, i32 1
  ; CHECK: %h = llvm.shufflevector %i, %{{.*}} [3, -1] : vector<4xf32>
  %h = shufflevector <4 x float> %i, <4 x float> poison, <2 x i32> <i32 3, i32 poison>
  ; CHECK: "llvm.store"(%h, %p) <{alignment = 8 : i64}> {opencl.metadata = {nontemporal}} : (vector<2xf32>, !llvm.ptr<1>) -> ()
  store <2 x float> %h, ptr addrspace(1) %p, align 8, !nontemporal !1
  ret void
}

; Two edges from `entry` to `exit`: the value goes along each.
; CHECK-LABEL: opencl.kernel @control(
define spir_kernel void @control(ptr addrspace(1) %p, i32 %n) {
entry:
  ; CHECK: llvm.switch %n : i32, ^{{.*}}(%{{.*}} : i32) [
  ; CHECK-NEXT: 0: ^{{.*}},
  ; CHECK-NEXT: -1: ^{{.*}}(%n : i32)
  switch i32 %n, label %exit [
    i32 0, label %loop
    i32 -1, label %exit
  ]
loop:
  ; CHECK: ^loop(%i: i32):
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  ; CHECK: llvm.cond_br %more, ^loop(%next : i32), ^{{.*}}(%i : i32) {opencl.metadata = {llvm.loop = {unroll.count = 4 : i32}}}
  br i1 %more, label %loop, label %exit, !llvm.loop !2
exit:
  %r = phi i32 [ %n, %entry ], [ %n, %entry ], [ %i, %loop ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; A use that the text has before its definition.
; CHECK-LABEL: opencl.kernel @backwards(
; CHECK: "llvm.store"(%late, %p)
; CHECK: %late = llvm.mul %n, %n : i32
define spir_kernel void @backwards(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %define
use:
  store i32 %late, ptr addrspace(1) %p
  ret void
define:
  %late = mul i32 %n, %n
  br label %use
}

; CHECK-LABEL: opencl.kernel @memory(
define spir_kernel void @memory(ptr addrspace(1) %p, ptr byval(%struct.pair) align 8 %s, i64 %n) {
  ; CHECK: %a = llvm.alloca %{{.*}} x !llvm.array<4 x i32> {alignment = 4 : i64} : (i32) -> !llvm.ptr
  %a = alloca [4 x i32], align 4
  ; CHECK: "llvm.intr.lifetime.start"(%a) {size = -1 : i64} : (!llvm.ptr) -> ()
  call void @llvm.lifetime.start.p0(ptr %a)
  ; CHECK: "llvm.intr.memset"(%a, %{{.*}}, %{{.*}}) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i1 false)
  ; CHECK: %e = "llvm.getelementptr"(%a, %n) <{elem_type = !llvm.array<4 x i32>, inbounds, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: 0, -2147483648>}> : (!llvm.ptr, i64) -> !llvm.ptr
  %e = getelementptr inbounds nuw [4 x i32], ptr %a, i64 0, i64 %n
  ; CHECK: %l = "llvm.load"(%e) <{alignment = 4 : i64, volatile_}> : (!llvm.ptr) -> i32
  %l = load volatile i32, ptr %e, align 4
  ; CHECK: %f = llvm.getelementptr %s[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"struct.pair", (i32, vector<2xf32>)>
  %f = getelementptr %struct.pair, ptr %s, i32 0, i32 1
  ; The packed struct's second element is one byte from its start.
  ; CHECK: %k = llvm.getelementptr %s[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %k = getelementptr <{ i8, float }>, ptr %s, i32 0, i32 1
  ; CHECK: %g = llvm.addrspacecast %f : !llvm.ptr to !llvm.ptr<4>
  %g = addrspacecast ptr %f to ptr addrspace(4)
  ; CHECK: %x = "llvm.load"(%g) <{alignment = 8 : i64}> : (!llvm.ptr<4>) -> vector<2xf32>
  %x = load <2 x float>, ptr addrspace(4) %g, align 8
  ; CHECK: %y = "llvm.load"(%k) <{alignment = 1 : i64}> : (!llvm.ptr) -> f32
  %y = load float, ptr %k, align 1
  %t = load i16, ptr addrspace(2) getelementptr ([3 x i16], ptr addrspace(2) @table, i64 0, i64 2), align 2
  store i32 %l, ptr addrspace(1) %p
  store <2 x float> %x, ptr addrspace(1) %p
  store float %y, ptr addrspace(1) %p
  store i16 %t, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: opencl.kernel @atomic(
define spir_kernel void @atomic(ptr addrspace(1) %p, i32 %v) {
  ; CHECK: %o = "llvm.atomicrmw"(%p, %v) <{alignment = 4 : i64, bin_op = 9 : i64, ordering = 6 : i64, syncscope = "workgroup"}> : (!llvm.ptr<1>, i32) -> i32
  %o = atomicrmw umax ptr addrspace(1) %p, i32 %v syncscope("workgroup") acq_rel, align 4
  ; CHECK: %c = "llvm.cmpxchg"(%p, %o, %v) <{alignment = 4 : i64, failure_ordering = 2 : i64, success_ordering = 6 : i64, weak}> : (!llvm.ptr<1>, i32, i32) -> !llvm.struct<(i32, i1)>
  %c = cmpxchg weak ptr addrspace(1) %p, i32 %o, i32 %v acq_rel monotonic, align 4
  ; CHECK: %ok = llvm.extractvalue %c[1] : !llvm.struct<(i32, i1)>
  %ok = extractvalue { i32, i1 } %c, 1
  ; CHECK: llvm.fence syncscope("agent") release
  fence syncscope("agent") release
  %z = zext i1 %ok to i32
  store i32 %z, ptr addrspace(1) %p
  ret void
}

; An external function that is no builtin stays a call.
; CHECK-LABEL: opencl.kernel @calls(
define spir_kernel void @calls(ptr addrspace(1) %p) {
  ; CHECK: %r = func.call @helper(%{{.*}}) : (i32) -> i32
  %r = call spir_func i32 @helper(i32 3)
  ; CHECK: %u = func.call @unknown(%r) : (i32) -> i32
  %u = call spir_func i32 @unknown(i32 %r)
  ; CHECK: %b = llvm.intr.bswap(%u) : (i32) -> i32
  %b = call i32 @llvm.bswap.i32(i32 %u)
  ; CHECK: %n = llvm.call_intrinsic "llvm.amdgcn.mbcnt.lo"(%b, %u) : (i32, i32) -> i32
  %n = call i32 @llvm.amdgcn.mbcnt.lo(i32 %b, i32 %u)
  store i32 %n, ptr addrspace(1) %p
  ret void
}

; The scalar type of an access to a structure, pointers with what all pointers are; nothing of
; `char`, of another language, and of what is no load or store.
; CHECK-LABEL: opencl.kernel @types(
define spir_kernel void @types(ptr addrspace(1) %p) {
  ; CHECK: "llvm.load"({{.*}} {opencl.metadata = {tbaa = "int"}} : (!llvm.ptr<1>) -> i32
  %i = load i32, ptr addrspace(1) %p, align 4, !tbaa !7
  ; CHECK: "llvm.load"({{.*}} {opencl.metadata = {tbaa = "float", noundef}} : (!llvm.ptr<1>) -> f32
  %f = load float, ptr addrspace(1) %p, align 4, !noundef !9, !tbaa !11
  ; CHECK: "llvm.load"({{.*}} {opencl.metadata = {tbaa = ["p1 int", "any pointer"]}}
  %q = load ptr addrspace(1), ptr addrspace(1) %p, align 8, !tbaa !14
  ; CHECK: "llvm.store"({{.*}} <{alignment = 1 : i64}> : (i8, !llvm.ptr<1>) -> ()
  store i8 1, ptr addrspace(1) %p, align 1, !tbaa !15
  ; CHECK: "llvm.store"({{.*}} <{alignment = 4 : i64}> : (i32, !llvm.ptr<1>) -> ()
  store i32 %i, ptr addrspace(1) %p, align 4, !tbaa !18
  ; CHECK: "llvm.store"({{.*}} <{alignment = 4 : i64}> : (f32, !llvm.ptr<1>) -> ()
  store float %f, ptr addrspace(1) %p, align 4, !tbaa !20
  ; CHECK: func.call @helper({{.*}}) : (i32) -> i32
  %r = call spir_func i32 @helper(i32 %i), !tbaa !7
  ; CHECK: "llvm.atomicrmw"(%q, %r) <{{{.*}}}> : (!llvm.ptr<1>, i32) -> i32
  %a = atomicrmw add ptr addrspace(1) %q, i32 %r monotonic, !tbaa !7
  ret void
}

; CHECK: func.func private @helper(%{{.*}}: i32 {llvm.noundef}) -> i32 attributes {llvm.linkage = #llvm.linkage<"internal">, passthrough = ["convergent", ["denormal-fp-math", "ieee"]]}
define internal spir_func i32 @helper(i32 noundef %x) #0 {
  ret i32 %x
}

; CHECK: func.func private @unknown(i32) -> i32 attributes {passthrough = ["nounwind"]}
declare spir_func i32 @unknown(i32) #1
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { convergent memory(none) "denormal-fp-math"="ieee" "frame-pointer"="all" }
attributes #1 = { nounwind }

!0 = !{float 2.5}
!1 = !{i32 1}
!2 = distinct !{!2, !3, !4}
!3 = !{!"llvm.loop.mustprogress"}
!4 = !{!"llvm.loop.unroll.count", i32 4}
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
!15 = !{!6, !6, i64 0}
!16 = !{!"any pointer", !6, i64 0}
!17 = !{!"int", !19, i64 0}
!18 = !{!17, !17, i64 0}
!19 = !{!"root of another language"}
!20 = !{!21, !21, i64 0, i64 4}
!21 = !{!22, i64 4, !"float"}
!22 = !{!23, i64 1, !"char"}
!23 = !{!"root of sizes"}
