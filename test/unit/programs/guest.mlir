// --- TEXT

llvm.func spir_kernelcc @k(%s: !llvm.target<"spirv.Sampler">) attributes {
    t = !llvm.func<void (target<"spirv.Sampler">)>, c = #llvm.cconv<amdgpu_kernelcc>} {
  llvm.call spir_funccc @k(%s) : (!llvm.target<"spirv.Sampler">) -> ()
  llvm.return
}
func.func @f(%a: vector<4xi32>, %c: i32, %p: !llvm.ptr) {
  %0 = arith.extsi %a : vector<4xi32> to vector<4xi64>
  %1 = llvm.load volatile %p : !llvm.ptr -> i32
  %2 = llvm.add %c, %c : i32
  gpu.barrier
  func.return
}
// --- TEXTS

llvm.func @f(%a: i32, %p: !llvm.ptr, %x: f32) -> i32 {
  %r = llvm.add %a, %a : i32
  %s = llvm.add %a, %a {overflowFlags = 1 : i32} : i32
  %i = llvm.icmp "slt" %a, %r : i32
  %m = llvm.fmul %x, %x {fastmathFlags = #llvm.fastmath<fast>} : f32
  %c = llvm.fcmp "olt" %m, %x : f32
  %l = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %l, %p {alignment = 4 : i64} : i32, !llvm.ptr
  %g = llvm.getelementptr inbounds %p[%a] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %k = llvm.mlir.constant(1 : i64) : i64
  %z = llvm.mlir.zero : !llvm.ptr
  %t = "llvm.intr.fabs"(%x) <{fastmathFlags = #llvm.fastmath<nnan>}> : (f32) -> f32
  llvm.cond_br %i, ^a, ^b
^a:
  llvm.br ^b
^b:
  llvm.return %r : i32
}
// -----
func.func @f(%a: i32, %x: f32, %n: index, %i: i1) {
  %0 = arith.cmpi slt, %a, %a : i32
  %1 = arith.select %i, %x, %x : f32
  %2 = arith.index_cast %a : i32 to index
  %3 = arith.extf %x : f32 to f64
  scf.parallel (%j) = (%n) to (%n) step (%n) {
    scf.reduce
  }
  func.return
}
// -----
gpu.module @m {
  gpu.func @k(%n: index) kernel {
    %i = gpu.thread_id x
    gpu.barrier
    gpu.return
  }
}
