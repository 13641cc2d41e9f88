define void @__xdsl_opencl_row_fetch_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef writeonly captures(none) initializes((0, 256)) %6) local_unnamed_addr #0 {
  %8 = alloca <16 x i32>, align 64
  %9 = alloca <16 x i32>, align 64
  %10 = alloca <16 x i32>, align 64
  %11 = alloca [4 x <16 x float>], align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #8
  %12 = load <16 x i32>, ptr %3, align 64
  store <16 x i32> %12, ptr %8, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %9) #8
  %13 = load <16 x i32>, ptr %4, align 64
  store <16 x i32> %13, ptr %9, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #8
  %14 = load <16 x i32>, ptr %5, align 64
  store <16 x i32> %14, ptr %10, align 64
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %16 = load i32, ptr %15, align 4, !invariant.load !0
  %17 = icmp eq i32 %16, 1
  %18 = icmp eq i32 %2, 2
  %19 = and i1 %18, %17
  br i1 %19, label %20, label %96

20:                                               ; preds = %7
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %22 = load i32, ptr %21, align 8, !invariant.load !0
  %23 = and i32 %1, 14
  %24 = icmp eq i32 %23, 2
  br i1 %24, label %28, label %25

25:                                               ; preds = %20
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %27 = load i32, ptr %26, align 4, !invariant.load !0
  br label %41

28:                                               ; preds = %20
  %29 = tail call <16 x i32> @llvm.smax.v16i32(<16 x i32> %12, <16 x i32> zeroinitializer)
  %30 = add nsw i32 %22, -1
  %31 = insertelement <16 x i32> poison, i32 %30, i64 0
  %32 = shufflevector <16 x i32> %31, <16 x i32> poison, <16 x i32> zeroinitializer
  %33 = tail call <16 x i32> @llvm.smin.v16i32(<16 x i32> %29, <16 x i32> %32)
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %35 = load i32, ptr %34, align 4, !invariant.load !0
  %36 = tail call <16 x i32> @llvm.smax.v16i32(<16 x i32> %13, <16 x i32> zeroinitializer)
  %37 = add nsw i32 %35, -1
  %38 = insertelement <16 x i32> poison, i32 %37, i64 0
  %39 = shufflevector <16 x i32> %38, <16 x i32> poison, <16 x i32> zeroinitializer
  %40 = tail call <16 x i32> @llvm.smin.v16i32(<16 x i32> %36, <16 x i32> %39)
  br label %41

41:                                               ; preds = %25, %28
  %42 = phi i32 [ %35, %28 ], [ %27, %25 ]
  %43 = phi <16 x i32> [ %33, %28 ], [ %12, %25 ]
  %44 = phi <16 x i32> [ %40, %28 ], [ %13, %25 ]
  %45 = extractelement <16 x i32> %43, i64 0
  %46 = shufflevector <16 x i32> %43, <16 x i32> poison, <16 x i32> zeroinitializer
  %47 = add <16 x i32> %46, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %48 = extractelement <16 x i32> %44, i64 0
  %49 = shufflevector <16 x i32> %44, <16 x i32> poison, <16 x i32> zeroinitializer
  %50 = icmp ne <16 x i32> %43, %47
  %51 = icmp ne <16 x i32> %44, %49
  %52 = or <16 x i1> %50, %51
  %53 = bitcast <16 x i1> %52 to i16
  %54 = icmp eq i16 %53, 0
  %55 = icmp sgt i32 %45, -1
  %56 = and i1 %55, %54
  %57 = add nsw i32 %22, -16
  %58 = icmp sle i32 %45, %57
  %59 = select i1 %56, i1 %58, i1 false
  %60 = icmp ult i32 %48, %42
  %61 = select i1 %59, i1 %60, i1 false
  br i1 %61, label %62, label %96

62:                                               ; preds = %41
  %63 = load ptr, ptr %0, align 8, !invariant.load !0
  %64 = icmp eq ptr %63, null
  br i1 %64, label %96, label %65

