// --- TWICE

func.func @twice(%c: i1, %a: i32, %p: !llvm.ptr<1>) -> i32 {
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  "opencl.barrier"() {flags = #opencl.fence_flags<"global">} : () -> ()
  %y = llvm.load %p : !llvm.ptr<1> -> i32
  %0 = "opencl.sub_group_reduce"(%a) {kind = #opencl.group_operation<"add">} : (i32) -> i32
  %1 = "opencl.sub_group_reduce"(%a) {kind = #opencl.group_operation<"add">} : (i32) -> i32
  %s = arith.addi %x, %y : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %2 = "opencl.sub_group_reduce"(%a) {kind = #opencl.group_operation<"add">} : (i32) -> i32
  func.return %s : i32
^bb2:
  %3 = "opencl.sub_group_reduce"(%a) {kind = #opencl.group_operation<"add">} : (i32) -> i32
  func.return %s : i32
}
// --- LOOP

llvm.func @f(%c: i1) {
  llvm.br ^bb1
^bb1:
  llvm.cond_br %c, ^bb2, ^bb3 {loop_annotation = #llvm.loop_annotation<unroll = <disable = false>, mustProgress = true>}
^bb2:
  llvm.br ^bb1 {loop_annotation = #llvm.loop_annotation<disableNonforced = true, isVectorized = true,
    vectorize = <disable = false, predicateEnable = true, scalableEnable = false, width = 4 : i32>,
    interleave = <count = 2 : i32>, unroll = <disable = true, count = 8 : i32, runtimeDisable = true, full = true>,
    unrollAndJam = <disable = true, count = 2 : i32>, licm = <versioningDisable = true>, distribute = <disable = true>,
    pipeline = <disable = true, initiationinterval = 2 : i32>, peeled = <count = 3 : i32>, unswitch = <partialDisable = true>>}
^bb3:
  llvm.return
}
// --- FLAGS

llvm.func @f(%p: !llvm.ptr, %i: i64, %x: f32, %c: i1) -> f32 {
  %0 = llvm.getelementptr inbounds|nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %1 = llvm.getelementptr inbounds %0[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %2 = llvm.load volatile %1 {alignment = 8 : i64} : !llvm.ptr -> f32
  %3 = llvm.fadd %2, %x {fastmathFlags = #llvm.fastmath<nnan, ninf>} : f32
  %4 = llvm.intr.exp2(%3) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  %5 = llvm.add %i, %i overflow<nsw, nuw> : i64
  %6 = llvm.or disjoint %5, %i : i64
  %7 = llvm.udiv exact %6, %i : i64
  %8 = llvm.atomicrmw volatile add %p, %7 syncscope("agent") monotonic {alignment = 8 : i64} : !llvm.ptr, i64
  llvm.store %4, %p atomic release {alignment = 16 : i64} : f32, !llvm.ptr
  %a = llvm.alloca %i x f32 {alignment = 4 : i64} : (i64) -> !llvm.ptr
  llvm.intr.lifetime.start %a : !llvm.ptr
  llvm.intr.assume %c : i1
  %9 = llvm.call_intrinsic "llvm.sqrt.f32"(%4) {fastmathFlags = #llvm.fastmath<nsz>} : (f32) -> f32
  llvm.intr.trap
  llvm.return %9 : f32
}
llvm.mlir.global external hidden unnamed_addr constant @x(1 : i32) {addr_space = 4 : i32, alignment = 4 : i64} : i32
llvm.func linkonce_odr protected spir_funccc @g() attributes {reqd_work_group_size = array<i32: 8, 1, 1>} {
  llvm.return
}
