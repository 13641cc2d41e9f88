opencl.kernel @k(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %a: i32, %b: i32, %x: f32, %y: f32,
                 %v: vector<4xi32>, %w: vector<4xf32>, %l: i64, %d: f64) {
  %0 = llvm.add %a, %b overflow<nsw> : i32
  %1 = llvm.sub %0, %b overflow<nuw> : i32
  %2 = llvm.mul %1, %a overflow<nsw, nuw> : i32
  %3 = llvm.shl %2, %b : i32
  %4 = llvm.sdiv %3, %a : i32
  %5 = llvm.udiv exact %4, %b : i32
  %6 = llvm.srem %5, %a : i32
  %7 = llvm.urem %6, %b : i32
  %8 = llvm.and %7, %a : i32
  %9 = llvm.or %8, %b : i32
  %10 = llvm.or disjoint %9, %a : i32
  %11 = llvm.xor %10, %b : i32
  %12 = llvm.ashr %11, %a : i32
  %13 = llvm.lshr exact %12, %b : i32
  %14 = llvm.icmp "ugt" %13, %a : i32
  %15 = llvm.select %14, %13, %b : i1, i32
  %16 = llvm.sext %15 : i32 to i64
  %17 = llvm.zext nneg %15 : i32 to i64
  %18 = llvm.zext %15 : i32 to i64
  %19 = llvm.add %16, %17 : i64
  %20 = llvm.add %19, %18 : i64
  %21 = llvm.trunc %20 : i64 to i32
  llvm.store volatile %21, %p {alignment = 2 : i64} : i32, !llvm.ptr<1>
  %f0 = llvm.fadd %x, %y {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  %f1 = llvm.fsub %f0, %y {fastmathFlags = #llvm.fastmath<fast>} : f32
  %f2 = llvm.fmul %f1, %x : f32
  %f3 = llvm.fdiv %f2, %y {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %f4 = llvm.fneg %f3 {fastmathFlags = #llvm.fastmath<nsz>} : f32
  %f5 = llvm.fcmp "ult" %f4, %x {fastmathFlags = #llvm.fastmath<ninf>} : f32
  %f6 = llvm.select %f5, %f4, %y : i1, f32
  %f7 = llvm.fpext %f6 : f32 to f64
  %f8 = llvm.fadd %f7, %d : f64
  %f9 = llvm.fptosi %f8 : f64 to i32
  %f10 = llvm.fptoui %f8 : f64 to i32
  %f11 = llvm.sitofp %f9 : i32 to f32
  %f12 = llvm.uitofp %f10 : i32 to f32
  %f13 = llvm.fadd %f11, %f12 : f32
  %f14 = llvm.fptrunc %f8 : f64 to f32
  %f15 = llvm.fmul %f13, %f14 : f32
  %f16 = llvm.bitcast %f15 : f32 to i32
  llvm.store %f16, %p atomic syncscope("agent") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
  %v0 = llvm.add %v, %v overflow<nsw> : vector<4xi32>
  %v1 = llvm.sitofp %v0 : vector<4xi32> to vector<4xf32>
  %v2 = llvm.fmul %v1, %w {fastmathFlags = #llvm.fastmath<reassoc>} : vector<4xf32>
  %v3 = llvm.fcmp "oge" %v2, %w : vector<4xf32>
  %v4 = llvm.select %v3, %v2, %w : vector<4xi1>, vector<4xf32>
  %v5 = llvm.getelementptr inbounds %q[%l] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
  llvm.store %v4, %v5 {alignment = 8 : i64, nontemporal} : vector<4xf32>, !llvm.ptr<1>
  opencl.return
}