65:                                               ; preds = %62
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %67 = load i64, ptr %66, align 8, !invariant.load !0
  %68 = sext i32 %48 to i64
  %69 = mul nsw i64 %67, %68
  %70 = getelementptr inbounds i8, ptr %63, i64 %69
  %71 = zext nneg i32 %45 to i64
  %72 = shl nuw nsw i64 %71, 2
  %73 = getelementptr inbounds nuw i8, ptr %70, i64 %72
  %74 = load <16 x i32>, ptr %73, align 1
  %75 = and <16 x i32> %74, splat (i32 255)
  %76 = uitofp nneg <16 x i32> %75 to <16 x float>
  %77 = fmul <16 x float> %76, splat (float 0x3E70101020000000)
  %78 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %76, <16 x float> splat (float 0x3F70100000000000), <16 x float> %77)
  store <16 x float> %78, ptr %6, align 64
  %79 = lshr <16 x i32> %74, splat (i32 8)
  %80 = and <16 x i32> %79, splat (i32 255)
  %81 = uitofp nneg <16 x i32> %80 to <16 x float>
  %82 = fmul <16 x float> %81, splat (float 0x3E70101020000000)
  %83 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %81, <16 x float> splat (float 0x3F70100000000000), <16 x float> %82)
  %84 = getelementptr inbounds nuw i8, ptr %6, i64 64
  store <16 x float> %83, ptr %84, align 64
  %85 = lshr <16 x i32> %74, splat (i32 16)
  %86 = and <16 x i32> %85, splat (i32 255)
  %87 = uitofp nneg <16 x i32> %86 to <16 x float>
  %88 = fmul <16 x float> %87, splat (float 0x3E70101020000000)
  %89 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %87, <16 x float> splat (float 0x3F70100000000000), <16 x float> %88)
  %90 = getelementptr inbounds nuw i8, ptr %6, i64 128
  store <16 x float> %89, ptr %90, align 64
  %91 = lshr <16 x i32> %74, splat (i32 24)
  %92 = uitofp nneg <16 x i32> %91 to <16 x float>
  %93 = fmul <16 x float> %92, splat (float 0x3E70101020000000)
  %94 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %92, <16 x float> splat (float 0x3F70100000000000), <16 x float> %93)
  %95 = getelementptr inbounds nuw i8, ptr %6, i64 192
  store <16 x float> %94, ptr %95, align 64
  br label %97

96:                                               ; preds = %41, %62, %7
  call void @llvm.lifetime.start.p0(ptr nonnull %11) #8
  call void @__xdsl_opencl_load_row_f(ptr noundef nonnull %0, i32 noundef %1, i32 noundef %2, ptr noundef nonnull %8, ptr noundef nonnull %9, ptr noundef nonnull %10, ptr noundef nonnull %11) #8
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 64 dereferenceable(256) %6, ptr noundef nonnull align 64 dereferenceable(256) %11, i64 256, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %11) #8
  br label %97

97:                                               ; preds = %65, %96
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #8
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

declare void @__xdsl_opencl_load_row_f(ptr noundef, i32 noundef, i32 noundef, ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

define void @__xdsl_opencl_line_fetch_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, ptr noundef writeonly captures(none) initializes((0, 256)) %6) local_unnamed_addr #0 {
  %8 = alloca [4 x <16 x float>], align 64
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %10 = load i32, ptr %9, align 4, !invariant.load !0
  %11 = icmp eq i32 %10, 1
  %12 = icmp eq i32 %2, 2
  %13 = and i1 %12, %11
  br i1 %13, label %14, label %70

14:                                               ; preds = %7
  %15 = icmp slt i32 %4, 0
  br i1 %15, label %21, label %16

16:                                               ; preds = %14
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %18 = load i32, ptr %17, align 4, !invariant.load !0
  %19 = add nsw i32 %18, -1
  %20 = tail call i32 @llvm.smin.i32(i32 %4, i32 %19)
  br label %21

21:                                               ; preds = %14, %16
  %22 = phi i32 [ %20, %16 ], [ 0, %14 ]
  %23 = and i32 %1, 14
  %24 = icmp eq i32 %23, 2
  %25 = select i1 %24, i32 %22, i32 %4
  %26 = icmp slt i32 %3, 0
  br i1 %26, label %70, label %27

27:                                               ; preds = %21
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %29 = load i32, ptr %28, align 8, !invariant.load !0
  %30 = add nsw i32 %29, -16
  %31 = icmp sgt i32 %3, %30
  br i1 %31, label %70, label %32

32:                                               ; preds = %27
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %34 = load i32, ptr %33, align 4, !invariant.load !0
  %35 = icmp ult i32 %25, %34
  br i1 %35, label %36, label %70

