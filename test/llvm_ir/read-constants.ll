; RUN: xdsl-opencl import %s | filecheck %s

; Constants that become operations: each once, the two zeros apart.

target triple = "spir64-unknown-unknown"

; CHECK-LABEL: opencl.kernel @elements(
; CHECK: %[[V:.*]] = llvm.bitcast %{{.*}} : vector<1xi32> to vector<2xi16>
; CHECK: %[[E:.*]] = llvm.extractelement %[[V]][%{{.*}} : i32] : vector<2xi16>
; CHECK: %[[F:.*]] = llvm.insertelement %[[E]], %{{.*}}[%{{.*}} : i32] : vector<2xi16>
; CHECK: %[[I:.*]] = llvm.insertelement %{{.*}}, %[[F]][%{{.*}} : i32] : vector<2xi16>
; CHECK: "llvm.store"(%[[E]], %p)
; CHECK-NEXT: "llvm.store"(%[[I]], %p)
define spir_kernel void @elements(ptr addrspace(1) %p) {
  store i16 extractelement (<2 x i16> bitcast (<1 x i32> <i32 7> to <2 x i16>), i32 1), ptr addrspace(1) %p, align 2
  store <2 x i16> insertelement (<2 x i16> <i16 5, i16 6>, i16 extractelement (<2 x i16> bitcast (<1 x i32> <i32 7> to <2 x i16>), i32 1), i32 0), ptr addrspace(1) %p, align 2
  ret void
}

; CHECK-LABEL: opencl.kernel @zeros(
; CHECK-DAG: %[[P:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
; CHECK-DAG: %[[N:.*]] = llvm.mlir.constant(-0.000000e+00 : f32) : f32
; CHECK: "llvm.store"(%[[P]], %p)
; CHECK-NEXT: "llvm.store"(%[[N]], %p)
; CHECK-NEXT: "llvm.store"(%[[P]], %p)
define spir_kernel void @zeros(ptr addrspace(1) %p) {
  store float 0.0, ptr addrspace(1) %p, align 4
  store float -0.0, ptr addrspace(1) %p, align 4
  store float 0.0, ptr addrspace(1) %p, align 4
  ret void
}
