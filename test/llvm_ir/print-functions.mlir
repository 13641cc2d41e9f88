// RUN: xdsl-opt -t opencl-llvm-ir %s | filecheck %s

builtin.module {
  // CHECK-LABEL: declare i32 @printf(ptr addrspace(4), ...)
  llvm.func @printf(!llvm.ptr<4>, ...) -> i32
  // CHECK-LABEL: declare spir_func void @barrier(i32 noundef) #0
  // (Generic syntax: xDSL 0.74's pretty parser drops the parameter attributes of declarations.)
  "llvm.func"() <{sym_name = "barrier", function_type = !llvm.func<void (i32)>, CConv = #llvm.cconv<spir_funccc>, linkage = #llvm.linkage<"external">, visibility_ = 0 : i64, arg_attrs = [{llvm.noundef}], passthrough = ["convergent", "nounwind"]}> ({
  }) : () -> ()
  // CHECK-LABEL: declare extern_weak void @weak()
  llvm.func extern_weak @weak()
  // CHECK-LABEL: declare i32 @personality(...)
  llvm.func @personality(...) -> i32

  // CHECK-LABEL: define internal void @internal() {
  llvm.func internal @internal() {
    llvm.return
  }
  // CHECK-LABEL: define linkonce_odr hidden fastcc void @linkage() unnamed_addr {
  llvm.func linkonce_odr fastcc hidden unnamed_addr @linkage() {
    llvm.return
  }
  // CHECK-LABEL: define protected amdgpu_kernel void @kernel() local_unnamed_addr {
  llvm.func amdgpu_kernelcc protected local_unnamed_addr @kernel() {
    llvm.return
  }
  // As upstream's translation does.
  // CHECK-LABEL: define amdgpu_kernel void @rocdl_kernel() {
  llvm.func @rocdl_kernel() attributes {rocdl.kernel} {
    llvm.return
  }
  // CHECK-LABEL: define spir_kernel void @spir_kernel() {
  llvm.func spir_kernelcc @spir_kernel() {
    llvm.return
  }
  // CHECK-LABEL: define void @"a \22name\22"() {
  "llvm.func"() <{sym_name = "a \"name\"", function_type = !llvm.func<void ()>, CConv = #llvm.cconv<ccc>, linkage = #llvm.linkage<"external">, visibility_ = 0 : i64}> ({
    llvm.return
  }) : () -> ()

  // CHECK-LABEL: define noundef zeroext i8 @parameters(
  // CHECK-SAME:  ptr addrspace(1) noalias nocapture readonly align 16 dereferenceable(64) %a,
  // CHECK-SAME:  ptr writeonly nonnull dereferenceable_or_null(8) %b,
  // CHECK-SAME:  i8 signext %c,
  // CHECK-SAME:  i16 noundef zeroext inreg %d,
  // CHECK-SAME:  ptr byval({ i32, i32 }) align 4 %e,
  // CHECK-SAME:  ptr readnone nofree %f,
  // CHECK-SAME:  float nofpclass(3) %g,
  // CHECK-SAME:  i32 range(i32 -1, 10) %h,
  // CHECK-SAME:  ptr captures(address) %named)
  llvm.func @parameters(
    %a: !llvm.ptr<1> {llvm.noalias, llvm.nocapture, llvm.readonly, llvm.align = 16 : i64, llvm.dereferenceable = 64 : i64},
    %b: !llvm.ptr {llvm.writeonly, llvm.nonnull, llvm.dereferenceable_or_null = 8 : i64},
    %c: i8 {llvm.signext},
    %d: i16 {llvm.noundef, llvm.zeroext, llvm.inreg},
    %e: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i32)>, llvm.align = 4 : i64},
    %f: !llvm.ptr {llvm.readnone, llvm.nofree},
    %g: f32 {llvm.nofpclass = 3 : i64},
    %h: i32 {llvm.range = [-1 : i32, 10 : i32]},
    %9: !llvm.ptr {llvm.captures = "address", opencl.name = "named"}
  ) -> (i8 {llvm.noundef, llvm.zeroext}) {
    llvm.return %c : i8
  }
  // CHECK-LABEL: define amdgpu_kernel void @byref(ptr addrspace(4) byref({ i8, i64 }) align 8 %s) {
  llvm.func amdgpu_kernelcc @byref(%s: !llvm.ptr<4> {llvm.byref = !llvm.struct<(i8, i64)>, llvm.align = 8 : i64}) {
    llvm.return
  }
  // CHECK-LABEL: define void @sret(ptr addrspace(5) noalias sret({ i32 }) align 4 %r, i32 inreg %x) {
  llvm.func @sret(%r: !llvm.ptr<5> {llvm.noalias, llvm.sret = !llvm.struct<(i32)>, llvm.align = 4 : i64}, %x: i32 {llvm.inreg}) {
    llvm.return
  }

  // Equal groups are one group.
  // CHECK-LABEL: define void @group1() #1 {
  llvm.func @group1() attributes {no_inline, no_unwind, optimize_none} {
    llvm.return
  }
  // CHECK-LABEL: define void @group2() #1 {
  llvm.func @group2() attributes {no_inline, no_unwind, optimize_none} {
    llvm.return
  }
  // CHECK-LABEL: define void @properties() #2 {
  "llvm.func"() <{sym_name = "properties", function_type = !llvm.func<void ()>, CConv = #llvm.cconv<ccc>, linkage = #llvm.linkage<"external">, visibility_ = 0 : i64, passthrough = ["memory(argmem: read)", "alignstack(16)", ["key", "value \"quoted\""], "amdgpu-no-queue-ptr"]}> ({
    llvm.return
  }) : () -> ()
  // CHECK-LABEL: define void @strings() #3 section ".text.special" align 256 {
  llvm.func @strings() attributes {section = ".text.special", alignment = 256 : i64, target_cpu = "gfx1100", tune_cpu = "generic", target_features = #llvm.target_features<["+wavefrontsize32", "-xnack"]>, frame_pointer = #llvm.framePointerKind<all>, unsafe_fp_math = true, denormal_fp_math_f32 = "preserve-sign", rocdl.flat_work_group_size = "64,64", rocdl.waves_per_eu = 4 : i32, rocdl.uniform_work_group_size = true} {
    llvm.return
  }
  // CHECK-LABEL: define dso_local void @comdat() comdat($comdat) personality ptr @personality {
  llvm.func @comdat() attributes {comdat = @comdat, personality = @personality, dso_local} {
    llvm.return
  }

  // CHECK-LABEL: define void @calls(
  llvm.func @calls(%f: !llvm.ptr, %p: !llvm.ptr<4>, %i: i32, %x: f32, %d: f64) {
    // CHECK: %0 = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %p, double %d)
    %0 = llvm.call @printf(%p, %d) vararg(!llvm.func<i32 (ptr<4>, ...)>) : (!llvm.ptr<4>, f64) -> i32
    // CHECK: call spir_func void @barrier(i32 %i) #{{[0-9]+}}
    llvm.call spir_funccc @barrier(%i) {convergent, passthrough = ["nounwind"]} : (i32) -> ()
    // CHECK: tail call void @internal()
    llvm.call tail @internal() : () -> ()
    // CHECK: notail call fastcc void @linkage()
    llvm.call fastcc notail @linkage() : () -> ()
    // CHECK: %1 = call nnan float %f(float %x)
    %1 = llvm.call %f(%x) {fastmathFlags = #llvm.fastmath<nnan>} : !llvm.ptr, (f32) -> f32
    // CHECK: %2 = call noundef i32 %f(ptr addrspace(4) nonnull %p, i32 %i)
    %2 = llvm.call %f(%p, %i) {arg_attrs = [{llvm.nonnull}, {}], res_attrs = [{llvm.noundef}]} : !llvm.ptr, (!llvm.ptr<4>, i32) -> i32
    // CHECK: call void @internal() [ "deopt"(i32 %i, float %x) ]
    "llvm.call"(%i, %x) <{callee = @internal, op_bundle_sizes = array<i32: 2>, operandSegmentSizes = array<i32: 0, 2>, CConv = #llvm.cconv<ccc>, fastmathFlags = #llvm.fastmath<none>, TailCallKind = #llvm.tailcallkind<none>}> {op_bundle_tags = ["deopt"]} : (i32, f32) -> ()
    // CHECK: %3 = call i32 @llvm.amdgcn.workitem.id.x()
    %3 = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
    // CHECK: %4 = call contract float @llvm.amdgcn.rcp.f32(float %x)
    %4 = llvm.call_intrinsic "llvm.amdgcn.rcp.f32"(%x) {fastmathFlags = #llvm.fastmath<contract>} : (f32) -> f32
    // CHECK: call void @llvm.amdgcn.s.barrier()
    llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
    // CHECK: %5 = call i32 asm sideeffect "v_mov_b32 $0, $1", "=v,v"(i32 %i)
    %5 = llvm.inline_asm has_side_effects "v_mov_b32 $0, $1", "=v,v" %i : (i32) -> i32
    // CHECK: tail call void asm alignstack inteldialect "a\22b\0A", ""()
    llvm.inline_asm is_align_stack asm_dialect = intel tail_call_kind = <tail> "a\"b\n", "" : () -> ()
    llvm.return
  }
}
// CHECK: attributes #0 = { convergent nounwind }
// CHECK: attributes #1 = { noinline nounwind optnone }
// CHECK: attributes #2 = { memory(argmem: read) alignstack=16 "key"="value \22quoted\22" "amdgpu-no-queue-ptr" }
// CHECK: attributes #3 = { {{.*}}"target-cpu"="gfx1100"{{.*}}