36:                                               ; preds = %32
  %37 = load ptr, ptr %0, align 8, !invariant.load !0
  %38 = icmp eq ptr %37, null
  br i1 %38, label %70, label %39

39:                                               ; preds = %36
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %41 = load i64, ptr %40, align 8, !invariant.load !0
  %42 = sext i32 %25 to i64
  %43 = mul nsw i64 %41, %42
  %44 = getelementptr inbounds i8, ptr %37, i64 %43
  %45 = zext nneg i32 %3 to i64
  %46 = shl nuw nsw i64 %45, 2
  %47 = getelementptr inbounds nuw i8, ptr %44, i64 %46
  %48 = load <16 x i32>, ptr %47, align 1
  %49 = and <16 x i32> %48, splat (i32 255)
  %50 = uitofp nneg <16 x i32> %49 to <16 x float>
  %51 = fmul <16 x float> %50, splat (float 0x3E70101020000000)
  %52 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %50, <16 x float> splat (float 0x3F70100000000000), <16 x float> %51)
  store <16 x float> %52, ptr %6, align 64
  %53 = lshr <16 x i32> %48, splat (i32 8)
  %54 = and <16 x i32> %53, splat (i32 255)
  %55 = uitofp nneg <16 x i32> %54 to <16 x float>
  %56 = fmul <16 x float> %55, splat (float 0x3E70101020000000)
  %57 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %55, <16 x float> splat (float 0x3F70100000000000), <16 x float> %56)
  %58 = getelementptr inbounds nuw i8, ptr %6, i64 64
  store <16 x float> %57, ptr %58, align 64
  %59 = lshr <16 x i32> %48, splat (i32 16)
  %60 = and <16 x i32> %59, splat (i32 255)
  %61 = uitofp nneg <16 x i32> %60 to <16 x float>
  %62 = fmul <16 x float> %61, splat (float 0x3E70101020000000)
  %63 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %61, <16 x float> splat (float 0x3F70100000000000), <16 x float> %62)
  %64 = getelementptr inbounds nuw i8, ptr %6, i64 128
  store <16 x float> %63, ptr %64, align 64
  %65 = lshr <16 x i32> %48, splat (i32 24)
  %66 = uitofp nneg <16 x i32> %65 to <16 x float>
  %67 = fmul <16 x float> %66, splat (float 0x3E70101020000000)
  %68 = tail call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %66, <16 x float> splat (float 0x3F70100000000000), <16 x float> %67)
  %69 = getelementptr inbounds nuw i8, ptr %6, i64 192
  store <16 x float> %68, ptr %69, align 64
  br label %71

70:                                               ; preds = %21, %27, %32, %36, %7
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #8
  call void @__xdsl_opencl_load_line_f(ptr noundef nonnull %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, ptr noundef nonnull %8) #8
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 64 dereferenceable(256) %6, ptr noundef nonnull align 64 dereferenceable(256) %8, i64 256, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #8
  br label %71

71:                                               ; preds = %39, %70
  ret void
}

declare void @__xdsl_opencl_load_line_f(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, ptr noundef) local_unnamed_addr #2

define void @__xdsl_opencl_row_fetch_i(ptr noundef %0, i32 noundef %1, i32 noundef %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef writeonly captures(none) %6) local_unnamed_addr #3 {
  br label %9

8:                                                ; preds = %9
  ret void

9:                                                ; preds = %7, %9
  %10 = phi i64 [ 0, %7 ], [ %29, %9 ]
  %11 = getelementptr inbounds nuw i32, ptr %3, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = getelementptr inbounds nuw i32, ptr %4, i64 %10
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds nuw i32, ptr %5, i64 %10
  %16 = load i32, ptr %15, align 4
  %17 = tail call <4 x i32> @__xdsl_opencl_fetch_i(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %12, i32 noundef %14, i32 noundef %16) #8
  %18 = extractelement <4 x i32> %17, i64 0
  %19 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  store i32 %18, ptr %19, align 4
  %20 = extractelement <4 x i32> %17, i64 1
  %21 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 64
  store i32 %20, ptr %22, align 4
  %23 = extractelement <4 x i32> %17, i64 2
  %24 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 128
  store i32 %23, ptr %25, align 4
  %26 = extractelement <4 x i32> %17, i64 3
  %27 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 192
  store i32 %26, ptr %28, align 4
  %29 = add nuw nsw i64 %10, 1
  %30 = icmp eq i64 %29, 16
  br i1 %30, label %8, label %9
}

