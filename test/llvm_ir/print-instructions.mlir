// RUN: xdsl-opt -t opencl-llvm-ir %s | filecheck %s

// Every instruction with every flag. The unit tests parse the output with LLVM 22.

builtin.module {
  // CHECK-LABEL: define void @integers(i32 %a, i32 %b, <4 x i8> %v) {
  llvm.func @integers(%a: i32, %b: i32, %v: vector<4xi8>) {
    // CHECK: %0 = add i32 %a, %b
    %0 = llvm.add %a, %b : i32
    // CHECK: %1 = sub nsw i32 %a, %b
    %1 = llvm.sub %a, %b overflow<nsw> : i32
    // CHECK: %2 = mul nuw i32 %a, %b
    %2 = llvm.mul %a, %b overflow<nuw> : i32
    // CHECK: %3 = shl nuw nsw i32 %a, %b
    %3 = llvm.shl %a, %b overflow<nsw, nuw> : i32
    // CHECK: %4 = udiv i32 %a, %b
    %4 = llvm.udiv %a, %b : i32
    // CHECK: %5 = sdiv exact i32 %a, %b
    %5 = llvm.sdiv exact %a, %b : i32
    // CHECK: %6 = urem i32 %a, %b
    %6 = llvm.urem %a, %b : i32
    // CHECK: %7 = srem i32 %a, %b
    %7 = llvm.srem %a, %b : i32
    // CHECK: %8 = and <4 x i8> %v, %v
    %8 = llvm.and %v, %v : vector<4xi8>
    // CHECK: %9 = or disjoint i32 %a, %b
    %9 = llvm.or disjoint %a, %b : i32
    // CHECK: %10 = or i32 %a, %b
    %10 = llvm.or %a, %b : i32
    // CHECK: %11 = xor i32 %a, %b
    %11 = llvm.xor %a, %b : i32
    // CHECK: %12 = lshr exact i32 %a, %b
    %12 = llvm.lshr exact %a, %b : i32
    // CHECK: %13 = ashr i32 %a, %b
    %13 = llvm.ashr %a, %b : i32
    // CHECK: %14 = icmp eq i32 %a, %b
    %14 = llvm.icmp "eq" %a, %b : i32
    // CHECK: %15 = icmp sge <4 x i8> %v, %v
    %15 = llvm.icmp "sge" %v, %v : vector<4xi8>
    // CHECK: %16 = icmp ult i32 %a, %b
    %16 = llvm.icmp "ult" %a, %b : i32
    // CHECK: %17 = select i1 %14, i32 %a, i32 %b
    %17 = llvm.select %14, %a, %b : i1, i32
    // CHECK: %18 = freeze i32 %17
    %18 = llvm.freeze %17 : i32
    llvm.return
  }

  // CHECK-LABEL: define void @floats(
  llvm.func @floats(%x: f32, %y: f32, %d: f64, %v: vector<2xf16>, %c: i1) {
    // CHECK: %0 = fadd float %x, %y
    %0 = llvm.fadd %x, %y : f32
    // CHECK: %1 = fsub fast float %x, %y
    %1 = llvm.fsub %x, %y {fastmathFlags = #llvm.fastmath<fast>} : f32
    // CHECK: %2 = fmul nnan ninf double %d, %d
    %2 = llvm.fmul %d, %d {fastmathFlags = #llvm.fastmath<nnan,ninf>} : f64
    // CHECK: %3 = fdiv reassoc nsz arcp contract afn float %x, %y
    %3 = llvm.fdiv %x, %y {fastmathFlags = #llvm.fastmath<nsz,arcp,contract,afn,reassoc>} : f32
    // CHECK: %4 = frem float %x, %y
    %4 = llvm.frem %x, %y : f32
    // CHECK: %5 = fneg nsz <2 x half> %v
    %5 = llvm.fneg %v {fastmathFlags = #llvm.fastmath<nsz>} : vector<2xf16>
    // CHECK: %6 = fcmp oeq float %x, %y
    %6 = llvm.fcmp "oeq" %x, %y : f32
    // CHECK: %7 = fcmp uno float %x, %y
    %7 = llvm.fcmp "uno" %x, %y : f32
    // CHECK: %8 = fcmp true float %x, %y
    %8 = llvm.fcmp "_true" %x, %y : f32
    // CHECK: %9 = fcmp nnan false float %x, %y
    %9 = "llvm.fcmp"(%x, %y) <{predicate = 0 : i64, fastmathFlags = #llvm.fastmath<nnan>}> : (f32, f32) -> i1
    // CHECK: %10 = select nnan i1 %c, float %x, float %y
    %10 = llvm.select %c, %x, %y {fastmathFlags = #llvm.fastmath<nnan>} : i1, f32
    llvm.return
  }

  // CHECK-LABEL: define void @casts(
  llvm.func @casts(%i: i32, %l: i64, %x: f32, %d: f64, %p: !llvm.ptr<5>, %h: vector<2xi16>) {
    // CHECK: %0 = trunc i64 %l to i32
    %0 = llvm.trunc %l : i64 to i32
    // CHECK: %1 = trunc nuw nsw i64 %l to i8
    %1 = llvm.trunc %l overflow<nsw, nuw> : i64 to i8
    // CHECK: %2 = zext i32 %i to i64
    %2 = llvm.zext %i : i32 to i64
    // CHECK: %3 = zext nneg i32 %i to i64
    %3 = llvm.zext nneg %i : i32 to i64
    // CHECK: %4 = sext i32 %i to i64
    %4 = llvm.sext %i : i32 to i64
    // CHECK: %5 = fptrunc double %d to float
    %5 = llvm.fptrunc %d : f64 to f32
    // CHECK: %6 = fpext float %x to double
    %6 = llvm.fpext %x : f32 to f64
    // CHECK: %7 = fptosi float %x to i32
    %7 = llvm.fptosi %x : f32 to i32
    // CHECK: %8 = fptoui float %x to i8
    %8 = llvm.fptoui %x : f32 to i8
    // CHECK: %9 = sitofp i32 %i to half
    %9 = llvm.sitofp %i : i32 to f16
    // CHECK: %10 = uitofp nneg i32 %i to bfloat
    %10 = llvm.uitofp nneg %i : i32 to bf16
    // CHECK: %11 = bitcast <2 x i16> %h to i32
    %11 = llvm.bitcast %h : vector<2xi16> to i32
    // CHECK: %12 = addrspacecast ptr addrspace(5) %p to ptr
    %12 = llvm.addrspacecast %p : !llvm.ptr<5> to !llvm.ptr
    // CHECK: %13 = ptrtoint ptr %12 to i64
    %13 = llvm.ptrtoint %12 : !llvm.ptr to i64
    // CHECK: %14 = inttoptr i64 %13 to ptr
    %14 = llvm.inttoptr %13 : i64 to !llvm.ptr
    llvm.return
  }

  // CHECK-LABEL: define void @aggregates(
  llvm.func @aggregates(%v: vector<4xf32>, %i: i32, %x: f32, %s: !llvm.struct<(i32, array<2 x f32>)>) {
    // CHECK: %0 = extractelement <4 x float> %v, i32 %i
    %0 = llvm.extractelement %v[%i : i32] : vector<4xf32>
    // CHECK: %1 = insertelement <4 x float> %v, float %x, i32 %i
    %1 = llvm.insertelement %x, %v[%i : i32] : vector<4xf32>
    // CHECK: %2 = shufflevector <4 x float> %v, <4 x float> %1, <3 x i32> <i32 0, i32 7, i32 poison>
    %2 = llvm.shufflevector %v, %1 [0, 7, -1] : vector<4xf32>
    // CHECK: %3 = extractvalue { i32, [2 x float] } %s, 1, 0
    %3 = llvm.extractvalue %s[1, 0] : !llvm.struct<(i32, array<2 x f32>)>
    // CHECK: %4 = insertvalue { i32, [2 x float] } %s, float %x, 1, 1
    %4 = llvm.insertvalue %x, %s[1, 1] : !llvm.struct<(i32, array<2 x f32>)>
    llvm.return
  }

  // CHECK-LABEL: define void @memory(
  llvm.func @memory(%p: !llvm.ptr<1>, %i: i32, %x: f32, %n: i64) {
    // CHECK: %0 = alloca float, i32 %i, align 4, addrspace(5)
    %0 = llvm.alloca %i x f32 {alignment = 4 : i64} : (i32) -> !llvm.ptr<5>
    // CHECK: %1 = alloca [2 x i8], i32 %i
    %1 = llvm.alloca %i x !llvm.array<2 x i8> : (i32) -> !llvm.ptr
    // CHECK: %2 = load float, ptr addrspace(1) %p, align 4
    %2 = llvm.load %p {alignment = 4 : i64} : !llvm.ptr<1> -> f32
    // CHECK: %3 = load volatile i32, ptr addrspace(1) %p
    %3 = llvm.load volatile %p : !llvm.ptr<1> -> i32
    // CHECK: %4 = load atomic volatile i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4
    %4 = llvm.load volatile %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    // CHECK: %5 = load i32, ptr addrspace(1) %p, align 4, !nontemporal !0, !invariant.load !1
    %5 = llvm.load %p invariant {alignment = 4 : i64, nontemporal} : !llvm.ptr<1> -> i32
    // CHECK: store float %x, ptr addrspace(1) %p, align 4
    llvm.store %x, %p {alignment = 4 : i64} : f32, !llvm.ptr<1>
    // CHECK: store volatile float %x, ptr addrspace(1) %p, !nontemporal !0
    llvm.store volatile %x, %p {nontemporal} : f32, !llvm.ptr<1>
    // CHECK: store atomic float %x, ptr addrspace(1) %p syncscope("workgroup") release, align 4
    llvm.store %x, %p atomic syncscope("workgroup") release {alignment = 4 : i64} : f32, !llvm.ptr<1>
    // CHECK: store atomic float %x, ptr addrspace(1) %p monotonic, align 4
    llvm.store %x, %p {alignment = 4 : i64, ordering = 2 : i64} : f32, !llvm.ptr<1>
    // CHECK: %6 = getelementptr float, ptr addrspace(1) %p, i64 %n
    %6 = llvm.getelementptr %p[%n] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    // CHECK: %7 = getelementptr inbounds { i32, [4 x float] }, ptr addrspace(1) %p, i32 0, i32 1, i64 %n
    %7 = llvm.getelementptr inbounds %p[0, 1, %n] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.struct<(i32, array<4 x f32>)>
    // CHECK: %8 = getelementptr nusw nuw i8, ptr addrspace(1) %p, i32 -4
    %8 = "llvm.getelementptr"(%p) <{rawConstantIndices = array<i32: -4>, elem_type = i8, noWrapFlags = 6 : i32}> : (!llvm.ptr<1>) -> !llvm.ptr<1>
    // CHECK: %9 = getelementptr inbounds nuw i8, ptr addrspace(1) %p, i32 4
    %9 = "llvm.getelementptr"(%p) <{rawConstantIndices = array<i32: 4>, elem_type = i8, noWrapFlags = 7 : i32}> : (!llvm.ptr<1>) -> !llvm.ptr<1>
    // CHECK: %10 = atomicrmw add ptr addrspace(1) %p, i32 %i syncscope("agent") monotonic
    %10 = llvm.atomicrmw add %p, %i syncscope("agent") monotonic : !llvm.ptr<1>, i32
    // CHECK: %11 = atomicrmw volatile umax ptr addrspace(1) %p, i32 %i seq_cst, align 8
    %11 = llvm.atomicrmw volatile umax %p, %i seq_cst {alignment = 8 : i64} : !llvm.ptr<1>, i32
    // CHECK: %12 = atomicrmw and ptr addrspace(1) %p, i32 %i acq_rel
    %12 = llvm.atomicrmw _and %p, %i acq_rel : !llvm.ptr<1>, i32
    // CHECK: %13 = atomicrmw fmin ptr addrspace(1) %p, float %x release
    %13 = llvm.atomicrmw fmin %p, %x release : !llvm.ptr<1>, f32
    // CHECK: %14 = cmpxchg ptr addrspace(1) %p, i32 %i, i32 %i syncscope("agent") acq_rel acquire
    %14 = llvm.cmpxchg %p, %i, %i syncscope("agent") acq_rel acquire : !llvm.ptr<1>, i32
    // CHECK: %15 = cmpxchg weak volatile ptr addrspace(1) %p, i32 %i, i32 %i monotonic monotonic, align 4
    %15 = llvm.cmpxchg weak volatile %p, %i, %i monotonic monotonic {alignment = 4 : i64} : !llvm.ptr<1>, i32
    // CHECK: fence syncscope("workgroup") release
    llvm.fence syncscope("workgroup") release
    // CHECK: fence seq_cst
    llvm.fence seq_cst
    llvm.return
  }
}
// CHECK: !0 = !{i32 1}
// CHECK: !1 = !{}
