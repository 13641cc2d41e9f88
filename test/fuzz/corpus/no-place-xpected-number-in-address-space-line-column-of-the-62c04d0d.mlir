builtin.module attributes {opencl.ocl_version = [1 : i32, 2 : i32]} {
  opencl.kernel @transpose(%in: !llvm.ptr<1> {opencl.name = "in", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "const", llvm.noundef, llvm.align = 4 : i64}, %out: !llvm.ptr<1> {opencl.name = "out", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 4 : i64}, %width: i32 {opencl.name = "width", opencl.type_name = "int", opencl.base_type_name = "int", llvm.noundef}, %height: i32 {opencl.name = "height", opencl.type_name = "int", opencl.base_type_name = "int", llvm.noundef}) attributes {passthrough = ["convergent", "norecurse", "nounwind", ["uniform-work-group-size", "true"]]} {
    %0 = llvm.mlir.constant(16) : i64
    %tile = opencl.local !llvm.array<16 x !llvm.array<0xFFFFFFFFFFFFFFFFF x f32>> align 4 : !llvm.ptr<3>
    %call = opencl.get_local_id 0 : i64
    %conv = llvm.trunc %call : i64 to i32
    %call1 = opencl.get_local_id 1 : i64
    %conv2 = llvm.trunc %call1 : i64 to i32
    %call3 = opencl.get_group_id 0 : i64
    %mul = llvm.mul %call3, %0 : i64
    %conv4 = llvm.sext %conv : i32 to i64
    %add = llvm.add %mul, %conv4 : i64
    %call20 = opencl.get_group_id 1 : i64
    %mul21 = llvm.mul %call20, %0 : i64
    %conv22 = llvm.sext %conv : i32 to i64
    %add23 = llvm.add %mul21, %conv22 : i64
    %conv24 = llvm.trunc %add23 : i64 to i32
    %call25 = opencl.get_group_id 0 : i64
    %mul26 = llvm.mul %call25, %0 : i64
    %conv27 = llvm.sext %conv2 : i32 to i64
    %add28 = llvm.add %mul26, %conv27 : i64
    %conv29 = llvm.trunc %add28 : i64 to i32
    %cmp30 = llvm.icmp "slt" %conv24, %height : i32
    llvm.cond_br %cmp30, ^land.lhs.true32, ^if.end44
  ^land.lhs.true32:
    %idxprom36 = llvm.sext %conv : i32 to i64
    %arrayidx37 = llvm.getelementptr inbounds %tile[0, %idxprom36] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, !llvm.array<16 x !llvm.array<17 x f32>>
    %idxprom38 = llvm.sext %conv2 : i32 to i64
    %arrayidx39 = llvm.getelementptr inbounds %arrayidx37[0, %idxprom38] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, !llvm.array<17 x f32>
    %mul40 = llvm.mul %conv29, %height overflow<nsw> : i32
    %add41 = llvm.add %mul40, %conv24 overflow<nsw> : i32
    llvm.br ^if.end44
  ^if.end44:
    opencl.return
  }
}