declare <4 x i32> @__xdsl_opencl_fetch_i(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #2

define void @__xdsl_opencl_row_sample_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef writeonly captures(none) %6) local_unnamed_addr #3 {
  br label %9

8:                                                ; preds = %9
  ret void

9:                                                ; preds = %7, %9
  %10 = phi i64 [ 0, %7 ], [ %29, %9 ]
  %11 = getelementptr inbounds nuw float, ptr %3, i64 %10
  %12 = load float, ptr %11, align 4
  %13 = getelementptr inbounds nuw float, ptr %4, i64 %10
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds nuw float, ptr %5, i64 %10
  %16 = load float, ptr %15, align 4
  %17 = tail call <4 x float> @__xdsl_opencl_sample_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, float noundef %12, float noundef %14, float noundef %16) #8
  %18 = extractelement <4 x float> %17, i64 0
  %19 = getelementptr inbounds nuw float, ptr %6, i64 %10
  store float %18, ptr %19, align 4
  %20 = extractelement <4 x float> %17, i64 1
  %21 = getelementptr inbounds nuw float, ptr %6, i64 %10
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 64
  store float %20, ptr %22, align 4
  %23 = extractelement <4 x float> %17, i64 2
  %24 = getelementptr inbounds nuw float, ptr %6, i64 %10
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 128
  store float %23, ptr %25, align 4
  %26 = extractelement <4 x float> %17, i64 3
  %27 = getelementptr inbounds nuw float, ptr %6, i64 %10
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 192
  store float %26, ptr %28, align 4
  %29 = add nuw nsw i64 %10, 1
  %30 = icmp eq i64 %29, 16
  br i1 %30, label %8, label %9
}

declare <4 x float> @__xdsl_opencl_sample_f(ptr noundef, i32 noundef, i32 noundef, float noundef, float noundef, float noundef) local_unnamed_addr #2

define void @__xdsl_opencl_row_sample_i(ptr noundef %0, i32 noundef %1, i32 noundef %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef writeonly captures(none) %6) local_unnamed_addr #3 {
  br label %9

8:                                                ; preds = %9
  ret void

9:                                                ; preds = %7, %9
  %10 = phi i64 [ 0, %7 ], [ %29, %9 ]
  %11 = getelementptr inbounds nuw float, ptr %3, i64 %10
  %12 = load float, ptr %11, align 4
  %13 = getelementptr inbounds nuw float, ptr %4, i64 %10
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds nuw float, ptr %5, i64 %10
  %16 = load float, ptr %15, align 4
  %17 = tail call <4 x i32> @__xdsl_opencl_sample_i(ptr noundef %0, i32 noundef %1, i32 noundef %2, float noundef %12, float noundef %14, float noundef %16) #8
  %18 = extractelement <4 x i32> %17, i64 0
  %19 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  store i32 %18, ptr %19, align 4
  %20 = extractelement <4 x i32> %17, i64 1
  %21 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 64
  store i32 %20, ptr %22, align 4
  %23 = extractelement <4 x i32> %17, i64 2
  %24 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 128
  store i32 %23, ptr %25, align 4
  %26 = extractelement <4 x i32> %17, i64 3
  %27 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 192
  store i32 %26, ptr %28, align 4
  %29 = add nuw nsw i64 %10, 1
  %30 = icmp eq i64 %29, 16
  br i1 %30, label %8, label %9
}

declare <4 x i32> @__xdsl_opencl_sample_i(ptr noundef, i32 noundef, i32 noundef, float noundef, float noundef, float noundef) local_unnamed_addr #2

define void @__xdsl_opencl_row_write_f(ptr noundef %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef readonly captures(none) %6, ptr noundef readonly captures(none) %7, ptr noundef readonly captures(none) %8, i32 noundef %9) local_unnamed_addr #0 {
  %11 = alloca <16 x i32>, align 64
  %12 = alloca <16 x i32>, align 64
  %13 = alloca <16 x i32>, align 64
  %14 = alloca [4 x <16 x float>], align 64
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %16 = load i32, ptr %15, align 4, !invariant.load !0
  %17 = icmp ne i32 %16, 1
  %18 = icmp ne i32 %1, 2
  %19 = or i1 %18, %17
  %20 = icmp ne i32 %9, 65535
  %21 = or i1 %20, %19
  %22 = load <16 x i32>, ptr %2, align 64
  %23 = load <16 x i32>, ptr %3, align 64
  br i1 %21, label %46, label %24

