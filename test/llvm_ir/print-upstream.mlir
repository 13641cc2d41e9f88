// RUN: xdsl-opt -t opencl-llvm-ir %s -o %t.ours.ll
// RUN: xdsl-opt %s | %mlir-translate-19 --mlir-to-llvmir -o %t.upstream.ll
// RUN: %opt -passes=reg2mem %t.ours.ll | %opt -S -discard-value-names | grep -v -e '^; ModuleID' -e '^source_filename' > %t.ours
// RUN: %opt -passes=reg2mem %t.upstream.ll | %opt -S -discard-value-names | grep -v -e '^; ModuleID' -e '^source_filename' -e 'Debug Info Version' -e '^!llvm.module.flags' > %t.upstream
// RUN: %llvm-diff %t.upstream %t.ours
// RUN: grep -v -e '^declare .*@llvm\.' -e '^; Function Attrs' -e '^$' %t.ours | sed -e 's/![0-9][0-9]*/!N/g' > %t.ours.n
// RUN: grep -v -e '^declare .*@llvm\.' -e '^; Function Attrs' -e '^$' %t.upstream | sed -e 's/![0-9][0-9]*/!N/g' > %t.upstream.n
// RUN: diff %t.upstream.n %t.ours.n
// REQUIRES: mlir-translate-19, llvm-diff, opt

// The same module through MLIR 19's translation and through ours: equal for llvm-diff, and
// equal to the letter but for the numbers of metadata nodes, the order of the intrinsics'
// declarations, local names and the order of the entries of phis (which reg2mem hides).
// MLIR adds a module flag for debug information.

