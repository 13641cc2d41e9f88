builtin.module attributes {opencl.ocl_version = [1 : i32, 2 : i32]} {
  opencl.kernel @atomics_global(%in: !llvm.ptr<1> {opencl.name = "in", opencl.type_name = "int*", opencl.base_type_name = "int*", opencl.type_qualifiers = "const", llvm.noundef, llvm.align = 4 : i64}, %s: !llvm.ptr<1> {opencl.name = "s", opencl.type_name = "int*", opencl.base_type_name = "int*", opencl.type_qualifiers = "volatile", llvm.noundef, llvm.align = 4 : i64}, %u: !llvm.ptr<1> {opencl.name = "u", opencl.type_name = "uint*", opencl.base_type_name = "uint*", opencl.type_qualifiers = "volatile", llvm.noundef, llvm.align = 4 : i64}, %seen: !llvm.ptr<1> {opencl.name = "seen", opencl.type_name = "int*", opencl.base_type_name = "int*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 4 : i64}, %x: !llvm.ptr<1> {opencl.name = "x", opencl.type_name = "int*", opencl.base_type_name = "int*", opencl.type_qualifiers = "volatile", llvm.noundef, llvm.align = 4 : i64}) attributes {passthrough = ["convergent", "norecurse", "nounwind", ["uniform-work-group-size", "true"]]} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(1 : i32) : i32
    %call = opencl.get_global_id 0 : i64
    %conv = llvm.trunc %call : i64 to i32
    %idxprom = llvm.sext %conv : i32 to i64
    %arrayidx = llvm.getelementptr inbounds %in[%idxprom] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    %5 = "llvm.load"(%arrayidx) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> i32
    %arrayidx29 = llvm.getelementptr inbounds %u[3] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    %call30, %6 = opencl.atomic_compare_exchange relaxed relaxed device %arrayidx29, %0, %1 : !llvm.ptr<1>, i32
    %cmp = llvm.icmp "eq" %call30, %0 : i32
    llvm.cond_br %cmp, ^if.then, ^if.end
  ^if.then:
    %arrayidx32 = llvm.getelementptr inbounds %u[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    llvm.br ^if.end
  ^if.end:
    %arrayidx34 = llvm.getelementptr inbounds %x[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    %arrayidx35 = llvm.getelementptr inbounds %x[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    %call36 = opencl.atomic_rmw xchg relaxed device %arrayidx35, %5 : !llvm.ptr<1>, i32
    opencl.return
  }
  opencl.kernel @atomics_local(%in: !llvm.ptr<1> {opencl.name = "in", opencl.type_name = "int*", opencl.base_type_name = "int*", opencl.type_qualifiers = "const", llvm.noundef, llvm.align = 4 : i64}, %out: !llvm.ptr<1> {opencl.name = "out", opencl.type_name = "int*", opencl.base_type_name = "int*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 4 : i64}) attributes {passthrough = ["convergent", "norecurse", "nounwind", ["uniform-work-group-size", "true"]]} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(8 : i32) : i32
    %2 = llvm.mlir.constant(4 : i32) : i32
    %4 = llvm.mlir.constant(6 : i32) : i32
    %5 = llvm.mlir.constant(-1 : i32) : i32
    %s = opencl.local !llvm.array<8 x i32> align 4 : !llvm.ptr<3>
    %6 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %f = opencl.local f32 align 4 : !llvm.ptr<3>
    %8 = llvm.getelementptr inbounds %s[0, 1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<18446744073709551616 x i32>
    %16 = llvm.mlir.constant(1.000000e+00 : f32) : f32
    %17 = llvm.mlir.constant(9) : i64
    %18 = llvm.mlir.constant(8) : i64
    %19 = llvm.mlir.constant(2147483647 : i32) : i32
    %20 = llvm.mlir.constant(-2147483648 : i32) : i32
    %21 = llvm.mlir.constant(false) : i1
    %22 = llvm.mlir.constant(true) : i1
    %call = opencl.get_local_id 0 : i64
    %conv = llvm.trunc %call : i64 to i32
    %call1 = opencl.get_global_id 0 : i64
    %arrayidx = "llvm.getelementptr"(%in, %call1) <{elem_type = i32, inbounds, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
    %cmp = llvm.icmp "slt" %conv, %1 : i32
    llvm.cond_br %cmp, ^if.then, ^if.end
  ^if.then:
    %cmp3 = llvm.icmp "eq" %conv, %2 : i32
    llvm.cond_br %cmp3, ^cond.true, ^cond.false
  ^cond.true:
    llvm.br ^cond.end12(%19 : i32)
  ^cond.false:
    llvm.br ^cond.end(%20 : i32)
  ^cond.false8:
    %cmp9 = llvm.icmp "eq" %conv, %4 : i32
    %cond = llvm.select %cmp9, %5, %0 : i1, i32
    llvm.br ^cond.end(%cond : i32)
  ^cond.end(%cond11: i32):
    llvm.br ^cond.end12(%cond11 : i32)
  ^cond.end12(%cond13: i32):
    llvm.br ^if.end
  ^if.end:
    %call27 = opencl.atomic_rmw xchg relaxed device %f, %16 : !llvm.ptr<3>, f32
    %cmp28 = llvm.icmp "slt" %conv, %1 : i32
    llvm.cond_br %cmp28, ^if.then30, ^if.end36
  ^if.then30:
    %idxprom31 = llvm.sext %conv : i32 to i64
    %arrayidx32 = llvm.getelementptr inbounds %s[0, %idxprom31] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, !llvm.array<8 x i32>
    %25 = "llvm.load"(%arrayidx32) <{alignment = 4 : i64}> : (!llvm.ptr<3>) -> i32
    %call33 = opencl.get_group_id 0 : i64
    %mul = llvm.mul %call33, %17 : i64
    %conv34 = llvm.sext %conv : i32 to i64
    %add = llvm.add %mul, %conv34 : i64
    %arrayidx35 = "llvm.getelementptr"(%out, %add) <{elem_type = i32, inbounds, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
    llvm.br ^if.end36
  ^if.end36:
    %cmp37 = llvm.icmp "eq" %conv, %0 : i32
    llvm.cond_br %cmp37, ^if.then39, ^if.end50
  ^if.then39:
    %26 = "llvm.load"(%f) <{alignment = 4 : i64}> : (!llvm.ptr<3>) -> f32
    %cmp40 = llvm.fcmp "oeq" %26, %16 : f32
    llvm.cond_br %cmp40, ^land.rhs, ^land.end(%21 : i1)
  ^land.rhs:
    %cmp42 = llvm.fcmp "oeq" %call27, %6 : f32
    llvm.cond_br %cmp42, ^lor.end(%22 : i1), ^lor.rhs
  ^lor.rhs:
    %cmp44 = llvm.fcmp "oeq" %call27, %16 : f32
    llvm.br ^lor.end(%cmp44 : i1)
  ^lor.end(%27: i1):
    llvm.br ^land.end(%27 : i1)
  ^land.end(%28: i1):
    %land.ext = llvm.zext %28 : i1 to i32
    %call46 = opencl.get_group_id 0 : i64
    %mul47 = llvm.mul %call46, %17 : i64
    %add48 = llvm.add %mul47, %18 : i64
    %arrayidx49 = "llvm.getelementptr"(%out, %add48) <{elem_type = i32, inbounds, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
    llvm.br ^if.end50
  ^if.end50:
    opencl.return
  }
  func.func @add_float(%p: !llvm.ptr<1> {llvm.noundef}, %v: f32 {llvm.noundef}) attributes {passthrough = ["convergent", "norecurse", "nounwind"]} {
    llvm.br ^do.body
  ^do.body:
    %0 = "llvm.load"(%p) <{alignment = 4 : i64, volatile_}> : (!llvm.ptr<1>) -> f32
    %1 = llvm.bitcast %0 : f32 to i32
    %2 = llvm.bitcast %1 : i32 to f32
    %add = llvm.fadd %2, %v : f32
    %3 = llvm.bitcast %add : f32 to i32
    llvm.br ^do.cond
  ^do.cond:
    %call, %4 = opencl.atomic_compare_exchange relaxed relaxed device %p, %1, %3 : !llvm.ptr<1>, i32
    %cmp = llvm.icmp "ne" %call, %1 : i32
    llvm.cond_br %cmp, ^do.body, ^do.end
  ^do.end:
    func.return
  }
  opencl.kernel @atomic_float_add(%in: !llvm.ptr<1> {opencl.name = "in", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "const", llvm.noundef, llvm.align = 4 : i64}, %sum: !llvm.ptr<1> {opencl.name = "sum", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "volatile", llvm.noundef, llvm.align = 4 : i64}) attributes {passthrough = ["convergent", "norecurse", "nounwind", ["uniform-work-group-size", "true"]]} {
    %0 = llvm.mlir.constant(3 : i32) : i32
    %call = opencl.get_global_id 0 : i64
    %conv = llvm.trunc %call : i64 to i32
    %and = llvm.and %conv, %0 : i32
    %idxprom = llvm.sext %and : i32 to i64
    %arrayidx = llvm.getelementptr inbounds %sum[%idxprom] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %idxprom1 = llvm.sext %conv : i32 to i64
    %arrayidx2 = llvm.getelementptr inbounds %in[%idxprom1] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %1 = "llvm.load"(%arrayidx2) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> f32
    opencl.return
  }
}