24:                                               ; preds = %10
  %25 = extractelement <16 x i32> %22, i64 0
  %26 = shufflevector <16 x i32> %22, <16 x i32> poison, <16 x i32> zeroinitializer
  %27 = add <16 x i32> %26, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %28 = extractelement <16 x i32> %23, i64 0
  %29 = shufflevector <16 x i32> %23, <16 x i32> poison, <16 x i32> zeroinitializer
  %30 = icmp ne <16 x i32> %22, %27
  %31 = icmp ne <16 x i32> %23, %29
  %32 = or <16 x i1> %30, %31
  %33 = bitcast <16 x i1> %32 to i16
  %34 = icmp ne i16 %33, 0
  %35 = icmp slt i32 %25, 0
  %36 = or i1 %35, %34
  br i1 %36, label %46, label %37

37:                                               ; preds = %24
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %39 = load i32, ptr %38, align 8, !invariant.load !0
  %40 = add nsw i32 %39, -16
  %41 = icmp sgt i32 %25, %40
  br i1 %41, label %46, label %42

42:                                               ; preds = %37
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %44 = load i32, ptr %43, align 4, !invariant.load !0
  %45 = icmp ult i32 %28, %44
  br i1 %45, label %48, label %46

46:                                               ; preds = %10, %24, %42, %37
  %47 = load <16 x i32>, ptr %4, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %11)
  call void @llvm.lifetime.start.p0(ptr nonnull %12)
  call void @llvm.lifetime.start.p0(ptr nonnull %13)
  store <16 x i32> %22, ptr %11, align 64
  store <16 x i32> %23, ptr %12, align 64
  store <16 x i32> %47, ptr %13, align 64
  br label %91

48:                                               ; preds = %42
  %49 = load ptr, ptr %0, align 8, !invariant.load !0
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %51 = load i64, ptr %50, align 8, !invariant.load !0
  %52 = load <16 x i32>, ptr %4, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %11)
  call void @llvm.lifetime.start.p0(ptr nonnull %12)
  call void @llvm.lifetime.start.p0(ptr nonnull %13)
  store <16 x i32> %22, ptr %11, align 64
  store <16 x i32> %23, ptr %12, align 64
  store <16 x i32> %52, ptr %13, align 64
  %53 = icmp eq ptr %49, null
  br i1 %53, label %91, label %54

54:                                               ; preds = %48
  %55 = sext i32 %28 to i64
  %56 = mul nsw i64 %51, %55
  %57 = getelementptr inbounds i8, ptr %49, i64 %56
  %58 = zext nneg i32 %25 to i64
  %59 = shl nuw nsw i64 %58, 2
  %60 = getelementptr inbounds nuw i8, ptr %57, i64 %59
  %61 = load <16 x float>, ptr %5, align 64
  %62 = fmul <16 x float> %61, splat (float 2.550000e+02)
  %63 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %62, <16 x float> zeroinitializer)
  %64 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %63, <16 x float> splat (float 2.550000e+02))
  %65 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %64)
  %66 = fptoui <16 x float> %65 to <16 x i32>
  %67 = load <16 x float>, ptr %6, align 64
  %68 = fmul <16 x float> %67, splat (float 2.550000e+02)
  %69 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %68, <16 x float> zeroinitializer)
  %70 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %69, <16 x float> splat (float 2.550000e+02))
  %71 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %70)
  %72 = fptoui <16 x float> %71 to <16 x i32>
  %73 = shl <16 x i32> %72, splat (i32 8)
  %74 = or <16 x i32> %73, %66
  %75 = load <16 x float>, ptr %7, align 64
  %76 = fmul <16 x float> %75, splat (float 2.550000e+02)
  %77 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %76, <16 x float> zeroinitializer)
  %78 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %77, <16 x float> splat (float 2.550000e+02))
  %79 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %78)
  %80 = fptoui <16 x float> %79 to <16 x i32>
  %81 = shl <16 x i32> %80, splat (i32 16)
  %82 = or <16 x i32> %74, %81
  %83 = load <16 x float>, ptr %8, align 64
  %84 = fmul <16 x float> %83, splat (float 2.550000e+02)
  %85 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %84, <16 x float> zeroinitializer)
  %86 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %85, <16 x float> splat (float 2.550000e+02))
  %87 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %86)
  %88 = fptoui <16 x float> %87 to <16 x i32>
  %89 = shl <16 x i32> %88, splat (i32 24)
  %90 = or <16 x i32> %82, %89
  store <16 x i32> %90, ptr %60, align 1
  br label %99

