// RUN: xdsl-opt %s -t opencl-mlir | xdsl-opt -t opencl-mlir | filecheck %s
// RUN: xdsl-opt %s -t 'opencl-mlir{print-generic-format=true}' | filecheck %s --check-prefix=CHECK-GENERIC
// RUN: xdsl-opt %s --print-op-generic | xdsl-opt -t opencl-mlir | filecheck %s

// An operation of ours is the first of its dialect in the file.
%poison = llvm.mlir.poison : vector<4xf32>
// CHECK:         %{{.*}} = llvm.mlir.poison : vector<4xf32>
// CHECK-GENERIC: %{{.*}} = "llvm.mlir.poison"() : () -> vector<4xf32>

// CHECK-LABEL: llvm.func @instructions
// CHECK-GENERIC: sym_name = "instructions"
llvm.func @instructions(%p: !llvm.ptr<1>, %i: i32, %j: i32, %l: i64, %x: f32, %v: vector<4xf32>) {
  // CHECK-NEXT: %{{.*}} = llvm.extractelement %{{.*}}[%{{.*}} : i32] : vector<4xf32>
  // CHECK-GENERIC: "llvm.extractelement"(%{{.*}}, %{{.*}}) : (vector<4xf32>, i32) -> f32
  %0 = llvm.extractelement %v[%i : i32] : vector<4xf32>
  // CHECK-NEXT: %{{.*}} = llvm.addrspacecast %{{.*}} : !llvm.ptr<1> to !llvm.ptr
  // CHECK-GENERIC-NEXT: "llvm.addrspacecast"(%{{.*}}) : (!llvm.ptr<1>) -> !llvm.ptr
  %1 = llvm.addrspacecast %p : !llvm.ptr<1> to !llvm.ptr
  // CHECK-NEXT: llvm.fptosi %{{.*}} : f32 to i32
  // CHECK-GENERIC-NEXT: "llvm.fptosi"(%{{.*}}) : (f32) -> i32
  %2 = llvm.fptosi %x : f32 to i32
  // CHECK-NEXT: llvm.fptoui %{{.*}} : vector<4xf32> to vector<4xi32>
  // CHECK-GENERIC-NEXT: "llvm.fptoui"(%{{.*}}) : (vector<4xf32>) -> vector<4xi32>
  %3 = llvm.fptoui %v : vector<4xf32> to vector<4xi32>
  // CHECK-NEXT: llvm.uitofp %{{.*}} : i32 to f32
  // CHECK-GENERIC-NEXT: "llvm.uitofp"(%{{.*}}) : (i32) -> f32
  %4 = llvm.uitofp %i : i32 to f32
  // CHECK-NEXT: "llvm.uitofp"(%{{.*}}) {nonNeg} : (i32) -> f32
  // CHECK-GENERIC-NEXT: "llvm.uitofp"(%{{.*}}) {nonNeg} : (i32) -> f32
  %5 = llvm.uitofp nneg %i : i32 to f32
  // CHECK-NEXT: llvm.freeze %{{.*}} : i32
  // CHECK-GENERIC-NEXT: "llvm.freeze"(%{{.*}}) : (i32) -> i32
  %6 = llvm.freeze %i : i32
  // CHECK-NEXT: llvm.fence acquire
  // CHECK-GENERIC-NEXT: "llvm.fence"() <{ordering = 4 : i64}> : () -> ()
  llvm.fence acquire
  // CHECK-NEXT: llvm.fence syncscope("workgroup") seq_cst
  // CHECK-GENERIC-NEXT: "llvm.fence"() <{ordering = 7 : i64, syncscope = "workgroup"}> : () -> ()
  llvm.fence syncscope("workgroup") seq_cst
  // CHECK-NEXT: llvm.atomicrmw umax %{{.*}}, %{{.*}} monotonic : !llvm.ptr<1>, i32
  // CHECK-GENERIC-NEXT: "llvm.atomicrmw"(%{{.*}}, %{{.*}}) <{bin_op = 9 : i64, ordering = 2 : i64}> : (!llvm.ptr<1>, i32) -> i32
  %7 = llvm.atomicrmw umax %p, %i monotonic : !llvm.ptr<1>, i32
  // CHECK-NEXT: "llvm.atomicrmw"(%{{.*}}, %{{.*}}) <{alignment = 4 : i64, bin_op = 11 : i64, ordering = 6 : i64, syncscope = "agent", volatile_}> {opencl.metadata = {noundef}} : (!llvm.ptr<1>, f32) -> f32
  %8 = llvm.atomicrmw volatile fadd %p, %x syncscope("agent") acq_rel {alignment = 4 : i64, opencl.metadata = {noundef}} : !llvm.ptr<1>, f32
  // CHECK-NEXT: llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} seq_cst monotonic : !llvm.ptr<1>, i32
  // CHECK-GENERIC: "llvm.cmpxchg"(%{{.*}}, %{{.*}}, %{{.*}}) <{success_ordering = 7 : i64, failure_ordering = 2 : i64}> : (!llvm.ptr<1>, i32, i32) -> !llvm.struct<(i32, i1)>
  %9 = llvm.cmpxchg %p, %i, %j seq_cst monotonic : !llvm.ptr<1>, i32
  // CHECK-NEXT: "llvm.cmpxchg"(%{{.*}}, %{{.*}}, %{{.*}}) <{alignment = 4 : i64, failure_ordering = 4 : i64, success_ordering = 6 : i64, syncscope = "x", volatile_, weak}> : (!llvm.ptr<1>, i32, i32) -> !llvm.struct<(i32, i1)>
  %10 = llvm.cmpxchg weak volatile %p, %i, %j syncscope("x") acq_rel acquire {alignment = 4 : i64} : !llvm.ptr<1>, i32
  // CHECK-NEXT: llvm.switch %{{.*}} : i32, ^bb{{[0-9]}}(%{{.*}} : i32) [
  // CHECK-NEXT:   -1: ^bb{{[0-9]}}(%{{.*}} : i32),
  // CHECK-NEXT:   -2: ^bb{{[0-9]}},
  // CHECK-NEXT:   42: ^bb{{[0-9]}}
  // CHECK-NEXT: ]
  // CHECK-GENERIC: "llvm.switch"(%{{.*}}, %{{.*}}, %{{.*}}) [{{.*}}] <{
  // CHECK-GENERIC-SAME: case_operand_segments = array<i32: 1, 0, 0>
  // CHECK-GENERIC-SAME: operandSegmentSizes = array<i32: 1, 1, 1>
  llvm.switch %i : i32, ^bb1(%j : i32) [
    -1: ^bb1(%i : i32),
    4294967294: ^bb2,
    42: ^bb2
  ]
^bb1(%k: i32):
  // CHECK: llvm.switch %{{.*}} : i64, ^bb{{[0-9]}} [
  // CHECK-NEXT: ] {opencl.metadata = {unpredictable}}
  llvm.switch %l : i64, ^bb2 [
  ] {opencl.metadata = {unpredictable}}
^bb2:
  llvm.return
}

// CHECK: llvm.func amdgpu_kernelcc @kernel()
// CHECK-GENERIC: CConv = #llvm.cconv<amdgpu_kernelcc>
llvm.func amdgpu_kernelcc @kernel() {
  llvm.return
}
// CHECK: llvm.func spir_kernelcc @spir_kernel()
llvm.func spir_kernelcc @spir_kernel()
// CHECK: llvm.func spir_funccc @spir_function()
llvm.func spir_funccc @spir_function()
