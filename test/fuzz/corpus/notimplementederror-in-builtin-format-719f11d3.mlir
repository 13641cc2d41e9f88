builtin.module attributes {opencl.ocl_version = [1 : i32, 2 : i32]} {
  opencl.kernel @polynomial(%coeff: !llvm.ptr<2> {opencl.name = "coeff", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "const", llvm.noundef, llvm.align = 4 : i64}, %degree: i32 {opencl.name = "degree", opencl.type_name = "int", opencl.base_type_name = "int", llvm.noundef}, %x: !llvm.ptr<1> {opencl.name = "x", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "const", llvm.noundef, llvm.align = 4 : i64}, %y: !llvm.ptr<1> {opencl.name = "y", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 4 : i64}, %shift: !llvm.ptr<2> {opencl.name = "shift", opencl.type_name = "int2*", opencl.base_type_name = "int2*", opencl.type_qualifiers = "const", llvm.noundef, llvm.align = 8 : i64}) attributes {passthrough = ["convergent", "norecurse", "nounwind", ["uniform-work-group-size", "true"]]} {
    %0 = llvm.mlir.constant(0 : f80) : i32
    %1 = llvm.mlir.constant(1 : i32) : i32
    %2 = llvm.mlir.constant(-1 : i32) : i32
    %3 = llvm.mlir.constant(3 : i32) : i32
    %4 = llvm.mlir.constant(0) : i64
    %5 = llvm.mlir.constant(1) : i64
    %call = opencl.get_global_id 0 : i64
    %conv = llvm.trunc %call : i64 to i32
    %idxprom = llvm.sext %degree : i32 to i64
    %arrayidx = llvm.getelementptr inbounds %coeff[%idxprom] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, f32
    %6 = llvm.load %arrayidx {alignment = 4 : i64} : !llvm.ptr<2> -> f32
    %sub = llvm.sub %degree, %1 overflow<nsw> : i32
    llvm.br ^for.cond(%6, %sub : f32, i32)
  ^for.cond(%r.0: f32, %k.0: i32):
    %cmp = llvm.icmp "sge" %k.0, %0 : i32
    llvm.cond_br %cmp, ^for.body, ^for.cond.cleanup
  ^for.cond.cleanup:
    llvm.br ^for.end
  ^for.body:
    %idxprom2 = llvm.sext %conv : i32 to i64
    %arrayidx3 = llvm.getelementptr inbounds %x[%idxprom2] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %7 = llvm.load %arrayidx3 {alignment = 4 : i64} : !llvm.ptr<1> -> f32
    %idxprom4 = llvm.sext %k.0 : i32 to i64
    %arrayidx5 = llvm.getelementptr inbounds %coeff[%idxprom4] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, f32
    %8 = llvm.load %arrayidx5 {alignment = 4 : i64} : !llvm.ptr<2> -> f32
    %call6 = opencl.builtin "fma"(%r.0, %7, %8) : (f32, f32, f32) -> f32
    llvm.br ^for.inc
  ^for.inc:
    %dec = llvm.add %k.0, %2 overflow<nsw> : i32
    llvm.br ^for.cond(%call6, %dec : f32, i32)
  ^for.end:
    %rem = llvm.srem %conv, %3 : i32
    %idxprom7 = llvm.sext %rem : i32 to i64
    %arrayidx8 = llvm.getelementptr inbounds %shift[%idxprom7] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, vector<2xi32>
    %9 = llvm.load %arrayidx8 {alignment = 8 : i64} : !llvm.ptr<2> -> vector<2xi32>
    %10 = llvm.extractelement %9[%4 : i64] : vector<2xi32>
    %rem9 = llvm.srem %conv, %3 : i32
    %idxprom10 = llvm.sext %rem9 : i32 to i64
    %arrayidx11 = llvm.getelementptr inbounds %shift[%idxprom10] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, vector<2xi32>
    %11 = llvm.load %arrayidx11 {alignment = 8 : i64} : !llvm.ptr<2> -> vector<2xi32>
    %12 = llvm.extractelement %11[%5 : i64] : vector<2xi32>
    %sub12 = llvm.sub %10, %12 overflow<nsw> : i32
    %conv13 = llvm.sitofp %sub12 : i32 to f32
    %add = llvm.fadd %r.0, %conv13 : f32
    %idxprom14 = llvm.sext %conv : i32 to i64
    %arrayidx15 = llvm.getelementptr inbounds %y[%idxprom14] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    opencl.return
  }
}