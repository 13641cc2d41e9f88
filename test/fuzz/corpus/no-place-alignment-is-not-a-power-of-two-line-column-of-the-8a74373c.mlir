builtin.module attributes {opencl.ocl_version = [1 : i32, 2 : i32]} {
  opencl.kernel @saxpy(%alpha: f32 {opencl.name = "alpha", opencl.type_name = "float", opencl.base_type_name = "float", llvm.noundef}, %x: !llvm.ptr<1> {opencl.name = "x", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "const", llvm.noundef, llvm.align = 4 : i64}, %y: !llvm.ptr<1> {opencl.name = "y", opencl.type_name = "float*", opencl.base_type_name = "float*", opencl.type_qualifiers = "", llvm.noundef, llvm.align = 255 : i64}) attributes {passthrough = ["convergent", "norecurse", "nounwind", ["uniform-work-group-size", "true"]]} {
    %call = opencl.get_global_id 0 : i64
    %arrayidx = llvm.getelementptr inbounds|nuw %x[%call] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %0 = llvm.load %arrayidx {alignment = 4 : i64} : !llvm.ptr<1> -> f32
    %arrayidx1 = llvm.getelementptr inbounds|nuw %y[%call] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %1 = llvm.load %arrayidx1 {alignment = 4 : i64} : !llvm.ptr<1> -> f32
    %call2 = opencl.builtin "fma"(%alpha, %0, %1) : (f32, f32, f32) -> f32
    %arrayidx3 = llvm.getelementptr inbounds|nuw %y[%call] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    opencl.return
  }
}