91:                                               ; preds = %46, %48
  call void @llvm.lifetime.start.p0(ptr nonnull %14) #8
  %92 = load <16 x float>, ptr %5, align 64
  store <16 x float> %92, ptr %14, align 64
  %93 = getelementptr inbounds nuw i8, ptr %14, i64 64
  %94 = load <16 x float>, ptr %6, align 64
  store <16 x float> %94, ptr %93, align 64
  %95 = getelementptr inbounds nuw i8, ptr %14, i64 128
  %96 = load <16 x float>, ptr %7, align 64
  store <16 x float> %96, ptr %95, align 64
  %97 = getelementptr inbounds nuw i8, ptr %14, i64 192
  %98 = load <16 x float>, ptr %8, align 64
  store <16 x float> %98, ptr %97, align 64
  call void @__xdsl_opencl_store_row_f(ptr noundef nonnull %0, i32 noundef %1, ptr noundef nonnull %11, ptr noundef nonnull %12, ptr noundef nonnull %13, ptr noundef nonnull %14, i32 noundef %9) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %14) #8
  br label %99

99:                                               ; preds = %54, %91
  call void @llvm.lifetime.end.p0(ptr nonnull %11)
  call void @llvm.lifetime.end.p0(ptr nonnull %12)
  call void @llvm.lifetime.end.p0(ptr nonnull %13)
  ret void
}

define void @__xdsl_opencl_line_write_f(ptr noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, ptr noundef readonly captures(none) %5, ptr noundef readonly captures(none) %6, ptr noundef readonly captures(none) %7, ptr noundef readonly captures(none) %8, i32 noundef %9) local_unnamed_addr #0 {
  %11 = alloca <16 x i32>, align 64
  %12 = alloca <16 x i32>, align 64
  %13 = alloca <16 x i32>, align 64
  %14 = alloca [4 x <16 x float>], align 64
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 60
  %16 = load i32, ptr %15, align 4, !invariant.load !0
  %17 = icmp ne i32 %16, 1
  %18 = icmp ne i32 %1, 2
  %19 = or i1 %18, %17
  %20 = icmp ne i32 %9, 65535
  %21 = or i1 %20, %19
  %22 = icmp slt i32 %2, 0
  %23 = or i1 %22, %21
  br i1 %23, label %43, label %24

24:                                               ; preds = %10
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %26 = load i32, ptr %25, align 8, !invariant.load !0
  %27 = add nsw i32 %26, -16
  %28 = icmp sgt i32 %2, %27
  br i1 %28, label %43, label %29

29:                                               ; preds = %24
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %31 = load i32, ptr %30, align 4, !invariant.load !0
  %32 = icmp ult i32 %3, %31
  br i1 %32, label %33, label %43

33:                                               ; preds = %29
  %34 = load ptr, ptr %0, align 8, !invariant.load !0
  %35 = sext i32 %3 to i64
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %37 = load i64, ptr %36, align 8, !invariant.load !0
  %38 = mul nsw i64 %37, %35
  %39 = getelementptr inbounds i8, ptr %34, i64 %38
  %40 = zext nneg i32 %2 to i64
  %41 = shl nuw nsw i64 %40, 2
  %42 = getelementptr inbounds nuw i8, ptr %39, i64 %41
  br label %43