builtin.module attributes {llvm.target_triple = "amdgcn-amd-amdhsa", llvm.data_layout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"} {
  llvm.mlir.global internal constant @table(dense<[1, 2, 3]> : tensor<3xi32>) {addr_space = 4 : i32, alignment = 4 : i64} : !llvm.array<3 x i32>
  llvm.mlir.global internal @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x f32>
  llvm.mlir.global private unnamed_addr constant @format("%d\n\00") {addr_space = 4 : i32} : !llvm.array<4 x i8>
  llvm.mlir.global external constant @matrix(dense<[[1.0, 0.1], [-0.0, 3.0]]> : tensor<2x2xf32>) {addr_space = 1 : i32} : !llvm.array<2 x array<2 x f32>>
  llvm.mlir.global external @pointers() {addr_space = 1 : i32} : !llvm.struct<(ptr<4>, i32)> {
    %0 = llvm.mlir.undef : !llvm.struct<(ptr<4>, i32)>
    %1 = llvm.mlir.addressof @table : !llvm.ptr<4>
    %2 = llvm.getelementptr inbounds %1[0, 1] : (!llvm.ptr<4>) -> !llvm.ptr<4>, !llvm.array<3 x i32>
    %3 = llvm.insertvalue %2, %0[0] : !llvm.struct<(ptr<4>, i32)>
    %4 = llvm.mlir.constant(7 : i32) : i32
    %5 = llvm.insertvalue %4, %3[1] : !llvm.struct<(ptr<4>, i32)>
    llvm.return %5 : !llvm.struct<(ptr<4>, i32)>
  }

  llvm.func @variadic(!llvm.ptr<4>, ...) -> i32
  llvm.func spir_funccc @helper(f32, i32) -> f32 attributes {passthrough = ["convergent", "nounwind"]}

  llvm.func amdgpu_kernelcc @kernel(%out: !llvm.ptr<1> {llvm.noalias, llvm.nocapture, llvm.writeonly, llvm.align = 4 : i64}, %s: !llvm.ptr<4> {llvm.byref = !llvm.struct<(i32, f32)>, llvm.align = 8 : i64}, %n: i32 {llvm.noundef}) attributes {passthrough = ["nounwind", ["amdgpu-flat-work-group-size", "1,256"], "amdgpu-no-queue-ptr"]} {
    %id = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %tenth = llvm.mlir.constant(0.1 : f32) : f32
    %in = llvm.icmp "ult" %id, %n : i32
    llvm.cond_br %in, ^loop(%zero, %tenth : i32, f32), ^exit
  ^loop(%i: i32, %sum: f32):
    %more = llvm.call spir_funccc @helper(%sum, %i) : (f32, i32) -> f32
    %next = llvm.add %i, %one overflow<nsw, nuw> : i32
    %field = llvm.getelementptr inbounds %s[0, 1] : (!llvm.ptr<4>) -> !llvm.ptr<4>, !llvm.struct<(i32, f32)>
    %scale = llvm.load %field invariant {alignment = 4 : i64} : !llvm.ptr<4> -> f32
    %new = llvm.intr.fmuladd(%more, %scale, %sum) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32, f32) -> f32
    %again = llvm.icmp "slt" %next, %n : i32
    llvm.cond_br %again, ^loop(%next, %new : i32, f32), ^done {branch_weights = array<i32: 9, 1>}
  ^done:
    %address = llvm.getelementptr inbounds %out[%id] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %new, %address {alignment = 4 : i64, nontemporal} : f32, !llvm.ptr<1>
    llvm.br ^exit
  ^exit:
    llvm.return
  }

  llvm.func internal @instructions(%p: !llvm.ptr<1>, %i: i32, %l: i64, %x: f32, %v: vector<4xf32>, %f: !llvm.ptr) -> i32 attributes {target_cpu = "gfx1100", target_features = #llvm.target_features<["+wavefrontsize32"]>} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %slot = llvm.alloca %one x !llvm.array<4 x i32> {alignment = 16 : i64} : (i32) -> !llvm.ptr<5>
    %generic = llvm.addrspacecast %slot : !llvm.ptr<5> to !llvm.ptr
    %old = llvm.atomicrmw umax %p, %i syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr<1>, i32
    %pair = llvm.cmpxchg weak %p, %old, %i syncscope("workgroup") acq_rel monotonic {alignment = 4 : i64} : !llvm.ptr<1>, i32
    %got = llvm.extractvalue %pair[0] : !llvm.struct<(i32, i1)>
    llvm.fence syncscope("workgroup") release
    %atomic = llvm.load %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    llvm.store volatile %got, %generic {alignment = 4 : i64} : i32, !llvm.ptr
    %e = llvm.extractelement %v[%i : i32] : vector<4xf32>
    %w = llvm.insertelement %e, %v[%one : i32] : vector<4xf32>
    %sh = llvm.shufflevector %v, %w [3, -1, 4, 0] : vector<4xf32>
    %max = llvm.intr.maxnum(%sh, %w) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %sq = llvm.intr.sqrt(%x) : (f32) -> f32
    %po = llvm.intr.powi(%sq, %i) : (f32, i32) -> f32
    %lz = "llvm.intr.ctlz"(%i) <{is_zero_poison = false}> : (i32) -> i32
    %rot = llvm.intr.fshl(%i, %lz, %one) : (i32, i32, i32) -> i32
    %ov = "llvm.intr.umul.with.overflow"(%rot, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %cut = llvm.trunc %l : i64 to i32
    %wide = llvm.sext %cut : i32 to i64
    %fi = llvm.fptosi %x : f32 to i32
    %nan = llvm.fcmp "uno" %x, %x : f32
    %sel = llvm.select %nan, %fi, %rot : i1, i32
    %fr = llvm.freeze %sel : i32
    %call = llvm.call %f(%fr) : !llvm.ptr, (i32) -> i32
    %text = llvm.mlir.addressof @format : !llvm.ptr<4>
    %printed = llvm.call @variadic(%text, %call) vararg(!llvm.func<i32 (ptr<4>, ...)>) : (!llvm.ptr<4>, i32) -> i32
    %byte = llvm.mlir.constant(-1 : i8) : i8
    "llvm.intr.memset"(%slot, %byte, %l) <{isVolatile = false}> : (!llvm.ptr<5>, i8, i64) -> ()
    llvm.switch %printed : i32, ^end(%fr : i32) [
      0: ^end2(%sel : i32),
      -5: ^end3
    ]
  ^end(%r: i32):
    llvm.return %r : i32
  ^end2(%r2: i32):
    llvm.return %r2 : i32
  ^end3:
    llvm.unreachable
  }
}
