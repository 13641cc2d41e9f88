builtin.module attributes {opencl.ocl_version = [1 : i32, 2 : i32]} {
  opencl.kernel @odd_args(%c: i8 {opencl.name = "c", opencl.type_name = "char", opencl.base_type_name = "char", llvm.noundef, llvm.signext}, %l: i64 {opencl.name = "l", opencl.type_name = "long", opencl.base_type_name = "long", llvm.noundef}, %uc: i8 {opencl.name = "uc", opencl.type_name = "uchar", opencl.base_type_name = "uchar", llvm.noundef, llvm.zeroext}, %s: i16 {opencl.name = "s", opencl.type_name = "short", opencl.base_type_name = "short", llvm.noundef, llvm.signext}, %us: i16 {opencl.name = "us", opencl.type_name = "ushort", opencl.base_type_name = "ushort", llvm.noundef, llvm.zeroext}, %c3: vector<3xi8> {opencl.name = "c3", opencl.type_name = "char3", opencl.base_type_name = "char3", llvm.noundef}, %s3: vector<3xi16> {opencl.name = "s3", opencl.type_name = "short3", opencl.base_type_name = "short3", llvm.noundef}, %i3: vector<3xi32> {opencl.name = "i3", opencl.type_name = "int3", opencl.base_type_name = "int3", llvm.noundef}, %uc2: vector<2xi8> {opencl.name = "uc2", opencl.type_name = "uchar2", opencl.base_type_name = "uchar2", llvm.noundef}, %f3: vector<3xf32> {opencl.name = "vector<0xi32>", opencl.type_name = "float3", opencl.base_type_name = "float3", llvm.noundef}, %ul: i64 {opencl.name = "ul", opencl.type_name = "ulong", opencl.base_type_name = "ulong", llvm.noundef}, %f8: vector<8xf32> {opencl.name = "f8", opencl.type_name = "float8", opencl.base_type_name = "float8", llvm.noundef}, %last: i8 {opencl.name = "last", opencl.type_name = "char", opencl.base_type_name = "char", llvm.noundef, llvm.signext}, %h: !llvm.ptr<1> {opencl.name = "h", opencl.type_name = "half*", opencl.base_type_name = "half*", opencl.type_qualifiers = "const", llvm.noundef, llvm.align = 2 : i64}, %out: !llvm.ptr<1> {opencl.name = "out", opencl.type_name = "long*", opencl.base_type_name = "long*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 8 : i64}, %fout: !llvm.ptr<1> {opencl.name = "fout", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 4 : i64}) attributes {passthrough = ["convergent", "norecurse", "nounwind", ["uniform-work-group-size", "true"]]} {
    %0 = llvm.mlir.undef : vector<3xi8>
    %1 = llvm.mlir.undef : vector<3xi16>
    %2 = llvm.mlir.undef : vector<3xi32>
    %3 = llvm.mlir.undef : vector<3xf32>
    %4 = llvm.mlir.poison : vector<4xi8>
    %5 = llvm.mlir.constant(0) : i64
    %6 = llvm.mlir.constant(1) : i64
    %7 = llvm.mlir.constant(2) : i64
    %8 = llvm.mlir.poison : vector<4xi16>
    %9 = llvm.mlir.poison : vector<4xi32>
    %10 = llvm.mlir.poison : vector<4xf32>
    %11 = llvm.mlir.constant(5 : i32) : i32
    %13 = llvm.mlir.constant(1 : i32) : i32
    %14 = llvm.mlir.constant(0 : i32) : i32
    %extractVec = llvm.shufflevector %c3, %0 [0, 1, 2, 3] : vector<3xi8>
    %extractVec1 = llvm.shufflevector %s3, %1 [0, 1, 2, 3] : vector<3xi16>
    %extractVec2 = llvm.shufflevector %i3, %2 [0, 1, 2, 3] : vector<3xi32>
    %extractVec3 = llvm.shufflevector %f3, %3 [0, 1, 2, 3] : vector<3xf32>
    %c3.addr.sroa.0.0.vec.extract45 = llvm.shufflevector %extractVec, %4 [0, 1, 2] : vector<4xi8>
    %17 = llvm.extractelement %c3.addr.sroa.0.0.vec.extract45[%7 : i64] : vector<3xi8>
    %conv15 = llvm.sext %17 : i8 to i64
    %arrayidx16 = llvm.getelementptr inbounds %out[7] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
    %s3.addr.sroa.0.0.vec.extract = llvm.shufflevector %extractVec1, %8 [0, 1, 2] : vector<4xi16>
    %18 = llvm.extractelement %s3.addr.sroa.0.0.vec.extract[%5 : i64] : vector<3xi16>
    %s3.addr.sroa.0.0.vec.extract39 = llvm.shufflevector %extractVec1, %8 [0, 1, 2] : vector<4xi16>
    %19 = llvm.extractelement %s3.addr.sroa.0.0.vec.extract39[%6 : i64] : vector<3xi16>
    %i3.addr.sroa.0.0.vec.extract = llvm.shufflevector %extractVec2, %9 [0, 1, 2] : vector<4xi32>
    %21 = llvm.extractelement %i3.addr.sroa.0.0.vec.extract[%5 : i64] : vector<3xi32>
    %conv23 = llvm.sext %21 : i32 to i64
    %arrayidx24 = llvm.getelementptr inbounds %out[11] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
    %i3.addr.sroa.0.0.vec.extract35 = llvm.shufflevector %extractVec2, %9 [0, 1, 2] : vector<4xi32>
    %22 = llvm.extractelement %i3.addr.sroa.0.0.vec.extract35[%6 : i64] : vector<3xi32>
    %conv34 = llvm.sext %last : i8 to i64
    %arrayidx35 = llvm.getelementptr inbounds %out[17] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
    %f3.addr.sroa.0.0.vec.extract = llvm.shufflevector %extractVec3, %10 [0, 1, 2] : vector<4xf32>
    %26 = llvm.extractelement %f3.addr.sroa.0.0.vec.extract[%5 : i64] : vector<3xf32>
    %arrayidx36 = llvm.getelementptr inbounds %fout[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %f3.addr.sroa.0.0.vec.extract30 = llvm.shufflevector %extractVec3, %10 [0, 1, 2] : vector<4xf32>
    %27 = llvm.extractelement %f3.addr.sroa.0.0.vec.extract30[%6 : i64] : vector<3xf32>
    %arrayidx37 = llvm.getelementptr inbounds %fout[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %f3.addr.sroa.0.0.vec.extract32 = llvm.shufflevector %extractVec3, %10 [0, 1, 2] : vector<4xf32>
    %28 = llvm.extractelement %f3.addr.sroa.0.0.vec.extract32[%7 : i64] : vector<3xf32>
    %arrayidx38 = llvm.getelementptr inbounds %fout[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %add.ptr = llvm.getelementptr inbounds %fout[3] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.br ^for.cond(%14 : i32)
  ^for.cond(%i.0: i32):
    %inc = llvm.add %i.0, %13 overflow<nsw> : i32
    llvm.br ^for.cond(%inc : i32)
  ^for.end:
    %call44 = opencl.vloada_half %h[%6] : !llvm.ptr<1>, i64 -> vector<4xf32>
    %add.ptr45 = llvm.getelementptr inbounds %fout[19] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    opencl.return
  }
  opencl.kernel @half_store(%in: !llvm.ptr<1> {opencl.name = "in", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "const", llvm.noundef, llvm.align = 4 : i64}, %rte: !llvm.ptr<1> {opencl.name = "rte", opencl.type_name = "half*", opencl.base_type_name = "half*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 2 : i64}, %rtz: !llvm.ptr<1> {opencl.name = "rtz", opencl.type_name = "half*", opencl.base_type_name = "half*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 2 : i64}, %rtp: !llvm.ptr<1> {opencl.name = "rtp", opencl.type_name = "half*", opencl.base_type_name = "half*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 2 : i64}, %rtn: !llvm.ptr<1> {opencl.name = "rtn", opencl.type_name = "half*", opencl.base_type_name = "half*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 2 : i64}, %by4: !llvm.ptr<1> {opencl.name = "by4", opencl.type_name = "half*", opencl.base_type_name = "half*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 2 : i64}) attributes {passthrough = ["convergent", "norecurse", "nounwind", ["uniform-work-group-size", "true"]]} {
    %call = opencl.get_global_id 0 : i64
    %arrayidx = "llvm.getelementptr"(%in, %call) <{elem_type = f32, inbounds, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>
    %2 = "llvm.load"(%arrayidx) <{alignment = 4 : i64}> : (!llvm.ptr<1>) -> f32
    opencl.return
  }
}