43:                                               ; preds = %33, %29, %24, %10
  %44 = phi ptr [ null, %10 ], [ %42, %33 ], [ null, %29 ], [ null, %24 ]
  %45 = insertelement <16 x i32> poison, i32 %2, i64 0
  %46 = shufflevector <16 x i32> %45, <16 x i32> poison, <16 x i32> zeroinitializer
  %47 = add <16 x i32> %46, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %48 = insertelement <16 x i32> poison, i32 %3, i64 0
  %49 = shufflevector <16 x i32> %48, <16 x i32> poison, <16 x i32> zeroinitializer
  %50 = insertelement <16 x i32> poison, i32 %4, i64 0
  %51 = shufflevector <16 x i32> %50, <16 x i32> poison, <16 x i32> zeroinitializer
  call void @llvm.lifetime.start.p0(ptr nonnull %11)
  call void @llvm.lifetime.start.p0(ptr nonnull %12)
  call void @llvm.lifetime.start.p0(ptr nonnull %13)
  store <16 x i32> %47, ptr %11, align 64
  store <16 x i32> %49, ptr %12, align 64
  store <16 x i32> %51, ptr %13, align 64
  %52 = icmp eq ptr %44, null
  br i1 %52, label %84, label %53

53:                                               ; preds = %43
  %54 = load <16 x float>, ptr %5, align 64
  %55 = fmul <16 x float> %54, splat (float 2.550000e+02)
  %56 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %55, <16 x float> zeroinitializer)
  %57 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %56, <16 x float> splat (float 2.550000e+02))
  %58 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %57)
  %59 = fptoui <16 x float> %58 to <16 x i32>
  %60 = load <16 x float>, ptr %6, align 64
  %61 = fmul <16 x float> %60, splat (float 2.550000e+02)
  %62 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %61, <16 x float> zeroinitializer)
  %63 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %62, <16 x float> splat (float 2.550000e+02))
  %64 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %63)
  %65 = fptoui <16 x float> %64 to <16 x i32>
  %66 = shl <16 x i32> %65, splat (i32 8)
  %67 = or <16 x i32> %66, %59
  %68 = load <16 x float>, ptr %7, align 64
  %69 = fmul <16 x float> %68, splat (float 2.550000e+02)
  %70 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %69, <16 x float> zeroinitializer)
  %71 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %70, <16 x float> splat (float 2.550000e+02))
  %72 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %71)
  %73 = fptoui <16 x float> %72 to <16 x i32>
  %74 = shl <16 x i32> %73, splat (i32 16)
  %75 = or <16 x i32> %67, %74
  %76 = load <16 x float>, ptr %8, align 64
  %77 = fmul <16 x float> %76, splat (float 2.550000e+02)
  %78 = tail call <16 x float> @llvm.maxnum.v16f32(<16 x float> %77, <16 x float> zeroinitializer)
  %79 = tail call <16 x float> @llvm.minnum.v16f32(<16 x float> %78, <16 x float> splat (float 2.550000e+02))
  %80 = tail call <16 x float> @llvm.rint.v16f32(<16 x float> %79)
  %81 = fptoui <16 x float> %80 to <16 x i32>
  %82 = shl <16 x i32> %81, splat (i32 24)
  %83 = or <16 x i32> %75, %82
  store <16 x i32> %83, ptr %44, align 1
  br label %92

84:                                               ; preds = %43
  call void @llvm.lifetime.start.p0(ptr nonnull %14) #8
  %85 = load <16 x float>, ptr %5, align 64
  store <16 x float> %85, ptr %14, align 64
  %86 = getelementptr inbounds nuw i8, ptr %14, i64 64
  %87 = load <16 x float>, ptr %6, align 64
  store <16 x float> %87, ptr %86, align 64
  %88 = getelementptr inbounds nuw i8, ptr %14, i64 128
  %89 = load <16 x float>, ptr %7, align 64
  store <16 x float> %89, ptr %88, align 64
  %90 = getelementptr inbounds nuw i8, ptr %14, i64 192
  %91 = load <16 x float>, ptr %8, align 64
  store <16 x float> %91, ptr %90, align 64
  call void @__xdsl_opencl_store_row_f(ptr noundef nonnull %0, i32 noundef %1, ptr noundef nonnull %11, ptr noundef nonnull %12, ptr noundef nonnull %13, ptr noundef nonnull %14, i32 noundef %9) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %14) #8
  br label %92

92:                                               ; preds = %53, %84
  call void @llvm.lifetime.end.p0(ptr nonnull %11)
  call void @llvm.lifetime.end.p0(ptr nonnull %12)
  call void @llvm.lifetime.end.p0(ptr nonnull %13)
  ret void
}

define void @__xdsl_opencl_row_write_i(ptr noundef %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef readonly captures(none) %6, ptr noundef readonly captures(none) %7, ptr noundef readonly captures(none) %8, i32 noundef %9) local_unnamed_addr #4 {
  br label %12

11:                                               ; preds = %33
  ret void

12:                                               ; preds = %10, %33
  %13 = phi i64 [ 0, %10 ], [ %34, %33 ]
  %14 = trunc nuw nsw i64 %13 to i32
  %15 = shl nuw nsw i32 1, %14
  %16 = and i32 %15, %9
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %33, label %18

18:                                               ; preds = %12
  %19 = getelementptr inbounds nuw i32, ptr %2, i64 %13
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds nuw i32, ptr %3, i64 %13
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds nuw i32, ptr %4, i64 %13
  %24 = load i32, ptr %23, align 4
  %25 = getelementptr inbounds nuw i32, ptr %5, i64 %13
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds nuw i32, ptr %6, i64 %13
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i32, ptr %7, i64 %13
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds nuw i32, ptr %8, i64 %13
  %32 = load i32, ptr %31, align 4
  tail call void @__xdsl_opencl_write_i(ptr noundef %0, i32 noundef %1, i32 noundef %20, i32 noundef %22, i32 noundef %24, i32 noundef %26, i32 noundef %28, i32 noundef %30, i32 noundef %32) #8
  br label %33

33:                                               ; preds = %12, %18
  %34 = add nuw nsw i64 %13, 1
  %35 = icmp eq i64 %34, 16
  br i1 %35, label %11, label %12
}

declare void @__xdsl_opencl_write_i(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #2

define void @__xdsl_opencl_row_write_ui(ptr noundef %0, i32 noundef %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef readonly captures(none) %5, ptr noundef readonly captures(none) %6, ptr noundef readonly captures(none) %7, ptr noundef readonly captures(none) %8, i32 noundef %9) local_unnamed_addr #4 {
  br label %12

11:                                               ; preds = %33
  ret void

12:                                               ; preds = %10, %33
  %13 = phi i64 [ 0, %10 ], [ %34, %33 ]
  %14 = trunc nuw nsw i64 %13 to i32
  %15 = shl nuw nsw i32 1, %14
  %16 = and i32 %15, %9
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %33, label %18

18:                                               ; preds = %12
  %19 = getelementptr inbounds nuw i32, ptr %2, i64 %13
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds nuw i32, ptr %3, i64 %13
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds nuw i32, ptr %4, i64 %13
  %24 = load i32, ptr %23, align 4
  %25 = getelementptr inbounds nuw i32, ptr %5, i64 %13
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds nuw i32, ptr %6, i64 %13
  %28 = load i32, ptr %27, align 4
  %29 = getelementptr inbounds nuw i32, ptr %7, i64 %13
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds nuw i32, ptr %8, i64 %13
  %32 = load i32, ptr %31, align 4
  tail call void @__xdsl_opencl_write_ui(ptr noundef %0, i32 noundef %1, i32 noundef %20, i32 noundef %22, i32 noundef %24, i32 noundef %26, i32 noundef %28, i32 noundef %30, i32 noundef %32) #8
  br label %33

33:                                               ; preds = %12, %18
  %34 = add nuw nsw i64 %13, 1
  %35 = icmp eq i64 %34, 16
  br i1 %35, label %11, label %12
}

declare void @__xdsl_opencl_write_ui(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #2

declare <16 x i32> @llvm.smax.v16i32(<16 x i32>, <16 x i32>) #5

declare <16 x i32> @llvm.smin.v16i32(<16 x i32>, <16 x i32>) #5

declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>) #5

declare void @__xdsl_opencl_store_row_f(ptr noundef, i32 noundef, ptr noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr #2

declare <16 x float> @llvm.maxnum.v16f32(<16 x float>, <16 x float>) #5

declare <16 x float> @llvm.minnum.v16f32(<16 x float>, <16 x float>) #5

declare <16 x float> @llvm.rint.v16f32(<16 x float>) #5

declare i32 @llvm.smin.i32(i32, i32) #6

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

attributes #0 = { nounwind }
attributes #1 = { nounwind }
attributes #2 = { nounwind }
attributes #3 = { nounwind }
attributes #4 = { nounwind }
attributes #5 = { nounwind }
attributes #6 = { nounwind }
attributes #7 = { nounwind }
attributes #8 = { nounwind }

!0 = !{}
